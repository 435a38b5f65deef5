//! Finds the folders of a model: an iterative depth-first search with an explicit stack.
//!
//! It is linear in the number of entries. Only links are resolved, and a folder is identified by its device and inode,
//! so that a deep tree costs no more than a wide one.

use super::{SYSTEM, rules};
use crate::finding::{Finding, Rule};
use crate::graph::Batch;
use crate::system::kit::obstacle::{DEEPEST, Obstacle};
use crate::system::kit::walk::{LIMITS, Quota, links_outside};
use crate::system::{Boundary, file};
use std::collections::HashSet;
use std::fs::{self, DirEntry};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// A folder below `model/`, `aspects/` or `flows/`.
pub(super) struct Folder {
    pub(super) path: PathBuf,
    /// The path below the searched folder.
    pub(super) id: String,
    pub(super) files: Vec<String>,
    pub(super) has_folders: bool,
}

impl Folder {
    pub(super) fn holds(&self, name: &str) -> bool {
        self.files.iter().any(|file| file == name)
    }
}

/// The search through the folders of one model.
pub(super) struct FolderWalk<'a> {
    root: &'a Path,
    boundary: &'a Boundary,
    /// How much may still be read of a model outside the workspace.
    quota: Option<Quota>,
    pub(super) batch: &'a mut Batch,
}

/// A folder that is still to be listed.
struct Pending {
    path: PathBuf,
    id: String,
    depth: usize,
}

/// The type of a folder's entry.
enum Kind {
    File,
    Folder,
    /// Neither entered nor read.
    Passed,
}

impl<'a> FolderWalk<'a> {
    pub(super) fn new(root: &'a Path, boundary: &'a Boundary, folder: &Path, batch: &'a mut Batch) -> Self {
        let quota = (!boundary.is_inside(&file::real(folder))).then(|| Quota::new(LIMITS));
        Self { root, boundary, quota, batch }
    }

    /// Whether a file or folder may be read; if not, reports where it leads.
    pub(super) fn may_read(&mut self, path: &Path) -> bool {
        let Some(target) = self.boundary.target_outside(path) else { return true };
        self.obstacle(&Obstacle::Outside { path: path.to_owned(), target });
        false
    }

    /// The folders below `top`, by id, without `top` itself. Hidden entries are skipped, and no folder is entered
    /// twice.
    pub(super) fn folders(&mut self, top: &Path) -> Vec<Folder> {
        let mut found = Vec::new();
        if !self.may_read(top) {
            return found;
        }
        let real_top = file::real(top);
        let (mut entered, mut outside, mut too_deep) = (HashSet::new(), Vec::new(), None);
        let mut waiting = vec![Pending { path: top.to_owned(), id: String::new(), depth: 0 }];
        while let Some(Pending { path, id, depth }) = waiting.pop() {
            if depth > DEEPEST {
                too_deep.get_or_insert((path, 0)).1 += 1;
                continue;
            }
            // A folder without readable metadata cannot be listed either, which is reported.
            if !path.metadata().map_or(true, |found| entered.insert((found.dev(), found.ino()))) {
                continue;
            }
            let entries = match list(&path) {
                Ok(entries) => entries,
                Err(_) if id.is_empty() && !path.exists() => return found,
                Err(error) => {
                    self.obstacle(&Obstacle::Unlisted(path, file::reason(&error)));
                    continue;
                }
            };
            let mut folder = Folder { path, id, files: Vec::new(), has_folders: false };
            for entry in entries {
                let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
                match self.kind(&entry, &real_top, &mut outside) {
                    Kind::File => folder.files.push(name),
                    Kind::Folder => {
                        let id = if folder.id.is_empty() { name } else { format!("{}/{name}", folder.id) };
                        waiting.push(Pending { path, id, depth: depth + 1 });
                        folder.has_folders = true;
                    }
                    Kind::Passed => {}
                }
            }
            if let Some(quota) = &mut self.quota
                && !(folder.files.iter().all(|name| quota.count_file(&folder.path.join(name))) && quota.count_entry())
            {
                let obstacle = quota.exceeded(top, &folder.path);
                self.obstacle(&obstacle);
                break;
            }
            if !folder.id.is_empty() {
                found.push(folder);
            }
        }
        if let Some((first, count)) = too_deep {
            self.obstacle(&Obstacle::TooDeep { top: top.to_owned(), first, count });
        }
        for obstacle in links_outside(top, outside) {
            self.obstacle(&obstacle);
        }
        found.sort_by(|one, other| one.id.cmp(&other.id));
        found
    }

    /// How to handle an entry. A link that leads outside the boundary is added to `outside`.
    fn kind(&self, entry: &DirEntry, real_top: &Path, outside: &mut Vec<(PathBuf, PathBuf)>) -> Kind {
        let path = entry.path();
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if is_link && let Some(target) = self.boundary.target_outside(&path) {
            outside.push((path, target));
            return Kind::Passed;
        }
        let is_folder = if is_link { path.is_dir() } else { entry.file_type().is_ok_and(|kind| kind.is_dir()) };
        if !is_folder {
            return Kind::File;
        }
        // A folder below the top is found by its own path, and one above it would form a cycle.
        let target = is_link.then(|| file::real(&path));
        let is_met = target.is_some_and(|target| target.starts_with(real_top) || real_top.starts_with(&target));
        if is_met { Kind::Passed } else { Kind::Folder }
    }

    fn obstacle(&mut self, obstacle: &Obstacle) {
        self.batch.finding(obstacle.finding(&rules::OBSTACLES, SYSTEM, self.root));
    }

    pub(super) fn report(&mut self, rule: &'static Rule, path: &Path, message: String) {
        self.batch.finding(Finding::new(rule, SYSTEM.name(), message).in_file(file::relative(self.root, path)));
    }
}

/// The entries of a folder by name. Hidden entries are left out.
fn list(folder: &Path) -> io::Result<Vec<DirEntry>> {
    let entries = fs::read_dir(folder)?.filter_map(Result::ok);
    let mut entries: Vec<_> = entries.filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b".")).collect();
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries)
}
