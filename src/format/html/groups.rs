//! Nodes grouped by kind, for graphs that are too large to draw node by node.

use super::super::Export;
use super::super::any_edge;
use super::super::wire::NodeWire;
use crate::graph::{Direction, Node};
use hashbrown::HashMap;
use serde::Serialize;
use std::cmp::Reverse;
use std::ops::Not;

/// Maximum number of nodes that a group names: those with the most edges.
const MOST_NAMED: usize = 50;

pub(super) struct Groups<'a> {
    pub(super) nodes: Vec<Group<'a>>,
    pub(super) edges: Vec<GroupEdge<'a>>,
}

#[derive(Serialize)]
pub(super) struct Group<'a> {
    id: &'a str,
    title: &'a str,
    kind: Option<&'a str>,
    #[serde(skip_serializing_if = "Not::not")]
    missing: bool,
    /// Number of nodes.
    count: usize,
    /// The nodes with the most edges.
    members: Vec<NodeWire<'a>>,
}

#[derive(Serialize)]
pub(super) struct GroupEdge<'a> {
    from: usize,
    to: usize,
    relation: &'a str,
    /// Number of edges.
    count: usize,
}

impl<'a> Groups<'a> {
    pub(super) fn new(export: &'a Export<'_>) -> Self {
        let mut numbers: HashMap<Option<&str>, usize> = HashMap::new();
        let mut kinds: Vec<(Option<&str>, Vec<Node<'a>>)> = Vec::new();
        for node in export.subgraph.nodes(export.graph) {
            let number = *numbers.entry(node.kind()).or_insert(kinds.len());
            if number == kinds.len() {
                kinds.push((node.kind(), Vec::new()));
            }
            kinds[number].1.push(node);
        }
        let mut positions: HashMap<(usize, usize, &str), usize> = HashMap::new();
        let mut edges: Vec<GroupEdge<'a>> = Vec::new();
        for edge in any_edge::edges(export) {
            let [from, to] = [edge.from(), edge.to()].map(|node| numbers[&node.kind()]);
            let relation = edge.relation();
            let at = *positions.entry((from, to, relation)).or_insert(edges.len());
            if at == edges.len() {
                edges.push(GroupEdge { from, to, relation, count: 0 });
            }
            edges[at].count += 1;
        }
        // The page shows the first ones first.
        edges.sort_by_key(|edge| Reverse(edge.count));
        let nodes = kinds.into_iter().map(|(kind, nodes)| Group::new(export, kind, nodes)).collect();
        Self { nodes, edges }
    }
}

impl<'a> Group<'a> {
    fn new(export: &Export<'a>, kind: Option<&'a str>, mut nodes: Vec<Node<'a>>) -> Self {
        let (count, title) = (nodes.len(), kind.unwrap_or("missing"));
        let edges = |node: &Node<'_>| node.degree(Direction::Out) + node.degree(Direction::In);
        nodes.sort_by_cached_key(|node| (Reverse(edges(node)), node.ix().index()));
        let members = nodes.iter().take(MOST_NAMED).map(|node| NodeWire::new(export, *node)).collect();
        Self { id: title, title, kind, missing: kind.is_none(), count, members }
    }
}
