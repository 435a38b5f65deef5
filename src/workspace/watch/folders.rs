//! The watched folders, and their names in the workspace.
//!
//! Events are per folder and contain resolved paths; this module maps them back to paths through links. It finds the
//! folders itself, with a depth-first search, because the recursive mode of the `notify` crate would follow every link
//! and enter build folders.

use super::scope::{Scope, area_enters};
use crate::system::{Area, Boundary, DEEPEST, Progress, Reach};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// In a workspace with more folders than this, only folders that already contain a file of a search are watched.
const MOST_FOR_SEARCH: usize = 1000;

/// Watched folders and files by resolved path, each with its names in the workspace.
#[derive(Default)]
pub(super) struct Folders {
    folders: HashMap<PathBuf, BTreeSet<PathBuf>>,
    linked_files: HashMap<PathBuf, BTreeSet<PathBuf>>,
}

/// The watch limit of the system is reached.
#[derive(Debug)]
pub(super) struct Exhausted;

/// Adds a watch for a folder. A removed or unreadable folder is not an error, because nothing can be read from it
/// either.
pub(super) trait Ask: FnMut(&Path) -> Result<(), Exhausted> {}
impl<F: FnMut(&Path) -> Result<(), Exhausted>> Ask for F {}

impl Folders {
    /// Watches a scope, or only its part at or below a path. A folder is watched before it is listed, so that no file
    /// is missed.
    pub(super) fn watch(
        &mut self,
        scope: &Scope,
        part: Option<&Path>,
        progress: &Progress,
        ask: &mut impl Ask,
    ) -> Result<(), Exhausted> {
        for area in scope.areas() {
            let is_file_of = |path: &Path| area.reach == Reach::Files && path.parent() == Some(&area.top);
            let top = match part {
                Some(part) if area.top.starts_with(part) => &area.top,
                Some(part) if area_enters(area, part) => part,
                Some(part) if is_file_of(part) && scope.is_file(part) => part,
                Some(_) => continue,
                None => &area.top,
            };
            let boundary = scope.boundary();
            let (entered, links) = (HashSet::new(), Vec::new());
            let mut search = Search { folders: self, area, boundary, progress, ask, entered, links };
            search.from(scope, top)?;
        }
        Ok(())
    }

    /// Whether this folder is watched.
    pub(super) fn hold(&self, real: &Path) -> bool {
        self.folders.contains_key(real)
    }

    /// Forgets a removed folder and everything below it.
    pub(super) fn forget(&mut self, real: &Path) {
        self.folders.retain(|folder, _| !folder.starts_with(real));
    }

    /// The workspace's names of a resolved path.
    pub(super) fn names_of(&self, real: &Path) -> BTreeSet<PathBuf> {
        let own = [self.folders.get(real), self.linked_files.get(real)].into_iter().flatten().flatten().cloned();
        let parent = real.parent().and_then(|folder| self.folders.get(folder)).into_iter().flatten();
        let inside = parent.filter_map(|folder| Some(folder.join(real.file_name()?)));
        own.chain(inside).collect()
    }
}

/// A folder still to be watched and listed.
struct Waiting {
    path: PathBuf,
    /// The resolved path.
    real: PathBuf,
    /// Number of folders between it and the top.
    depth: usize,
}

/// The search for the folders of one area.
struct Search<'a, A> {
    folders: &'a mut Folders,
    area: &'a Area,
    boundary: &'a Boundary,
    progress: &'a Progress,
    ask: &'a mut A,
    entered: HashSet<PathBuf>,
    /// Linked folders with their targets, visited after all real folders.
    links: Vec<(PathBuf, PathBuf)>,
}

impl<A: Ask> Search<'_, A> {
    fn from(&mut self, scope: &Scope, top: &Path) -> Result<(), Exhausted> {
        if self.boundary.target_outside(top).is_some() && self.area.reach != Reach::Files {
            // It is not read. Its parent reports when its target changes.
            return top.parent().map_or(Ok(()), |above| self.folder(above).map(drop));
        }
        if !top.is_dir() {
            // Its parent reports when it is created. A source that is a file is in that folder.
            let above = top.ancestors().skip(1).find(|folder| folder.is_dir());
            self.file(top)?;
            return above.map_or(Ok(()), |above| self.folder(above).map(drop));
        }
        match &self.area.reach {
            Reach::Files => {
                self.folder(top)?;
                scope.files().filter(|path| path.parent() == Some(top)).try_for_each(|path| self.file(path))
            }
            Reach::Search(search) => {
                self.folder(top)?;
                let found = search.folders(scope.root(), top, MOST_FOR_SEARCH, self.progress);
                found
                    .iter()
                    .filter(|folder| area_enters(self.area, folder))
                    .try_for_each(|it| self.folder(it).map(drop))
            }
            Reach::Around(inner) if top == self.area.top && top.join(inner).is_dir() => self.folder(top).map(drop),
            Reach::Below | Reach::FileOrFolder | Reach::Around(_) | Reach::Sources => self.below(top),
        }
    }

    /// Depth-first search for folders, as deep as sources read. Resolved paths are extended name by name, because
    /// resolving each path would take time quadratic in the depth.
    fn below(&mut self, top: &Path) -> Result<(), Exhausted> {
        let real_top = real(top);
        let mut waiting = vec![Waiting { path: top.to_owned(), real: real_top.clone(), depth: 0 }];
        while !self.progress.is_cancelled() {
            let Some(Waiting { path: folder, real, depth }) = waiting.pop() else {
                let Some((path, real)) = self.links.pop() else { break };
                // A link to a parent would be a cycle through everything.
                if !real_top.starts_with(&real) {
                    waiting.push(Waiting { path, real, depth: 0 });
                }
                continue;
            };
            if depth > DEEPEST || !self.folder_at(&folder, &real)? {
                continue;
            }
            for entry in fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok) {
                let (path, kind) = (entry.path(), entry.file_type());
                let Ok(kind) = kind else { continue };
                if kind.is_dir() && area_enters(self.area, &path) {
                    waiting.push(Waiting { path, real: real.join(entry.file_name()), depth: depth + 1 });
                } else if kind.is_symlink() && area_enters(self.area, &path) {
                    match path.canonicalize() {
                        Ok(target) if !self.boundary.contains(&target) => {}
                        Ok(target) if target.is_dir() => self.links.push((path, target)),
                        _ => self.file(&path)?,
                    }
                }
            }
        }
        Ok(())
    }

    /// Watches a folder; returns whether it is visited for the first time in this search.
    fn folder(&mut self, folder: &Path) -> Result<bool, Exhausted> {
        self.folder_at(folder, &real(folder))
    }

    fn folder_at(&mut self, folder: &Path, real: &Path) -> Result<bool, Exhausted> {
        let is_first = self.entered.insert(real.to_owned());
        if is_first {
            (self.ask)(real)?;
        }
        self.folders.folders.entry(real.to_owned()).or_default().insert(folder.to_owned());
        Ok(is_first)
    }

    /// Watches the target of a linked file.
    fn file(&mut self, path: &Path) -> Result<(), Exhausted> {
        let Some(target) = path.canonicalize().ok().filter(|_| path.is_symlink()) else { return Ok(()) };
        if let Some(folder) = target.parent() {
            (self.ask)(folder)?;
        }
        self.folders.linked_files.entry(target).or_default().insert(path.to_owned());
        Ok(())
    }
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::{CAUSAL, UNIT, YGGDRASIL};
    use crate::system::kit::fixture::folder;
    use crate::workspace::Settings;
    use std::os::unix::fs::symlink;

    /// The watched folders of a scope, relative to `root`.
    fn watched(root: &Path, settings: &Settings) -> (Folders, Vec<String>) {
        let (mut folders, mut asked) = (Folders::default(), BTreeSet::new());
        let mut ask = |folder: &Path| {
            asked.insert(folder.to_owned());
            Ok(())
        };
        folders.watch(&Scope::of(root, settings), None, &Progress::default(), &mut ask).unwrap();
        let real = real(root);
        let shown = |folder: &PathBuf| folder.strip_prefix(&real).unwrap_or(folder).to_string_lossy().into_owned();
        (folders, asked.iter().map(shown).collect())
    }

    #[test]
    fn folders_of_all_systems_are_watched_but_not_build_folders() {
        let folder = folder(&[
            ("artifacts/notes/deep/a.md", ""),
            ("artifacts/.hidden/a.md", ""),
            (".yggdrasil/model/x/yg-node.yaml", ""),
            ("lib/main.rs", ""),
            ("target/debug/x", ""),
            ("node_modules/x/y.js", ""),
            (".git/objects/x", ""),
            ("build/deep/x", ""),
            (".gitignore", "build\n"),
        ]);
        let (_, watched) = watched(folder.path(), &Settings::default());
        let expected = ["", ".yggdrasil", ".yggdrasil/model", ".yggdrasil/model/x", "artifacts", "artifacts/notes"];
        // Exports can appear directly in `build`.
        assert_eq!(watched, [&expected[..], &["artifacts/notes/deep", "build", "lib"]].concat());
    }

    #[test]
    fn in_a_large_code_base_only_folders_with_causal_graphs_are_watched() {
        let folder = folder(&[("lib/x.causal.json", ""), ("src/main.rs", "")]);
        for number in 0..=MOST_FOR_SEARCH {
            let path = folder.path().join(format!("src/{number}/main.rs"));
            fs::create_dir(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let (_, watched) = watched(folder.path(), &Settings::default());
        assert_eq!(watched, ["", "lib"]);
    }

    #[test]
    fn nearest_existing_parent_of_a_missing_path_is_watched() {
        let folder = folder(&[("maps/all.json", "")]);
        let sources = vec![(UNIT, "far/away".into()), (CAUSAL, "maps/all.json".into())];
        let settings = Settings { sources, log: "logs/edges.jsonl".into(), ..Settings::default() };
        assert_eq!(watched(folder.path(), &settings).1, ["", "maps"]);
    }

    #[test]
    fn model_in_an_additional_source_is_watched_without_the_code_around_it() {
        let model = ".yggdrasil/model/yg-node.yaml";
        let (around, alone) = (folder(&[(model, ""), ("src/main.rs", "")]), folder(&[("model/yg-node.yaml", "")]));
        for (place, expected) in [(&around, vec!["", ".yggdrasil", ".yggdrasil/model"]), (&alone, vec!["", "model"])] {
            let root = folder(&[]);
            let sources = vec![(YGGDRASIL, place.path().to_owned())];
            let (_, watched) = watched(root.path(), &Settings { sources, ..Settings::default() });
            let place = real(place.path());
            let inside = watched.iter().filter_map(|folder| Path::new(folder).strip_prefix(&place).ok());
            assert_eq!(inside.map(|folder| folder.to_str().unwrap()).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn link_targets_are_known_by_the_names_of_the_links() {
        let folder = folder(&[("artifacts/notes/a.md", "")]);
        let elsewhere = self::folder(&[("deep/b.md", ""), ("log", ""), ("c.md", "")]);
        let (root, there) = (folder.path(), real(elsewhere.path()));
        symlink(&there, root.join("artifacts/linked")).unwrap();
        symlink(there.join("log"), root.join("references.jsonl")).unwrap();
        symlink(there.join("c.md"), root.join("artifacts/notes/c.md")).unwrap();
        let (folders, _) = watched(root, &Settings::default());
        let names = |path: &str| {
            let names = folders.names_of(&there.join(path)).into_iter();
            names.map(|name| name.strip_prefix(root).unwrap().to_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names("deep/b.md"), ["artifacts/linked/deep/b.md"]);
        assert_eq!(names("log"), ["artifacts/linked/log", "references.jsonl"]);
        assert_eq!(names("c.md"), ["artifacts/linked/c.md", "artifacts/notes/c.md"]);
    }

    #[test]
    fn cycle_of_links_ends() {
        let folder = folder(&[("artifacts/notes/a.md", ""), ("code/main.rs", "")]);
        let root = folder.path();
        symlink("..", root.join("artifacts/above")).unwrap();
        symlink(".", root.join("artifacts/notes/here")).unwrap();
        symlink("notes", root.join("artifacts/again")).unwrap();
        let (folders, watched) = watched(root, &Settings::default());
        assert_eq!(watched, ["", "artifacts", "artifacts/notes", "code"]);
        assert!(
            folders.names_of(&real(root).join("artifacts/notes/a.md")).contains(&root.join("artifacts/notes/a.md"))
        );
    }

    #[test]
    fn only_the_new_part_is_searched() {
        let folder = folder(&[("artifacts/new/deep/a.md", ""), ("artifacts/old/a.md", ""), ("units/u.json", "")]);
        let root = real(folder.path());
        let (scope, mut asked) = (Scope::of(&root, &Settings::default()), BTreeSet::new());
        let mut ask = |folder: &Path| {
            asked.insert(folder.to_owned());
            Ok(())
        };
        let new = root.join("artifacts/new");
        Folders::default().watch(&scope, Some(&new), &Progress::default(), &mut ask).unwrap();
        assert_eq!(asked, [new.clone(), new.join("deep")].into());
    }
}
