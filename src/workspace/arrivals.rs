//! The difference between two states of a workspace: new nodes and edges, and rows that disappeared from its log.

use super::Workspace;
use crate::graph::{Edge, EdgeIx, Graph, Node, NodeIx};
use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};

/// Maximum number of new edges. With more, it counts as another workspace, and nothing is marked as new.
const MOST_EDGES: usize = 10_000;

/// New nodes and edges, and lost rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arrivals {
    /// Nodes that were not defined before.
    pub nodes: Vec<NodeIx>,
    /// Number of edges appended to the log; they have the highest indexes. `None` if the log was read again: its rows
    /// are then compared like all other edges.
    pub rows: Option<usize>,
    /// Other new edges.
    pub edges: Vec<EdgeIx>,
    /// Rows that disappeared from a log.
    pub lost: Option<Lost>,
}

/// Rows that disappeared from a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The log, relative to the workspace.
    pub file: String,
    pub rows: usize,
}

impl Arrivals {
    /// Compares two states. `rows` is the number of rows appended to the log, or `None` if the log was read again.
    pub(super) fn between(before: &Workspace, now: &Workspace, rows: Option<usize>) -> Self {
        let (old, new) = (&before.graph, &now.graph);
        let end = |graph: &Graph| if rows.is_some() { graph.log_rows().start } else { graph.edge_bound() };
        let numbers = RandomState::new();
        let known = all(old, 0, end(old), &numbers);
        let is_new = |edge: &Edge<'_>| !edge.is_retracted() && !known.contains(&number(*edge, &numbers));
        let edges = new.edges_from(0).take(end(new)).filter(is_new).map(Edge::ix).take(MOST_EDGES + 1);
        let edges = Some(edges.collect::<Vec<_>>()).filter(|edges| edges.len() <= MOST_EDGES).unwrap_or_default();
        // If the settings now name another log, no rows are lost.
        let is_same_log = before.settings.log == now.settings.log;
        let lost = if rows.is_none() && is_same_log { lost(old, new, &numbers) } else { None };
        Self { nodes: new_nodes(old, new), rows, edges, lost }
    }
}

/// The rows in the logs of `before` that are not in those of `now`.
fn lost(before: &Graph, now: &Graph, numbers: &RandomState) -> Option<Lost> {
    let still = all(now, now.log_rows().start, now.edge_bound(), numbers);
    let mut gone = before.edges_from(before.log_rows().start).filter(|edge| !still.contains(&number(*edge, numbers)));
    let first = gone.next()?;
    Some(Lost { file: first.file().to_owned(), rows: 1 + gone.count() })
}

fn all(graph: &Graph, first: usize, end: usize, numbers: &RandomState) -> HashSet<u64> {
    graph.edges_from(first).take(end - first).map(|edge| number(edge, numbers)).collect()
}

/// A hash of an edge's content. Excludes the time of an implicit edge, which is that of its file and changes with every
/// edit.
fn number(edge: Edge<'_>, numbers: &RandomState) -> u64 {
    let millis = edge.millis().filter(|_| !edge.is_implicit());
    let other_ts = if edge.is_implicit() || millis.is_some() { None } else { edge.ts() };
    let (from, to) = (edge.from().id(), edge.to().id());
    numbers.hash_one((from, to, edge.relation(), millis, other_ts, edge.system().name()))
}

/// The nodes of `now` that `before` does not define.
fn new_nodes(before: &Graph, now: &Graph) -> Vec<NodeIx> {
    let was_there =
        |node: &Node<'_>| before.with_id(node.id()).any(|same| same.system() == node.system() && !same.is_missing());
    now.nodes().filter(|node| !node.is_missing() && !was_there(node)).map(Node::ix).collect()
}
