//! Watching with file system events.

use super::doubt::{Doubt, Reliance};
use super::folders::{Exhausted, Folders};
use super::root::{Root, Standing};
use super::stamp::stamp;
use super::worker::{End, Heard, Worker};
use super::{WatchEvent, Watching};
use crate::workspace::Changes;
use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{Config, ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use rustix::io::Errno;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

/// Maximum number of paths in one message; with more, everything counts as changed.
const MOST_PATHS: usize = 4096;

/// Listens until it is stopped, the workspace is gone, or events turn out to be unreliable.
pub(super) fn listen(worker: &mut Worker, root: &Root) -> End {
    let outbox = worker.outbox.clone();
    let pass_on = move |event: notify::Result<Event>| {
        if event.as_ref().map_or(true, matters) {
            // If the receiver is gone, the event does not matter.
            let _ = outbox.send(Heard::Event(event));
        }
    };
    let Ok(watcher) = RecommendedWatcher::new(pass_on, Config::default()) else { return End::Silent };
    let mut listener = Listener { watcher, folders: Folders::default() };
    if listener.watch(worker, None).is_err() {
        return End::Silent;
    }
    // Recorded before the mode is reported, because the logs can change right after that.
    let doubt = Doubt::new(worker.scope.logs(), stamp);
    worker.deliver(WatchEvent::Mode(Watching::Live));
    worker.deliver(WatchEvent::Changed(Changes::Anywhere));
    listener.run(doubt, worker, root)
}

/// Whether the scope changed.
enum Scoped {
    AsBefore,
    Changed,
}

struct Listener {
    watcher: RecommendedWatcher,
    folders: Folders,
}

impl Listener {
    fn run(&mut self, mut doubt: Doubt, worker: &mut Worker, root: &Root) -> End {
        let mut due = Instant::now() + worker.habits.check;
        loop {
            match worker.inbox.recv_timeout(due.saturating_duration_since(Instant::now())) {
                Ok(Heard::Stop) | Err(RecvTimeoutError::Disconnected) => return End::Stopped,
                Ok(Heard::Event(event)) => {
                    let mut heap = Heap::default();
                    heap.add(event);
                    if worker.gather(|event| heap.add(event)) == End::Stopped {
                        return End::Stopped;
                    }
                    // The last state stays on screen.
                    if root.standing() != Standing::Same {
                        return End::Gone;
                    }
                    let Ok(changes) = self.make_of(heap, worker) else { return End::Silent };
                    doubt.record(&changes);
                    match self.follow(&changes, worker) {
                        Ok(Scoped::AsBefore) => {}
                        Ok(Scoped::Changed) => doubt = Doubt::new(worker.scope.logs(), stamp),
                        Err(Exhausted) => return End::Silent,
                    }
                    if !changes.is_empty() {
                        worker.deliver(WatchEvent::Changed(changes));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if Instant::now() >= due {
                if root.standing() != Standing::Same {
                    return End::Gone;
                }
                let pause = match doubt.look(stamp) {
                    Reliance::Full => worker.habits.check,
                    Reliance::Doubtful => worker.habits.doubt,
                    Reliance::Lost => return End::Silent,
                };
                due = Instant::now() + pause;
            }
        }
    }

    /// Converts events to changes of the workspace. Watches new folders first: later changes in them cause events, and
    /// existing files are below a reported path.
    fn make_of(&mut self, heap: Heap, worker: &Worker) -> Result<Changes, Exhausted> {
        if heap.is_overfull {
            return Ok(Changes::Anywhere);
        }
        let mut changed = BTreeSet::new();
        for (real, what) in heap.paths {
            let was_folder = self.folders.hold(&real);
            let is_folder = what == What::Appearance && real.is_dir();
            let names = self.folders.names_of(&real);
            if was_folder && !real.is_dir() {
                self.folders.forget(&real);
            }
            for name in names {
                let is_new_link = what == What::Appearance && name.is_symlink();
                if is_folder || was_folder || is_new_link {
                    self.watch(worker, Some(&name))?;
                }
                if was_folder || (is_folder && worker.scope.enters(&name)) || worker.scope.concerns(&name) {
                    changed.insert(name);
                }
            }
        }
        Ok(Changes::Paths(changed))
    }

    /// Updates the watched folders after a change of the settings, of a file by which a system is recognised, or of
    /// ignore files.
    fn follow(&mut self, changes: &Changes, worker: &mut Worker) -> Result<Scoped, Exhausted> {
        let is_among = |is_meant: &dyn Fn(&Path) -> bool| match changes {
            Changes::Anywhere => true,
            Changes::Paths(paths) => paths.iter().any(|path| is_meant(path)),
        };
        let decides = |path: &Path| worker.scope.is_file(path) && !worker.scope.logs().iter().any(|log| log == path);
        if is_among(&decides) && worker.renew_scope() {
            if worker.is_silent() {
                return Err(Exhausted);
            }
            self.watch(worker, None)?;
            return Ok(Scoped::Changed);
        }
        if is_among(&|path| path.ends_with(".gitignore")) {
            self.watch(worker, None)?;
        }
        Ok(Scoped::AsBefore)
    }

    fn watch(&mut self, worker: &Worker, part: Option<&Path>) -> Result<(), Exhausted> {
        let mut ask = |folder: &Path| match self.watcher.watch(folder, RecursiveMode::NonRecursive) {
            Err(error) if is_exhausted(&error) => Err(Exhausted),
            // Removed or not readable: nothing can be read from it either, and its parent reports when that changes.
            _ => Ok(()),
        };
        self.folders.watch(&worker.scope, part, &worker.progress, &mut ask)
    }
}

/// Whether an event can be a change. Excludes reads; otherwise refscope would trigger itself.
fn matters(event: &Event) -> bool {
    let is_change = match event.kind {
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        EventKind::Other => false,
        EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) => true,
    };
    is_change || event.need_rescan()
}

fn is_exhausted(error: &notify::Error) -> bool {
    /// Out of memory, or too many open files in the system or in this process.
    const CODES: [Errno; 3] = [Errno::NOMEM, Errno::NFILE, Errno::MFILE];
    match &error.kind {
        ErrorKind::MaxFilesWatch => true,
        ErrorKind::Io(error) => Errno::from_io_error(error).is_some_and(|code| CODES.contains(&code)),
        _ => false,
    }
}

/// The kind of event at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// Written or removed.
    Change,
    /// Created, renamed, or permissions changed: if it is a folder, it must be watched.
    Appearance,
}

/// The events of one debounce interval.
#[derive(Default)]
struct Heap {
    paths: BTreeMap<PathBuf, What>,
    /// Events at unknown or too many paths.
    is_overfull: bool,
}

impl Heap {
    fn add(&mut self, event: notify::Result<Event>) {
        let Ok(event) = event else {
            self.is_overfull = true;
            return;
        };
        self.is_overfull |= event.need_rescan() || self.paths.len() > MOST_PATHS;
        if self.is_overfull {
            return;
        }
        let what = match event.kind {
            EventKind::Any
            | EventKind::Create(_)
            | EventKind::Modify(ModifyKind::Any | ModifyKind::Name(_) | ModifyKind::Metadata(_)) => What::Appearance,
            _ => What::Change,
        };
        for path in event.paths {
            let known = self.paths.entry(path).or_insert(what);
            *known = what.max(*known);
        }
    }
}
