//! Fault injection tests: appending to a file whose operations fail.

use super::*;
use std::collections::VecDeque;

/// An in-memory file with scripted write results: a number of bytes, or an error.
#[derive(Default)]
struct Faulty {
    bytes: Vec<u8>,
    writes: VecDeque<io::Result<usize>>,
    sync_error: Option<io::Error>,
    unreadable: bool,
    loses_writes: bool,
    end: u64,
    read: usize,
}

impl LogFile for Faulty {
    fn last_byte(&mut self) -> io::Result<Option<u8>> {
        self.read += 1;
        Ok(self.bytes.last().copied())
    }

    fn write_once(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.writes.pop_front().unwrap_or(Ok(bytes.len()))?.min(bytes.len());
        if !self.loses_writes {
            self.bytes.extend_from_slice(&bytes[..taken]);
        }
        self.end += taken as u64;
        Ok(taken)
    }

    fn written_to(&mut self) -> io::Result<u64> {
        Ok(self.end)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_error.take().map_or(Ok(()), Err)
    }

    fn read_at(&mut self, start: u64, length: usize) -> io::Result<Vec<u8>> {
        if self.unreadable {
            return Err(broken());
        }
        self.read += length;
        Ok(self.bytes.iter().skip(start as usize).take(length).copied().collect())
    }
}

/// EIO.
fn broken() -> io::Error {
    io::Error::from_raw_os_error(5)
}

/// ENOSPC.
fn full() -> io::Error {
    io::Error::from(io::ErrorKind::StorageFull)
}

/// EINTR.
fn interrupted() -> io::Error {
    io::Error::from(io::ErrorKind::Interrupted)
}

fn faulty(writes: impl IntoIterator<Item = io::Result<usize>>) -> Faulty {
    Faulty { writes: writes.into_iter().collect(), ..Faulty::default() }
}

fn run(file: &mut Faulty) -> Result<u64, AppendError> {
    append_to(file, Path::new("log"), b"row").map(|placed| placed.start)
}

#[test]
fn append_reads_only_the_last_byte_and_the_row() {
    let old = b"old row\n".repeat(100_000);
    let mut file = Faulty { end: old.len() as u64, bytes: old, ..Faulty::default() };
    run(&mut file).unwrap();
    assert_eq!(file.read, 1 + b"row".len());
}

#[test]
fn row_is_written_again_after_a_short_write() {
    let mut file = faulty([Ok(2)]);
    let placed = append_to(&mut file, Path::new("log"), b"row").unwrap();
    assert_eq!(placed, Placed { start: 3, torn: 2 });
    assert_eq!(file.bytes, b"ro\nrow\n");
}

#[test]
fn full_disk_is_never_reported_as_written() {
    let mut file = faulty([Ok(2), Err(full())]);
    assert!(matches!(run(&mut file), Err(AppendError::Torn { written: 2, length: 3, .. })));
    assert_eq!(file.bytes, b"ro");

    let mut file = faulty([Ok(2), Ok(1)]);
    assert!(matches!(run(&mut file), Err(AppendError::Torn { .. })));

    let mut file = faulty([Err(full())]);
    assert!(matches!(run(&mut file), Err(AppendError::Refused { .. })));
    assert_eq!(file.bytes, b"");
}

#[test]
fn row_that_lacks_only_its_newline_counts_as_written_once() {
    let mut file = faulty([Ok(3), Err(full())]);
    assert_eq!(run(&mut file).unwrap(), 0);
    assert_eq!(file.bytes, b"row");
    let mut file = faulty([Ok(3)]);
    assert_eq!(run(&mut file).unwrap(), 0);
    assert_eq!(file.bytes, b"row\n");
    let mut file = faulty([Ok(1), Ok(4), Err(full())]);
    assert_eq!(run(&mut file).unwrap(), 2);
    assert_eq!(file.bytes, b"r\nrow");
}

#[test]
fn interrupted_write_is_retried() {
    let mut file = faulty([Err(interrupted()), Err(interrupted())]);
    assert_eq!(run(&mut file).unwrap(), 0);
    assert_eq!(file.bytes, b"row\n");
    let mut file = faulty([Ok(1), Err(interrupted()), Ok(9)]);
    assert_eq!(run(&mut file).unwrap(), 2);
    assert_eq!(file.bytes, b"r\nrow\n");
}

#[test]
fn failed_sync_is_not_reported_as_written() {
    let mut file = Faulty { sync_error: Some(broken()), ..Faulty::default() };
    assert!(matches!(run(&mut file), Err(AppendError::Unconfirmed { .. })));
    let mut file = Faulty { loses_writes: true, ..Faulty::default() };
    assert!(matches!(run(&mut file), Err(AppendError::Unconfirmed { .. })));
}

#[test]
fn broken_disk_is_never_reported_as_written() {
    let mut file = faulty([Err(broken())]);
    assert!(matches!(run(&mut file), Err(AppendError::Refused { .. })));
    assert_eq!(file.bytes, b"");

    let mut file = faulty([Ok(2), Err(broken())]);
    assert!(matches!(run(&mut file), Err(AppendError::Torn { written: 2, .. })));
    assert_eq!(file.bytes, b"ro");
}

#[test]
fn row_that_cannot_be_read_back_is_not_reported_as_written() {
    let mut file = Faulty { unreadable: true, ..Faulty::default() };
    assert!(matches!(run(&mut file), Err(AppendError::Unconfirmed { .. })));
}

/// A file whose last byte cannot be read.
struct Blind(Faulty);

impl LogFile for Blind {
    fn last_byte(&mut self) -> io::Result<Option<u8>> {
        Err(broken())
    }

    fn write_once(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_once(bytes)
    }

    fn written_to(&mut self) -> io::Result<u64> {
        self.0.written_to()
    }

    fn sync(&mut self) -> io::Result<()> {
        self.0.sync()
    }

    fn read_at(&mut self, start: u64, length: usize) -> io::Result<Vec<u8>> {
        self.0.read_at(start, length)
    }
}

#[test]
fn nothing_is_written_if_the_last_byte_cannot_be_read() {
    let mut file = Blind(Faulty::default());
    let refused = append_to(&mut file, Path::new("log"), b"row");
    assert!(matches!(refused, Err(AppendError::Refused { .. })));
    assert_eq!(file.0.bytes, b"");
}

/// The result of one `write`: a number of bytes or an operating system error.
#[derive(Debug, Clone, Copy)]
enum Fault {
    Takes(usize),
    Full,
    Broken,
    Interrupted,
}

impl Fault {
    const ALL: [Self; 9] = [
        Self::Takes(0),
        Self::Takes(1),
        Self::Takes(2),
        Self::Takes(3),
        Self::Takes(4),
        Self::Takes(5),
        Self::Full,
        Self::Broken,
        Self::Interrupted,
    ];

    fn result(self) -> io::Result<usize> {
        match self {
            Self::Takes(bytes) => Ok(bytes),
            Self::Full => Err(full()),
            Self::Broken => Err(broken()),
            Self::Interrupted => Err(interrupted()),
        }
    }
}

/// The number of lines that consist of a complete row.
fn rows_in(bytes: &[u8]) -> usize {
    bytes.split(|byte| *byte == b'\n').filter(|line| *line == b"row").count()
}

#[test]
fn every_fault_is_reported_truthfully() {
    for before in ["", "old\n", "old"] {
        for writes in (0..9 * 9 * 9).map(|n| [n / 81, n / 9 % 9, n % 9].map(|at| Fault::ALL[at])) {
            for (sync_fails, unreadable) in [(false, false), (true, false), (false, true)] {
                let mut file = Faulty {
                    bytes: before.as_bytes().to_vec(),
                    end: before.len() as u64,
                    sync_error: sync_fails.then(broken),
                    unreadable,
                    ..faulty(writes.map(Fault::result))
                };
                let outcome = append_to(&mut file, Path::new("log"), b"row");
                let case = format!("{before:?} {writes:?} {sync_fails} {unreadable}: {outcome:?}, {:?}", file.bytes);
                let Some(new) = file.bytes.strip_prefix(before.as_bytes()) else { panic!("it was rewritten: {case}") };
                let lines = new.split(|byte| *byte == b'\n');
                let piece = lines.filter(|line| *line != b"row").map(<[u8]>::len).max().unwrap_or(0);
                match outcome {
                    Ok(placed) => {
                        assert!(!sync_fails && !unreadable, "{case}");
                        assert_eq!(&file.bytes[placed.start as usize..][..3], b"row", "{case}");
                        assert_eq!((rows_in(new), piece), (1, placed.torn), "{case}");
                    }
                    Err(AppendError::Refused { .. }) => assert_eq!((rows_in(new), piece), (0, 0), "{case}"),
                    Err(AppendError::Torn { written, .. }) => {
                        assert_eq!((rows_in(new), piece), (0, written), "{case}");
                        assert!(written > 0, "{case}");
                    }
                    Err(AppendError::Unconfirmed { .. }) => assert!(sync_fails || unreadable, "{case}"),
                    Err(error) => panic!("{error}: {case}"),
                }
            }
        }
    }
}
