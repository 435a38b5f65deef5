//! A batch that is here, or in a snapshot until somebody asks for it.
//!
//! Whoever starts again with nothing changed needs the graph and what files looked like, but no batch: those are most of a
//! snapshot, and stay in it.

use super::stamp::FileStamp;
use crate::finding::{Finding, Findings};
use crate::graph::Batch;
use crate::pack::{Packer, Unpacker};
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, Seek as _, Write};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A batch, wherever it is.
#[derive(Debug)]
pub(super) struct StoredBatches {
    batch: OnceLock<Batch>,
    there: Option<There>,
}

/// Where in a snapshot a batch is, and what is known of it without it.
#[derive(Debug)]
struct There {
    file: Arc<File>,
    section: Range<u64>,
    part: u64,
    edges: usize,
    findings: Findings,
}

impl StoredBatches {
    pub(super) fn here(batch: Batch) -> Self {
        Self { batch: OnceLock::from(batch), there: None }
    }

    /// The batch; `None` if the snapshot it was in does not have it any more.
    pub(super) fn batch(&self) -> Option<&Batch> {
        if let Some(batch) = self.batch.get() {
            return Some(batch);
        }
        let read = self.there.as_ref()?.read()?;
        Some(self.batch.get_or_init(|| read))
    }

    /// The same, if nobody else will ask.
    pub(super) fn into_batch(self) -> Option<Batch> {
        self.batch.into_inner().or_else(|| self.there?.read())
    }

    /// The batch, to be added to, if it is here.
    pub(super) fn batch_mut(&mut self) -> Option<&mut Batch> {
        self.batch.get_mut()
    }

    /// How many edges it holds.
    pub(super) fn edge_count(&self) -> usize {
        match (self.batch.get(), &self.there) {
            (Some(batch), _) => batch.edges().len(),
            (None, there) => there.as_ref().map_or(0, |there| there.edges),
        }
    }

    /// What was found wrong.
    pub(super) fn all_findings(&self) -> Vec<Finding> {
        match (self.batch.get(), &self.there) {
            (Some(batch), _) => batch.all_findings(),
            (None, there) => there.as_ref().map(|there| there.findings.clone().into_vec()).unwrap_or_default(),
        }
    }

    /// Its place among the batches of its system.
    pub(super) fn part(&self) -> u64 {
        match (self.batch.get(), &self.there) {
            (Some(batch), _) => batch.part(),
            (None, there) => there.as_ref().map_or(0, |there| there.part),
        }
    }

    /// Gives it another place among the batches of its system.
    pub(super) fn set_part(&mut self, part: u64) {
        if let Some(there) = &mut self.there {
            there.part = part;
        }
        if let Some(batch) = self.batch.get_mut() {
            batch.set_part(part);
        }
    }

    /// Writes the batch into a section of its own, and into the index where that is.
    pub(super) fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        let batch = self.batch().ok_or_else(|| io::Error::other("an older snapshot is gone"))?;
        let section = out.section(|out| batch.pack(out))?;
        index.number(section.start)?;
        index.number(section.end)?;
        index.number(self.part())?;
        index.number(batch.edges().len() as u64)?;
        batch.findings_packed(index)
    }

    /// Reads from the index where a batch is.
    pub(super) fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>) -> Option<Self> {
        let section = from.number()?..from.number()?;
        let (part, edges) = (from.number()?, from.count()?);
        let there = There { file: Arc::clone(file), section, part, edges, findings: Findings::unpack(from)? };
        Some(Self { batch: OnceLock::new(), there: Some(there) })
    }
}

impl There {
    fn read(&self) -> Option<Batch> {
        let mut from = Unpacker::new(&self.file, self.section.clone())?;
        let mut batch = Batch::unpack(&mut from, self.findings.clone())?;
        from.finish()?;
        batch.set_part(self.part);
        Some(batch)
    }
}

/// Batches of one or many sources, wherever they are.
#[derive(Debug, Default)]
pub struct Batches<'a> {
    here: Vec<&'a Batch>,
    kept: Vec<&'a StoredBatches>,
}

impl<'a> Batches<'a> {
    pub(super) fn new(
        here: impl IntoIterator<Item = &'a Batch>,
        kept: impl IntoIterator<Item = &'a StoredBatches>,
    ) -> Self {
        Self { here: here.into_iter().collect(), kept: kept.into_iter().collect() }
    }

    /// Batches that are all here.
    pub fn here(batches: impl IntoIterator<Item = &'a Batch>) -> Self {
        Self::new(batches, [])
    }

    /// These and others.
    #[must_use]
    pub fn and(mut self, mut others: Self) -> Self {
        self.here.append(&mut others.here);
        self.kept.append(&mut others.kept);
        self
    }

    /// All of them, in no order; `None` if the snapshot some are in does not have them any more.
    pub fn all(&self) -> Option<Vec<&'a Batch>> {
        let kept: Option<Vec<&Batch>> = self.kept.par_iter().map(|kept| kept.batch()).collect();
        Some(self.here.iter().copied().chain(kept?).collect())
    }

    /// How many edges they hold.
    pub fn edge_count(&self) -> usize {
        let here: usize = self.here.iter().map(|batch| batch.edges().len()).sum();
        here + self.kept.iter().map(|kept| kept.edge_count()).sum::<usize>()
    }

    /// What was found wrong, also by those that are not here.
    pub fn findings(&self) -> Vec<Finding> {
        let here = self.here.iter().flat_map(|batch| batch.all_findings());
        here.chain(self.kept.iter().flat_map(|kept| kept.all_findings())).collect()
    }
}

/// Writes the sections of a snapshot one behind the other.
pub struct Sections<'w> {
    out: &'w mut io::BufWriter<File>,
    takes_young: bool,
}

impl<'w> Sections<'w> {
    /// Sections that start where the file stands.
    pub fn new(out: &'w mut io::BufWriter<File>) -> Self {
        Self { out, takes_young: false }
    }

    /// The same, but whether files that had just changed when they were read will be compared like all others.
    #[must_use]
    pub fn taking_young(self, takes_young: bool) -> Self {
        Self { takes_young, ..self }
    }

    /// What a file looked like, as it is to be written.
    pub(super) fn stamp(&self, stamp: Option<FileStamp>) -> Option<FileStamp> {
        if self.takes_young { stamp.map(FileStamp::settled) } else { stamp }
    }

    /// Writes one. Where it is.
    pub fn section(&mut self, fill: impl FnOnce(&mut Packer<'_>) -> io::Result<()>) -> io::Result<Range<u64>> {
        let start = self.out.stream_position()?;
        let mut section = Packer::new(self.out as &mut dyn Write);
        fill(&mut section)?;
        let length = section.finish()?;
        Ok(start..start + length)
    }
}
