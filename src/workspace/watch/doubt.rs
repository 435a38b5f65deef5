//! Detects missing file system events: a log that changed without an event shows that events are unreliable.

use super::stamp::Stamp;
use crate::workspace::Changes;
use std::path::{Path, PathBuf};

/// The last known state of each log, and whether an event was received since.
pub(super) struct Doubt {
    logs: Vec<Known>,
}

struct Known {
    path: PathBuf,
    stamp: Option<Stamp>,
    since: Since,
}

/// What happened since a log was last checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Since {
    /// No event and no change.
    Nothing,
    /// An event was received.
    Event,
    /// A change was seen without an event so far.
    Seen,
}

/// The reliability of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reliance {
    /// Every change had an event.
    Full,
    /// A change had no event yet, but it may be delayed.
    Doubtful,
    /// A change never had an event.
    Lost,
}

impl Doubt {
    /// Records the current state of the logs.
    pub(super) fn new(logs: &[PathBuf], stamp: impl Fn(&Path) -> Option<Stamp>) -> Self {
        let known = |path: &PathBuf| Known { stamp: stamp(path), path: path.clone(), since: Since::Nothing };
        Self { logs: logs.iter().map(known).collect() }
    }

    /// Records changes reported by events.
    pub(super) fn record(&mut self, changes: &Changes) {
        for log in &mut self.logs {
            let is_meant = match changes {
                Changes::Anywhere => true,
                Changes::Paths(paths) => paths.iter().any(|path| log.path.starts_with(path)),
            };
            if is_meant {
                log.since = Since::Event;
            }
        }
    }

    /// Checks the logs again.
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
                Since::Event => (log.stamp, log.since) = (now, Since::Nothing),
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
    fn unchanged_log_without_events_is_reliable() {
        let (_folder, _, mut doubt) = log();
        assert_eq!([(); 3].map(|()| doubt.look(stamp)), [Reliance::Full; 3]);
    }

    #[test]
    fn change_without_an_event_is_unreliable() {
        let (_folder, path, mut doubt) = log();
        fs::write(&path, "row").unwrap();
        assert_eq!([(); 2].map(|()| doubt.look(stamp)), [Reliance::Doubtful, Reliance::Lost]);
    }

    #[test]
    fn event_may_be_delayed() {
        let (_folder, path, mut doubt) = log();
        fs::write(&path, "row").unwrap();
        assert_eq!(doubt.look(stamp), Reliance::Doubtful);
        doubt.record(&paths(&path));
        assert_eq!([(); 2].map(|()| doubt.look(stamp)), [Reliance::Full; 2]);
    }

    #[test]
    fn event_for_the_folder_or_for_everything_covers_the_log() {
        for changes in [|path: &Path| paths(path.parent().unwrap()), |_: &Path| Changes::Anywhere] {
            let (_folder, path, mut doubt) = log();
            fs::remove_file(&path).unwrap();
            doubt.record(&changes(&path));
            assert_eq!(doubt.look(stamp), Reliance::Full);
        }
    }

    #[test]
    fn event_for_another_file_does_not_cover_the_log() {
        let (folder, path, mut doubt) = log();
        fs::write(&path, "row").unwrap();
        doubt.record(&paths(&folder.path().join("other")));
        assert_eq!(doubt.look(stamp), Reliance::Doubtful);
    }
}
