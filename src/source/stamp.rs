//! By what one sees that a file is not the one that was read.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// A file that changed so shortly before it was looked at may have changed again since without looking different: clocks of
/// file systems tick slowly, those of network mounts once in two seconds.
const SETTLES_AFTER: Duration = Duration::from_secs(2);

/// What is known of a file without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileStamp {
    device: u64,
    inode: u64,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
    is_settled: bool,
}

impl FileStamp {
    /// The stamp of what a path leads to; `None` if that cannot be told.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        Some(Self::from_metadata(&fs::metadata(path).ok()?))
    }

    pub(crate) fn from_metadata(metadata: &Metadata) -> Self {
        let newest = metadata.modified().ok().into_iter().chain(changed_at(metadata)).max();
        let is_settled = newest
            .and_then(|newest| SystemTime::now().duration_since(newest).ok())
            .is_some_and(|age| age > SETTLES_AFTER);
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
            is_settled,
        }
    }

    /// Whether a file that had this stamp when it was read is surely the same now.
    pub(crate) fn still_holds(self, now: Self) -> bool {
        self.is_settled && Self { is_settled: true, ..now } == self
    }

    /// Whether it is the same file, whatever is in it.
    pub(crate) fn is_same_file(self, other: Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }

    pub(crate) fn size(self) -> u64 {
        self.size
    }
}

fn changed_at(metadata: &Metadata) -> Option<SystemTime> {
    let (seconds, nanos) = (u64::try_from(metadata.ctime()).ok()?, u32::try_from(metadata.ctime_nsec()).ok()?);
    SystemTime::UNIX_EPOCH.checked_add(Duration::new(seconds, nanos))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::fixture::folder;

    fn aged(path: &Path, seconds: u64) -> FileStamp {
        let stamp = FileStamp::of(path).unwrap();
        FileStamp { is_settled: seconds > 2, ..stamp }
    }

    #[test]
    fn a_file_that_just_changed_is_never_taken_for_the_same() {
        let folder = folder(&[("a", "x")]);
        let path = folder.path().join("a");
        let now = FileStamp::of(&path).unwrap();
        assert!(!now.is_settled);
        assert!(!aged(&path, 0).still_holds(now));
        assert!(aged(&path, 60).still_holds(now));
    }

    #[test]
    fn another_size_or_file_is_another_stamp() {
        let folder = folder(&[("a", "x"), ("b", "x")]);
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        let before = aged(&a, 60);
        fs::write(&a, "xy").unwrap();
        assert!(!before.still_holds(FileStamp::of(&a).unwrap()));
        assert!(before.is_same_file(FileStamp::of(&a).unwrap()));
        assert!(!before.is_same_file(FileStamp::of(&b).unwrap()));
        assert_eq!(FileStamp::of(&folder.path().join("c")), None);
    }
}
