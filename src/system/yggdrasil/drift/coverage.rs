//! Coverage: the files of a project that belong to a node of its model, and those that do not.

use super::Disk;
use crate::graph::{Graph, SystemId};
use crate::system::yggdrasil::{Facts, Model, SYSTEM, WHOLE};
use crate::system::{Systems, file};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::PathBuf;

/// Number of files that belong to a node, over all projects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// All files that git does not ignore, except those of the model.
    pub files: usize,
    /// The files that belong to no node, relative to the workspace, in order.
    pub uncovered: Vec<String>,
}

impl Coverage {
    /// The files that belong to a node.
    pub fn covered(&self) -> usize {
        self.files - self.uncovered.len()
    }

    /// The covered share in percent, rounded down: 100 only if no file is left.
    pub fn percent(&self) -> usize {
        (self.covered() * 100).checked_div(self.files).unwrap_or(100)
    }
}

/// Walks the project of each model. Files that `.gitignore` files in the project ignore do not count, nor do `.git`, the model
/// itself, links, and files of the workspace's other systems.
pub fn coverage(facts: &Facts, disk: &Disk<'_>, foreign: &ForeignFiles) -> Coverage {
    let mut found = Coverage::default();
    for model in &facts.models {
        let top = disk.root.join(&model.project);
        if disk.boundary.target_outside(&top).is_some() {
            continue;
        }
        let mapped = mapped(model);
        // The folders of all models, and projects of other models below this one.
        let tops = facts.models.iter().map(|other| disk.root.join(&other.project)).filter(|other| *other != top);
        let left_out: HashSet<PathBuf> = facts.models.iter().map(|other| other.folder.clone()).chain(tops).collect();
        let walk = ignore::WalkBuilder::new(&top)
            .standard_filters(false)
            .git_ignore(true)
            .require_git(false)
            .sort_by_file_name(OsStr::cmp)
            .filter_entry(move |entry| entry.file_name() != ".git" && !left_out.contains(entry.path()))
            .build();
        let entries = walk.filter_map(Result::ok).take_while(|_| !(disk.cancelled)());
        for entry in entries.filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file())) {
            let (in_project, in_workspace) =
                (file::relative(&top, entry.path()), file::relative(disk.root, entry.path()));
            if foreign.contains(&in_workspace) {
                continue;
            }
            found.files += 1;
            if !is_covered(&mapped, &in_project) {
                found.uncovered.push(in_workspace);
            }
        }
    }
    found.uncovered.sort_unstable();
    found
}

fn mapped(model: &Model) -> HashSet<&str> {
    model.nodes.iter().flat_map(|node| &node.mapping).map(|mapped| &*mapped.path).collect()
}

fn is_covered(mapped: &HashSet<&str>, path: &str) -> bool {
    let mut above = std::iter::successors(Some(path), |path| path.rsplit_once('/').map(|(above, _)| above));
    mapped.contains(WHOLE) || above.any(|path| mapped.contains(path))
}

/// Files of the workspace's other systems and refscope's own.
#[derive(Debug)]
pub struct ForeignFiles {
    files: HashSet<String>,
    /// Folders whose own files belong to another system.
    folders: HashSet<String>,
    /// Prefixes of paths that belong to another system.
    trees: Vec<String>,
}

impl ForeignFiles {
    /// Every file that a node or an edge of another system is written in, and the files that those systems name.
    pub fn of(systems: &Systems, graph: &Graph, facts: &crate::system::Facts) -> Self {
        let is_other = |system: SystemId| system != SYSTEM;
        let others = systems.iter().filter(|(id, _)| is_other(*id));
        let further: Vec<_> = others.map(|(_, system)| system.further_files(graph, facts)).collect();
        let nodes = graph.nodes().filter(|node| is_other(node.system())).filter_map(|node| node.file());
        let edges = graph.edges().filter(|edge| is_other(edge.system())).map(|edge| edge.file());
        let files = nodes.chain(edges).map(str::to_owned).chain([".refscope.yaml".to_owned()]);
        Self {
            files: files.chain(further.iter().flat_map(|it| it.files.iter().cloned())).collect(),
            folders: further.iter().flat_map(|it| it.folders.iter().cloned()).collect(),
            trees: further.into_iter().flat_map(|it| it.trees).collect(),
        }
    }

    fn contains(&self, file: &str) -> bool {
        let is_in_tree = || self.trees.iter().any(|tree| file.starts_with(&**tree));
        let is_in_folder = || file.rsplit_once('/').is_some_and(|(folder, _)| self.folders.contains(folder));
        self.files.contains(file) || is_in_folder() || is_in_tree()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Hashes;
    use crate::system::kit::fixture::folder;
    use crate::system::{Boundary, Progress, yggdrasil};

    fn found(files: &[(&str, &str)]) -> (usize, Vec<String>) {
        let root = folder(files);
        let facts = yggdrasil::load(root.path(), &[], &Progress::default()).facts;
        let (boundary, hashes) = (Boundary::around(root.path()), Hashes::default());
        let disk = Disk { root: root.path(), boundary: &boundary, hashes: &hashes, cancelled: &|| false };
        let foreign = ForeignFiles {
            files: ["references.jsonl".to_owned()].into(),
            folders: HashSet::new(),
            trees: vec!["kinds/".to_owned(), "domains/".to_owned()],
        };
        let found = coverage(&facts, &disk, &foreign);
        (found.files, found.uncovered)
    }

    const NODE: &str = "name: A\ntype: module\nmapping:\n  paths: [src/a, ./lib//b.ts]\n";

    #[test]
    fn files_of_no_node_are_uncovered_and_ignored_files_do_not_count() {
        let files = [
            (".yggdrasil/model/a/yg-node.yaml", NODE),
            (".gitignore", "*.log\n!keep.log\n"),
            (".git/config", ""),
            ("src/a/deep/x.ts", ""),
            ("src/ab/y.ts", ""),
            ("src/ab/.gitignore", "keep.log\n"),
            ("src/ab/keep.log", ""),
            ("src/keep.log", ""),
            ("lib/b.ts", ""),
            ("lib/c.ts", ""),
            ("lib/out.log", ""),
            ("references.jsonl", ""),
            ("kinds/task.md", ""),
        ];
        let uncovered = [".gitignore", "lib/c.ts", "src/ab/.gitignore", "src/ab/y.ts", "src/keep.log"];
        assert_eq!(found(&files), (7, uncovered.map(str::to_owned).to_vec()));
    }

    #[test]
    fn a_node_that_maps_the_whole_project_covers_every_file() {
        let node = NODE.replace("[src/a, ./lib//b.ts]", "[.]");
        assert_eq!(found(&[(".yggdrasil/model/a/yg-node.yaml", &node), ("x", ""), ("y/z", "")]), (2, Vec::new()));
    }

    #[test]
    fn coverage_is_100_percent_only_if_no_file_is_uncovered() {
        let coverage = |files, left: usize| Coverage { files, uncovered: vec![String::new(); left] }.percent();
        assert_eq!((coverage(1000, 1), coverage(1000, 0), coverage(0, 0), coverage(3, 2)), (99, 100, 100, 33));
    }
}
