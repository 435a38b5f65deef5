//! `flows [ID]`: the flows that include a node and why, or all flows.

use super::reasons::{ReasonWire, because};
use crate::document::{Answer, Document, Give, Line, NodeWire, Role, Row, Section, called, id, title};
use crate::format::json::{Each, Sink};
use crate::graph::{Graph, Node, NodeIx};
use crate::system::question::{Arguments, QuestionInput, Refusal, Reply};
use crate::system::yggdrasil::aspects::{Reason, Why, all_parts, flows, is_part, participants};
use crate::system::yggdrasil::{Aspect, Facts, Flow, facts};
use crate::text;
use serde::Serialize;

pub(super) fn ask<'a>(input: &QuestionInput<'a>, arguments: &Arguments) -> Result<Reply<'a>, Refusal> {
    let graph = input.graph;
    let entry = |flow: Node<'a>, reasons| Entry::new(graph, facts(input.facts), flow, reasons);
    let node = arguments.node("id");
    let entries = match node.map(|node| graph.node(node)) {
        None => all_parts(graph, "flow").into_iter().map(|flow| entry(flow, None)).collect(),
        Some(flow) if is_part(flow, "flow") => vec![entry(flow, Some(Vec::new()))],
        Some(node) => {
            let reason = |edge| {
                let participant = graph.edge(edge).from().ix();
                Reason { why: if participant == node.ix() { Why::Own } else { Why::Ancestor(participant) }, edge }
            };
            let joined = flows(graph, node.ix()).into_iter();
            joined.map(|(flow, edge)| entry(graph.node(flow), Some(vec![reason(edge)]))).collect()
        }
    };
    Ok(Reply::new(FlowsAnswer { graph, node, entries }))
}

struct FlowsAnswer<'a> {
    graph: &'a Graph,
    /// The node that is asked about; `None` for all flows.
    node: Option<NodeIx>,
    entries: Vec<Entry<'a>>,
}

/// A flow with its description and the reasons why the node takes part.
struct Entry<'g> {
    flow: Node<'g>,
    description: Option<&'g str>,
    aspects: Vec<String>,
    participants: Vec<NodeIx>,
    /// Why the node takes part; `None` in the list of all flows.
    reasons: Option<Vec<Reason>>,
}

impl<'g> Entry<'g> {
    fn new(graph: &'g Graph, facts: &'g Facts, node: Node<'g>, reasons: Option<Vec<Reason>>) -> Self {
        let own: Option<&Flow> = node.id().strip_prefix("flow:").and_then(|id| facts.flow(id));
        let aspects = own.map(|own| own.aspects.iter().map(|(aspect, _)| Aspect::node_id(aspect)).collect());
        Self {
            flow: node,
            description: own.and_then(|own| own.description.as_deref()),
            aspects: aspects.unwrap_or_default(),
            participants: participants(graph, node.ix()),
            reasons,
        }
    }
}

impl<'a> FlowsAnswer<'a> {
    fn rows(&self, entry: &Entry<'_>) -> Vec<Row> {
        if let Some(reasons) = entry.reasons.as_ref().filter(|reasons| !reasons.is_empty()) {
            let said = |why: Why| match why {
                Why::Own => "participant".to_owned(),
                why => why.in_words(self.graph),
            };
            return because(self.graph, entry.flow.ix(), reasons, said);
        }
        let aspects =
            if entry.aspects.is_empty() { String::new() } else { format!("with {}", entry.aspects.join(", ")) };
        let first = Row::of(id(entry.flow))
            .detail(Line::of(Role::Dim, &text::count(entry.participants.len(), "participant")))
            .phrase(title(entry.flow))
            .phrase(Line::new().plain(entry.description.unwrap_or_default()).giving(Give::End(16)))
            .phrase(Line::of(Role::Dim, &aspects).giving(Give::End(16)))
            .to(entry.flow.ix());
        // A flow selected by its id shows its participants too.
        let of_one = entry.reasons.iter().flat_map(|_| &entry.participants);
        let participant = |ix: &NodeIx| {
            let address = self.graph.node(*ix).address();
            Row::of(Line::of(Role::Id, &address)).indented(1).to(*ix)
        };
        std::iter::once(first).chain(of_one.map(participant)).collect()
    }

    fn wire<'s>(&'s self, entry: &'s Entry<'a>) -> FlowWire<'s> {
        FlowWire {
            flow: NodeWire::new(entry.flow),
            description: entry.description,
            aspects: &entry.aspects,
            participants: entry.participants.iter().map(|ix| self.graph.node(*ix).address().into_owned()).collect(),
            carriers: entry.participants.len(),
            reasons: entry.reasons.as_ref().map(|reasons| ReasonWire::all(self.graph, reasons)),
        }
    }
}

impl Answer for FlowsAnswer<'_> {
    fn title(&self) -> String {
        match self.node {
            Some(node) => format!("Flows of {}", called(self.graph.node(node))),
            None => "Flows".to_owned(),
        }
    }

    fn document(&self, most: usize) -> Document<'_> {
        let flows = Section::entries(most, &self.entries, |entry| self.rows(entry)).or("No flows");
        Document::new(vec![flows]).with_total(text::count(self.entries.len(), "flow"))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        let flows = Each(|| self.entries.iter().map(|entry| self.wire(entry)));
        match self.node {
            Some(node) => sink.put(&FlowsWire { node: self.graph.node(node).address().into_owned(), flows }),
            None => sink.put(&flows),
        }
    }
}

#[derive(Serialize)]
struct FlowsWire<F> {
    node: String,
    flows: F,
}

#[derive(Serialize)]
struct FlowWire<'g> {
    #[serde(flatten)]
    flow: NodeWire<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'g str>,
    aspects: &'g [String],
    participants: Vec<String>,
    carriers: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<ReasonWire<'g>>>,
}
