//! Where it is kept what is remembered from one run to the next: one small file a workspace, in the user's state folder.

use super::panics;
use crate::source::file;
use crate::tui::keep::Kept;
use serde_json::{Value, json};
use std::fs;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;

/// The file of one workspace.
#[derive(Debug, Clone)]
pub struct Keeper {
    file: PathBuf,
    root: String,
}

impl Keeper {
    /// The file of a workspace in the state folder.
    pub fn new(state_folder: &Path, root: &Path) -> Self {
        let root = root.display().to_string();
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(&root);
        Self { file: state_folder.join("workspaces").join(format!("{hash:016x}.json")), root }
    }

    /// What was remembered; nothing if there is no such file, or it is another workspace's or cannot be read.
    pub fn read(&self) -> Kept {
        let read = || -> Option<Kept> {
            let value: Value = serde_json::from_str(&file::read_text(&self.file).ok()?).ok()?;
            (value.get("workspace")?.as_str()? == self.root).then_some(())?;
            serde_json::from_value(value.get("screen")?.clone()).ok()
        };
        read().unwrap_or_default()
    }

    /// Remembers. The file is whole or as it was before.
    pub fn write(&self, kept: &Kept) -> io::Result<()> {
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
    send: Option<Sender<Box<Kept>>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeping {
    pub(super) fn start(keeper: Keeper) -> io::Result<Self> {
        let (send, received) = mpsc::channel::<Box<Kept>>();
        let thread = panics::spawn("keep", move || {
            while let Ok(first) = received.recv() {
                let newest = received.try_iter().last().unwrap_or(first);
                // What cannot be remembered is not worth a word while somebody looks at something else.
                drop(keeper.write(&newest));
            }
        })?;
        Ok(Self { send: Some(send), thread: Some(thread) })
    }

    pub(super) fn keep(&self, kept: Box<Kept>) {
        if let Some(send) = &self.send {
            drop(send.send(kept));
        }
    }
}

impl Drop for Keeping {
    fn drop(&mut self) {
        self.send = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_of_one_workspace_is_not_told_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let kept = Kept { node: Some("fix".to_owned()), depth: Some(3), ..Kept::default() };
        let one = Keeper::new(folder.path(), Path::new("/one"));
        one.write(&kept).unwrap();
        assert_eq!(one.read(), kept);
        assert_eq!(Keeper::new(folder.path(), Path::new("/two")).read(), Kept::default());
    }

    #[test]
    fn what_cannot_be_read_looks_as_if_it_had_never_been_there() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path(), Path::new("/one"));
        keeper.write(&Kept::default()).unwrap();
        for text in ["", "{", "{\"workspace\": \"/one\", \"screen\": {\"depth\": \"x\"}}", "[]"] {
            fs::write(&keeper.file, text).unwrap();
            assert_eq!(keeper.read(), Kept::default(), "{text}");
        }
    }
}
