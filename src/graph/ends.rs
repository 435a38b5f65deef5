//! Resolves the ends of a batch's edges to nodes, once per distinct id.
//!
//! Works in two phases. Nearly every id belongs to exactly one node; these are resolved in parallel, one thread per
//! batch. The rest, ambiguous and undefined ids, is resolved sequentially in edge order, so that missing nodes get the
//! same indices regardless of thread scheduling.

use super::batch::{Batch, BatchPosition};
use super::builder::Globals;
use super::intern::Sym;
use super::merging::Merging;
use super::node::NodeIx;

/// The text is not an end of any edge.
const NOT_AN_END: NodeIx = NodeIx(u32::MAX);
/// Left for the sequential phase.
const OPEN: NodeIx = NodeIx(u32::MAX - 1);

/// For each text of a batch, the node it refers to as an end of an edge.
pub(super) struct Ends {
    nodes: Vec<NodeIx>,
    /// Ids left for the sequential phase, in edge order.
    open: Vec<Sym>,
}

impl Ends {
    /// Parallel phase: resolves the ends of edges since `mark` as far as possible without adding a node.
    pub(super) fn look(merging: &Merging, batch: &Batch, mark: BatchPosition, global: &Globals) -> Self {
        let mut ends = Self { nodes: vec![NOT_AN_END; global.len()], open: Vec::new() };
        let (from, to) = (&batch.edges.from[mark.edges..], &batch.edges.to[mark.edges..]);
        for end in from.iter().zip(to).flat_map(|(from, to)| [*from, *to]) {
            let node = &mut ends.nodes[end.index()];
            if *node == NOT_AN_END {
                *node = merging.only_one(end, global).unwrap_or_else(|| {
                    ends.open.push(end);
                    OPEN
                });
            }
        }
        ends
    }

    /// Sequential phase: resolves the rest; undefined ids become missing nodes.
    pub(super) fn settle(&mut self, merging: &mut Merging, global: &Globals) {
        for end in std::mem::take(&mut self.open) {
            self.nodes[end.index()] = merging.resolve(end, global);
        }
    }

    /// The node that an end refers to.
    pub(super) fn of(&self, end: Sym) -> NodeIx {
        self.nodes[end.index()]
    }
}
