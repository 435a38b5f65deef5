//! The edges around a node, breadth first.

use super::filter::EdgeFilter;
use crate::graph::{Direction, EdgeIx, Graph, NodeIx};
use fixedbitset::FixedBitSet;
use std::collections::HashSet;

/// Which way a neighbourhood is walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directions {
    /// Against the edges.
    In,
    /// Along the edges.
    Out,
    /// Both ways at every step.
    Both,
}

impl Directions {
    /// The word people see.
    pub fn name(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Out => "out",
            Self::Both => "both",
        }
    }

    /// The rows of edges to look at, in the order in which they are met.
    pub(super) fn each(self) -> &'static [Direction] {
        match self {
            Self::In => &[Direction::In],
            Self::Out => &[Direction::Out],
            Self::Both => &[Direction::Out, Direction::In],
        }
    }

    /// The rows of edges to list, in the order in which people read them: what led here before what came of it.
    pub(super) fn each_listed(self) -> &'static [Direction] {
        match self {
            Self::Both => &[Direction::In, Direction::Out],
            one => one.each(),
        }
    }
}

/// What to walk.
#[derive(Debug, Clone)]
pub struct NeighbourhoodRequest {
    /// Which way.
    pub directions: Directions,
    /// Over which edges.
    pub edges: EdgeFilter,
    /// How many steps.
    pub depth: u32,
}

/// Every distinct edge met within `depth` steps of `root`, in the order it is met. Each node is visited once; edges that
/// equal an earlier one in both ends, relation and time are left out.
pub fn neighbourhood(graph: &Graph, root: NodeIx, request: &NeighbourhoodRequest) -> Vec<EdgeIx> {
    let mut visited = FixedBitSet::with_capacity(graph.node_count());
    let mut met = FixedBitSet::with_capacity(graph.edge_bound());
    let mut found = Vec::new();
    visited.insert(root.index());
    let mut frontier = vec![root];
    for _ in 0..request.depth {
        let mut next = Vec::new();
        for &node in &frontier {
            let each = request.directions.each().iter();
            let holding = each.clone().flat_map(|direction| graph.edges_of(node, *direction));
            let retracted = each.flat_map(|direction| request.edges.retracted_of(graph, node, *direction));
            for &ix in holding.chain(retracted) {
                let edge = graph.edge(ix);
                if !request.edges.keeps(edge) {
                    continue;
                }
                if !edge.is_repeated() && !met.put(ix.index()) {
                    found.push(ix);
                }
                let other = edge.other(node);
                if !visited.put(other.index()) {
                    next.push(other);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        frontier = next;
    }
    found
}

/// The same edges, and behind them all others between the nodes they join: what the neighbours have to do with each other.
pub fn neighbourhood_among(graph: &Graph, root: NodeIx, request: &NeighbourhoodRequest) -> Vec<EdgeIx> {
    let ends = |ix: &EdgeIx| {
        let edge = graph.edge(*ix);
        [edge.from().ix(), edge.to().ix()]
    };
    let mut edges = neighbourhood(graph, root, request);
    let within: HashSet<NodeIx> = edges.iter().flat_map(ends).collect();
    let met: HashSet<EdgeIx> = edges.iter().copied().collect();
    let further = NeighbourhoodRequest { depth: request.depth.saturating_add(1), ..request.clone() };
    let among = neighbourhood(graph, root, &further);
    edges.extend(among.into_iter().filter(|ix| !met.contains(ix) && ends(ix).iter().all(|end| within.contains(end))));
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;
    use crate::query::RelationFilter;

    #[test]
    fn edges_between_neighbours_are_among_them_and_those_that_lead_on_are_not() {
        let rows =
            [("a", "b", "led-to", ""), ("a", "c", "led-to", ""), ("b", "c", "cites", ""), ("c", "d", "cites", "")];
        let graph = graph_of(&["a", "b", "c", "d"], &rows);
        let edges = EdgeFilter::of(RelationFilter::Any);
        let request = NeighbourhoodRequest { directions: Directions::Both, edges, depth: 1 };
        let found = neighbourhood_among(&graph, graph.find("a").unwrap().ix(), &request);
        let ends: Vec<_> = found.iter().map(|ix| (graph.edge(*ix).from().id(), graph.edge(*ix).to().id())).collect();
        assert_eq!(ends, [("a", "b"), ("a", "c"), ("b", "c")]);
    }
}
