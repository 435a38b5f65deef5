//! Checks of architecture models that need the whole graph. The codes are those of the public tool.

mod artifacts;
mod mapping;
mod package_size;
mod relations;

use super::{CheckInput, cycle};
use crate::finding::{Finding, Rule, Severity};
use crate::graph::System;
use crate::query::Class;
use crate::source::yggdrasil::{Model, ModelNode, subject};
use rayon::prelude::*;

const CHECK: &str = "architecture model";
const SYSTEM: &str = "yggdrasil";
const STRUCTURAL_CYCLE: Rule = Rule { code: "E010", severity: Severity::Error, check: CHECK };
const IMPLIES_CYCLE: Rule = Rule { code: "E017", severity: Severity::Error, check: CHECK };

pub(super) fn check(patient: &CheckInput<'_>) -> Vec<Finding> {
    let models = &patient.facts.yggdrasil.models;
    if models.is_empty() {
        return Vec::new();
    }
    let graph = patient.graph;
    let class = |name| Class { system: System::Yggdrasil, name };
    let mut findings = cycle::check(graph, &STRUCTURAL_CYCLE, class("structural"), "structural relations");
    findings.extend(cycle::check(graph, &IMPLIES_CYCLE, class("implies"), "implies").into_iter().map(of_aspects));

    let nodes: Vec<_> = models.iter().flat_map(|model| model.nodes.iter().map(move |node| (model, node))).collect();
    let of_node = |(model, node): &(&Model, &ModelNode)| {
        let mut findings = artifacts::check(patient, model, node);
        findings.extend(relations::check(patient, model, node));
        findings.extend(mapping::check(patient, model, node));
        findings.extend(package_size::check(patient, model, node));
        findings
    };
    findings.par_extend(nodes.par_iter().flat_map_iter(of_node));
    findings
        .extend(models.iter().flat_map(|model| &model.flows).filter_map(|flow| artifacts::description(patient, flow)));
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
    let finding = Finding::new(rule, SYSTEM, message).about(&*node.id).in_file(&*node.file);
    Finding { line, ..finding }
}
