//! What speaks for a claim and against it, what it rests on, and what falls with it.
//!
//! Which edges argue how, the registry says. A chain counts by what its steps do: who supports a supporter speaks for the
//! claim, who rebuts a supporter against it, who rebuts a rebuttal for it again. Who concludes something from a supporter, or
//! narrows it, is on its side. What is said about a premise of the claim is said about the claim, and what is said about a
//! premise of whoever takes a side is said about that one; what is said about a conclusion drawn from the claim, or about a
//! narrower claim, speaks for it but never against it.

mod falls;
mod step;
#[cfg(test)]
mod tests;

pub use self::falls::{Fallen, Fate};

use self::step::{Steps, Towards};
use super::both_sides::on_both_sides;
use super::contradiction::causing_and_preventing;
use super::filter::EdgeFilter;
use super::sieve::Sieve;
use crate::graph::relation::Argues;
use crate::graph::{EdgeIx, Graph, NodeIx};

/// Everything that argues about a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// The claim.
    pub claim: NodeIx,
    /// Who speaks for it.
    pub speaks_for: Vec<Voice>,
    /// Who speaks against it.
    pub against: Vec<Voice>,
    /// Who asks about it, about what it rests on, or about what speaks for or against it.
    pub questions: Vec<Voice>,
    /// Who narrows it.
    pub refinements: Vec<Voice>,
    /// What it is concluded from or narrows, and what that is.
    pub premises: Vec<Voice>,
    /// What rests on it.
    pub falls: Vec<Fallen>,
    steps: Steps,
}

/// A node that takes part in an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Voice {
    /// The node.
    pub node: NodeIx,
    /// How many edges lie between it and the claim.
    pub distance: u32,
    /// Its own edge of the chain.
    pub edge: EdgeIx,
    /// Whether it supports and rebuts the claim, or causes and prevents it: what `contradictions` reports. A node can be listed
    /// for and against the claim without this: it may reject the claim and also a bad argument against it.
    pub is_on_both_sides: bool,
    at: u32,
}

/// How a node takes part, by the chain that leads from it to the claim. One node may do so in several ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Stance {
    /// It is the claim.
    Claim,
    /// The claim rests on it.
    Under,
    /// It says the same of fewer cases.
    Narrows,
    /// It is concluded from the claim.
    Rests,
    For,
    Against,
    /// Somebody who speaks for the claim rests on it.
    UnderFor,
    /// Somebody who speaks against the claim rests on it.
    UnderAgainst,
    Asks,
}

impl Stance {
    /// What it makes of who says something about a node that takes part in this way.
    fn after(self, said: Argues) -> Option<Self> {
        use Stance::{Against, Asks, Claim, For, Narrows, Rests, Under, UnderAgainst, UnderFor};
        match (self, said) {
            // A conclusion or a narrower claim cannot refute the claim, and what else is concluded from a premise says nothing
            // of it.
            (Asks, _)
            | (Rests, Argues::Asks)
            | (Narrows | Rests, Argues::Against)
            | (Under | UnderFor | UnderAgainst, Argues::Follows | Argues::Narrows) => None,
            (_, Argues::Asks) => Some(Asks),
            (Claim | Narrows, Argues::Narrows) => Some(Narrows),
            (Claim | Narrows | Rests, Argues::Follows) | (Rests, Argues::Narrows) => Some(Rests),
            (Claim | Under | Narrows | Rests | UnderFor, Argues::For) | (Against | UnderAgainst, Argues::Against) => {
                Some(For)
            }
            (Claim | Under | For | UnderFor, Argues::Against) | (UnderAgainst, Argues::For) => Some(Against),
            (For | Against, Argues::For | Argues::Narrows | Argues::Follows) => Some(self),
        }
    }

    /// How what such a node rests on takes part.
    fn under(self) -> Option<Self> {
        match self {
            Self::Claim | Self::Under => Some(Self::Under),
            Self::For | Self::UnderFor => Some(Self::UnderFor),
            Self::Against | Self::UnderAgainst => Some(Self::UnderAgainst),
            Self::Narrows | Self::Rests | Self::Asks => None,
        }
    }

    fn bit(self) -> u16 {
        1 << self as u8
    }
}

/// Who argues about a claim over these edges. Each stance of a node is told once, by a shortest chain. The claim itself takes
/// no side.
pub fn argument(graph: &Graph, claim: NodeIx, edges: &EdgeFilter) -> Argument {
    let sieve = Sieve::new(graph, edges);
    let towards = Towards::new(graph, &sieve);
    let mut steps = Steps::default();
    let mut stances = vec![0_u16; graph.node_count()];
    // The stance of each step, in the same order.
    let mut walked = vec![Stance::Claim];
    steps.start(claim);
    let mut done = 0;
    while let Some(stance) = walked.get(done).copied() {
        let node = steps.node(done);
        let mut meet = |other: NodeIx, next: Stance, edge: EdgeIx| {
            if other != claim && stances[other.index()] & next.bit() == 0 {
                stances[other.index()] |= next.bit();
                steps.push(other, edge, done);
                walked.push(next);
            }
        };
        if stance != Stance::Asks {
            towards.said_about(node, |other, said, edge| {
                if let Some(next) = stance.after(said) {
                    meet(other, next, edge);
                }
            });
        }
        if let Some(under) = stance.under() {
            towards.said_by(node, |other, said, edge| {
                if matches!(said, Argues::Follows | Argues::Narrows) {
                    meet(other, under, edge);
                }
            });
        }
        done += 1;
    }
    let mut both_sides = on_both_sides(graph, &sieve, claim);
    both_sides.extend(causing_and_preventing(graph, edges, claim));
    let list = |wanted: Stance| {
        let places = (0..).zip(&walked).filter(|(_, stance)| **stance == wanted).map(|(at, _)| at);
        let mut voices: Vec<Voice> = places
            .filter_map(|at: u32| {
                let (node, edge, distance) = steps.at(at)?;
                let is_on_both_sides = both_sides.contains(&node);
                Some(Voice { node, distance, edge, is_on_both_sides, at })
            })
            .collect();
        voices.sort_by_key(|voice| (voice.distance, graph.node(voice.node).id(), voice.node));
        voices
    };
    let [speaks_for, against, questions, refinements, premises] =
        [Stance::For, Stance::Against, Stance::Asks, Stance::Narrows, Stance::Under].map(list);
    let falls = falls::falls(graph, claim, &towards, &mut steps);
    Argument { claim, speaks_for, against, questions, refinements, premises, falls, steps }
}

impl Argument {
    /// The edges from a node that takes part to the claim, in this order. Those among premises, and of what falls, lead from the
    /// claim's side: each is still an edge between two nodes that follow each other.
    pub fn chain(&self, voice: &Voice) -> Vec<EdgeIx> {
        self.steps.chain(voice.at)
    }

    /// Whether a voice speaks about the claim by speaking about another one: its chain goes on with that one's.
    pub fn answers(&self, voice: &Voice, other: &Voice) -> bool {
        self.steps.before(voice.at) == Some(other.at)
    }

    /// Whether something falls because another one does.
    pub fn falls_with(&self, fallen: &Fallen, other: &Fallen) -> bool {
        self.steps.before(fallen.at) == Some(other.at)
    }

    /// The edges from something that falls to the claim.
    pub fn fall(&self, fallen: &Fallen) -> Vec<EdgeIx> {
        self.steps.chain(fallen.at)
    }
}
