//! What shows that a file is not what it was, without reading it.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// How long a file is, when it was written, and which one it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    len: u64,
    modified: (i64, i64),
    file: (u64, u64),
}

/// The stamp of a file; none if it is not there or cannot be looked at.
pub(super) fn stamp(path: &Path) -> Option<Stamp> {
    let found = fs::metadata(path).ok()?;
    let (modified, file) = ((found.mtime(), found.mtime_nsec()), (found.dev(), found.ino()));
    Some(Stamp { len: found.len(), modified, file })
}
