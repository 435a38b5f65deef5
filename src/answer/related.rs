//! The nodes most closely related to a node, and the edge between them.

use super::rank::RankedWire;
use super::{Input, head};
use crate::document::{Answer, Document, Line, Role, Row, Section, beyond, called, place};
use crate::format::json::{Each, Sink};
use crate::graph::{Edge, Graph, NodeIx};
use crate::query::{EdgeFilter, Related, Subgraph, reading, related};

/// The nodes related to a node, closest first.
pub struct RelatedAnswer<'a> {
    graph: &'a Graph,
    node: NodeIx,
    edges: EdgeFilter,
    found: Vec<Related>,
}

impl<'a> RelatedAnswer<'a> {
    /// Finds at most `most` nodes over the edges that pass a filter.
    pub fn new(input: Input<'a>, node: NodeIx, edges: EdgeFilter, most: usize) -> Self {
        let found = related(input.graph, node, &edges, most, input.cancelled).unwrap_or_default();
        Self { graph: input.graph, node, edges, found }
    }

    fn edge_of(&self, one: &Related) -> Option<Edge<'a>> {
        one.edge.map(|edge| self.graph.edge(edge))
    }

    fn row(&self, one: &Related) -> Row {
        let row = head(self.graph.node(one.node));
        let why = |words: &str| Line::of(Role::Dim, words);
        match self.edge_of(one) {
            Some(edge) => row.phrase(why(&reading(edge, self.node))).placed(place(edge)).by(edge.ix()),
            None => row.phrase(why("indirectly")),
        }
    }
}

impl Answer for RelatedAnswer<'_> {
    fn title(&self) -> String {
        format!("Related to {}", called(self.graph.node(self.node)))
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        let found = || self.found.iter().take(most);
        let nodes = std::iter::once(self.node).chain(found().map(|one| one.node));
        let edges = found().filter_map(|one| one.edge);
        Some((self.graph, Subgraph::new(self.graph, nodes, edges).with_roots([self.node])))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(most, self.found.len(), "node")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let nodes = Section::entries(most, &self.found, |one| [self.row(one)]).or("No related nodes");
        Document::new(vec![nodes])
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        let wire =
            |one: &Related| RankedWire::new(self.graph.node(one.node), one.share, self.edge_of(one), &self.edges.trust);
        sink.put(&Each(|| self.found.iter().map(wire)))
    }
}
