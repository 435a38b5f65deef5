//! The watcher thread: switches between events and polling, and debounces changes.

use super::root::Root;
use super::scope::Scope;
use super::{WatchEvent, WatchSetting, Watching, events, mount, polling};
use crate::system::Progress;
use crate::workspace::Settings;
use notify::Event;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// A message to the thread.
pub(super) enum Heard {
    Event(notify::Result<Event>),
    Stop,
}

/// Why watching ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The watch was dropped.
    Stopped,
    /// Events are unavailable or unreliable.
    Silent,
    /// The folder of the workspace was removed or replaced.
    Gone,
    /// Not ended.
    GoesOn,
}

/// Timings, and where not to use events.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// Whether changes at a path can happen without events.
    pub(super) is_silent: fn(&Path) -> bool,
    /// Debounce interval: changes closer together than this are reported together.
    pub(super) quiet: Duration,
    /// Maximum delay of a change by debouncing.
    pub(super) longest: Duration,
    /// Interval between checks whether events are reliable.
    pub(super) check: Duration,
    /// Maximum delay of an event.
    pub(super) doubt: Duration,
    /// Interval between polls of the logs.
    pub(super) logs: Duration,
    /// Interval between polls of everything.
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
    /// Signals a request to stop.
    pub(super) progress: Progress,
    pub(super) deliver: Box<dyn FnMut(WatchEvent) + Send>,
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

    /// Reports that the workspace is gone and waits until it reappears.
    fn waits_for(&mut self, root: &Root) -> End {
        if !root.is_gone() {
            return End::GoesOn;
        }
        self.deliver(WatchEvent::Mode(Watching::Gone));
        loop {
            match self.inbox.recv_timeout(self.habits.logs) {
                Ok(Heard::Stop) | Err(RecvTimeoutError::Disconnected) => return End::Stopped,
                // A late event of the removed folder, or a timeout.
                Ok(Heard::Event(_)) | Err(RecvTimeoutError::Timeout) => {}
            }
            if !root.is_gone() {
                return End::GoesOn;
            }
        }
    }

    /// Whether a part of the scope is on a file system without events.
    pub(super) fn is_silent(&self) -> bool {
        let mut tops = self.scope.areas().map(|area| &area.top);
        tops.any(|top| (self.habits.is_silent)(top)) || self.scope.logs().iter().any(|log| (self.habits.is_silent)(log))
    }

    pub(super) fn deliver(&mut self, noticed: WatchEvent) {
        if !self.progress.is_cancelled() {
            (self.deliver)(noticed);
        }
    }

    /// Collects events until the debounce interval passes without one, or the maximum delay is reached.
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

    /// Reads the settings again; returns whether the scope changed. Invalid settings change nothing.
    pub(super) fn renew_scope(&mut self) -> bool {
        let Ok(settings) = Settings::load(self.scope.root(), self.scope.boundary()) else { return false };
        let scope = Scope::of(self.scope.root(), &settings).with_sources(self.scope.sources().clone());
        let is_new = scope != self.scope;
        self.scope = scope;
        is_new
    }
}
