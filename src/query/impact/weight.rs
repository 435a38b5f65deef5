//! How surely a change reaches what rests on a node: the best product of confidences.
//!
//! No edge is more than certain, so a way never gets surer by going on, and the surest node that is left can always be
//! settled. Of equally sure ways the one with fewer steps counts.

use super::{Reach, Steps};
use crate::graph::{EdgeIx, NodeIx};
use crate::query::confidence::Trust;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A way to a node that may be its surest.
struct Offer {
    weight: f64,
    steps: u32,
    node: NodeIx,
    via: NodeIx,
    edge: EdgeIx,
}

impl Ord for Offer {
    /// The greatest is taken first: the surest, then the shortest, then what is stored first.
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

/// The surest way to each node that rests on this one.
pub(super) fn weigh(walk: &Steps<'_>, trust: &Trust) -> HashMap<NodeIx, Reach> {
    let root = walk.root;
    let mut reaches = HashMap::new();
    let mut offers = BinaryHeap::new();
    let mut settled = Some((root, 1.0, 0));
    while let Some((node, weight, steps)) = settled {
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
    reaches
}
