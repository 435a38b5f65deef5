//! What cannot be true together, each with the two chains of edges that prove it.
//!
//! Three kinds: a unit that argues for and against one claim, a unit whose grounds argue against each other, and a node that
//! both causes and prevents another one at the same time. Which edges argue how, the registry says.

mod direct;
mod sides;
#[cfg(test)]
mod tests;
mod times;

use super::filter::EdgeFilter;
use super::sieve::Sieve;
use crate::graph::{Direction, EdgeIx, Graph, NodeIx};

/// What cannot be true together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// In which way.
    pub kind: ContradictionKind,
    /// The node that contradicts itself.
    pub node: NodeIx,
    /// What it says two things about.
    pub claim: NodeIx,
    /// The chain from the node to the claim that speaks for it, or that shows that the node rests on it.
    pub speaks_for: Vec<EdgeIx>,
    /// The chain from the node to the claim that speaks against it.
    pub against: Vec<EdgeIx>,
}

/// In which way something contradicts itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContradictionKind {
    /// A unit both supports and rebuts the claim, itself or through what it rests on.
    Sides,
    /// A unit rests on the claim and on something that rebuts it.
    Grounds,
    /// A node both causes and prevents another one at the same time.
    Times,
}

impl ContradictionKind {
    /// The word people see.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sides => "sides",
            Self::Grounds => "grounds",
            Self::Times => "times",
        }
    }
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradictions {
    /// Units that contradict themselves by their own references, all of them; then those that do so through chains, claim by
    /// claim in stored order; then causes and effects.
    pub found: Vec<Contradiction>,
    /// How many rebuttals were not searched for chains because the budget ran out. The direct ones are complete in any case.
    pub left_out: usize,
}

/// How many edges a search through chains looks at: a second's work, and more than any real collection needs.
pub const MOST_STEPS: usize = 20_000_000;

/// What to do with causal edges that are not trusted any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Faded {
    /// They count: what faded since may have held beside the other. One that was never trusted does not.
    Counts,
    /// They are left out.
    LeftOut,
}

/// Looks for contradictions among these edges. Whether two causal edges hold at the same time depends on how fast confidence
/// fades, and not on the moment that is asked about.
pub fn contradictions(graph: &Graph, edges: &EdgeFilter, faded: Faded, most_steps: usize) -> Contradictions {
    let mut all = unit_contradictions(graph, edges, most_steps);
    all.found.extend(times::among(graph.edges(), edges, faded));
    all
}

/// Those of units only.
pub fn unit_contradictions(graph: &Graph, edges: &EdgeFilter, most_steps: usize) -> Contradictions {
    let sieve = Sieve::new(graph, edges);
    let mut found = direct::search(graph, &sieve);
    let chained = sides::search(graph, &sieve, &found, most_steps);
    found.extend(chained.found);
    Contradictions { found, left_out: chained.left_out }
}

/// Those of causes and effects only, by the nodes at their ends.
pub fn causal_contradictions(graph: &Graph, edges: &EdgeFilter) -> Vec<Contradiction> {
    times::among(graph.edges(), edges, Faded::Counts)
}

/// The nodes that both cause and prevent this one at the same time, among these edges.
pub(super) fn causing_and_preventing(graph: &Graph, edges: &EdgeFilter, effect: NodeIx) -> Vec<NodeIx> {
    let reaching = graph.edges_of(effect, Direction::In).iter().map(|ix| graph.edge(*ix));
    times::among(reaching, edges, Faded::LeftOut).into_iter().map(|one| one.node).collect()
}
