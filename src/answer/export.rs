//! The whole graph, or a part of it.

use super::Input;
use crate::document::{Answer, Document, Section, beyond, edge_row, part};
use crate::format::json::Sink;
use crate::format::{Export, GraphWire};
use crate::graph::Graph;
use crate::query::{Subgraph, Trust};
use crate::text::count;

/// A part of the graph for other programs.
pub struct ExportAnswer<'a> {
    graph: &'a Graph,
    subgraph: Subgraph,
    trust: Trust,
    title: String,
}

impl<'a> ExportAnswer<'a> {
    pub fn new(input: Input<'a>, subgraph: Subgraph, trust: Trust, title: String) -> Self {
        Self { graph: input.graph, subgraph, trust, title }
    }
}

impl Answer for ExportAnswer<'_> {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        Some((self.graph, self.subgraph.clone().limited(self.graph, most)))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        let (nodes, edges) = (self.subgraph.node_count(self.graph), self.subgraph.edge_count(self.graph));
        beyond([(most, nodes, "node"), (most, edges, "edge")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let (nodes, total) = (self.subgraph.node_count(self.graph), self.subgraph.edge_count(self.graph));
        let rows = self.subgraph.edges(self.graph).take(most).map(|edge| edge_row(edge, &self.trust));
        let edges = Section { total: Some(total), shown: total.min(most), ..Section::plain(rows) };
        Document::new(vec![edges.or("No edges")]).with_total(format!(
            "{}, {}",
            count(nodes, "node"),
            part(most, total, "edge")
        ))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&GraphWire(&Export::new(self.graph, &self.subgraph, "")))
    }
}
