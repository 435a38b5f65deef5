//! The steps of an argument: who says what about whom, and the chains that were walked.

use crate::graph::relation::{Argues, Meaning, Spelling, meanings};
use crate::graph::{Direction, EdgeIx, Graph, NodeIx};
use crate::query::sieve::Sieve;

/// What edges argue, read from either end.
pub(super) struct Towards<'g> {
    graph: &'g Graph,
    sieve: &'g Sieve<'g>,
    /// For each meaning what it argues, and whether it says so the other way round.
    table: Vec<Option<(Argues, bool)>>,
}

impl<'g> Towards<'g> {
    pub(super) fn new(graph: &'g Graph, sieve: &'g Sieve<'g>) -> Self {
        let argues = |meaning: Option<Meaning>| {
            let Meaning { relation, spelling } = meaning?;
            Some((relation.argues?, spelling == Spelling::Inverse))
        };
        Self { graph, sieve, table: meanings().map(argues).collect() }
    }

    /// Everything that is said about a node: who says it, what, and the edge.
    pub(super) fn said_about(&self, node: NodeIx, meet: impl FnMut(NodeIx, Argues, EdgeIx)) {
        self.each(node, Direction::In, meet);
    }

    /// Everything that a node says: about whom, what, and the edge.
    pub(super) fn said_by(&self, node: NodeIx, meet: impl FnMut(NodeIx, Argues, EdgeIx)) {
        self.each(node, Direction::Out, meet);
    }

    /// The edges that lead one way once those that say so the other way round are turned.
    fn each(&self, node: NodeIx, way: Direction, mut meet: impl FnMut(NodeIx, Argues, EdgeIx)) {
        for direction in [Direction::In, Direction::Out] {
            for &ix in self.graph.edges_of(node, direction) {
                let edge = self.graph.edge(ix);
                let Some((said, turned)) = self.table[edge.meaning_index()] else { continue };
                if turned == (direction != way) && !edge.is_repeated() && self.sieve.keeps(edge) {
                    meet(edge.other_from(node, direction), said, ix);
                }
            }
        }
    }
}

/// What was met, in the order it was met: each step knows the one before it, so that chains share their ends.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Steps {
    met: Vec<Step>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    node: NodeIx,
    distance: u32,
    /// The edge to the step before, and its place; nothing where a walk starts.
    before: Option<(EdgeIx, u32)>,
}

impl Steps {
    /// Starts a walk; its place.
    pub(super) fn start(&mut self, node: NodeIx) -> usize {
        self.met.push(Step { node, distance: 0, before: None });
        self.met.len() - 1
    }

    /// One more step, from another one.
    pub(super) fn push(&mut self, node: NodeIx, edge: EdgeIx, before: usize) {
        let distance = self.met[before].distance + 1;
        self.met.push(Step { node, distance, before: Some((edge, before as u32)) });
    }

    pub(super) fn len(&self) -> usize {
        self.met.len()
    }

    pub(super) fn node(&self, at: usize) -> NodeIx {
        self.met[at].node
    }

    /// The node of a step, its edge and its distance, unless a walk starts with it.
    pub(super) fn at(&self, at: u32) -> Option<(NodeIx, EdgeIx, u32)> {
        let step = self.met[at as usize];
        step.before.map(|(edge, _)| (step.node, edge, step.distance))
    }

    /// The place of the step before.
    pub(super) fn before(&self, at: u32) -> Option<u32> {
        self.met[at as usize].before.map(|(_, before)| before)
    }

    /// The edges from a step back to where its walk started.
    pub(super) fn chain(&self, at: u32) -> Vec<EdgeIx> {
        let steps = std::iter::successors(self.met[at as usize].before, |(_, at)| self.met[*at as usize].before);
        steps.map(|(edge, _)| edge).collect()
    }
}
