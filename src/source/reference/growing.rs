//! A log that grows while somebody looks at it: what was appended is read from its old end on.
//!
//! However it was read, bit by bit or at once, the batches are the same. What was read before is compared with what is there
//! now, so that a log that was replaced, cut or edited is noticed and read anew.

use super::log::{PART_BYTES, parse, read_lines, split, without_mark};
use super::{SYSTEM, rules};
use crate::finding::Finding;
use crate::graph::{Batch, Mark};
use crate::source::stamp::FileStamp;
use crate::source::{Progress, file};
use std::fs::File;
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// A log with more bytes than this is worth a first look at the nodes before its rows are there.
const LONG_BYTES: usize = 16 << 20;

/// Of a log up to this size all that was read before is compared whenever it grows; of a longer one its last part, as long
/// as it does grow.
const COMPARED_BYTES: u64 = 8 << 20;

/// Whoever appended more than this at once has it read by all threads.
const MUCH: u64 = 8 << 20;

/// A log whose bytes are here and whose rows are not read yet.
#[derive(Debug)]
pub struct Log {
    place: LogPlace,
    /// Nothing if there is no log.
    bytes: io::Result<Option<(FileStamp, Vec<u8>)>>,
}

/// Where a log is.
#[derive(Debug, Clone)]
struct LogPlace {
    path: PathBuf,
    shown: String,
    first_part: u64,
}

/// A log whose rows are read.
#[derive(Debug)]
pub struct ReadLog {
    place: LogPlace,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Absent,
    /// A batch that says why it could not be read.
    Unreadable(Box<Batch>),
    Read(Box<Parts>),
}

/// What came of looking at a log again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// It is as it was.
    None,
    /// Rows were appended: what is behind the mark in this batch, and all batches behind it.
    Appended(usize, Mark),
    /// It is another log.
    Replaced,
}

impl Log {
    pub(super) fn open(path: &Path, shown: String, first_part: u64) -> Self {
        let bytes = open(path).and_then(|opened| {
            let Some((mut file, stamp)) = opened else { return Ok(None) };
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            Ok(Some((stamp, bytes)))
        });
        Self { place: LogPlace { path: path.to_owned(), shown, first_part }, bytes }
    }

    /// Whether reading its rows takes so long that a person would notice.
    pub fn is_long(&self) -> bool {
        self.bytes.as_ref().is_ok_and(|bytes| bytes.as_ref().is_some_and(|(_, bytes)| bytes.len() > LONG_BYTES))
    }

    /// Reads its rows. No log is no edges.
    pub fn read(self, progress: &Progress) -> ReadLog {
        let content = match self.bytes {
            Ok(None) => Content::Absent,
            Ok(Some((stamp, bytes))) => {
                let parts = Parts::read(&self.place, stamp, &bytes, progress);
                progress.add_files(1);
                Content::Read(Box::new(parts))
            }
            Err(error) => {
                let mut batch = Batch::of_log(self.place.first_part);
                let message = format!("the log could not be read: {}", file::reason(&error));
                let finding = Finding::new(&rules::LOG_UNREADABLE, SYSTEM.name(), message);
                batch.finding(finding.in_file(&*self.place.shown));
                Content::Unreadable(Box::new(batch))
            }
        };
        ReadLog { place: self.place, content }
    }
}

impl ReadLog {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.place.path
    }

    /// Whether there is a file.
    pub fn exists(&self) -> bool {
        !matches!(self.content, Content::Absent)
    }

    /// Its rows, in order.
    pub fn batches(&self) -> Vec<&Batch> {
        match &self.content {
            Content::Absent => Vec::new(),
            Content::Unreadable(batch) => vec![batch],
            Content::Read(parts) => parts.batches(),
        }
    }

    /// Its rows, if it will not be looked at again.
    pub fn into_batches(self) -> Vec<Batch> {
        match self.content {
            Content::Absent => Vec::new(),
            Content::Unreadable(batch) => vec![*batch],
            Content::Read(parts) => parts.into_batches(),
        }
    }

    /// Looks again, and reads what is new.
    pub fn refresh(&mut self, progress: &Progress) -> Growth {
        let grown = match (&mut self.content, open(&self.place.path)) {
            (Content::Absent, Ok(None)) => Some(Growth::None),
            (Content::Read(parts), Ok(Some((mut file, stamp)))) => {
                parts.grow(&mut file, stamp, &self.place.shown).unwrap_or(None)
            }
            _ => None,
        };
        if let Some(growth) = grown {
            return growth;
        }
        let LogPlace { path, shown, first_part } = self.place.clone();
        let before = matches!(self.content, Content::Unreadable(_)).then(|| self.findings());
        *self = Log::open(&path, shown, first_part).read(progress);
        let is_same =
            before.is_some_and(|before| matches!(self.content, Content::Unreadable(_)) && before == self.findings());
        if is_same { Growth::None } else { Growth::Replaced }
    }

    fn findings(&self) -> Vec<Finding> {
        self.batches().into_iter().flat_map(Batch::all_findings).collect()
    }
}

/// Opens a log. No log is nothing; a link that leads nowhere is an error.
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

/// What was read of a log: whole lines in batches, and what stands behind the last line end.
#[derive(Debug)]
struct Parts {
    stamp: FileStamp,
    /// The rows of whole lines; the last batch grows.
    settled: Vec<Batch>,
    /// How many bytes whole lines take, a byte order mark included.
    length: u64,
    /// Where the part of the last batch starts.
    part_start: u64,
    /// The number of the line behind them.
    next_line: u32,
    /// What stands there: a line that is still being written, or one without an end.
    tail: Vec<u8>,
    /// The last batch with that line in it, if it holds anything.
    with_tail: Option<Batch>,
    /// What all whole lines come to, and those of the last part.
    sum: DefaultHasher,
    part_sum: DefaultHasher,
}

impl Parts {
    fn read(place: &LogPlace, stamp: FileStamp, bytes: &[u8], progress: &Progress) -> Self {
        let marked = (bytes.len() - without_mark(bytes).len()) as u64;
        let length = memchr::memrchr(b'\n', bytes).map_or(marked as usize, |end| end + 1);
        let (whole, tail) = bytes.split_at(length);
        let settled = parse(whole, &place.shown, place.first_part, progress);
        let last = split(&whole[marked as usize..], PART_BYTES).pop().unwrap_or_default();
        let (mut sum, mut part_sum) = (DefaultHasher::new(), DefaultHasher::new());
        sum.write(whole);
        part_sum.write(last);
        let mut parts = Self {
            stamp,
            settled,
            length: length as u64,
            part_start: (length - last.len()) as u64,
            next_line: memchr::memchr_iter(b'\n', whole).count() as u32 + 1,
            tail: tail.to_owned(),
            with_tail: None,
            sum,
            part_sum,
        };
        parts.read_tail(&place.shown);
        parts
    }

    fn batches(&self) -> Vec<&Batch> {
        let mut batches: Vec<_> = self.settled.iter().collect();
        if let (Some(last), Some(with_tail)) = (batches.last_mut(), &self.with_tail) {
            *last = with_tail;
        }
        batches
    }

    fn into_batches(mut self) -> Vec<Batch> {
        if let (Some(last), Some(with_tail)) = (self.settled.last_mut(), self.with_tail) {
            *last = with_tail;
        }
        self.settled
    }

    /// Reads on; `None` if this is another log than the one that was read.
    fn grow(&mut self, file: &mut File, stamp: FileStamp, shown: &str) -> io::Result<Option<Growth>> {
        if self.stamp.still_holds(stamp) {
            return Ok(Some(Growth::None));
        }
        let known = self.length + self.tail.len() as u64;
        let is_longer = stamp.size() > known;
        if !stamp.is_same_file(self.stamp) || stamp.size() < known || stamp.size() - known > MUCH {
            return Ok(None);
        }
        if !self.is_prefix_of(file, is_longer)? {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(self.length))?;
        file.read_to_end(&mut bytes)?;
        // Before the first line end, a byte order mark may still be to come.
        if !bytes.starts_with(&self.tail) || (self.length == 0 && stamp.size() > known) {
            return Ok(None);
        }
        let mut new = bytes.split_off(self.tail.len());
        self.stamp = stamp;
        if new.is_empty() {
            return Ok(Some(Growth::None));
        }
        if self.tail_has_rows() {
            // The rows of the line are in a graph already: they can stay if the line ends just where it seemed to.
            let (Some(with_tail), Some(b'\n'), Some(last)) =
                (self.with_tail.take(), new.first().copied(), self.settled.last_mut())
            else {
                return Ok(None);
            };
            *last = with_tail;
            self.tail.push(new.remove(0));
            let line = std::mem::take(&mut self.tail);
            self.settle(&line);
        }
        let from = Growth::Appended(
            self.settled.len().saturating_sub(1),
            self.settled.last().map(Batch::mark).unwrap_or_default(),
        );
        self.tail.append(&mut new);
        self.read_whole_lines(shown);
        self.read_tail(shown);
        Ok(Some(from))
    }

    /// Whether a file still starts with what was read.
    fn is_prefix_of(&self, file: &mut File, is_longer: bool) -> io::Result<bool> {
        let (start, wanted) =
            if is_longer && self.length > COMPARED_BYTES { (self.part_start, &self.part_sum) } else { (0, &self.sum) };
        file.seek(SeekFrom::Start(start))?;
        let mut sum = DefaultHasher::new();
        let mut left = self.length - start;
        let mut block = vec![0; 1 << 16];
        while left > 0 {
            let wanted = block.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            let read = file.read(&mut block[..wanted])?;
            if read == 0 {
                return Ok(false);
            }
            sum.write(&block[..read]);
            left -= read as u64;
        }
        Ok(sum.finish() == wanted.finish())
    }

    fn tail_has_rows(&self) -> bool {
        let settled = self.settled.last().map(Batch::mark);
        self.with_tail.as_ref().is_some_and(|with_tail| Some(with_tail.mark()) != settled)
    }

    /// Takes the whole lines out of the tail.
    fn read_whole_lines(&mut self, shown: &str) {
        let Some(end) = memchr::memrchr(b'\n', &self.tail) else { return };
        let rest = self.tail.split_off(end + 1);
        let whole = std::mem::replace(&mut self.tail, rest);
        let mut left = &*whole;
        while !left.is_empty() {
            // The part ends behind the first line end that lies far enough from its start.
            let filled = usize::try_from(self.length - self.part_start).unwrap_or(usize::MAX);
            let from = PART_BYTES.saturating_sub(filled).min(left.len());
            let end = memchr::memchr(b'\n', &left[from..]).map_or(left.len(), |end| from + end + 1);
            let (piece, behind) = left.split_at(end);
            let first_line = self.next_line;
            if let Some(batch) = self.settled.last_mut() {
                read_lines(piece, first_line, shown, batch);
            }
            self.settle(piece);
            left = behind;
        }
    }

    /// Counts lines that were read, and starts another batch where a log that is read at once would be cut.
    fn settle(&mut self, lines: &[u8]) {
        self.sum.write(lines);
        self.part_sum.write(lines);
        self.next_line += memchr::memchr_iter(b'\n', lines).count() as u32;
        self.length += lines.len() as u64;
        if self.length - self.part_start > PART_BYTES as u64
            && let Some(last) = self.settled.last()
        {
            self.settled.push(Batch::of_log(last.part() + 1));
            self.part_start = self.length;
            self.part_sum = DefaultHasher::new();
        }
    }

    fn read_tail(&mut self, shown: &str) {
        self.with_tail = self.settled.last().filter(|_| !self.tail.trim_ascii().is_empty()).map(|last| {
            let mut batch = last.clone();
            read_lines(&self.tail, self.next_line, shown, &mut batch);
            batch
        });
    }
}
