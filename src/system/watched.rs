//! What to watch for a workspace, as its systems declare it.
//!
//! Decided by path alone: a workspace can be a large code base, and a path that might matter counts as relevant.

use super::kit::walk::{FileWalk, LIMITS};
use super::kit::{Boundary, Progress};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Collects the files and folders that can affect a workspace.
#[derive(Debug)]
pub struct Watched<'a> {
    pub root: &'a Path,
    /// The log that the settings name, relative to the workspace.
    pub log: &'a Path,
    /// Further places of the system from the settings.
    pub further: &'a [PathBuf],
    pub(crate) areas: BTreeSet<Area>,
    pub(crate) files: BTreeSet<PathBuf>,
    pub(crate) logs: Vec<PathBuf>,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(root: &'a Path, log: &'a Path, further: &'a [PathBuf]) -> Self {
        Self { root, log, further, areas: BTreeSet::new(), files: BTreeSet::new(), logs: Vec::new() }
    }

    /// Watches a single file.
    pub fn file(&mut self, path: PathBuf) {
        if let Some(folder) = path.parent() {
            self.area(folder.to_owned(), Reach::Files);
        }
        self.files.insert(path);
    }

    /// Watches a log. The first one is the workspace's own.
    pub fn log(&mut self, path: PathBuf) {
        self.file(path.clone());
        self.logs.push(path);
    }

    pub fn area(&mut self, top: PathBuf, reach: Reach) {
        self.areas.insert(Area { top, reach, hidden: &[] });
    }

    /// Watches everything below a folder, including hidden files with one of these names.
    pub fn area_with_hidden(&mut self, top: PathBuf, reach: Reach, hidden: &'static [&'static str]) {
        self.areas.insert(Area { top, reach, hidden });
    }
}

/// A part of the disk that contains files of the workspace.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Area {
    pub top: PathBuf,
    pub reach: Reach,
    /// Names of hidden files that count.
    pub hidden: &'static [&'static str],
}

/// The extent of an area.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Only files of the scope directly in it.
    Files,
    /// Everything below it.
    Below,
    /// A file, or everything below a folder; which of the two is known only on disk.
    FileOrFolder,
    /// Everything below it, unless it contains a folder of this name, which is then an area of its own.
    Around(&'static str),
    /// The files below it that a search recognises.
    Search(FileSearch),
    /// A file, or everything below a folder except installed files.
    Sources,
}

/// Files anywhere in a workspace that a system recognises by their paths.
#[derive(Clone)]
pub struct FileSearch {
    /// Tells two searches apart.
    pub name: String,
    /// Whether a path is one of the files.
    pub is_wanted: Arc<dyn Fn(&Path) -> bool + Send + Sync>,
    /// A folder directly in the workspace that is not searched.
    pub skips: Option<&'static str>,
}

impl FileSearch {
    /// The folders below `top` in the workspace `root` that can contain its files: all folders with files at any depth if
    /// there are at most `most`, otherwise only those that contain one of its files now.
    pub fn folders(&self, root: &Path, top: &Path, most: usize, progress: &Progress) -> BTreeSet<PathBuf> {
        let found = RefCell::new((BTreeSet::new(), BTreeSet::new()));
        let note = |path: &Path| {
            let (all, holding) = &mut *found.borrow_mut();
            let Some(folder) = path.parent() else { return false };
            // Folders that contain only folders too: a new folder may appear in them. The top is watched anyway.
            let above = folder.ancestors().skip(1).take_while(|above| above.starts_with(top) && *above != top);
            for folder in std::iter::once(folder).chain(above) {
                if all.len() > most || all.contains(folder) {
                    break;
                }
                all.insert(folder.to_owned());
            }
            if (self.is_wanted)(path) {
                holding.insert(folder.to_owned());
            }
            false
        };
        let skipped = self.skips.map(|name| root.join(name));
        // Linked folders are not entered, and the files are not read.
        let boundary = Boundary::open(root);
        let walk = FileWalk {
            top,
            skip: skipped.as_deref(),
            wanted: &note,
            hidden: &[],
            ignores_from: Some(root),
            follows_links: false,
            distinct_names: false,
            boundary: &boundary,
            limits: LIMITS,
            progress,
        };
        if !walk.is_top_excluded() {
            walk.run();
        }
        let (all, holding) = found.into_inner();
        if all.len() <= most { all } else { holding }
    }
}

impl fmt::Debug for FileSearch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("FileSearch").field(&self.name).finish()
    }
}

impl PartialEq for FileSearch {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for FileSearch {}

impl PartialOrd for FileSearch {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for FileSearch {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name.cmp(&other.name)
    }
}
