//! Neighbour iteration for graph traversals: which edges may be followed from a node, and in which direction.
//!
//! [`Ways`] combines an edge filter, the requested directions and the orientation by meaning. Path and rank use it for
//! every edge they visit, forward and in reverse. It passes edges to a callback and allocates nothing per edge.

use super::filter::EdgeFilter;
use super::lineage::Orient;
use super::neighbourhood::Directions;
use super::sieve::{Meanings, Sieve};
use crate::graph::{Direction, Edge, Graph, NodeIx};

/// Direction of a traversal step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    /// To the successors of a node.
    Onward,
    /// To its predecessors.
    Back,
}

/// The edges of a graph that a traversal may follow.
pub(super) struct Ways<'g> {
    graph: &'g Graph,
    sieve: Sieve<'g>,
    directions: Directions,
    /// Meanings that are followed against their stored direction.
    turned: Meanings,
}

impl<'g> Ways<'g> {
    /// Follows edges along their direction, against it or both ways; `orient` defines the direction of an edge.
    pub(super) fn new(graph: &'g Graph, edges: &'g EdgeFilter, directions: Directions, orient: Orient) -> Self {
        Self { graph, sieve: Sieve::new(graph, edges), directions, turned: orient.turned(graph.registry()) }
    }

    /// Visits every distinct edge to a successor or predecessor of a node, with the node at its other end. Skips loops.
    pub(super) fn meet(&self, node: NodeIx, sense: Sense, mut meet: impl FnMut(Edge<'g>, NodeIx)) {
        let is_against = (sense == Sense::Back) != (self.directions == Directions::In);
        let (first, second) =
            if is_against { (Direction::In, Direction::Out) } else { (Direction::Out, Direction::In) };
        self.meet_row(node, first, |edge| edge.is_symmetric() || self.is_both() || !self.turned.have(edge), &mut meet);
        // A symmetric edge is in both adjacency rows of both its ends, and has been visited already.
        if self.is_both() || !self.turned.are_none() {
            let leads = |edge: Edge<'_>| !edge.is_symmetric() && (self.is_both() || self.turned.have(edge));
            self.meet_row(node, second, leads, &mut meet);
        }
    }

    fn is_both(&self) -> bool {
        self.directions == Directions::Both
    }

    fn meet_row(
        &self,
        node: NodeIx,
        direction: Direction,
        leads: impl Fn(Edge<'_>) -> bool,
        meet: &mut impl FnMut(Edge<'g>, NodeIx),
    ) {
        for &ix in self.graph.edges_of(node, direction) {
            let edge = self.graph.edge(ix);
            if !leads(edge) || edge.is_repeated() || !self.sieve.keeps(edge) {
                continue;
            }
            let other = edge.other_from(node, direction);
            if other != node {
                meet(edge, other);
            }
        }
    }
}
