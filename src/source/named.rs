//! Files that are looked for in a folder or named one by one, and what stands in the way of finding them.

use super::json::FileRules;
use super::obstacle::Obstacle;
use super::walk::{FileWalk, LIMITS, Quota};
use super::{Boundary, Progress, file};
use crate::finding::{Finding, Rule};
use crate::graph::{Batch, System};
use std::path::{Path, PathBuf};

/// Looks for the files of one system.
pub(super) struct Finder<'a> {
    /// The workspace, which paths are written relative to.
    pub(super) root: &'a Path,
    pub(super) system: System,
    /// The rules for what is named but not there, and for what cannot be listed.
    pub(super) rules: &'static FileRules,
    /// Which files a folder is searched for.
    pub(super) wanted: fn(&Path) -> bool,
    /// The names of hidden files that a folder is searched for.
    pub(super) hidden: &'static [&'static str],
    /// Whether one file under two names is two files.
    pub(super) names_count: bool,
    /// What may be read.
    pub(super) boundary: &'a Boundary,
    /// Who may ask to stop.
    pub(super) progress: &'a Progress,
    /// Where findings go.
    pub(super) batch: &'a mut Batch,
    /// Whether any link was met.
    pub(super) has_links: bool,
}

impl Finder<'_> {
    /// The files of a walk, by path.
    pub(super) fn walk(&mut self, walk: &FileWalk<'_>) -> Vec<PathBuf> {
        let found = walk.run();
        self.has_links |= found.has_links;
        for obstacle in found.obstacles {
            self.obstacle(&obstacle);
        }
        found.files
    }

    /// Every wanted file below a folder, in linked folders too.
    pub(super) fn below(&mut self, folder: &Path) -> Vec<PathBuf> {
        let wanted = self.wanted;
        self.walk(&FileWalk {
            top: folder,
            skip: None,
            wanted: &wanted,
            hidden: self.hidden,
            ignores_from: Some(self.root),
            follows_links: true,
            names_count: self.names_count,
            boundary: self.boundary,
            limits: LIMITS,
            progress: self.progress,
        })
    }

    /// Whether a file or folder may be read; if not, says where it leads.
    pub(super) fn may_read(&mut self, path: &Path) -> bool {
        let Some(target) = self.boundary.target_outside(path) else { return true };
        self.has_links = true;
        self.obstacle(&Obstacle::Outside { path: path.to_owned(), target });
        false
    }

    /// What somebody named: a file is itself, a folder every wanted file below it.
    pub(super) fn named(&mut self, path: &Path) -> Vec<PathBuf> {
        match path.try_exists() {
            Ok(true) if path.is_dir() => self.below(path),
            Ok(true) if !self.may_read(path) || self.is_too_large(path) => Vec::new(),
            Ok(true) => {
                self.has_links |= path.is_symlink();
                vec![path.to_owned()]
            }
            Ok(false) => {
                self.finding(&self.rules.missing, path, "the settings name this path, but nothing is there".to_owned());
                Vec::new()
            }
            Err(error) => {
                let message = format!("the path could not be looked at: {}", file::reason(&error));
                self.finding(&self.rules.obstacles.unreadable, path, message);
                Vec::new()
            }
        }
    }

    /// Whether a file outside the workspace is too large to be read; if so, says it.
    fn is_too_large(&mut self, path: &Path) -> bool {
        let mut quota = Quota::new(LIMITS);
        let is_too_large = !self.boundary.is_inside(&file::real(path)) && !quota.takes(path);
        if is_too_large {
            self.obstacle(&quota.exceeded(path, path));
        }
        is_too_large
    }

    pub(super) fn obstacle(&mut self, obstacle: &Obstacle) {
        self.batch.finding(obstacle.finding(&self.rules.obstacles, self.system, self.root));
    }

    pub(super) fn finding(&mut self, rule: &'static Rule, path: &Path, message: String) {
        let finding = Finding::new(rule, self.system.name(), message);
        self.batch.finding(finding.in_file(file::relative(self.root, path)));
    }
}

/// Whether a file is called like JSON.
pub(super) fn is_json(path: &Path) -> bool {
    file::has_extension(path, "json")
}
