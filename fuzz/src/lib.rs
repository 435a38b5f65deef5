//! Invariants of everything that a parser produces.
//!
//! A parser must not panic. In addition, its batches are merged into a graph, whose invariants are checked.

#![forbid(unsafe_code)]

use refscope::finding::Finding;
use refscope::graph::{Batch, Direction, Edge, Graph, GraphBuilder, Registry};
use refscope::time;
use std::sync::Arc;

/// Merges the batches of a text and checks the result. Returns the graph for checks specific to a format.
pub fn check(text: &[u8], batches: Vec<Batch>) -> (Graph, Vec<Finding>) {
    check_with(refscope::system::registry(), text, batches)
}

/// Like [`check`], for the systems of a registry.
pub fn check_with(registry: Arc<Registry>, text: &[u8], batches: Vec<Batch>) -> (Graph, Vec<Finding>) {
    let read: usize = batches.iter().map(|batch| batch.edges().len()).sum();
    let mut builder = GraphBuilder::new(registry);
    for batch in batches {
        builder.add(batch);
    }
    let (graph, findings) = builder.finish();
    assert_eq!(graph.edge_count(), read, "an edge was lost");
    let lines = Lines::of(text);
    check_findings(&graph, &findings, lines);
    check_nodes(&graph, lines);
    check_edges(&graph, lines);
    check_rows(&graph);
    (graph, findings)
}

#[derive(Clone, Copy)]
struct Lines {
    last: u32,
}

impl Lines {
    /// The text after the last line break is a line too, even if it is empty.
    fn of(text: &[u8]) -> Self {
        let lines = text.split(|byte| *byte == b'\n').count();
        Self { last: u32::try_from(lines).expect("a short text") }
    }

    fn has(self, line: u32) -> bool {
        (1..=self.last).contains(&line)
    }
}

fn check_findings(graph: &Graph, findings: &[Finding], lines: Lines) {
    for finding in findings {
        assert!(finding.line.is_none_or(|line| lines.has(line)), "unknown line: {finding:?}");
        assert!(finding.node.as_ref().is_none_or(|id| graph.find(id).is_some()), "unknown node: {finding:?}");
    }
}

fn check_nodes(graph: &Graph, lines: Lines) {
    for node in graph.nodes() {
        let address = node.address();
        let found = graph.find(&address).map(|found| found.ix());
        assert_eq!(found, Some(node.ix()), "the address {address:?} does not find its node");
        assert!(!node.id().is_empty(), "a node of {} has no id", node.system().name());
        assert!(node.line().is_none_or(|line| lines.has(line)), "unknown line {:?} for {address:?}", node.line());
    }
}

fn check_edges(graph: &Graph, lines: Lines) {
    for edge in graph.edges() {
        assert!(lines.has(edge.line()), "unknown line {} for an edge", edge.line());
        for end in [edge.from(), edge.to()] {
            assert!(end.ix().index() < graph.node_count(), "an edge has an invalid end");
        }
        let confidence = edge.source_confidence();
        assert!(confidence.is_none_or(|share| (0.0..=1.0).contains(&share)), "invalid confidence {confidence:?}");
        let written = edge.ts();
        let meant = written.as_deref().and_then(time::parse);
        assert_eq!(meant, edge.millis(), "the time {written:?} was parsed differently");
    }
}

/// Each direction lists every edge at its own end; a symmetric edge at both ends.
fn check_rows(graph: &Graph) {
    let is_loop = |edge: Edge<'_>| edge.from().ix() == edge.to().ix();
    let turned = graph.edges().filter(|edge| edge.is_symmetric() && !is_loop(*edge)).count();
    for direction in [Direction::In, Direction::Out] {
        let mut listed = 0;
        for node in graph.nodes() {
            let row = node.edges(direction);
            for edge in row.iter().map(|ix| graph.edge(*ix)) {
                let own = if direction == Direction::Out { edge.from() } else { edge.to() };
                let is_here = own.ix() == node.ix() || (edge.is_symmetric() && edge.other(own.ix()) == node.ix());
                assert!(is_here, "{:?} lists the edge of another node", node.id());
            }
            assert!(row.is_sorted(), "the edges of {:?} are out of order", node.id());
            listed += row.len();
        }
        assert_eq!(listed, graph.edge_count() + turned, "an edge is not listed, or twice ({direction:?})");
    }
}
