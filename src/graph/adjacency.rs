//! Adjacency as compressed rows: one offset a node, one number an edge, in each direction.

use super::edge::EdgeIx;
use super::node::NodeIx;

/// Which edges of a node are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Those that reach it.
    In,
    /// Those that leave it.
    Out,
}

/// For each node its edges in one direction, in stored order.
#[derive(Debug)]
pub(super) struct Rows {
    starts: Vec<u32>,
    edges: Vec<EdgeIx>,
}

impl Rows {
    /// Groups the edges `0..ends.len()` by the node each has in `ends`. Counting sort: linear, and stable by edge.
    pub(super) fn group(node_count: usize, ends: &[NodeIx]) -> Self {
        let mut starts = vec![0_u32; node_count + 1];
        for end in ends {
            starts[end.index() + 1] += 1;
        }
        for node in 0..node_count {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut edges = vec![EdgeIx(0); ends.len()];
        for (edge, end) in ends.iter().enumerate() {
            let slot = &mut next[end.index()];
            edges[*slot as usize] = EdgeIx(edge as u32);
            *slot += 1;
        }
        Self { starts, edges }
    }

    /// The edges of one node.
    pub(super) fn row(&self, node: NodeIx) -> &[EdgeIx] {
        let start = self.starts[node.index()] as usize;
        let end = self.starts[node.index() + 1] as usize;
        &self.edges[start..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_each_edge_once_in_stored_order() {
        let ends = [2, 0, 2, 1, 0].map(NodeIx);
        let rows = Rows::group(4, &ends);
        let row = |node| rows.row(NodeIx(node)).iter().map(|edge| edge.0).collect::<Vec<_>>();
        assert_eq!(row(0), [1, 4]);
        assert_eq!(row(1), [3]);
        assert_eq!(row(2), [0, 2]);
        assert_eq!(row(3), [] as [u32; 0]);
    }

    #[test]
    fn no_nodes_are_fine() {
        assert_eq!(Rows::group(0, &[]).edges.len(), 0);
    }
}
