//! Finds a system's files, in folders or named one by one, and reports what prevents reading them.

use super::json::FileRules;
use super::obstacle::Obstacle;
use super::read_request::ReadRequest;
use super::walk::{FileWalk, LIMITS, Quota};
use super::{Boundary, Progress, file};
use crate::finding::{Finding, Rule};
use crate::graph::{Batch, SystemId};
use std::path::{Path, PathBuf};

pub(in crate::system) struct Finder<'a> {
    /// The workspace; displayed paths are relative to it.
    pub(in crate::system) root: &'a Path,
    pub(in crate::system) system: SystemId,
    /// The rules for named paths that do not exist and folders that cannot be listed.
    pub(in crate::system) rules: &'static FileRules,
    /// Selects files by path.
    pub(in crate::system) wanted: fn(&Path) -> bool,
    /// Names of hidden files to include.
    pub(in crate::system) hidden: &'static [&'static str],
    /// Whether one file under two names counts as two files.
    pub(in crate::system) distinct_names: bool,
    pub(in crate::system) boundary: &'a Boundary,
    pub(in crate::system) progress: &'a Progress,
    pub(in crate::system) batch: &'a mut Batch,
    /// Whether any link was found.
    pub(in crate::system) has_links: bool,
}

impl<'a> Finder<'a> {
    /// A finder of the files that a request is about. Hidden files are left out, and one file counts once.
    pub(in crate::system) fn new(
        request: &'a ReadRequest<'_>,
        system: SystemId,
        rules: &'static FileRules,
        wanted: fn(&Path) -> bool,
        batch: &'a mut Batch,
    ) -> Self {
        let ReadRequest { root, boundary, progress, .. } = request;
        let (hidden, distinct_names, has_links): (&[&str], _, _) = (&[], false, false);
        Self { root, system, rules, wanted, hidden, distinct_names, boundary, progress, batch, has_links }
    }

    /// The files that a walk finds, sorted.
    pub(in crate::system) fn walk(&mut self, walk: &FileWalk<'_>) -> Vec<PathBuf> {
        let found = walk.run();
        self.has_links |= found.has_links;
        for obstacle in found.obstacles {
            self.obstacle(&obstacle);
        }
        found.files
    }

    /// Every selected file below a folder, linked folders included.
    pub(in crate::system) fn below(&mut self, folder: &Path) -> Vec<PathBuf> {
        let wanted = self.wanted;
        self.walk(&FileWalk {
            top: folder,
            skip: None,
            wanted: &wanted,
            hidden: self.hidden,
            ignores_from: Some(self.root),
            follows_links: true,
            distinct_names: self.distinct_names,
            boundary: self.boundary,
            limits: LIMITS,
            progress: self.progress,
        })
    }

    /// Whether a file or folder may be read; if not, reports where it leads.
    pub(in crate::system) fn may_read(&mut self, path: &Path) -> bool {
        let Some(target) = self.boundary.target_outside(path) else { return true };
        self.has_links = true;
        self.obstacle(&Obstacle::Outside { path: path.to_owned(), target });
        false
    }

    /// Like [`Finder::may_read`], for a path that a file names. A path outside the workspace is reported in that file.
    pub(in crate::system) fn may_follow(&mut self, named_in: &Path, path: &Path) -> bool {
        if path.starts_with(self.root) {
            return self.may_read(path);
        }
        let Some(target) = self.boundary.target_outside(path) else { return true };
        self.has_links = true;
        self.obstacle(&Obstacle::Outside { path: named_in.to_owned(), target });
        false
    }

    /// The files at a path from the settings: the file itself, or every selected file below the folder.
    pub(in crate::system) fn named(&mut self, path: &Path) -> Vec<PathBuf> {
        match path.try_exists() {
            Ok(true) if path.is_dir() => self.below(path),
            Ok(true) if !self.may_read(path) || self.is_too_large(path) => Vec::new(),
            Ok(true) => {
                self.has_links |= path.is_symlink();
                vec![path.to_owned()]
            }
            Ok(false) => {
                self.finding(&self.rules.missing, path, "Not found, but named in the settings".to_owned());
                Vec::new()
            }
            Err(error) => {
                let message = format!("The path could not be accessed: {}", file::reason(&error));
                self.finding(&self.rules.obstacles.unreadable, path, message);
                Vec::new()
            }
        }
    }

    /// Whether a file outside the workspace exceeds the size limit, which is reported.
    fn is_too_large(&mut self, path: &Path) -> bool {
        let mut quota = Quota::new(LIMITS);
        let is_too_large = !self.boundary.is_inside(&file::real(path)) && !quota.count_file(path);
        if is_too_large {
            self.obstacle(&quota.exceeded(path, path));
        }
        is_too_large
    }

    pub(in crate::system) fn obstacle(&mut self, obstacle: &Obstacle) {
        self.batch.finding(obstacle.finding(&self.rules.obstacles, self.system, self.root));
    }

    pub(in crate::system) fn finding(&mut self, rule: &'static Rule, path: &Path, message: String) {
        let finding = Finding::new(rule, self.system.name(), message);
        self.batch.finding(finding.in_file(file::relative(self.root, path)));
    }
}

/// Whether the file name ends in `.json`.
pub(in crate::system) fn is_json(path: &Path) -> bool {
    file::has_extension(path, "json")
}
