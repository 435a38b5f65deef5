//! Checks that the files describing nodes and flows exist and have enough content.

use super::{CHECK, SYSTEM, about};
use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Direction, Graph, NodeIx};
use crate::system::check::CheckInput;
use crate::system::kit::file;
use crate::system::yggdrasil::aspects::carried_aspects;
use crate::system::yggdrasil::package::{PackageFiles, trimmed, units};
use crate::system::yggdrasil::subject::{self, About};
use crate::system::yggdrasil::{ArtifactType, Aspect, Condition, Flow, Model, ModelNode, NodeType, Required};
use crate::text::{count, either, plain, quoted};
use std::path::Path;

const UNREADABLE: Rule = Rule { code: "file-unreadable", severity: Severity::Error, check: CHECK };
const NOT_UTF8: Rule = Rule { code: "file-not-utf8", severity: Severity::Warning, check: CHECK };
const ARTIFACT_MISSING: Rule = Rule { code: "W001", severity: Severity::Warning, check: CHECK };
const ARTIFACT_SHORT: Rule = Rule { code: "W002", severity: Severity::Warning, check: CHECK };
const ASPECT_NOT_COVERED: Rule = Rule { code: "W011", severity: Severity::Warning, check: CHECK };
const DESCRIPTION: Rule = Rule { code: "flow-description", severity: Severity::Note, check: CHECK };

/// A heading that may continue with more words.
const HAPPY_PATH: &str = "### Happy path";

/// The headings of a flow's description.
const HEADINGS: [&str; 7] = [
    "## Business context",
    "## Trigger",
    "## Goal",
    "## Participants",
    "## Paths",
    HAPPY_PATH,
    "## Invariants across all paths",
];

pub(super) fn check(patient: &CheckInput<'_>, shelf: &PackageFiles, model: &Model, node: &ModelNode) -> Vec<Finding> {
    let Some(ix) = model_node(patient.graph, &node.id).filter(|_| node.readable) else { return Vec::new() };
    let artifacts = model.config.artifacts.iter();
    let mut findings: Vec<_> =
        artifacts.filter_map(|artifact| self::artifact((patient, shelf), model, node, ix, artifact)).collect();
    if !node.blackbox {
        findings.extend(uncovered(patient.graph, model, node, ix));
    }
    findings
}

fn artifact(
    (patient, shelf): (&CheckInput<'_>, &PackageFiles),
    model: &Model,
    node: &ModelNode,
    ix: NodeIx,
    artifact: &ArtifactType,
) -> Option<Finding> {
    let (name, least) = (&artifact.file, model.config.quality.min_artifact_length);
    let path = node.folder.join(name);
    let text = shelf.text(&path);
    let length = text.as_ref().map_or(0, |text| units(trimmed(text)));
    let (rule, message) = match text {
        None if path.is_symlink() || path.exists() => (&UNREADABLE, format!("{name} exists but could not be read")),
        Some(text) if text.contains(char::REPLACEMENT_CHARACTER) && !is_utf8(&path) => {
            (&NOT_UTF8, format!("{name} is not UTF-8"))
        }
        None if is_required(patient.graph, ix, node, &artifact.required) => {
            let purpose = artifact.description.as_ref().map(|text| format!(": {}", plain(text))).unwrap_or_default();
            (&ARTIFACT_MISSING, format!("{name} is missing{}{purpose}", why(&artifact.required)))
        }
        Some(_) if (length as u64) < least => {
            (&ARTIFACT_SHORT, format!("{name} has {}; the minimum is {least}", count(length, "character")))
        }
        _ => return None,
    };
    Some(about(rule, node, None, message).naming(subject::artifact(name)))
}

/// Findings for aspects that the node's type requires and that the node neither declares nor has by implication.
fn uncovered(graph: &Graph, model: &Model, node: &ModelNode, ix: NodeIx) -> Vec<Finding> {
    let is_own = |kind: &&NodeType| node.kind.as_ref().is_some_and(|(own, _)| *own == kind.name);
    let Some(kind) = model.config.node_types.iter().find(is_own) else { return Vec::new() };
    let carried = carried_aspects(graph, ix);
    let is_covered = |aspect: &str| {
        let aspect = model_node(graph, &Aspect::node_id(aspect));
        aspect.is_some_and(|aspect| carried.contains(&aspect))
    };
    let required = kind.required_aspects.iter().filter(|(aspect, _)| !is_covered(aspect));
    let finding = |(aspect, _): &(String, u32)| {
        let (kind, shown) = (quoted(&kind.name), quoted(aspect));
        let message = format!("Type {kind} requires the aspect {shown}, which the node does not have");
        about(&ASPECT_NOT_COVERED, node, None, message).naming(subject::aspect(aspect))
    };
    required.map(finding).collect()
}

pub(super) fn model_node(graph: &Graph, id: &str) -> Option<NodeIx> {
    graph.with_id(id).find(|node| node.system() == SYSTEM).map(crate::graph::Node::ix)
}

fn is_utf8(path: &Path) -> bool {
    file::read_bytes(path).is_ok_and(|bytes| std::str::from_utf8(&bytes).is_ok())
}

fn is_required(graph: &Graph, ix: NodeIx, node: &ModelNode, required: &Required) -> bool {
    let related = |direction| {
        let edges = graph.edges_of(ix, direction).iter().map(|ix| graph.edge(*ix));
        edges.into_iter().any(|edge| edge.system() == SYSTEM && !edge.is_implicit())
    };
    match required {
        Required::Always => !node.blackbox,
        Required::Never => false,
        Required::When(Condition::HasIncomingRelations) => related(Direction::In),
        Required::When(Condition::HasOutgoingRelations) => related(Direction::Out),
        Required::When(Condition::HasAspect(aspect)) => node.aspects.iter().any(|entry| entry.aspect == *aspect),
    }
}

fn why(required: &Required) -> String {
    match required {
        Required::Always | Required::Never => String::new(),
        Required::When(Condition::HasIncomingRelations) => "; required by incoming relations".to_owned(),
        Required::When(Condition::HasOutgoingRelations) => "; required by outgoing relations".to_owned(),
        Required::When(Condition::HasAspect(aspect)) => {
            format!("; required by the aspect {}", quoted(aspect))
        }
    }
}

/// The finding for a flow's description without the expected headings.
pub(super) fn description(shelf: &PackageFiles, flow: &Flow) -> Option<Finding> {
    let text = shelf.text(&flow.folder.join("description.md")).unwrap_or_default();
    let has = |heading: &str| text.lines().any(|line| is_heading(line, heading));
    let lacking: Vec<_> = HEADINGS.into_iter().filter(|heading| !has(heading)).map(quoted).collect();
    if lacking.is_empty() {
        return None;
    }
    let message = if text.is_empty() {
        "The flow has no readable description.md".to_owned()
    } else {
        format!("description.md has no heading {}", either(&lacking))
    };
    let finding = Finding::new(&DESCRIPTION, SYSTEM.name(), message).in_file(&*flow.file);
    Some(About::Flow(flow.id.clone()).of(finding))
}

fn is_heading(line: &str, heading: &str) -> bool {
    let (start, rest) = line.trim_end().split_at_checked(heading.len()).unwrap_or_default();
    let may_continue = heading == HAPPY_PATH && !rest.starts_with(char::is_alphanumeric);
    start.eq_ignore_ascii_case(heading) && (rest.is_empty() || may_continue)
}
