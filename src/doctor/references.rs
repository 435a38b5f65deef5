//! Edges that lead from or to something that nobody defines.

use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Edge, Graph, Node, NodeIx, System};
use crate::query::Nearest;
use crate::text::{plain, quoted};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};

const CHECK: &str = "references";
const DANGLING_TARGET: Rule = Rule { code: "dangling-target", severity: Severity::Error, check: CHECK };
const DANGLING_SOURCE: Rule = Rule { code: "dangling-source", severity: Severity::Error, check: CHECK };

/// One end of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The node it leaves.
    Source,
    /// The node it reaches.
    Target,
}

impl End {
    fn of(self, edge: Edge<'_>) -> Node<'_> {
        match self {
            Self::Source => edge.from(),
            Self::Target => edge.to(),
        }
    }
}

/// Dangling edges of the log and of artifacts, and those that lead from a unit or a model into another system. Otherwise systems have
/// findings of their own.
pub(super) fn dangling(graph: &Graph) -> Vec<Finding> {
    let mut findings = missing_ends(graph, System::Reference, |end, _| match end {
        End::Source => Some(&DANGLING_SOURCE),
        End::Target => Some(&DANGLING_TARGET),
    });
    for system in [System::Unit, System::Yggdrasil] {
        let foreign = |_, node: Node<'_>| (node.system() != system).then_some(&DANGLING_TARGET);
        findings.extend(missing_ends(graph, system, foreign));
    }
    findings
}

/// One finding for each missing end of an edge of one system, if it breaks a rule.
pub(super) fn missing_ends(
    graph: &Graph,
    system: System,
    broken: impl Fn(End, Node<'_>) -> Option<&'static Rule>,
) -> Vec<Finding> {
    let own = graph.edges().filter(|edge| edge.system() == system);
    let ends = own.flat_map(|edge| [End::Source, End::Target].map(|end| (edge, end)));
    let missing = ends.filter(|(edge, end)| end.of(*edge).is_missing());
    let breaches: Vec<_> = missing.filter_map(|(edge, end)| Some((broken(end, end.of(edge))?, edge, end))).collect();
    if breaches.is_empty() {
        return Vec::new();
    }
    let nearest = Nearest::new(graph);
    let missing: BTreeSet<NodeIx> = breaches.iter().map(|(_, edge, end)| end.of(*edge).ix()).collect();
    let suggestions: HashMap<NodeIx, String> =
        missing.par_iter().filter_map(|ix| Some((*ix, nearest.hint(graph.node(*ix).id())?))).collect();
    let finding = |(rule, edge, end): (&'static Rule, Edge<'_>, End)| {
        let (from, verb, to) = (quoted(edge.from().id()), plain(edge.relation()), quoted(edge.to().id()));
        let message = match end {
            End::Target => format!("{from} {verb} {to}, which nothing defines"),
            End::Source => format!("{from} {verb} {to}, but nothing defines {from}"),
        };
        let node = end.of(edge);
        let finding = Finding::new(rule, system.name(), message).about(node.address());
        let finding = finding.in_file(edge.file()).at_line(edge.line());
        Finding { suggestion: suggestions.get(&node.ix()).cloned(), ..finding }
    };
    breaches.into_iter().map(finding).collect()
}
