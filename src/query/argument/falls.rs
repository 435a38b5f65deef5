//! Which nodes depend on a claim, and which of them would still hold without it.
//!
//! The ground of a node is a supporter, or a node that it derives from or refines. A node falls if all its grounds
//! fall; nodes whose only grounds are each other fall together. Of the others, a node stands if it can be established
//! without the claim: at least one of its grounds stands or is independent of the claim, and so do all the nodes it
//! derives from, because a conclusion needs all its premises. The remaining nodes are shaken. Both sets are least
//! fixpoints computed with a worklist in linear time; the second keeps a count of open premises per node, like forward
//! chaining over Horn clauses (Dowling-Gallier).

use super::step::{Steps, Towards};
use crate::graph::relation::Argues;
use crate::graph::{Cancelled, EdgeIx, Graph, NodeIx, Pace, UntilCancelled as _};
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

/// A node that depends on a claim, directly or indirectly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fallen {
    pub node: NodeIx,
    /// Number of edges between it and the claim.
    pub distance: u32,
    /// The first edge of its chain to the claim.
    pub edge: EdgeIx,
    pub fate: Fate,
    /// The edges to its grounds that do not fall.
    pub held_by: Vec<EdgeIx>,
    pub(super) at: u32,
}

/// Consequence for a node if the claim it depends on falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It has no remaining ground.
    Falls,
    /// It has a remaining ground, but a premise of it falls or is shaken, or all remaining grounds are shaken.
    Shaken,
    /// It has a ground that stands, and all its premises stand.
    Stands,
}

impl Fate {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Falls => "falls",
            Self::Shaken => "shaken",
            Self::Stands => "stands",
        }
    }
}

/// Finds every node that derives from the claim, refines it or is supported by it, directly or indirectly. `None` if
/// cancelled.
pub(super) fn falls(
    graph: &Graph,
    claim: NodeIx,
    towards: &Towards<'_>,
    steps: &mut Steps,
    cancelled: Cancelled<'_>,
) -> Option<Vec<Fallen>> {
    let mut pace = Pace::new(cancelled);
    // Nodes that fall: initially every node that depends on the claim.
    let mut falling = FixedBitSet::with_capacity(graph.node_count());
    falling.insert(claim.index());
    let first = steps.start(claim);
    let mut done = first;
    while done < steps.len() {
        if pace.is_over() {
            return None;
        }
        each_resting(towards, steps.node(done), |other, edge| {
            if !falling.put(other.index()) {
                steps.push(other, edge, done);
            }
        });
        done += 1;
    }
    let rests_on_claim = falling.clone();
    let places = first as u32..done as u32;
    let resting = || places.clone().until(cancelled).filter_map(|at| steps.at(at).map(|(node, ..)| node));
    let has_other = |node: NodeIx, falling: &FixedBitSet| {
        let mut found = false;
        each_ground(towards, node, |ground, _| found |= !falling.contains(ground.index()));
        found
    };
    let mut standing: Vec<NodeIx> = resting().filter(|node| has_other(*node, &falling)).collect();
    for node in &standing {
        falling.set(node.index(), false);
    }
    while let Some(node) = standing.pop() {
        if pace.is_over() {
            return None;
        }
        each_resting(towards, node, |other, _| {
            if other != claim && falling.contains(other.index()) {
                falling.set(other.index(), false);
                standing.push(other);
            }
        });
    }
    let kept: Vec<NodeIx> = resting().filter(|node| !falling.contains(node.index())).collect();
    let stands = standing_among(&kept, &rests_on_claim, towards, cancelled)?;
    let fallen = places.until(cancelled).filter_map(|at| {
        let (node, edge, distance) = steps.at(at)?;
        let mut held_by = Vec::new();
        each_ground(towards, node, |ground, edge| {
            if ground != node && !falling.contains(ground.index()) {
                held_by.push(edge);
            }
        });
        let fate = match (falling.contains(node.index()), stands.contains(node.index())) {
            (true, _) => Fate::Falls,
            (false, true) => Fate::Stands,
            (false, false) => Fate::Shaken,
        };
        Some(Fallen { node, distance, edge, fate, held_by, at })
    });
    let mut fallen: Vec<_> = fallen.collect();
    if cancelled() {
        return None;
    }
    fallen.sort_by_key(|one| (one.distance, graph.node(one.node).id(), one.node));
    Some(fallen)
}

/// Of the nodes that do not fall, the ones that stand; `None` if cancelled.
fn standing_among(
    kept: &[NodeIx],
    rests_on_claim: &FixedBitSet,
    towards: &Towards<'_>,
    cancelled: Cancelled<'_>,
) -> Option<FixedBitSet> {
    let mut pace = Pace::new(cancelled);
    // For each undecided node, whether a ground stands, and the number of premises that do not stand yet.
    let mut open: HashMap<NodeIx, (bool, usize)> = HashMap::with_capacity(kept.len());
    for node in kept {
        if pace.is_over() {
            return None;
        }
        let (mut is_held, mut premises) = (false, 0);
        each_ground(towards, *node, |ground, _| is_held |= !rests_on_claim.contains(ground.index()));
        each_premise(towards, *node, |premise| premises += usize::from(rests_on_claim.contains(premise.index())));
        open.insert(*node, (is_held, premises));
    }
    let is_settled = |(is_held, premises): &(bool, usize)| *is_held && *premises == 0;
    let mut ready: Vec<NodeIx> = kept.iter().copied().filter(|node| is_settled(&open[node])).collect();
    let mut stands = FixedBitSet::with_capacity(rests_on_claim.len());
    while let Some(node) = ready.pop() {
        if pace.is_over() {
            return None;
        }
        if stands.put(node.index()) {
            continue;
        }
        each_resting(towards, node, |other, _| {
            if let Some(state) = open.get_mut(&other) {
                state.0 = true;
            }
        });
        each_conclusion(towards, node, |other| {
            if let Some(state) = open.get_mut(&other) {
                state.1 -= 1;
            }
        });
        each_resting(towards, node, |other, _| {
            if open.get(&other).is_some_and(is_settled) {
                ready.push(other);
            }
        });
    }
    Some(stands)
}

/// The nodes that a node derives from, except itself.
fn each_premise(towards: &Towards<'_>, node: NodeIx, mut meet: impl FnMut(NodeIx)) {
    towards.said_by(node, |other, said, _| {
        if said == Argues::Follows && other != node {
            meet(other);
        }
    });
}

/// The nodes that derive from a node, except itself.
fn each_conclusion(towards: &Towards<'_>, node: NodeIx, mut meet: impl FnMut(NodeIx)) {
    towards.said_about(node, |other, said, _| {
        if said == Argues::Follows && other != node {
            meet(other);
        }
    });
}

/// The nodes that a node is a ground of.
fn each_resting(towards: &Towards<'_>, node: NodeIx, mut meet: impl FnMut(NodeIx, EdgeIx)) {
    towards.said_about(node, |other, said, edge| {
        if is_own_ground(said) {
            meet(other, edge);
        }
    });
    towards.said_by(node, |other, said, edge| {
        if said == Argues::For {
            meet(other, edge);
        }
    });
}

/// The grounds of a node.
fn each_ground(towards: &Towards<'_>, node: NodeIx, mut meet: impl FnMut(NodeIx, EdgeIx)) {
    towards.said_by(node, |other, said, edge| {
        if is_own_ground(said) {
            meet(other, edge);
        }
    });
    towards.said_about(node, |other, said, edge| {
        if said == Argues::For {
            meet(other, edge);
        }
    });
}

/// Whether the target of such an edge is a ground of its source.
fn is_own_ground(said: Argues) -> bool {
    matches!(said, Argues::Follows | Argues::Narrows)
}
