//! [`FixedFiles`]: a system whose files have fixed names in a workspace, and are read independently of each other.
//!
//! Nothing is searched, so a file counts although it is hidden or ignored: exports and caches of tools often are.

use super::json::{FileRules, JsonFile};
use super::named::Finder;
use super::read_request::{Files, FoundFiles, ReadRequest};
use super::walk::without_repeats;
use crate::graph::{Batch, SystemId};
use crate::system::watched::{Reach, Watched};
use std::path::{Path, PathBuf};

/// The files of a system, and how one of them is read.
#[derive(Debug)]
pub(in crate::system) struct FixedFiles {
    pub(in crate::system) system: SystemId,
    /// The rules for files that cannot be read.
    pub(in crate::system) rules: &'static FileRules,
    pub(in crate::system) paths: &'static [FixedPath],
    /// Other files, relative to the workspace, whose changes matter.
    pub(in crate::system) beside: &'static [&'static str],
    /// Selects files in a folder that the settings name.
    pub(in crate::system) is_wanted: fn(&Path) -> bool,
}

/// A file that need not exist, relative to the workspace.
#[derive(Debug)]
pub(in crate::system) struct FixedPath {
    pub(in crate::system) path: &'static str,
    /// Another file that must exist, because other programs use the name as well.
    pub(in crate::system) only_with: Option<&'static str>,
}

impl FixedPath {
    /// A file whose name identifies it.
    pub(in crate::system) const fn new(path: &'static str) -> Self {
        Self { path, only_with: None }
    }

    /// Whether a folder contains the file.
    pub(in crate::system) fn is_in(&self, folder: &Path) -> bool {
        folder.join(self.path).is_file() && self.only_with.is_none_or(|other| folder.join(other).is_file())
    }
}

impl FixedFiles {
    /// All files whose changes matter, relative to the workspace.
    fn all(&self) -> impl Iterator<Item = &'static str> {
        let paths = self.paths.iter().flat_map(|path| [Some(path.path), path.only_with]);
        paths.flatten().chain(self.beside.iter().copied())
    }

    /// Watches the files, their folders, and what the settings name.
    pub(in crate::system) fn watch(&self, watched: &mut Watched<'_>) {
        let root = watched.root;
        for path in self.all() {
            watched.file(root.join(path));
        }
        for place in watched.further {
            watched.area(place.clone(), Reach::FileOrFolder);
        }
    }

    /// Whether a change may concern any of the files.
    pub(in crate::system) fn concern(&self, files: &Files, request: &ReadRequest<'_>) -> bool {
        files.has_links() || request.concerns(&self.all().collect::<Vec<_>>())
    }

    /// Reads new and changed files. Returns whether anything changed.
    pub(in crate::system) fn read_changed(
        &self,
        files: &mut Files,
        request: &ReadRequest<'_>,
        read: &(dyn Fn(&JsonFile, &mut Batch) + Sync),
    ) -> bool {
        let mut search_batch = Batch::new(self.system, 0);
        let found = self.find(request, &mut search_batch);
        files.take_texts(found, search_batch, request, (self.rules, 1), read)
    }

    /// The files to read, each once.
    pub(in crate::system) fn find(&self, request: &ReadRequest<'_>, batch: &mut Batch) -> FoundFiles {
        let root = request.root;
        let mut finder = Finder::new(request, self.system, self.rules, self.is_wanted, batch);
        let mut files = Vec::new();
        finder.has_links = self.all().any(|path| has_link(root, Path::new(path)));
        for one in self.paths {
            let path = root.join(one.path);
            if one.is_in(root) && finder.may_read(&path) {
                files.push(path);
            }
        }
        for path in &request.further {
            files.extend(finder.named(path));
        }
        files.retain(|path| !request.is_claimed(path));
        FoundFiles { has_links: finder.has_links, files: without_repeats(files) }
    }
}

/// Whether a path below the workspace, or a folder on the way to it, is a link.
fn has_link(root: &Path, below: &Path) -> bool {
    let mut path: PathBuf = root.to_owned();
    below.components().any(|part| {
        path.push(part);
        path.is_symlink()
    })
}
