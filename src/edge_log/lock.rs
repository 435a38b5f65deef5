//! Advisory file locks (`flock`) between refscope's own writers.
//!
//! `flock` has no timeout, so a separate thread blocks in the kernel and the caller waits for that thread with a
//! timeout. If the caller gives up, the thread stays until the other program releases its lock, and then unlocks at
//! once.

use super::AppendError;
use super::append::sync_folder;
use super::outside::{Opened, Target};
use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, SendError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A file opened for appending and locked until it is dropped or released.
pub(super) struct LockedFile {
    pub(super) file: File,
    /// Whether opening it created it.
    pub(super) is_new: bool,
    pub(super) warnings: Vec<String>,
}

/// Opens and locks a file. An exclusive lock needs a readable descriptor on network mounts.
pub(super) fn open_locked(target: Target<'_>, patience: Duration) -> Result<LockedFile, AppendError> {
    let path = target.path;
    let open_error = |cause| AppendError::Open { path: path.to_owned(), cause };
    let deadline = Instant::now() + patience;
    loop {
        let Opened { file, is_new } = target.open_to_append()?;
        if !file.metadata().map_err(open_error)?.is_file() {
            return Err(open_error(io::Error::other("not a regular file")));
        }
        let mut warnings = Vec::new();
        if let Err(problem) = lock(&file, path, deadline)? {
            warnings.push(format!("cannot lock {} ({problem}); the row was written without a lock", path.display()));
        }
        // The file may have been replaced while waiting; the row must go into the current one.
        if !is_still_at(&file, &target.resolve()?).map_err(open_error)? {
            continue;
        }
        if is_new && let Err(problem) = sync_folder(path) {
            warnings.push(format!("the new name {} may not survive a power cut ({problem})", path.display()));
        }
        return Ok(LockedFile { file, is_new, warnings });
    }
}

/// Locks a file without opening it for writing. `None` if this file system has no locks.
pub(super) fn lock_existing(path: &Path, patience: Duration) -> Result<Option<File>, AppendError> {
    let open_error = |cause| AppendError::Open { path: path.to_owned(), cause };
    let deadline = Instant::now() + patience;
    loop {
        if !path.metadata().map_err(open_error)?.is_file() {
            return Err(open_error(io::Error::other("not a regular file")));
        }
        let file = File::open(path).map_err(open_error)?;
        let locked = lock(&file, path, deadline)?.is_ok();
        if is_still_at(&file, path).map_err(open_error)? {
            return Ok(locked.then_some(file));
        }
    }
}

/// Whether a path still leads to this open file.
pub(super) fn is_still_at(file: &File, path: &Path) -> io::Result<bool> {
    let opened = file.metadata()?;
    match path.metadata() {
        Ok(there) => Ok((there.dev(), there.ino()) == (opened.dev(), opened.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Takes the lock, waiting until `deadline`. The inner error means that the file system has no locks.
fn lock(file: &File, path: &Path, deadline: Instant) -> Result<io::Result<()>, AppendError> {
    let taken = match file.try_lock() {
        Ok(()) => Some(Ok(())),
        Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Interrupted => Some(Err(error)),
        Err(_) => {
            let left = deadline.saturating_duration_since(Instant::now());
            let open_error = |cause| AppendError::Open { path: path.to_owned(), cause };
            lock_within(file, left).map_err(open_error)?
        }
    };
    taken.ok_or_else(|| AppendError::Locked { path: path.to_owned() })
}

/// Waits at most `limit` for the lock. `None` on timeout; the lock is then not taken later either.
fn lock_within(file: &File, limit: Duration) -> io::Result<Option<io::Result<()>>> {
    if limit.is_zero() {
        return Ok(None);
    }
    let (taken, _) = wait_for_lock(file)?;
    Ok(taken.recv_timeout(limit).ok())
}

/// Waits for the lock on another thread. The lock is taken only if the result is received.
fn wait_for_lock(file: &File) -> io::Result<(Receiver<io::Result<()>>, JoinHandle<()>)> {
    // The clone shares the open file description, and with it the lock.
    let waiting = file.try_clone()?;
    // A rendezvous channel: the result is either received or the send fails.
    let (send, taken) = mpsc::sync_channel(0);
    let thread = thread::Builder::new().name("lock".to_owned()).spawn(move || {
        if let Err(SendError(Ok(()))) = send.send(lock_uninterrupted(&waiting)) {
            // The caller has given up. If unlocking failed, closing the file would still release the lock.
            let _ = waiting.unlock();
        }
    })?;
    Ok((taken, thread))
}

fn lock_uninterrupted(file: &File) -> io::Result<()> {
    loop {
        match file.lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Boundary;
    use std::fs;

    fn open(path: &Path, patience: Duration) -> Result<LockedFile, AppendError> {
        let boundary = Boundary::open(Path::new("/"));
        open_locked(Target { path, boundary: &boundary }, patience)
    }

    fn held(folder: &Path) -> (std::path::PathBuf, File) {
        let path = folder.join("log");
        fs::write(&path, "one\n").unwrap();
        let holder = File::open(&path).unwrap();
        holder.lock().unwrap();
        (path, holder)
    }

    #[test]
    fn lock_released_in_time_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let (path, holder) = held(folder.path());
        thread::scope(|scope| {
            let waiting = scope.spawn(|| open(&path, Duration::from_mins(1)));
            holder.unlock().unwrap();
            let locked = waiting.join().unwrap().unwrap();
            assert!(matches!(holder.try_lock(), Err(TryLockError::WouldBlock)));
            drop(locked);
        });
        holder.lock().unwrap();
    }

    #[test]
    fn lock_timeout_error_names_the_file_and_the_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let (path, _holder) = held(folder.path());
        let error = open(&path, Duration::from_millis(1)).err().unwrap().to_string();
        let file = path.display();
        let expected = format!(
            "{file} is locked by another program. Nothing was written; wait until that program is done or end it \
             (`fuser {file}` lists it), then try again"
        );
        assert_eq!(error, expected);
    }

    #[test]
    fn lock_is_not_taken_after_the_caller_gave_up() {
        let folder = tempfile::tempdir().unwrap();
        let (path, holder) = held(folder.path());
        let late = File::open(&path).unwrap();
        let (taken, thread) = wait_for_lock(&late).unwrap();
        drop(taken);
        holder.unlock().unwrap();
        thread.join().unwrap();
        holder.try_lock().unwrap();
    }
}
