//! Whether the files that describe nodes and flows are there and say something.

use super::{CHECK, SYSTEM, about};
use crate::doctor::Patient;
use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Direction, Graph, NodeIx, System};
use crate::query::carried_aspects;
use crate::source::file;
use crate::source::yggdrasil::{Aspect, Condition, Flow, Model, ModelNode, Required};
use crate::text::{either, quoted};
use std::path::Path;

const UNREADABLE: Rule = Rule { code: "file-unreadable", severity: Severity::Error, check: CHECK };
const NOT_UTF8: Rule = Rule { code: "file-not-utf8", severity: Severity::Warning, check: CHECK };
const ARTIFACT_MISSING: Rule = Rule { code: "W001", severity: Severity::Warning, check: CHECK };
const ARTIFACT_SHORT: Rule = Rule { code: "W002", severity: Severity::Warning, check: CHECK };
const ASPECT_NOT_COVERED: Rule = Rule { code: "W011", severity: Severity::Warning, check: CHECK };
const DESCRIPTION: Rule = Rule { code: "flow-description", severity: Severity::Note, check: CHECK };

/// The headings a flow's description has.
const HEADINGS: [&str; 7] = [
    "## Business context",
    "## Trigger",
    "## Goal",
    "## Participants",
    "## Paths",
    "### Happy path",
    "## Invariants across all paths",
];

pub(super) fn check(patient: &Patient<'_>, model: &Model, node: &ModelNode) -> Vec<Finding> {
    let graph = patient.graph;
    let mut findings = Vec::new();
    let Some(ix) = model_node(graph, &node.id).filter(|_| node.readable && !node.blackbox) else { return findings };
    for artifact in &model.config.artifacts {
        let path = node.folder.join(&artifact.file);
        let text = patient.shelf.text(&path);
        match text {
            None if path.is_symlink() || path.exists() => {
                let message = format!("{} is there, but it could not be read", artifact.file);
                findings.push(about(&UNREADABLE, node, None, message));
            }
            Some(text) if text.contains(char::REPLACEMENT_CHARACTER) && !is_utf8(&path) => {
                findings.push(about(&NOT_UTF8, node, None, format!("{} is not UTF-8", artifact.file)));
            }
            None if is_required(graph, ix, &artifact.required) => {
                let message = format!("{} is missing{}", artifact.file, why(&artifact.required));
                findings.push(about(&ARTIFACT_MISSING, node, None, message));
            }
            Some(text) if (text.trim().chars().count() as u64) < model.config.quality.min_artifact_length => {
                let (length, least) = (text.trim().chars().count(), model.config.quality.min_artifact_length);
                let message = format!("{} has {length} characters; {least} are the least", artifact.file);
                findings.push(about(&ARTIFACT_SHORT, node, None, message));
            }
            _ => {}
        }
    }
    let kind = model.config.node_types.iter().find(|kind| node.kind.as_ref().is_some_and(|(own, _)| *own == kind.name));
    let carried = carried_aspects(graph, ix);
    for (aspect, _) in kind.map(|kind| &kind.required_aspects[..]).unwrap_or_default() {
        let covered = model_node(graph, &Aspect::node_id(aspect)).is_some_and(|aspect| carried.contains(&aspect));
        if !covered {
            let kind = quoted(kind.map(|kind| &*kind.name).unwrap_or_default());
            let message =
                format!("the type {kind} requires the aspect {}, which the node does not have", quoted(aspect));
            findings.push(about(&ASPECT_NOT_COVERED, node, None, message));
        }
    }
    findings
}

pub(super) fn model_node(graph: &Graph, id: &str) -> Option<NodeIx> {
    graph.with_id(id).find(|node| node.system() == System::Yggdrasil).map(crate::graph::Node::ix)
}

fn is_utf8(path: &Path) -> bool {
    file::read_bytes(path).is_ok_and(|bytes| std::str::from_utf8(&bytes).is_ok())
}

fn is_required(graph: &Graph, node: NodeIx, required: &Required) -> bool {
    let related = |direction| {
        let edges = graph.edges_of(node, direction).iter().map(|ix| graph.edge(*ix));
        edges.into_iter().any(|edge| edge.system() == System::Yggdrasil && !edge.is_implicit())
    };
    match required {
        Required::Always => true,
        Required::Never => false,
        Required::When(Condition::HasIncomingRelations) => related(Direction::In),
        Required::When(Condition::HasOutgoingRelations) => related(Direction::Out),
        Required::When(Condition::HasAspect(aspect)) => {
            let aspect = model_node(graph, &Aspect::node_id(aspect));
            aspect.is_some_and(|aspect| carried_aspects(graph, node).contains(&aspect))
        }
    }
}

fn why(required: &Required) -> String {
    match required {
        Required::Always | Required::Never => String::new(),
        Required::When(Condition::HasIncomingRelations) => ", although others relate to the node".to_owned(),
        Required::When(Condition::HasOutgoingRelations) => ", although the node relates to others".to_owned(),
        Required::When(Condition::HasAspect(aspect)) => {
            format!(", although the node has the aspect {}", quoted(aspect))
        }
    }
}

/// Whether a flow's description has the headings its readers look for.
pub(super) fn description(patient: &Patient<'_>, flow: &Flow) -> Option<Finding> {
    let text = patient.shelf.text(&flow.folder.join("description.md")).unwrap_or_default();
    let has = |heading: &str| text.lines().any(|line| line.trim_end().eq_ignore_ascii_case(heading));
    let lacking: Vec<_> = HEADINGS.into_iter().filter(|heading| !has(heading)).map(quoted).collect();
    if lacking.is_empty() {
        return None;
    }
    let message = if text.is_empty() {
        "the flow has no description.md that can be read".to_owned()
    } else {
        format!("its description.md has no heading {}", either(&lacking))
    };
    let finding = Finding::new(&DESCRIPTION, SYSTEM, message);
    Some(finding.about(Flow::node_id(&flow.id)).in_file(&*flow.file))
}
