//! Follows a log that grows: only appended rows are read.
//!
//! The batches are the same whether the log was read incrementally or at once. The rows read before are compared with
//! the file by checksum, so that a log that was replaced, truncated or edited is noticed and read from scratch.

use super::parts::{Growth, LogPlace, Parts};
use super::rules;
use crate::finding::Finding;
use crate::graph::{Batch, BatchPosition, SystemId};
use crate::pack::{Packer, Unpacker};
use crate::system::kit::stamp::FileStamp;
use crate::system::kit::stored::{Batches, Sections};
use crate::system::{Progress, file};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Size from which the nodes are shown before the log's rows are read.
const LONG_BYTES: u64 = 16 << 20;

/// An open log whose rows are not read yet.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    place: LogPlace,
    /// `None` if there is no log.
    opened: io::Result<Option<(File, FileStamp)>>,
}

/// A log whose rows are read.
#[derive(Debug)]
pub struct ReadLog {
    path: PathBuf,
    place: LogPlace,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Absent,
    /// A batch with the finding that says why the log could not be read.
    Unreadable(Box<Batch>),
    Read(Box<Parts>),
}

impl Log {
    /// Opens a log of a system. `shown` is its path as displayed, `first_part` the number of its first batch.
    pub(in crate::system) fn open(system: SystemId, path: &Path, shown: String, first_part: u64) -> Self {
        Self { path: path.to_owned(), place: LogPlace::new(system, shown, first_part), opened: open(path) }
    }

    /// Whether reading its rows takes long enough to be noticed.
    pub fn is_long(&self) -> bool {
        matches!(&self.opened, Ok(Some((_, stamp))) if stamp.size() > LONG_BYTES)
    }

    /// Reads the rows. A missing log has none.
    pub fn read(self, progress: &Progress) -> ReadLog {
        let Self { path, place, opened } = self;
        let read = opened.and_then(|opened| {
            let Some((file, stamp)) = opened else { return Ok(Content::Absent) };
            let parts = Parts::read(&place, &file, stamp, progress)?;
            progress.add_files(1);
            Ok(Content::Read(Box::new(parts)))
        });
        let content = read.unwrap_or_else(|error| {
            let mut batch = Batch::of_log(place.system, place.first_part);
            let message = format!("The log could not be read: {}", file::reason(&error));
            let finding = Finding::new(&rules::LOG_UNREADABLE, place.system.name(), message);
            batch.finding(finding.in_file(&*place.shown));
            Content::Unreadable(Box::new(batch))
        });
        ReadLog { path, place, content }
    }
}

impl ReadLog {
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn exists(&self) -> bool {
        !matches!(self.content, Content::Absent)
    }

    pub fn batches(&self) -> Batches<'_> {
        match &self.content {
            Content::Absent => Batches::default(),
            Content::Unreadable(batch) => Batches::here([&**batch]),
            Content::Read(parts) => parts.batches(),
        }
    }

    /// The batches from a mark on, in order.
    pub fn appended(&self, first: usize, mark: BatchPosition) -> Vec<(&Batch, BatchPosition)> {
        match &self.content {
            Content::Read(parts) => parts.appended(first, mark),
            _ => Vec::new(),
        }
    }

    /// Writes the rows, and their locations into the index; fails if the log could not be read.
    pub fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        index.blob(self.path.as_os_str().as_bytes())?;
        self.place.system.pack(index)?;
        index.text(&self.place.shown)?;
        index.number(self.place.first_part)?;
        match &self.content {
            Content::Absent => index.number(0),
            Content::Unreadable(_) => Err(io::Error::other("the log could not be read")),
            Content::Read(parts) => {
                index.number(1)?;
                parts.pack(out, index)
            }
        }
    }

    /// Reads the state of an earlier read from the index. Changes to the log since then are found by the next refresh.
    pub fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>) -> Option<Self> {
        let path = PathBuf::from(OsString::from_vec(from.blob()?));
        let place = LogPlace::new(SystemId::unpack(from)?, from.text()?, from.number()?);
        let content = match from.number()? {
            0 => Content::Absent,
            _ => Content::Read(Box::new(Parts::unpack(from, file, &place)?)),
        };
        Some(Self { path, place, content })
    }

    /// The rows, if the log will not be read again.
    pub fn into_batches(self) -> Vec<Batch> {
        match self.content {
            Content::Absent => Vec::new(),
            Content::Unreadable(batch) => vec![*batch],
            Content::Read(parts) => parts.into_batches(),
        }
    }

    /// Checks the log for changes and reads appended rows.
    pub fn refresh(&mut self, progress: &Progress) -> Growth {
        let grown = match (&mut self.content, open(&self.path)) {
            (Content::Absent, Ok(None)) => Some(Growth::None),
            (Content::Read(parts), Ok(Some((file, stamp)))) => parts.grow(&file, stamp, &self.place).unwrap_or(None),
            _ => None,
        };
        if let Some(growth) = grown {
            return growth;
        }
        let before = matches!(self.content, Content::Unreadable(_)).then(|| self.findings());
        let LogPlace { system, shown, first_part, .. } = self.place.clone();
        *self = Log::open(system, &self.path, shown, first_part).read(progress);
        let is_same =
            before.is_some_and(|before| matches!(self.content, Content::Unreadable(_)) && before == self.findings());
        if is_same { Growth::None } else { Growth::Replaced }
    }

    fn findings(&self) -> Vec<Finding> {
        self.batches().findings()
    }
}

/// Opens a log; `None` if there is none. A dangling link is an error.
fn open(path: &Path) -> io::Result<Option<(File, FileStamp)>> {
    match file::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => Ok(None),
        opened => {
            let opened = opened?;
            let stamp = FileStamp::from_metadata(&opened.metadata()?);
            Ok(Some((opened, stamp)))
        }
    }
}
