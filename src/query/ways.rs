//! Which way a walk may go on from a node: a choice of edges, and from which end each is walked.
//!
//! Paths and ranks ask this about every edge they meet, also against the way they walk.

use super::filter::EdgeFilter;
use super::lineage::Orient;
use super::neighbourhood::Directions;
use super::sieve::{Meanings, Sieve};
use crate::graph::{Direction, Edge, Graph, NodeIx};

/// Where the next node of a walk is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    /// Where the walk goes on to.
    Onward,
    /// Where it comes from.
    Back,
}

/// The ways of one graph.
pub(super) struct Ways<'g> {
    graph: &'g Graph,
    sieve: Sieve<'g>,
    directions: Directions,
    /// What leads backward where it is stored as leading forward.
    turned: Meanings,
}

impl<'g> Ways<'g> {
    /// Ways along the edges, against them or both; what "along" means, `orient` says.
    pub(super) fn new(graph: &'g Graph, edges: &'g EdgeFilter, directions: Directions, orient: Orient) -> Self {
        Self { graph, sieve: Sieve::new(graph, edges), directions, turned: orient.turned() }
    }

    /// Meets every distinct edge by which a walk goes on from a node, or comes to it, with the node at its far end. A loop
    /// leads nowhere. Nothing is kept an edge.
    pub(super) fn meet(&self, node: NodeIx, sense: Sense, mut meet: impl FnMut(Edge<'g>, NodeIx)) {
        let is_against = (sense == Sense::Back) != (self.directions == Directions::In);
        let (first, second) =
            if is_against { (Direction::In, Direction::Out) } else { (Direction::Out, Direction::In) };
        self.meet_row(node, first, |edge| edge.is_symmetric() || self.is_both() || !self.turned.have(edge), &mut meet);
        // A symmetric edge stands in both rows of both its ends, and was met already.
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
