//! Files that are looked for in a folder or named one by one, and what stands in the way of finding them.

use super::json::FileRules;
use super::walk::Walk;
use super::{Progress, file};
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
    /// Whether one file under two names is two files.
    pub(super) names_count: bool,
    /// Who may ask to stop.
    pub(super) progress: &'a Progress,
    /// Where findings go.
    pub(super) batch: &'a mut Batch,
    /// Whether any link was met.
    pub(super) has_links: bool,
}

impl Finder<'_> {
    /// The files of a walk, by path.
    pub(super) fn walk(&mut self, walk: &Walk<'_>) -> Vec<PathBuf> {
        let found = walk.run();
        self.has_links |= found.has_links;
        for (path, message) in found.obstacles {
            self.finding(&self.rules.unreadable, &path, message);
        }
        found.files
    }

    /// Every wanted file below a folder, in linked folders too.
    pub(super) fn below(&mut self, folder: &Path) -> Vec<PathBuf> {
        let wanted = self.wanted;
        self.walk(&Walk {
            top: folder,
            skip: None,
            wanted: &wanted,
            ignores_from: Some(self.root),
            follows_links: true,
            names_count: self.names_count,
            progress: self.progress,
        })
    }

    /// What somebody named: a file is itself, a folder every wanted file below it.
    pub(super) fn named(&mut self, path: &Path) -> Vec<PathBuf> {
        match path.try_exists() {
            Ok(true) if path.is_dir() => self.below(path),
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
                self.finding(&self.rules.unreadable, path, message);
                Vec::new()
            }
        }
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
