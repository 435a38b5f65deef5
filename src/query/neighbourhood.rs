//! The edges within some steps of a node, by breadth-first search.
//!
//! Edges are filtered row by row with a [`Sieve`]; the only state per edge is one bit. See `neighbourhood_list.rs` for
//! the foldable list.

use super::filter::EdgeFilter;
use super::sieve::{Sieve, pick};
use crate::graph::{Cancelled, Direction, Edge, EdgeIx, Graph, NEVER, NodeIx, Pace, UntilCancelled as _};
use fixedbitset::FixedBitSet;
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directions {
    /// Against the edges.
    In,
    /// Along the edges.
    Out,
    /// In both directions at every step.
    Both,
}

impl Directions {
    /// The name shown to users.
    pub fn name(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Out => "out",
            Self::Both => "both",
        }
    }

    /// The adjacency rows to visit, in traversal order.
    pub(super) fn each(self) -> &'static [Direction] {
        match self {
            Self::In => &[Direction::In],
            Self::Out => &[Direction::Out],
            Self::Both => &[Direction::Out, Direction::In],
        }
    }

    /// The adjacency rows to list, in reading order: incoming before outgoing edges.
    pub(super) fn each_listed(self) -> &'static [Direction] {
        match self {
            Self::Both => &[Direction::In, Direction::Out],
            one => one.each(),
        }
    }
}

#[derive(Debug, Clone)]
pub struct NeighbourhoodRequest {
    pub directions: Directions,
    pub edges: EdgeFilter,
    /// Number of steps.
    pub depth: u32,
}

/// Returns every distinct edge within `depth` steps of `root`, in order of discovery. Edges that equal an earlier one
/// in both ends, relation and time are left out.
pub fn neighbourhood(graph: &Graph, root: NodeIx, request: &NeighbourhoodRequest) -> Vec<EdgeIx> {
    let mut walk = NeighbourhoodSearch::new(graph, root, request, NEVER);
    if let Some(before) = request.depth.checked_sub(1) {
        walk.steps(before);
        // The last step visits most edges, and their far ends need not be expanded.
        let all = None::<fn(Edge<'_>) -> bool>;
        walk.expand(walk.level.clone(), FarEnds::LeftAlone, all);
    }
    walk.found
}

/// The same edges followed by all other edges between the nodes found (the induced subgraph); `None` if cancelled.
pub fn neighbourhood_among(
    graph: &Graph,
    root: NodeIx,
    request: &NeighbourhoodRequest,
    cancelled: Cancelled<'_>,
) -> Option<Vec<EdgeIx>> {
    let mut walk = NeighbourhoodSearch::new(graph, root, request, cancelled);
    walk.steps(request.depth);
    let mut within = FixedBitSet::with_capacity(graph.node_count());
    for edge in walk.found.iter().map(|ix| graph.edge(*ix)).until(cancelled) {
        within.insert(edge.from().ix().index());
        within.insert(edge.to().ix().index());
    }
    // Edges between found nodes that were not visited yet start at the last level.
    let last = walk.level.clone();
    let is_within = |node: NodeIx| within.contains(node.index());
    let joins = |edge: Edge<'_>| is_within(edge.from().ix()) && is_within(edge.to().ix());
    walk.expand(last, FarEnds::LeftAlone, Some(joins));
    (!cancelled()).then_some(walk.found)
}

/// Whether the far ends of edges are visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FarEnds {
    /// The next step expands them.
    Visited,
    /// There is no next step.
    LeftAlone,
}

/// State of a breadth-first search.
struct NeighbourhoodSearch<'g> {
    graph: &'g Graph,
    request: &'g NeighbourhoodRequest,
    sieve: Sieve<'g>,
    /// Edges that are listed already, or equal one that is.
    listed: FixedBitSet,
    visited: FixedBitSet,
    /// The visited nodes, in order of discovery.
    nodes: Vec<NodeIx>,
    /// The range of the last level in `nodes`.
    level: Range<usize>,
    found: Vec<EdgeIx>,
    /// Reused buffer for filtered rows.
    kept: Vec<EdgeIx>,
    pace: Pace<'g>,
}

impl<'g> NeighbourhoodSearch<'g> {
    fn new(graph: &'g Graph, root: NodeIx, request: &'g NeighbourhoodRequest, cancelled: Cancelled<'g>) -> Self {
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
            pace: Pace::new(cancelled),
        }
    }

    fn steps(&mut self, depth: u32) {
        for _ in 0..depth {
            if self.level.is_empty() {
                break;
            }
            let next = self.nodes.len();
            self.expand(self.level.clone(), FarEnds::Visited, None::<fn(Edge<'_>) -> bool>);
            self.level = next..self.nodes.len();
        }
    }

    /// Lists the edges of some nodes that pass the filter and, if given, `wanted`; ends early if cancelled.
    #[expect(clippy::needless_pass_by_value, reason = "an option of a closure is as small as a reference to it")]
    fn expand(&mut self, nodes: Range<usize>, ends: FarEnds, wanted: Option<impl Fn(Edge<'_>) -> bool>) {
        let (graph, request) = (self.graph, self.request);
        for at in nodes {
            if self.pace.is_over() {
                return;
            }
            let node = self.nodes[at];
            let each = request.directions.each();
            let rows = each.iter().map(|side| (*side, graph.edges_of(node, *side)));
            let retracted = each.iter().map(|side| (*side, request.edges.retracted_of(graph, node, *side)));
            for (direction, row) in rows.chain(retracted) {
                let first = self.add(row, wanted.as_ref());
                if ends == FarEnds::Visited {
                    self.visit(node, direction, first);
                }
                // About half of the edges are listed already from their other end, unpredictably: hence branch-free.
                pick(&mut self.found, first, |ix| !self.listed.put(ix.index()));
            }
        }
    }

    /// Appends the matching edges of a row, listed already or not, and returns the index of the first one.
    fn add(&mut self, row: &[EdgeIx], wanted: Option<&impl Fn(Edge<'_>) -> bool>) -> usize {
        let meant = self.sieve.sift(self.graph, row, &mut self.kept);
        let first = self.found.len();
        match wanted {
            None => self.found.extend_from_slice(meant),
            Some(wanted) => self.found.extend(meant.iter().filter(|ix| wanted(self.graph.edge(**ix)))),
        }
        first
    }

    /// Visits the far ends of the edges from index `first` on.
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
    fn edges_between_neighbours_are_included_but_not_those_leading_further() {
        let rows =
            [("a", "b", "led-to", ""), ("a", "c", "led-to", ""), ("b", "c", "cites", ""), ("c", "d", "cites", "")];
        let graph = graph_of(&["a", "b", "c", "d"], &rows);
        let edges = EdgeFilter::of(RelationFilter::Any);
        let request = NeighbourhoodRequest { directions: Directions::Both, edges, depth: 1 };
        let found = neighbourhood_among(&graph, graph.find("a").unwrap().ix(), &request, NEVER).unwrap();
        let ends: Vec<_> = found.iter().map(|ix| (graph.edge(*ix).from().id(), graph.edge(*ix).to().id())).collect();
        assert_eq!(ends, [("a", "b"), ("a", "c"), ("b", "c")]);
    }
}
