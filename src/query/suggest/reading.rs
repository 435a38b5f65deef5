//! How a link between two nodes would read: which of them it would leave, and with which verb. The answer is the same
//! whichever of the two was asked about.
//!
//! A verb is taken only if edges between such kinds have it, only in a direction that goes with what is known of the order of
//! the two, and only if it closes no circle. Otherwise the link says no more than that one names the other.

use super::Shared;
use super::cycles::Cycles;
use crate::graph::relation::{Dependent, Relation, Spelling, Time};
use crate::graph::{Edge, Graph, NodeIx, System};
use crate::query::advice::meaning_in_log;
use crate::query::fit::Usage;
use std::cmp::Reverse;

/// Two nodes that a link could join.
pub(super) struct Pair<'g> {
    graph: &'g Graph,
    /// The one that was asked about.
    node: NodeIx,
    /// In the order of their ids.
    ends: [NodeIx; 2],
    /// The one that says when it was made, and was made before the other.
    made_first: Option<NodeIx>,
    /// The one on which the other rests, by every neighbour between them that tells.
    rested_on: Option<NodeIx>,
}

/// A link as it would be written.
pub(super) struct Reading {
    pub(super) from: NodeIx,
    pub(super) to: NodeIx,
    pub(super) relation: String,
}

/// The verb for a text that names a node.
pub(super) const MENTIONS: &str = "mentions";

impl Reading {
    /// One node's text names the other.
    pub(super) fn mention(from: NodeIx, to: NodeIx) -> Self {
        Self { from, to, relation: MENTIONS.to_owned() }
    }
}

impl<'g> Pair<'g> {
    /// Looks at a node and another one, and at the neighbours they share.
    pub(super) fn of(graph: &'g Graph, node: NodeIx, other: NodeIx, shared: &[Shared]) -> Self {
        let id = |ix: NodeIx| (graph.node(ix).id(), graph.node(ix).system());
        let ends = if id(node) <= id(other) { [node, other] } else { [other, node] };
        let made = |ix: NodeIx| graph.node(ix).created();
        let made_first = match (made(node), made(other)) {
            (Some(one), Some(two)) if one != two => Some(if one < two { node } else { other }),
            _ => None,
        };
        let mut told: Vec<_> = shared.iter().filter_map(|one| rested_on(graph, one, [node, other])).collect();
        told.dedup();
        let rested_on = if let [only] = told[..] { Some(only) } else { None };
        Self { graph, node, ends, made_first, rested_on }
    }

    /// The verb that is used most between such kinds and fits; else the one that says least.
    pub(super) fn reading(&self, usage: &Usage, cycles: &mut Cycles<'_>) -> Reading {
        let [one, other] = self.ends;
        let mut used = Vec::new();
        for (from, to) in [(one, other), (other, one)] {
            let fits = usage.fitting(self.graph, Some(from), Some(to)).into_iter().enumerate();
            let in_use = fits.filter(|(_, fit)| fit.used_here > 0);
            used.extend(in_use.map(|(rank, fit)| (Reverse(fit.used_here), rank, from, to, fit.relation)));
        }
        used.sort_by_key(|(uses, rank, ..)| (*uses, *rank));
        let turned_as_often = |uses: &Reverse<usize>, from: NodeIx, verb: &str| {
            used.iter().any(|(turned, _, leaves, _, relation)| turned == uses && *leaves != from && relation == verb)
        };
        let fitting = used.iter().find(|(uses, _, from, to, verb)| {
            self.allows(*from, *to, verb, turned_as_often(uses, *from, verb))
                && !cycles.are_closed_by(*from, *to, verb, self.node)
        });
        match fitting {
            Some((_, _, from, to, verb)) => Reading { from: *from, to: *to, relation: verb.clone() },
            None => self.neutral(),
        }
    }

    /// The link that says only that one node names the other: what came later can name what was there.
    pub(super) fn neutral(&self) -> Reading {
        let [one, other] = self.ends;
        let is_later = |end: NodeIx| self.made_first.or(self.rested_on).is_some_and(|first| first != end);
        let (from, to) = if is_later(other) { (other, one) } else { (one, other) };
        let are_records = self.ends.iter().all(|end| self.graph.node(*end).system() == System::Sidecar);
        let relation = if are_records { "related_to" } else { MENTIONS };
        Reading { from, to, relation: relation.to_owned() }
    }

    /// Whether a verb in use may lead this way. One that is used the other way round as often needs the order to say so.
    fn allows(&self, from: NodeIx, to: NodeIx, verb: &str, is_turned_as_often: bool) -> bool {
        let homes = [from, to].map(|end| self.graph.node(end).system());
        let meaning = meaning_in_log(&homes, verb);
        let Some(relation) = meaning.map(|meaning| meaning.relation) else { return !is_turned_as_often };
        if relation.symmetric {
            return true;
        }
        let first = match relation.time {
            Time::Timeless => self.rested_on,
            Time::Forward | Time::Backward => match (self.made_first, self.rested_on) {
                (Some(made), Some(rested)) if made != rested => return false,
                (made, rested) => made.or(rested),
            },
        };
        match (first, later_of(relation, from, to)) {
            (Some(first), Some(later)) => first != later,
            (None, _) | (_, None) => !is_turned_as_often,
        }
    }
}

/// Which of two nodes the other rests on by way of a neighbour between them.
fn rested_on(graph: &Graph, shared: &Shared, [node, other]: [NodeIx; 2]) -> Option<NodeIx> {
    let [near, far] = [shared.near, shared.far].map(|edge| later_end(graph.edge(edge)));
    match (near? == node, far? == other) {
        (false, true) => Some(node),
        (true, false) => Some(other),
        (true, true) | (false, false) => None,
    }
}

/// The end of an edge that came later or rests on the other.
fn later_end(edge: Edge<'_>) -> Option<NodeIx> {
    let meaning = edge.meaning()?;
    let (from, to) = (edge.from().ix(), edge.to().ix());
    let (from, to) = if meaning.spelling == Spelling::Inverse { (to, from) } else { (from, to) };
    later_of(meaning.relation, from, to)
}

fn later_of(relation: &Relation, from: NodeIx, to: NodeIx) -> Option<NodeIx> {
    match (relation.time, relation.dependent) {
        (Time::Forward, _) | (Time::Timeless, Some(Dependent::To)) => Some(to),
        (Time::Backward, _) | (Time::Timeless, Some(Dependent::From)) => Some(from),
        (Time::Timeless, None) => None,
    }
}
