//! Nodes in the order of their ids, also when there are a million.

use crate::graph::{Graph, Node, NodeIx};
use rayon::prelude::*;

/// A node with the start of its id: most ids differ there, and comparing numbers that lie side by side is many times
/// faster than looking up two texts.
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

/// The first bytes of a text as a number that is ordered as they are. What is shorter is filled up with the least byte,
/// so numbers never disagree with the texts; where they are equal, the texts decide.
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
        fn the_order_is_that_of_rank_and_id(ids in prop::collection::btree_set("[ab\u{0}é]{1,20}", 1..30)) {
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
