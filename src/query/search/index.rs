//! All names of a graph, ready to be searched.
//!
//! Within a tier the shorter name comes first, and what is defined comes before what is missing. The names lie in that order,
//! so that what is found needs no sorting: a letter is in nine of ten names, and sorting a million of them for it would take
//! longer than finding them.

use super::block::Block;
use crate::graph::{Graph, Node, NodeIx};
use rayon::prelude::*;
use std::sync::Arc;

/// The names of a graph in blocks: first what is defined, then what is missing, each from short to long.
pub(super) struct NameIndex {
    blocks: Vec<Arc<Block>>,
    /// How many of the blocks have what is defined.
    defined: usize,
}

impl NameIndex {
    pub(super) fn new(graph: &Graph) -> Self {
        let mut blocks = blocks(graph, |node| !node.is_missing());
        let defined = blocks.len();
        blocks.extend(missing(graph));
        Self { blocks, defined }
    }

    /// The names of a graph that grew out of the one that this was made of. Rows of a log define nothing, so only what is
    /// missing is looked at anew.
    pub(super) fn extended(&self, graph: &Graph) -> Self {
        let mut blocks = self.blocks[..self.defined].to_vec();
        blocks.extend(missing(graph));
        Self { blocks, defined: self.defined }
    }

    /// All blocks, in order.
    pub(super) fn blocks(&self) -> &[Arc<Block>] {
        &self.blocks
    }
}

fn missing(graph: &Graph) -> Vec<Arc<Block>> {
    blocks(graph, |node| node.is_missing())
}

fn blocks(graph: &Graph, is_meant: impl Fn(&Node<'_>) -> bool) -> Vec<Arc<Block>> {
    let measured = |node: Node<'_>| (node.id().len(), node.ix());
    let mut nodes: Vec<(usize, NodeIx)> = graph.nodes().filter(is_meant).map(measured).collect();
    nodes.par_sort_unstable();
    let block = |nodes: &[(usize, NodeIx)]| Block::new(graph, nodes.iter().map(|(_, ix)| *ix).collect());
    nodes.par_chunks(Block::MOST).map(|nodes| Arc::new(block(nodes))).collect()
}
