//! The most reliable path to each dependent: Dijkstra's algorithm that maximises the product of confidences.
//!
//! No confidence is greater than 1, so extending a path never increases its product, and the best open node can always
//! be settled. Of equally reliable paths the one with fewer steps is used.

use super::{Reach, Steps};
use crate::graph::{Cancelled, EdgeIx, NodeIx, Pace};
use crate::query::confidence::Trust;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Entry of the priority queue: a candidate path to a node.
struct Offer {
    weight: f64,
    steps: u32,
    node: NodeIx,
    via: NodeIx,
    edge: EdgeIx,
}

impl Ord for Offer {
    /// The greatest is taken first: the most reliable, then the shortest, then in stored order.
    fn cmp(&self, other: &Self) -> Ordering {
        let stored = |offer: &Self| (offer.steps, offer.node, offer.edge);
        self.weight.total_cmp(&other.weight).then_with(|| stored(other).cmp(&stored(self)))
    }
}

impl PartialOrd for Offer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Offer {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Offer {}

/// The most reliable path to each dependent of the root; `None` if cancelled.
pub(super) fn weigh(walk: &Steps<'_>, trust: &Trust, cancelled: Cancelled<'_>) -> Option<HashMap<NodeIx, Reach>> {
    let mut pace = Pace::new(cancelled);
    let root = walk.root;
    let mut reaches = HashMap::new();
    let mut offers = BinaryHeap::new();
    let mut settled = Some((root, 1.0, 0));
    while let Some((node, weight, steps)) = settled {
        if pace.is_over() {
            return None;
        }
        for (dependent, edge) in walk.dependents(node) {
            if dependent != root && !reaches.contains_key(&dependent) {
                let confidence = trust.certainty(walk.graph.edge(edge)).clamp(0.0, 1.0);
                offers.push(Offer { weight: weight * confidence, steps: steps + 1, node: dependent, via: node, edge });
            }
        }
        settled = None;
        while let Some(offer) = offers.pop() {
            if let Entry::Vacant(place) = reaches.entry(offer.node) {
                place.insert(Reach { weight: offer.weight, via: offer.via, edge: offer.edge });
                settled = Some((offer.node, offer.weight, offer.steps));
                break;
            }
        }
    }
    Some(reaches)
}
