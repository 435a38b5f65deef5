//! The numbers of a lineage's nodes: what has a place comes first, then the missing ones that are only walked through.

use crate::graph::{Graph, NodeIx};

/// A number for some nodes of a graph. A column with an entry for every node of the graph: each edge of a lineage asks for both
/// its ends, and hashing would take most of the time of a layout. What is never touched of it takes no memory.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    /// One more than the number; 0 if there is none.
    after: Vec<u32>,
}

impl Numbers {
    pub(super) fn new(graph: &Graph) -> Self {
        Self { after: vec![0; graph.node_count()] }
    }

    /// Gives a node a number, in place of the one it had.
    pub(super) fn set(&mut self, node: NodeIx, number: u32) {
        self.after[node.index()] = number + 1;
    }

    pub(super) fn get(&self, node: NodeIx) -> Option<u32> {
        self.after.get(node.index())?.checked_sub(1)
    }
}
