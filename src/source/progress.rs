//! How far reading has come, told to whoever waits for it, and the wish that it end early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Counters that grow while files are read. A clone counts on with the same ones, so that another thread can look.
#[derive(Debug, Clone, Default)]
pub struct Progress(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    files: AtomicUsize,
    rows: AtomicUsize,
    cancelled: AtomicBool,
}

// Nothing is decided by what one counter says about another, so no order is needed between them.
impl Progress {
    /// How many files with nodes or edges have been read.
    pub fn files(&self) -> usize {
        self.0.files.load(Ordering::Relaxed)
    }

    /// How many rows of the log have been read.
    pub fn rows(&self) -> usize {
        self.0.rows.load(Ordering::Relaxed)
    }

    /// Asks the sources to stop: what they have read is not wanted any more.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
    }

    /// Counts files that have been read.
    pub(super) fn add_files(&self, count: usize) {
        self.0.files.fetch_add(count, Ordering::Relaxed);
    }

    /// Counts rows that have been read.
    pub(super) fn add_rows(&self, count: usize) {
        self.0.rows.fetch_add(count, Ordering::Relaxed);
    }
}
