//! Watches the files of a workspace for changes.
//!
//! Uses file system events (inotify, `FSEvents`, …), debounced, with one watch per folder. Falls back to polling where
//! events are not available or incomplete, such as on network mounts or when the watch limit is reached. Only reports
//! changed paths; what to do with them is up to the caller.

mod doubt;
mod events;
mod folders;
mod mount;
mod polling;
mod root;
mod scope;
mod stamp;
#[cfg(test)]
mod tests;
mod worker;

pub use root::Root;
pub use scope::Scope;

use super::Changes;
use crate::system::Progress;
use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use worker::{Habits, Heard, Worker};

/// The requested way to watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WatchSetting {
    /// File system events if possible, otherwise polling.
    #[default]
    Auto,
    /// Polling.
    Poll,
    Off,
}

/// The actual way a workspace is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watching {
    /// By file system events.
    Live,
    /// By polling.
    Polling,
    /// Not at all, because the folder was removed or unmounted. Watching resumes when it reappears.
    Gone,
}

impl Watching {
    /// The display name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Polling => "polling",
            Self::Gone => "gone",
        }
    }
}

/// A message from a watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WatchEvent {
    /// Paths may have changed.
    Changed(Changes),
    /// The mode changed. [`Changes::Anywhere`] follows unless the workspace is gone, because changes may have been
    /// missed.
    Mode(Watching),
}

/// Watches a workspace until it is dropped.
#[derive(Debug)]
pub struct Watch {
    outbox: Sender<Heard>,
    progress: Progress,
}

impl Watch {
    /// Starts watching and returns at once. Messages go to `deliver` on a separate thread. Adapts when the settings of
    /// the workspace change.
    pub fn start(
        scope: Scope,
        wanted: WatchSetting,
        deliver: impl FnMut(WatchEvent) + Send + 'static,
    ) -> io::Result<Self> {
        Self::with_habits(scope, wanted, Habits::default(), deliver)
    }

    fn with_habits(
        scope: Scope,
        wanted: WatchSetting,
        habits: Habits,
        deliver: impl FnMut(WatchEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let ((outbox, inbox), progress) = (channel(), Progress::default());
        let watch = Self { outbox: outbox.clone(), progress: progress.clone() };
        if wanted != WatchSetting::Off {
            let worker = Worker { scope, habits, inbox, outbox, progress, deliver: Box::new(deliver) };
            thread::Builder::new().name("watch".to_owned()).spawn(move || worker.run(wanted))?;
        }
        Ok(watch)
    }
}

/// Signals the thread to end without waiting: it may be blocked on an unresponsive mount.
impl Drop for Watch {
    fn drop(&mut self) {
        self.progress.cancel();
        // If the thread has already ended, there is nothing to signal.
        let _ = self.outbox.send(Heard::Stop);
    }
}
