//! The layered graph of all shortest paths between two nodes.
//!
//! Bidirectional breadth-first search: each iteration expands one level of the side with fewer edges to visit, until
//! the two frontiers meet. The layers are then collected backwards from the meeting nodes. Links are stored in
//! compressed sparse row (CSR) form.

use super::PathRequest;
use crate::graph::{Cancelled, Direction, EdgeIx, Graph, NodeIx, UntilCancelled as _};
use crate::query::by_id::sort_by_id;
use crate::query::traversal::{Sense, Ways};
use fixedbitset::FixedBitSet;
use std::ops::Range;

/// The nodes of all shortest paths, layer by layer, and the links between consecutive layers.
pub(super) struct Web {
    /// The nodes, grouped by layer and sorted by id within each layer.
    pub(super) nodes: Vec<NodeIx>,
    /// The range of each layer in `nodes`. The first layer contains only the start, the last only the end.
    pub(super) layers: Vec<Range<usize>>,
    /// CSR offsets: the links of node `n` are `links[starts[n]..starts[n + 1]]`.
    pub(super) starts: Vec<usize>,
    /// The links from each node to the next layer, sorted by id.
    pub(super) links: Vec<Link>,
}

/// A link to a node of the next layer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    /// Index of the target in `nodes`.
    pub(super) to: usize,
    /// The most trusted of the parallel edges.
    pub(super) edge: EdgeIx,
    pub(super) confidence: f64,
    /// Whether the edge is inferred from content.
    pub(super) implicit: bool,
}

impl Web {
    /// Builds the layered graph between two nodes; `None` if they are not connected within the maximum number of steps,
    /// or if cancelled.
    pub(super) fn between(
        graph: &Graph,
        ways: &Ways<'_>,
        from: NodeIx,
        to: NodeIx,
        request: &PathRequest,
        cancelled: Cancelled<'_>,
    ) -> Option<Self> {
        let mut sides = [Side::new(graph, from, Sense::Onward), Side::new(graph, to, Sense::Back)];
        while !sides[0].has_met(&sides[1]) {
            let hops = sides[0].steps + sides[1].steps;
            let is_over = request.max_hops.is_some_and(|most| hops >= most);
            if is_over || sides.iter().any(|side| side.level.is_empty()) || cancelled() {
                return None;
            }
            let next = usize::from(sides[0].cost(graph) > sides[1].cost(graph));
            sides[next].step(ways, cancelled);
        }
        Some(Self::of(graph, ways, &sides, request, cancelled))
    }

    /// Number of steps of the paths.
    pub(super) fn hops(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    pub(super) fn links_of(&self, node: usize) -> Range<usize> {
        self.starts[node]..self.starts[node + 1]
    }

    /// Incomplete if cancelled.
    fn of(
        graph: &Graph,
        ways: &Ways<'_>,
        [start, end]: &[Side; 2],
        request: &PathRequest,
        cancelled: Cancelled<'_>,
    ) -> Self {
        let middle: Vec<_> = start.newest().filter(|node| end.distance(*node) == Some(end.steps)).collect();
        let mut sets = start.layers_from(ways, middle.clone(), cancelled);
        sets.reverse();
        sets.pop();
        sets.extend(end.layers_from(ways, middle, cancelled));
        let (mut nodes, mut layers) = (Vec::new(), Vec::new());
        for mut set in sets {
            sort_by_id(graph, &mut set, |_| 0);
            layers.push(nodes.len()..nodes.len() + set.len());
            nodes.append(&mut set);
        }
        let mut web = Self { nodes, layers, starts: vec![0], links: Vec::new() };
        web.link(graph, ways, request, cancelled);
        web
    }

    fn link(&mut self, graph: &Graph, ways: &Ways<'_>, request: &PathRequest, cancelled: Cancelled<'_>) {
        // Index of each node in `nodes`, plus 1; 0 for other nodes.
        let mut places = vec![0_u32; graph.node_count()];
        for (place, node) in (1..).zip(&self.nodes) {
            places[node.index()] = place;
        }
        for layer in 0..self.layers.len() {
            let next = self.layers.get(layer + 1).cloned().unwrap_or_default();
            for at in self.layers[layer].clone().until(cancelled) {
                let first = self.links.len();
                ways.meet(self.nodes[at], Sense::Onward, |edge, far| {
                    let Some(to) = (places[far.index()] as usize).checked_sub(1).filter(|to| next.contains(to)) else {
                        return;
                    };
                    let confidence = request.edges.trust.certainty(edge);
                    self.links.push(Link { to, edge: edge.ix(), confidence, implicit: edge.is_implicit() });
                });
                // Of parallel edges keep the most trusted one; on a tie, an explicit one.
                self.links[first..].sort_by(|one, other| {
                    let by_trust = || other.confidence.total_cmp(&one.confidence);
                    one.to.cmp(&other.to).then_with(by_trust).then(one.implicit.cmp(&other.implicit))
                });
                let mut kept = first;
                for link in first..self.links.len() {
                    if kept == first || self.links[kept - 1].to != self.links[link].to {
                        self.links[kept] = self.links[link];
                        kept += 1;
                    }
                }
                self.links.truncate(kept);
                self.starts.push(kept);
            }
        }
    }
}

/// Breadth-first search from one of the ends, level by level.
struct Side {
    sense: Sense,
    /// Distance of each node plus 1; 0 if not reached.
    distances: Vec<u32>,
    met: Vec<NodeIx>,
    /// The range of the last level in `met`.
    level: Range<usize>,
    steps: u32,
}

impl Side {
    fn new(graph: &Graph, root: NodeIx, sense: Sense) -> Self {
        let mut distances = vec![0; graph.node_count()];
        distances[root.index()] = 1;
        Self { sense, distances, met: vec![root], level: 0..1, steps: 0 }
    }

    fn distance(&self, node: NodeIx) -> Option<u32> {
        self.distances[node.index()].checked_sub(1)
    }

    fn newest(&self) -> impl Iterator<Item = NodeIx> {
        self.met[self.level.clone()].iter().copied()
    }

    /// Whether a node was reached from both sides. Only nodes of the last levels can be.
    fn has_met(&self, other: &Self) -> bool {
        let met = |side: &Self, other: &Self| side.newest().any(|node| other.distance(node).is_some());
        if self.level.len() < other.level.len() { met(self, other) } else { met(other, self) }
    }

    /// Number of edges that the next step visits.
    fn cost(&self, graph: &Graph) -> usize {
        let edges = |node: NodeIx| [Direction::In, Direction::Out].map(|side| graph.edges_of(node, side).len());
        self.newest().map(|node| edges(node).iter().sum::<usize>()).sum()
    }

    fn step(&mut self, ways: &Ways<'_>, cancelled: Cancelled<'_>) {
        self.steps += 1;
        let first = self.met.len();
        for at in self.level.clone().until(cancelled) {
            ways.meet(self.met[at], self.sense, |_, far| {
                if self.distances[far.index()] == 0 {
                    self.distances[far.index()] = self.steps + 1;
                    self.met.push(far);
                }
            });
        }
        self.level = first..self.met.len();
    }

    /// The layers of the shortest paths from some nodes of the last level back to this side's root, these nodes first.
    fn layers_from(&self, ways: &Ways<'_>, nodes: Vec<NodeIx>, cancelled: Cancelled<'_>) -> Vec<Vec<NodeIx>> {
        let mut layers = vec![nodes];
        let mut taken = FixedBitSet::with_capacity(self.distances.len());
        let back = if self.sense == Sense::Onward { Sense::Back } else { Sense::Onward };
        for distance in (0..self.steps).rev() {
            let mut layer = Vec::new();
            for node in layers[layers.len() - 1].iter().until(cancelled) {
                ways.meet(*node, back, |_, far| {
                    if self.distance(far) == Some(distance) && !taken.put(far.index()) {
                        layer.push(far);
                    }
                });
            }
            layers.push(layer);
        }
        layers
    }
}
