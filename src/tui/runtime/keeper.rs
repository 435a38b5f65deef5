//! Persists the remembered filters between sessions: one small JSON file per workspace in the user's state folder.

use super::panics;
use crate::system::kit::file;
use crate::tui::remembered::RememberedFilters;
use crate::workspace::storage_name;
use serde_json::{Value, json};
use std::cell::Cell;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Maximum time that an early exit waits for a pending write; all of it must take less than half a second.
const LAST_MOMENT: Duration = Duration::from_millis(200);

/// The state file of one workspace.
#[derive(Debug, Clone)]
pub struct Keeper {
    file: PathBuf,
    root: String,
}

impl Keeper {
    pub fn new(state_folder: &Path, root: &Path) -> Self {
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let file = state_folder.join("workspaces").join(format!("{}.json", storage_name(&root)));
        Self { file, root: root.display().to_string() }
    }

    /// The remembered filters; the default if the file is missing, invalid or of another workspace.
    pub fn read(&self) -> RememberedFilters {
        let read = || -> Option<RememberedFilters> {
            let value: Value = serde_json::from_str(&file::read_text(&self.file).ok()?).ok()?;
            (value.get("workspace")?.as_str()? == self.root).then_some(())?;
            serde_json::from_value(value.get("screen")?.clone()).ok()
        };
        read().unwrap_or_default()
    }

    /// Replaces the file atomically.
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

/// A thread that writes in the background, so that no key waits for a slow disk. It starts with the first write. Dropping
/// it waits for the last one.
pub(super) struct Keeping {
    tray: Arc<Tray>,
    /// What the thread takes over when it starts.
    keeper: Cell<Option<Keeper>>,
    thread: Cell<Option<JoinHandle<()>>>,
}

impl Keeping {
    pub(super) fn new(keeper: Keeper) -> Self {
        Self { tray: Arc::default(), keeper: Cell::new(Some(keeper)), thread: Cell::new(None) }
    }

    /// A failure is not worth a message: only the remembered filters are lost.
    pub(super) fn keep(&self, kept: Box<RememberedFilters>) {
        let Some(keeper) = self.keeper.take() else { return self.tray.put(kept) };
        let emptied = Arc::clone(&self.tray);
        let thread = panics::spawn("keep", move || {
            while let Some(newest) = emptied.take() {
                drop(keeper.write(&newest));
            }
        });
        if let Ok(thread) = thread {
            self.thread.set(Some(thread));
            self.tray.put(kept);
        }
    }

    /// A function to call before the process ends on another thread: waits a short time for pending writes.
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

/// A mailbox of capacity one between threads: only the newest value is written.
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

    /// Waits for a value to write; the previous one counts as written. `None` once the tray is closed and empty.
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
        // A timeout cannot be reported to anyone.
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
    fn filters_of_one_workspace_are_not_used_for_another() {
        let folder = tempfile::tempdir().unwrap();
        let kept = RememberedFilters { node: Some("fix".to_owned()), depth: Some(3), ..RememberedFilters::default() };
        let one = Keeper::new(folder.path(), Path::new("/one"));
        one.write(&kept).unwrap();
        assert_eq!(one.read(), kept);
        assert_eq!(Keeper::new(folder.path(), Path::new("/two")).read(), RememberedFilters::default());
    }

    #[test]
    fn pending_filters_are_written_before_the_process_ends() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path(), Path::new("/one"));
        let keeping = Keeping::new(keeper.clone());
        let last_moment = keeping.last_moment();
        for depth in 1..=50 {
            let kept = RememberedFilters { depth: Some(depth), ..RememberedFilters::default() };
            keeping.keep(Box::new(kept.clone()));
            keeping.tray.wait_empty(Duration::from_mins(1));
            assert_eq!(keeper.read(), kept);
        }
        drop(keeping);
        // Returns at once after the writer has ended.
        last_moment();
    }

    #[test]
    fn an_invalid_file_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path(), Path::new("/one"));
        keeper.write(&RememberedFilters::default()).unwrap();
        for text in ["", "{", "{\"workspace\": \"/one\", \"screen\": {\"depth\": \"x\"}}", "[]"] {
            fs::write(&keeper.file, text).unwrap();
            assert_eq!(keeper.read(), RememberedFilters::default(), "{text}");
        }
    }
}
