//! Nodes whose id or title matches, best match first.

use crate::document::{Answer, Document, Give, Line, NodeWire, Role, Row, Section, beyond, facts, part};
use crate::format::json::{Each, Sink};
use crate::graph::Graph;
use crate::query::{Hit, SearchResult, Subgraph, search};
use crate::text::quoted;
use serde::Serialize;
use std::sync::Arc;

/// The nodes that match a query.
pub struct SearchAnswer<'a> {
    graph: &'a Graph,
    query: String,
    found: SearchResult,
}

impl<'a> SearchAnswer<'a> {
    /// Finds at most `most` nodes.
    pub fn new(graph: &'a Arc<Graph>, query: String, most: usize) -> Self {
        let found = search(graph, &query, most);
        Self { graph, query, found }
    }

    fn row(&self, hit: &Hit) -> Row {
        let node = self.graph.node(hit.node);
        let id = Line::matched(Role::Id, node.id(), &hit.id_positions);
        let id = if node.is_missing() { id.with(Role::Bad, " (missing)") } else { id };
        let title = if node.title() == node.id() {
            Line::new()
        } else {
            Line::matched(Role::Plain, node.title(), &hit.title_positions)
        };
        let row = Row::of(id.giving(Give::Rest(12))).detail(facts(node));
        row.phrase(title.giving(Give::End(16))).to(hit.node)
    }
}

impl Answer for SearchAnswer<'_> {
    fn title(&self) -> String {
        format!("Nodes that match {}", quoted(&self.query))
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        Some((self.graph, Subgraph::induced(self.graph, self.found.hits.iter().take(most).map(|hit| hit.node))))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(self.found.hits.len().min(most), self.found.total, "node")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let hits = Section::entries(most, &self.found.hits, |hit| [self.row(hit)]).or("No matches");
        Document::new(vec![hits]).with_total(part(self.found.hits.len().min(most), self.found.total, "node"))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&Each(|| self.found.hits.iter().map(|hit| HitWire::new(self.graph, hit))))
    }

    fn is_negative(&self) -> bool {
        self.found.total == 0
    }
}

/// A node with its score and the positions of the matched characters.
#[derive(Serialize)]
struct HitWire<'a> {
    #[serde(flatten)]
    node: NodeWire<'a>,
    score: i64,
    positions: PositionsWire<'a>,
}

#[derive(Serialize)]
struct PositionsWire<'a> {
    id: &'a [usize],
    title: &'a [usize],
}

impl<'a> HitWire<'a> {
    fn new(graph: &'a Graph, hit: &'a Hit) -> Self {
        let positions = PositionsWire { id: &hit.id_positions, title: &hit.title_positions };
        Self { node: NodeWire::new(graph.node(hit.node)), score: hit.score, positions }
    }
}
