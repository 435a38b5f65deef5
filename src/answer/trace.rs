//! Lineage of a node: its causes and effects by signed distance.

use super::{Input, untrusted_of};
use crate::document::{
    Answer, Document, EdgesWire, Line, NodeWire, Role, Row, Section, beyond, called, edge_row, facts, id, part, title,
};
use crate::format::json::{Each, Sink};
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{Lineage, LineageNode, LineageRequest, Orient, Subgraph, lineage};
use rayon::prelude::*;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// Number of nodes whose frontmatter is read in parallel before they are written.
const READ_AT_ONCE: usize = 256;

/// The lineage of a node.
pub struct TraceAnswer<'a> {
    input: Input<'a>,
    request: LineageRequest,
    found: Lineage,
}

impl<'a> TraceAnswer<'a> {
    pub fn new(input: Input<'a>, root: NodeIx, request: LineageRequest) -> Self {
        let found = lineage(input.graph, root, &request);
        Self { input, request, found }
    }

    fn node_row(&self, entry: &LineageNode) -> Row {
        let node = self.input.graph.node(entry.node);
        let role = if entry.distance == 0 { Role::Strong } else { Role::Plain };
        let also = entry.other_distance.map(|other| format!("also {}", signed(other))).unwrap_or_default();
        let row = Row::of(Line::of(role, &format!("{:>3}", signed(entry.distance)))).phrase(id(node));
        row.detail(facts(node)).phrase(Line::of(Role::Dim, &also)).phrase(title(node)).to(node.ix())
    }
}

impl Answer for TraceAnswer<'_> {
    fn title(&self) -> String {
        format!("Lineage of {}", called(self.input.graph.node(self.found.root)))
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        Some((self.input.graph, Subgraph::of_lineage(self.input.graph, &self.found).limited(self.input.graph, most)))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(most, self.found.nodes.len(), "node"), (most, self.found.edges.len(), "edge")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let (graph, found) = (self.input.graph, &self.found);
        let edge_row = |edge: &EdgeIx| [edge_row(graph.edge(*edge), &self.request.edges.trust)];
        let sections = vec![
            Section::list("nodes", most, &found.nodes, |entry| [self.node_row(entry)]),
            Section::list("edges", most, &found.edges, edge_row).or("No edges"),
        ];
        let how = match self.request.orient {
            Orient::Stored => "as stored; --orient meaning follows cause and effect",
            Orient::Meaning => "by cause and effect",
        };
        let (nodes, edges) = (part(most, found.nodes.len(), "node"), part(most, found.edges.len(), "edge"));
        let all = |edges| {
            let all = LineageRequest { edges, ..self.request.clone() };
            lineage(graph, found.root, &all).edges.len()
        };
        let uncertain = untrusted_of(graph, &self.request.edges, found.edges.len(), all);
        Document::new(sections).with_total(format!("{nodes}, {edges} ({how})")).with_notices(uncertain)
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(self)
    }
}

/// A distance with a sign, using the typographic minus.
fn signed(distance: i32) -> String {
    match distance {
        0 => "0".to_owned(),
        1.. => format!("+{distance}"),
        _ => format!("\u{2212}{}", distance.unsigned_abs()),
    }
}

#[derive(Serialize)]
struct TraceNodeWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    frontmatter: Map<String, Value>,
    distance: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_distance: Option<i32>,
}

impl TraceAnswer<'_> {
    fn node_wire(&self, entry: &LineageNode) -> TraceNodeWire<'_> {
        let node = self.input.graph.node(entry.node);
        // Frontmatter is not kept in memory. `doctor` reports files that cannot be read.
        let workspace = self.input.workspace.filter(|_| node.spec().has_statuses);
        let read = workspace.map(|workspace| workspace.settings.systems.fields(&workspace.root, node));
        TraceNodeWire {
            node: NodeWire::new(node),
            frontmatter: read.and_then(Result::ok).unwrap_or_default(),
            distance: entry.distance,
            other_distance: entry.other_distance,
        }
    }
}

/// Serialised node by node and edge by edge.
impl Serialize for TraceAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (graph, found) = (self.input.graph, &self.found);
        let read = |nodes: &[LineageNode]| nodes.par_iter().map(|entry| self.node_wire(entry)).collect::<Vec<_>>();
        let mut answer = serializer.serialize_struct("lineage", 3)?;
        answer.serialize_field("root", &graph.node(found.root).address())?;
        answer.serialize_field("nodes", &Each(|| found.nodes.chunks(READ_AT_ONCE).flat_map(read)))?;
        let trust = &self.request.edges.trust;
        answer.serialize_field("edges", &EdgesWire { graph, edges: &found.edges, trust })?;
        answer.end()
    }
}
