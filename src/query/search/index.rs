//! Search index over all names of a graph.
//!
//! Within a tier, defined nodes come before missing ones and shorter ids before longer ones. The index stores the names
//! in that order, so that matches need no sorting: a single letter matches nine of ten names, and sorting a million
//! matches would take longer than finding them.

use super::block::Block;
use crate::graph::{Cancelled, Graph, Node, NodeIx, UntilCancelled as _};
use rayon::prelude::*;
use std::sync::Arc;

/// The names of a graph in blocks: first defined, then missing nodes, each from short to long ids.
pub(super) struct NameIndex {
    blocks: Vec<Arc<Block>>,
    /// Number of blocks with defined nodes.
    defined: usize,
}

impl NameIndex {
    /// Indexes all names; `None` if cancelled.
    pub(super) fn new(graph: &Graph, cancelled: Cancelled<'_>) -> Option<Self> {
        let mut blocks = blocks(graph, |node| !node.is_missing(), cancelled)?;
        let defined = blocks.len();
        blocks.extend(missing(graph, cancelled)?);
        Some(Self { blocks, defined })
    }

    /// The index of an extended version of the graph. Rows of the log define no nodes, so only the missing nodes are
    /// indexed again. `None` if cancelled.
    pub(super) fn extended(&self, graph: &Graph, cancelled: Cancelled<'_>) -> Option<Self> {
        let mut blocks = self.blocks[..self.defined].to_vec();
        blocks.extend(missing(graph, cancelled)?);
        Some(Self { blocks, defined: self.defined })
    }

    pub(super) fn blocks(&self) -> &[Arc<Block>] {
        &self.blocks
    }
}

fn missing(graph: &Graph, cancelled: Cancelled<'_>) -> Option<Vec<Arc<Block>>> {
    blocks(graph, |node| node.is_missing(), cancelled)
}

fn blocks(graph: &Graph, is_meant: impl Fn(&Node<'_>) -> bool, cancelled: Cancelled<'_>) -> Option<Vec<Arc<Block>>> {
    let measured = |node: Node<'_>| (node.id().len(), node.ix());
    let mut nodes: Vec<(usize, NodeIx)> = graph.nodes().until(cancelled).filter(is_meant).map(measured).collect();
    if cancelled() {
        return None;
    }
    nodes.par_sort_unstable();
    let block = |nodes: &[(usize, NodeIx)]| {
        let block = || Block::new(graph, nodes.iter().map(|(_, ix)| *ix).collect());
        (!cancelled()).then(|| Arc::new(block()))
    };
    nodes.par_chunks(Block::MOST).map(block).collect()
}
