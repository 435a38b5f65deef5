//! The argument about a claim: its pros and cons, its premises, and what depends on it.
//!
//! A bipolar argumentation graph (support and attack edges), evaluated from one claim by breadth-first search over
//! pairs of node and [`Stance`]; the relation registry says which edges argue how. The stance of a node follows from
//! the steps of its chain: the supporter of a supporter supports the claim, the rebuttal of a supporter rebuts it, and
//! the rebuttal of a rebuttal supports it again. A node that refines or derives from a supporter is on the supporter's
//! side. An argument about a premise of the claim counts as one about the claim, and likewise for the premises of
//! supporters and rebuttals. An argument about a conclusion or a refinement of the claim can support the claim but
//! never rebut it. [`falls`] computes what depends on the claim.

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
use crate::graph::{Cancelled, EdgeIx, Graph, NodeIx, Pace, UntilCancelled as _};

/// All nodes that take part in the argument about a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    pub claim: NodeIx,
    /// Nodes that support the claim.
    pub supporting: Vec<Voice>,
    /// Nodes that rebut the claim.
    pub against: Vec<Voice>,
    /// Nodes that question the claim, a premise of it, a supporter or a rebuttal.
    pub questions: Vec<Voice>,
    /// Nodes that refine the claim.
    pub refinements: Vec<Voice>,
    /// Nodes that the claim derives from or refines, directly or indirectly.
    pub premises: Vec<Voice>,
    /// Nodes that depend on the claim.
    pub falls: Vec<Fallen>,
    steps: Steps,
}

/// A node that takes part in an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Voice {
    pub node: NodeIx,
    /// Number of edges between it and the claim.
    pub distance: u32,
    /// The first edge of its chain to the claim.
    pub edge: EdgeIx,
    /// Whether it contradicts itself about the claim by supporting and rebutting it, or by causing and preventing it,
    /// as reported by `contradictions`. A node can be listed both for and against the claim without that: it may rebut
    /// the claim and also a bad argument against it.
    pub is_on_both_sides: bool,
    at: u32,
}

/// The role of a node in the argument, given by its chain to the claim. A node can have several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Stance {
    Claim,
    /// A premise of the claim.
    Under,
    /// A refinement of the claim.
    Narrows,
    /// A conclusion from the claim.
    Rests,
    For,
    Against,
    /// A premise of a supporter.
    UnderFor,
    /// A premise of a rebuttal.
    UnderAgainst,
    Asks,
}

impl Stance {
    /// The stance of a node that argues `said` about a node with this stance.
    fn after(self, said: Argues) -> Option<Self> {
        use Stance::{Against, Asks, Claim, For, Narrows, Rests, Under, UnderAgainst, UnderFor};
        match (self, said) {
            // Rebutting a conclusion or a refinement does not rebut the claim, and other conclusions from a premise are
            // irrelevant to it.
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

    /// The stance of the premises of a node with this stance.
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

/// Evaluates the argument about a claim over these edges. Each stance of a node is listed once, by a shortest chain.
/// The claim itself has no other stance. `None` if cancelled.
pub fn argument(graph: &Graph, claim: NodeIx, edges: &EdgeFilter, cancelled: Cancelled<'_>) -> Option<Argument> {
    let mut pace = Pace::new(cancelled);
    let sieve = Sieve::new(graph, edges);
    let towards = Towards::new(graph, &sieve);
    let mut steps = Steps::default();
    let mut stances = vec![0_u16; graph.node_count()];
    // The stance of each step, in the same order.
    let mut walked = vec![Stance::Claim];
    steps.start(claim);
    let mut done = 0;
    while let Some(stance) = walked.get(done).copied() {
        if pace.is_over() {
            return None;
        }
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
    let mut both_sides = on_both_sides(graph, &sieve, claim, cancelled);
    if cancelled() {
        return None;
    }
    both_sides.extend(causing_and_preventing(graph, edges, claim));
    let list = |wanted: Stance| {
        let places = (0..).zip(&walked).until(cancelled).filter(|(_, stance)| **stance == wanted).map(|(at, _)| at);
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
    let [supporting, against, questions, refinements, premises] =
        [Stance::For, Stance::Against, Stance::Asks, Stance::Narrows, Stance::Under].map(list);
    let falls = falls::falls(graph, claim, &towards, &mut steps, cancelled)?;
    Some(Argument { claim, supporting, against, questions, refinements, premises, falls, steps })
}

impl Argument {
    /// An argument that no node takes part in.
    pub fn none(claim: NodeIx) -> Self {
        let [supporting, against, questions, refinements, premises] = Default::default();
        let (falls, steps) = (Vec::new(), Steps::default());
        Self { claim, supporting, against, questions, refinements, premises, falls, steps }
    }

    /// The edges of the chain from a node to the claim, in this order. Edges among premises point away from the claim,
    /// but consecutive edges always share a node.
    pub fn chain(&self, voice: &Voice) -> Vec<EdgeIx> {
        self.steps.chain(voice.at)
    }

    /// Whether `voice` responds to `other`: its chain continues with the chain of `other`.
    pub fn answers(&self, voice: &Voice, other: &Voice) -> bool {
        self.steps.before(voice.at) == Some(other.at)
    }

    /// Whether `fallen` depends on the claim through `other`.
    pub fn falls_with(&self, fallen: &Fallen, other: &Fallen) -> bool {
        self.steps.before(fallen.at) == Some(other.at)
    }

    /// The edges from a dependent node to the claim.
    pub fn fall(&self, fallen: &Fallen) -> Vec<EdgeIx> {
        self.steps.chain(fallen.at)
    }
}
