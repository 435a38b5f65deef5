//! Direction and verb of a suggested edge. The result is the same whichever of the two nodes is queried.
//!
//! A verb is chosen only if it is in use between nodes of these kinds, only in a direction consistent with the known
//! order of the two nodes, and only if it closes no cycle. Otherwise the suggestion falls back to the neutral
//! `mentions`.

use super::Shared;
use super::cycles::Cycles;
use crate::graph::relation::{Dependent, Relation, Spelling, Time};
use crate::graph::{Edge, Graph, NodeIx};
use crate::query::fit::Usage;
use std::cmp::Reverse;

/// Two nodes that could be linked.
pub(super) struct Pair<'g> {
    graph: &'g Graph,
    /// The queried node.
    node: NodeIx,
    /// Both nodes, sorted by id.
    ends: [NodeIx; 2],
    /// The node created first, if both creation times are known and differ.
    made_first: Option<NodeIx>,
    /// The node that the other one depends on, if all shared neighbours that imply an order agree.
    rested_on: Option<NodeIx>,
}

/// A suggested edge.
pub(super) struct Reading {
    pub(super) from: NodeIx,
    pub(super) to: NodeIx,
    pub(super) relation: String,
}

/// The verb for a text that mentions a node: the neutral one of the system that owns the log.
pub(super) fn mention_verb(graph: &Graph) -> &'static str {
    let registry = graph.registry();
    registry.spec(registry.log_system()).and_then(|spec| spec.neutral).unwrap_or("refers-to")
}

impl Reading {
    pub(super) fn mention(graph: &Graph, from: NodeIx, to: NodeIx) -> Self {
        Self { from, to, relation: mention_verb(graph).to_owned() }
    }
}

impl<'g> Pair<'g> {
    pub(super) fn of(graph: &'g Graph, node: NodeIx, other: NodeIx, shared: &[Shared]) -> Self {
        let id = |ix: NodeIx| (graph.node(ix).id(), graph.node(ix).system());
        let ends = if id(node) <= id(other) { [node, other] } else { [other, node] };
        let made = |ix: NodeIx| graph.node(ix).created();
        let made_first = match (made(node), made(other)) {
            (Some(one), Some(two)) if one != two => Some(if one < two { node } else { other }),
            _ => None,
        };
        let mut implied: Vec<_> = shared.iter().filter_map(|one| rested_on(graph, one, [node, other])).collect();
        implied.dedup();
        let rested_on = if let [only] = implied[..] { Some(only) } else { None };
        Self { graph, node, ends, made_first, rested_on }
    }

    /// The most frequent verb between nodes of these kinds that fits; otherwise the neutral one.
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

    /// The neutral edge, from the later node to the earlier one, since only a later text can mention an earlier node.
    pub(super) fn neutral(&self) -> Reading {
        let [one, other] = self.ends;
        let is_later = |end: NodeIx| self.made_first.or(self.rested_on).is_some_and(|first| first != end);
        let (from, to) = if is_later(other) { (other, one) } else { (one, other) };
        let [first, second] = self.ends.map(|end| self.graph.node(end));
        let own = first.spec().neutral.filter(|_| first.system() == second.system());
        let relation = own.unwrap_or_else(|| mention_verb(self.graph));
        Reading { from, to, relation: relation.to_owned() }
    }

    /// Whether a verb in use may have this direction. A verb used equally often in the other direction needs a known
    /// order.
    fn allows(&self, from: NodeIx, to: NodeIx, verb: &str, is_turned_as_often: bool) -> bool {
        let homes = [from, to].map(|end| self.graph.node(end).system());
        let meaning = self.graph.registry().meaning_in_log(&homes, verb);
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

/// Which of two nodes the other one depends on through a shared neighbour.
fn rested_on(graph: &Graph, shared: &Shared, [node, other]: [NodeIx; 2]) -> Option<NodeIx> {
    let [near, far] = [shared.near, shared.far].map(|edge| later_end(graph.edge(edge)));
    match (near? == node, far? == other) {
        (false, true) => Some(node),
        (true, false) => Some(other),
        (true, true) | (false, false) => None,
    }
}

/// The end of an edge that is later than the other or depends on it.
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
