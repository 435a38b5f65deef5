//! Nodes and edges added or retracted between two times, by actor and relation.

use super::Input;
use crate::document::{
    Answer, Document, EdgeWire, Give, Line, NodeWire, Role, Row, Section, beyond, edge_row, facts, id, note, part,
    title,
};
use crate::format::json::{Each, Sink};
use crate::graph::{EdgeIx, Graph, NodeIx, Timeline};
use crate::query::{Diff, DiffGroup, EdgeFilter, Subgraph, Trust, diff};
use crate::text::{count, grouped};
use crate::time::{self, Millis};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// The changes to a graph, which is that of the end time.
pub struct DiffAnswer<'a> {
    graph: &'a Graph,
    timeline: &'a Timeline,
    found: Diff,
    trust: Trust,
    from: Millis,
    to: Option<Millis>,
}

impl<'a> DiffAnswer<'a> {
    /// `trust` is how confidence is shown; the filter has its own.
    pub fn new(
        input: Input<'a>,
        timeline: &'a Timeline,
        (from, to): (Millis, Option<Millis>),
        edges: &EdgeFilter,
        trust: Trust,
    ) -> Self {
        let found = diff(input.graph, timeline, from).among(input.graph, edges);
        Self { graph: input.graph, timeline, found, trust, from, to }
    }

    fn node_row(&self, ix: NodeIx) -> Row {
        let (node, since) = (self.graph.node(ix), Line::of(Role::Dim, &day(self.timeline.node(ix))));
        let row = Row::of(id(node)).detail(facts(node)).detail(since.giving(Give::All));
        row.phrase(title(node)).to(ix)
    }

    /// A retracted edge, with the row that retracts it.
    fn retracted_row(&self, ix: EdgeIx) -> Row {
        let said = self.timeline.retraction(ix);
        let text = |sym| self.graph.text(sym);
        let place = said.map(|row| format!("by {}:{} {}", text(row.file), row.line, day(row.time())));
        let place = Line::of(Role::Dim, &place.unwrap_or_default()).giving(Give::All);
        let row = edge_row(self.graph.edge(ix), &self.trust).detail(place);
        row.detail(note(said.and_then(|row| row.note).map(text)))
    }

    /// The changes by one actor over one relation.
    fn section<'s>(&'s self, group: &'s DiffGroup) -> Section<'s> {
        let came = group.came.iter().map(|ix| edge_row(self.graph.edge(*ix), &self.trust));
        let retracted = group.retracted.iter().map(|ix| self.retracted_row(*ix));
        let actor = group.actor.map_or("(unknown)", |actor| self.graph.text(actor));
        let heading = format!("{actor} {}", self.graph.text(group.relation));
        let about = match group.retracted.len() {
            0 => String::new(),
            number => format!("{} retracted", grouped(number)),
        };
        let total = group.came.len() + group.retracted.len();
        Section { total: Some(total), shown: total, ..Section::titled(heading, came.chain(retracted)).about(about) }
    }
}

/// The day of a time.
fn day(time: Option<Millis>) -> String {
    time.map(|time| time::format(time)[..10].to_owned()).unwrap_or_default()
}

impl Answer for DiffAnswer<'_> {
    fn title(&self) -> String {
        let until = self.to.map(|to| format!(" until {}", time::format(to))).unwrap_or_default();
        format!("Changes since {}{until}", time::format(self.from))
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        let groups = self.found.groups.iter().take(most);
        let edges = groups.flat_map(|group| group.came.iter().chain(&group.retracted).copied());
        Some((self.graph, Subgraph::new(self.graph, self.found.nodes.iter().take(most).copied(), edges)))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(most, self.found.nodes.len(), "node"), (most, self.found.groups.len(), "group")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let nodes = Section::list("nodes", most, &self.found.nodes, |ix| [self.node_row(*ix)]);
        let groups = self.found.groups.iter().take(most).map(|group| self.section(group));
        let to = self.to.map_or_else(|| "now".to_owned(), time::format);
        let (nodes_added, edges) = (part(most, self.found.nodes.len(), "node"), count(self.found.came(), "edge"));
        let retracted = match self.found.retracted() {
            0 => String::new(),
            number => format!(", {} retracted", count(number, "edge")),
        };
        let all_groups = self.found.groups.len();
        let some_groups =
            if most < all_groups { format!(", {}", part(most, all_groups, "group")) } else { String::new() };
        let total =
            format!("{nodes_added}, {edges}{retracted}{some_groups} (from {} to {to})", time::format(self.from));
        Document::new(std::iter::once(nodes).chain(groups).collect()).with_total(total)
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(self)
    }
}

#[derive(Serialize)]
struct CountsWire {
    nodes: usize,
    edges: usize,
    retracted: usize,
}

#[derive(Serialize)]
struct NewNodeWire<'a> {
    #[serde(flatten)]
    node: NodeWire<'a>,
    since: Option<String>,
}

#[derive(Serialize)]
struct NewEdgeWire<'a> {
    #[serde(flatten)]
    edge: EdgeWire<'a>,
    since: Option<String>,
}

#[derive(Serialize)]
struct RetractedWire<'a> {
    #[serde(flatten)]
    edge: EdgeWire<'a>,
    since: Option<String>,
    retraction: RetractionWire<'a>,
}

/// The row that retracts an edge.
#[derive(Serialize)]
struct RetractionWire<'a> {
    ts: Option<String>,
    actor: Option<&'a str>,
    file: &'a str,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

struct GroupWire<'a> {
    answer: &'a DiffAnswer<'a>,
    group: &'a DiffGroup,
}

impl DiffAnswer<'_> {
    fn node(&self, ix: NodeIx) -> NewNodeWire<'_> {
        let node = NodeWire::new(self.graph.node(ix));
        NewNodeWire { node, since: self.timeline.node(ix).map(time::format) }
    }

    fn came(&self, ix: EdgeIx) -> NewEdgeWire<'_> {
        let edge = EdgeWire { edge: self.graph.edge(ix), trust: &self.trust };
        NewEdgeWire { edge, since: self.timeline.edge(ix).map(time::format) }
    }

    fn retracted(&self, ix: EdgeIx) -> Option<RetractedWire<'_>> {
        let (NewEdgeWire { edge, since }, taken) = (self.came(ix), self.timeline.retraction(ix)?);
        let text = |sym| self.graph.text(sym);
        let (actor, file, line) = (taken.actor.map(text), text(taken.file), taken.line);
        let note = taken.note.map(text);
        let retraction = RetractionWire { ts: taken.time().map(time::format), actor, file, line, note };
        Some(RetractedWire { edge, since, retraction })
    }
}

impl Serialize for DiffAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = &self.found;
        let (nodes, edges, retracted) = (found.nodes.len(), found.came(), found.retracted());
        let mut fields = serializer.serialize_struct("diff", 5)?;
        fields.serialize_field("from", &time::format(self.from))?;
        fields.serialize_field("to", &self.to.map(time::format))?;
        fields.serialize_field("counts", &CountsWire { nodes, edges, retracted })?;
        fields.serialize_field("nodes", &Each(|| found.nodes.iter().map(|ix| self.node(*ix))))?;
        let group = |group| GroupWire { answer: self, group };
        fields.serialize_field("changes", &Each(|| found.groups.iter().map(group)))?;
        fields.end()
    }
}

impl Serialize for GroupWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { answer, group } = self;
        let mut fields = serializer.serialize_struct("change", 4)?;
        fields.serialize_field("actor", &group.actor.map(|actor| answer.graph.text(actor)))?;
        fields.serialize_field("relation", answer.graph.text(group.relation))?;
        fields.serialize_field("edges", &Each(|| group.came.iter().map(|ix| answer.came(*ix))))?;
        fields.serialize_field("retracted", &Each(|| group.retracted.iter().filter_map(|ix| answer.retracted(*ix))))?;
        fields.end()
    }
}
