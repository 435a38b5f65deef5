//! What rests on a claim, and what of it would still stand.
//!
//! Of what rests on the claim, that stands which has a ground that does not rest on the claim, and so does whatever rests on
//! something that stands. Nodes that only hold each other up fall together. What was concluded from several premises needs
//! them all, so one that stands but was also concluded from what falls is told apart.

use super::step::{Steps, Towards};
use crate::graph::relation::Argues;
use crate::graph::{EdgeIx, Graph, NodeIx};
use fixedbitset::FixedBitSet;

/// A node that rests on a claim, itself or through others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fallen {
    /// The node.
    pub node: NodeIx,
    /// How many edges lie between it and the claim.
    pub distance: u32,
    /// Its own edge of the chain.
    pub edge: EdgeIx,
    /// What becomes of it.
    pub fate: Fate,
    /// The edges by which it rests on something that does not fall.
    pub held_by: Vec<EdgeIx>,
    pub(super) at: u32,
}

/// What becomes of a node that rests on a claim that falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Nothing holds it.
    Falls,
    /// Something holds it, but something it was concluded from falls.
    Shaken,
    /// Something holds it.
    Stands,
}

impl Fate {
    /// The word in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Falls => "falls",
            Self::Shaken => "shaken",
            Self::Stands => "stands",
        }
    }
}

/// Walks from a claim to what is concluded from it, narrows it, or is supported by it.
pub(super) fn falls(graph: &Graph, claim: NodeIx, towards: &Towards<'_>, steps: &mut Steps) -> Vec<Fallen> {
    // What falls: at first all that rests on the claim.
    let mut falling = FixedBitSet::with_capacity(graph.node_count());
    falling.insert(claim.index());
    let first = steps.start(claim);
    let mut done = first;
    while done < steps.len() {
        each_resting(towards, steps.node(done), |other, edge| {
            if !falling.put(other.index()) {
                steps.push(other, edge, done);
            }
        });
        done += 1;
    }
    let places = first as u32..done as u32;
    let resting = || places.clone().filter_map(|at| steps.at(at).map(|(node, ..)| node));
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
        each_resting(towards, node, |other, _| {
            if other != claim && falling.contains(other.index()) {
                falling.set(other.index(), false);
                standing.push(other);
            }
        });
    }
    let fallen = places.filter_map(|at| {
        let (node, edge, distance) = steps.at(at)?;
        let mut held_by = Vec::new();
        each_ground(towards, node, |ground, edge| {
            if ground != node && !falling.contains(ground.index()) {
                held_by.push(edge);
            }
        });
        let mut loses = false;
        towards.said_by(node, |ground, said, _| loses |= said == Argues::Follows && falling.contains(ground.index()));
        let fate = match (held_by.is_empty(), loses) {
            (true, _) => Fate::Falls,
            (false, true) => Fate::Shaken,
            (false, false) => Fate::Stands,
        };
        Some(Fallen { node, distance, edge, fate, held_by, at })
    });
    let mut fallen: Vec<_> = fallen.collect();
    fallen.sort_by_key(|one| (one.distance, graph.node(one.node).id(), one.node));
    fallen
}

/// Everything that rests on a node.
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

/// Everything that a node rests on.
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

/// Whether who says so rests on what it says it about.
fn is_own_ground(said: Argues) -> bool {
    matches!(said, Argues::Follows | Argues::Narrows)
}
