//! What has most to do with a node: the ranking from that node, told from nearby.
//!
//! A whole ranking looks at every edge in every round. Here a node hands on what it has only while that is much for the number
//! of its edges (the push of Andersen, Chung and Lang), so the cost is bounded however large the graph is. What is left out
//! is too little to be among the first, but around a hub of thousands, where nobody is much more related than others.

use super::filter::EdgeFilter;
use super::lineage::Orient;
use super::neighbourhood::Directions;
use super::rank::{GOES_ON, specificity};
use super::ways::{Sense, Ways};
use crate::graph::{Direction, EdgeIx, Graph, NodeIx};
use hashbrown::HashMap;
use std::collections::VecDeque;

/// A node hands on what it has if that is more than this for each of its edges.
const LEAST_AN_EDGE: f64 = 1e-5;

/// After so many edges nothing is handed on any more: around a hub of thousands, what is left is little for each of them, and
/// somebody waits.
const MOST_EDGES: f64 = 50_000.0;

/// A node that has to do with another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Related {
    /// The node.
    pub node: NodeIx,
    /// Its share of a walk that always starts at the other one.
    pub share: f64,
    /// The edge that joins the two, if one does.
    pub edge: Option<EdgeIx>,
}

/// What a node has: for good, and still to hand on.
#[derive(Debug, Clone, Copy, Default)]
struct Held {
    kept: f64,
    left: f64,
    waits: bool,
}

/// So many nodes that have most to do with one, without itself; those with equal shares by id. Edges are walked both ways.
pub fn related(graph: &Graph, node: NodeIx, edges: &EdgeFilter, most: usize) -> Vec<Related> {
    let ways = Ways::new(graph, edges, Directions::Both, Orient::Stored);
    let weight = |edge, to: NodeIx| edges.trust.weight(edge) * specificity(graph, to);
    let mut held: HashMap<NodeIx, Held> = HashMap::new();
    held.insert(node, Held { left: 1.0, waits: true, kept: 0.0 });
    let mut waiting = VecDeque::from([node]);
    let mut looked = 0.0;
    while looked < MOST_EDGES
        && let Some(at) = waiting.pop_front()
    {
        looked += edges_of(graph, at);
        let here = held.entry(at).or_default();
        let handed = std::mem::take(&mut here.left);
        here.kept += (1.0 - GOES_ON) * handed;
        here.waits = false;
        let mut all = 0.0;
        ways.meet(at, Sense::Onward, |edge, far| all += weight(edge, far));
        let mut hand = |to: NodeIx, share: f64| {
            let there = held.entry(to).or_default();
            there.left += share;
            if !there.waits && there.left > LEAST_AN_EDGE * edges_of(graph, to) {
                there.waits = true;
                waiting.push_back(to);
            }
        };
        if all > 0.0 {
            ways.meet(at, Sense::Onward, |edge, far| hand(far, GOES_ON * handed * weight(edge, far) / all));
        } else {
            hand(node, GOES_ON * handed);
        }
    }
    // What is still to be handed on stays where it is by as much as it would at least.
    let share = |held: &Held| held.kept + (1.0 - GOES_ON) * held.left;
    let others = held.iter().filter(|(other, _)| **other != node).map(|(other, held)| (share(held), *other));
    let mut found: Vec<_> = others.filter(|(share, _)| *share > 0.0).collect();
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
    found.into_iter().map(related).collect()
}

/// How many edges a node has in both rows, and 1 if it has none.
#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^32 edges")]
fn edges_of(graph: &Graph, node: NodeIx) -> f64 {
    let edges = [Direction::In, Direction::Out].map(|side| graph.edges_of(node, side).len()).iter().sum::<usize>();
    // With a threshold of nothing, a node without edges would hand itself ever less for ever.
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
        assert_eq!(related(&graph, alone, &EdgeFilter::of(RelationFilter::Any), 10), []);
    }
}
