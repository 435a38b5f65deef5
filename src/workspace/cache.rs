//! Where snapshots lie.

use super::home::cache_folder;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// How the name of a snapshot ends.
const ENDING: &str = "snapshot";

/// A workspace with fewer files and less of a log than this is read in no time; a snapshot would only take room.
const WORTH_FILES: usize = 1_000;
const WORTH_ROWS: usize = 20_000;

/// A folder for snapshots, or none.
#[derive(Debug, Clone, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
    /// Whether even the smallest workspace gets one.
    takes_all: bool,
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
        Self { folder: cache_folder(), takes_all: false }
    }

    /// A folder in which snapshots of all workspaces are kept, however small.
    pub fn of_all(folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()), takes_all: true }
    }

    /// The folder.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Where the snapshot of a workspace lies.
    pub fn place(&self, root: &Path) -> Option<PathBuf> {
        let root = root.canonicalize().ok()?;
        let name = format!("{:016x}.{ENDING}", xxh3_64(root.as_os_str().as_bytes()));
        Some(self.folder.as_ref()?.join(name))
    }

    /// Whether a workspace of this size gets a snapshot.
    pub(super) fn is_worth(&self, files: usize, rows: usize) -> bool {
        self.folder.is_some() && (self.takes_all || files >= WORTH_FILES || rows >= WORTH_ROWS)
    }

    /// All snapshots in it, by name.
    pub fn all(&self) -> io::Result<Vec<Cached>> {
        let Some(folder) = &self.folder else { return Ok(Vec::new()) };
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut all = Vec::new();
        for entry in entries {
            let entry = entry?;
            if entry.path().extension().is_some_and(|ending| ending == ENDING) {
                all.push(Cached { path: entry.path(), bytes: entry.metadata()?.len() });
            }
        }
        all.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(all)
    }
}
