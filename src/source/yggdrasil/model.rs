//! A whole model: what its folders hold, and the nodes and edges it gives to the graph.

use super::{ASPECT_FILE, Aspect, Config, FLOW_FILE, Flow, MappedPath, ModelNode, NODE_FILE, SYSTEM, mapping, rules};
use crate::finding::{Finding, Rule};
use crate::graph::{Batch, EdgeDraft, NodeDraft};
use crate::source::{Progress, file};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What the models of a workspace say, for checks and packages that need more than the graph.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    /// The models, the workspace's own first.
    pub models: Vec<Model>,
}

/// One `.yggdrasil` folder.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// The folder that holds `.yggdrasil`, as people write it; empty for the workspace itself.
    pub project: String,
    /// The settings.
    pub config: Config,
    /// The nodes, by id.
    pub nodes: Vec<ModelNode>,
    /// The aspects, by id.
    pub aspects: Vec<Aspect>,
    /// The flows, by id.
    pub flows: Vec<Flow>,
}

impl Facts {
    /// The model node of that id, and its model.
    pub fn node(&self, id: &str) -> Option<(&Model, &ModelNode)> {
        self.models.iter().find_map(|model| Some((model, model.node(id)?)))
    }

    /// The aspect of that id.
    pub fn aspect(&self, id: &str) -> Option<&Aspect> {
        let aspect = |model: &'_ Model| model.aspects.binary_search_by(|aspect| (*aspect.id).cmp(id)).ok();
        self.models.iter().find_map(|model| Some(&model.aspects[aspect(model)?]))
    }

    /// The flow of that id.
    pub fn flow(&self, id: &str) -> Option<&Flow> {
        let flow = |model: &'_ Model| model.flows.binary_search_by(|flow| (*flow.id).cmp(id)).ok();
        self.models.iter().find_map(|model| Some(&model.flows[flow(model)?]))
    }

    /// Puts all nodes and edges into a batch. What two models share is reported by its own rules, so it is added once.
    pub(super) fn fill(&self, batch: &mut Batch) {
        let mut filling = Filling { batch, shared: HashSet::new() };
        for model in &self.models {
            for node in &model.nodes {
                filling.model_node(model, node);
            }
            for aspect in &model.aspects {
                filling.aspect(aspect);
            }
            for flow in &model.flows {
                filling.flow(flow);
            }
        }
    }
}

impl Model {
    pub(super) fn load(root: &Path, folder: &Path, progress: &Progress, batch: &mut Batch) -> Self {
        if let Err(error) = fs::read_dir(folder) {
            let message = format!("the model could not be read: {}", file::reason(&error));
            let finding = Finding::new(&rules::FILE_UNREADABLE, SYSTEM.name(), message);
            batch.finding(finding.in_file(file::relative(root, folder)));
            return Self::default();
        }
        let project_folder = folder.parent().unwrap_or(root);
        let project = file::relative(root, project_folder);
        let name = project_folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let config = Config::load(root, folder, &name, batch);

        let mut walk = Walk { root, batch };
        let folders = walk.folders(&folder.join("model"));
        let mut nodes = Vec::new();
        for found in folders.into_iter().take_while(|_| !progress.is_cancelled()) {
            if found.holds(NODE_FILE) {
                progress.add_files(1);
                nodes.push(ModelNode::load(root, found.path, found.id, walk.batch));
            } else if !found.files.is_empty() {
                let message = format!("the folder holds files but no {NODE_FILE}");
                walk.report(&rules::NODE_FILE_MISSING, &found.path, message);
            } else if found.has_folders {
                let message = format!("the folder holds folders only and is no node: there is no {NODE_FILE}");
                walk.report(&rules::FOLDER_WITHOUT_NODE, &found.path, message);
            }
        }
        let mut aspects = Vec::new();
        for found in walk.folders(&folder.join("aspects")).into_iter().filter(|found| found.holds(ASPECT_FILE)) {
            progress.add_files(1);
            aspects.push(Aspect::load(root, found.path, found.id, walk.batch));
        }
        let mut flows = Vec::new();
        for found in walk.folders(&folder.join("flows")) {
            if found.holds(FLOW_FILE) && !found.id.contains('/') {
                progress.add_files(1);
                flows.push(Flow::load(root, found.path, found.id, walk.batch));
            }
        }
        for schema in [NODE_FILE, ASPECT_FILE, FLOW_FILE] {
            let path = folder.join("schemas").join(schema);
            if !path.is_file() {
                walk.report(&rules::SCHEMA_MISSING, &path, "the schema is missing".to_owned());
            }
        }
        Self { project, config, nodes, aspects, flows }
    }

    /// The node of that id.
    pub fn node(&self, id: &str) -> Option<&ModelNode> {
        self.nodes.binary_search_by(|node| (*node.id).cmp(id)).ok().map(|at| &self.nodes[at])
    }

    /// The nearest node above one, whichever folders lie between.
    pub fn parent(&self, id: &str) -> Option<&ModelNode> {
        // No node is the whole project, so nothing is found there.
        mapping::above(id).find_map(|above| self.node(above))
    }

    /// A mapped path as seen from the workspace.
    pub fn path_of(&self, mapped: &MappedPath) -> String {
        match (&*self.project, &*mapped.path) {
            ("", path) => path.to_owned(),
            (project, super::WHOLE) => project.to_owned(),
            (project, path) => format!("{project}/{path}"),
        }
    }
}

struct Filling<'a> {
    batch: &'a mut Batch,
    /// The ids of aspects and files that are there already.
    shared: HashSet<String>,
}

impl Filling<'_> {
    fn node(&mut self, id: &str, kind: &str, title: &str, file: &str, status: Option<&str>) {
        let [id, kind, title, file] = [id, kind, title, file].map(|text| self.batch.word(text));
        let status = status.map(|status| self.batch.word(status));
        self.batch.node(NodeDraft { status, ..NodeDraft::new(id, kind, title, file, 1) });
    }

    fn edge(
        &mut self,
        from: &str,
        verb: &str,
        to: &str,
        (file, line): (&str, u32),
        note: Option<&str>,
        implicit: bool,
    ) {
        let [from, to, verb, file] = [from, to, verb, file].map(|text| self.batch.word(text));
        let note = note.map(|note| self.batch.word(note));
        self.batch.edge(EdgeDraft { implicit, note, ..EdgeDraft::new(from, to, verb, file, line) });
    }

    fn derived(&mut self, from: &str, verb: &str, to: &str, place: (&str, u32)) {
        self.edge(from, verb, to, place, None, true);
    }

    fn model_node(&mut self, model: &Model, node: &ModelNode) {
        let kind = node.kind.as_ref().map_or("node", |(kind, _)| kind);
        self.node(&node.id, kind, &node.name, &node.file, node.blackbox.then_some("blackbox"));
        for relation in &node.relations {
            let place = (&*node.file, relation.line);
            self.edge(&node.id, &relation.kind, &relation.target, place, relation.note().as_deref(), false);
        }
        if let Some(parent) = model.parent(&node.id) {
            self.derived(&node.id, "child-of", &parent.id, (&node.file, 1));
        }
        for entry in &node.aspects {
            let exceptions = entry.note();
            let aspect = Aspect::node_id(&entry.aspect);
            self.edge(&node.id, "has-aspect", &aspect, (&node.file, entry.line), exceptions.as_deref(), true);
        }
        for mapped in &node.mapping {
            let path = model.path_of(mapped);
            let id = format!("file:{path}");
            self.derived(&node.id, "maps-to", &id, (&node.file, mapped.line));
            if self.shared.insert(id.clone()) {
                self.node(&id, "file", &id, &path, None);
            }
        }
    }

    fn aspect(&mut self, aspect: &Aspect) {
        let id = Aspect::node_id(&aspect.id);
        if !self.shared.insert(id.clone()) {
            return;
        }
        self.node(&id, "aspect", &aspect.name, &aspect.file, None);
        for (implied, line) in &aspect.implies {
            self.derived(&id, "implies", &Aspect::node_id(implied), (&aspect.file, *line));
        }
    }

    fn flow(&mut self, flow: &Flow) {
        let id = Flow::node_id(&flow.id);
        self.node(&id, "flow", &flow.name, &flow.file, None);
        for (node, line) in &flow.nodes {
            self.derived(node, "participates", &id, (&flow.file, *line));
        }
        for (aspect, line) in &flow.aspects {
            self.derived(&id, "has-aspect", &Aspect::node_id(aspect), (&flow.file, *line));
        }
    }
}

/// A folder below `model/`, `aspects/` or `flows/`.
struct Folder {
    path: PathBuf,
    /// Its path below the folder that was walked.
    id: String,
    files: Vec<String>,
    has_folders: bool,
}

impl Folder {
    fn holds(&self, name: &str) -> bool {
        self.files.iter().any(|file| file == name)
    }
}

struct Walk<'a> {
    root: &'a Path,
    batch: &'a mut Batch,
}

impl Walk<'_> {
    /// The folders below one, by id, itself left out. Hidden entries do not count, and no folder is entered twice.
    fn folders(&mut self, top: &Path) -> Vec<Folder> {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let real_top = real(top);
        // What lies here is met by its own path, and what lies above would lead round.
        let is_entered = |path: &Path| {
            let target = real(path);
            !path.is_symlink() || !(target.starts_with(&real_top) || real_top.starts_with(&target))
        };
        let mut found = Vec::new();
        let mut entered = HashSet::new();
        let mut waiting = vec![(top.to_owned(), String::new())];
        while let Some((path, id)) = waiting.pop() {
            if !entered.insert(real(&path)) {
                continue;
            }
            let entries = match fs::read_dir(&path) {
                Ok(entries) => entries,
                Err(_) if id.is_empty() && !path.exists() => return found,
                Err(error) => {
                    let message = format!("the folder could not be listed: {}", file::reason(&error));
                    self.report(&rules::FILE_UNREADABLE, &path, message);
                    continue;
                }
            };
            let mut folder = Folder { path, id, files: Vec::new(), has_folders: false };
            let mut entries: Vec<_> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
            entries.sort();
            for path in entries {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                if name.starts_with('.') {
                    continue;
                }
                if path.is_dir() {
                    if is_entered(&path) {
                        let id = if folder.id.is_empty() { name } else { format!("{}/{name}", folder.id) };
                        waiting.push((path, id));
                        folder.has_folders = true;
                    }
                } else {
                    folder.files.push(name);
                }
            }
            if !folder.id.is_empty() {
                found.push(folder);
            }
        }
        found.sort_by(|one, other| one.id.cmp(&other.id));
        found
    }

    fn report(&mut self, rule: &'static Rule, path: &Path, message: String) {
        self.batch.finding(Finding::new(rule, SYSTEM.name(), message).in_file(file::relative(self.root, path)));
    }
}
