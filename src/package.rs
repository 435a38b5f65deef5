//! The context package of a model node: everything declared that an agent needs to work on it, in one text.
//!
//! The graph says what belongs into it (ancestors, effective aspects, flows), the model says which files, and this room
//! reads and orders them. The order is fixed: global, hierarchy, own artifacts, aspects, relations, flows. Must not know
//! commands or screens.

mod render;
mod shelf;

pub use shelf::Shelf;

use crate::graph::relation;
use crate::graph::{Graph, Node, System};
use crate::query::{EffectiveAspect, Why, ancestors, effective_aspects, flows};
use crate::source::yggdrasil::{self, Config, Facts, Model, ModelNode, RelationEntry};
use std::sync::Arc;

/// A package.
#[derive(Debug)]
pub struct Package {
    /// The node's id.
    pub node: String,
    /// What it is called.
    pub name: String,
    /// Its parts, in their order.
    pub parts: Vec<Part>,
    /// From how many tokens on it is large.
    pub warning: u64,
    /// From how many tokens on it is too large.
    pub error: u64,
}

/// One part: a tag, its attributes and its files.
#[derive(Debug)]
pub struct Part {
    /// The tag.
    pub tag: &'static str,
    /// The attributes, in their order.
    pub attributes: Vec<(&'static str, String)>,
    /// Words of its own, before the files.
    pub text: Option<String>,
    /// The files.
    pub files: Vec<File>,
}

/// A file of a part.
#[derive(Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub text: Arc<str>,
}

impl Package {
    /// Puts together the package of a node; `None` if no model has it.
    pub fn assemble(graph: &Graph, facts: &Facts, shelf: &Shelf, node: Node<'_>) -> Option<Self> {
        let (model, own) = facts.node(node.id()).filter(|_| node.system() == System::Yggdrasil)?;
        let mut parts = vec![Part {
            tag: "global",
            attributes: Vec::new(),
            text: Some(model.config.name.clone()),
            files: Vec::new(),
        }];
        let above: Vec<_> = ancestors(graph, node.ix()).into_iter().rev().collect();
        let above = above.into_iter().filter_map(|ix| facts.node(graph.node(ix).id()));
        parts.extend(above.map(|(model, above)| hierarchy(model, above, shelf)));
        parts.push(own_artifacts(model, own, shelf));
        let aspects = effective_aspects(graph, node);
        parts.extend(aspects.iter().map(|effective| aspect(graph, facts, effective, shelf)));
        let (structural, events): (Vec<_>, Vec<_>) = own.relations.iter().partition(|relation| is_structural(relation));
        parts.extend(structural.into_iter().map(|relation| dependency(facts, relation, shelf)));
        parts.extend(events.into_iter().map(|relation| Part {
            tag: "event",
            attributes: related(relation),
            text: None,
            files: Vec::new(),
        }));
        parts.extend(flows(graph, node.ix()).into_iter().filter_map(|(ix, _)| flow(facts, graph.node(ix), shelf)));
        let quality = &model.config.quality;
        let (warning, error) = (quality.budget_warning, quality.budget_error);
        Some(Self { node: own.id.clone(), name: own.name.clone(), parts, warning, error })
    }
}

/// Whether a relation is a dependency rather than an event.
fn is_structural(relation: &RelationEntry) -> bool {
    let meaning = relation::meaning(&[System::Yggdrasil], &relation.kind);
    meaning.is_some_and(|meaning| meaning.relation.acyclic == Some("structural"))
}

fn ids(aspects: &[String]) -> Option<(&'static str, String)> {
    (!aspects.is_empty()).then(|| ("aspects", aspects.join(",")))
}

fn declared(node: &ModelNode) -> Option<(&'static str, String)> {
    ids(&node.aspects.iter().map(|entry| entry.aspect.clone()).collect::<Vec<_>>())
}

/// The artifacts of a node that the settings name and that are there.
fn artifacts(config: &Config, node: &ModelNode, only_included: bool, shelf: &Shelf) -> Vec<File> {
    let wanted = config.artifacts.iter().filter(|artifact| artifact.included_in_relations || !only_included);
    wanted.filter_map(|artifact| shelf.file(&node.folder, &artifact.file)).collect()
}

fn hierarchy(model: &Model, node: &ModelNode, shelf: &Shelf) -> Part {
    let attributes = std::iter::once(("path", node.id.clone())).chain(declared(node)).collect();
    Part { tag: "hierarchy", attributes, text: None, files: artifacts(&model.config, node, false, shelf) }
}

fn own_artifacts(model: &Model, node: &ModelNode, shelf: &Shelf) -> Part {
    let mut files: Vec<_> = shelf.file(&node.folder, yggdrasil::NODE_FILE).into_iter().collect();
    files.extend(artifacts(&model.config, node, false, shelf));
    Part { tag: "own-artifacts", attributes: declared(node).into_iter().collect(), text: None, files }
}

fn aspect(graph: &Graph, facts: &Facts, effective: &EffectiveAspect<'_>, shelf: &Shelf) -> Part {
    let node = graph.node(effective.aspect);
    let id = node.id().strip_prefix("aspect:").unwrap_or(node.id());
    let mut attributes = vec![("name", node.title().to_owned()), ("id", id.to_owned())];
    // One that only a flow brings says so: the node's own files do not mention it.
    let from_flow = effective.reasons.iter().find_map(|reason| match reason.why {
        Why::Flow(flow) => Some(format!("flow:{}", graph.node(flow).title())),
        _ => None,
    });
    let declared = effective.reasons.iter().any(|reason| matches!(reason.why, Why::Own | Why::Ancestor(_)));
    attributes.extend(from_flow.filter(|_| !declared).map(|source| ("source", source)));
    let exceptions: Vec<_> = effective.exceptions.iter().map(|exception| format!("- {exception}")).collect();
    let text = (!exceptions.is_empty()).then(|| format!("Exceptions:\n{}", exceptions.join("\n")));
    let folder = facts.aspect(id).map(|aspect| &*aspect.folder);
    let files = folder.map(|folder| shelf.all_but(folder, yggdrasil::ASPECT_FILE)).unwrap_or_default();
    Part { tag: "aspect", attributes, text, files }
}

fn related(relation: &RelationEntry) -> Vec<(&'static str, String)> {
    let mut attributes = vec![("target", relation.target.clone()), ("type", relation.kind.clone())];
    attributes.extend((!relation.consumes.is_empty()).then(|| ("consumes", relation.consumes.join(", "))));
    attributes.extend(relation.failure.clone().map(|failure| ("failure", failure)));
    attributes
}

fn dependency(facts: &Facts, relation: &RelationEntry, shelf: &Shelf) -> Part {
    let target = facts.node(&relation.target);
    let files = target.map(|(model, node)| artifacts(&model.config, node, true, shelf)).unwrap_or_default();
    Part { tag: "dependency", attributes: related(relation), text: None, files }
}

fn flow(facts: &Facts, node: Node<'_>, shelf: &Shelf) -> Option<Part> {
    let flow = facts.flow(node.id().strip_prefix("flow:")?)?;
    let aspects: Vec<_> = flow.aspects.iter().map(|(aspect, _)| aspect.clone()).collect();
    let attributes = std::iter::once(("name", flow.name.clone())).chain(ids(&aspects)).collect();
    let files = shelf.all_but(&flow.folder, yggdrasil::FLOW_FILE);
    Some(Part { tag: "flow", attributes, text: None, files })
}
