//! Removes temporary files left behind by killed processes.
//!
//! A process locks its temporary file while it uses it, and the kernel releases the lock when the process dies. A
//! temporary file without a lock is therefore a leftover. On file systems without locks, nothing is removed.

use super::lock::is_still_at;
use super::outside::Target;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

const PREFIX: &str = ".refscope-";
const SUFFIX: &str = ".tmp";
/// The folder of a workspace that contains its artifacts.
const ARTIFACTS: &str = "artifacts";

/// Creates a temporary file in a folder, locked until it is closed.
pub(super) fn create_in(folder: &Path) -> io::Result<NamedTempFile> {
    create(folder, 0o600)
}

/// Like [`create_in`], with the default permissions of new files.
pub(super) fn create_shared_in(folder: &Path) -> io::Result<NamedTempFile> {
    create(folder, 0o666)
}

fn create(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).permissions(Permissions::from_mode(mode));
    loop {
        let file = builder.tempfile_in(folder)?;
        let is_locked = file.as_file().lock().is_ok();
        // Another process may have removed it as a leftover before it was locked.
        if !is_locked || is_still_at(file.as_file(), file.path())? {
            return Ok(file);
        }
    }
}

/// Removes leftovers in all artifact folders, and in the target folder if the artifact is a link. Folders outside the
/// boundary are skipped.
pub(super) fn remove_near(artifact: Target<'_>) {
    let is_artifacts = |folder: &&Path| folder.file_name() == Some(OsStr::new(ARTIFACTS));
    let artifacts = artifact.path.ancestors().find(is_artifacts);
    if let Some(Ok(folder)) = artifacts.map(|path| Target { path, ..artifact }.resolve()) {
        remove_below(folder);
    }
    if let Ok(file) = artifact.resolve() {
        remove_beside(&file);
    }
}

/// Removes leftovers in the folder of a file.
pub(super) fn remove_beside(file: &Path) {
    if let Some(folder) = file.parent() {
        remove_in(folder, |_| {});
    }
}

/// Removes leftovers in a folder and all folders below it. Links are not followed.
fn remove_below(top: PathBuf) {
    let mut folders = vec![top];
    while let Some(folder) = folders.pop() {
        remove_in(&folder, |below| folders.push(below));
    }
}

/// Removes leftovers in one folder and passes its subfolders to `visit`. Ignores errors.
fn remove_in(folder: &Path, mut visit: impl FnMut(PathBuf)) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() {
            visit(entry.path());
        } else if kind.is_file() && is_temporary(&entry.file_name()) {
            let _ = remove(&entry.path());
        }
    }
}

fn is_temporary(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(PREFIX.as_bytes()) && name.ends_with(SUFFIX.as_bytes())
}

/// Removes a temporary file unless it is locked.
fn remove(path: &Path) -> io::Result<()> {
    let file = File::open(path)?;
    if file.try_lock().is_ok() && is_still_at(&file, path)? {
        fs::remove_file(path)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Boundary;

    fn remove_near(root: &Path, artifact: &Path) {
        super::remove_near(Target { path: artifact, boundary: &Boundary::around(root) });
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn only_unlocked_temporary_files_of_refscope_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let signals = folder.path().join("artifacts/signals");
        let tasks = folder.path().join("artifacts/tasks/2026");
        for below in [&signals, &tasks] {
            fs::create_dir_all(below).unwrap();
            fs::write(below.join(".refscope-dead.tmp"), "").unwrap();
        }
        for name in ["s.md", ".refscope-x.md", ".other.tmp"] {
            fs::write(signals.join(name), "").unwrap();
        }
        fs::create_dir(signals.join(".refscope-folder.tmp")).unwrap();
        let live = create_in(&tasks).unwrap();
        remove_near(folder.path(), &signals.join("s.md"));
        assert_eq!(names(&signals), [".other.tmp", ".refscope-folder.tmp", ".refscope-x.md", "s.md"]);
        assert_eq!(names(&tasks), [live.path().file_name().unwrap().to_str().unwrap()]);
    }

    #[test]
    fn linked_folder_is_not_entered() {
        let folder = tempfile::tempdir().unwrap();
        let [inside, outside] = ["artifacts", "outside"].map(|name| folder.path().join(name));
        fs::create_dir(&inside).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join(".refscope-dead.tmp"), "").unwrap();
        std::os::unix::fs::symlink(&outside, inside.join("link")).unwrap();
        remove_near(folder.path(), &inside.join("s.md"));
        assert_eq!(names(&outside), [".refscope-dead.tmp"]);
    }

    #[test]
    fn nothing_outside_the_workspace_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let [root, outside] = ["workspace", "outside"].map(|name| folder.path().join(name));
        fs::create_dir(&root).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join(".refscope-dead.tmp"), "").unwrap();
        std::os::unix::fs::symlink(&outside, root.join("artifacts")).unwrap();
        remove_near(&root, &root.join("artifacts/s.md"));
        assert_eq!(names(&outside), [".refscope-dead.tmp"]);
    }
}
