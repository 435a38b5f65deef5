//! Writes to a file descriptor that may be slow, blocked or closed.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::AsFd;
use rustix::io::Errno;
use std::io;
use std::time::{Duration, Instant};

/// Writes all bytes and waits as long as necessary.
///
/// A terminal accepts the bytes of one call in one piece, unless a signal or a full buffer interrupts it.
pub(super) fn write_all(to: impl AsFd, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::write(&to, bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
            Err(Errno::INTR) => {}
            // Another process that shares the terminal made it non-blocking.
            Err(Errno::AGAIN) => wait_for_room(&to, None)?,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Writes as much as possible until the deadline: a blocked terminal must not keep the program from exiting.
///
/// Writes one byte at a time: when `poll` reports room, only a single byte is guaranteed not to block.
pub(super) fn write_until(to: impl AsFd, bytes: &[u8], deadline: Instant) -> io::Result<()> {
    for byte in bytes {
        loop {
            wait_for_room(&to, Some(deadline))?;
            match rustix::io::write(&to, std::slice::from_ref(byte)) {
                Ok(0) | Err(Errno::AGAIN | Errno::INTR) => {}
                Ok(_) => break,
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(())
}

/// Whether the error means that the terminal is gone for good.
pub(super) fn is_gone(error: &io::Error) -> bool {
    let codes = [Errno::IO, Errno::PIPE, Errno::NXIO, Errno::NODEV, Errno::BADF];
    error.kind() == io::ErrorKind::WriteZero
        || codes.iter().any(|code| error.raw_os_error() == Some(code.raw_os_error()))
}

fn wait_for_room(to: &impl AsFd, deadline: Option<Instant>) -> io::Result<()> {
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let mut waited = [PollFd::new(to, PollFlags::OUT)];
        match poll(&mut waited, left.map(timespec).as_ref()) {
            Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
            Ok(_) => return Ok(()),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

pub(super) fn timespec(wait: Duration) -> Timespec {
    Timespec { tv_sec: wait.as_secs().try_into().unwrap_or(i64::MAX), tv_nsec: wait.subsec_nanos().into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn all_bytes_arrive() {
        let (mut reader, writer) = io::pipe().unwrap();
        write_all(&writer, b"abc").unwrap();
        write_until(&writer, b"def", Instant::now() + Duration::from_secs(30)).unwrap();
        drop(writer);
        let mut read = String::new();
        reader.read_to_string(&mut read).unwrap();
        assert_eq!(read, "abcdef");
    }

    #[test]
    fn a_full_pipe_times_out_at_the_deadline() {
        let (_reader, writer) = io::pipe().unwrap();
        let more_than_a_pipe_holds = vec![b'x'; 2 << 20];
        let timed_out = write_until(&writer, &more_than_a_pipe_holds, Instant::now() + Duration::from_millis(1));
        assert_eq!(timed_out.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[test]
    fn a_pipe_without_a_reader_is_gone() {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        assert!(is_gone(&write_all(&writer, b"x").unwrap_err()));
        assert!(!is_gone(&io::ErrorKind::TimedOut.into()));
    }
}
