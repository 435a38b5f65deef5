//! Decides by path alone whether a file can belong to a workspace.
//!
//! Mirrors what the systems read. A workspace can be a large code base, so this check does not touch the disk; a path
//! that might matter counts as relevant.

use crate::system::{Area, Boundary, Reach, Watched};
use crate::workspace::{SETTINGS_FILE, Settings};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Folders of generated or installed files.
const HEAVY: [&str; 2] = ["node_modules", "target"];

/// The files and folders to watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    root: PathBuf,
    boundary: Boundary,
    logs: Vec<PathBuf>,
    files: BTreeSet<PathBuf>,
    areas: BTreeSet<Area>,
    /// Files and folders read only by checks.
    sources: BTreeSet<PathBuf>,
}

impl Scope {
    /// The scope of a workspace with these settings.
    pub fn of(root: &Path, settings: &Settings) -> Self {
        let mut scope = Self {
            root: root.to_owned(),
            boundary: settings.boundary.clone(),
            logs: Vec::new(),
            files: BTreeSet::new(),
            areas: BTreeSet::new(),
            sources: BTreeSet::new(),
        };
        scope.add_file(root.join(SETTINGS_FILE));
        for (id, system) in settings.systems.iter() {
            let places = settings.places(root, id).into_iter();
            let inside: Vec<_> = places.filter(|place| settings.boundary.target_outside(place).is_none()).collect();
            let mut watched = Watched::new(root, &settings.log, &inside);
            system.watch(&mut watched);
            scope.files.extend(watched.files);
            scope.areas.extend(watched.areas);
            scope.logs.extend(watched.logs);
        }
        let sources = settings.named.iter().map(|source| source.folder(root));
        for folder in sources.filter(|folder| settings.boundary.target_outside(folder).is_none()) {
            let opening = settings.opening_of_source(&folder);
            // A source with invalid settings is read again once they are corrected.
            let own = Settings::load(&folder, opening).unwrap_or_else(|_| Settings::within(settings.boundary.clone()));
            let inner = Self::of(&folder, &own);
            scope.files.extend(inner.files);
            scope.areas.extend(inner.areas);
        }
        scope
    }

    /// Adds files and folders read only by checks, such as the source files that a model maps.
    #[must_use]
    pub fn with_sources(mut self, sources: BTreeSet<PathBuf>) -> Self {
        self.areas.retain(|area| area.reach != Reach::Sources);
        let inside = sources.iter().filter(|path| self.boundary.target_outside(path).is_none());
        let areas: Vec<_> = inside.map(|top| Area { top: top.clone(), reach: Reach::Sources, hidden: &[] }).collect();
        self.areas.extend(areas);
        self.sources = sources;
        self
    }

    pub fn sources(&self) -> &BTreeSet<PathBuf> {
        &self.sources
    }

    fn add_file(&mut self, path: PathBuf) {
        if let Some(folder) = path.parent() {
            self.areas.insert(Area { top: folder.to_owned(), reach: Reach::Files, hidden: &[] });
        }
        self.files.insert(path);
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn boundary(&self) -> &Boundary {
        &self.boundary
    }

    /// The edge logs, the workspace's own first.
    pub fn logs(&self) -> &[PathBuf] {
        &self.logs
    }

    /// Files that are relevant at any location.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    pub(super) fn is_file(&self, path: &Path) -> bool {
        self.files.contains(path)
    }

    pub(super) fn areas(&self) -> impl Iterator<Item = &Area> {
        self.areas.iter()
    }

    /// Whether a change of this file or folder is relevant.
    pub fn concerns(&self, path: &Path) -> bool {
        self.files.contains(path) || self.lies_below(path) || self.areas.iter().any(|area| area_concerns(area, path))
    }

    /// Whether relevant files can be in this folder.
    pub(super) fn enters(&self, folder: &Path) -> bool {
        self.lies_below(folder) || self.areas.iter().any(|area| area_enters(area, folder))
    }

    /// Whether the path is, or contains, something in the scope.
    fn lies_below(&self, path: &Path) -> bool {
        self.areas.iter().any(|area| area.top.starts_with(path))
    }
}

/// Whether a change of this file or folder can matter for an area.
fn area_concerns(area: &Area, path: &Path) -> bool {
    let Some(name) = path.file_name() else { return false };
    if area.reach == Reach::Sources && path == area.top {
        return true;
    }
    if area.reach == Reach::FileOrFolder && path.parent() == area.top.parent() {
        // A file beside a named one can belong to it, such as a record to its sidecar.
        return path.extension() == area.top.extension() && !is_passing(name);
    }
    let Some(folder) = path.parent().filter(|folder| area_enters(area, folder)) else { return false };
    let is_ignore_file = name == ".gitignore";
    match &area.reach {
        Reach::Files => false,
        Reach::Sources => true,
        Reach::Below | Reach::FileOrFolder | Reach::Around(_) => {
            let is_shown = || area.hidden.iter().any(|hidden| name == *hidden);
            is_ignore_file || is_shown() || !(is_hidden(name) || is_passing(name))
        }
        Reach::Search(search) => {
            let could_be_a_folder = path.extension().is_none() && area_enters(area, path) && !is_passing(name);
            is_ignore_file || (search.is_wanted)(&folder.join(name)) || could_be_a_folder
        }
    }
}

/// Whether files of an area can be in this folder, which need not exist.
pub(super) fn area_enters(area: &Area, folder: &Path) -> bool {
    let Ok(below) = folder.strip_prefix(&area.top) else { return false };
    let mut names = below.iter();
    match &area.reach {
        Reach::Files => below.as_os_str().is_empty(),
        Reach::Sources => !names.any(|name| name == ".git" || HEAVY.iter().any(|heavy| name == *heavy)),
        Reach::Below | Reach::FileOrFolder | Reach::Around(_) => !names.any(is_hidden),
        Reach::Search(search) => {
            let is_left_out = |name| is_hidden(name) || HEAVY.iter().any(|heavy| name == *heavy);
            !search.skips.is_some_and(|skipped| below.starts_with(skipped)) && !names.any(is_left_out)
        }
    }
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Whether a file is a temporary file of an editor.
fn is_passing(name: &OsStr) -> bool {
    let bytes = name.as_encoded_bytes();
    let endings: [&[u8]; 5] = [b"~", b".swp", b".swo", b".swx", b".tmp"];
    // Vim creates a file of this name to test whether a folder is writable.
    name == "4913" || bytes.starts_with(b"#") || endings.iter().any(|ending| bytes.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::SystemId;
    use crate::graph::fixture::{CAUSAL, REFERENCE, SIDECAR, UNIT, YGGDRASIL};

    fn scope(sources: &[(SystemId, &str)], log: &str) -> Scope {
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
    fn every_file_that_a_source_reads_is_relevant() {
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
    fn sources_include_hidden_files_but_not_installed_ones() {
        let sources = ["/w/src", "/w/lib/a.ts"].map(PathBuf::from).into();
        let scope = scope(&[], "references.jsonl").with_sources(sources);
        all_concern(&scope, &["/w/src", "/w/src/deep/b.ts", "/w/src/.hidden", "/w/src/a.tmp", "/w/lib/a.ts"]);
        none_concerns(&scope, &["/w/lib/b.ts", "/w/src/node_modules/m.js", "/w/src/target/x.o", "/w/src/.git/HEAD"]);
    }

    #[test]
    fn folder_that_can_contain_relevant_files_is_relevant() {
        let plain = scope(&[(UNIT, "far/away/claims")], "logs/edges.jsonl");
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
    fn temporary_files_of_editors_are_not_relevant() {
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
    fn other_files_of_a_code_base_are_not_relevant() {
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
    fn sources_in_the_settings_are_relevant() {
        let further = scope(
            &[
                (REFERENCE, "/o"),
                (UNIT, "claims"),
                (CAUSAL, "maps/all.json"),
                (SIDECAR, "/r/x.meta.json"),
                (YGGDRASIL, "../model"),
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
    fn logs_include_those_of_additional_sources() {
        let logs = scope(&[(REFERENCE, "/o"), (UNIT, "u")], "logs/edges.jsonl");
        assert_eq!(logs.logs(), [PathBuf::from("/w/logs/edges.jsonl"), PathBuf::from("/o/references.jsonl")]);
    }
}
