//! Dense numbers for the nodes of a lineage: listed nodes first, then the missing ones that are only passed through.

use crate::graph::{Graph, NodeIx};

/// A map from nodes to numbers, as an array with an entry for every node of the graph. Each edge of a lineage looks up
/// both its ends; with a hash map this would dominate the layout time. Pages of the array that are never written take
/// no memory.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    /// The number plus one; 0 if there is none.
    after: Vec<u32>,
}

impl Numbers {
    pub(super) fn new(graph: &Graph) -> Self {
        Self { after: vec![0; graph.node_count()] }
    }

    /// Sets or replaces the number of a node.
    pub(super) fn set(&mut self, node: NodeIx, number: u32) {
        self.after[node.index()] = number + 1;
    }

    pub(super) fn get(&self, node: NodeIx) -> Option<u32> {
        self.after.get(node.index())?.checked_sub(1)
    }
}
