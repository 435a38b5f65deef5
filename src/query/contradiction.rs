//! Contradictions, each with the two chains of edges that prove it.
//!
//! There are four kinds: a unit that supports and rebuts the same claim, a unit whose grounds rebut each other, a node
//! that both causes and prevents another one at the same time, and two nodes linked by any other relations that oppose
//! each other. The relation registry says which edges argue how, and which relations oppose each other.
//! Direct contradictions are found by a linear scan; contradictions through chains by breadth-first search per claim,
//! within a budget, because that can take quadratic time.

mod direct;
mod sides;
#[cfg(test)]
mod tests;
mod times;

use super::filter::EdgeFilter;
use super::sieve::Sieve;
use crate::graph::{Cancelled, Direction, EdgeIx, Graph, NodeIx, UntilCancelled as _};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    pub kind: ContradictionKind,
    /// The node that contradicts itself.
    pub node: NodeIx,
    /// The node it makes contradictory statements about.
    pub claim: NodeIx,
    /// The chain by which the node supports the claim or depends on it.
    pub supporting: Vec<EdgeIx>,
    /// The chain by which the node rebuts the claim.
    pub against: Vec<EdgeIx>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContradictionKind {
    /// A unit both supports and rebuts the claim, directly or through its grounds.
    Sides,
    /// A unit depends on the claim and on a unit that rebuts it.
    Grounds,
    /// A node both causes and prevents another one at the same time.
    Times,
    /// Relations that oppose each other link the two nodes.
    Opposed,
}

impl ContradictionKind {
    /// The name shown to users.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sides => "sides",
            Self::Grounds => "grounds",
            Self::Times => "times",
            Self::Opposed => "opposed",
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contradictions {
    /// First all units that contradict themselves by their own references, then those that do so through chains, claim
    /// by claim in stored order, then opposed edges of the same two nodes.
    pub found: Vec<Contradiction>,
    /// Number of rebuttals not searched for chains because the budget ran out. Direct contradictions are always
    /// complete.
    pub left_out: usize,
}

/// Default budget of edges visited by the search through chains: about a second, more than real collections need.
pub const MOST_STEPS: usize = 20_000_000;

/// Whether causal edges whose confidence has decayed below the threshold are included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Faded {
    /// They are included, because they may have held at the same time as the other edge. Edges that were never trusted
    /// are not.
    Counts,
    LeftOut,
}

/// Finds contradictions among these edges. Whether two causal edges hold at the same time depends on the half-life of
/// confidence, not on the current time. `None` if cancelled.
pub fn contradictions(
    graph: &Graph,
    edges: &EdgeFilter,
    faded: Faded,
    most_steps: usize,
    cancelled: Cancelled<'_>,
) -> Option<Contradictions> {
    let mut all = two_sided(graph, edges, most_steps, cancelled)?;
    all.found.extend(times::among(graph.edges().until(cancelled), edges, faded));
    (!cancelled()).then_some(all)
}

/// Contradictions of nodes on both sides of a claim only. `None` if cancelled.
pub fn two_sided(
    graph: &Graph,
    edges: &EdgeFilter,
    most_steps: usize,
    cancelled: Cancelled<'_>,
) -> Option<Contradictions> {
    let sieve = Sieve::new(graph, edges);
    let mut found = direct::search(graph, &sieve, cancelled);
    let chained = sides::search(graph, &sieve, &found, most_steps, cancelled);
    found.extend(chained.found);
    (!cancelled()).then_some(Contradictions { found, left_out: chained.left_out })
}

/// Contradictions between opposed edges of the same two nodes only (`times` and `opposed`), sorted by their nodes.
/// Incomplete if cancelled.
pub fn opposed_edges(graph: &Graph, edges: &EdgeFilter, cancelled: Cancelled<'_>) -> Vec<Contradiction> {
    times::among(graph.edges().until(cancelled), edges, Faded::Counts)
}

/// The nodes that both cause and prevent this one at the same time.
pub(super) fn causing_and_preventing(graph: &Graph, edges: &EdgeFilter, effect: NodeIx) -> Vec<NodeIx> {
    let reaching = graph.edges_of(effect, Direction::In).iter().map(|ix| graph.edge(*ix));
    times::among(reaching, edges, Faded::LeftOut).into_iter().map(|one| one.node).collect()
}
