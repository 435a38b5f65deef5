//! Progress counters and cancellation for a load, shared between the loading threads and the thread that displays the
//! progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Counters that grow while files are read. A clone shares the counters.
#[derive(Debug, Clone, Default)]
pub struct Progress(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    files: AtomicUsize,
    rows: AtomicUsize,
    cancelled: AtomicBool,
}

// Relaxed ordering is enough: no decision depends on two counters together.
impl Progress {
    /// Number of files with nodes or edges read so far.
    pub fn files(&self) -> usize {
        self.0.files.load(Ordering::Relaxed)
    }

    /// Number of log rows read so far.
    pub fn rows(&self) -> usize {
        self.0.rows.load(Ordering::Relaxed)
    }

    /// Asks the sources to stop; the result will not be used.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
    }

    pub(in crate::system) fn add_files(&self, count: usize) {
        self.0.files.fetch_add(count, Ordering::Relaxed);
    }

    pub(in crate::system) fn add_rows(&self, count: usize) {
        self.0.rows.fetch_add(count, Ordering::Relaxed);
    }
}
