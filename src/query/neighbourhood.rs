//! The edges around a node, breadth first.

use super::filter::EdgeFilter;
use super::sieve::{Sieve, pick};
use crate::graph::{Direction, Edge, EdgeIx, Graph, NodeIx};
use fixedbitset::FixedBitSet;
use std::ops::Range;

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
    let mut walk = NeighbourhoodSearch::new(graph, root, request);
    if let Some(before) = request.depth.checked_sub(1) {
        walk.steps(before);
        // With the last step most edges are met, and nobody goes on from where they lead.
        let all = None::<fn(Edge<'_>) -> bool>;
        walk.look_around(walk.level.clone(), FarEnds::LeftAlone, all);
    }
    walk.found
}

/// The same edges, and behind them all others between the nodes they join: what the neighbours have to do with each other.
pub fn neighbourhood_among(graph: &Graph, root: NodeIx, request: &NeighbourhoodRequest) -> Vec<EdgeIx> {
    let mut walk = NeighbourhoodSearch::new(graph, root, request);
    walk.steps(request.depth);
    let mut within = FixedBitSet::with_capacity(graph.node_count());
    for edge in walk.found.iter().map(|ix| graph.edge(*ix)) {
        within.insert(edge.from().ix().index());
        within.insert(edge.to().ix().index());
    }
    // What joins neighbours and was not met yet leaves those that were met last.
    let last = walk.level.clone();
    let is_within = |node: NodeIx| within.contains(node.index());
    let joins = |edge: Edge<'_>| is_within(edge.from().ix()) && is_within(edge.to().ix());
    walk.look_around(last, FarEnds::LeftAlone, Some(joins));
    walk.found
}

/// What becomes of the nodes that edges lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FarEnds {
    /// The next step goes on from them.
    Visited,
    /// There is no next step.
    LeftAlone,
}

/// A walk step by step, row by row. Nothing is kept an edge but the edge itself.
struct NeighbourhoodSearch<'g> {
    graph: &'g Graph,
    request: &'g NeighbourhoodRequest,
    sieve: Sieve<'g>,
    /// The edges that need not be listed: they are already, or equal one that is.
    listed: FixedBitSet,
    visited: FixedBitSet,
    /// The nodes in the order they were visited.
    nodes: Vec<NodeIx>,
    /// Those that were visited with the last step.
    level: Range<usize>,
    found: Vec<EdgeIx>,
    /// Room for what is meant of a row.
    kept: Vec<EdgeIx>,
}

impl<'g> NeighbourhoodSearch<'g> {
    fn new(graph: &'g Graph, root: NodeIx, request: &'g NeighbourhoodRequest) -> Self {
        let mut visited = FixedBitSet::with_capacity(graph.node_count());
        visited.insert(root.index());
        Self {
            graph,
            request,
            sieve: Sieve::new(graph, &request.edges),
            listed: graph.repeated().clone(),
            visited,
            nodes: vec![root],
            level: 0..1,
            found: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn steps(&mut self, depth: u32) {
        for _ in 0..depth {
            if self.level.is_empty() {
                break;
            }
            let next = self.nodes.len();
            self.look_around(self.level.clone(), FarEnds::Visited, None::<fn(Edge<'_>) -> bool>);
            self.level = next..self.nodes.len();
        }
    }

    /// Lists the edges of some nodes: all that are meant, or only those that are wanted.
    #[expect(clippy::needless_pass_by_value, reason = "an option of a closure is as small as a reference to it")]
    fn look_around(&mut self, nodes: Range<usize>, ends: FarEnds, wanted: Option<impl Fn(Edge<'_>) -> bool>) {
        let (graph, request) = (self.graph, self.request);
        for at in nodes {
            let node = self.nodes[at];
            let each = request.directions.each();
            let rows = each.iter().map(|side| (*side, graph.edges_of(node, *side)));
            let taken_back = each.iter().map(|side| (*side, request.edges.retracted_of(graph, node, *side)));
            for (direction, row) in rows.chain(taken_back) {
                let first = self.add(row, wanted.as_ref());
                if ends == FarEnds::Visited {
                    self.visit(node, direction, first);
                }
                // Every other edge is listed already, from its other end, and nothing foretells which.
                pick(&mut self.found, first, |ix| !self.listed.put(ix.index()));
            }
        }
    }

    /// Adds what is meant of a row to what was found, whether or not it is listed already; and says where that begins.
    fn add(&mut self, row: &[EdgeIx], wanted: Option<&impl Fn(Edge<'_>) -> bool>) -> usize {
        let meant = self.sieve.sift(self.graph, row, &mut self.kept);
        let first = self.found.len();
        match wanted {
            None => self.found.extend_from_slice(meant),
            Some(wanted) => self.found.extend(meant.iter().filter(|ix| wanted(self.graph.edge(**ix)))),
        }
        first
    }

    /// Visits the nodes at the other ends of the edges that were added last.
    fn visit(&mut self, node: NodeIx, direction: Direction, first: usize) {
        for ix in &self.found[first..] {
            let other = self.graph.edge(*ix).other_from(node, direction);
            if !self.visited.put(other.index()) {
                self.nodes.push(other);
            }
        }
    }
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
