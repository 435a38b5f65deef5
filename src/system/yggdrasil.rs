//! Reader for Yggdrasil: an architecture model of nodes, aspects and flows below `.yggdrasil/`.
//!
//! Reads the model's files and reports the rules they break on their own. Rules that depend on the merged graph
//! (cycles, effective aspects) or on the contents of other files (artifacts, anchors, budgets) are the doctor's.

mod aspect;
pub mod aspects;
mod checks;
pub mod collation;
mod committed;
mod config;
pub mod drift;
mod flow;
mod folders;
pub mod impact;
mod integrity;
mod mapping;
mod model;
mod node;
mod owner;
pub mod package;
mod questions;
mod rules;
pub mod subject;
mod vocabulary;
mod yaml_file;

pub use aspect::{Aspect, with_implied};
pub use config::{ArtifactType, Condition, Config, NodeType, Quality, Required};
pub use flow::Flow;
pub use mapping::{MappedPath, WHOLE, mapped_files, normalised};
pub use model::{Facts, Model};
pub use node::{AspectEntry, ModelNode, RelationEntry};
pub use owner::{Owner, owner};

use super::check::{CheckInput, Disk, Summary};
use super::kit::read_request::Seen;
use super::kit::{Batches, Progress, ReadRequest, file};
use super::question::{Arguments, Extra, Question, QuestionInput};
use super::{
    ChangedPart, Fact, Facts as AllFacts, Found, ImpactOptions, Loaded, Marker, NodeDrift, Reach, System, Watched,
    registry,
};
use crate::document::Section;
use crate::finding::Finding;
use crate::graph::relation::Relation;
use crate::graph::{Batch, Cancelled, Dangling, Graph, Node, NodeIx, SystemId, SystemSpec, TreePath};
use crate::query::Impact;
use config::CONFIG_FILE;
use drift::{Drift, Status};
use questions::{CoverageExtra, Simulation};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use subject::About;
use yaml_file::{YamlFile, fields};

pub const SYSTEM: SystemId = SystemId::new(40, "yggdrasil");

/// Yggdrasil architecture models.
#[derive(Debug)]
pub struct ArchitectureModels;

impl System for ArchitectureModels {
    fn spec(&self) -> SystemSpec {
        SystemSpec {
            is_specified: true,
            opaque_status: Some("blackbox"),
            dangling: Dangling::Foreign,
            tree_path,
            tree_order: &["model", "aspects", "flows", "files"],
            prose: &["name", "description", "exceptions", "failure"],
            ..SystemSpec::new(SYSTEM)
        }
    }

    fn vocabulary(&self) -> Vec<Relation> {
        vocabulary::vocabulary()
    }

    fn markers(&self) -> Vec<Marker> {
        let has_model = |folder: &Path| folder.join(FOLDER).is_dir();
        vec![Marker { name: ".yggdrasil/", is_there: has_model, is_sure: has_model }]
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        watched.area(watched.root.join(FOLDER), Reach::Below);
        for place in watched.further {
            watched.area(place.join(FOLDER), Reach::Below);
            watched.area(place.clone(), Reach::Around(FOLDER));
        }
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        Box::new(load_first(request))
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        let is_mapped_file = |node: &Node<'_>| node.kind() == Some("file") && node.id().starts_with("file:");
        let fields = |node: &Node<'_>| match node.file() {
            Some(file) if !is_mapped_file(node) => fields(root, file),
            _ => Ok(Map::new()),
        };
        nodes.iter().map(fields).collect()
    }

    /// Only what the graph contains and whose files are old enough: a row of the log can mention a model node before
    /// the file that defines it existed.
    fn facts_as_of(&self, now: &AllFacts, graph: &Graph, is_old: &dyn Fn(&str) -> bool) -> Option<Fact> {
        let mut facts = facts(now).clone();
        let is_there = |id: &str| graph.with_id(id).any(|node| node.system() == SYSTEM && !node.is_missing());
        for model in &mut facts.models {
            model.nodes.retain(|node| is_old(&node.file) && is_there(&node.id));
            model.aspects.retain(|aspect| is_old(&aspect.file) && is_there(&Aspect::node_id(&aspect.id)));
            model.flows.retain(|flow| is_old(&flow.file) && is_there(&Flow::node_id(&flow.id)));
        }
        Some(Fact::new(facts))
    }

    fn summaries(&self) -> Vec<Summary> {
        checks::summaries()
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        checks::check(input)
    }

    fn check_disk(&self, all: &AllFacts, disk: &Disk<'_>) -> Option<Fact> {
        Some(Fact::new(drift::check(facts(all), disk)))
    }

    fn check_disk_of(&self, all: &AllFacts, disk: &Disk<'_>, node: Node<'_>) -> Option<Fact> {
        let is_own = node.system() == SYSTEM;
        is_own.then(|| Fact::new(drift::check_selected(facts(all), disk, |id| id == node.id())))
    }

    fn has_records(&self, all: &AllFacts) -> bool {
        !facts(all).models.is_empty()
    }

    fn disk_check(&self) -> Option<&'static str> {
        Some(checks::drift::CHECK)
    }

    fn disk_findings(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        checks::drift::check(input)
    }

    fn drift_of(&self, found: &AllFacts, node: Node<'_>) -> Option<NodeDrift> {
        let drift: &Drift = found.get()?;
        let is_own = node.system() == SYSTEM && !node.is_missing();
        drift.recorded_of(node.id()).filter(|_| is_own).map(questions::of_node)
    }

    fn drifted(&self, found: &AllFacts, graph: &Graph) -> Vec<NodeIx> {
        let recorded = found.get::<Drift>().into_iter().flat_map(Drift::recorded);
        let drifted = recorded.filter(|entry| entry.status != Status::Ok);
        drifted.filter_map(|entry| questions::node_of(graph, entry)).collect()
    }

    fn drift_sections<'a>(
        &self,
        input: &QuestionInput<'a>,
        found: Option<&'a AllFacts>,
        most: usize,
    ) -> Vec<Section<'a>> {
        questions::drift_sections(input, found.and_then(AllFacts::get), most)
    }

    fn tracked(&self, all: &AllFacts, root: &Path) -> BTreeSet<PathBuf> {
        drift::tracked(facts(all), root)
    }

    fn cycle_codes(&self) -> &'static [&'static str] {
        &checks::CYCLE_CODES
    }

    fn questions(&self) -> &'static [Question] {
        &questions::QUESTIONS
    }

    fn sections_about<'g>(&self, graph: &'g Graph, node: Node<'g>) -> Vec<Section<'g>> {
        questions::sections_about(graph, node)
    }

    /// Files have no history, so the past has no coverage.
    fn counts<'a>(&self, input: &QuestionInput<'a>) -> Vec<Box<dyn Extra + 'a>> {
        let is_now = input.graph.as_of_time().is_none();
        if is_now && self.has_records(input.facts) { vec![Box::new(CoverageExtra::new(input))] } else { Vec::new() }
    }

    fn concerned<'g>(
        &self,
        graph: &'g Graph,
        node: Option<NodeIx>,
        cancelled: Cancelled<'_>,
    ) -> Vec<Box<dyn Extra + 'g>> {
        questions::concerned(graph, node, cancelled)
    }

    fn impact_options(&self) -> ImpactOptions {
        questions::IMPACT_OPTIONS
    }

    fn changed_part<'a>(
        &self,
        input: &QuestionInput<'a>,
        node: NodeIx,
        options: &Arguments,
    ) -> Option<ChangedPart<'a>> {
        questions::changed_part(input, node, options)
    }

    fn impact_extras<'a>(
        &self,
        input: &QuestionInput<'a>,
        found: &Impact,
        options: &Arguments,
    ) -> Vec<Box<dyn Extra + 'a>> {
        if options.has("simulate") { vec![Box::new(Simulation::new(input, found, options))] } else { Vec::new() }
    }
}

/// The models of a workspace.
pub fn facts(all: &AllFacts) -> &Facts {
    static NONE: Facts = Facts { models: Vec::new(), systems: Vec::new() };
    all.get().unwrap_or(&NONE)
}

/// Arranges nodes by path, apart from aspects, flows and files.
fn tree_path(node: Node<'_>) -> TreePath<'_> {
    let kind = node.kind().unwrap_or_default();
    let (part, id) = match node.id().split_once(':') {
        Some(("aspect", id)) if kind == "aspect" => ("aspects", id),
        Some(("flow", id)) if kind == "flow" => ("flows", id),
        Some(("file", id)) if kind == "file" => ("files", id),
        _ => ("model", node.id()),
    };
    std::iter::once(part).chain(id.split('/')).map(Cow::Borrowed).collect()
}

/// The folder of a model.
pub const FOLDER: &str = ".yggdrasil";

pub const NODE_FILE: &str = "yg-node.yaml";
pub const ASPECT_FILE: &str = "yg-aspect.yaml";
pub const FLOW_FILE: &str = "yg-flow.yaml";

/// The result of a read: batches for the graph, and the models for the doctor and the context packages.
#[derive(Debug)]
pub struct Yggdrasil {
    pub batches: Vec<Batch>,
    pub facts: Facts,
    /// The stamps of the files.
    seen: Seen,
}

impl Loaded for Yggdrasil {
    fn refresh(&mut self, request: &ReadRequest<'_>) -> Found {
        Found::changed(refresh(self, request))
    }

    fn batches(&self) -> Batches<'_> {
        Batches::here(&self.batches)
    }

    fn into_batches(self: Box<Self>) -> Vec<Batch> {
        self.batches
    }

    fn facts(&self) -> Option<Fact> {
        Some(Fact::new(self.facts.clone()))
    }
}

/// Reads the model of the workspace and those in further places, each a `.yggdrasil` folder or its parent.
pub fn load(root: &Path, further: &[PathBuf], progress: &Progress) -> Yggdrasil {
    load_first(&ReadRequest::once(root, further, progress))
}

fn load_first(request: &ReadRequest<'_>) -> Yggdrasil {
    let seen = if request.stays { seen(request) } else { Seen::default() };
    read(request, seen)
}

/// Reads the models again if a file changed, as a whole: every part may refer to every other. Returns whether anything
/// changed.
fn refresh(models: &mut Yggdrasil, request: &ReadRequest<'_>) -> bool {
    if !models.seen.has_links() && !request.concerns(&[FOLDER]) {
        return false;
    }
    let now = seen(request);
    if models.seen.still_holds(&now) {
        return false;
    }
    let read = read(request, now);
    let is_same = read.facts == models.facts
        && read.batches.len() == models.batches.len()
        && read.batches.iter().zip(&models.batches).all(|(now, before)| now.has_same_content(before));
    *models = read;
    !is_same
}

fn seen(request: &ReadRequest<'_>) -> Seen {
    let model =
        |place: &PathBuf| Some(place.join(FOLDER)).filter(|inside| inside.is_dir()).unwrap_or_else(|| place.clone());
    let places = std::iter::once(request.root.join(FOLDER)).chain(request.further.iter().map(model));
    // A place from the settings may be any folder, so only the parts of it that a model has are listed.
    let parts = |place: PathBuf| {
        let below = ["model", "aspects", "flows", "schemas"].map(|part| file::everything_below(&place.join(part)));
        let config = place.join(CONFIG_FILE);
        [vec![place, config]].into_iter().chain(below).flatten()
    };
    Seen::of(places.flat_map(parts))
}

fn read(request: &ReadRequest<'_>, seen: Seen) -> Yggdrasil {
    let root = request.root;
    let systems = request.registry.systems().map(SystemId::name).collect();
    let facts = Facts { systems, ..Facts::default() };
    let mut read = Yggdrasil { batches: Vec::new(), facts, seen };
    let mut places = Batch::new(SYSTEM, 0);
    let mut folders: Vec<PathBuf> = Some(root.join(FOLDER)).into_iter().filter(|folder| folder.is_dir()).collect();
    for place in &request.further {
        let inside = place.join(FOLDER);
        let folder = if inside.is_dir() { inside } else { place.clone() };
        if folder.is_dir() {
            folders.push(folder);
        } else {
            let message = "Not a folder, but named in the settings".to_owned();
            let finding = Finding::new(&rules::SOURCE_MISSING, SYSTEM.name(), message);
            places.finding(finding.in_file(file::relative(root, place)));
        }
    }
    read.batches.push(places);
    for (part, folder) in (1..).zip(super::kit::walk::without_repeats(folders)) {
        let mut batch = Batch::new(SYSTEM, part);
        let model = Model::load(root, &folder, request, &mut batch);
        read.facts.models.push(model);
        read.batches.push(batch);
    }
    let mut whole = Batch::new(SYSTEM, u64::MAX);
    integrity::check(&read.facts, &mut whole);
    read.facts.fill(&mut whole);
    read.batches.push(whole);
    read
}

/// Parses a text as a file with this name: a node, an aspect, a flow or the settings.
pub fn parse(name: &str, text: &str) -> Batch {
    let mut batch = Batch::new(SYSTEM, 0);
    let (id, folder) = ("id".to_owned(), PathBuf::new());
    let invalid = match name {
        NODE_FILE => &rules::NODE_INVALID,
        ASPECT_FILE => &rules::ASPECT_INVALID,
        FLOW_FILE => &rules::FLOW_INVALID,
        _ => &rules::CONFIG_INVALID,
    };
    let mut model = Model::default();
    let about = match name {
        NODE_FILE => About::Node(id.clone()),
        ASPECT_FILE => About::Aspect(id.clone()),
        FLOW_FILE => About::Flow(id.clone()),
        _ => About::Config(name.to_owned()),
    };
    let read = YamlFile::parse(name.to_owned(), text.to_owned(), about, invalid, &mut batch);
    match name {
        NODE_FILE => model.nodes.push(ModelNode::of(read, folder, id)),
        ASPECT_FILE => model.aspects.push(Aspect::of(read, folder, id)),
        FLOW_FILE => model.flows.push(Flow::of(read, folder, id)),
        _ => model.config = Config::of(read, "project"),
    }
    let facts = Facts { models: vec![model], systems: registry().systems().map(SystemId::name).collect() };
    integrity::check(&facts, &mut batch);
    facts.fill(&mut batch);
    batch
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_names_no_node_is_a_finding_and_not_an_edge() {
        let files = [
            (NODE_FILE, "name: a\ntype: module\nrelations:\n  - {target: / /, type: uses}\n", 3),
            (FLOW_FILE, "name: a\nnodes:\n  - /\n", 3),
        ];
        for (name, text, line) in files {
            let batch = parse(name, text);
            let lines: Vec<_> = batch.findings().iter().map(|finding| finding.line).collect();
            assert_eq!((batch.edges().len(), lines), (0, vec![Some(line)]), "{name}");
        }
    }

    #[test]
    fn the_search_for_entries_that_are_not_found_is_limited() {
        let text = format!("relations:\n{}", "- {target: \"\\x7a\\x7a\", type: uses}\n".repeat(30_000));
        let batch = parse(NODE_FILE, &text);
        assert_eq!(batch.edges().len(), 30_000);
        let lines: std::collections::BTreeSet<u32> = batch.edges().iter().map(|edge| edge.line).collect();
        assert_eq!(lines.len(), 1);
    }
}
