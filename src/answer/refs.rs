//! The edges within a number of steps of a node.

use super::{Input, untrusted_of};
use crate::document::{Answer, Document, EdgesWire, Notice, Section, beyond, called, edge_row, part};
use crate::format::json::Sink;
use crate::graph::{Direction, EdgeIx, Graph, NodeIx};
use crate::query::{Directions, NeighbourhoodRequest, Subgraph, neighbourhood};
use crate::text::count;

/// The edges around a node.
pub struct RefsAnswer<'a> {
    graph: &'a Graph,
    /// The node; `None` if there is none with the wanted id.
    root: Option<NodeIx>,
    request: NeighbourhoodRequest,
    edges: Vec<EdgeIx>,
}

impl<'a> RefsAnswer<'a> {
    pub fn new(input: Input<'a>, root: Option<NodeIx>, request: NeighbourhoodRequest) -> Self {
        let graph = input.graph;
        let edges = root.map(|root| neighbourhood(graph, root, &request)).unwrap_or_default();
        Self { graph, root, request, edges }
    }

    /// Why there are so few edges.
    fn hints(&self) -> impl Iterator<Item = Notice> {
        let all = |edges| {
            let all = NeighbourhoodRequest { edges, ..self.request.clone() };
            self.root.map_or(0, |root| neighbourhood(self.graph, root, &all).len())
        };
        let uncertain = untrusted_of(self.graph, &self.request.edges, self.edges.len(), all);
        let others = self.root.map_or(0, |root| self.graph.node(root).degree(Direction::In));
        let incoming = (self.request.directions == Directions::Out && others > 0).then(|| {
            let reach = if others == 1 { "reaches" } else { "reach" };
            let others = count(others, "edge");
            Notice::hint(format!("{others} {reach} the node; --direction both includes incoming edges"))
        });
        uncertain.into_iter().chain(incoming)
    }
}

impl Answer for RefsAnswer<'_> {
    fn title(&self) -> String {
        self.root.map_or_else(|| "Edges".to_owned(), |root| format!("Edges of {}", called(self.graph.node(root))))
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        let root = self.root?;
        Some((self.graph, Subgraph::new(self.graph, [root], self.edges.iter().take(most).copied()).with_roots([root])))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(most, self.edges.len(), "edge")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let row = |edge: &EdgeIx| [edge_row(self.graph.edge(*edge), &self.request.edges.trust)];
        let document = Document::new(vec![Section::entries(most, &self.edges, row).or("No edges")]);
        document.with_total(part(most, self.edges.len(), "edge")).with_notices(self.hints())
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&EdgesWire { graph: self.graph, edges: &self.edges, trust: &self.request.edges.trust })
    }

    fn is_negative(&self) -> bool {
        self.root.is_none()
    }
}
