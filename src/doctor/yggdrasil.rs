//! What is wrong with an architecture model as a whole. The codes are those of the public tool.

mod artifacts;
mod mapping;
mod package_size;
mod relations;

use super::{Patient, circle};
use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Edge, System};
use crate::query::RelationFilter;
use crate::source::yggdrasil::{Model, ModelNode};
use rayon::prelude::*;

const CHECK: &str = "architecture model";
const SYSTEM: &str = "yggdrasil";
const STRUCTURAL_CYCLE: Rule = Rule { code: "E010", severity: Severity::Error, check: CHECK };
const IMPLIES_CYCLE: Rule = Rule { code: "E017", severity: Severity::Error, check: CHECK };

pub(super) fn check(patient: &Patient<'_>) -> Vec<Finding> {
    let models = &patient.facts.yggdrasil.models;
    if models.is_empty() {
        return Vec::new();
    }
    let graph = patient.graph;
    let is_inside = |edge: Edge<'_>| [edge.from(), edge.to()].iter().all(|node| node.system() == System::Yggdrasil);
    let structural = RelationFilter::Class(System::Yggdrasil, "structural");
    let along = |edge: Edge<'_>| structural.keeps(edge) && is_inside(edge);
    let mut findings = circle::check(graph, &STRUCTURAL_CYCLE, along, "structural relations");
    // A row of the log does not change what an aspect implies.
    let implies = RelationFilter::Class(System::Yggdrasil, "implies");
    let along = |edge: Edge<'_>| implies.keeps(edge) && edge.system() == System::Yggdrasil;
    findings.extend(circle::check(graph, &IMPLIES_CYCLE, along, "implies"));

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

fn about(rule: &'static Rule, node: &ModelNode, line: Option<u32>, message: String) -> Finding {
    let finding = Finding::new(rule, SYSTEM, message).about(&*node.id).in_file(&*node.file);
    Finding { line, ..finding }
}
