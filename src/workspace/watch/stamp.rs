//! Detects a changed file by its metadata, without reading it.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// Size, modification time and inode of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    len: u64,
    modified: (i64, i64),
    file: (u64, u64),
}

/// The stamp of a file; `None` if it does not exist or is not accessible.
pub(super) fn stamp(path: &Path) -> Option<Stamp> {
    let found = fs::metadata(path).ok()?;
    let (modified, file) = ((found.mtime(), found.mtime_nsec()), (found.dev(), found.ino()));
    Some(Stamp { len: found.len(), modified, file })
}
