//! Lazily loaded batches: a batch is in memory, or in a section of a snapshot until it is first needed.
//!
//! A start from a snapshot with no changed files needs the graph and the file stamps but no batches. Batches are most
//! of a snapshot, so they stay on disk until a file changes.

use super::stamp::FileStamp;
use crate::finding::{Finding, Findings};
use crate::graph::Batch;
use crate::pack::{Packer, Unpacker};
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, Seek as _, Write};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A batch in memory or in a snapshot.
#[derive(Debug)]
pub(in crate::system) struct StoredBatches {
    batch: OnceLock<Batch>,
    saved: Option<SnapshotSection>,
}

/// The location of a batch in a snapshot, and the data that is available without loading it.
#[derive(Debug)]
struct SnapshotSection {
    file: Arc<File>,
    section: Range<u64>,
    part: u64,
    edges: usize,
    findings: Findings,
}

impl StoredBatches {
    pub(in crate::system) fn here(batch: Batch) -> Self {
        Self { batch: OnceLock::from(batch), saved: None }
    }

    /// The batch, loaded if necessary; `None` if the snapshot no longer contains it.
    pub(in crate::system) fn batch(&self) -> Option<&Batch> {
        if let Some(batch) = self.batch.get() {
            return Some(batch);
        }
        let read = self.saved.as_ref()?.read()?;
        Some(self.batch.get_or_init(|| read))
    }

    /// Like [`Self::batch`], but consumes the value.
    pub(in crate::system) fn into_batch(self) -> Option<Batch> {
        self.batch.into_inner().or_else(|| self.saved?.read())
    }

    /// The batch for appending, if it is in memory.
    pub(in crate::system) fn batch_mut(&mut self) -> Option<&mut Batch> {
        self.batch.get_mut()
    }

    pub(in crate::system) fn edge_count(&self) -> usize {
        match (self.batch.get(), &self.saved) {
            (Some(batch), _) => batch.edges().len(),
            (None, saved) => saved.as_ref().map_or(0, |saved| saved.edges),
        }
    }

    /// The findings of the batch; available without loading it.
    pub(in crate::system) fn all_findings(&self) -> Vec<Finding> {
        match (self.batch.get(), &self.saved) {
            (Some(batch), _) => batch.all_findings(),
            (None, saved) => saved.as_ref().map(|saved| saved.findings.clone().into_vec()).unwrap_or_default(),
        }
    }

    /// The position of the batch among those of its system.
    pub(in crate::system) fn part(&self) -> u64 {
        match (self.batch.get(), &self.saved) {
            (Some(batch), _) => batch.part(),
            (None, saved) => saved.as_ref().map_or(0, |saved| saved.part),
        }
    }

    pub(in crate::system) fn set_part(&mut self, part: u64) {
        if let Some(saved) = &mut self.saved {
            saved.part = part;
        }
        if let Some(batch) = self.batch.get_mut() {
            batch.set_part(part);
        }
    }

    /// Writes the batch into a section of its own, and the section's location into the index.
    pub(in crate::system) fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        let batch = self.batch().ok_or_else(|| io::Error::other("the previous snapshot no longer exists"))?;
        let section = out.section(|out| batch.pack(out))?;
        index.number(section.start)?;
        index.number(section.end)?;
        index.number(self.part())?;
        index.number(batch.edges().len() as u64)?;
        batch.findings_packed(index)
    }

    /// Reads the location of a batch from the index.
    pub(in crate::system) fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>) -> Option<Self> {
        let section = from.number()?..from.number()?;
        let (part, edges) = (from.number()?, from.count()?);
        let saved = SnapshotSection { file: Arc::clone(file), section, part, edges, findings: Findings::unpack(from)? };
        Some(Self { batch: OnceLock::new(), saved: Some(saved) })
    }
}

impl SnapshotSection {
    fn read(&self) -> Option<Batch> {
        let mut from = Unpacker::new(&self.file, self.section.clone())?;
        let mut batch = Batch::unpack(&mut from, self.findings.clone())?;
        from.finish()?;
        batch.set_part(self.part);
        Some(batch)
    }
}

/// Batches of one or more sources, in memory or in a snapshot.
#[derive(Debug, Default)]
pub struct Batches<'a> {
    here: Vec<&'a Batch>,
    kept: Vec<&'a StoredBatches>,
}

impl<'a> Batches<'a> {
    pub(in crate::system) fn new(
        here: impl IntoIterator<Item = &'a Batch>,
        kept: impl IntoIterator<Item = &'a StoredBatches>,
    ) -> Self {
        Self { here: here.into_iter().collect(), kept: kept.into_iter().collect() }
    }

    /// Batches that are in memory.
    pub fn here(batches: impl IntoIterator<Item = &'a Batch>) -> Self {
        Self::new(batches, [])
    }

    /// Joins two sets of batches.
    #[must_use]
    pub fn and(mut self, mut others: Self) -> Self {
        self.here.append(&mut others.here);
        self.kept.append(&mut others.kept);
        self
    }

    /// All batches, in no particular order; `None` if a snapshot no longer contains one of them.
    pub fn all(&self) -> Option<Vec<&'a Batch>> {
        let kept: Option<Vec<&Batch>> = self.kept.par_iter().map(|kept| kept.batch()).collect();
        Some(self.here.iter().copied().chain(kept?).collect())
    }

    pub fn edge_count(&self) -> usize {
        let here: usize = self.here.iter().map(|batch| batch.edges().len()).sum();
        here + self.kept.iter().map(|kept| kept.edge_count()).sum::<usize>()
    }

    /// The findings of all batches; available without loading them.
    pub fn findings(&self) -> Vec<Finding> {
        let here = self.here.iter().flat_map(|batch| batch.all_findings());
        here.chain(self.kept.iter().flat_map(|kept| kept.all_findings())).collect()
    }
}

/// Writes the sections of a snapshot, one after the other.
pub struct Sections<'w> {
    out: &'w mut io::BufWriter<File>,
    takes_young: bool,
}

impl<'w> Sections<'w> {
    /// Starts at the current position of the file.
    pub fn new(out: &'w mut io::BufWriter<File>) -> Self {
        Self { out, takes_young: false }
    }

    /// Sets whether the stamps of recently changed files are written as settled, so that those files are compared like
    /// all others.
    #[must_use]
    pub fn taking_young(self, takes_young: bool) -> Self {
        Self { takes_young, ..self }
    }

    /// The stamp of a file as written to the snapshot.
    pub(in crate::system) fn stamp(&self, stamp: Option<FileStamp>) -> Option<FileStamp> {
        if self.takes_young { stamp.map(FileStamp::settled) } else { stamp }
    }

    /// Writes a section and returns its byte range.
    pub fn section(&mut self, fill: impl FnOnce(&mut Packer<'_>) -> io::Result<()>) -> io::Result<Range<u64>> {
        let start = self.out.stream_position()?;
        let mut section = Packer::new(self.out as &mut dyn Write);
        fill(&mut section)?;
        let length = section.finish()?;
        Ok(start..start + length)
    }
}
