//! Cycles over relations that must be acyclic. Each is a strongly connected component with its shortest cycle.

use super::{Input, untrusted};
use crate::document::{
    Answer, Block, Document, EdgeWire, EdgesWire, Line, NodeWire, Notice, Role, Row, Section, beyond, called, name,
    part, step_row, title,
};
use crate::format::json::{Each, Sink};
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{Cycle, CycleRequest, MOST_LOOKS, Subgraph, Trust, cycles, untrusted_in_cycles};
use crate::text::count;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// The cycles of a graph.
pub struct CyclesAnswer<'a> {
    graph: &'a Graph,
    found: Vec<Cycle>,
    trust: Trust,
    /// The relations that were asked for; the acyclic ones if empty.
    named: Vec<String>,
    /// Number of edges that are not followed because of their confidence.
    left_out: usize,
}

/// Maximum number of members shown of a cycle in a list of cycles; JSON has all.
const MOST_NAMED: usize = 5;

impl<'a> CyclesAnswer<'a> {
    pub fn new(input: Input<'a>, request: &CycleRequest, named: Vec<String>) -> Self {
        let found = cycles(input.graph, request, MOST_LOOKS, input.cancelled).unwrap_or_default();
        let left_out = untrusted_in_cycles(input.graph, request);
        Self { graph: input.graph, found, trust: request.edges.trust, named, left_out }
    }

    /// `3 nodes in a cycle over led-to, 5 links`.
    fn head(&self, cycle: &Cycle) -> Row {
        let over = cycle.class.as_ref().map_or_else(|| self.named.join(", "), |class| class.name.to_string());
        let nodes = Line::of(Role::Strong, &count(cycle.nodes.len(), "node")).with(Role::Bad, " in a cycle");
        let row = Row::of(nodes.with(Role::Dim, &format!(" over {over}, {}", count(cycle.links, "link"))));
        cycle.nodes.first().map_or(row.clone(), |first| row.to(*first))
    }
}

/// The shortest cycle and the members, of which at most `most` are shown.
pub(super) fn sections<'a>(graph: &'a Graph, cycle: &'a Cycle, trust: &'a Trust, most: usize) -> Vec<Section<'a>> {
    let row = |ix: &EdgeIx| {
        let step = step_row(graph.edge(*ix), trust);
        let mark = Line::of(Role::Warn, if *ix == cycle.weakest { "weakest" } else { "" });
        let cells = Row::of(mark).cells.into_iter().chain(step.cells).collect();
        [Row { cells, ..step }]
    };
    let about = if cycle.is_proven { "no cycle is shorter" } else { "the shortest cycle found" };
    let member = |ix: &NodeIx| {
        let node = graph.node(*ix);
        [Row::of(name(node)).phrase(if called(node) == node.title() { Line::new() } else { title(node) }).to(*ix)]
    };
    vec![
        Section::list("shortest", usize::MAX, &cycle.shortest, row).about(about),
        Section::list("nodes", most, &cycle.nodes, member),
    ]
}

impl Answer for CyclesAnswer<'_> {
    fn title(&self) -> String {
        "Cycles".to_owned()
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        let nodes = self.found.iter().take(most).flat_map(|cycle| cycle.nodes.iter().copied());
        let edges = self.found.iter().take(most).flat_map(|cycle| cycle.shortest.iter().copied());
        Some((self.graph, Subgraph::new(self.graph, nodes, edges)))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(most, self.found.len(), "cycle")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let blocks = self.found.iter().take(most).map(|cycle| {
            let head = Section::plain([self.head(cycle)]);
            let sections = sections(self.graph, cycle, &self.trust, MOST_NAMED);
            Block::Whole(std::iter::once(head).chain(sections).collect())
        });
        let total = part(most, self.found.len(), "cycle");
        Document { blocks: blocks.collect(), ..Document::default() }.with_total(total)
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(self)
    }

    /// `doctor` reports cycles regardless of the confidence of their edges.
    fn notices(&self) -> Vec<Notice> {
        untrusted(self.left_out, &self.trust).into_iter().collect()
    }
}

struct CycleWire<'g> {
    all: &'g CyclesAnswer<'g>,
    cycle: &'g Cycle,
}

impl Serialize for CyclesAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.found.iter().map(|cycle| CycleWire { all: self, cycle }))
    }
}

impl Serialize for CycleWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (CyclesAnswer { graph, trust, named, .. }, cycle) = (self.all, self.cycle);
        let mut fields = serializer.serialize_struct("cycle", 7)?;
        match &cycle.class {
            Some(class) => {
                fields.serialize_field("class", &class.name)?;
                fields.serialize_field("system", class.system.name())?;
            }
            None => fields.serialize_field("relations", named)?,
        }
        fields.serialize_field("nodes", &Each(|| cycle.nodes.iter().map(|ix| NodeWire::new(graph.node(*ix)))))?;
        fields.serialize_field("links", &cycle.links)?;
        fields.serialize_field("shortest", &EdgesWire { graph, edges: &cycle.shortest, trust })?;
        fields.serialize_field("proven", &cycle.is_proven)?;
        fields.serialize_field("weakest", &EdgeWire { edge: graph.edge(cycle.weakest), trust })?;
        fields.end()
    }
}
