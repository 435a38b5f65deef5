//! The thread that watches: what it hears, how fast it goes, whom it tells.

use super::root::Root;
use super::scope::Scope;
use super::{Noticed, WatchSetting, Watching, events, mount, polling};
use crate::source::Progress;
use crate::workspace::Settings;
use notify::Event;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// What reaches the thread.
pub(super) enum Heard {
    Event(notify::Result<Event>),
    Stop,
}

/// Why listening ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nobody wants to know any more.
    Stopped,
    /// The system does not tell, or not everything.
    Silent,
    /// The folder of the workspace is gone, or another one is in its place.
    Gone,
    /// It did not.
    GoesOn,
}

/// How long to wait for what, and where not to listen at all.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// Whether changes at a place can happen unheard.
    pub(super) is_silent: fn(&Path) -> bool,
    /// Changes belong together as long as no more than this lies between them.
    pub(super) quiet: Duration,
    /// But nobody waits for a change longer than this.
    pub(super) longest: Duration,
    /// Between two looks at whether the system still tells.
    pub(super) check: Duration,
    /// How late it may tell.
    pub(super) doubt: Duration,
    /// Between two looks at the logs, where it does not tell.
    pub(super) logs: Duration,
    /// Between two looks at everything, where it does not tell.
    pub(super) all: Duration,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            is_silent: mount::is_silent,
            quiet: Duration::from_millis(30),
            longest: Duration::from_millis(150),
            check: Duration::from_secs(2),
            doubt: Duration::from_secs(1),
            logs: Duration::from_secs(1),
            all: Duration::from_secs(5),
        }
    }
}

pub(super) struct Worker {
    pub(super) scope: Scope,
    pub(super) habits: Habits,
    pub(super) inbox: Receiver<Heard>,
    pub(super) outbox: Sender<Heard>,
    /// Who may ask to stop.
    pub(super) progress: Progress,
    pub(super) tell: Box<dyn FnMut(Noticed) + Send>,
}

impl Worker {
    pub(super) fn run(mut self, wanted: WatchSetting) {
        let mut listens = wanted == WatchSetting::Auto;
        loop {
            let root = Root::of(self.scope.root());
            listens &= !self.is_silent();
            let end = if root.is_gone() {
                End::Gone
            } else if listens {
                events::listen(&mut self, &root)
            } else {
                polling::look(&mut self, &root)
            };
            match end {
                End::Silent => listens = false,
                End::Gone if self.waits_for(&root) == End::GoesOn => {
                    self.renew_scope();
                }
                End::Gone | End::Stopped | End::GoesOn => return,
            }
        }
    }

    /// Waits until there is a workspace again, and says that there is none.
    fn waits_for(&mut self, root: &Root) -> End {
        if !root.is_gone() {
            return End::GoesOn;
        }
        self.deliver(Noticed::Mode(Watching::Gone));
        loop {
            match self.inbox.recv_timeout(self.habits.logs) {
                Ok(Heard::Stop) | Err(RecvTimeoutError::Disconnected) => return End::Stopped,
                // An event of a folder that is gone, or nothing.
                Ok(Heard::Event(_)) | Err(RecvTimeoutError::Timeout) => {}
            }
            if !root.is_gone() {
                return End::GoesOn;
            }
        }
    }

    /// Whether something of the scope lies where changes can happen unheard.
    pub(super) fn is_silent(&self) -> bool {
        let mut tops = self.scope.areas().map(|area| &area.top);
        tops.any(|top| (self.habits.is_silent)(top)) || self.scope.logs().iter().any(|log| (self.habits.is_silent)(log))
    }

    pub(super) fn deliver(&mut self, noticed: Noticed) {
        if !self.progress.is_cancelled() {
            (self.tell)(noticed);
        }
    }

    /// Takes in what happens until it has been quiet, or until somebody has waited long enough.
    pub(super) fn gather(&self, mut add: impl FnMut(notify::Result<Event>)) -> End {
        let end = Instant::now() + self.habits.longest;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.inbox.recv_timeout(left.min(self.habits.quiet)) {
                Ok(Heard::Event(event)) if !left.is_zero() => add(event),
                Ok(Heard::Event(event)) => {
                    add(event);
                    return End::GoesOn;
                }
                Ok(Heard::Stop) | Err(RecvTimeoutError::Disconnected) => return End::Stopped,
                Err(RecvTimeoutError::Timeout) => return End::GoesOn,
            }
        }
    }

    /// Reads the settings again; says whether other files matter now. Broken settings change nothing.
    pub(super) fn renew_scope(&mut self) -> bool {
        let Ok(settings) = Settings::load(self.scope.root(), self.scope.boundary()) else { return false };
        let scope = Scope::of(self.scope.root(), &settings).with_sources(self.scope.sources().clone());
        let is_new = scope != self.scope;
        self.scope = scope;
        is_new
    }
}
