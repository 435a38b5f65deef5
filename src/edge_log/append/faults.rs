//! What appending does when the file it writes to fails.

use super::*;
use std::collections::VecDeque;

/// A file in memory whose next writes do as told: take so many bytes, or fail.
#[derive(Default)]
struct Faulty {
    bytes: Vec<u8>,
    writes: VecDeque<io::Result<usize>>,
    sync_error: Option<io::Error>,
    /// Whether reading fails.
    unreadable: bool,
    loses_writes: bool,
    end: u64,
    /// How many bytes were read.
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
fn an_append_under_the_lock_reads_the_last_byte_and_the_row_and_no_more() {
    let old = b"old row\n".repeat(100_000);
    let mut file = Faulty { end: old.len() as u64, bytes: old, ..Faulty::default() };
    run(&mut file).unwrap();
    assert_eq!(file.read, 1 + b"row".len());
}

#[test]
fn a_short_write_is_noticed_and_the_row_is_written_whole_behind_it() {
    let mut file = faulty([Ok(2)]);
    let placed = append_to(&mut file, Path::new("log"), b"row").unwrap();
    assert_eq!(placed, Placed { start: 3, torn: 2 });
    assert_eq!(file.bytes, b"ro\nrow\n");
}

#[test]
fn a_disk_that_fills_up_in_the_middle_is_never_called_written() {
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
fn a_row_that_only_lacks_its_newline_is_written_and_is_there_once() {
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
fn an_interrupted_write_is_tried_again() {
    let mut file = faulty([Err(interrupted()), Err(interrupted())]);
    assert_eq!(run(&mut file).unwrap(), 0);
    assert_eq!(file.bytes, b"row\n");
    let mut file = faulty([Ok(1), Err(interrupted()), Ok(9)]);
    assert_eq!(run(&mut file).unwrap(), 2);
    assert_eq!(file.bytes, b"r\nrow\n");
}

#[test]
fn what_the_disk_does_not_confirm_is_not_called_written() {
    let mut file = Faulty { sync_error: Some(broken()), ..Faulty::default() };
    assert!(matches!(run(&mut file), Err(AppendError::Unconfirmed { .. })));
    let mut file = Faulty { loses_writes: true, ..Faulty::default() };
    assert!(matches!(run(&mut file), Err(AppendError::Unconfirmed { .. })));
}

#[test]
fn a_disk_that_breaks_is_never_called_written() {
    let mut file = faulty([Err(broken())]);
    assert!(matches!(run(&mut file), Err(AppendError::Refused { .. })));
    assert_eq!(file.bytes, b"");

    let mut file = faulty([Ok(2), Err(broken())]);
    assert!(matches!(run(&mut file), Err(AppendError::Torn { written: 2, .. })));
    assert_eq!(file.bytes, b"ro");
}

#[test]
fn a_row_that_cannot_be_read_back_is_not_called_written() {
    let mut file = Faulty { unreadable: true, ..Faulty::default() };
    assert!(matches!(run(&mut file), Err(AppendError::Unconfirmed { .. })));
}

/// A file whose end cannot even be looked at.
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
fn nothing_is_written_behind_an_end_that_cannot_be_read() {
    let mut file = Blind(Faulty::default());
    let refused = append_to(&mut file, Path::new("log"), b"row");
    assert!(matches!(refused, Err(AppendError::Refused { .. })));
    assert_eq!(file.0.bytes, b"");
}

/// What one `write` does. Anything but a success of some bytes is an error of the system.
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

/// How often a whole row stands on a line of its own.
fn rows_in(bytes: &[u8]) -> usize {
    bytes.split(|byte| *byte == b'\n').filter(|line| *line == b"row").count()
}

#[test]
fn whatever_fails_nothing_is_called_added_that_is_not_there_and_no_piece_is_left_unreported() {
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
                let told = format!("{before:?} {writes:?} {sync_fails} {unreadable}: {outcome:?}, {:?}", file.bytes);
                let Some(new) = file.bytes.strip_prefix(before.as_bytes()) else { panic!("it was rewritten: {told}") };
                let lines = new.split(|byte| *byte == b'\n');
                let piece = lines.filter(|line| *line != b"row").map(<[u8]>::len).max().unwrap_or(0);
                match outcome {
                    Ok(placed) => {
                        assert!(!sync_fails && !unreadable, "{told}");
                        assert_eq!(&file.bytes[placed.start as usize..][..3], b"row", "{told}");
                        assert_eq!((rows_in(new), piece), (1, placed.torn), "{told}");
                    }
                    Err(AppendError::Refused { .. }) => assert_eq!((rows_in(new), piece), (0, 0), "{told}"),
                    Err(AppendError::Torn { written, .. }) => {
                        assert_eq!((rows_in(new), piece), (0, written), "{told}");
                        assert!(written > 0, "{told}");
                    }
                    Err(AppendError::Unconfirmed { .. }) => assert!(sync_fails || unreadable, "{told}"),
                    Err(error) => panic!("{error}: {told}"),
                }
            }
        }
    }
}
