//! Where it is kept what is remembered from one run to the next: one small file a workspace, in the user's state folder.

use super::panics;
use crate::source::file;
use crate::tui::remembered::RememberedFilters;
use crate::workspace::kept_name;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// A process that has to end waits this long for what it was to remember; half a second is all it has.
const LAST_MOMENT: Duration = Duration::from_millis(200);

/// The file of one workspace.
#[derive(Debug, Clone)]
pub struct Keeper {
    file: PathBuf,
    root: String,
}

impl Keeper {
    /// The file of a workspace in the state folder.
    pub fn new(state_folder: &Path, root: &Path) -> Self {
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let file = state_folder.join("workspaces").join(format!("{}.json", kept_name(&root)));
        Self { file, root: root.display().to_string() }
    }

    /// What was remembered; nothing if there is no such file, or it is another workspace's or cannot be read.
    pub fn read(&self) -> RememberedFilters {
        let read = || -> Option<RememberedFilters> {
            let value: Value = serde_json::from_str(&file::read_text(&self.file).ok()?).ok()?;
            (value.get("workspace")?.as_str()? == self.root).then_some(())?;
            serde_json::from_value(value.get("screen")?.clone()).ok()
        };
        read().unwrap_or_default()
    }

    /// Remembers. The file is whole or as it was before.
    pub fn write(&self, kept: &RememberedFilters) -> io::Result<()> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut new = tempfile::NamedTempFile::new_in(folder)?;
        let value = json!({"workspace": self.root, "screen": kept});
        new.write_all(format!("{value:#}\n").as_bytes())?;
        new.persist(&self.file)?;
        Ok(())
    }
}

/// A thread that writes what is to be remembered, so that no key waits for a slow disk. What was given to it is written
/// before it ends.
pub(super) struct Keeping {
    tray: Arc<Tray>,
    thread: Option<JoinHandle<()>>,
}

impl Keeping {
    pub(super) fn start(keeper: Keeper) -> io::Result<Self> {
        let tray = Arc::new(Tray::default());
        let emptied = Arc::clone(&tray);
        let thread = panics::spawn("keep", move || {
            while let Some(newest) = emptied.take() {
                // What cannot be remembered is not worth a word while somebody looks at something else.
                drop(keeper.write(&newest));
            }
        })?;
        Ok(Self { tray, thread: Some(thread) })
    }

    pub(super) fn keep(&self, kept: Box<RememberedFilters>) {
        self.tray.put(kept);
    }

    /// Something to be called before the process ends on another thread: waits until all is written, but not for long.
    pub(super) fn last_moment(&self) -> impl Fn() + Send + Sync + 'static {
        let tray = Arc::clone(&self.tray);
        move || tray.wait_empty(LAST_MOMENT)
    }
}

impl Drop for Keeping {
    fn drop(&mut self) {
        self.tray.close();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// Where what is to be written lies until it is written. Only the newest is worth the work.
#[derive(Default)]
struct Tray {
    inside: Mutex<Inside>,
    changed: Condvar,
}

#[derive(Default)]
struct Inside {
    newest: Option<Box<RememberedFilters>>,
    is_writing: bool,
    is_closed: bool,
}

impl Tray {
    fn put(&self, kept: Box<RememberedFilters>) {
        self.inside().newest = Some(kept);
        self.changed.notify_all();
    }

    fn close(&self) {
        self.inside().is_closed = true;
        self.changed.notify_all();
    }

    /// Waits for something to write; what was taken before counts as written. `None` when there will be nothing more.
    fn take(&self) -> Option<Box<RememberedFilters>> {
        let mut inside = self.inside();
        inside.is_writing = false;
        self.changed.notify_all();
        let mut inside = self
            .changed
            .wait_while(inside, |inside| inside.newest.is_none() && !inside.is_closed)
            .unwrap_or_else(PoisonError::into_inner);
        inside.is_writing = inside.newest.is_some();
        inside.newest.take()
    }

    fn wait_empty(&self, limit: Duration) {
        // Nobody is there to be told if it takes longer.
        drop(
            self.changed
                .wait_timeout_while(self.inside(), limit, |inside| inside.newest.is_some() || inside.is_writing),
        );
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_of_one_workspace_is_not_told_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let kept = RememberedFilters { node: Some("fix".to_owned()), depth: Some(3), ..RememberedFilters::default() };
        let one = Keeper::new(folder.path(), Path::new("/one"));
        one.write(&kept).unwrap();
        assert_eq!(one.read(), kept);
        assert_eq!(Keeper::new(folder.path(), Path::new("/two")).read(), RememberedFilters::default());
    }

    #[test]
    fn what_was_given_is_written_when_the_last_moment_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path(), Path::new("/one"));
        let keeping = Keeping::start(keeper.clone()).unwrap();
        let last_moment = keeping.last_moment();
        for depth in 1..=50 {
            let kept = RememberedFilters { depth: Some(depth), ..RememberedFilters::default() };
            keeping.keep(Box::new(kept.clone()));
            keeping.tray.wait_empty(Duration::from_mins(1));
            assert_eq!(keeper.read(), kept);
        }
        drop(keeping);
        // There is nothing to wait for when nobody writes any more.
        last_moment();
    }

    #[test]
    fn what_cannot_be_read_looks_as_if_it_had_never_been_there() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path(), Path::new("/one"));
        keeper.write(&RememberedFilters::default()).unwrap();
        for text in ["", "{", "{\"workspace\": \"/one\", \"screen\": {\"depth\": \"x\"}}", "[]"] {
            fs::write(&keeper.file, text).unwrap();
            assert_eq!(keeper.read(), RememberedFilters::default(), "{text}");
        }
    }
}
