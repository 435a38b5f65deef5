//! Guards every write against leaving the workspace through symlinks, without a time-of-check to time-of-use race.
//!
//! A log, an audit file or an artifact can be a symlink, and the settings can name any log. [`Target`] resolves a path
//! before anything is written and rejects it if it is outside the workspace and the folders that the user trusts. The
//! file is then opened folder by folder (`openat`) without following links, so that a link created after the check is
//! an error.

use super::AppendError;
use crate::system::Boundary;
use rustix::fs::{CWD, Mode, OFlags, RenameFlags, mkdirat, open, openat, renameat_with};
use rustix::io::{Errno, retry_on_intr};
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

/// Maximum number of links followed in a chain, as on Linux.
const MOST_LINKS: usize = 40;

/// A path to write to, with the boundary it must be in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) path: &'a Path,
    pub(super) boundary: &'a Boundary,
}

/// A file that was opened for appending.
pub(super) struct Opened {
    pub(super) file: File,
    /// Whether opening it created it.
    pub(super) is_new: bool,
}

impl Target<'_> {
    /// The path with all links resolved. The file need not exist.
    pub(super) fn resolve(&self) -> Result<PathBuf, AppendError> {
        let real = resolved(self.path).map_err(|cause| self.not_opened(cause))?;
        if self.boundary.contains(&real) {
            return Ok(real);
        }
        Err(AppendError::Outside { path: self.path.to_owned(), target: real })
    }

    /// Opens the file for reading and appending. Creates it and its parent folders if necessary.
    pub(super) fn open_to_append(&self) -> Result<Opened, AppendError> {
        let real = self.resolve()?;
        let base = self.boundary.base_of(&real).unwrap_or(&real);
        let (folder, name) = folder_of(&real, base).map_err(|cause| self.not_opened(cause))?;
        let flags = OFlags::RDWR | OFlags::APPEND | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let open = |flags| retry_on_intr(|| openat(&folder, name, flags, Mode::from_raw_mode(0o666))).map(File::from);
        loop {
            let opened = match open(flags) {
                Err(Errno::NOENT) => {
                    open(flags | OFlags::CREATE | OFlags::EXCL).map(|file| Opened { file, is_new: true })
                }
                opened => opened.map(|file| Opened { file, is_new: false }),
            };
            match opened {
                // Another program has created it in the meantime.
                Err(Errno::EXIST) => {}
                opened => return opened.map_err(|cause| self.not_opened(cause.into())),
            }
        }
    }

    /// Creates the parent folders of a resolved path without following links.
    pub(super) fn create_folder(&self, real: &Path) -> io::Result<()> {
        let base = self.boundary.base_of(real).unwrap_or(real);
        folder_of(real, base).map(drop)
    }

    fn not_opened(&self, cause: io::Error) -> AppendError {
        AppendError::Open { path: self.path.to_owned(), cause }
    }
}

/// Exchanges the names of two files or folders in one step. Not every file system can do that.
pub(super) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// The folder of a file, reached from `base` without following links, and the name of the file in it.
fn folder_of<'r>(real: &'r Path, base: &Path) -> io::Result<(OwnedFd, &'r OsStr)> {
    let is_folder = || io::Error::from(io::ErrorKind::IsADirectory);
    let (name, folder) = (real.file_name().ok_or_else(is_folder)?, real.parent().ok_or_else(is_folder)?);
    // Without a boundary there is nothing to guard.
    let base = if base == Path::new("/") { existing(folder) } else { base };
    let below = folder.strip_prefix(base).map_err(|_| is_folder())?;
    let flags = PASSING | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let mut at = retry_on_intr(|| open(base, flags, Mode::empty()))?;
    for part in below {
        let enter = || openat(&at, part, flags | OFlags::NOFOLLOW, Mode::empty());
        at = match retry_on_intr(enter) {
            Err(Errno::NOENT) => {
                match mkdirat(&at, part, Mode::from_raw_mode(0o777)) {
                    Ok(()) | Err(Errno::EXIST) => {}
                    Err(error) => return Err(error.into()),
                }
                retry_on_intr(enter)?
            }
            entered => entered?,
        };
    }
    Ok((at, name))
}

/// Parent folders need not be readable.
#[cfg(target_os = "linux")]
const PASSING: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const PASSING: OFlags = OFlags::RDONLY;

/// The nearest existing folder at or above a path.
fn existing(folder: &Path) -> &Path {
    folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(folder)
}

/// Resolves every link of a path. The end of the path need not exist.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let mut path = std::path::absolute(path)?;
    // The names after the existing part, last first.
    let mut missing = Vec::new();
    for _ in 0..MOST_LINKS {
        let mut real = loop {
            match path.canonicalize() {
                Ok(real) => break real,
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                Err(_) if path.is_symlink() => break PathBuf::new(),
                Err(error) => {
                    let Some(last) = path.components().next_back() else { return Err(error) };
                    missing.push(last.as_os_str().to_owned());
                    let Some(above) = path.parent() else { return Err(error) };
                    path = above.to_owned();
                }
            }
        };
        if real.as_os_str().is_empty() {
            // A dangling link: a new file would be created at its target.
            let target = path.read_link()?;
            path = path.parent().unwrap_or(Path::new("/")).join(target);
            continue;
        }
        for name in missing.iter().rev() {
            match Path::new(name).components().next() {
                Some(Component::ParentDir) => {
                    real.pop();
                }
                _ => real.push(name),
            }
        }
        return Ok(real);
    }
    Err(io::Error::from(Errno::LOOP))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Allowed;
    use std::fs;
    use std::io::Write as _;
    use std::os::unix::fs::symlink;
    use tempfile::TempDir;

    /// A workspace `ws` with a folder `elsewhere` beside it.
    fn folders() -> (TempDir, PathBuf, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        let (root, elsewhere) = (top.join("ws"), top.join("elsewhere"));
        fs::create_dir(&root).unwrap();
        fs::create_dir(&elsewhere).unwrap();
        (folder, root, elsewhere)
    }

    fn resolve(root: &Path, path: &Path, allowed: &Allowed) -> Result<PathBuf, String> {
        let boundary = Boundary::of(root, allowed);
        Target { path, boundary: &boundary }.resolve().map_err(|error| error.to_string())
    }

    #[test]
    fn new_file_resolves_to_where_it_would_be_created() {
        let (_folder, root, elsewhere) = folders();
        symlink(&elsewhere, root.join("linked")).unwrap();
        symlink("../elsewhere/new.jsonl", root.join("dangling")).unwrap();
        for (path, real) in [
            ("a/b/log", root.join("a/b/log")),
            ("a/../log", root.join("log")),
            ("linked/log", elsewhere.join("log")),
            ("linked/a/../../log", elsewhere.parent().unwrap().join("log")),
            ("dangling", elsewhere.join("new.jsonl")),
        ] {
            assert_eq!(resolved(&root.join(path)).unwrap(), real, "{path}");
        }
    }

    #[test]
    fn cycle_of_links_is_an_error() {
        let (_folder, root, _) = folders();
        symlink("b", root.join("a")).unwrap();
        symlink("a", root.join("b")).unwrap();
        assert!(resolved(&root.join("a")).is_err());
    }

    #[test]
    fn path_that_leads_outside_is_rejected_with_its_target_and_the_remedy() {
        let (_folder, root, elsewhere) = folders();
        symlink(&elsewhere, root.join("logs")).unwrap();
        let refused = resolve(&root, &root.join("logs/log"), &Allowed::default()).unwrap_err();
        assert!(refused.contains(&elsewhere.join("log").display().to_string()), "{refused}");
        assert!(refused.contains("Nothing was written") && refused.contains("--allow-outside"), "{refused}");
    }

    #[test]
    fn trusted_folder_can_be_written() {
        let (_folder, root, elsewhere) = folders();
        let trusting = Allowed { everything: false, folders: vec![elsewhere.clone()] };
        assert_eq!(resolve(&root, &elsewhere.join("log"), &trusting), Ok(elsewhere.join("log")));
    }

    #[test]
    fn file_is_created_with_its_parent_folders() {
        let (_folder, root, _) = folders();
        let boundary = Boundary::around(&root);
        let path = root.join("a/b/log");
        let target = Target { path: &path, boundary: &boundary };
        let mut opened = target.open_to_append().unwrap();
        opened.file.write_all(b"row").unwrap();
        assert!(opened.is_new);
        assert_eq!(fs::read_to_string(&path).unwrap(), "row");
        assert!(!target.open_to_append().unwrap().is_new);
    }

    #[test]
    fn one_of_several_concurrent_writers_creates_the_file() {
        let (_folder, root, _) = folders();
        let boundary = Boundary::around(&root);
        for name in 0..50 {
            let path = root.join(format!("log-{name}"));
            let target = Target { path: &path, boundary: &boundary };
            let created: Vec<bool> = std::thread::scope(|scope| {
                let writers: Vec<_> = (0..4).map(|_| scope.spawn(|| target.open_to_append().unwrap().is_new)).collect();
                writers.into_iter().map(|writer| writer.join().unwrap()).collect()
            });
            assert_eq!(created.iter().filter(|is_new| **is_new).count(), 1);
        }
    }

    #[test]
    fn link_created_after_the_check_is_not_followed() {
        let (_folder, root, elsewhere) = folders();
        fs::write(elsewhere.join("log"), "").unwrap();
        symlink(&elsewhere, root.join("logs")).unwrap();
        // Simulates a folder that was replaced by a link after the check.
        assert!(folder_of(&root.join("logs/log"), &root).is_err());
    }
}
