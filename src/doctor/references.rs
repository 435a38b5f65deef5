//! Edges that lead from or to something that nobody defines.

use super::edge::{called, shown, subject};
use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Edge, Graph, Node, NodeIx, System};
use crate::query::Nearest;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

const CHECK: &str = "references";
const DANGLING_TARGET: Rule = Rule { code: "dangling-target", severity: Severity::Error, check: CHECK };
const DANGLING_SOURCE: Rule = Rule { code: "dangling-source", severity: Severity::Error, check: CHECK };

/// For so many missing ids, a similar one is looked for. Each costs a look at every id there is, and whoever misses more has
/// lost a whole part of the graph, not mistyped a name.
const MOST_HINTS: usize = 100;

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

/// Dangling edges of the log and of artifacts, and those that lead from a unit or a model into another system. Otherwise
/// systems have findings of their own.
pub(super) fn dangling(graph: &Graph) -> impl Iterator<Item = Finding> {
    let own = missing_ends(graph, System::Reference, |end, _| match end {
        End::Source => Some(&DANGLING_SOURCE),
        End::Target => Some(&DANGLING_TARGET),
    });
    let foreign = |system| {
        let broken = move |_, node: Node<'_>| (node.system() != system).then_some(&DANGLING_TARGET);
        missing_ends(graph, system, broken)
    };
    own.chain(foreign(System::Unit)).chain(foreign(System::Yggdrasil))
}

/// One finding for each missing end of an edge of one system, if it breaks a rule; one by one, as there can be millions.
pub(super) fn missing_ends(
    graph: &Graph,
    system: System,
    broken: impl Fn(End, Node<'_>) -> Option<&'static Rule>,
) -> impl Iterator<Item = Finding> {
    let own = graph.edges().filter(|edge| edge.system() == system);
    let ends = own.flat_map(|edge| [End::Source, End::Target].map(|end| (edge, end)));
    let missing = ends.filter(|(edge, end)| end.of(*edge).is_missing());
    let breaches: Vec<_> = missing.filter_map(|(edge, end)| Some((broken(end, end.of(edge))?, edge, end))).collect();
    let mut met = HashSet::new();
    let missing = breaches.iter().map(|(_, edge, end)| end.of(*edge).ix()).filter(|ix| met.insert(*ix));
    // The first ones by their place in the files: a report shows those first.
    let first: Vec<NodeIx> = missing.take(MOST_HINTS).collect();
    let nearest = (!first.is_empty()).then(|| Nearest::new(graph));
    let hint = |ix: &NodeIx| Some((*ix, nearest.as_ref()?.hint(graph.node(*ix).id())?));
    let suggestions: HashMap<NodeIx, String> = first.par_iter().filter_map(hint).collect();
    let finding = move |(rule, edge, end): (&'static Rule, Edge<'_>, End)| {
        let message = match end {
            End::Target => format!("{}, which nothing defines", shown(edge)),
            End::Source => format!("{}, but nothing defines {}", shown(edge), called(edge.from())),
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
    use crate::graph::fixture::{batch_of, graph_from};

    #[test]
    fn similar_ids_are_looked_for_only_for_the_first_missing_ones() {
        let ids = |word: &str| -> Vec<String> { (0..60_000).map(|number| format!("{word}-{number:05}")).collect() };
        let (known, missed) = (ids("node"), ids("nope"));
        let nodes: Vec<_> = known.iter().map(|id| (&**id, &**id)).collect();
        let edges: Vec<_> = known.iter().zip(&missed).map(|(from, to)| (&**from, &**to, "calls", "")).collect();
        let graph = graph_from([batch_of(System::Causal, 0, &nodes, &edges)]);
        let findings = missing_ends(&graph, System::Causal, |_, _| Some(&DANGLING_TARGET));
        let hints: Vec<_> = findings.map(|finding| finding.suggestion.is_some()).collect();
        assert_eq!(hints.len(), 60_000);
        assert!(hints[..MOST_HINTS].iter().all(|given| *given) && !hints[MOST_HINTS..].contains(&true));
    }
}
