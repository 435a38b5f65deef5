//! Which files can matter to a workspace, by their paths alone.
//!
//! Follows what the sources read. A workspace may be a large code base, so that what only might hold something is not
//! looked at; a path that could matter does.

use crate::graph::System;
use crate::source::{Boundary, causal, reference, sidecar, unit, yggdrasil};
use crate::workspace::{SETTINGS_FILE, Settings};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Folders of a code base that tools fill and nobody writes into.
const HEAVY: [&str; 2] = ["node_modules", "target"];

/// What to watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    root: PathBuf,
    boundary: Boundary,
    logs: Vec<PathBuf>,
    files: BTreeSet<PathBuf>,
    areas: BTreeSet<Area>,
    /// Files and folders that only checks read.
    sources: BTreeSet<PathBuf>,
}

/// A part of the disk that holds files of the workspace.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Area {
    pub(super) top: PathBuf,
    pub(super) reach: Reach,
}

/// How far an area goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// The files of the scope that stand directly in it.
    Files,
    /// Everything below it.
    Below,
    /// A file, or everything below a folder: which of them, only the disk knows.
    Place,
    /// An architecture model, or the folder that holds one.
    Model,
    /// The causal graphs below it.
    Graphs,
    /// A file, or everything below a folder but what tools install there.
    Sources,
}

impl Scope {
    /// What belongs to a workspace with these settings.
    pub fn of(root: &Path, settings: &Settings) -> Self {
        let mut scope = Self {
            root: root.to_owned(),
            boundary: settings.boundary.clone(),
            logs: Vec::new(),
            files: BTreeSet::new(),
            areas: BTreeSet::new(),
            sources: BTreeSet::new(),
        };
        scope.file(root.join(SETTINGS_FILE));
        scope.references(root, root.join(&settings.log));
        for folder in [unit::FOLDER, sidecar::FOLDER, yggdrasil::FOLDER, causal::FOLDER] {
            scope.area(root.join(folder), Reach::Below);
        }
        scope.area(root.to_owned(), Reach::Graphs);
        for system in System::ALL {
            let places = settings.places(root, system).into_iter();
            for place in places.filter(|place| settings.boundary.target_outside(place).is_none()) {
                match system {
                    System::Reference => scope.references(&place, place.join(reference::LOG_FILE)),
                    System::Yggdrasil => {
                        scope.area(place.join(yggdrasil::FOLDER), Reach::Below);
                        scope.area(place, Reach::Model);
                    }
                    System::Unit | System::Causal | System::Sidecar => scope.area(place, Reach::Place),
                }
            }
        }
        scope
    }

    /// The same scope, with files and folders that only checks read, such as the source files that a model maps.
    #[must_use]
    pub fn with_sources(mut self, sources: BTreeSet<PathBuf>) -> Self {
        self.areas.retain(|area| area.reach != Reach::Sources);
        let inside = sources.iter().filter(|path| self.boundary.target_outside(path).is_none());
        let areas: Vec<_> = inside.map(|top| Area { top: top.clone(), reach: Reach::Sources }).collect();
        self.areas.extend(areas);
        self.sources = sources;
        self
    }

    /// The files and folders that only checks read.
    pub fn sources(&self) -> &BTreeSet<PathBuf> {
        &self.sources
    }

    fn references(&mut self, folder: &Path, log: PathBuf) {
        self.area(folder.to_owned(), Reach::Files);
        self.file(folder.join(reference::CONFIG_FILE));
        for below in ["artifacts", "kinds", "domains"] {
            self.area(folder.join(below), Reach::Below);
        }
        self.file(log.clone());
        self.logs.push(log);
    }

    fn file(&mut self, path: PathBuf) {
        if let Some(folder) = path.parent() {
            self.area(folder.to_owned(), Reach::Files);
        }
        self.files.insert(path);
    }

    fn area(&mut self, top: PathBuf, reach: Reach) {
        self.areas.insert(Area { top, reach });
    }

    /// The workspace.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What may be read, and so watched.
    pub(super) fn boundary(&self) -> &Boundary {
        &self.boundary
    }

    /// The logs of edges, the workspace's own first.
    pub fn logs(&self) -> &[PathBuf] {
        &self.logs
    }

    /// The settings of the workspace, which say what the scope is.
    pub(super) fn settings_file(&self) -> PathBuf {
        self.root.join(SETTINGS_FILE)
    }

    /// The files that matter wherever they stand.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    pub(super) fn is_file(&self, path: &Path) -> bool {
        self.files.contains(path)
    }

    pub(super) fn areas(&self) -> impl Iterator<Item = &Area> {
        self.areas.iter()
    }

    /// Whether a change of this file, or of this folder if it is one, can matter.
    pub fn concerns(&self, path: &Path) -> bool {
        self.files.contains(path) || self.lies_below(path) || self.areas.iter().any(|area| area.concerns(path))
    }

    /// Whether files that matter can lie in this folder.
    pub(super) fn enters(&self, folder: &Path) -> bool {
        self.lies_below(folder) || self.areas.iter().any(|area| area.enters(folder))
    }

    /// Whether something of the scope is this path or lies below it.
    fn lies_below(&self, path: &Path) -> bool {
        self.areas.iter().any(|area| area.top.starts_with(path))
    }
}

impl Area {
    fn concerns(&self, path: &Path) -> bool {
        let Some(name) = path.file_name() else { return false };
        if self.reach == Reach::Sources && path == self.top {
            return true;
        }
        if self.reach == Reach::Place && path.parent() == self.top.parent() {
            // What stands beside a file that is named can belong to it, as a record to its sidecar.
            return path.extension() == self.top.extension() && !is_passing(name);
        }
        let Some(folder) = path.parent().filter(|folder| self.enters(folder)) else { return false };
        let is_ignore_file = name == ".gitignore";
        match self.reach {
            Reach::Files => false,
            Reach::Sources => true,
            Reach::Below | Reach::Place | Reach::Model => {
                let is_sidecar = || sidecar::HIDDEN.iter().any(|hidden| name == *hidden);
                is_ignore_file || is_sidecar() || !(is_hidden(name) || is_passing(name))
            }
            Reach::Graphs => {
                let could_be_a_folder = path.extension().is_none() && self.enters(path) && !is_passing(name);
                is_ignore_file || causal::is_causal(&folder.join(name)) || could_be_a_folder
            }
        }
    }

    /// Whether files of this area can lie in this folder. It need not be there.
    pub(super) fn enters(&self, folder: &Path) -> bool {
        let Ok(below) = folder.strip_prefix(&self.top) else { return false };
        let mut names = below.iter();
        match self.reach {
            Reach::Files => below.as_os_str().is_empty(),
            Reach::Sources => !names.any(|name| name == ".git" || HEAVY.iter().any(|heavy| name == *heavy)),
            Reach::Below | Reach::Place | Reach::Model => !names.any(is_hidden),
            Reach::Graphs => {
                let is_left_out = |name| is_hidden(name) || HEAVY.iter().any(|heavy| name == *heavy);
                !below.starts_with("artifacts") && !names.any(is_left_out)
            }
        }
    }
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Whether a file is one that editors make and remove again while they write another one.
fn is_passing(name: &OsStr) -> bool {
    let bytes = name.as_encoded_bytes();
    let endings: [&[u8]; 5] = [b"~", b".swp", b".swo", b".swx", b".tmp"];
    // Vim tries a folder out with a file of this name.
    name == "4913" || bytes.starts_with(b"#") || endings.iter().any(|ending| bytes.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(sources: &[(System, &str)], log: &str) -> Scope {
        let sources = sources.iter().map(|(system, path)| (*system, PathBuf::from(path))).collect();
        Scope::of(Path::new("/w"), &Settings { sources, log: PathBuf::from(log), ..Settings::default() })
    }

    fn concerned<'p>(scope: &Scope, paths: &[&'p str]) -> Vec<&'p str> {
        paths.iter().copied().filter(|path| scope.concerns(Path::new(path))).collect()
    }

    fn all_concern(scope: &Scope, paths: &[&str]) {
        assert_eq!(concerned(scope, paths), paths);
    }

    fn none_concerns(scope: &Scope, paths: &[&str]) {
        assert_eq!(concerned(scope, paths), [""; 0]);
    }

    #[test]
    fn every_file_that_a_source_reads_concerns() {
        let plain = scope(&[], "references.jsonl");
        all_concern(
            &plain,
            &[
                "/w/references.jsonl",
                "/w/.refscope.yaml",
                "/w/config.yaml",
                "/w/.gitignore",
                "/w/a.causal.json",
                "/w/lib/deep/a.causal.json",
                "/w/lib/.gitignore",
                "/w/artifacts/notes/a.md",
                "/w/artifacts/target/a.md",
                "/w/kinds/note.md",
                "/w/domains/infra/kinds/note.md",
                "/w/units/u.json",
                "/w/units/deep/u.jsonl",
                "/w/units/.gitignore",
                "/w/records/r.meta.json",
                "/w/.yggdrasil/model/yg-node.yaml",
                "/w/.causalist/a.json",
            ],
        );
    }

    #[test]
    fn sources_concern_with_hidden_files_and_without_what_tools_install() {
        let sources = ["/w/src", "/w/lib/a.ts"].map(PathBuf::from).into();
        let scope = scope(&[], "references.jsonl").with_sources(sources);
        all_concern(&scope, &["/w/src", "/w/src/deep/b.ts", "/w/src/.hidden", "/w/src/a.tmp", "/w/lib/a.ts"]);
        none_concerns(&scope, &["/w/lib/b.ts", "/w/src/node_modules/m.js", "/w/src/target/x.o", "/w/src/.git/HEAD"]);
    }

    #[test]
    fn a_folder_that_could_hold_something_concerns() {
        let plain = scope(&[(System::Unit, "far/away/claims")], "logs/edges.jsonl");
        let folders = [
            "/w",
            "/w/artifacts",
            "/w/artifacts/2026.05",
            "/w/.yggdrasil",
            "/w/lib",
            "/w/logs",
            "/w/far",
            "/w/far/away",
        ];
        all_concern(&plain, &folders);
    }

    #[test]
    fn what_editors_leave_for_a_moment_does_not_concern() {
        let plain = scope(&[], "references.jsonl");
        none_concerns(
            &plain,
            &[
                "/w/artifacts/notes/.a.md.swp",
                "/w/artifacts/notes/4913",
                "/w/artifacts/notes/a.md~",
                "/w/artifacts/notes/#a.md#",
                "/w/artifacts/notes/a.md.tmp",
                "/w/artifacts/.obsidian/a.md",
                "/w/references.jsonl.tmp",
                "/w/4913",
            ],
        );
    }

    #[test]
    fn the_rest_of_a_code_base_does_not_concern() {
        let plain = scope(&[], "references.jsonl");
        none_concerns(
            &plain,
            &[
                "/w/README.md",
                "/w/src/main.rs",
                "/w/.git",
                "/w/.git/index.lock",
                "/w/target",
                "/w/target/debug/a.causal.json",
                "/w/node_modules/x/a.causal.json",
                "/w/.hidden.causal.json",
                "/elsewhere/references.jsonl",
            ],
        );
    }

    #[test]
    fn places_of_the_settings_concern() {
        let further = scope(
            &[
                (System::Reference, "/o"),
                (System::Unit, "claims"),
                (System::Causal, "maps/all.json"),
                (System::Sidecar, "/r/x.meta.json"),
                (System::Yggdrasil, "../model"),
            ],
            "logs/edges.jsonl",
        );
        all_concern(
            &further,
            &[
                "/w/logs/edges.jsonl",
                "/o/references.jsonl",
                "/o/artifacts/a.md",
                "/o/config.yaml",
                "/w/claims/deep/u.json",
                "/w/maps/all.json",
                "/r/x.json",
                "/w/../model/.yggdrasil/model/yg-node.yaml",
                "/w/../model/model/yg-node.yaml",
            ],
        );
        none_concerns(&further, &["/w/references.jsonl", "/w/logs/other.jsonl", "/o/a.md", "/r/x.txt"]);
    }

    #[test]
    fn the_logs_are_the_workspaces_and_those_of_further_places() {
        let logs = scope(&[(System::Reference, "/o"), (System::Unit, "u")], "logs/edges.jsonl");
        assert_eq!(logs.logs(), [PathBuf::from("/w/logs/edges.jsonl"), PathBuf::from("/o/references.jsonl")]);
    }
}
