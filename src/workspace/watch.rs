//! Notices changes in the files of a workspace.
//!
//! The system tells of them, folder by folder. Where it cannot, such as on a network mount or when all its watches are
//! taken, the files are looked at again and again. Must not know what is made of a change.

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
use crate::source::Progress;
use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use worker::{Habits, Heard, Worker};

/// How a workspace is to be watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WatchSetting {
    /// As the system allows.
    #[default]
    Auto,
    /// By looking again and again.
    Poll,
    /// Not at all.
    Off,
}

/// How a workspace is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watching {
    /// The system tells.
    Live,
    /// The files are looked at again and again.
    Polling,
    /// There is nothing to watch: the folder of the workspace was removed or unmounted. It is looked for until it is back.
    Gone,
}

impl Watching {
    /// How people call it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Polling => "polling",
            Self::Gone => "gone",
        }
    }
}

/// What a watch says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Noticed {
    /// Something may have changed.
    Changed(Changes),
    /// How it watches from now on. [`Changes::Anywhere`] follows unless the workspace is gone: until then, nobody was looking.
    Mode(Watching),
}

/// Watches a workspace until it is dropped.
#[derive(Debug)]
pub struct Watch {
    outbox: Sender<Heard>,
    progress: Progress,
}

impl Watch {
    /// Starts to watch. Returns at once; what is noticed goes to `deliver`, on a thread of its own. When the settings of
    /// the workspace change, what is watched changes with them.
    pub fn start(
        scope: Scope,
        wanted: WatchSetting,
        deliver: impl FnMut(Noticed) + Send + 'static,
    ) -> io::Result<Self> {
        Self::with_habits(scope, wanted, Habits::default(), deliver)
    }

    fn with_habits(
        scope: Scope,
        wanted: WatchSetting,
        habits: Habits,
        deliver: impl FnMut(Noticed) + Send + 'static,
    ) -> io::Result<Self> {
        let ((outbox, inbox), progress) = (channel(), Progress::default());
        let watch = Self { outbox: outbox.clone(), progress: progress.clone() };
        if wanted != WatchSetting::Off {
            let worker = Worker { scope, habits, inbox, outbox, progress, tell: Box::new(deliver) };
            thread::Builder::new().name("watch".to_owned()).spawn(move || worker.run(wanted))?;
        }
        Ok(watch)
    }
}

/// The thread is told to end and not waited for: it may be listing folders of a mount that does not answer.
impl Drop for Watch {
    fn drop(&mut self) {
        self.progress.cancel();
        // Without a thread nobody has to be told.
        let _ = self.outbox.send(Heard::Stop);
    }
}
