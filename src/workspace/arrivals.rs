//! What is in a workspace that was not in it before, and what is gone from its log.

use super::Workspace;
use crate::graph::{Edge, EdgeIx, Graph, Node, NodeIx};
use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};

/// Beyond so many new edges it is another workspace, in which nothing is news.
const MOST_EDGES: usize = 10_000;

/// What is in a workspace that was not in it before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arrivals {
    /// Nodes that nothing defined before.
    pub nodes: Vec<NodeIx>,
    /// How many edges, those with the highest numbers, were appended to the log. `None` if the log was read again: then its
    /// rows are compared like all other edges.
    pub rows: Option<usize>,
    /// Other edges that nothing said before.
    pub edges: Vec<EdgeIx>,
    /// What a log has not any more.
    pub lost: Option<Lost>,
}

/// Rows that a log had, and has not any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The log, relative to the workspace.
    pub file: String,
    /// How many.
    pub rows: usize,
}

impl Arrivals {
    /// What came with the second of two readings; so many rows were appended to the log, if it was not read again.
    pub(super) fn between(before: &Workspace, now: &Workspace, rows: Option<usize>) -> Self {
        let (old, new) = (&before.graph, &now.graph);
        let end = |graph: &Graph| if rows.is_some() { graph.log_rows().start } else { graph.edge_bound() };
        let numbers = RandomState::new();
        let known = all(old, 0, end(old), &numbers);
        let is_new = |edge: &Edge<'_>| !edge.is_retracted() && !known.contains(&number(*edge, &numbers));
        let edges = new.edges_from(0).take(end(new)).filter(is_new).map(Edge::ix).take(MOST_EDGES + 1);
        let edges = Some(edges.collect::<Vec<_>>()).filter(|edges| edges.len() <= MOST_EDGES).unwrap_or_default();
        // A log that is another one because the settings say so has lost nothing.
        let is_same_log = before.settings.log == now.settings.log;
        let lost = if rows.is_none() && is_same_log { lost(old, new, &numbers) } else { None };
        Self { nodes: new_nodes(old, new), rows, edges, lost }
    }
}

/// The rows of one graph's logs that the other's do not have.
fn lost(before: &Graph, now: &Graph, numbers: &RandomState) -> Option<Lost> {
    let still = all(now, now.log_rows().start, now.edge_bound(), numbers);
    let mut gone = before.edges_from(before.log_rows().start).filter(|edge| !still.contains(&number(*edge, numbers)));
    let first = gone.next()?;
    Some(Lost { file: first.file().to_owned(), rows: 1 + gone.count() })
}

fn all(graph: &Graph, first: usize, end: usize, numbers: &RandomState) -> HashSet<u64> {
    graph.edges_from(first).take(end - first).map(|edge| number(edge, numbers)).collect()
}

/// What an edge says. When an inferred one was written is when its file was, which changes with every word in it.
fn number(edge: Edge<'_>, numbers: &RandomState) -> u64 {
    let millis = edge.millis().filter(|_| !edge.is_implicit());
    let other_ts = if edge.is_implicit() || millis.is_some() { None } else { edge.ts() };
    let (from, to) = (edge.from().id(), edge.to().id());
    numbers.hash_one((from, to, edge.relation(), millis, other_ts, edge.system().name()))
}

/// The nodes of a graph that another one does not define.
fn new_nodes(before: &Graph, now: &Graph) -> Vec<NodeIx> {
    let was_there =
        |node: &Node<'_>| before.with_id(node.id()).any(|same| same.system() == node.system() && !same.is_missing());
    now.nodes().filter(|node| !node.is_missing() && !was_there(node)).map(Node::ix).collect()
}
