//! Neighbours that two nodes share, by how telling they are: one with few neighbours of its own says much about them.
//!
//! The measure is Adamic and Adar's, with edges by their weight. It looks at the edges of every neighbour once.

use super::is_target;
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::filter::EdgeFilter;
use crate::query::lineage::Orient;
use crate::query::neighbourhood::Directions;
use crate::query::ways::{Sense, Ways};
use hashbrown::HashMap;

/// One shared neighbour says little: it takes two.
const FEWEST: u32 = 2;

/// So many of those that are shared are listed.
const MOST_LISTED: usize = 10;

/// A neighbour that two nodes share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shared {
    /// The neighbour.
    pub node: NodeIx,
    /// What joins it to the node whose links are looked for.
    pub near: EdgeIx,
    /// What joins it to the other one.
    pub far: EdgeIx,
}

/// What a node has in common with others.
pub(super) struct Common<'g> {
    node: NodeIx,
    ways: Ways<'g>,
    edges: &'g EdgeFilter,
    graph: &'g Graph,
    /// The neighbours of the node, and for each how much it tells.
    near: HashMap<NodeIx, Near>,
}

struct Near {
    edge: EdgeIx,
    weight: f64,
    telling: f64,
}

impl<'g> Common<'g> {
    /// Looks at the neighbours of a node.
    pub(super) fn of(graph: &'g Graph, node: NodeIx, edges: &'g EdgeFilter) -> Self {
        let ways = Ways::new(graph, edges, Directions::Both, Orient::Stored);
        let mut common = Self { node, ways, edges, graph, near: HashMap::new() };
        let mut near = HashMap::new();
        common.meet(node, |edge, weight, far| {
            let one = near.entry(far).or_insert(Near { edge, weight, telling: 0.0 });
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

    /// Every node that shares enough neighbours with this one, and how much they tell. If it was called off, by the neighbours
    /// that were looked at until then.
    pub(super) fn others(&mut self, cancelled: &(dyn Fn() -> bool + Sync)) -> Vec<(NodeIx, f64)> {
        let count = self.graph.node_count();
        // How many neighbours each node shares and what they tell; the weight it has for the neighbour that is looked at.
        let (mut shared, mut told, mut weights) = (vec![0_u32; count], vec![0.0; count], vec![UNMET; count]);
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
            let near = self.near.get_mut(&neighbour).expect("it is one of them");
            near.telling = telling(met.len());
            for far in met.drain(..) {
                let at = far.index();
                if shared[at] == 0 {
                    reached.push(far);
                }
                shared[at] += 1;
                told[at] += near.weight * weights[at] * near.telling;
                weights[at] = UNMET;
            }
        }
        let is_other = |far: &NodeIx| *far != self.node && shared[far.index()] >= FEWEST;
        let others = reached.into_iter().filter(is_other).filter(|far| is_target(self.graph.node(*far)));
        others.map(|far| (far, told[far.index()])).filter(|(_, told)| *told > 0.0).collect()
    }

    /// The most telling neighbours shared with another node, and how many there are. Asked after [`Common::others`].
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
        let tells =
            |neighbour: &NodeIx, weight: f64| self.near[neighbour].weight * weight * self.near[neighbour].telling;
        let mut shared: Vec<_> = far
            .into_iter()
            .map(|(node, (weight, far))| (tells(&node, weight), Shared { node, near: self.near[&node].edge, far }))
            .collect();
        let id = |one: &Shared| (self.graph.node(one.node).id(), one.node);
        shared.sort_by(|(one, of), (other, than)| other.total_cmp(one).then_with(|| id(of).cmp(&id(than))));
        let total = shared.len();
        (shared.into_iter().take(MOST_LISTED).map(|(_, shared)| shared).collect(), total)
    }
}

/// Stands for "not met" among weights, which are never negative.
const UNMET: f64 = -1.0;

/// How much a neighbour tells that has so many.
#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^32 nodes")]
fn telling(neighbours: usize) -> f64 {
    1.0 / (neighbours.max(2) as f64).log2()
}
