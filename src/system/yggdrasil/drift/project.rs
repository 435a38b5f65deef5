//! [`Project`]: a model with its files, and the files that the record of a node covers.

use super::Disk;
use super::folder::{Ignore, MappedFolderWalk};
use super::record::{Records, STATE_FOLDER};
use super::report::FileKind;
use crate::system::Boundary;
use crate::system::yggdrasil::{self, ASPECT_FILE, FLOW_FILE, Model, ModelNode, NODE_FILE, collation};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The rules that a version of the public tool follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rules {
    /// Whether ancestors of relation targets, and targets of event relations, are tracked too: from 2.8 on.
    tracks_ancestors_of_targets: bool,
    /// Whether blackbox nodes take part: until 3.0.
    includes_blackboxes: bool,
}

impl Rules {
    /// The rules for a version. A model that names none follows those of 2.2.
    fn of(version: Option<(u32, u32)>) -> Self {
        let version = version.unwrap_or((2, 2));
        Self { tracks_ancestors_of_targets: version >= (2, 8), includes_blackboxes: version < (3, 0) }
    }
}

/// Whether the version of a model tracks a node: from 3.0 on, blackboxes are left out.
pub(super) fn is_tracked(model: &Model, node: &ModelNode) -> bool {
    !node.blackbox || Rules::of(model.config.version).includes_blackboxes
}

/// A file that a record covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tracked {
    /// Its path in the record: from the folder that contains `.yggdrasil`.
    pub(super) path: String,
    /// Its path on disk.
    pub(super) on_disk: PathBuf,
}

/// A model with the folder around it.
pub(super) struct Project<'a> {
    pub(super) model: &'a Model,
    pub(super) boundary: &'a Boundary,
    /// The folder that contains `.yggdrasil`.
    pub(super) top: PathBuf,
    /// How paths of the model's own files start: `.yggdrasil`.
    prefix: String,
    rules: Rules,
    /// The `.gitignore` of the project.
    ignore: Option<Ignore>,
    /// The files directly in folders of the model that were listed already.
    listed: Mutex<HashMap<PathBuf, Vec<String>>>,
}

impl<'a> Project<'a> {
    pub(super) fn new(model: &'a Model, disk: &Disk<'a>) -> Self {
        let top = disk.root.join(&model.project);
        let prefix = model.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let ignore = Ignore::of(&top, disk.boundary);
        let (rules, listed) = (Rules::of(model.config.version), Mutex::default());
        Self { model, boundary: disk.boundary, top, prefix, rules, ignore, listed }
    }

    pub(super) fn records(&self) -> Records {
        Records::of(&self.model.folder, self.boundary)
    }

    /// The folder of records, whether it exists or not.
    pub(super) fn records_path(&self) -> PathBuf {
        self.model.folder.join(STATE_FOLDER)
    }

    /// The nodes that take part, in the tool's reading order: depth first, folders by name.
    pub(super) fn nodes(&self) -> Vec<&'a ModelNode> {
        let mut nodes: Vec<_> = self.model.nodes.iter().filter(|node| self.takes_part(node)).collect();
        nodes.sort_by(|one, other| one.id.split('/').cmp(other.id.split('/')));
        nodes
    }

    /// Whether a node is mapped and the version of the model tracks it.
    pub(super) fn takes_part(&self, node: &ModelNode) -> bool {
        !node.mapping.is_empty() && is_tracked(self.model, node)
    }

    /// Whether the tool warns when source files changed and no file of the model did.
    pub(super) fn warns_of_source_only_changes(&self) -> bool {
        self.rules.tracks_ancestors_of_targets
    }

    /// Whether a path of a record is a source file or a file of the model.
    pub(super) fn kind(&self, path: &str) -> FileKind {
        if path.starts_with(&self.prefix) { FileKind::Graph } else { FileKind::Source }
    }

    /// Whether at least one mapped path exists.
    pub(super) fn is_materialized(&self, node: &ModelNode) -> bool {
        node.mapping.iter().any(|mapped| self.may_read(&self.top.join(&mapped.written)))
    }

    fn may_read(&self, path: &Path) -> bool {
        path.exists() && self.boundary.target_outside(path).is_none()
    }

    /// The files of a node's record that exist, in the tool's order of collection, each once.
    pub(super) fn tracked(&self, node: &ModelNode, cancelled: &dyn Fn() -> bool) -> Collected {
        let mut found = Collection::default();
        for path in self.graph_files(node) {
            let on_disk = self.top.join(&path);
            if on_disk.is_file() && self.boundary.target_outside(&on_disk).is_none() {
                found.add(Tracked { path, on_disk });
            }
        }
        for mapped in &node.mapping {
            // The folder is entered by its plain path: patterns are matched against paths.
            let is_whole = mapped.path == yggdrasil::WHOLE;
            let on_disk = if is_whole { self.top.clone() } else { self.top.join(&mapped.path) };
            if self.boundary.target_outside(&on_disk).is_some() {
                continue;
            }
            if on_disk.is_dir() {
                let start = if is_whole { String::new() } else { format!("{}/", mapped.path) };
                let walk = MappedFolderWalk {
                    project: &self.top,
                    of_project: self.ignore.as_ref(),
                    boundary: self.boundary,
                    cancelled,
                };
                let (files, unread) = walk.files_below(&on_disk);
                for below in files {
                    found.add(Tracked { on_disk: on_disk.join(&below), path: format!("{start}{below}") });
                }
                found.collected.unread.extend(unread);
            } else if on_disk.is_file() {
                found.add(Tracked { path: mapped.written.clone(), on_disk });
            }
        }
        let owned = self.mapped_by_descendants(node);
        let is_owned = |path: &str| {
            let mut above = std::iter::successors(Some(path), |path| path.rsplit_once('/').map(|(above, _)| above));
            above.any(|path| owned.contains(path))
        };
        found.collected.files.retain(|file| !is_owned(&file.path));
        found.collected
    }

    /// The mapped paths of descendants that are, or are below, a mapped path of the node, compared as they are written:
    /// their files belong to the descendants.
    fn mapped_by_descendants(&self, node: &ModelNode) -> HashSet<&str> {
        let mine: Vec<_> = node.mapping.iter().map(|mapped| &*mapped.written).collect();
        let is_inside = |path: &str, top: &str| path.strip_prefix(top).is_some_and(|rest| rest.starts_with('/'));
        let descendants = self.model.descendants(&node.id).iter();
        let mapped = descendants.flat_map(|below| &below.mapping).map(|mapped| &*mapped.written);
        mapped.filter(|path| mine.iter().any(|top| path == top || is_inside(path, top))).collect()
    }

    /// The files of the model that a node depends on, in the tool's order of collection.
    fn graph_files(&self, node: &ModelNode) -> Vec<String> {
        let (mut files, model) = (Vec::new(), self.model);
        let above = model.ancestors(&node.id);
        let flows: Vec<_> = model.flows_of(&node.id).collect();
        for node in std::iter::once(node).chain(above.iter().copied()) {
            files.push(self.of_node(node, NODE_FILE));
            files.extend(self.artifacts(node).iter().map(|name| self.of_node(node, name)));
        }
        let declared = std::iter::once(node).chain(above.iter().copied()).flat_map(|node| &node.aspects);
        let of_flows = flows.iter().flat_map(|flow| &flow.aspects).map(|(aspect, _)| &**aspect);
        let declared = declared.map(|entry| &*entry.aspect).chain(of_flows);
        let aspects = yggdrasil::with_implied(declared, |id| model.aspect(id)).into_iter();
        for aspect in aspects.filter_map(|id| model.aspect(id)) {
            files.extend(self.whole_folder(&format!("aspects/{}", aspect.id), &aspect.folder, ASPECT_FILE));
        }
        for relation in node.relations.iter().filter(|relation| relation.is_structural()) {
            let Some(target) = model.node(&relation.target) else { continue };
            let (marked, all) = (self.marked(target), self.artifacts(target));
            let names = if marked.is_empty() { all } else { marked };
            files.extend(names.iter().map(|name| self.of_node(target, name)));
            if self.rules.tracks_ancestors_of_targets {
                files.extend(self.shared_by_all(model.ancestors(&target.id)));
            }
        }
        let events = node.relations.iter().filter(|relation| relation.is_event());
        for relation in events.filter(|_| self.rules.tracks_ancestors_of_targets) {
            let Some(target) = model.node(&relation.target) else { continue };
            files.extend(self.shared_by_all(std::iter::once(target).chain(model.ancestors(&target.id))));
        }
        for flow in flows {
            files.extend(self.whole_folder(&format!("flows/{}", flow.id), &flow.folder, FLOW_FILE));
        }
        files
    }

    fn of_node(&self, node: &ModelNode, name: &str) -> String {
        format!("{}/model/{}/{name}", self.prefix, node.id)
    }

    /// The configured artifacts that a node has, in alphabetical order.
    fn artifacts(&self, node: &ModelNode) -> Vec<String> {
        let is_configured = |name: &String| self.model.config.artifacts.iter().any(|artifact| artifact.file == *name);
        self.names_in(&node.folder).into_iter().filter(is_configured).collect()
    }

    /// The artifacts of a node that are marked `included_in_relations`, in the order of the config.
    fn marked(&self, node: &ModelNode) -> Vec<String> {
        let present = self.names_in(&node.folder);
        let marked = self.model.config.artifacts.iter().filter(|artifact| artifact.included_in_relations);
        marked.map(|artifact| artifact.file.clone()).filter(|name| present.contains(name)).collect()
    }

    /// The artifacts of nodes that their dependents see: the marked ones, or all configured ones if the configuration
    /// marks none.
    fn shared_by_all(&self, nodes: impl IntoIterator<Item = &'a ModelNode>) -> Vec<String> {
        let marks_any = self.model.config.artifacts.iter().any(|artifact| artifact.included_in_relations);
        let configured = self.model.config.artifacts.iter().filter(|it| !marks_any || it.included_in_relations);
        let names: Vec<_> = configured.map(|artifact| &*artifact.file).collect();
        let mut files = Vec::new();
        for node in nodes {
            let present = self.names_in(&node.folder);
            let of_node = names.iter().filter(|name| present.iter().any(|present| present == **name));
            files.extend(of_node.map(|name| self.of_node(node, name)));
        }
        files
    }

    /// The file that describes an aspect or flow, then all other files directly in its folder.
    fn whole_folder(&self, below: &str, folder: &Path, described_in: &str) -> Vec<String> {
        let others = self.names_in(folder).into_iter().filter(|name| name != described_in);
        let names = std::iter::once(described_in.to_owned()).chain(others);
        names.map(|name| format!("{}/{below}/{name}", self.prefix)).collect()
    }

    /// The names of the files directly in a folder of the model, in alphabetical order.
    fn names_in(&self, folder: &Path) -> Vec<String> {
        let known = self.listed.lock().unwrap_or_else(PoisonError::into_inner).get(folder).cloned();
        known.unwrap_or_else(|| {
            let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
            let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
            let mut names: Vec<_> = files.filter_map(|entry| entry.file_name().into_string().ok()).collect();
            names.sort_unstable();
            collation::sort(&mut names, |name| name);
            let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
            listed.insert(folder.to_owned(), names.clone());
            names
        })
    }
}

/// The files of a node's record, and folders that could not be listed.
#[derive(Debug, Default)]
pub(super) struct Collected {
    pub(super) files: Vec<Tracked>,
    pub(super) unread: Vec<(PathBuf, io::Error)>,
}

/// Files in the order in which they were added, each path once.
#[derive(Default)]
struct Collection {
    met: HashSet<String>,
    collected: Collected,
}

impl Collection {
    fn add(&mut self, file: Tracked) {
        if self.met.insert(file.path.clone()) {
            self.collected.files.push(file);
        }
    }
}
