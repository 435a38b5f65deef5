//! Recently added nodes and edges, which are marked as new for a few seconds.
//!
//! Ageing has two generations: entries move from `since` to `before` and then expire, so one timer is enough.

use crate::graph::{EdgeIx, Graph, NodeIx};
use std::collections::HashSet;

/// Maximum number of edges translated to another graph, since input waits.
const MOST_FOUND: usize = 400;

/// New edges and nodes: those added since the last ageing, and those from the generation before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecentChanges {
    since: Generation,
    before: Generation,
    /// What the scheduled run of the doctor will check.
    pub due: Due,
}

/// What the doctor has to check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    #[default]
    Nothing,
    /// Files mapped by nodes of architecture models.
    Drift,
    Everything,
}

/// One generation of arrivals.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Generation {
    /// Edges with at least this index are new; appended edges get the highest indexes.
    from: usize,
    /// Other new edges.
    edges: HashSet<EdgeIx>,
    /// Nodes that are new or have a new edge.
    nodes: HashSet<NodeIx>,
}

impl Default for Generation {
    fn default() -> Self {
        Self { from: usize::MAX, edges: HashSet::new(), nodes: HashSet::new() }
    }
}

impl Generation {
    fn any(&self) -> bool {
        self.from != usize::MAX || !self.edges.is_empty() || !self.nodes.is_empty()
    }
}

/// Translation of indexes from one graph to its replacement.
pub struct Moved<'a> {
    pub before: &'a Graph,
    pub now: &'a Graph,
    /// Number of appended log rows, if the log was only appended to.
    pub rows: Option<usize>,
    pub node: &'a dyn Fn(NodeIx) -> Option<NodeIx>,
    pub edge: &'a dyn Fn(EdgeIx) -> Option<EdgeIx>,
}

impl RecentChanges {
    /// Whether an edge is new.
    pub fn has_edge(&self, edge: EdgeIx) -> bool {
        let is_in = |one: &Generation| edge.index() >= one.from || one.edges.contains(&edge);
        is_in(&self.since) || is_in(&self.before)
    }

    /// Whether a node, or an edge of it, is new.
    pub fn has_node(&self, node: NodeIx) -> bool {
        self.since.nodes.contains(&node) || self.before.nodes.contains(&node)
    }

    /// Whether anything is new.
    pub fn any(&self) -> bool {
        self.since.any() || self.before.any()
    }

    /// Adds edges with index ≥ `first`, other `edges`, and `nodes`. Returns whether nothing was new before.
    pub fn arrived(&mut self, graph: &Graph, first: usize, edges: &[EdgeIx], nodes: &[NodeIx]) -> bool {
        let is_first = !self.any();
        let generation = &mut self.since;
        if first < graph.edge_bound() {
            generation.from = generation.from.min(first);
        }
        generation.edges.extend(edges);
        generation.nodes.extend(nodes);
        for edge in graph.edges_from(first).chain(edges.iter().map(|edge| graph.edge(*edge))) {
            generation.nodes.extend([edge.from().ix(), edge.to().ix()]);
        }
        is_first
    }

    /// Translates the indexes to a new graph.
    pub fn translate(&mut self, moved: &Moved<'_>) {
        for generation in [&mut self.since, &mut self.before] {
            let rows = moved.before.edge_bound().saturating_sub(generation.from);
            let others: Vec<EdgeIx> = match moved.rows {
                Some(_) => generation.edges.iter().copied().collect(),
                // After the log was read again, a row can have any index.
                None if generation.edges.len() + rows > MOST_FOUND => Vec::new(),
                None => {
                    let rows = moved.before.edges_from(generation.from).map(|edge| edge.ix());
                    generation.edges.iter().copied().chain(rows).collect()
                }
            };
            generation.edges = others.into_iter().take(MOST_FOUND).filter_map(moved.edge).collect();
            generation.nodes = generation.nodes.iter().copied().filter_map(moved.node).collect();
            generation.from = match moved.rows.filter(|_| rows > 0) {
                Some(appended) => moved.now.edge_bound().saturating_sub(appended + rows),
                None => usize::MAX,
            };
        }
    }

    /// Forgets everything that is new, because the indexes are no longer valid.
    pub fn forget(&mut self) {
        *self = Self { due: self.due, ..Self::default() };
    }

    /// Expires the older generation; returns whether something is still new.
    pub fn age(&mut self) -> bool {
        // The newer generation becomes the older one.
        self.before = std::mem::take(&mut self.since);
        self.before.any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    #[test]
    fn arrivals_are_new_for_one_to_two_ageing_steps() {
        let rows = [("a", "b", "led-to", ""), ("b", "c", "led-to", ""), ("c", "d", "led-to", "")];
        let mut recent = RecentChanges::default();
        let grow = |recent: &mut RecentChanges, to: usize, first| {
            let graph = graph_of(&[], &rows[..to]);
            let is_first = recent.arrived(&graph, first, &[], &[]);
            (graph, is_first)
        };
        let new = |recent: &RecentChanges, graph: &Graph| -> Vec<String> {
            graph.nodes().filter(|node| recent.has_node(node.ix())).map(|node| node.id().to_owned()).collect()
        };
        let (graph, is_first) = grow(&mut recent, 2, 1);
        assert!(is_first);
        assert_eq!(new(&recent, &graph), ["b", "c"]);
        assert!(recent.age());
        let (graph, is_first) = grow(&mut recent, 3, 2);
        assert!(!is_first);
        assert_eq!(new(&recent, &graph), ["b", "c", "d"]);
        assert_eq!(graph.edges().map(|edge| recent.has_edge(edge.ix())).collect::<Vec<_>>(), [false, true, true]);
        assert!(recent.age());
        assert_eq!(new(&recent, &graph), ["c", "d"]);
        assert!(!recent.age());
        assert!(!recent.any() && new(&recent, &graph).is_empty());
        // A node without edges is new for the same time.
        let alone = graph.find("a").map(crate::graph::Node::ix);
        assert!(recent.arrived(&graph, 3, &[], alone.as_slice()));
        assert_eq!(new(&recent, &graph), ["a"]);
        assert!(recent.age());
        assert!(!recent.age());
    }
}
