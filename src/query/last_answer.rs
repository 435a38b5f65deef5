//! New edges in a result compared with the previous result, even if the graph was reloaded in between.
//!
//! Edge indices change with every reload, so [`LastResult`] remembers a set of 64-bit hashes of the edges' contents.
//! That takes little memory for a million edges; a hash collision would hide a new edge, which is improbable.

use super::filter::EdgeFilter;
use super::sieve::Sieve;
use crate::graph::{Edge, EdgeIx, Graph};
use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};

/// Every distinct edge with index ≥ `from` that a filter keeps, in stored order.
pub fn matching(graph: &Graph, filter: &EdgeFilter, from: usize) -> Vec<EdgeIx> {
    let sieve = Sieve::new(graph, filter);
    let fits = |edge: &Edge<'_>| edge.ix().index() >= from && !edge.is_repeated() && sieve.keeps(*edge);
    graph.edges().filter(fits).map(Edge::ix).collect()
}

/// The edges of the last result, as hashes of their ends, relation and time.
#[derive(Debug, Default)]
pub struct LastResult {
    known: HashSet<u64>,
    hasher: RandomState,
}

impl LastResult {
    /// Returns the edges that are not in the last result, and replaces the last result with these edges.
    pub fn new_in(&mut self, graph: &Graph, edges: &[EdgeIx]) -> Vec<EdgeIx> {
        let before = std::mem::take(&mut self.known);
        self.known.reserve(edges.len());
        let is_new = |ix: &EdgeIx| {
            let hash = content_hash(graph.edge(*ix), &self.hasher);
            self.known.insert(hash) && !before.contains(&hash)
        };
        edges.iter().copied().filter(is_new).collect()
    }

    /// Returns the edges that are not in the last result, and adds them to it.
    pub fn grown_by(&mut self, graph: &Graph, edges: &[EdgeIx]) -> Vec<EdgeIx> {
        let is_new = |ix: &EdgeIx| self.known.insert(content_hash(graph.edge(*ix), &self.hasher));
        edges.iter().copied().filter(is_new).collect()
    }
}

/// Hash of the content of an edge. Ignores the time of an inferred edge: it is the file's modification time, which
/// changes with every edit.
fn content_hash(edge: Edge<'_>, hasher: &RandomState) -> u64 {
    let ts = edge.ts().filter(|_| !edge.is_implicit());
    hasher.hash_one((edge.from().id(), edge.to().id(), edge.relation(), ts, edge.system().name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::REFERENCE;
    use crate::graph::fixture::{EdgeSpec, graph_from, graph_of};
    use crate::graph::{Batch, EdgeRecord};
    use crate::query::RelationFilter;

    const DAY: &str = "2026-01-01T00:00:00.000Z";
    const NEXT_DAY: &str = "2026-01-02T00:00:00.000Z";

    fn row<'a>(from: &'a str, to: &'a str, ts: &'a str) -> EdgeSpec<'a> {
        (from, to, "cites", ts)
    }

    fn all(graph: &Graph) -> Vec<EdgeIx> {
        matching(graph, &EdgeFilter::of(RelationFilter::Any), 0)
    }

    fn ends(graph: &Graph, edges: &[EdgeIx]) -> Vec<String> {
        let ends = |ix: &EdgeIx| format!("{}>{}", graph.edge(*ix).from().id(), graph.edge(*ix).to().id());
        edges.iter().map(ends).collect()
    }

    fn arrived(last: &mut LastResult, rows: &[EdgeSpec<'_>]) -> Vec<String> {
        let graph = graph_of(&[], rows);
        let new = last.new_in(&graph, &all(&graph));
        ends(&graph, &new)
    }

    #[test]
    fn only_new_edges_arrive_wherever_they_are_inserted() {
        let mut last = LastResult::default();
        assert_eq!(arrived(&mut last, &[row("a", "b", DAY), row("a", "c", DAY)]), ["a>b", "a>c"]);
        assert_eq!(arrived(&mut last, &[row("x", "y", DAY), row("a", "c", DAY), row("a", "b", DAY)]), ["x>y"]);
        assert_eq!(arrived(&mut last, &[row("a", "c", DAY)]), [""; 0]);
    }

    #[test]
    fn edge_that_disappeared_and_came_back_arrives_again() {
        let mut last = LastResult::default();
        arrived(&mut last, &[row("a", "b", DAY)]);
        arrived(&mut last, &[]);
        assert_eq!(arrived(&mut last, &[row("a", "b", DAY)]), ["a>b"]);
    }

    #[test]
    fn same_edge_at_another_time_is_another_edge() {
        let mut last = LastResult::default();
        arrived(&mut last, &[row("a", "b", DAY)]);
        assert_eq!(
            arrived(&mut last, &[row("a", "b", DAY), row("a", "b", NEXT_DAY), row("a", "b", NEXT_DAY)]),
            ["a>b"]
        );
    }

    #[test]
    fn inferred_edge_does_not_arrive_again_when_its_file_is_edited() {
        let mut last = LastResult::default();
        let mut arrived = |ts: &str, targets: &[&str]| {
            let mut batch = Batch::new(REFERENCE, 0);
            let (from, verb, file, stamp) =
                (batch.word("a"), batch.word("mentions"), batch.word("a.md"), batch.stamp(ts));
            for target in targets {
                let to = batch.word(target);
                batch.edge(EdgeRecord { implicit: true, stamp, ..EdgeRecord::new(from, to, verb, file, 1) });
            }
            let graph = graph_from([batch]);
            let new = last.new_in(&graph, &all(&graph));
            ends(&graph, &new)
        };
        assert_eq!(arrived(DAY, &["b"]), ["a>b"]);
        assert_eq!(arrived(NEXT_DAY, &["b", "c"]), ["a>c"]);
    }

    #[test]
    fn only_edges_from_the_given_index_on_are_matched() {
        let graph = graph_of(&[], &[row("a", "b", DAY), row("a", "c", DAY), row("a", "d", DAY)]);
        let found = matching(&graph, &EdgeFilter::of(RelationFilter::Any), 1);
        assert_eq!(ends(&graph, &found), ["a>c", "a>d"]);
    }

    #[test]
    fn additions_keep_the_known_edges() {
        let mut last = LastResult::default();
        arrived(&mut last, &[row("a", "b", DAY)]);
        let longer = [row("a", "b", DAY), row("a", "c", DAY)];
        let graph = graph_of(&[], &longer);
        let added = matching(&graph, &EdgeFilter::of(RelationFilter::Any), 1);
        let new = last.grown_by(&graph, &added);
        assert_eq!(ends(&graph, &new), ["a>c"]);
        assert_eq!(arrived(&mut last, &longer), [""; 0]);
    }
}
