//! Paths of snapshots and file hashes in the user's cache folder, and of snapshots that are being written.

use super::home::{cache_folder, storage_name};
use crate::system::kit::file;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Extensions of snapshots, and of snapshots that are being written or were interrupted.
const ENDING: &str = "snapshot";
const UNFINISHED: &str = "unfinished";
/// Extension of files with hashes of source files.
const HASHES: &str = "hashes";

/// Minimum size for a snapshot. Smaller workspaces are read fast enough without one.
const WORTH_FILES: usize = 1_000;
const WORTH_ROWS: usize = 20_000;

/// A cache folder, or none.
#[derive(Debug, Clone, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
    /// Whether workspaces of any size get a snapshot.
    takes_all: bool,
    /// Whether to trust the times of files that had just changed when they were read.
    takes_young: bool,
}

/// A file in the cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cached {
    pub path: PathBuf,
    pub bytes: u64,
}

impl Cache {
    /// No cache: every start reads all files.
    pub fn none() -> Self {
        Self::default()
    }

    /// The cache in the user's cache folder.
    pub fn of_user() -> Self {
        Self { folder: cache_folder(), ..Self::default() }
    }

    /// A cache in `folder` with snapshots of workspaces of any size.
    pub fn of_all(folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()), takes_all: true, ..Self::default() }
    }

    /// Trusts the times of recently changed files too. Correct only if no file changes twice within one tick of the
    /// file system's clock.
    #[must_use]
    pub fn taking_young(self) -> Self {
        Self { takes_young: true, ..self }
    }

    pub(super) fn takes_young(&self) -> bool {
        self.takes_young
    }

    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The path of the snapshot of a workspace.
    pub fn place(&self, root: &Path) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{}.{ENDING}", name(root)?)))
    }

    /// The path of the hashes of a workspace's source files.
    pub fn hashes_place(&self, root: &Path) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{}.{HASHES}", name(root)?)))
    }

    /// Creates a temporary file for the snapshot of a workspace. Removes those of interrupted processes.
    pub(super) fn unfinished(&self, root: &Path) -> io::Result<NamedTempFile> {
        let (Some(folder), Some(name)) = (&self.folder, name(root)) else {
            return Err(io::Error::other("no cache folder"));
        };
        fs::create_dir_all(folder)?;
        for cached in self.all_of(root)?.iter().filter(|cached| has_ending(&cached.path, UNFINISHED)) {
            // A process locks the file while it writes; the kernel releases the lock when the process ends.
            if file::open(&cached.path).is_ok_and(|left| left.try_lock().is_ok()) {
                fs::remove_file(&cached.path).ok();
            }
        }
        let [start, end] = [format!("{name}."), format!(".{UNFINISHED}")];
        let file = tempfile::Builder::new().prefix(&start).suffix(&end).tempfile_in(folder)?;
        // On file systems without locks, no process can lock it to remove it either.
        file.as_file().try_lock().ok();
        Ok(file)
    }

    pub(super) fn is_worth(&self, files: usize, rows: usize) -> bool {
        self.folder.is_some() && (self.takes_all || files >= WORTH_FILES || rows >= WORTH_ROWS)
    }

    /// The snapshot of a workspace and interrupted ones, by name.
    pub fn all_of(&self, root: &Path) -> io::Result<Vec<Cached>> {
        let start = name(root).map(|name| name + ".");
        let is_of_root = |cached: &Cached| {
            let name = cached.path.file_name().map(|name| name.as_encoded_bytes());
            start.as_ref().zip(name).is_some_and(|(start, name)| name.starts_with(start.as_bytes()))
        };
        Ok(self.all()?.into_iter().filter(is_of_root).collect())
    }

    /// All snapshots and interrupted ones, by name.
    pub fn all(&self) -> io::Result<Vec<Cached>> {
        let Some(folder) = &self.folder else { return Ok(Vec::new()) };
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut all = Vec::new();
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            if [ENDING, UNFINISHED, HASHES].iter().any(|ending| has_ending(&path, ending)) {
                // A temporary file may have been renamed by now.
                let bytes = match entry.metadata() {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                    metadata => metadata?.len(),
                };
                all.push(Cached { path, bytes });
            }
        }
        all.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(all)
    }
}

/// The common prefix of all file names of a workspace.
fn name(root: &Path) -> Option<String> {
    root.canonicalize().ok().map(|root| storage_name(&root))
}

fn has_ending(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|ending| ending == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(cached: &[Cached]) -> Vec<&Path> {
        cached.iter().map(|cached| &*cached.path).collect()
    }

    #[test]
    fn interrupted_snapshots_of_the_same_workspace_are_removed() {
        let [kept, root, other] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let cache = Cache::of_all(kept.path());
        let cut_off = |root: &Path| cache.unfinished(root).unwrap().keep().unwrap().1;
        let (left, others) = (cut_off(root.path()), cut_off(other.path()));
        let mut all = [&*left, &*others];
        all.sort();
        assert_eq!(names(&cache.all().unwrap()), all);
        assert_eq!(names(&cache.all_of(root.path()).unwrap()), [&*left]);

        let writing = cache.unfinished(root.path()).unwrap();
        assert_eq!(names(&cache.all_of(root.path()).unwrap()), [writing.path()]);
        assert!(others.exists(), "another workspace's file stays");
        let second = cache.unfinished(root.path()).unwrap();
        assert!(writing.path().exists() && second.path().exists(), "locked files stay");
    }
}
