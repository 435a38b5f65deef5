//! The batches of a log: complete lines, divided into parts, and the unfinished line at the end.
//!
//! A log is cut into parts after line ends; each part is a batch and is read on its own, block by block, so that
//! reading needs no more memory than the rows themselves. The cuts depend only on the content, so that a log read
//! incrementally gives the same batches as one read at once. Checksums of the parts detect edits to rows that were read
//! before.

use super::lines::read_lines;
use crate::graph::{Batch, BatchPosition, SystemId};
use crate::pack::{Packer, Unpacker};
use crate::system::Progress;
use crate::system::kit::line_blocks::{self, BLOCK_BYTES, bytes_of, cuts, mark_length};
use crate::system::kit::stamp::FileStamp;
use crate::system::kit::stored::{Batches, Sections, StoredBatches};
use rayon::prelude::*;
use std::fmt;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3Default;

/// Average length of a row, and average number of log bytes per new id; used to reserve memory.
const BYTES_A_ROW: usize = 100;
const BYTES_AN_ID: usize = 320;

/// More appended bytes than this are read in parallel, from scratch.
const MAX_INCREMENT: u64 = 8 << 20;

/// Where the rows of a log go.
#[derive(Debug, Clone)]
pub(super) struct LogPlace {
    pub(super) system: SystemId,
    /// The path of the log, as displayed.
    pub(super) shown: String,
    /// The number of its first batch.
    pub(super) first_part: u64,
    lengths: Lengths,
}

impl LogPlace {
    pub(super) fn new(system: SystemId, shown: String, first_part: u64) -> Self {
        Self { system, shown, first_part, lengths: Lengths::USUAL }
    }
}

/// The lengths of the pieces of a log, in bytes.
#[derive(Debug, Clone, Copy)]
struct Lengths {
    /// Minimum length of a part, except the last: long enough that few ids occur in many parts.
    part: u64,
    /// Up to this size, all of a log is compared whenever it changes. If a longer log grows, only its start and its
    /// last piece are compared, once this process has read or compared all of it.
    compared: u64,
    /// The length of the start, which is always compared.
    head: u64,
    /// Minimum length of the last piece.
    last_piece: u64,
}

impl Lengths {
    const USUAL: Self = Self { part: 32 << 20, compared: 8 << 20, head: 64 << 10, last_piece: 1 << 20 };
}

/// The result of checking a log for changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// Unchanged.
    None,
    /// Rows were appended: those after the mark in this batch, and all later batches.
    Appended(usize, BatchPosition),
    /// The log was replaced, truncated or edited.
    Replaced,
}

/// A checksum (XXH3). Not cryptographic: it does not protect against deliberate collisions.
#[derive(Clone, Default)]
struct Checksum(Xxh3Default);

impl Checksum {
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn digest(&self) -> u64 {
        self.0.digest()
    }
}

impl fmt::Debug for Checksum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:x}", self.digest())
    }
}

/// The content of a log.
#[derive(Debug)]
pub(super) struct Parts {
    stamp: FileStamp,
    /// The rows of complete lines. The last batch is in memory and grows.
    settled: Vec<StoredBatches>,
    /// The start and the checksum of each part except the last.
    checksums: Vec<(u64, u64)>,
    /// The start and the checksum so far of the last part.
    last_checksum: (u64, Checksum),
    /// The length and the checksum of the start that is always compared.
    head: (u64, u64),
    /// Number of bytes of complete lines, including a byte order mark.
    length: u64,
    /// The number of the line after them.
    next_line: u32,
    /// The rest: a line that is still being written, or one without a line end.
    tail: Vec<u8>,
    /// The last batch including that line, if it is not blank.
    with_tail: Option<Batch>,
    /// The start and the checksum of the last piece, which is compared when a long log grows. `None` if the content
    /// comes from a snapshot and has not been compared with the log yet, in which case all of it is.
    last_piece: Option<(u64, Checksum)>,
}

impl Parts {
    pub(super) fn read(place: &LogPlace, file: &File, stamp: FileStamp, progress: &Progress) -> io::Result<Self> {
        let size = stamp.size();
        let mark = mark_length(file, size)?;
        let length = line_end_before(file, size)?.unwrap_or(mark);
        let cuts = cuts(file, mark..length, place.lengths.part)?;
        let read = |(number, range): (usize, &Range<u64>)| {
            let mut batch = Batch::of_log(place.system, place.first_part + number as u64);
            let bytes = usize::try_from(range.end - range.start).unwrap_or_default();
            batch.expect(bytes / BYTES_AN_ID, bytes / BYTES_A_ROW);
            let (lines, checksum) = read_part(file, range.clone(), &place.shown, &mut batch, progress)?;
            batch.seal();
            Ok((batch, lines, checksum))
        };
        let parts: Vec<_> = cuts.par_iter().with_max_len(1).enumerate().map(read).collect::<io::Result<_>>()?;
        let mut next_line = 1;
        let (mut settled, mut checksums) = (Vec::new(), Vec::new());
        for ((mut batch, lines, checksum), range) in parts.into_iter().zip(&cuts) {
            // Only now the number of lines before a part is known.
            batch.move_down(next_line - 1);
            next_line += lines;
            settled.push(StoredBatches::here(batch));
            checksums.push((range.start, checksum));
        }
        let last_checksum = checksums.pop().unwrap_or_default();
        let checksums = checksums.into_iter().map(|(start, checksum)| (start, checksum.digest())).collect();
        let head = length.min(place.lengths.head);
        let head = (head, checksum_of(file, 0..head)?.digest());
        let last_piece = Some(last_piece(file, length, place)?);
        let tail = bytes_of(file, length..size)?;
        let with_tail = None;
        let mut parts =
            Self { stamp, settled, checksums, last_checksum, head, length, next_line, tail, with_tail, last_piece };
        parts.read_tail(&place.shown);
        Ok(parts)
    }

    pub(super) fn batches(&self) -> Batches<'_> {
        let settled = self.settled.len() - usize::from(self.with_tail.is_some());
        Batches::new(&self.with_tail, &self.settled[..settled])
    }

    pub(super) fn into_batches(mut self) -> Vec<Batch> {
        if let Some(with_tail) = self.with_tail {
            self.settled.pop();
            self.settled.push(StoredBatches::here(with_tail));
        }
        self.settled.into_iter().filter_map(StoredBatches::into_batch).collect()
    }

    /// The batches from a mark on, in order. They were read by this process, so they are in memory.
    pub(super) fn appended(&self, first: usize, mark: BatchPosition) -> Vec<(&Batch, BatchPosition)> {
        let last = self.settled.len() - 1;
        let batch = |at: usize| self.with_tail.as_ref().filter(|_| at == last).or_else(|| self.settled[at].batch());
        let marked = |at: usize| Some((batch(at)?, if at == first { mark } else { BatchPosition::default() }));
        (first..=last).filter_map(marked).collect()
    }

    /// Writes the rows, and their locations into the index.
    pub(super) fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        FileStamp::pack(out.stamp(Some(self.stamp)), index)?;
        let numbers = [self.head.0, self.head.1, self.length, u64::from(self.next_line)];
        numbers.into_iter().try_for_each(|number| index.number(number))?;
        index.blob(&self.tail)?;
        index.number(self.settled.len() as u64)?;
        let last = (self.last_checksum.0, self.last_checksum.1.digest());
        for (kept, (start, checksum)) in self.settled.iter().zip(self.checksums.iter().copied().chain([last])) {
            kept.pack(out, index)?;
            index.number(start)?;
            index.number(checksum)?;
        }
        Ok(())
    }

    /// Reads the state of an earlier read from the index. Rows appended since go into a new batch. The log itself is
    /// not accessed until it is checked for changes.
    pub(super) fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>, place: &LogPlace) -> Option<Self> {
        let stamp = FileStamp::unpack(from)??;
        let head = (from.number()?, from.number()?);
        let (length, next_line) = (from.number()?, u32::try_from(from.number()?).ok()?);
        let tail = from.blob()?;
        let (mut settled, mut checksums) = (Vec::new(), Vec::new());
        for _ in 0..from.length(1)? {
            settled.push(StoredBatches::unpack(from, file)?);
            checksums.push((from.number()?, from.number()?));
        }
        // The index may be damaged.
        if u64::from(next_line) > length.saturating_add(1) {
            return None;
        }
        settled.push(StoredBatches::here(Batch::of_log(place.system, settled.last()?.part().checked_add(1)?)));
        let mut parts = Self {
            stamp,
            settled,
            checksums,
            last_checksum: (length, Checksum::default()),
            head,
            length,
            next_line,
            tail,
            with_tail: None,
            last_piece: None,
        };
        parts.read_tail(&place.shown);
        Some(parts)
    }

    /// Reads appended rows; `None` if the log must be read from scratch.
    pub(super) fn grow(&mut self, file: &File, stamp: FileStamp, place: &LogPlace) -> io::Result<Option<Growth>> {
        if self.stamp.still_holds(stamp) {
            return Ok(Some(Growth::None));
        }
        let known = self.length + self.tail.len() as u64;
        let is_longer = stamp.size() > known;
        if !stamp.is_same_file(self.stamp) || stamp.size() < known || stamp.size() - known > MAX_INCREMENT {
            return Ok(None);
        }
        if !self.is_prefix_of(file, is_longer, place)? {
            return Ok(None);
        }
        if self.last_piece.is_none() {
            self.last_piece = Some(last_piece(file, self.length, place)?);
        }
        let mut bytes = bytes_of(file, self.length..stamp.size())?;
        // Before the first line end, a byte order mark may still follow.
        if !bytes.starts_with(&self.tail) || (self.length == 0 && is_longer) {
            return Ok(None);
        }
        let mut new = bytes.split_off(self.tail.len());
        self.stamp = stamp;
        if new.is_empty() {
            return Ok(Some(Growth::None));
        }
        if self.tail_has_rows() {
            // The rows of the unfinished line are in a graph already: they can stay only if the line ends here.
            let (Some(with_tail), Some(b'\n'), Some(last)) =
                (self.with_tail.take(), new.first().copied(), self.settled.last_mut())
            else {
                return Ok(None);
            };
            *last = StoredBatches::here(with_tail);
            self.tail.push(new.remove(0));
            let line = std::mem::take(&mut self.tail);
            self.settle(&line, 1, place);
        }
        let from = Growth::Appended(
            self.settled.len().saturating_sub(1),
            self.settled.last().and_then(StoredBatches::batch).map(Batch::mark).unwrap_or_default(),
        );
        self.tail.append(&mut new);
        self.read_whole_lines(place);
        self.read_tail(&place.shown);
        Ok(Some(from))
    }

    /// Whether the file still starts with the content that was read.
    fn is_prefix_of(&self, file: &File, is_longer: bool, place: &LogPlace) -> io::Result<bool> {
        if checksum_of(file, 0..self.head.0)?.digest() != self.head.1 {
            return Ok(false);
        }
        if let Some((start, wanted)) = &self.last_piece
            && is_longer
            && self.length > place.lengths.compared
        {
            return Ok(checksum_of(file, *start..self.length)?.digest() == wanted.digest());
        }
        let last = (self.last_checksum.0, self.last_checksum.1.digest());
        let checksums = || self.checksums.iter().copied().chain([last]);
        let ends = checksums().skip(1).map(|(start, _)| start).chain([self.length]);
        let parts: Vec<_> = checksums().zip(ends).collect();
        let is_same =
            |((start, wanted), end): &((u64, u64), u64)| Ok(checksum_of(file, *start..*end)?.digest() == *wanted);
        let same: io::Result<Vec<bool>> = parts.par_iter().with_max_len(1).map(is_same).collect();
        Ok(same?.into_iter().all(|is_same| is_same))
    }

    fn tail_has_rows(&self) -> bool {
        let settled = self.settled.last().and_then(StoredBatches::batch).map(Batch::mark);
        self.with_tail.as_ref().is_some_and(|with_tail| Some(with_tail.mark()) != settled)
    }

    /// Reads the complete lines of the tail.
    fn read_whole_lines(&mut self, place: &LogPlace) {
        let Some(end) = memchr::memrchr(b'\n', &self.tail) else { return };
        let rest = self.tail.split_off(end + 1);
        let whole = std::mem::replace(&mut self.tail, rest);
        let mut left = &*whole;
        while !left.is_empty() {
            // The part ends after the first line end beyond its minimum length.
            let filled = self.length - self.last_checksum.0;
            let from = usize::try_from(place.lengths.part.saturating_sub(filled)).unwrap_or(usize::MAX).min(left.len());
            let end = memchr::memchr(b'\n', &left[from..]).map_or(left.len(), |end| from + end + 1);
            let (piece, behind) = left.split_at(end);
            let first_line = self.next_line;
            let last = self.settled.last_mut().and_then(StoredBatches::batch_mut);
            let lines = last.map_or(0, |last| read_lines(piece, first_line, &place.shown, last));
            self.settle(piece, lines, place);
            left = behind;
        }
    }

    /// Counts lines that were read, and starts a new batch where a log read at once would be cut.
    fn settle(&mut self, bytes: &[u8], lines: u32, place: &LogPlace) {
        if let Some((start, checksum)) = &mut self.last_piece {
            if self.length - *start > place.lengths.last_piece {
                (*start, *checksum) = (self.length, Checksum::default());
            }
            checksum.update(bytes);
        }
        self.last_checksum.1.update(bytes);
        self.next_line += lines;
        self.length += bytes.len() as u64;
        if self.length - self.last_checksum.0 > place.lengths.part
            && let Some(last) = self.settled.last_mut().and_then(StoredBatches::batch_mut)
        {
            last.seal();
            let next = Batch::of_log(place.system, last.part() + 1);
            self.settled.push(StoredBatches::here(next));
            let (start, checksum) = std::mem::replace(&mut self.last_checksum, (self.length, Checksum::default()));
            self.checksums.push((start, checksum.digest()));
        }
    }

    fn read_tail(&mut self, shown: &str) {
        let last = self.settled.last().and_then(StoredBatches::batch);
        self.with_tail = last.filter(|_| !self.tail.trim_ascii().is_empty()).map(|last| {
            let mut batch = last.clone();
            read_lines(&self.tail, self.next_line, shown, &mut batch);
            batch
        });
    }
}

/// The end of the last line before a position.
fn line_end_before(file: &File, place: u64) -> io::Result<Option<u64>> {
    let mut end = place;
    while end > 0 {
        let start = end.saturating_sub(BLOCK_BYTES as u64);
        if let Some(found) = memchr::memrchr(b'\n', &bytes_of(file, start..end)?) {
            return Ok(Some(start + found as u64 + 1));
        }
        end = start;
    }
    Ok(None)
}

/// Reads lines into a batch, starting with line 1. Returns their number and checksum.
fn read_part(
    file: &File,
    range: Range<u64>,
    shown: &str,
    batch: &mut Batch,
    progress: &Progress,
) -> io::Result<(u32, Checksum)> {
    let mut checksum = Checksum::default();
    let mut lines = 0;
    line_blocks::each_block(file, range, |block| {
        checksum.update(block);
        let rows = batch.edges().len();
        lines += read_lines(block, lines + 1, shown, batch);
        progress.add_rows(batch.edges().len() - rows);
        !progress.is_cancelled()
    })?;
    Ok((lines, checksum))
}

fn checksum_of(file: &File, range: Range<u64>) -> io::Result<Checksum> {
    let mut checksum = Checksum::default();
    let mut block = vec![0; BLOCK_BYTES.min(usize::try_from(range.end - range.start).unwrap_or(BLOCK_BYTES))];
    let mut at = range.start;
    while at < range.end {
        let wanted = block.len().min(usize::try_from(range.end - at).unwrap_or(usize::MAX));
        file.read_exact_at(&mut block[..wanted], at)?;
        checksum.update(&block[..wanted]);
        at += wanted as u64;
    }
    Ok(checksum)
}

/// The start and the checksum of the last piece of a log with this length.
fn last_piece(file: &File, length: u64, place: &LogPlace) -> io::Result<(u64, Checksum)> {
    let start = length.saturating_sub(place.lengths.last_piece);
    Ok((start, checksum_of(file, start..length)?))
}

#[cfg(test)]
mod tests;
