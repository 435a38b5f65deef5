//! One line, appended to a file that others append to at the same time.
//!
//! One buffer with its newline, one `write` on an append-only descriptor, under an advisory lock; if the file does not end
//! in a newline, one is written first, so that a torn tail never swallows a good row; then the disk is asked to keep it,
//! and it is read back. Nothing is ever rewritten or truncated. Other programs take no lock: the lock keeps refscope's own
//! writers apart, the single `write` keeps everybody apart.

#[cfg(test)]
mod faults;

use super::lock::LockedFile;
use crate::source::HOW_TO_ALLOW;
use crate::text;
use memchr::memchr_iter;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// Why a line is not in the file, or not certainly.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The row could not be written as JSON.
    #[error("the row cannot be written as JSON: {0}")]
    Encode(String),
    /// The file could not be opened.
    #[error("cannot append to {}: {cause}. Nothing was written", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The file could not be read.
    #[error("cannot read {}: {cause}. Nothing was written", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The file is outside the workspace, and the user did not allow that.
    #[error("{}. Nothing was written; {HOW_TO_ALLOW}", leads_outside(path, target))]
    Outside {
        /// The path that was to be written.
        path: PathBuf,
        /// The file that it leads to.
        target: PathBuf,
    },
    /// Another writer holds the lock.
    #[error(
        "{0} is locked by another program. Nothing was written; wait until that program is done or end it (`fuser {0}` lists \
         it), then try again",
        path.display()
    )]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The file does not say what is to be taken back.
    #[error("{} has no edge {edge} any more. Nothing was written", path.display())]
    Gone {
        /// The file.
        path: PathBuf,
        /// The edge, in words.
        edge: String,
    },
    /// The file says that it is taken back already.
    #[error("it is retracted already ({}:{line}). Nothing was written", path.display())]
    Retracted {
        /// The file.
        path: PathBuf,
        /// The line that says so.
        line: u64,
    },
    /// The system refused to write.
    #[error("cannot write to {}: {cause}. Nothing was written", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// Only a part was written, and a second try failed too.
    #[error(
        "only {written} of {length} bytes could be written to {}: {cause}. The row is not saved; the piece of it at the \
         end of the file is skipped by readers and reported by `refscope doctor`",
        path.display()
    )]
    Torn {
        /// The file.
        path: PathBuf,
        /// Bytes of the row that are in the file.
        written: usize,
        /// Bytes the row has.
        length: usize,
        /// What the system said.
        cause: io::Error,
    },
    /// The disk did not confirm, or the row could not be read back.
    #[error("the row was handed to {} but {problem}: it may or may not be saved", path.display())]
    Unconfirmed {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        problem: String,
    },
}

fn leads_outside(path: &Path, target: &Path) -> String {
    if path == target {
        return format!("{} is outside the workspace", path.display());
    }
    format!("{} leads outside the workspace, to {}", path.display(), target.display())
}

impl AppendError {
    /// What went wrong, without what follows from it.
    pub fn reason(&self) -> String {
        match self {
            Self::Gone { path, edge } => format!("{} has no edge {edge} any more", path.display()),
            Self::Retracted { path, line } => format!("it is retracted already ({}:{line})", path.display()),
            Self::Encode(reason) | Self::Unconfirmed { problem: reason, .. } => reason.clone(),
            Self::Open { cause, .. }
            | Self::Unreadable { cause, .. }
            | Self::Refused { cause, .. }
            | Self::Torn { cause, .. } => cause.to_string(),
            Self::Outside { path, target } => leads_outside(path, target),
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
/// Lines are counted here and nowhere else. That reads the whole log, and needs no lock: nothing before an appended row ever
/// changes.
pub(super) struct Released {
    file: File,
}

impl Released {
    /// The number of an appended line, from 1.
    pub(super) fn line_of(&mut self, placed: &Placed) -> io::Result<u64> {
        line_number(&mut self.file, placed.start)
    }
}

/// Makes a new file's name as durable as its content.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => File::open(".")?.sync_all(),
    }
}

/// What appending needs of a file; tests put a failing one in its place.
pub(super) trait LogFile {
    /// The last byte, if there is any.
    fn last_byte(&mut self) -> io::Result<Option<u8>>;
    /// One `write` at the end of the file; how many bytes were taken.
    fn write_once(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Where the last `write_once` ended.
    fn written_to(&mut self) -> io::Result<u64>;
    /// Waits until what was written is on the disk.
    fn sync(&mut self) -> io::Result<()>;
    /// The bytes from `start` on, as many as `length` or as there are.
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

/// Where an appended row is, in bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Placed {
    /// The offset of its first byte.
    start: u64,
    /// How many bytes of a first try are before it.
    torn: usize,
}

impl Placed {
    /// The place of a row that was appended earlier.
    pub(super) fn at(start: u64) -> Self {
        Self { start, torn: 0 }
    }

    /// What readers of the log will report because of the first try, if it left a piece; `line` is that of the row.
    pub(super) fn warning(&self, line: u64) -> Option<String> {
        let piece = text::count(self.torn, "byte");
        let warning =
            || format!("a first try left a piece of {piece} before line {line}, which readers skip and report");
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
        // The row is whole. Without its newline it is read all the same, and the next append starts a new line.
        let end = written_to(file, path)?;
        let _ = write_uninterrupted(file, b"\n");
        end
    } else {
        torn = taken.saturating_sub(usize::from(!tail_is_whole));
        write_again(file, path, line, torn)?
    };
    let start = end.checked_sub(line.len() as u64);
    let start = start.ok_or_else(|| unconfirmed(path, "the end of the file is not where it was"))?;
    file.sync().map_err(|error| unconfirmed(path, &format!("the disk did not confirm it ({error})")))?;
    let found = file.read_at(start, line.len()).map_err(|error| unconfirmed(path, &error.to_string()))?;
    if found != line {
        return Err(unconfirmed(path, "something else stands in its place"));
    }
    Ok(Placed { start, torn })
}

/// Writes the whole row on a line of its own behind a piece of it that is in the file for good; returns where it ends.
fn write_again(file: &mut impl LogFile, path: &Path, line: &[u8], written: usize) -> Result<u64, AppendError> {
    let torn = |written, cause| match written {
        // An empty line at the most.
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
    if end == 0 { Err(unconfirmed(path, "the end of the file is not where it was")) } else { Ok(end) }
}

fn unconfirmed(path: &Path, problem: &str) -> AppendError {
    AppendError::Unconfirmed { path: path.to_owned(), problem: problem.to_owned() }
}

/// A `write` that a signal interrupted before it took anything is no failure.
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
    use crate::source::Boundary;
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
    fn a_torn_tail_stays_and_gets_a_line_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        fs::write(&path, "one\ntor").unwrap();
        assert_eq!(append(&path, "two"), 3);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntor\ntwo\n");
    }

    #[test]
    fn a_lock_held_elsewhere_is_an_error_and_nothing_is_written() {
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
    fn what_is_no_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let gone = folder.path().canonicalize().unwrap().join("gone");
        let (path, boundary) = (gone.join("log"), Boundary::around(&gone));
        let missing = append_line(Target { path: &path, boundary: &boundary }, "x", PATIENCE).unwrap_err();
        assert!(matches!(missing, AppendError::Open { .. }), "{missing}");
        let directory = append_line(target(folder.path()), "x", PATIENCE).unwrap_err();
        assert!(matches!(directory, AppendError::Open { .. }), "{directory}");
    }

    #[test]
    fn the_lock_is_free_while_lines_are_counted() {
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
    fn the_line_is_exact_among_writers_with_a_lock_and_one_without() {
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
                    // One line each time another writer has added one.
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
