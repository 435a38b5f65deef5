//! [`AnyEdge`]: an edge of the graph or a proposed one. Formats write both alike.

use super::Export;
use crate::graph::relation::{Family, Relation};
use crate::graph::{Edge, Graph, Node};
use crate::picture::{ExcerptEdge, LineStyle};
use crate::query::ProposedEdge;
use std::collections::VecDeque;
use std::fmt;

#[derive(Clone, Copy)]
pub(super) enum AnyEdge<'g> {
    Stored(Edge<'g>),
    Proposed { graph: &'g Graph, edge: &'g ProposedEdge, number: usize },
}

/// All edges of an export: the stored ones, then the proposed ones.
pub(super) fn edges<'g>(export: &Export<'g>) -> impl Iterator<Item = AnyEdge<'g>> + use<'g> {
    export.subgraph.edges(export.graph).map(AnyEdge::Stored).chain(proposed(export))
}

/// The proposed edges of an export.
pub(super) fn proposed<'g>(export: &Export<'g>) -> impl Iterator<Item = AnyEdge<'g>> + use<'g> {
    let graph = export.graph;
    let proposed = export.subgraph.proposed.iter().enumerate();
    proposed.map(move |(number, edge)| AnyEdge::Proposed { graph, edge, number })
}

/// An edge of a picture.
pub(super) fn of<'g>(export: &Export<'g>, edge: ExcerptEdge) -> AnyEdge<'g> {
    let (graph, subgraph) = (export.graph, export.subgraph);
    match edge {
        ExcerptEdge::Stored(edge) => AnyEdge::Stored(graph.edge(edge)),
        ExcerptEdge::Proposed(number) => AnyEdge::Proposed { graph, edge: &subgraph.proposed[number], number },
    }
}

impl<'g> AnyEdge<'g> {
    pub(super) fn stored(self) -> Option<Edge<'g>> {
        match self {
            Self::Stored(edge) => Some(edge),
            Self::Proposed { .. } => None,
        }
    }

    pub(super) fn proposed(self) -> Option<&'g ProposedEdge> {
        match self {
            Self::Stored(_) => None,
            Self::Proposed { edge, .. } => Some(edge),
        }
    }

    pub(super) fn from(self) -> Node<'g> {
        match self {
            Self::Stored(edge) => edge.from(),
            Self::Proposed { graph, edge, .. } => graph.node(edge.from),
        }
    }

    pub(super) fn to(self) -> Node<'g> {
        match self {
            Self::Stored(edge) => edge.to(),
            Self::Proposed { graph, edge, .. } => graph.node(edge.to),
        }
    }

    pub(super) fn relation(self) -> &'g str {
        match self {
            Self::Stored(edge) => edge.relation(),
            Self::Proposed { edge, .. } => &edge.relation,
        }
    }

    pub(super) fn is_symmetric(self) -> bool {
        self.stored().is_some_and(Edge::is_symmetric)
    }

    pub(super) fn family(self) -> Family {
        let relation = match self {
            Self::Stored(edge) => edge.meaning().map(|meaning| meaning.relation),
            Self::Proposed { graph, edge, .. } => graph.registry().of_any_system(&edge.relation),
        };
        relation.map_or(Family::Soft, Relation::family)
    }

    /// How it is drawn.
    pub(super) fn style(self) -> LineStyle {
        self.stored().map_or(LineStyle::Proposed, LineStyle::of)
    }
}

/// The id of an edge, which tells parallel edges apart: `e5`, or `p0` for a proposed one.
impl fmt::Display for AnyEdge<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stored(edge) => write!(formatter, "e{}", edge.ix().index()),
            Self::Proposed { number, .. } => write!(formatter, "p{number}"),
        }
    }
}

/// The edges at each node of an export, by the number of the node. Compressed sparse row: two lists of integers.
pub(super) struct Adjacency {
    /// Where the edges of each node start in `edges`.
    starts: Vec<u32>,
    /// Positions in [`edges`]. An edge is at both of its ends, a loop once.
    edges: Vec<u32>,
}

impl Adjacency {
    pub(super) fn new(export: &Export<'_>, edges: &[AnyEdge<'_>]) -> Self {
        let ends = |edge: &AnyEdge<'_>| {
            let [from, to] = [edge.from(), edge.to()].map(|end| export.number(end.ix()));
            [Some(from), Some(to).filter(|to| *to != from)].into_iter().flatten()
        };
        let mut starts = vec![0; export.subgraph.node_count(export.graph) + 1];
        for node in edges.iter().flat_map(ends) {
            starts[node + 1] += 1;
        }
        for node in 1..starts.len() {
            starts[node] += starts[node - 1];
        }
        let mut next = starts.clone();
        let mut sorted = vec![0; starts.last().map_or(0, |end| *end as usize)];
        for (at, edge) in (0..).zip(edges) {
            for node in ends(edge) {
                sorted[next[node] as usize] = at;
                next[node] += 1;
            }
        }
        Self { starts, edges: sorted }
    }

    pub(super) fn of(&self, node: usize) -> impl Iterator<Item = usize> {
        let range = self.starts[node] as usize..self.starts[node + 1] as usize;
        self.edges[range].iter().map(|edge| *edge as usize)
    }
}

/// Numbers of edges between each node and the nearest root, by breadth-first search that ignores directions; the
/// maximum if there is no path.
pub(super) fn distances(export: &Export<'_>, edges: &[AnyEdge<'_>]) -> Vec<u32> {
    let adjacency = Adjacency::new(export, edges);
    let mut distances = vec![u32::MAX; export.subgraph.node_count(export.graph)];
    let mut queue: VecDeque<_> = export.subgraph.roots.iter().map(|root| export.number(*root)).collect();
    for root in &queue {
        distances[*root] = 0;
    }
    while let Some(node) = queue.pop_front() {
        for edge in adjacency.of(node).map(|at| edges[at]) {
            for end in [edge.from(), edge.to()].map(|end| export.number(end.ix())) {
                if distances[end] == u32::MAX {
                    distances[end] = distances[node] + 1;
                    queue.push_back(end);
                }
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;
    use crate::query::Subgraph;

    #[test]
    fn distances_ignore_directions_and_follow_proposed_edges() {
        let chain = [("b", "a", "led-to", ""), ("b", "c", "led-to", ""), ("d", "d", "cites", "")];
        let graph = graph_of(&["a", "b", "c", "d", "e"], &chain);
        let [a, c, e] = ["a", "c", "e"].map(|id| graph.find(id).unwrap().ix());
        let proposed = ProposedEdge { from: e, to: c, relation: "cites".to_owned(), score: Some(0.5) };
        let subgraph = Subgraph::whole().with_roots([a]).with_proposed(vec![proposed]);
        let export = Export::new(&graph, &subgraph, "");
        let edges: Vec<_> = edges(&export).collect();
        assert_eq!(distances(&export, &edges), [0, 1, 2, u32::MAX, 3]);
    }

    #[test]
    fn a_loop_is_once_at_its_node() {
        let graph =
            graph_of(&["a", "b"], &[("a", "a", "cites", ""), ("a", "b", "cites", ""), ("a", "b", "led-to", "")]);
        let subgraph = Subgraph::whole();
        let export = Export::new(&graph, &subgraph, "");
        let edges: Vec<_> = edges(&export).collect();
        let adjacency = Adjacency::new(&export, &edges);
        assert_eq!(adjacency.of(0).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(adjacency.of(1).collect::<Vec<_>>(), [1, 2]);
    }
}
