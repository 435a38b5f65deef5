//! Nodes most related to a node: approximate personalised PageRank by local push (Andersen, Chung and Lang).
//!
//! Power iteration ([`rank`](mod@super::rank)) visits every edge in every iteration. Local push passes a node's
//! residual on only while it is large relative to the node's degree, so the cost is bounded however large the graph is.
//! The error is too small to change the top results, except around hubs with thousands of neighbours, which are all
//! about equally related.

use super::filter::EdgeFilter;
use super::lineage::Orient;
use super::neighbourhood::Directions;
use super::rank::{DAMPING, specificity};
use super::traversal::{Sense, Ways};
use crate::graph::{Cancelled, Direction, EdgeIx, Graph, NodeIx, Pace, UntilCancelled as _};
use hashbrown::HashMap;
use std::collections::VecDeque;

/// Push threshold: a node is pushed while its residual divided by its degree is greater than this.
const PUSH_THRESHOLD: f64 = 1e-5;

/// Maximum number of edges visited. Around a hub of thousands of neighbours the remaining residual per node is small,
/// and the user is waiting.
const MOST_EDGES: f64 = 50_000.0;

/// A related node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Related {
    pub node: NodeIx,
    /// Its approximate personalised PageRank.
    pub share: f64,
    /// The edge between the two nodes, if there is one.
    pub edge: Option<EdgeIx>,
}

/// Estimate and residual of a node, and whether it is queued.
#[derive(Debug, Clone, Copy, Default)]
struct Held {
    estimate: f64,
    residual: f64,
    is_queued: bool,
}

/// Returns at most `most` nodes related to a node, without the node itself, best first; ties are sorted by id. Edges
/// are followed both ways. `None` if cancelled.
pub fn related(
    graph: &Graph,
    node: NodeIx,
    edges: &EdgeFilter,
    most: usize,
    cancelled: Cancelled<'_>,
) -> Option<Vec<Related>> {
    let mut pace = Pace::new(cancelled);
    let ways = Ways::new(graph, edges, Directions::Both, Orient::Stored);
    let weight = |edge, to: NodeIx| edges.trust.weight(edge) * specificity(graph, to);
    let mut held: HashMap<NodeIx, Held> = HashMap::new();
    held.insert(node, Held { residual: 1.0, is_queued: true, estimate: 0.0 });
    let mut waiting = VecDeque::from([node]);
    let mut looked = 0.0;
    while looked < MOST_EDGES
        && let Some(at) = waiting.pop_front()
    {
        if pace.is_over() {
            return None;
        }
        looked += edges_of(graph, at);
        let here = held.entry(at).or_default();
        let pushed = std::mem::take(&mut here.residual);
        here.estimate += (1.0 - DAMPING) * pushed;
        here.is_queued = false;
        let mut all = 0.0;
        ways.meet(at, Sense::Onward, |edge, far| all += weight(edge, far));
        let mut push = |to: NodeIx, share: f64| {
            let there = held.entry(to).or_default();
            there.residual += share;
            if !there.is_queued && there.residual > PUSH_THRESHOLD * edges_of(graph, to) {
                there.is_queued = true;
                waiting.push_back(to);
            }
        };
        if all > 0.0 {
            ways.meet(at, Sense::Onward, |edge, far| push(far, DAMPING * pushed * weight(edge, far) / all));
        } else {
            push(node, DAMPING * pushed);
        }
    }
    // Of each residual, count the part that certainly stays at its node.
    let share = |held: &Held| held.estimate + (1.0 - DAMPING) * held.residual;
    let others =
        held.iter().until(cancelled).filter(|(other, _)| **other != node).map(|(other, held)| (share(held), *other));
    let mut found: Vec<_> = others.filter(|(share, _)| *share > 0.0).collect();
    if cancelled() {
        return None;
    }
    let id = |ix: NodeIx| (graph.node(ix).id(), graph.node(ix).system());
    let in_order = |one: &(f64, NodeIx), other: &(f64, NodeIx)| {
        other.0.total_cmp(&one.0).then_with(|| id(one.1).cmp(&id(other.1)))
    };
    if most < found.len() {
        found.select_nth_unstable_by(most, in_order);
        found.truncate(most);
    }
    found.sort_unstable_by(in_order);
    let mut joined: HashMap<NodeIx, (f64, EdgeIx)> = HashMap::new();
    ways.meet(node, Sense::Onward, |edge, far| {
        let weight = edges.trust.weight(edge);
        if found.iter().any(|(_, other)| *other == far) && joined.get(&far).is_none_or(|known| weight > known.0) {
            joined.insert(far, (weight, edge.ix()));
        }
    });
    let related = |(share, node)| Related { node, share, edge: joined.get(&node).map(|(_, edge)| *edge) };
    (!cancelled()).then(|| found.into_iter().map(related).collect())
}

/// Degree of a node, at least 1.
#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^32 edges")]
fn edges_of(graph: &Graph, node: NodeIx) -> f64 {
    let edges = [Direction::In, Direction::Out].map(|side| graph.edges_of(node, side).len()).iter().sum::<usize>();
    // With a threshold of 0, a node without edges would push to itself forever.
    edges.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;
    use crate::query::RelationFilter;

    #[test]
    fn a_node_without_edges_is_related_to_nothing() {
        let graph = graph_of(&["alone", "a", "b"], &[("a", "b", "cites", "")]);
        let alone = graph.find("alone").unwrap().ix();
        let found = related(&graph, alone, &EdgeFilter::of(RelationFilter::Any), 10, crate::graph::NEVER);
        assert_eq!(found, Some(Vec::new()));
    }
}
