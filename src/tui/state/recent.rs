//! What just arrived.

use crate::graph::{EdgeIx, Graph, NodeIx};
use std::collections::HashSet;

/// So many edges, and no more, are found again one by one in another graph: keys wait for it.
const MOST_FOUND: usize = 400;

/// Which edges and nodes are new: those that came since the last time something aged, and those from before it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecentChanges {
    since: Lot,
    before: Lot,
    /// What the doctor will look at by itself.
    pub due: Due,
}

/// What the doctor is to look at again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// Nothing.
    #[default]
    Nothing,
    /// Files that nodes of architecture models map.
    Drift,
    /// Everything.
    Everything,
}

/// What came within a while.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Lot {
    /// Edges from this number on: what is appended gets the highest ones.
    from: usize,
    /// Other edges.
    edges: HashSet<EdgeIx>,
    /// Nodes that are new or have a new edge.
    nodes: HashSet<NodeIx>,
}

impl Default for Lot {
    fn default() -> Self {
        Self { from: usize::MAX, edges: HashSet::new(), nodes: HashSet::new() }
    }
}

impl Lot {
    fn any(&self) -> bool {
        self.from != usize::MAX || !self.edges.is_empty() || !self.nodes.is_empty()
    }
}

/// How places of one graph are found in the one that took its place.
pub struct Moved<'a> {
    /// The graph before.
    pub before: &'a Graph,
    /// The graph now.
    pub now: &'a Graph,
    /// How many rows the log got, if it only got longer.
    pub rows: Option<usize>,
    /// Finds a node.
    pub node: &'a dyn Fn(NodeIx) -> Option<NodeIx>,
    /// Finds an edge.
    pub edge: &'a dyn Fn(EdgeIx) -> Option<EdgeIx>,
}

impl RecentChanges {
    /// Whether an edge just arrived.
    pub fn has_edge(&self, edge: EdgeIx) -> bool {
        [&self.since, &self.before].into_iter().any(|lot| edge.index() >= lot.from || lot.edges.contains(&edge))
    }

    /// Whether a node, or an edge of it, just arrived.
    pub fn has_node(&self, node: NodeIx) -> bool {
        self.since.nodes.contains(&node) || self.before.nodes.contains(&node)
    }

    /// Whether anything is new.
    pub fn any(&self) -> bool {
        self.since.any() || self.before.any()
    }

    /// Edges from this number on have arrived, these other edges, and these nodes. Whether nothing was new before.
    pub fn arrived(&mut self, graph: &Graph, first: usize, edges: &[EdgeIx], nodes: &[NodeIx]) -> bool {
        let is_first = !self.any();
        let lot = &mut self.since;
        if first < graph.edge_bound() {
            lot.from = lot.from.min(first);
        }
        lot.edges.extend(edges);
        lot.nodes.extend(nodes);
        for edge in graph.edges_from(first).chain(edges.iter().map(|edge| graph.edge(*edge))) {
            lot.nodes.extend([edge.from().ix(), edge.to().ix()]);
        }
        is_first
    }

    /// Numbers mean something else now: what was new is found again.
    pub fn translate(&mut self, moved: &Moved<'_>) {
        for lot in [&mut self.since, &mut self.before] {
            let rows = moved.before.edge_bound().saturating_sub(lot.from);
            let others: Vec<EdgeIx> = match moved.rows {
                Some(_) => lot.edges.iter().copied().collect(),
                // Rows of a log that was read again can stand anywhere in it.
                None if lot.edges.len() + rows > MOST_FOUND => Vec::new(),
                None => {
                    let rows = moved.before.edges_from(lot.from).map(|edge| edge.ix());
                    lot.edges.iter().copied().chain(rows).collect()
                }
            };
            lot.edges = others.into_iter().take(MOST_FOUND).filter_map(moved.edge).collect();
            lot.nodes = lot.nodes.iter().copied().filter_map(moved.node).collect();
            lot.from = match moved.rows.filter(|_| rows > 0) {
                Some(appended) => moved.now.edge_bound().saturating_sub(appended + rows),
                None => usize::MAX,
            };
        }
    }

    /// Numbers mean something else now, and nobody knows what.
    pub fn forget(&mut self) {
        *self = Self { due: self.due, ..Self::default() };
    }

    /// Time has passed; whether something is still new.
    pub fn age(&mut self) -> bool {
        // What came before the last time is old now; what came since then has its time before it.
        self.before = std::mem::take(&mut self.since);
        self.before.any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    #[test]
    fn what_arrives_is_new_for_one_to_two_rounds() {
        let rows = [("a", "b", "led-to", ""), ("b", "c", "led-to", ""), ("c", "d", "led-to", "")];
        let mut news = RecentChanges::default();
        let grow = |news: &mut RecentChanges, to: usize, first| {
            let graph = graph_of(&[], &rows[..to]);
            let is_first = news.arrived(&graph, first, &[], &[]);
            (graph, is_first)
        };
        let new = |news: &RecentChanges, graph: &Graph| -> Vec<String> {
            graph.nodes().filter(|node| news.has_node(node.ix())).map(|node| node.id().to_owned()).collect()
        };
        let (graph, is_first) = grow(&mut news, 2, 1);
        assert!(is_first);
        assert_eq!(new(&news, &graph), ["b", "c"]);
        assert!(news.age());
        let (graph, is_first) = grow(&mut news, 3, 2);
        assert!(!is_first);
        assert_eq!(new(&news, &graph), ["b", "c", "d"]);
        assert_eq!(graph.edges().map(|edge| news.has_edge(edge.ix())).collect::<Vec<_>>(), [false, true, true]);
        assert!(news.age());
        assert_eq!(new(&news, &graph), ["c", "d"]);
        assert!(!news.age());
        assert!(!news.any() && new(&news, &graph).is_empty());
        // A node without edges has its time, too.
        let alone = graph.find("a").map(crate::graph::Node::ix);
        assert!(news.arrived(&graph, 3, &[], alone.as_slice()));
        assert_eq!(new(&news, &graph), ["a"]);
        assert!(news.age());
        assert!(!news.age());
    }
}
