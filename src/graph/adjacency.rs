//! Adjacency lists in compressed sparse row (CSR) format: one offset per node and one index per edge, for each
//! direction.

use super::edge::EdgeIx;
use super::node::NodeIx;
use fixedbitset::FixedBitSet;

/// Direction of edges as seen from a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Incoming edges.
    In,
    /// Outgoing edges.
    Out,
}

/// For each node, its edges in one direction, in stored order.
#[derive(Debug)]
pub(super) struct Csr {
    pub(super) starts: Vec<u32>,
    pub(super) edges: Vec<EdgeIx>,
}

impl Csr {
    /// Groups edges by their node in `ends`; symmetric edges also by their node in `far_ends`. Counting sort: linear
    /// time, and stable within each row.
    pub(super) fn group(
        node_count: usize,
        stored: impl Iterator<Item = usize> + Clone,
        ends: &[NodeIx],
        far_ends: &[NodeIx],
        symmetric: &FixedBitSet,
    ) -> Self {
        let turned = |edge: usize| {
            let (end, far) = (ends[edge], far_ends[edge]);
            (symmetric.contains(edge) && far != end).then_some(far)
        };
        let mut starts = vec![0_u32; node_count + 1];
        for edge in stored.clone() {
            for end in std::iter::once(ends[edge]).chain(turned(edge)) {
                starts[end.index() + 1] += 1;
            }
        }
        for node in 0..node_count {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut edges = vec![EdgeIx(0); starts[node_count] as usize];
        for edge in stored {
            for end in std::iter::once(ends[edge]).chain(turned(edge)) {
                let slot = &mut next[end.index()];
                edges[*slot as usize] = EdgeIx(edge as u32);
                *slot += 1;
            }
        }
        Self { starts, edges }
    }

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
    fn rows_contain_each_edge_once_in_stored_order() {
        let ends = [2, 0, 2, 1, 0].map(NodeIx);
        let rows = Csr::group(4, 0..5, &ends, &ends, &FixedBitSet::with_capacity(5));
        let row = |node| rows.row(NodeIx(node)).iter().map(|edge| edge.0).collect::<Vec<_>>();
        assert_eq!(row(0), [1, 4]);
        assert_eq!(row(1), [3]);
        assert_eq!(row(2), [0, 2]);
        assert_eq!(row(3), [] as [u32; 0]);
    }

    #[test]
    fn symmetric_edge_is_in_the_rows_of_both_ends() {
        let (ends, far) = ([0, 1, 2].map(NodeIx), [1, 0, 2].map(NodeIx));
        let mut symmetric = FixedBitSet::with_capacity(3);
        symmetric.insert(1);
        symmetric.insert(2);
        let rows = Csr::group(3, 0..3, &ends, &far, &symmetric);
        let row = |node| rows.row(NodeIx(node)).iter().map(|edge| edge.0).collect::<Vec<_>>();
        assert_eq!((row(0), row(1), row(2)), (vec![0, 1], vec![1], vec![2]));
    }

    #[test]
    fn empty_graph_has_no_rows() {
        assert_eq!(Csr::group(0, 0..0, &[], &[], &FixedBitSet::new()).edges.len(), 0);
    }
}
