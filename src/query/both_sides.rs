//! Units on both sides of a claim: the one definition that `argument` and `contradictions` share (decision 0034).
//!
//! A unit supports a claim if a chain of `supports`, `derives-from` and `refines` with at least one `supports` leads
//! from it to the claim. Without a `supports` the unit only depends on the claim. A unit rebuts a claim if it has a
//! `rebuts` reference to it, or if such a chain leads to a unit that has one. A unit that does both is on both sides.
//! Rebutting a rebuttal is not support: a unit may reject a claim and also a bad argument against it.
//!
//! Both sets are found by breadth-first search against the edges, within an optional budget, because `contradictions`
//! repeats the search for every rebutted claim.

use super::sieve::Sieve;
use crate::graph::relation::Argues;
use crate::graph::{Cancelled, Direction, Edge, EdgeIx, Graph, NodeIx, Pace};
use hashbrown::{HashMap, HashSet};
use std::collections::VecDeque;

/// The role of an edge in an argument among units.
pub(super) fn role(edge: Edge<'_>) -> Option<Argues> {
    let relation = edge.meaning()?.relation;
    relation.argues.filter(|_| relation.takes_sides)
}

/// Whether an edge with this role is a step of a chain: its source depends on its target.
pub(super) fn is_chain(role: Option<Argues>) -> bool {
    matches!(role, Some(Argues::For | Argues::Narrows | Argues::Follows))
}

/// The units on both sides of a claim, over the edges that the sieve keeps; none if cancelled.
pub(super) fn on_both_sides(
    graph: &Graph,
    sieve: &Sieve<'_>,
    claim: NodeIx,
    cancelled: Cancelled<'_>,
) -> HashSet<NodeIx> {
    let mut walk = ChainSearch::new(graph, sieve, usize::MAX, cancelled);
    walk.both(claim).unwrap_or_default()
}

/// Units that depend on a claim, each with its first step towards the claim.
pub(super) struct Resting {
    /// By chains without a `supports`.
    pub(super) without: HashMap<NodeIx, EdgeIx>,
    /// By chains with one. The flag says whether the rest of the chain, after the first step, still contains one.
    pub(super) with: HashMap<NodeIx, (EdgeIx, bool)>,
}

/// Units that rebut a claim, nearest first, each with its first step towards the rebuttal.
pub(super) type Rebutting = Vec<(NodeIx, EdgeIx)>;

/// Searches with a budget of edges to visit. Methods that spend from it return `None` once it is used up, or the search
/// is cancelled.
pub(super) struct ChainSearch<'g> {
    pub(super) graph: &'g Graph,
    pub(super) sieve: &'g Sieve<'g>,
    steps: usize,
    pace: Pace<'g>,
}

impl<'g> ChainSearch<'g> {
    pub(super) fn new(graph: &'g Graph, sieve: &'g Sieve<'g>, steps: usize, cancelled: Cancelled<'g>) -> Self {
        Self { graph, sieve, steps, pace: Pace::new(cancelled) }
    }

    fn both(&mut self, claim: NodeIx) -> Option<HashSet<NodeIx>> {
        let rebuttals = self.edges(claim, Direction::In)?.filter(|(_, role)| *role == Some(Argues::Against));
        let rebuttals: Vec<_> = rebuttals.map(|(edge, _)| edge.ix()).collect();
        if rebuttals.is_empty() {
            return Some(HashSet::new());
        }
        let supporting = self.resting(claim)?.with;
        let rebutting = if supporting.is_empty() { Vec::new() } else { self.rebutting(&rebuttals)? };
        Some(both(&rebutting, |unit| supporting.contains_key(&unit)).collect())
    }

    /// Units that depend on a claim.
    pub(super) fn resting(&mut self, claim: NodeIx) -> Option<Resting> {
        // A node is visited at most twice: by a chain without a `supports`, and by one with it.
        let (mut without, mut with) = (HashMap::new(), HashMap::new());
        let mut open = VecDeque::from([(claim, false)]);
        while let Some((node, was_supported)) = open.pop_front() {
            for (edge, role) in self.edges(node, Direction::In)? {
                let next = edge.from().ix();
                let is_supported = was_supported || role == Some(Argues::For);
                let is_new = match (is_chain(role), is_supported) {
                    (false, _) => false,
                    (true, true) => with.try_insert(next, (edge.ix(), was_supported)).is_ok(),
                    (true, false) => without.try_insert(next, edge.ix()).is_ok(),
                };
                if is_new {
                    open.push_back((next, is_supported));
                }
            }
        }
        Some(Resting { without, with })
    }

    /// Units that rebut a claim through one of these rebuttals.
    pub(super) fn rebutting(&mut self, rebuttals: &[EdgeIx]) -> Option<Rebutting> {
        let mut known = HashSet::new();
        let mut found = Vec::new();
        let mut meet = |found: &mut Rebutting, unit: NodeIx, step: EdgeIx| {
            if known.insert(unit) {
                found.push((unit, step));
            }
        };
        for rebuttal in rebuttals {
            meet(&mut found, self.graph.edge(*rebuttal).from().ix(), *rebuttal);
        }
        let mut done = 0;
        while let Some((unit, _)) = found.get(done).copied() {
            done += 1;
            for (edge, role) in self.edges(unit, Direction::In)? {
                if is_chain(role) {
                    meet(&mut found, edge.from().ix(), edge.ix());
                }
            }
        }
        Some(found)
    }

    /// The edges of a node with their roles.
    pub(super) fn edges(
        &mut self,
        node: NodeIx,
        direction: Direction,
    ) -> Option<impl Iterator<Item = (Edge<'g>, Option<Argues>)> + use<'g>> {
        let (graph, sieve) = (self.graph, self.sieve);
        let row = graph.edges_of(node, direction);
        // Nodes without edges cost a step too.
        self.spend(row.len() + 1)?;
        let edges = row.iter().map(move |ix| graph.edge(*ix)).filter(move |edge| sieve.keeps(*edge));
        Some(edges.map(|edge| (edge, role(edge))))
    }

    pub(super) fn spend(&mut self, steps: usize) -> Option<()> {
        if self.pace.is_over() {
            return None;
        }
        self.steps = self.steps.checked_sub(steps)?;
        Some(())
    }
}

/// The units that rebut a claim and satisfy `also`.
pub(super) fn both(rebutting: &Rebutting, also: impl Fn(NodeIx) -> bool) -> impl Iterator<Item = NodeIx> {
    rebutting.iter().map(|(unit, _)| *unit).filter(move |unit| also(*unit))
}
