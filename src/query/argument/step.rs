//! Traversal of an argument: argumentative edges in normalised direction, and the breadth-first search tree.
//!
//! [`Steps`] stores the tree as parent pointers in an arena, so that chains share their tails.

use crate::graph::relation::{Argues, Meaning, Spelling};
use crate::graph::{Direction, EdgeIx, Graph, NodeIx};
use crate::query::sieve::Sieve;

/// Argumentative edges, read from either end.
pub(super) struct Towards<'g> {
    graph: &'g Graph,
    sieve: &'g Sieve<'g>,
    /// For each meaning, what it argues and whether it is an inverse spelling.
    table: Vec<Option<(Argues, bool)>>,
}

impl<'g> Towards<'g> {
    pub(super) fn new(graph: &'g Graph, sieve: &'g Sieve<'g>) -> Self {
        let argues = |meaning: Option<Meaning<'_>>| {
            let Meaning { relation, spelling } = meaning?;
            Some((relation.argues?, spelling == Spelling::Inverse))
        };
        Self { graph, sieve, table: graph.registry().meanings().map(argues).collect() }
    }

    /// Visits every edge that argues about a node: the node that argues, what it argues, and the edge.
    pub(super) fn said_about(&self, node: NodeIx, meet: impl FnMut(NodeIx, Argues, EdgeIx)) {
        self.each(node, Direction::In, meet);
    }

    /// Visits every edge by which a node argues: the node it argues about, what it argues, and the edge.
    pub(super) fn said_by(&self, node: NodeIx, meet: impl FnMut(NodeIx, Argues, EdgeIx)) {
        self.each(node, Direction::Out, meet);
    }

    /// Visits the edges in one direction, with inverse spellings reversed.
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

/// Visited steps in order of discovery, each with a pointer to its predecessor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Steps {
    met: Vec<Step>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    node: NodeIx,
    distance: u32,
    /// The edge to the predecessor and its index; `None` for a root.
    before: Option<(EdgeIx, u32)>,
}

impl Steps {
    /// Adds a root and returns its index.
    pub(super) fn start(&mut self, node: NodeIx) -> usize {
        self.met.push(Step { node, distance: 0, before: None });
        self.met.len() - 1
    }

    /// Adds a step after the step with index `before`.
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

    /// The node, edge and distance of a step; `None` for a root.
    pub(super) fn at(&self, at: u32) -> Option<(NodeIx, EdgeIx, u32)> {
        let step = self.met[at as usize];
        step.before.map(|(edge, _)| (step.node, edge, step.distance))
    }

    /// The index of the predecessor.
    pub(super) fn before(&self, at: u32) -> Option<u32> {
        self.met[at as usize].before.map(|(_, before)| before)
    }

    /// The edges from a step back to its root.
    pub(super) fn chain(&self, at: u32) -> Vec<EdgeIx> {
        let steps = std::iter::successors(self.met[at as usize].before, |(_, at)| self.met[*at as usize].before);
        steps.map(|(edge, _)| edge).collect()
    }
}
