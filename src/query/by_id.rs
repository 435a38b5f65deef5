//! Fast sorting of nodes by id.
//!
//! A parallel sort over precomputed keys (decorate-sort-undecorate): rank and the first 16 bytes of the id as an
//! integer. Ids are compared as text only where these are equal, because looking up two texts costs many times as much.

use crate::graph::{Graph, Node, NodeIx};
use rayon::prelude::*;

/// A node with its sort key. Most ids differ in their first bytes.
#[derive(Clone, Copy)]
struct Keyed<R> {
    rank: R,
    start: u128,
    node: NodeIx,
}

/// Sorts nodes by a rank, then by id, then by system.
pub(super) fn sort_by_id<R: Ord + Copy + Send + Sync>(
    graph: &Graph,
    nodes: &mut [NodeIx],
    rank: impl Fn(Node<'_>) -> R + Sync,
) {
    let keyed = |ix: &NodeIx| {
        let node = graph.node(*ix);
        Keyed { rank: rank(node), start: start(node.id()), node: *ix }
    };
    let mut sorted: Vec<Keyed<R>> = nodes.par_iter().map(keyed).collect();
    sorted.par_sort_unstable_by(|one, other| {
        let whole = |keyed: &Keyed<R>| (graph.node(keyed.node).id(), graph.node(keyed.node).system());
        (one.rank, one.start).cmp(&(other.rank, other.start)).then_with(|| whole(one).cmp(&whole(other)))
    });
    for (place, keyed) in nodes.iter_mut().zip(sorted) {
        *place = keyed.node;
    }
}

/// The first 16 bytes of a text as a big-endian number, padded with zero bytes. Never contradicts the order of the
/// texts; where the numbers are equal, the texts decide.
fn start(text: &str) -> u128 {
    let mut bytes = [0; size_of::<u128>()];
    let taken = text.len().min(bytes.len());
    bytes[..taken].copy_from_slice(&text.as_bytes()[..taken]);
    u128::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::titled;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nodes_are_sorted_by_rank_then_id(ids in prop::collection::btree_set("[ab\u{0}é]{1,20}", 1..30)) {
            let pairs: Vec<_> = ids.iter().rev().map(|id| (id.as_str(), "")).collect();
            let graph = titled(&pairs);
            let rank = |node: Node<'_>| u8::from(node.id().starts_with('a'));
            let mut sorted: Vec<_> = graph.nodes().map(Node::ix).collect();
            let mut naive = sorted.clone();
            naive.sort_by_key(|ix| (rank(graph.node(*ix)), graph.node(*ix).id()));
            sort_by_id(&graph, &mut sorted, rank);
            prop_assert_eq!(sorted, naive);
        }
    }
}
