//! File stamps: device, inode, size and times, to detect changes without reading a file.
//!
//! A stamp cannot tell two writes within one tick of the file system's clock apart, so a recently changed file is
//! always read again.

use crate::pack::{Packer, Unpacker};
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// A file that changed less than this before it was stamped may change again without a visible difference: file system
/// clocks are coarse, on some network mounts two seconds per tick.
const SETTLES_AFTER: Duration = Duration::from_secs(2);

/// The metadata that identifies a version of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileStamp {
    device: u64,
    inode: u64,
    size: u64,
    /// Nanoseconds since 1970.
    modified: i64,
    changed: i64,
    is_settled: bool,
}

impl FileStamp {
    /// The stamp of the file at a path, with links followed; `None` if the metadata cannot be read.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        Some(Self::from_metadata(&fs::metadata(path).ok()?))
    }

    pub(crate) fn from_metadata(metadata: &Metadata) -> Self {
        Self::seen(metadata, SystemTime::now())
    }

    /// The stamp of a file whose metadata was read at the given time.
    fn seen(metadata: &Metadata, at: SystemTime) -> Self {
        let newest = metadata.modified().ok().into_iter().chain(changed_at(metadata)).max();
        let age = newest.and_then(|newest| at.duration_since(newest).ok());
        let is_settled = age.is_some_and(|age| age > SETTLES_AFTER);
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.size(),
            modified: nanos(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanos(metadata.ctime(), metadata.ctime_nsec()),
            is_settled,
        }
    }

    /// Whether the file is certainly unchanged since this stamp was taken.
    pub(crate) fn still_holds(self, now: Self) -> bool {
        self.is_settled && Self { is_settled: true, ..now } == self
    }

    pub(crate) fn pack(stamp: Option<Self>, out: &mut Packer<'_>) -> io::Result<()> {
        let Some(Self { device, inode, size, modified, changed, is_settled }) = stamp else { return out.number(0) };
        let numbers =
            [1, device, inode, size, modified.cast_unsigned(), changed.cast_unsigned(), u64::from(is_settled)];
        numbers.into_iter().try_for_each(|number| out.number(number))
    }

    #[expect(clippy::option_option, reason = "a read error differs from an absent stamp")]
    pub(crate) fn unpack(from: &mut Unpacker<'_>) -> Option<Option<Self>> {
        if from.number()? == 0 {
            return Some(None);
        }
        Some(Some(Self {
            device: from.number()?,
            inode: from.number()?,
            size: from.number()?,
            modified: from.number()?.cast_signed(),
            changed: from.number()?.cast_signed(),
            is_settled: from.number()? == 1,
        }))
    }

    /// Whether both stamps belong to the same file, regardless of its content.
    pub(crate) fn is_same_file(self, other: Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }

    /// The stamp as if the file had not changed recently.
    pub(in crate::system) fn settled(self) -> Self {
        Self { is_settled: true, ..self }
    }

    pub(crate) fn size(self) -> u64 {
        self.size
    }
}

fn nanos(seconds: i64, nanos: i64) -> i64 {
    seconds.wrapping_mul(1_000_000_000).wrapping_add(nanos)
}

fn changed_at(metadata: &Metadata) -> Option<SystemTime> {
    let (seconds, nanos) = (u64::try_from(metadata.ctime()).ok()?, u32::try_from(metadata.ctime_nsec()).ok()?);
    SystemTime::UNIX_EPOCH.checked_add(Duration::new(seconds, nanos))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::fixture::folder;

    /// The stamp of a file, taken `age` after its last change.
    fn aged(path: &Path, age: Duration) -> FileStamp {
        let metadata = fs::metadata(path).unwrap();
        let newest = metadata.modified().unwrap().max(changed_at(&metadata).unwrap());
        FileStamp::seen(&metadata, newest + age)
    }

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_recently_changed_file_never_counts_as_unchanged() {
        let folder = folder(&[("a", "x")]);
        let path = folder.path().join("a");
        let now = FileStamp::of(&path).unwrap();
        assert!(!aged(&path, Duration::ZERO).still_holds(now));
        assert!(!aged(&path, SETTLES_AFTER).still_holds(now));
        assert!(aged(&path, SETTLES_AFTER + Duration::from_nanos(1)).still_holds(now));
        assert!(aged(&path, MINUTE).still_holds(now));
        let metadata = fs::metadata(&path).unwrap();
        let before = metadata.modified().unwrap() - MINUTE;
        assert!(!FileStamp::seen(&metadata, before).still_holds(now), "a clock that was set back proves nothing");
    }

    #[test]
    fn a_different_size_or_inode_is_a_different_stamp() {
        let folder = folder(&[("a", "x"), ("b", "x")]);
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        let before = aged(&a, MINUTE);
        fs::write(&a, "xy").unwrap();
        assert!(!before.still_holds(FileStamp::of(&a).unwrap()));
        assert!(before.is_same_file(FileStamp::of(&a).unwrap()));
        assert!(!before.is_same_file(FileStamp::of(&b).unwrap()));
        assert_eq!(FileStamp::of(&folder.path().join("c")), None);
    }
}
