//! Edges that lead from or to something that nobody defines.
//!
//! A unit may refer to one that is elsewhere; that is told with the units and is not an error here.

use super::unit;
use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Edge, Graph, NodeIx};
use crate::query::Nearest;
use crate::text::quoted;
use rayon::prelude::*;
use std::collections::HashMap;

const CHECK: &str = "references";
const DANGLING_TARGET: Rule = Rule { code: "dangling-target", severity: Severity::Error, check: CHECK };
const DANGLING_SOURCE: Rule = Rule { code: "dangling-source", severity: Severity::Error, check: CHECK };

/// One finding for each end of an edge that is missing.
pub(super) fn dangling(graph: &Graph) -> Vec<Finding> {
    let missing: Vec<_> = graph.nodes().filter(|node| node.is_missing()).map(crate::graph::Node::ix).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let nearest = Nearest::new(graph);
    let suggestions: HashMap<NodeIx, String> =
        missing.par_iter().filter_map(|ix| Some((*ix, nearest.hint(graph.node(*ix).id())?))).collect();
    let finding = |rule: &'static Rule, edge: Edge<'_>, missing: NodeIx| {
        let id = graph.node(missing).id();
        let (from, verb, to) = (quoted(edge.from().id()), edge.relation(), quoted(edge.to().id()));
        let message = if missing == edge.to().ix() {
            format!("{from} {verb} {to}, which nothing defines")
        } else {
            format!("{from} {verb} {to}, but nothing defines {from}")
        };
        let finding =
            Finding::new(rule, edge.system().name(), message).about(id).in_file(edge.file()).at_line(edge.line());
        Finding { suggestion: suggestions.get(&missing).cloned(), ..finding }
    };
    let mut findings = Vec::new();
    for edge in graph.edges() {
        if edge.from().is_missing() {
            findings.push(finding(&DANGLING_SOURCE, edge, edge.from().ix()));
        }
        if edge.to().is_missing() && !unit::is_to_unknown(edge) {
            findings.push(finding(&DANGLING_TARGET, edge, edge.to().ix()));
        }
    }
    findings
}
