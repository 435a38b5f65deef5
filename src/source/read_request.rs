//! A look at a workspace's files: the first one, or one to see what changed.

use super::shelf::{Reading, Shelf, Suspects};
use super::stamp::FileStamp;
use super::stored::{Batches, Sections, StoredBatches};
use super::{Boundary, Progress};
use crate::finding::Findings;
use crate::graph::{Batch, System};
use crate::pack::{Packer, Unpacker};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where and how to look for the files of one system.
#[derive(Debug)]
pub struct ReadRequest<'a> {
    /// The workspace, which paths are written relative to.
    pub root: &'a Path,
    /// Further files and folders that the settings name.
    pub further: Vec<PathBuf>,
    /// What may be read.
    pub boundary: Boundary,
    /// Which files may have changed since the last look.
    pub suspects: Suspects<'a>,
    /// Whether there will be another look, to see what changed.
    pub stays: bool,
    /// Who is told how far it is.
    pub progress: &'a Progress,
}

impl<'a> ReadRequest<'a> {
    /// The first look, if there will be no other.
    pub(super) fn once(root: &'a Path, further: &[PathBuf], progress: &'a Progress) -> Self {
        let (further, boundary) = (further.to_vec(), Boundary::open(root));
        Self { root, further, boundary, suspects: Suspects::All, stays: false, progress }
    }

    /// What a file looks like, if it will be looked at again. Taken before it is read: what changes in between looks changed
    /// the next time.
    pub(super) fn stamp(&self, path: &Path) -> Option<FileStamp> {
        self.stays.then(|| FileStamp::of(path)).flatten()
    }

    /// Whether anything that was named lies in one of the usual folders of the system or where the settings lead.
    pub(super) fn concerns(&self, folders: &[&str]) -> bool {
        let Suspects::Only(paths) = self.suspects else { return true };
        let mut places = folders.iter().map(|folder| self.root.join(folder)).chain(self.further.iter().cloned());
        places.any(|place| paths.iter().any(|path| path.starts_with(&place) || place.starts_with(path)))
    }
}

/// The files of a system that are read one by one.
#[derive(Debug)]
pub struct Files {
    /// What stood in the way of finding them.
    looking: Batch,
    /// Whether links were met: what is behind one can change anywhere.
    has_links: bool,
    shelf: Shelf,
}

/// Files that were found.
#[derive(Debug, Default)]
pub(super) struct FoundFiles {
    pub(super) files: Vec<PathBuf>,
    /// Whether links were met, so that a file may change under another name.
    pub(super) has_links: bool,
}

impl Files {
    /// Before the first look.
    pub(super) fn none(system: System) -> Self {
        Self { looking: Batch::new(system, 0), has_links: false, shelf: Shelf::default() }
    }

    /// Takes in what was found. Whether anything changed.
    pub(super) fn take(
        &mut self,
        found: FoundFiles,
        looking: Batch,
        look: &ReadRequest<'_>,
        reading: &Reading<'_>,
    ) -> bool {
        let suspects = if found.has_links { Suspects::All } else { look.suspects };
        let is_changed = looking.findings() != self.looking.findings();
        (self.looking, self.has_links) = (looking, found.has_links);
        self.shelf.fill(found.files, suspects, reading) || is_changed
    }

    /// What they gave.
    pub fn batches(&self) -> Batches<'_> {
        Batches::new([&self.looking], self.shelf.batches())
    }

    /// Whether a file may have changed under another name than its own.
    pub(super) fn has_links(&self) -> bool {
        self.has_links
    }

    /// How many there are.
    pub fn file_count(&self) -> usize {
        self.shelf.file_count()
    }

    /// Writes what was read, and into the index where that is.
    pub fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        self.looking.pack(index)?;
        self.looking.findings_packed(index)?;
        index.number(u64::from(self.has_links))?;
        self.shelf.pack(out, index)
    }

    /// Reads from the index what was read once.
    pub fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>) -> Option<Self> {
        let (looking, has_links) = (small_batch(from)?, from.number()? == 1);
        Some(Self { looking, has_links, shelf: Shelf::unpack(from, file)? })
    }

    /// The same, if nothing will be read again.
    pub fn into_batches(self) -> impl Iterator<Item = Batch> {
        std::iter::once(self.looking).chain(self.shelf.into_batches().filter_map(StoredBatches::into_batch))
    }
}

/// Reads a batch that stands in the index itself, with its findings behind it.
pub(super) fn small_batch(from: &mut Unpacker<'_>) -> Option<Batch> {
    let mut batch = Batch::unpack(from, Findings::default())?;
    batch.set_findings(Findings::unpack(from)?);
    Some(batch)
}

/// A file, and its stamp if it has one.
type SeenFile = (PathBuf, Option<FileStamp>);

/// What files looked like when they were read, for systems that are read as a whole.
#[derive(Debug, Default, Clone)]
pub(super) struct Seen {
    files: Vec<SeenFile>,
    /// Whether there are links, behind which anything can change.
    has_links: bool,
}

impl Seen {
    pub(super) fn of(files: impl IntoIterator<Item = PathBuf>) -> Self {
        let stamped = |path: PathBuf| {
            let stamp = FileStamp::of(&path);
            (path, stamp)
        };
        let files: Vec<_> = files.into_iter().map(stamped).collect();
        let has_links = files.iter().any(|(path, _)| path.is_symlink());
        Self { files, has_links }
    }

    /// Whether there are links, behind which anything can change.
    pub(super) fn has_links(&self) -> bool {
        self.has_links
    }

    /// Whether the files that are seen now are surely those that were read.
    pub(super) fn still_holds(&self, now: &Self) -> bool {
        let holds = |((path, before), (other, now)): (&SeenFile, &SeenFile)| {
            path == other && before.zip(*now).is_some_and(|(before, now)| before.still_holds(now))
        };
        !now.has_links && self.files.len() == now.files.len() && self.files.iter().zip(&now.files).all(holds)
    }
}
