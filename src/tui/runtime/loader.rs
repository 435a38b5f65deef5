//! The thread that reads the workspace, and looks again when something changed.

use super::panics;
use crate::tui::config::Consent;
use crate::tui::event::Event;
use crate::workspace::watch::Root;
use crate::workspace::{Cache, Changes, Live, Progress, Refreshed, SettingsError};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

/// Reads the workspace, and tells how far it is.
pub(super) struct Loader {
    commands: Sender<Command>,
    running: Option<Progress>,
}

/// What the thread is asked for.
enum Command {
    /// Read everything.
    Load(Progress),
    /// Look at what changed.
    Look(Changes),
    /// What was told last was taken in.
    Taken,
}

impl Loader {
    /// Starts the thread. It ends with the process.
    pub(super) fn start(root: PathBuf, consent: Consent, cache: Cache, send: Sender<Event>) -> io::Result<Self> {
        let (commands, received) = mpsc::channel();
        panics::spawn("load", move || {
            let folder = Root::of(&root);
            Reader { root, folder, consent, cache, is_started: false, send, live: None, changes: None, is_told: false }
                .work(&received);
        })?;
        Ok(Self { commands, running: None })
    }

    /// Reads from scratch; an older reading is called off.
    pub(super) fn load(&mut self) {
        if let Some(running) = self.running.take() {
            running.cancel();
        }
        let progress = Progress::default();
        self.running = Some(progress.clone());
        // The thread ends only with the process.
        drop(self.commands.send(Command::Load(progress)));
    }

    /// Looks at what changed.
    pub(super) fn look(&self, changes: Changes) {
        drop(self.commands.send(Command::Look(changes)));
    }

    /// What was told last was taken in: there may be more.
    pub(super) fn taken(&self) {
        drop(self.commands.send(Command::Taken));
    }

    /// A way to ask for looks from another thread.
    pub(super) fn looks(&self) -> impl Fn(Changes) + Send + 'static {
        let commands = self.commands.clone();
        move |changes| drop(commands.send(Command::Look(changes)))
    }

    /// How far it is, if it is reading.
    pub(super) fn progress(&self) -> Option<Event> {
        let progress = self.running.as_ref()?;
        Some(Event::LoadAdvanced { files: progress.files(), rows: progress.rows() })
    }

    /// It is done.
    pub(super) fn finished(&mut self) {
        self.running = None;
    }
}

/// The thread's own.
struct Reader {
    root: PathBuf,
    /// Tells whether that folder is still there.
    folder: Root,
    /// What the user allows outside it.
    consent: Consent,
    cache: Cache,
    /// Whether it was read once.
    is_started: bool,
    send: Sender<Event>,
    live: Option<Live>,
    /// What is still to be looked at.
    changes: Option<Changes>,
    /// Whether something was told that is not taken in yet: each workspace takes room, and whoever is in an editor takes
    /// none in.
    is_told: bool,
}

impl Reader {
    fn work(mut self, commands: &Receiver<Command>) {
        while let Ok(first) = commands.recv() {
            let started = Instant::now();
            let mut load = None;
            for command in std::iter::once(first).chain(commands.try_iter()) {
                match command {
                    // Whatever changed before is read with everything else.
                    Command::Load(progress) => (load, self.changes) = (Some(progress), None),
                    Command::Look(more) => self.changes.get_or_insert_default().merge(more),
                    Command::Taken => self.is_told = false,
                }
            }
            if let Some(progress) = load {
                self.load(&progress);
            } else if !self.is_told
                && let Some(changes) = self.changes.take()
            {
                self.look(&changes);
                // Somebody who writes all the time must not keep a core busy all the time.
                std::thread::sleep(started.elapsed().min(super::run::MOST_REST));
            }
        }
    }

    fn load(&mut self, progress: &Progress) {
        // One that was called off while it finished must not replace what a newer one reads.
        let tell = |event| {
            if !progress.is_cancelled() {
                drop(self.send.send(event));
            }
        };
        let early = |workspace| {
            if !self.folder.is_gone() {
                tell(Event::NodesLoaded(Arc::new(workspace)));
            }
        };
        #[cfg(debug_assertions)]
        super::breakdown::Breakdown::wanted().on_load();
        // On rayon's threads, where a panic that a source's guard catches is not the end of the program.
        // A snapshot is for the start; whoever asks for everything to be read again gets that.
        let snapshot = if self.is_started { Cache::none() } else { self.cache.clone() };
        let boundary = self.consent.boundary(&self.root);
        let read = rayon::scope(|_| Live::start(&self.root, &boundary, &snapshot, progress, early));
        self.is_started = true;
        match read {
            // The folder vanished while it was read. What was read before stays on the screen.
            _ if self.folder.is_gone() => {
                tell(Event::LoadFailed(format!("{} was removed or unmounted", self.root.display())));
                self.live = None;
            }
            Ok(Some(mut live)) => {
                tell(Event::Loaded(Arc::clone(live.workspace())));
                live.save(&self.cache);
                // What the screen does not have, nothing can be added to.
                self.live = Some(live).filter(|_| !progress.is_cancelled());
            }
            Ok(None) => self.live = None,
            Err(error) => {
                tell(Event::LoadFailed(error.to_string()));
                self.live = None;
            }
        }
    }

    fn look(&mut self, changes: &Changes) {
        let Some(live) = &mut self.live else {
            // There is nothing to compare with: the first reading failed.
            return self.load(&Progress::default());
        };
        let refreshed = rayon::scope(|_| live.refresh(changes));
        if self.folder.is_gone() {
            // The folder vanished before or while it was read: the result lacks files that may come back. What is on the
            // screen stays, and the watch asks for another look when the folder is back, which then reads everything.
            self.live = None;
            return;
        }
        let event = match refreshed {
            Ok(Refreshed::Same) => return,
            Ok(Refreshed::Longer(workspace, first)) => Event::Grown(workspace, first),
            Ok(Refreshed::Other(workspace, arrivals)) => Event::Changed(workspace, arrivals),
            Err(error) => {
                // Once the settings are right again, everything is read as they say, even if that is what they said before.
                self.live = None;
                Event::LoadFailed(SettingsError::to_string(&error))
            }
        };
        self.is_told = !matches!(event, Event::LoadFailed(_));
        drop(self.send.send(event));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::fixture::folder;
    use std::fs;

    fn reader(root: PathBuf, send: Sender<Event>) -> Reader {
        let folder = Root::of(&root);
        let (consent, cache) = (Consent::default(), Cache::none());
        Reader { root, folder, consent, cache, is_started: false, send, live: None, changes: None, is_told: false }
    }

    /// Ids of the nodes in the event that was sent last, if it was about a whole workspace.
    fn ids(events: &Receiver<Event>) -> Option<Vec<String>> {
        match events.try_iter().last()? {
            Event::Loaded(workspace) | Event::Changed(workspace, _) => {
                Some(workspace.graph.nodes().map(|node| node.id().to_owned()).collect())
            }
            other => panic!("unexpected {other:?}"),
        }
    }

    #[test]
    fn a_folder_that_vanishes_before_a_look_leaves_the_last_workspace_on_the_screen() {
        let above = folder(&[("ws/units/.keep", ""), ("ws/artifacts/notes/a.md", "---\ntitle: A\n---\n")]);
        let (root, away) = (above.path().join("ws"), above.path().join("away"));
        let (send, events) = mpsc::channel();
        let mut reader = reader(root.clone(), send);
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
    fn reading_a_folder_that_vanished_fails_with_its_path() {
        let above = folder(&[("ws/artifacts/notes/a.md", "---\ntitle: A\n---\n")]);
        let root = above.path().join("ws");
        let (send, events) = mpsc::channel();
        let mut reader = reader(root.clone(), send);
        fs::remove_dir_all(&root).unwrap();
        reader.load(&Progress::default());
        let events: Vec<_> = events.try_iter().collect();
        let [Event::LoadFailed(why)] = &events[..] else { panic!("unexpected {events:?}") };
        assert_eq!(why, &format!("{} was removed or unmounted", root.display()));
    }
}
