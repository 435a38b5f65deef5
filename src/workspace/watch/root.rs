//! Whether the folder of a workspace is still there: it may be removed, or its file system unmounted.

use crate::workspace::locate::holds_anything;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// The folder of a workspace, identified by device and inode, as it was when this value was made.
#[derive(Debug)]
pub struct Root {
    path: PathBuf,
    id: Option<(u64, u64)>,
}

/// What a path leads to now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// To the same folder.
    Same,
    /// To another workspace.
    Other,
    /// To nothing, or to a folder that is no workspace, such as the one that a file system was mounted on.
    Gone,
}

impl Root {
    /// Remembers which folder a path leads to now.
    pub fn of(path: &Path) -> Self {
        Self { path: path.to_owned(), id: id(path) }
    }

    /// Whether the folder was removed or unmounted since then.
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
    fn a_folder_that_is_removed_is_gone_and_the_same_one_can_come_back() {
        let (folder, path, root) = moved();
        assert_eq!(root.standing(), Standing::Gone);
        fs::rename(folder.path().join("away"), &path).unwrap();
        assert_eq!(root.standing(), Standing::Same);
    }

    #[test]
    fn an_empty_folder_in_its_place_is_no_workspace() {
        let (_folder, path, root) = moved();
        fs::create_dir(&path).unwrap();
        assert_eq!(root.standing(), Standing::Gone);
    }

    #[test]
    fn another_workspace_can_take_its_place() {
        let (_folder, path, root) = moved();
        fs::create_dir(&path).unwrap();
        fs::write(path.join("references.jsonl"), "").unwrap();
        assert_eq!(root.standing(), Standing::Other);
    }
}
