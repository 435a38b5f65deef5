//! Which edges of an answer were not in the one before, in whatever graph that was.

use super::filter::EdgeFilter;
use super::sieve::Sieve;
use crate::graph::{Edge, EdgeIx, Graph};
use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};

/// Every distinct edge that a filter keeps, in stored order. Of a graph that has only grown, the edges from a number on.
pub fn matching(graph: &Graph, filter: &EdgeFilter, from: usize) -> Vec<EdgeIx> {
    let sieve = Sieve::new(graph, filter);
    let fits = |edge: &Edge<'_>| edge.ix().index() >= from && !edge.is_repeated() && sieve.keeps(*edge);
    graph.edges().filter(fits).map(Edge::ix).collect()
}

/// The edges of the last answer: as numbers made of their ends, relation and time, as a million edges are many words.
#[derive(Debug, Default)]
pub struct LastAnswer {
    known: HashSet<u64>,
    numbers: RandomState,
}

impl LastAnswer {
    /// The edges of the next answer that are not in this one, which it takes the place of.
    pub fn new_in(&mut self, graph: &Graph, edges: &[EdgeIx]) -> Vec<EdgeIx> {
        let before = std::mem::take(&mut self.known);
        self.known.reserve(edges.len());
        let is_new = |ix: &EdgeIx| {
            let number = number(graph.edge(*ix), &self.numbers);
            self.known.insert(number) && !before.contains(&number)
        };
        edges.iter().copied().filter(is_new).collect()
    }

    /// The same for a next answer that is this one and these edges besides.
    pub fn grown_by(&mut self, graph: &Graph, edges: &[EdgeIx]) -> Vec<EdgeIx> {
        let is_new = |ix: &EdgeIx| self.known.insert(number(graph.edge(*ix), &self.numbers));
        edges.iter().copied().filter(is_new).collect()
    }
}

/// What an edge says. When an inferred one was written is when its file was, which changes with every word in it.
fn number(edge: Edge<'_>, numbers: &RandomState) -> u64 {
    let ts = edge.ts().filter(|_| !edge.is_implicit());
    numbers.hash_one((edge.from().id(), edge.to().id(), edge.relation(), ts, edge.system().name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::{EdgeSpec, graph_from, graph_of};
    use crate::graph::{Batch, EdgeRecord, System};
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

    fn arrived(last: &mut LastAnswer, rows: &[EdgeSpec<'_>]) -> Vec<String> {
        let graph = graph_of(&[], rows);
        let new = last.new_in(&graph, &all(&graph));
        ends(&graph, &new)
    }

    #[test]
    fn only_what_was_not_there_arrives_whatever_stands_before_it() {
        let mut last = LastAnswer::default();
        assert_eq!(arrived(&mut last, &[row("a", "b", DAY), row("a", "c", DAY)]), ["a>b", "a>c"]);
        assert_eq!(arrived(&mut last, &[row("x", "y", DAY), row("a", "c", DAY), row("a", "b", DAY)]), ["x>y"]);
        assert_eq!(arrived(&mut last, &[row("a", "c", DAY)]), [""; 0]);
    }

    #[test]
    fn what_went_and_comes_again_arrives_again() {
        let mut last = LastAnswer::default();
        arrived(&mut last, &[row("a", "b", DAY)]);
        arrived(&mut last, &[]);
        assert_eq!(arrived(&mut last, &[row("a", "b", DAY)]), ["a>b"]);
    }

    #[test]
    fn the_same_edge_at_another_time_is_another_edge() {
        let mut last = LastAnswer::default();
        arrived(&mut last, &[row("a", "b", DAY)]);
        assert_eq!(
            arrived(&mut last, &[row("a", "b", DAY), row("a", "b", NEXT_DAY), row("a", "b", NEXT_DAY)]),
            ["a>b"]
        );
    }

    #[test]
    fn an_inferred_edge_does_not_arrive_again_with_every_word_in_its_file() {
        let mut last = LastAnswer::default();
        let mut arrived = |ts: &str, targets: &[&str]| {
            let mut batch = Batch::new(System::Reference, 0);
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
    fn only_the_edges_behind_a_number_are_looked_at() {
        let graph = graph_of(&[], &[row("a", "b", DAY), row("a", "c", DAY), row("a", "d", DAY)]);
        let found = matching(&graph, &EdgeFilter::of(RelationFilter::Any), 1);
        assert_eq!(ends(&graph, &found), ["a>c", "a>d"]);
    }

    #[test]
    fn additions_leave_what_was_known() {
        let mut last = LastAnswer::default();
        arrived(&mut last, &[row("a", "b", DAY)]);
        let longer = [row("a", "b", DAY), row("a", "c", DAY)];
        let graph = graph_of(&[], &longer);
        let added = matching(&graph, &EdgeFilter::of(RelationFilter::Any), 1);
        let new = last.grown_by(&graph, &added);
        assert_eq!(ends(&graph, &new), ["a>c"]);
        assert_eq!(arrived(&mut last, &longer), [""; 0]);
    }
}
