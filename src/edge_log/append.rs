//! Appends one line to a file that other programs append to at the same time.
//!
//! The line and its newline are written with a single `write` to an `O_APPEND` descriptor under an advisory lock, then
//! synced (`fsync`) and read back. If the file does not end in a newline, one is written first, so that a torn tail
//! never corrupts the new row. Nothing is ever rewritten or truncated. The lock separates refscope's own writers; the
//! single `write` also protects against programs that do not lock.

#[cfg(test)]
mod faults;

use super::lock::LockedFile;
use crate::system::HOW_TO_ALLOW;
use crate::text;
use memchr::memchr_iter;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// Why a line was not written, or may not have been.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    #[error("cannot serialise the row as JSON: {0}")]
    Encode(String),
    #[error("cannot append to {}: {cause}. Nothing was written", path.display())]
    Open { path: PathBuf, cause: io::Error },
    /// The log does not exist, and creating it was not allowed.
    #[error("{} does not exist. Nothing was written", path.display())]
    NoLog { path: PathBuf },
    #[error("cannot read {}: {cause}. Nothing was written", path.display())]
    Unreadable { path: PathBuf, cause: io::Error },
    #[error("{}. Nothing was written; {HOW_TO_ALLOW}", leads_outside(path, target))]
    Outside {
        /// The path to write to.
        path: PathBuf,
        /// The file that it resolves to.
        target: PathBuf,
    },
    #[error(
        "{0} is locked by another program. Nothing was written; wait until that program is done or end it (`fuser {0}` lists \
         it), then try again",
        path.display()
    )]
    Locked { path: PathBuf },
    /// The file no longer contains the edge to retract.
    #[error("{file} no longer contains the edge {edge}. Nothing was written")]
    Gone { file: String, edge: String },
    #[error("it is already retracted ({file}:{line}). Nothing was written")]
    Retracted {
        file: String,
        /// The line of the retraction.
        line: u64,
    },
    #[error("cannot write to {}: {cause}. Nothing was written", path.display())]
    Refused { path: PathBuf, cause: io::Error },
    /// Only a part was written, and the second attempt failed too.
    #[error(
        "only {written} of {length} bytes could be written to {}: {cause}. The row is not saved; its fragment at the \
         end of the file is skipped by readers and reported by `refscope doctor`",
        path.display()
    )]
    Torn {
        path: PathBuf,
        /// Number of bytes of the row that were written.
        written: usize,
        /// Number of bytes of the row.
        length: usize,
        cause: io::Error,
    },
    /// `fsync` failed, or the row could not be read back.
    #[error("the row was handed to {} but {problem}: it may or may not be saved", path.display())]
    Unconfirmed { path: PathBuf, problem: String },
}

fn leads_outside(path: &Path, target: &Path) -> String {
    if path == target {
        return format!("{} is outside the workspace", path.display());
    }
    format!("{} leads outside the workspace, to {}", path.display(), target.display())
}

impl AppendError {
    /// The cause, without its consequences.
    pub fn reason(&self) -> String {
        match self {
            Self::Gone { file, edge } => format!("{file} no longer contains the edge {edge}"),
            Self::Retracted { file, line } => format!("it is already retracted ({file}:{line})"),
            Self::Encode(reason) | Self::Unconfirmed { problem: reason, .. } => reason.clone(),
            Self::Open { cause, .. }
            | Self::Unreadable { cause, .. }
            | Self::Refused { cause, .. }
            | Self::Torn { cause, .. } => cause.to_string(),
            Self::Outside { path, target } => leads_outside(path, target),
            Self::NoLog { .. } => "it does not exist".to_owned(),
            Self::Locked { .. } => "it is locked by another program".to_owned(),
        }
    }
}

impl LockedFile {
    /// Appends `text` and a newline.
    pub(super) fn append(&mut self, path: &Path, text: &str) -> Result<Placed, AppendError> {
        append_to(&mut self.file, path, text.as_bytes())
    }

    /// Releases the lock.
    pub(super) fn release(self) -> Released {
        // If unlocking fails, closing the file releases the lock.
        let _ = self.file.unlock();
        Released { file: self.file }
    }
}

/// A log that was appended to and is no longer locked.
///
/// Line numbers are counted only here. Counting reads the whole log but needs no lock, because nothing before an
/// appended row ever changes.
pub(super) struct Released {
    file: File,
}

impl Released {
    /// The number of an appended line, from 1.
    pub(super) fn line_of(&mut self, placed: &Placed) -> io::Result<u64> {
        line_number(&mut self.file, placed.start)
    }
}

/// Syncs the parent folder, so that the name of a new file is durable.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => File::open(".")?.sync_all(),
    }
}

/// The file operations needed for appending; tests implement it with injected failures.
pub(super) trait LogFile {
    fn last_byte(&mut self) -> io::Result<Option<u8>>;
    /// One `write` at the end of the file; returns the number of bytes written.
    fn write_once(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// The offset after the last `write_once`.
    fn written_to(&mut self) -> io::Result<u64>;
    fn sync(&mut self) -> io::Result<()>;
    /// At most `length` bytes from `start`.
    fn read_at(&mut self, start: u64, length: usize) -> io::Result<Vec<u8>>;
}

impl LogFile for File {
    fn last_byte(&mut self) -> io::Result<Option<u8>> {
        let length = self.metadata()?.len();
        Ok(if length == 0 { None } else { self.read_at(length - 1, 1)?.first().copied() })
    }

    fn write_once(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write(bytes)
    }

    fn written_to(&mut self) -> io::Result<u64> {
        self.stream_position()
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn read_at(&mut self, start: u64, length: usize) -> io::Result<Vec<u8>> {
        self.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::with_capacity(length);
        self.take(length as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// The byte position of an appended row.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Placed {
    /// The offset of its first byte.
    start: u64,
    /// Number of bytes before it that a failed first attempt wrote.
    torn: usize,
}

impl Placed {
    /// The position of a row that was appended earlier.
    pub(super) fn at(start: u64) -> Self {
        Self { start, torn: 0 }
    }

    /// The warning about a fragment left by a failed first attempt, if any; `line` is that of the row.
    pub(super) fn warning(&self, line: u64) -> Option<String> {
        let piece = text::count(self.torn, "byte");
        let warning =
            || format!("a failed attempt left a fragment of {piece} before line {line}, which readers skip and report");
        (self.torn > 0).then(warning)
    }
}

/// Appends one line.
pub(super) fn append_to(file: &mut impl LogFile, path: &Path, line: &[u8]) -> Result<Placed, AppendError> {
    let refused = |cause| AppendError::Refused { path: path.to_owned(), cause };
    let tail_is_whole = file.last_byte().map_err(refused)?.is_none_or(|last| last == b'\n');
    let buffer = if tail_is_whole { [line, b"\n"].concat() } else { [b"\n", line, b"\n"].concat() };

    let taken = write_uninterrupted(file, &buffer).map_err(refused)?;
    let mut torn = 0;
    let end = if taken == buffer.len() {
        written_to(file, path)? - 1
    } else if taken + 1 == buffer.len() {
        // The row is complete. It can be read without its newline, and the next append starts a new line.
        let end = written_to(file, path)?;
        let _ = write_uninterrupted(file, b"\n");
        end
    } else {
        torn = taken.saturating_sub(usize::from(!tail_is_whole));
        write_again(file, path, line, torn)?
    };
    let start = end.checked_sub(line.len() as u64);
    let start = start.ok_or_else(|| unconfirmed(path, "the end of the file moved"))?;
    file.sync().map_err(|error| unconfirmed(path, &format!("the disk did not confirm it ({error})")))?;
    let found = file.read_at(start, line.len()).map_err(|error| unconfirmed(path, &error.to_string()))?;
    if found != line {
        return Err(unconfirmed(path, "the file contains something else at its position"));
    }
    Ok(Placed { start, torn })
}

/// Writes the whole row on a new line after a fragment of it, which cannot be removed; returns the end offset.
fn write_again(file: &mut impl LogFile, path: &Path, line: &[u8], written: usize) -> Result<u64, AppendError> {
    let torn = |written, cause| match written {
        // At worst this adds an empty line.
        0 => AppendError::Refused { path: path.to_owned(), cause },
        written => AppendError::Torn { path: path.to_owned(), written, length: line.len(), cause },
    };
    let again = [b"\n", line, b"\n"].concat();
    match write_uninterrupted(file, &again) {
        Ok(taken) if taken == again.len() => Ok(written_to(file, path)? - 1),
        Ok(taken) if taken + 1 == again.len() => written_to(file, path),
        Ok(taken) => Err(torn(written.max(taken.saturating_sub(1)), io::Error::from(io::ErrorKind::WriteZero))),
        Err(cause) => Err(torn(written, cause)),
    }
}

fn written_to(file: &mut impl LogFile, path: &Path) -> Result<u64, AppendError> {
    let end = file.written_to().map_err(|error| unconfirmed(path, &error.to_string()))?;
    if end == 0 { Err(unconfirmed(path, "the end of the file moved")) } else { Ok(end) }
}

fn unconfirmed(path: &Path, problem: &str) -> AppendError {
    AppendError::Unconfirmed { path: path.to_owned(), problem: problem.to_owned() }
}

/// Retries a `write` that a signal interrupted before it wrote anything.
fn write_uninterrupted(file: &mut impl LogFile, bytes: &[u8]) -> io::Result<usize> {
    loop {
        match file.write_once(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// The number of the line that starts at `offset`.
fn line_number(file: &mut File, offset: u64) -> io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let mut before = file.take(offset);
    let mut buffer = vec![0; 1 << 16];
    let mut line = 1;
    loop {
        match before.read(&mut buffer) {
            Ok(0) => return Ok(line),
            Ok(length) => line += memchr_iter(b'\n', &buffer[..length]).count() as u64,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lock::open_locked;
    use super::super::outside::Target;
    use super::*;
    use crate::system::Boundary;
    use std::collections::BTreeMap;
    use std::fs::{self, OpenOptions};
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Duration;

    const PATIENCE: Duration = Duration::from_mins(1);

    fn target(path: &Path) -> Target<'_> {
        static EVERYTHING: LazyLock<Boundary> = LazyLock::new(|| Boundary::open(Path::new("/")));
        Target { path, boundary: &EVERYTHING }
    }

    /// Appends a line; returns its number.
    fn append_line(target: Target<'_>, text: &str, patience: Duration) -> Result<u64, AppendError> {
        let mut locked = open_locked(target, patience)?;
        let placed = locked.append(target.path, text)?;
        Ok(locked.release().line_of(&placed).unwrap())
    }

    fn append(path: &Path, text: &str) -> u64 {
        append_line(target(path), text, PATIENCE).unwrap()
    }

    #[test]
    fn lines_are_appended_and_counted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        assert_eq!(append(&path, "one"), 1);
        assert_eq!(append(&path, "two"), 2);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
    }

    #[test]
    fn torn_tail_stays_on_its_own_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        fs::write(&path, "one\ntor").unwrap();
        assert_eq!(append(&path, "two"), 3);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntor\ntwo\n");
    }

    #[test]
    fn lock_held_elsewhere_is_an_error_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        fs::write(&path, "one\n").unwrap();
        let holder = File::open(&path).unwrap();
        holder.lock().unwrap();
        let error = append_line(target(&path), "two", Duration::ZERO).unwrap_err();
        assert!(matches!(error, AppendError::Locked { .. }), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\n");
    }

    #[test]
    fn folder_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let gone = folder.path().canonicalize().unwrap().join("gone");
        let (path, boundary) = (gone.join("log"), Boundary::around(&gone));
        let missing = append_line(Target { path: &path, boundary: &boundary }, "x", PATIENCE).unwrap_err();
        assert!(matches!(missing, AppendError::Open { .. }), "{missing}");
        let directory = append_line(target(folder.path()), "x", PATIENCE).unwrap_err();
        assert!(matches!(directory, AppendError::Open { .. }), "{directory}");
    }

    #[test]
    fn lock_is_released_while_lines_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut locked = open_locked(target(&path), PATIENCE).unwrap();
        let placed = locked.append(&path, "one").unwrap();
        let mut released = locked.release();
        let other = open_locked(target(&path), Duration::ZERO).unwrap();
        assert_eq!(released.line_of(&placed).unwrap(), 1);
        drop(other);
    }

    #[test]
    fn line_is_exact_with_concurrent_writers_with_and_without_locks() {
        const WRITERS: usize = 4;
        const ROWS: usize = 50;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        fs::write(&path, "").unwrap();
        let is_done = AtomicBool::new(false);
        let said: BTreeMap<String, u64> = thread::scope(|scope| {
            let foreign = scope.spawn(|| {
                let mut file = OpenOptions::new().append(true).open(&path).unwrap();
                let mut length = 0;
                while !is_done.load(Ordering::Relaxed) {
                    // Appends one line whenever another writer has added one.
                    let now = file.metadata().unwrap().len();
                    if now > length {
                        file.write_all(b"foreign\n").unwrap();
                        length = now + 8;
                    }
                    thread::yield_now();
                }
            });
            let write = |writer: usize| {
                let path = &path;
                move || {
                    (0..ROWS)
                        .map(|row| format!("{writer}-{row}"))
                        .map(|row| (row.clone(), append(path, &row)))
                        .collect::<Vec<_>>()
                }
            };
            let writers: Vec<_> = (0..WRITERS).map(|writer| scope.spawn(write(writer))).collect();
            let said = writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect();
            is_done.store(true, Ordering::Relaxed);
            foreign.join().unwrap();
            said
        });
        let text = fs::read_to_string(&path).unwrap();
        let found = (1..).zip(text.lines()).filter(|(_, line)| *line != "foreign" && !line.is_empty());
        let found: BTreeMap<_, _> = found.map(|(number, line)| (line.to_owned(), number)).collect();
        assert_eq!(said, found);
        assert_eq!(found.len(), WRITERS * ROWS);
    }
}
