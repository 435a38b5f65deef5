//! Where snapshots lie, and where they are written before.

use super::home::{cache_folder, kept_name};
use crate::source::file;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// How the name of a snapshot ends, and that of one that is being written or was cut off.
const ENDING: &str = "snapshot";
const UNFINISHED: &str = "unfinished";
/// How the name of a file with hashes of source files ends.
const HASHES: &str = "hashes";

/// A workspace with fewer files and less of a log than this is read in no time; a snapshot would only take room.
const WORTH_FILES: usize = 1_000;
const WORTH_ROWS: usize = 20_000;

/// A folder for snapshots, or none.
#[derive(Debug, Clone, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
    /// Whether even the smallest workspace gets one.
    takes_all: bool,
    /// Whether files that had just changed when they were read are compared like all others.
    takes_young: bool,
}

/// What lies in a cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cached {
    /// The file.
    pub path: PathBuf,
    /// How many bytes it takes.
    pub bytes: u64,
}

impl Cache {
    /// No cache: everything is read each time.
    pub fn none() -> Self {
        Self::default()
    }

    /// The user's own.
    pub fn of_user() -> Self {
        Self { folder: cache_folder(), ..Self::default() }
    }

    /// A folder in which snapshots of all workspaces are kept, however small.
    pub fn of_all(folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()), takes_all: true, ..Self::default() }
    }

    /// The same for whoever knows that no file changes twice within a tick of its file system's clock: its snapshots save
    /// reading files again however young they were.
    #[must_use]
    pub fn taking_young(self) -> Self {
        Self { takes_young: true, ..self }
    }

    pub(super) fn takes_young(&self) -> bool {
        self.takes_young
    }

    /// The folder.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Where the snapshot of a workspace lies.
    pub fn place(&self, root: &Path) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{}.{ENDING}", name(root)?)))
    }

    /// The file with the hashes of a workspace's source files.
    pub fn hashes_place(&self, root: &Path) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{}.{HASHES}", name(root)?)))
    }

    /// A file to write the snapshot of a workspace to, until it can be put in its place. What was cut off before is removed.
    pub(super) fn unfinished(&self, root: &Path) -> io::Result<NamedTempFile> {
        let (Some(folder), Some(name)) = (&self.folder, name(root)) else {
            return Err(io::Error::other("there is no place for it"));
        };
        fs::create_dir_all(folder)?;
        for cached in self.all_of(root)?.iter().filter(|cached| has_ending(&cached.path, UNFINISHED)) {
            // Whoever writes one holds its lock, and loses it by whatever end.
            if file::open(&cached.path).is_ok_and(|left| left.try_lock().is_ok()) {
                fs::remove_file(&cached.path).ok();
            }
        }
        let [start, end] = [format!("{name}."), format!(".{UNFINISHED}")];
        let file = tempfile::Builder::new().prefix(&start).suffix(&end).tempfile_in(folder)?;
        // Where there are no locks, nobody gets one to remove it either.
        file.as_file().try_lock().ok();
        Ok(file)
    }

    /// Whether a workspace of this size gets a snapshot.
    pub(super) fn is_worth(&self, files: usize, rows: usize) -> bool {
        self.folder.is_some() && (self.takes_all || files >= WORTH_FILES || rows >= WORTH_ROWS)
    }

    /// The snapshot of a workspace, and what was cut off when it was written, by name.
    pub fn all_of(&self, root: &Path) -> io::Result<Vec<Cached>> {
        let start = name(root).map(|name| name + ".");
        let is_of_root = |cached: &Cached| {
            let name = cached.path.file_name().map(|name| name.as_encoded_bytes());
            start.as_ref().zip(name).is_some_and(|(start, name)| name.starts_with(start.as_bytes()))
        };
        Ok(self.all()?.into_iter().filter(is_of_root).collect())
    }

    /// All snapshots in it, and what was cut off when they were written, by name.
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
                // One that is being written may be in its place by now.
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

/// How the names of all files of a workspace start.
fn name(root: &Path) -> Option<String> {
    root.canonicalize().ok().map(|root| kept_name(&root))
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
    fn what_was_cut_off_goes_with_the_next_snapshot_of_the_same_workspace() {
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
        assert!(others.exists(), "that of another workspace stays");
        let second = cache.unfinished(root.path()).unwrap();
        assert!(writing.path().exists() && second.path().exists(), "what is being written stays");
    }
}
