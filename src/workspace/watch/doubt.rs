//! Whether the system still tells of changes: a log that changed without a word shows that it does not.

use super::stamp::Stamp;
use crate::workspace::Changes;
use std::path::{Path, PathBuf};

/// What is known of each log, and whether anything was told of it since.
pub(super) struct Doubt {
    logs: Vec<Known>,
}

struct Known {
    path: PathBuf,
    stamp: Option<Stamp>,
    since: Since,
}

/// What happened since a log was looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Since {
    /// Nothing was told, nothing was seen.
    Nothing,
    /// A change was told.
    Told,
    /// A change was seen that had not been told yet.
    Seen,
}

/// How far what the system tells can be relied on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reliance {
    /// Every change was told.
    Full,
    /// One was not, but its news may still be on the way.
    Doubtful,
    /// One was never told.
    Lost,
}

impl Doubt {
    /// Looks at the logs as they are now.
    pub(super) fn new(logs: &[PathBuf], stamp: impl Fn(&Path) -> Option<Stamp>) -> Self {
        let known = |path: &PathBuf| Known { stamp: stamp(path), path: path.clone(), since: Since::Nothing };
        Self { logs: logs.iter().map(known).collect() }
    }

    /// Notes what was told.
    pub(super) fn told(&mut self, changes: &Changes) {
        for log in &mut self.logs {
            let is_meant = match changes {
                Changes::Anywhere => true,
                Changes::Paths(paths) => paths.iter().any(|path| log.path.starts_with(path)),
            };
            if is_meant {
                log.since = Since::Told;
            }
        }
    }

    /// Looks at the logs again.
    pub(super) fn look(&mut self, stamp: impl Fn(&Path) -> Option<Stamp>) -> Reliance {
        let mut reliance = Reliance::Full;
        for log in &mut self.logs {
            let now = stamp(&log.path);
            match log.since {
                Since::Nothing if now == log.stamp => {}
                Since::Nothing => {
                    log.since = Since::Seen;
                    reliance = Reliance::Doubtful;
                }
                Since::Seen => return Reliance::Lost,
                Since::Told => (log.stamp, log.since) = (now, Since::Nothing),
            }
        }
        reliance
    }
}

#[cfg(test)]
mod tests {
    use super::super::stamp::stamp;
    use super::*;
    use std::fs;
    use tempfile::TempDir;

    fn log() -> (TempDir, PathBuf, Doubt) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        fs::write(&path, "").unwrap();
        let doubt = Doubt::new(std::slice::from_ref(&path), stamp);
        (folder, path, doubt)
    }

    fn paths(path: &Path) -> Changes {
        Changes::Paths([path.to_owned()].into())
    }

    #[test]
    fn silence_about_nothing_is_no_reason_to_doubt() {
        let (_folder, _, mut doubt) = log();
        assert_eq!([(); 3].map(|()| doubt.look(stamp)), [Reliance::Full; 3]);
    }

    #[test]
    fn a_change_that_is_never_told_ends_all_reliance() {
        let (_folder, path, mut doubt) = log();
        fs::write(&path, "row").unwrap();
        assert_eq!([(); 2].map(|()| doubt.look(stamp)), [Reliance::Doubtful, Reliance::Lost]);
    }

    #[test]
    fn a_change_may_be_told_late() {
        let (_folder, path, mut doubt) = log();
        fs::write(&path, "row").unwrap();
        assert_eq!(doubt.look(stamp), Reliance::Doubtful);
        doubt.told(&paths(&path));
        assert_eq!([(); 2].map(|()| doubt.look(stamp)), [Reliance::Full; 2]);
    }

    #[test]
    fn a_change_of_the_folder_or_of_anything_tells_of_the_log_too() {
        for told in [|path: &Path| paths(path.parent().unwrap()), |_: &Path| Changes::Anywhere] {
            let (_folder, path, mut doubt) = log();
            fs::remove_file(&path).unwrap();
            doubt.told(&told(&path));
            assert_eq!(doubt.look(stamp), Reliance::Full);
        }
    }

    #[test]
    fn what_is_told_of_another_file_says_nothing_about_the_log() {
        let (folder, path, mut doubt) = log();
        fs::write(&path, "row").unwrap();
        doubt.told(&paths(&folder.path().join("other")));
        assert_eq!(doubt.look(stamp), Reliance::Doubtful);
    }
}
