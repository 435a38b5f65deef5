//! Requests to read a system's files, and the state kept between reads so that the next one only reads changed files.

use super::file::FileReader;
use super::file_cache::{FileCache, Reading, Suspects};
use super::json::{FileRules, JsonFile};
use super::stamp::FileStamp;
use super::stored::{Batches, Sections, StoredBatches};
use super::{Boundary, Progress};
use crate::finding::Findings;
use crate::graph::{Batch, Registry, SystemId};
use crate::pack::{Packer, Unpacker};
use crate::system::log::LOG_FILE;
use crate::system::registry;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where and how to read the files of one system.
#[derive(Debug)]
pub struct ReadRequest<'a> {
    /// The workspace; displayed paths are relative to it.
    pub root: &'a Path,
    /// The log, relative to the workspace.
    pub log: &'a Path,
    /// Further files and folders from the settings.
    pub further: Vec<PathBuf>,
    /// The systems of the workspace and their relations.
    pub registry: Arc<Registry>,
    /// Endings of file names that belong to other systems.
    pub claimed: Vec<&'static str>,
    pub boundary: Boundary,
    /// Which files may have changed since the last read.
    pub suspects: Suspects<'a>,
    /// Whether the files will be read again later, to detect changes.
    pub stays: bool,
    pub progress: &'a Progress,
}

impl<'a> ReadRequest<'a> {
    /// A request for a single read that is never refreshed.
    pub(in crate::system) fn once(root: &'a Path, further: &[PathBuf], progress: &'a Progress) -> Self {
        Self {
            root,
            log: Path::new(LOG_FILE),
            further: further.to_vec(),
            registry: registry(),
            claimed: Vec::new(),
            boundary: Boundary::open(root),
            suspects: Suspects::All,
            stays: false,
            progress,
        }
    }

    /// The stamp of a file if it will be read again. Taken before the file is read, so that a change in between is
    /// detected the next time.
    pub(in crate::system) fn stamp(&self, path: &Path) -> Option<FileStamp> {
        self.stays.then(|| FileStamp::of(path)).flatten()
    }

    /// Whether another system recognises a file by its name.
    pub(in crate::system) fn is_claimed(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        self.claimed.iter().any(|ending| name.ends_with(ending.as_bytes()))
    }

    /// Whether any suspect is in one of these folders of the workspace or in a place that the settings name.
    pub(in crate::system) fn concerns(&self, folders: &[&str]) -> bool {
        let Suspects::Only(paths) = self.suspects else { return true };
        let mut places = folders.iter().map(|folder| self.root.join(folder)).chain(self.further.iter().cloned());
        places.any(|place| paths.iter().any(|path| path.starts_with(&place) || place.starts_with(path)))
    }
}

/// The files of a system whose files are read independently of each other.
#[derive(Debug)]
pub struct Files {
    /// Findings about files that could not be found or listed.
    search_batch: Batch,
    /// Whether links were found: a linked file can change under another path.
    has_links: bool,
    cache: FileCache,
}

/// The result of a search for files.
#[derive(Debug, Default)]
pub(in crate::system) struct FoundFiles {
    pub(in crate::system) files: Vec<PathBuf>,
    /// Whether links were found, so that a file may change under another path.
    pub(in crate::system) has_links: bool,
}

impl Files {
    /// No files, before the first read.
    pub(in crate::system) fn none(system: SystemId) -> Self {
        Self { search_batch: Batch::new(system, 0), has_links: false, cache: FileCache::default() }
    }

    /// Reads new and changed files. Returns whether anything changed.
    pub(in crate::system) fn take(
        &mut self,
        found: FoundFiles,
        search_batch: Batch,
        request: &ReadRequest<'_>,
        reading: &Reading<'_>,
    ) -> bool {
        let suspects = if found.has_links { Suspects::All } else { request.suspects };
        let is_changed = search_batch.findings() != self.search_batch.findings();
        (self.search_batch, self.has_links) = (search_batch, found.has_links);
        self.cache.fill(found.files, suspects, reading) || is_changed
    }

    /// Like [`Files::take`], for files that are read as texts, each by itself. The batch of the search names the system.
    pub(in crate::system) fn take_texts(
        &mut self,
        found: FoundFiles,
        search_batch: Batch,
        request: &ReadRequest<'_>,
        (rules, files_a_batch): (&'static FileRules, usize),
        read: &(dyn Fn(&JsonFile, &mut Batch) + Sync),
    ) -> bool {
        let system = search_batch.system();
        let read_one = |path: &Path, batch: &mut Batch, _: &mut FileReader| {
            let stamp = request.stamp(path);
            if let Some(file) = JsonFile::read(request.root, path, system, rules, batch) {
                read(&file, batch);
            }
            stamp
        };
        let (stays, progress) = (request.stays, request.progress);
        let reading = Reading { system, first_part: 1, files_a_batch, read: &read_one, stays, progress };
        self.take(found, search_batch, request, &reading)
    }

    pub fn batches(&self) -> Batches<'_> {
        Batches::new([&self.search_batch], self.cache.batches())
    }

    /// Whether links were found, so that a file may change under another path.
    pub(in crate::system) fn has_links(&self) -> bool {
        self.has_links
    }

    pub fn file_count(&self) -> usize {
        self.cache.file_count()
    }

    /// Writes the batches, and their locations into the index.
    pub fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        self.search_batch.pack(index)?;
        self.search_batch.findings_packed(index)?;
        index.number(u64::from(self.has_links))?;
        self.cache.pack(out, index)
    }

    /// Reads the state of an earlier read from the index.
    pub fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>) -> Option<Self> {
        let (search_batch, has_links) = (small_batch(from)?, from.number()? == 1);
        Some(Self { search_batch, has_links, cache: FileCache::unpack(from, file)? })
    }

    /// The batches, if nothing will be read again.
    pub fn into_batches(self) -> impl Iterator<Item = Batch> {
        std::iter::once(self.search_batch).chain(self.cache.into_batches().filter_map(StoredBatches::into_batch))
    }
}

/// Reads a batch that is stored in the index itself, followed by its findings.
pub(in crate::system) fn small_batch(from: &mut Unpacker<'_>) -> Option<Batch> {
    let mut batch = Batch::unpack(from, Findings::default())?;
    batch.set_findings(Findings::unpack(from)?);
    Some(batch)
}

type SeenFile = (PathBuf, Option<FileStamp>);

/// The stamps of a system whose files are read as a whole.
#[derive(Debug, Default, Clone)]
pub(in crate::system) struct Seen {
    files: Vec<SeenFile>,
    /// Whether there are links, whose targets can change under another path.
    has_links: bool,
}

impl Seen {
    pub(in crate::system) fn of(files: impl IntoIterator<Item = PathBuf>) -> Self {
        let stamped = |path: PathBuf| {
            let stamp = FileStamp::of(&path);
            (path, stamp)
        };
        let files: Vec<_> = files.into_iter().map(stamped).collect();
        let has_links = files.iter().any(|(path, _)| path.is_symlink());
        Self { files, has_links }
    }

    pub(in crate::system) fn has_links(&self) -> bool {
        self.has_links
    }

    pub(in crate::system) fn pack(&self, out: &Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        index.number(u64::from(self.has_links))?;
        index.number(self.files.len() as u64)?;
        for (path, stamp) in &self.files {
            index.blob(path.as_os_str().as_bytes())?;
            FileStamp::pack(out.stamp(*stamp), index)?;
        }
        Ok(())
    }

    pub(in crate::system) fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        let has_links = from.number()? == 1;
        let mut files = Vec::new();
        for _ in 0..from.length(16)? {
            files.push((PathBuf::from(OsString::from_vec(from.blob()?)), FileStamp::unpack(from)?));
        }
        Some(Self { files, has_links })
    }

    /// Whether the files are certainly the same as those that were read.
    pub(in crate::system) fn still_holds(&self, now: &Self) -> bool {
        let holds = |((path, before), (other, now)): (&SeenFile, &SeenFile)| {
            path == other && before.zip(*now).is_some_and(|(before, now)| before.still_holds(now))
        };
        !now.has_links && self.files.len() == now.files.len() && self.files.iter().zip(&now.files).all(holds)
    }
}
