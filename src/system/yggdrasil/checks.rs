//! Checks of architecture models that need the whole graph. The codes are those of the public tool.

mod artifacts;
pub(super) mod drift;
mod mapping;
mod package_size;
mod relations;

use super::package::PackageFiles;
use super::{Model, ModelNode, SYSTEM, facts, subject};
use crate::finding::{Finding, Rule, Severity};
use crate::query::Class;
use crate::system::check::{CheckInput, Summary, class_cycles};
use crate::text;
use rayon::prelude::*;

const CHECK: &str = "architecture model";
const STRUCTURAL_CYCLE: Rule = Rule { code: "E010", severity: Severity::Error, check: CHECK };
const IMPLIES_CYCLE: Rule = Rule { code: "E017", severity: Severity::Error, check: CHECK };

pub(super) const CYCLE_CODES: [&str; 2] = [STRUCTURAL_CYCLE.code, IMPLIES_CYCLE.code];

pub(super) fn summaries() -> Vec<Summary> {
    let model = Summary {
        name: CHECK,
        position: 220,
        applies: |input| !facts(input.facts).models.is_empty(),
        subject: |input| {
            let nodes = facts(input.facts).models.iter().map(|model| model.nodes.len()).sum();
            text::count(nodes, "model node")
        },
        healthy: "complete",
    };
    vec![model, drift::summary()]
}

pub(super) fn check(patient: &CheckInput<'_>) -> Vec<Finding> {
    let models = &facts(patient.facts).models;
    if models.is_empty() {
        return Vec::new();
    }
    let graph = patient.graph;
    let class = |name: &'static str| Class { system: SYSTEM, name: name.into() };
    let shelf = PackageFiles::within(patient.boundary);
    let mut findings =
        class_cycles(graph, &STRUCTURAL_CYCLE, &class("structural"), "structural relations", patient.cancelled);
    let implied = class_cycles(graph, &IMPLIES_CYCLE, &class("implies"), "implies", patient.cancelled);
    findings.extend(implied.into_iter().map(of_aspects));

    let nodes: Vec<_> = models.iter().flat_map(|model| model.nodes.iter().map(move |node| (model, node))).collect();
    // Each node has files to read.
    let of_node = |(model, node): &(&Model, &ModelNode)| {
        if (patient.cancelled)() {
            return Vec::new();
        }
        let mut findings = artifacts::check(patient, &shelf, model, node);
        findings.extend(relations::check(patient, model, node));
        findings.extend(mapping::check(patient, model, node));
        findings.extend(package_size::check(patient, &shelf, model, node));
        findings
    };
    findings.par_extend(nodes.par_iter().flat_map_iter(of_node));
    findings
        .extend(models.iter().flat_map(|model| &model.flows).filter_map(|flow| artifacts::description(&shelf, flow)));
    findings
}

/// Turns the subjects of an E017 finding into aspects: they are not nodes of the model.
fn of_aspects(finding: Finding) -> Finding {
    let aspect = |id: &str| id.strip_prefix("aspect:").map(subject::aspect);
    let first = finding.node.as_deref().and_then(aspect);
    let rest = finding.named.iter().map(|named| named.id().and_then(aspect).unwrap_or_else(|| named.clone()));
    let named = first.into_iter().chain(rest).collect();
    Finding { named, ..finding }
}

fn about(rule: &'static Rule, node: &ModelNode, line: Option<u32>, message: String) -> Finding {
    let finding = Finding::new(rule, SYSTEM.name(), message).about(&*node.id).in_file(&*node.file);
    Finding { line, ..finding }
}
