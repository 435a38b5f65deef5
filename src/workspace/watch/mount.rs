//! Whether the system can tell of changes at a place at all.

use std::path::Path;

/// What file systems call themselves whose files somebody else can change without this machine hearing of it.
#[cfg(target_os = "linux")]
const SHARED: [(&str, u32); 16] = [
    ("9p", 0x0102_1997),
    ("afs", 0x5346_414f),
    ("afs of the kernel", 0x6b41_4653),
    ("beegfs", 0x1983_0326),
    ("ceph", 0x00c3_6400),
    ("cifs", 0xff53_4d42),
    ("coda", 0x7375_7245),
    ("fuse", 0x6573_5546),
    ("gfs2", 0x0116_1970),
    ("gpfs", 0x4750_4653),
    ("lustre", 0x0bd0_0bd0),
    ("nfs", 0x6969),
    ("ocfs2", 0x7461_636f),
    ("smb", 0x517b),
    ("smb2", 0xfe53_4d42),
    ("vboxsf", 0x786f_4256),
];

/// Whether changes at this place can happen unheard. What is not there yet will be where the folder above it is.
#[cfg(target_os = "linux")]
pub(super) fn is_silent(path: &Path) -> bool {
    let found = path.ancestors().find_map(|path| rustix::fs::statfs(path).ok());
    #[expect(clippy::cast_sign_loss, reason = "the number is a name; only its bits count")]
    found.is_some_and(|found| is_shared(found.f_type as u32))
}

#[cfg(target_os = "linux")]
fn is_shared(kind: u32) -> bool {
    SHARED.iter().any(|(_, shared)| *shared == kind)
}

/// Elsewhere only watching itself shows it.
#[cfg(not(target_os = "linux"))]
pub(super) fn is_silent(_: &Path) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn network_mounts_are_silent_and_disks_are_not() {
        let (nfs, ext4, tmpfs) = (0x6969, 0xef53, 0x0102_1994);
        assert_eq!([nfs, ext4, tmpfs].map(is_shared), [true, false, false]);
    }

    #[test]
    fn what_is_not_there_is_where_the_folder_above_is() {
        // Its files are made up by the kernel of this machine, so nobody else can change them.
        assert!(!is_silent(Path::new("/proc/no/such/folder")));
    }
}
