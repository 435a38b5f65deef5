//! Pairs of statements that cannot both be true, each with the two chains of edges that prove it.

use super::Input;
use crate::document::{
    Answer, Block, Document, EdgesWire, NodeWire, Notice, Role, Row, Section, beyond, called, other_name, part,
    step_row,
};
use crate::format::json::{Each, Sink};
use crate::graph::{EdgeIx, Graph};
use crate::query::{
    Contradiction, ContradictionKind, Contradictions, EdgeFilter, Faded, MOST_STEPS, Subgraph, Trust, contradictions,
    reading,
};
use crate::text::count;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// The contradictions of a graph.
pub struct ContradictionsAnswer<'a> {
    graph: &'a Graph,
    all: Contradictions,
    trust: Trust,
}

impl<'a> ContradictionsAnswer<'a> {
    pub fn new(input: Input<'a>, edges: &EdgeFilter, faded: Faded) -> Self {
        let all = contradictions(input.graph, edges, faded, MOST_STEPS, input.cancelled).unwrap_or_default();
        Self { graph: input.graph, all, trust: edges.trust }
    }
}

/// What contradicts itself, in a sentence.
pub(super) fn statement(graph: &Graph, one: &Contradiction) -> String {
    let [node, claim] = [one.node, one.claim].map(|end| called(graph.node(end)));
    match one.kind {
        ContradictionKind::Sides => format!("{node} both supports and rebuts {claim}"),
        ContradictionKind::Grounds => format!("{node} depends on a rebuttal of {claim}"),
        ContradictionKind::Times => format!("{node} both causes and prevents {claim}"),
        ContradictionKind::Opposed => {
            let [first, second] = readings(graph, one);
            format!("{node} both {first} and {second} {claim}")
        }
    }
}

/// The readings of the first edges of both chains.
fn readings(graph: &Graph, one: &Contradiction) -> [String; 2] {
    [&one.supporting, &one.against].map(|chain| reading(graph.edge(chain[0]), one.node).into_owned())
}

/// Both chains, side by side.
pub(super) fn chains<'a>(graph: &'a Graph, one: &'a Contradiction, trust: &'a Trust) -> Block<Section<'a>> {
    let abouts = match one.kind {
        ContradictionKind::Sides => ["supports it", "rebuts it"].map(str::to_owned),
        ContradictionKind::Grounds => ["depends on it", "depends on a rebuttal of it"].map(str::to_owned),
        ContradictionKind::Times => ["causes it", "prevents it"].map(str::to_owned),
        ContradictionKind::Opposed => readings(graph, one).map(|verb| format!("{verb} it")),
    };
    let [for_it, against] = abouts;
    let chain = |key, chain: &'a [EdgeIx], about: String| {
        vec![Section::list(key, usize::MAX, chain, move |ix| [step_row(graph.edge(*ix), trust)]).about(about)]
    };
    Block::Beside(chain("for", &one.supporting, for_it), chain("against", &one.against, against))
}

impl Answer for ContradictionsAnswer<'_> {
    fn title(&self) -> String {
        "Contradictions".to_owned()
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        let found = || self.all.found.iter().take(most);
        let edges = found().flat_map(|one| one.supporting.iter().chain(&one.against).copied());
        let roots = found().map(|one| one.claim);
        Some((self.graph, Subgraph::new(self.graph, [], edges).with_roots(roots)))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(most, self.all.found.len(), "contradiction")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let blocks = self.all.found.iter().take(most).flat_map(|one| {
            let ends = [one.node, one.claim].map(|end| self.graph.node(end));
            let statement = Row::paragraph(Role::Strong, &statement(self.graph, one)).to(one.node);
            let names = ends.map(|end| Row::of(other_name(end).dimmed()).indented(1).to(end.ix()));
            let names = names.into_iter().filter(|row| !row.text().is_empty());
            let head = Section::plain(std::iter::once(statement).chain(names));
            [Block::Whole(vec![head]), chains(self.graph, one, &self.trust)]
        });
        let mut document = Document { blocks: blocks.collect(), ..Document::default() };
        if self.all.left_out > 0 {
            let left_out = count(self.all.left_out, "rebuttal");
            let limit = "search limit reached: chains of";
            let text = format!("{limit} {left_out} not searched; direct contradictions are complete");
            document.notices.push(Notice::hint(text));
        }
        document.with_total(part(most, self.all.found.len(), "contradiction"))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(self)
    }
}

#[derive(Serialize)]
struct ContradictionWire<'g> {
    kind: &'static str,
    node: NodeWire<'g>,
    claim: NodeWire<'g>,
    #[serde(rename = "for")]
    supporting: EdgesWire<'g>,
    against: EdgesWire<'g>,
}

impl ContradictionsAnswer<'_> {
    fn one<'s>(&'s self, one: &'s Contradiction) -> ContradictionWire<'s> {
        let chain = |edges: &'s [EdgeIx]| EdgesWire { graph: self.graph, edges, trust: &self.trust };
        ContradictionWire {
            kind: one.kind.name(),
            node: NodeWire::new(self.graph.node(one.node)),
            claim: NodeWire::new(self.graph.node(one.claim)),
            supporting: chain(&one.supporting),
            against: chain(&one.against),
        }
    }
}

impl Serialize for ContradictionsAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("contradictions", 2)?;
        fields.serialize_field("contradictions", &Each(|| self.all.found.iter().map(|one| self.one(one))))?;
        fields.serialize_field("left_out", &self.all.left_out)?;
        fields.end()
    }
}
