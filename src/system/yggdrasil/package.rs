//! [`Package`]: the context package of a model node, all declared information that an agent needs to work on it, as one
//! text.
//!
//! The graph determines its parts (ancestors, flows) and the model determines the files; this module reads and
//! orders them: global, hierarchy, own artifacts, aspects, relations, flows. Text, order and token count are
//! byte-identical to the public tool. Commands and rendering on screen do not belong here.

mod files;
mod measure;
mod render;

pub use files::PackageFiles;
pub use measure::{trimmed, units};

use crate::graph::{Graph, Node};
use crate::system::yggdrasil::SYSTEM;
use crate::system::yggdrasil::aspects::{ancestors, flows};
use crate::system::yggdrasil::{self, Aspect, Config, Facts, Flow, Model, ModelNode, RelationEntry};
use std::collections::HashSet;
use std::sync::Arc;

const DEPENDENCY: &str = "dependency";
const TARGET: &str = "materialization-target";

#[derive(Debug)]
pub struct Package {
    /// Id of the node.
    pub node: String,
    /// Name of the node.
    pub name: String,
    pub parts: Vec<Section>,
    /// Token count from which a warning is reported.
    pub warning: u64,
    /// Token count from which an error is reported.
    pub error: u64,
}

/// One part of a package: a tag, its attributes and its files.
#[derive(Debug)]
pub struct Section {
    pub tag: &'static str,
    pub attributes: Vec<(&'static str, String)>,
    pub before: Option<String>,
    pub files: Vec<File>,
    pub after: Option<String>,
}

#[derive(Debug)]
pub struct File {
    pub name: String,
    pub text: Arc<str>,
}

/// Why a node has no package.
#[derive(Debug)]
pub enum NoPackage<'m> {
    NotInModel,
    /// Some of its relations have missing targets, so the content of its package is unknown.
    BrokenRelations(&'m ModelNode, Vec<&'m RelationEntry>),
}

impl Package {
    pub fn assemble<'m>(
        graph: &Graph,
        facts: &'m Facts,
        shelf: &PackageFiles,
        node: Node<'_>,
    ) -> Result<Self, NoPackage<'m>> {
        let in_model = facts.node(node.id()).filter(|_| node.system() == SYSTEM);
        let (model, own) = in_model.ok_or(NoPackage::NotInModel)?;
        let broken: Vec<_> = own.relations.iter().filter(|relation| !facts.may_relate_to(&relation.target)).collect();
        if !broken.is_empty() {
            return Err(NoPackage::BrokenRelations(own, broken));
        }
        let above: Vec<_> = ancestors(graph, node.ix()).into_iter().rev().collect();
        let above: Vec<_> = above.into_iter().filter_map(|ix| facts.node(graph.node(ix).id())).collect();
        let flows = flows(graph, node.ix()).into_iter();
        let flows: Vec<_> = flows.filter_map(|(ix, _)| facts.flow(flow_id(graph.node(ix))?)).collect();
        let assembly = Assembly { facts, shelf, model, own, above, flows };
        let quality = &model.config.quality;
        let (warning, error) = (quality.budget_warning, quality.budget_error);
        Ok(Self { node: own.id.clone(), name: own.name.clone(), parts: assembly.parts(), warning, error })
    }
}

fn flow_id(node: Node<'_>) -> Option<&str> {
    node.id().strip_prefix("flow:")
}

impl Section {
    fn new(tag: &'static str) -> Self {
        Self { tag, attributes: Vec::new(), before: None, files: Vec::new(), after: None }
    }
}

/// Inputs for assembling a package.
struct Assembly<'a> {
    facts: &'a Facts,
    shelf: &'a PackageFiles,
    model: &'a Model,
    own: &'a ModelNode,
    /// Ancestors with their models, root first.
    above: Vec<(&'a Model, &'a ModelNode)>,
    /// Flows in which the node or an ancestor participates.
    flows: Vec<&'a Flow>,
}

impl Assembly<'_> {
    fn parts(&self) -> Vec<Section> {
        let project = format!("**Project:** {}\n", self.model.config.name);
        let mut parts = vec![Section { before: Some(project), ..Section::new("global") }];
        parts.extend(self.above.iter().map(|(model, above)| self.hierarchy(model, above)));
        parts.push(self.own_artifacts());
        if !self.own.mapping.is_empty() {
            let paths: Vec<_> = self.own.mapping.iter().map(|mapped| &*mapped.written).collect();
            parts.push(Section { attributes: vec![("paths", paths.join(", "))], ..Section::new(TARGET) });
        }
        parts.extend(self.aspects());
        // Ancestors are already in the hierarchy.
        let is_above = |id: &str| self.above.iter().any(|(_, above)| above.id == id);
        let relations = self.own.relations.iter().filter(|relation| !is_above(&relation.target));
        parts.extend(relations.filter_map(|relation| self.relation(relation)));
        parts.extend(self.flows.iter().map(|flow| self.flow(flow)));
        parts
    }

    /// The ids of aspects, each followed by the aspects it implies, without duplicates.
    fn expanded<'d>(&'d self, declared: impl Iterator<Item = &'d str>) -> Vec<&'d str> {
        yggdrasil::with_implied(declared, |id| self.facts.aspect(id))
    }

    fn aspects_attribute<'d>(&'d self, declared: impl Iterator<Item = &'d str>) -> Option<(&'static str, String)> {
        let ids = self.expanded(declared);
        (!ids.is_empty()).then(|| ("aspects", ids.join(",")))
    }

    fn hierarchy(&self, model: &Model, node: &ModelNode) -> Section {
        let attributes =
            std::iter::once(("path", node.id.clone())).chain(self.aspects_attribute(declared(node))).collect();
        Section { attributes, files: self.artifacts(&model.config, node), ..Section::new("hierarchy") }
    }

    fn own_artifacts(&self) -> Section {
        let mut files: Vec<_> = self.shelf.file(&self.own.folder, yggdrasil::NODE_FILE).into_iter().collect();
        files.extend(self.artifacts(&self.model.config, self.own));
        let attributes = self.aspects_attribute(declared(self.own)).into_iter().collect();
        Section { attributes, files, ..Section::new("own-artifacts") }
    }

    /// The configured artifacts of a node that exist.
    fn artifacts(&self, config: &Config, node: &ModelNode) -> Vec<File> {
        self.shelf.files(&node.folder, config.artifacts.iter().map(|artifact| &*artifact.file))
    }

    /// The defined aspects that apply to the node: those of its ancestors from the root down, its own, then those of
    /// flows.
    fn aspects(&self) -> Vec<Section> {
        let of_nodes = || self.above.iter().map(|(_, above)| *above).chain([self.own]).flat_map(declared);
        let of_flows = || self.flows.iter().flat_map(|flow| flow.aspects.iter().map(|(aspect, _)| &**aspect));
        let declared: HashSet<_> = of_nodes().collect();
        let all = self.expanded(of_nodes().chain(of_flows())).into_iter();
        let defined = all.filter_map(|id| self.facts.aspect(id));
        defined.map(|aspect| self.aspect(aspect, declared.contains(&*aspect.id))).collect()
    }

    fn aspect(&self, aspect: &Aspect, is_declared: bool) -> Section {
        let mut attributes = vec![("name", aspect.name.clone()), ("id", aspect.id.clone())];
        // State the source of an aspect that only a flow adds: the node's own files do not mention it.
        let adds_it = |flow: &&&Flow| flow.aspects.iter().any(|(id, _)| *id == aspect.id);
        let from_flow = self.flows.iter().find(adds_it).filter(|_| !is_declared);
        attributes.extend(from_flow.map(|flow| ("source", format!("flow:{}", flow.name))));
        let stability = aspect.stability.as_ref().map(|stability| format!("\n**Stability tier:** {stability}"));
        let entry = self.own.aspects.iter().find(|entry| entry.aspect == aspect.id);
        let exceptions = entry.map(|entry| entry.exceptions.join("; ")).filter(|exceptions| !exceptions.is_empty());
        let exceptions = exceptions.map(|exceptions| format!("\n\n⚠ **Exception for this node:** {exceptions}"));
        let files = self.shelf.all_but(&aspect.folder, yggdrasil::ASPECT_FILE);
        let after: String = stability.into_iter().chain(exceptions).collect();
        let after = (!after.is_empty()).then_some(after);
        Section { attributes, files, after, ..Section::new("aspect") }
    }

    /// The part for a relation; `None` if its type is unknown.
    fn relation(&self, relation: &RelationEntry) -> Option<Section> {
        if relation.is_structural() {
            return Some(self.dependency(relation));
        }
        let target = &relation.target;
        let name = || self.facts.node(target).map_or(target, |(_, node)| &node.name);
        let event = relation.event_name.as_ref().unwrap_or_else(name);
        let consumes = (!relation.consumes.is_empty()).then(|| relation.consumes.join(", "));
        let last = consumes.as_ref().map(|consumes| format!("\nConsumes: {consumes}")).unwrap_or_default();
        let text = match &*relation.kind {
            "emits" => format!("Target: {target}\nYou publish {event}.{last}"),
            "listens" => format!("Source: {target}\nYou listen for {event}.{last}"),
            _ => return None,
        };
        let mut attributes =
            vec![("target", target.clone()), ("type", relation.kind.clone()), ("event-name", event.clone())];
        attributes.extend(consumes.map(|consumes| ("consumes", consumes)));
        Some(Section { attributes, before: Some(text), ..Section::new("event") })
    }

    fn dependency(&self, relation: &RelationEntry) -> Section {
        let consumes = (!relation.consumes.is_empty()).then(|| relation.consumes.join(", "));
        let mut attributes = vec![("target", relation.target.clone()), ("type", relation.kind.clone())];
        attributes.extend(consumes.clone().map(|consumes| ("consumes", consumes)));
        attributes.extend(relation.failure.clone().map(|failure| ("failure", failure)));
        let lines = consumes.map(|consumes| format!("Consumes: {consumes}"));
        let lines: Vec<_> =
            lines.into_iter().chain(relation.failure.iter().map(|failure| format!("On failure: {failure}"))).collect();
        let before = (!lines.is_empty()).then(|| lines.join("\n\n"));
        let target = self.facts.node(&relation.target);
        let files = target.map(|(model, node)| self.of_target(&model.config, node)).unwrap_or_default();
        Section { attributes, before, files, ..Section::new(DEPENDENCY) }
    }

    /// The artifacts of a target that its dependents see: those marked `included_in_relations`, in the order of the
    /// configuration, or all configured ones if the target has none of the marked ones.
    fn of_target(&self, config: &Config, node: &ModelNode) -> Vec<File> {
        let marked = config.artifacts.iter().filter(|artifact| artifact.included_in_relations);
        let marked: Vec<_> = marked.filter_map(|artifact| self.shelf.file(&node.folder, &artifact.file)).collect();
        if marked.is_empty() { self.artifacts(config, node) } else { marked }
    }

    fn flow(&self, flow: &Flow) -> Section {
        let aspects = self.aspects_attribute(flow.aspects.iter().map(|(aspect, _)| &**aspect));
        let attributes = std::iter::once(("name", flow.name.clone())).chain(aspects).collect();
        let files = self.shelf.all_but(&flow.folder, yggdrasil::FLOW_FILE);
        let before = files.is_empty().then(|| "(no artifacts)".to_owned());
        Section { attributes, before, files, ..Section::new("flow") }
    }
}

fn declared(node: &ModelNode) -> impl Iterator<Item = &str> {
    node.aspects.iter().map(|entry| &*entry.aspect)
}
