//! Shared neighbours of two nodes, scored by the Adamic-Adar index with weighted edges.
//!
//! Each shared neighbour contributes `1 / log2(degree)`: a neighbour with few neighbours of its own is strong evidence,
//! a hub is weak evidence. The edges of every neighbour are visited once, with dense per-node arrays as accumulators.

use super::is_target;
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::filter::EdgeFilter;
use crate::query::lineage::Orient;
use crate::query::neighbourhood::Directions;
use crate::query::traversal::{Sense, Ways};
use hashbrown::HashMap;

/// Minimum number of shared neighbours: one alone is weak evidence.
const FEWEST: u32 = 2;

/// Maximum number of shared neighbours listed.
const MOST_LISTED: usize = 10;

/// A neighbour that two nodes share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shared {
    pub node: NodeIx,
    /// The edge between it and the queried node.
    pub near: EdgeIx,
    /// The edge between it and the other node.
    pub far: EdgeIx,
}

/// The neighbours of a node, for comparison with those of other nodes.
pub(super) struct Common<'g> {
    node: NodeIx,
    ways: Ways<'g>,
    edges: &'g EdgeFilter,
    graph: &'g Graph,
    /// The neighbours of the node with their weights.
    near: HashMap<NodeIx, Near>,
}

struct Near {
    edge: EdgeIx,
    weight: f64,
    rarity: f64,
}

impl<'g> Common<'g> {
    pub(super) fn of(graph: &'g Graph, node: NodeIx, edges: &'g EdgeFilter) -> Self {
        let ways = Ways::new(graph, edges, Directions::Both, Orient::Stored);
        let mut common = Self { node, ways, edges, graph, near: HashMap::new() };
        let mut near = HashMap::new();
        common.meet(node, |edge, weight, far| {
            let one = near.entry(far).or_insert(Near { edge, weight, rarity: 0.0 });
            if weight > one.weight {
                (one.edge, one.weight) = (edge, weight);
            }
        });
        common.near = near;
        common
    }

    fn meet(&self, node: NodeIx, mut meet: impl FnMut(EdgeIx, f64, NodeIx)) {
        self.ways.meet(node, Sense::Onward, |edge, far| meet(edge.ix(), self.edges.trust.weight(edge), far));
    }

    /// Every node that shares enough neighbours with this one, and its score. If cancelled, considers only the
    /// neighbours visited so far.
    pub(super) fn others(&mut self, cancelled: &(dyn Fn() -> bool + Sync)) -> Vec<(NodeIx, f64)> {
        let count = self.graph.node_count();
        // For each node: number of shared neighbours, score, and edge weight to the neighbour being visited.
        let (mut shared, mut scores, mut weights) = (vec![0_u32; count], vec![0.0; count], vec![UNMET; count]);
        let (mut met, mut reached) = (Vec::new(), Vec::new());
        let mut neighbours: Vec<_> = self.near.keys().copied().collect();
        neighbours.sort_unstable();
        for neighbour in neighbours {
            if cancelled() {
                break;
            }
            self.meet(neighbour, |_, weight, far| {
                let known = &mut weights[far.index()];
                if *known == UNMET {
                    met.push(far);
                }
                *known = weight.max(*known);
            });
            let near = self.near.get_mut(&neighbour).expect("the key is from this map");
            near.rarity = adamic_adar(met.len());
            for far in met.drain(..) {
                let at = far.index();
                if shared[at] == 0 {
                    reached.push(far);
                }
                shared[at] += 1;
                scores[at] += near.weight * weights[at] * near.rarity;
                weights[at] = UNMET;
            }
        }
        let is_other = |far: &NodeIx| *far != self.node && shared[far.index()] >= FEWEST;
        let others = reached.into_iter().filter(is_other).filter(|far| is_target(self.graph.node(*far)));
        others.map(|far| (far, scores[far.index()])).filter(|(_, score)| *score > 0.0).collect()
    }

    /// The shared neighbours that contribute most, and their total number. Must be called after [`Common::others`].
    pub(super) fn with(&self, other: NodeIx) -> (Vec<Shared>, usize) {
        let mut far: HashMap<NodeIx, (f64, EdgeIx)> = HashMap::new();
        self.meet(other, |edge, weight, neighbour| {
            if self.near.contains_key(&neighbour) {
                let known = far.entry(neighbour).or_insert((weight, edge));
                if weight > known.0 {
                    *known = (weight, edge);
                }
            }
        });
        let score =
            |neighbour: &NodeIx, weight: f64| self.near[neighbour].weight * weight * self.near[neighbour].rarity;
        let mut shared: Vec<_> = far
            .into_iter()
            .map(|(node, (weight, far))| (score(&node, weight), Shared { node, near: self.near[&node].edge, far }))
            .collect();
        let id = |one: &Shared| (self.graph.node(one.node).id(), one.node);
        shared.sort_by(|(one, of), (other, than)| other.total_cmp(one).then_with(|| id(of).cmp(&id(than))));
        let total = shared.len();
        (shared.into_iter().take(MOST_LISTED).map(|(_, shared)| shared).collect(), total)
    }
}

/// Marks nodes that were not visited; real weights are never negative.
const UNMET: f64 = -1.0;

/// Adamic-Adar contribution of a neighbour with this degree.
#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^32 nodes")]
fn adamic_adar(neighbours: usize) -> f64 {
    1.0 / (neighbours.max(2) as f64).log2()
}
