//! Impact of a change: the direct and transitive dependents of a node, with confidence and reasons.
//!
//! Breadth-first search against the dependence relations gives the distances; [`weight`] finds the most reliable path
//! to each dependent. Nodes connected by events are listed separately.

mod events;
mod weight;

pub use self::events::Event;

use self::events::events;
use self::weight::weigh;
use super::filter::EdgeFilter;
use super::sieve::Sieve;
use crate::graph::relation::{Dependent, Spelling};
use crate::graph::{Cancelled, Direction, Edge, EdgeIx, Graph, NEVER, NodeIx, Pace};
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

/// The nodes affected by a change of one node.
#[derive(Debug, Clone, PartialEq)]
pub struct Impact {
    /// The changed node.
    pub root: NodeIx,
    /// The edges by which other nodes depend on it directly.
    pub direct: Vec<Direct>,
    /// Indirect dependents.
    pub transitive: Vec<Transitive>,
    /// Nodes connected to it by events.
    pub events: Vec<Event>,
    /// The most reliable path to each dependent.
    reaches: HashMap<NodeIx, Reach>,
}

/// A direct dependence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Direct {
    pub node: NodeIx,
    pub edge: EdgeIx,
    /// The most reliable path to the node.
    pub reach: Reach,
}

/// The most reliable path by which a change affects a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    /// Product of the confidences along the path, from 0 to 1; edges without confidence count as 1.
    pub weight: f64,
    /// The previous node on the path.
    pub via: NodeIx,
    /// The last edge of the path.
    pub edge: EdgeIx,
}

/// An indirect dependence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transitive {
    pub node: NodeIx,
    /// Number of steps, at least 2.
    pub distance: u32,
    /// The node one step closer, which it depends on.
    pub via: NodeIx,
    pub edge: EdgeIx,
    /// The most reliable path to the node.
    pub reach: Reach,
}

impl Impact {
    /// No dependents.
    pub fn none(root: NodeIx) -> Self {
        Self { root, direct: Vec::new(), transitive: Vec::new(), events: Vec::new(), reaches: HashMap::new() }
    }

    /// The edges of the most reliable path from the changed node to a dependent, in this order.
    pub fn because(&self, node: NodeIx) -> Vec<EdgeIx> {
        let mut way = Vec::new();
        let mut at = node;
        while let Some(reach) = self.reaches.get(&at) {
            way.push(reach.edge);
            at = reach.via;
        }
        way.reverse();
        way
    }

    /// Every dependent with its most reliable path.
    pub fn reaches(&self) -> impl Iterator<Item = (NodeIx, Reach)> {
        self.reaches.iter().map(|(node, reach)| (*node, *reach))
    }
}

/// Finds everything that depends on a node, over the relations that express dependence in their systems.
pub fn impact(graph: &Graph, root: NodeIx, edges: &EdgeFilter) -> Impact {
    impact_by(graph, root, edges, &|_| true, NEVER).expect("never cancelled")
}

/// Impact of a change to part of a node: its dependents by edges that pass `first`, and their dependents. `None` if
/// cancelled.
pub fn impact_by(
    graph: &Graph,
    root: NodeIx,
    edges: &EdgeFilter,
    first: &dyn Fn(Edge<'_>) -> bool,
    cancelled: Cancelled<'_>,
) -> Option<Impact> {
    let mut pace = Pace::new(cancelled);
    let sieve = Sieve::new(graph, edges);
    let steps = Steps { graph, sieve: &sieve, root, first };
    let mut met = FixedBitSet::with_capacity(graph.node_count());
    met.insert(root.index());
    // Each reached node with its distance, predecessor and edge.
    let mut nodes: Vec<(NodeIx, u32, NodeIx, EdgeIx)> = Vec::new();
    let mut directly = Vec::new();
    let mut frontier = vec![root];
    let mut step = 0;
    while !frontier.is_empty() {
        step += 1;
        let mut next = Vec::new();
        for node in frontier {
            if pace.is_over() {
                return None;
            }
            for (dependent, edge) in steps.dependents(node) {
                if step == 1 && dependent != root {
                    directly.push((dependent, edge));
                }
                if !met.put(dependent.index()) {
                    next.push(dependent);
                    nodes.push((dependent, step, node, edge));
                }
            }
        }
        frontier = next;
    }
    let reaches = if graph.has_confidence() {
        weigh(&steps, &edges.trust, cancelled)?
    } else {
        nodes.iter().map(|(node, _, via, edge)| (*node, Reach { weight: 1.0, via: *via, edge: *edge })).collect()
    };
    let reach = |node: NodeIx| reaches[&node];
    let direct = directly.into_iter().map(|(node, edge)| Direct { node, edge, reach: reach(node) });
    let mut direct: Vec<_> = direct.collect();
    direct.sort_by_key(|one| (graph.node(one.node).id(), one.edge));
    let farther = nodes.into_iter().filter(|(_, distance, ..)| *distance > 1);
    let transitive = |(node, distance, via, edge)| Transitive { node, distance, via, edge, reach: reach(node) };
    let mut transitive: Vec<_> = farther.map(transitive).collect();
    transitive.sort_by_key(|one| (one.distance, graph.node(one.node).id(), one.node));

    let events = events(graph, root, &|edge| sieve.keeps(edge) && first(edge));
    (!cancelled()).then_some(Impact { root, direct, transitive, events, reaches })
}

/// Enumerates dependents for the searches.
struct Steps<'a> {
    graph: &'a Graph,
    sieve: &'a Sieve<'a>,
    root: NodeIx,
    /// Filter for the edges of the first step.
    first: &'a dyn Fn(Edge<'_>) -> bool,
}

impl Steps<'_> {
    /// The direct dependents of a node, by distinct edges.
    fn dependents(&self, node: NodeIx) -> Vec<(NodeIx, EdgeIx)> {
        let (graph, is_first) = (self.graph, node == self.root);
        let mut found = Vec::new();
        for direction in [Direction::In, Direction::Out] {
            for &ix in graph.edges_of(node, direction) {
                let edge = graph.edge(ix);
                let is_step = !edge.is_repeated() && depends(edge, direction) && self.sieve.keeps(edge);
                if is_step && (!is_first || (self.first)(edge)) {
                    found.push((edge.other(node), ix));
                }
            }
        }
        found
    }
}

/// Whether the other end of an edge depends on the node that has the edge in this direction.
fn depends(edge: Edge<'_>, direction: Direction) -> bool {
    let Some(meaning) = edge.meaning() else { return false };
    let end = match (meaning.relation.dependent, meaning.spelling) {
        (None, _) => return false,
        (Some(end), Spelling::Own | Spelling::Synonym) => end,
        (Some(Dependent::From), Spelling::Inverse) => Dependent::To,
        (Some(Dependent::To), Spelling::Inverse) => Dependent::From,
    };
    // The changed node is at the other end.
    (direction == Direction::In) == (end == Dependent::From)
}
