//! A model: the contents of its folders, and the nodes and edges it adds to the graph.

use super::folders::FolderWalk;
use super::{
    ASPECT_FILE, Aspect, CONFIG_FILE, Config, FLOW_FILE, Flow, MappedPath, ModelNode, NODE_FILE, mapping, rules,
};
use crate::graph::{Batch, EdgeRecord, NodeRecord};
use crate::system::{ReadRequest, file};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The models of a workspace, for checks and packages that need more than the graph.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    /// The workspace's own model is first.
    pub models: Vec<Model>,
    /// Names of all systems of the workspace, whose nodes a model may refer to as `system:id`.
    pub systems: Vec<&'static str>,
}

/// One `.yggdrasil` folder.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// The folder that contains `.yggdrasil`, as displayed; empty for the workspace itself.
    pub project: String,
    /// The `.yggdrasil` folder itself.
    pub folder: PathBuf,
    pub config: Config,
    /// Sorted by id.
    pub nodes: Vec<ModelNode>,
    /// Sorted by id.
    pub aspects: Vec<Aspect>,
    /// Sorted by id.
    pub flows: Vec<Flow>,
}

impl Facts {
    /// The node with this id, and its model.
    pub fn node(&self, id: &str) -> Option<(&Model, &ModelNode)> {
        self.models.iter().find_map(|model| Some((model, model.node(id)?)))
    }

    pub fn aspect(&self, id: &str) -> Option<&Aspect> {
        self.models.iter().find_map(|model| model.aspect(id))
    }

    pub fn flow(&self, id: &str) -> Option<&Flow> {
        let flow = |model: &'_ Model| model.flows.binary_search_by(|flow| (*flow.id).cmp(id)).ok();
        self.models.iter().find_map(|model| Some(&model.flows[flow(model)?]))
    }

    /// Adds all nodes and edges to a batch. Ids shared by two models are reported by rules of their own, so they are
    /// added once.
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
    pub(super) fn load(root: &Path, folder: &Path, request: &ReadRequest<'_>, batch: &mut Batch) -> Self {
        let progress = request.progress;
        let mut walk = FolderWalk::new(root, &request.boundary, folder, batch);
        if !walk.may_read(folder) || !walk.may_read(&folder.join(CONFIG_FILE)) {
            return Self::default();
        }
        if let Err(error) = fs::read_dir(folder) {
            let message = format!("The model could not be read: {}", file::reason(&error));
            walk.report(&rules::OBSTACLES.unreadable, folder, message);
            return Self::default();
        }
        let project_folder = folder.parent().unwrap_or(root);
        let project = file::relative(root, project_folder);
        let name = project_folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let config = Config::load(root, folder, &name, walk.batch);

        if !folder.join("model").exists() {
            let message = "The folder model/ is missing, so there are no nodes".to_owned();
            walk.report(&rules::MODEL_MISSING, &folder.join("model"), message);
        }
        let folders = walk.folders(&folder.join("model"));
        let mut nodes = Vec::new();
        for found in folders.into_iter().take_while(|_| !progress.is_cancelled()) {
            if found.holds(NODE_FILE) {
                progress.add_files(1);
                nodes.push(ModelNode::load(root, found.path, found.id, walk.batch));
            } else if !found.files.is_empty() {
                let message = format!("The folder has files but no {NODE_FILE}");
                walk.report(&rules::NODE_FILE_MISSING, &found.path, message);
            } else if found.has_folders {
                let message = format!("The folder has only subfolders and is not a node: it has no {NODE_FILE}");
                walk.report(&rules::FOLDER_WITHOUT_NODE, &found.path, message);
            }
        }
        let mut aspects = Vec::new();
        for found in walk.folders(&folder.join("aspects")).into_iter().filter(|found| found.holds(ASPECT_FILE)) {
            progress.add_files(1);
            aspects.push(Aspect::load(root, found.path, found.id, walk.batch));
        }
        let mut flows = Vec::new();
        let found_flows = walk.folders(&folder.join("flows"));
        let has_nested: HashSet<String> = found_flows
            .iter()
            .filter(|found| found.holds(FLOW_FILE))
            .filter_map(|found| Some(found.id.split_once('/')?.0.to_owned()))
            .collect();
        for found in found_flows {
            match (found.id.contains('/'), found.holds(FLOW_FILE)) {
                (false, true) => {
                    progress.add_files(1);
                    flows.push(Flow::load(root, found.path, found.id, walk.batch));
                }
                (true, true) => {
                    let message = "The flow is not read: flows must be directly below flows/".to_owned();
                    walk.report(&rules::FLOW_INVALID, &found.path.join(FLOW_FILE), message);
                }
                (false, false) if !has_nested.contains(&found.id) => {
                    walk.report(&rules::FLOW_INVALID, &found.path, format!("The folder has no {FLOW_FILE}"));
                }
                (_, false) => {}
            }
        }
        for schema in [NODE_FILE, ASPECT_FILE, FLOW_FILE] {
            let path = folder.join("schemas").join(schema);
            if !path.is_file() {
                walk.report(&rules::SCHEMA_MISSING, &path, "The schema is missing".to_owned());
            }
        }
        Self { project, folder: folder.to_owned(), config, nodes, aspects, flows }
    }

    pub fn node(&self, id: &str) -> Option<&ModelNode> {
        self.nodes.binary_search_by(|node| (*node.id).cmp(id)).ok().map(|at| &self.nodes[at])
    }

    /// The descendants of a node, by id.
    pub fn descendants(&self, id: &str) -> &[ModelNode] {
        let below = format!("{id}/");
        let start = self.nodes.partition_point(|node| *node.id < *below);
        let length = self.nodes[start..].partition_point(|node| node.id.starts_with(&below));
        &self.nodes[start..start + length]
    }

    /// The ancestors of a node, from the root down.
    pub fn ancestors(&self, id: &str) -> Vec<&ModelNode> {
        let mut above: Vec<_> = std::iter::successors(self.parent(id), |node| self.parent(&node.id)).collect();
        above.reverse();
        above
    }

    /// The flows in which a node or one of its ancestors participates.
    pub fn flows_of(&self, id: &str) -> impl Iterator<Item = &Flow> {
        let above = self.ancestors(id);
        let is_meant = move |node: &str| node == id || above.iter().any(|ancestor| ancestor.id == node);
        self.flows.iter().filter(move |flow| flow.nodes.iter().any(|(node, _)| is_meant(node)))
    }

    pub fn aspect(&self, id: &str) -> Option<&Aspect> {
        self.aspects.binary_search_by(|aspect| (*aspect.id).cmp(id)).ok().map(|at| &self.aspects[at])
    }

    /// The nearest ancestor that is a node; folders without a node are skipped.
    pub fn parent(&self, id: &str) -> Option<&ModelNode> {
        // No node represents the whole project.
        mapping::above(id).find_map(|above| self.node(above))
    }

    /// A mapped path relative to the workspace.
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
    /// The ids of aspects and files that were added already.
    shared: HashSet<String>,
}

impl Filling<'_> {
    fn node(&mut self, id: &str, kind: &str, title: &str, file: &str, status: Option<&str>) {
        let [id, kind, title, file] = [id, kind, title, file].map(|text| self.batch.word(text));
        let status = status.map(|status| self.batch.word(status));
        self.batch.node(NodeRecord { status, ..NodeRecord::new(id, kind, title, file, 1) });
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
        self.batch.edge(EdgeRecord { implicit, note, ..EdgeRecord::new(from, to, verb, file, line) });
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
