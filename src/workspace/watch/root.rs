//! Detects that the folder of a workspace was removed, unmounted or replaced.

use crate::workspace::locate::holds_anything;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// The folder of a workspace, identified by device and inode at the time of creation.
#[derive(Debug)]
pub struct Root {
    path: PathBuf,
    id: Option<(u64, u64)>,
}

/// What is at the path now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// The same folder.
    Same,
    /// Another workspace.
    Other,
    /// Nothing, or a folder that is not a workspace, such as an empty mount point.
    Gone,
}

impl Root {
    /// Records the folder at a path.
    pub fn of(path: &Path) -> Self {
        Self { path: path.to_owned(), id: id(path) }
    }

    /// Whether the folder has been removed or unmounted since.
    pub fn is_gone(&self) -> bool {
        self.standing() == Standing::Gone
    }

    pub(super) fn standing(&self) -> Standing {
        match id(&self.path) {
            Some(now) if self.id == Some(now) => Standing::Same,
            Some(_) if holds_anything(&self.path) => Standing::Other,
            _ => Standing::Gone,
        }
    }
}

/// The device and inode of a folder.
fn id(path: &Path) -> Option<(u64, u64)> {
    let found = fs::metadata(path).ok().filter(fs::Metadata::is_dir)?;
    Some((found.dev(), found.ino()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// A workspace that was watched and then moved away.
    fn moved() -> (TempDir, PathBuf, Root) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ws");
        fs::create_dir(&path).unwrap();
        let root = Root::of(&path);
        assert_eq!(root.standing(), Standing::Same);
        fs::rename(&path, folder.path().join("away")).unwrap();
        (folder, path, root)
    }

    #[test]
    fn removed_folder_is_gone_until_it_reappears() {
        let (folder, path, root) = moved();
        assert_eq!(root.standing(), Standing::Gone);
        fs::rename(folder.path().join("away"), &path).unwrap();
        assert_eq!(root.standing(), Standing::Same);
    }

    #[test]
    fn empty_folder_in_its_place_is_not_a_workspace() {
        let (_folder, path, root) = moved();
        fs::create_dir(&path).unwrap();
        assert_eq!(root.standing(), Standing::Gone);
    }

    #[test]
    fn another_workspace_in_its_place_is_detected() {
        let (_folder, path, root) = moved();
        fs::create_dir(&path).unwrap();
        fs::write(path.join("references.jsonl"), "").unwrap();
        assert_eq!(root.standing(), Standing::Other);
    }
}
