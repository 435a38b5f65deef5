//! The thread that reads the workspace, and refreshes it when files change.
//!
//! At most one update is outstanding: the next refresh waits until the main loop has taken the last one, because every
//! workspace needs memory and nothing is taken while an external editor is open. Changes are merged meanwhile.

use super::events::Events;
use super::panics;
use crate::tui::config::Consent;
use crate::tui::event::Event;
use crate::workspace::watch::Root;
use crate::workspace::{Cache, Changes, ConfigError, Live, Progress, Refreshed};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

/// Handle to the thread.
pub(super) struct Loader {
    commands: Sender<Command>,
    running: Option<Progress>,
}

enum Command {
    Load(Progress),
    /// Refresh after changes.
    Look(Changes),
    /// The last update was taken by the main loop.
    Taken,
}

impl Loader {
    /// Starts the thread, which runs as long as the process.
    pub(super) fn start(root: PathBuf, consent: Consent, cache: Cache, send: Events) -> io::Result<Self> {
        let (commands, received) = mpsc::channel();
        panics::spawn("load", move || {
            Reader::new(root, consent, cache, send).work(&received);
        })?;
        Ok(Self { commands, running: None })
    }

    /// Reads everything from scratch and cancels an unfinished read.
    pub(super) fn load(&mut self) {
        if let Some(running) = self.running.take() {
            running.cancel();
        }
        let progress = Progress::default();
        self.running = Some(progress.clone());
        // Cannot fail: the thread runs as long as the process.
        drop(self.commands.send(Command::Load(progress)));
    }

    /// Refreshes after changes.
    pub(super) fn look(&self, changes: Changes) {
        drop(self.commands.send(Command::Look(changes)));
    }

    /// The last update was taken: another one may be sent.
    pub(super) fn taken(&self) {
        drop(self.commands.send(Command::Taken));
    }

    /// A function that requests refreshes from another thread.
    pub(super) fn looks(&self) -> impl Fn(Changes) + Send + 'static {
        let commands = self.commands.clone();
        move |changes| drop(commands.send(Command::Look(changes)))
    }

    /// The progress, while reading.
    pub(super) fn progress(&self) -> Option<Event> {
        let progress = self.running.as_ref()?;
        Some(Event::LoadAdvanced { files: progress.files(), rows: progress.rows() })
    }

    /// Reading has finished.
    pub(super) fn finished(&mut self) {
        self.running = None;
    }
}

/// The state of the thread.
struct Reader {
    root: PathBuf,
    /// Detects whether the folder still exists.
    folder: Root,
    /// Access outside the folder that the user allows.
    consent: Consent,
    cache: Cache,
    /// Whether it was read at least once.
    is_started: bool,
    send: Events,
    live: Option<Live>,
    /// Changes not processed yet.
    changes: Option<Changes>,
    /// Whether an update was sent that has not been taken yet.
    is_update_pending: bool,
}

impl Reader {
    fn new(root: PathBuf, consent: Consent, cache: Cache, send: Events) -> Self {
        let folder = Root::of(&root);
        let (live, changes) = (None, None);
        Self { root, folder, consent, cache, is_started: false, send, live, changes, is_update_pending: false }
    }

    fn work(mut self, commands: &Receiver<Command>) {
        while let Ok(first) = commands.recv() {
            let started = Instant::now();
            let mut load = None;
            for command in std::iter::once(first).chain(commands.try_iter()) {
                match command {
                    // Earlier changes are included in a full read.
                    Command::Load(progress) => (load, self.changes) = (Some(progress), None),
                    Command::Look(more) => self.changes.get_or_insert_default().merge(more),
                    Command::Taken => self.is_update_pending = false,
                }
            }
            if let Some(progress) = load {
                self.load(&progress);
            } else if !self.is_update_pending
                && let Some(changes) = self.changes.take()
            {
                self.look(&changes);
                // A program that writes all the time must not keep a core busy.
                std::thread::sleep(started.elapsed().min(super::run::MOST_REST));
            }
        }
    }

    fn load(&mut self, progress: &Progress) {
        // The result of a cancelled read must not replace that of a newer one.
        let report = |event| {
            if !progress.is_cancelled() {
                self.send.send(event);
            }
        };
        let early = |workspace| {
            if !self.folder.is_gone() {
                report(Event::NodesLoaded(Arc::new(workspace)));
            }
        };
        #[cfg(debug_assertions)]
        super::test_panics::Breakdown::wanted().on_load();
        // Runs on rayon's threads, where a panic that is caught while loading a source does not end the program.
        // A snapshot is used only at the start; an explicit reload reads everything.
        let snapshot = if self.is_started { Cache::none() } else { self.cache.clone() };
        let boundary = self.consent.boundary(&self.root);
        let read = rayon::scope(|_| Live::start(&self.root, &boundary, &snapshot, progress, early));
        self.is_started = true;
        match read {
            // The folder vanished while it was read. The previous workspace stays on the screen.
            _ if self.folder.is_gone() => {
                report(Event::LoadFailed(format!("{} was removed or unmounted", self.root.display())));
                self.live = None;
            }
            Ok(Some(mut live)) => {
                report(Event::Loaded(Arc::clone(live.workspace())));
                live.save(&self.cache);
                // A workspace that is not shown cannot be refreshed.
                self.live = Some(live).filter(|_| !progress.is_cancelled());
            }
            Ok(None) => self.live = None,
            Err(error) => {
                report(Event::LoadFailed(error.to_string()));
                self.live = None;
            }
        }
    }

    fn look(&mut self, changes: &Changes) {
        let Some(live) = &mut self.live else {
            // Nothing to refresh: the last read failed.
            return self.load(&Progress::default());
        };
        let refreshed = rayon::scope(|_| live.refresh(changes));
        if self.folder.is_gone() {
            // The folder vanished before or during the read, so the result may lack files. The screen stays as it is,
            // and the watcher requests another refresh when the folder is back, which then reads everything.
            self.live = None;
            return;
        }
        let event = match refreshed {
            Ok(Refreshed::Same) => return,
            Ok(Refreshed::Longer(workspace, first)) => Event::Grown(workspace, first),
            Ok(Refreshed::Other(workspace, arrivals)) => Event::Changed(workspace, arrivals),
            Err(error) => {
                // Once the settings are valid again, everything is read, even if they are the same as before.
                self.live = None;
                Event::LoadFailed(ConfigError::to_string(&error))
            }
        };
        self.is_update_pending = !matches!(event, Event::LoadFailed(_));
        self.send.send(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::fixture::folder;
    use std::fs;

    fn reader(root: PathBuf, send: Events) -> Reader {
        Reader::new(root, Consent::default(), Cache::none(), send)
    }

    /// Ids of the nodes in the last event, if it contains a workspace.
    fn ids(events: &Receiver<Event>) -> Option<Vec<String>> {
        match events.try_iter().last()? {
            Event::Loaded(workspace) | Event::Changed(workspace, _) => {
                Some(workspace.graph.nodes().map(|node| node.id().to_owned()).collect())
            }
            other => panic!("unexpected {other:?}"),
        }
    }

    #[test]
    fn a_folder_that_vanishes_before_a_refresh_leaves_the_last_workspace_on_the_screen() {
        let above = folder(&[("ws/units/.keep", ""), ("ws/artifacts/notes/a.md", "---\ntitle: A\n---\n")]);
        let (root, away) = (above.path().join("ws"), above.path().join("away"));
        let (send, events) = mpsc::channel();
        let mut reader = reader(root.clone(), Events::to(send, |event| event));
        reader.load(&Progress::default());
        assert_eq!(ids(&events), Some(vec!["a".to_owned()]));

        fs::rename(&root, &away).unwrap();
        reader.look(&Changes::Anywhere);
        assert_eq!(events.try_iter().count(), 0);

        fs::write(away.join("artifacts/notes/b.md"), "---\ntitle: B\n---\n").unwrap();
        fs::rename(&away, &root).unwrap();
        reader.look(&Changes::Anywhere);
        assert_eq!(ids(&events), Some(vec!["a".to_owned(), "b".to_owned()]));
    }

    #[test]
    fn reading_a_vanished_folder_fails_with_its_path() {
        let above = folder(&[("ws/artifacts/notes/a.md", "---\ntitle: A\n---\n")]);
        let root = above.path().join("ws");
        let (send, events) = mpsc::channel();
        let mut reader = reader(root.clone(), Events::to(send, |event| event));
        fs::remove_dir_all(&root).unwrap();
        reader.load(&Progress::default());
        let events: Vec<_> = events.try_iter().collect();
        let [Event::LoadFailed(why)] = &events[..] else { panic!("unexpected {events:?}") };
        assert_eq!(why, &format!("{} was removed or unmounted", root.display()));
    }
}
