//! [`Loaded`]: the state that a system keeps between reads, so that the next one reads only changed files.

use super::facts::Fact;
use super::kit::read_request::{Files, ReadRequest};
use super::kit::stored::{Batches, Sections};
use crate::graph::Batch;
use crate::pack::Packer;
use std::io;

/// The result of a refresh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    Same,
    Changed,
    /// Changes that require reading everything again.
    Everything,
}

impl Found {
    pub fn changed(is_changed: bool) -> Self {
        if is_changed { Self::Changed } else { Self::Same }
    }
}

/// Everything that was read from the files of one system.
pub trait Loaded: Send + Sync {
    /// Reads changed files again.
    fn refresh(&mut self, request: &ReadRequest<'_>) -> Found;

    fn batches(&self) -> Batches<'_>;

    /// The batches, if nothing will be read again.
    fn into_batches(self: Box<Self>) -> Vec<Batch>;

    /// Number of files that a snapshot saves reading. `None` if the state is not stored: then the files are read at
    /// every start, and the batches are compared by checksum.
    fn stored_files(&self) -> Option<usize> {
        None
    }

    /// Writes the batches, and their locations into the index, for [`super::System::restore`].
    fn pack(&self, _out: &mut Sections<'_>, _index: &mut Packer<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Data in the files beyond nodes and edges.
    fn facts(&self) -> Option<Fact> {
        None
    }
}

/// A system whose files are read independently of each other.
pub(super) struct IndependentFiles {
    files: Files,
    refresh: Box<Refresh>,
}

/// Reads changed files again. Returns whether anything changed.
type Refresh = dyn Fn(&mut Files, &ReadRequest<'_>) -> bool + Send + Sync;

impl IndependentFiles {
    pub(super) fn new(
        files: Files,
        refresh: impl Fn(&mut Files, &ReadRequest<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self { files, refresh: Box::new(refresh) }
    }
}

impl Loaded for IndependentFiles {
    fn refresh(&mut self, request: &ReadRequest<'_>) -> Found {
        Found::changed((self.refresh)(&mut self.files, request))
    }

    fn batches(&self) -> Batches<'_> {
        self.files.batches()
    }

    fn into_batches(self: Box<Self>) -> Vec<Batch> {
        self.files.into_batches().collect()
    }

    fn stored_files(&self) -> Option<usize> {
        Some(self.files.file_count())
    }

    fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        self.files.pack(out, index)
    }
}
