//! Edges whose source or target is undefined.

use super::edge::{called, shown, subject};
use crate::finding::{Finding, Rule};
use crate::graph::{Cancelled, Edge, Graph, Node, NodeIx, SystemId, UntilCancelled as _};
use crate::query::Nearest;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// Maximum number of undefined ids for which a similar id is suggested. Each search compares all ids, and more
/// undefined ids suggest that a part of the graph is missing, not that a name was mistyped.
const MOST_HINTS: usize = 100;

/// One end of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    Source,
    Target,
}

impl End {
    pub fn of(self, edge: Edge<'_>) -> Node<'_> {
        match self {
            Self::Source => edge.from(),
            Self::Target => edge.to(),
        }
    }
}

/// One finding for each missing end of an edge of one system, if `broken` returns a rule. Lazy, because there can be
/// millions. Incomplete if cancelled.
pub fn missing_ends(
    graph: &Graph,
    system: SystemId,
    broken: impl Fn(End, Node<'_>) -> Option<&'static Rule>,
    cancelled: Cancelled<'_>,
) -> impl Iterator<Item = Finding> {
    missing_ends_among(graph, system, |_| true, broken, cancelled)
}

/// Like [`missing_ends`], for the edges of a system that `counts` selects.
pub fn missing_ends_among(
    graph: &Graph,
    system: SystemId,
    counts: impl Fn(Edge<'_>) -> bool,
    broken: impl Fn(End, Node<'_>) -> Option<&'static Rule>,
    cancelled: Cancelled<'_>,
) -> impl Iterator<Item = Finding> {
    let own = graph.edges().until(cancelled).filter(|edge| edge.system() == system && counts(*edge));
    let ends = own.flat_map(|edge| [End::Source, End::Target].map(|end| (edge, end)));
    let missing = ends.filter(|(edge, end)| end.of(*edge).is_missing());
    let breaches: Vec<_> = missing.filter_map(|(edge, end)| Some((broken(end, end.of(edge))?, edge, end))).collect();
    let mut met = HashSet::new();
    let missing = breaches.iter().map(|(_, edge, end)| end.of(*edge).ix()).filter(|ix| met.insert(*ix));
    // The first ones in file order, because a report shows these first.
    let first: Vec<NodeIx> = missing.take(MOST_HINTS).collect();
    let nearest = if first.is_empty() { None } else { Nearest::new(graph, cancelled) };
    let nearest = || nearest.as_ref().filter(|_| !cancelled());
    let hint = |ix: &NodeIx| Some((*ix, nearest()?.hint(graph.node(*ix).id())?));
    let suggestions: HashMap<NodeIx, String> = first.par_iter().filter_map(hint).collect();
    let finding = move |(rule, edge, end): (&'static Rule, Edge<'_>, End)| {
        let message = match end {
            End::Target => format!("{}, which is undefined", shown(edge)),
            End::Source => format!("{}, but {} is undefined", shown(edge), called(edge.from())),
        };
        let node = end.of(edge);
        let finding = Finding::new(rule, system.name(), message).about(node.address());
        let finding = finding.naming(subject(edge)).in_file(edge.file()).at_line(edge.line());
        Finding { suggestion: suggestions.get(&node.ix()).cloned(), ..finding }
    };
    breaches.into_iter().map(finding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Severity;
    use crate::graph::fixture::{CAUSAL, batch_of, graph_from};

    const DANGLING: Rule = Rule { code: "dangling-target", severity: Severity::Error, check: "references" };

    #[test]
    fn similar_ids_are_suggested_only_for_the_first_missing_ids() {
        let ids = |word: &str| -> Vec<String> { (0..60_000).map(|number| format!("{word}-{number:05}")).collect() };
        let (known, missed) = (ids("node"), ids("nope"));
        let nodes: Vec<_> = known.iter().map(|id| (&**id, &**id)).collect();
        let edges: Vec<_> = known.iter().zip(&missed).map(|(from, to)| (&**from, &**to, "calls", "")).collect();
        let graph = graph_from([batch_of(CAUSAL, 0, &nodes, &edges)]);
        let findings = missing_ends(&graph, CAUSAL, |_, _| Some(&DANGLING), crate::graph::NEVER);
        let hints: Vec<_> = findings.map(|finding| finding.suggestion.is_some()).collect();
        assert_eq!(hints.len(), 60_000);
        assert!(hints[..MOST_HINTS].iter().all(|given| *given) && !hints[MOST_HINTS..].contains(&true));
    }
}
