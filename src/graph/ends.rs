//! Which nodes the ends of a batch's edges mean, asked once for each id of the batch.
//!
//! Nearly every end is the one node that has its id, which all threads can see for their batches at once. The rest, ids that
//! several nodes have or that nothing defines, is resolved one by one in the order of the edges, so that missing nodes
//! have the same numbers whoever looked first.

use super::batch::{Batch, BatchPosition};
use super::builder::Globals;
use super::intern::Sym;
use super::merging::Merging;
use super::node::NodeIx;

/// No end of any edge has this id.
const NOT_AN_END: NodeIx = NodeIx(u32::MAX);
/// It takes more than a look.
const OPEN: NodeIx = NodeIx(u32::MAX - 1);

/// For each text of a batch the node that it means as an end of an edge.
pub(super) struct Ends {
    nodes: Vec<NodeIx>,
    /// What is still to be resolved, in the order of the edges.
    open: Vec<Sym>,
}

impl Ends {
    /// What can be told of the edges behind a mark without adding a node.
    pub(super) fn look(merging: &Merging, batch: &Batch, mark: BatchPosition, global: &Globals) -> Self {
        let mut ends = Self { nodes: vec![NOT_AN_END; global.len()], open: Vec::new() };
        let (from, to) = (&batch.edges.from[mark.edges..], &batch.edges.to[mark.edges..]);
        for end in from.iter().zip(to).flat_map(|(from, to)| [*from, *to]) {
            let node = &mut ends.nodes[end.index()];
            if *node == NOT_AN_END {
                *node = merging.only_one(global.id(end), batch.system).unwrap_or_else(|| {
                    ends.open.push(end);
                    OPEN
                });
            }
        }
        ends
    }

    /// Resolves the rest; what nothing defines becomes a missing node.
    pub(super) fn settle(&mut self, merging: &mut Merging, batch: &Batch, global: &Globals) {
        for end in std::mem::take(&mut self.open) {
            self.nodes[end.index()] = merging.resolve(global.id(end), batch.system);
        }
    }

    /// The node that an end of an edge means.
    pub(super) fn of(&self, end: Sym) -> NodeIx {
        self.nodes[end.index()]
    }
}
