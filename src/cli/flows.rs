//! `flows [ID]`: the flows that include a node of an architecture model and why, or all flows.

use super::Outcome;
use super::args::FlowsArgs;
use super::aspects::{ReasonWire, because};
use super::context::{Context, find_in_model, say};
use crate::document::NodeWire;
use crate::document::{Give, Line, Role};
use crate::document::{id, title};
use crate::graph::{Graph, Node, NodeIx};
use crate::system::yggdrasil;
use crate::system::yggdrasil::aspects::{Reason, Why, all_parts, flows, participants};
use crate::system::yggdrasil::{Aspect, Facts, Flow};
use crate::text;
use serde::Serialize;

pub(super) fn run(args: &FlowsArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let all = all_parts(graph, "flow");
    let node = match args.id.as_deref().map(|id| find_in_model(graph, id)) {
        None => None,
        Some(Ok(node)) => Some(node),
        Some(Err(answer)) => return Ok(answer),
    };
    let entry = |flow: Node<'_>, reasons| Entry::new(graph, yggdrasil::facts(&workspace.facts), flow.ix(), reasons);
    let entries: Vec<_> = match node {
        None => all.into_iter().map(|flow| entry(flow, None)).collect(),
        Some(node) if all.iter().any(|flow| flow.ix() == node.ix()) => vec![entry(node, Some(Vec::new()))],
        Some(node) => {
            let joined = flows(graph, node.ix()).into_iter();
            let reason = |edge| {
                let participant = graph.edge(edge).from().ix();
                Reason { why: if participant == node.ix() { Why::Own } else { Why::Ancestor(participant) }, edge }
            };
            joined.map(|(flow, edge)| entry(graph.node(flow), Some(vec![reason(edge)]))).collect()
        }
    };
    if !context.out.is_human() {
        let flows: Vec<_> = entries.iter().map(|entry| FlowWire::new(graph, entry)).collect();
        match node {
            Some(node) => context.out.json(&FlowsWire { node: node.address().into_owned(), flows })?,
            None => context.out.json(&flows)?,
        }
        return Ok(Outcome::Yes);
    }
    context.out.entries(entries.iter().flat_map(|entry| rows(graph, entry)), 0)?;
    context.out.flush()?;
    say("total", &text::count(entries.len(), "flow"));
    Ok(Outcome::Yes)
}

/// A flow with its description and the reasons why the node takes part.
struct Entry<'g> {
    flow: Node<'g>,
    description: Option<&'g str>,
    aspects: Vec<String>,
    participants: Vec<String>,
    /// Why the node takes part; `None` in the list of all flows.
    reasons: Option<Vec<Reason>>,
}

impl<'g> Entry<'g> {
    fn new(graph: &'g Graph, facts: &'g Facts, flow: NodeIx, reasons: Option<Vec<Reason>>) -> Self {
        let node = graph.node(flow);
        let own: Option<&Flow> = node.id().strip_prefix("flow:").and_then(|id| facts.flow(id));
        let aspects = own.map(|own| own.aspects.iter().map(|(aspect, _)| Aspect::node_id(aspect)).collect());
        let participants = participants(graph, flow).into_iter().map(|ix| graph.node(ix).address().into_owned());
        Self {
            flow: node,
            description: own.and_then(|own| own.description.as_deref()),
            aspects: aspects.unwrap_or_default(),
            participants: participants.collect(),
            reasons,
        }
    }
}

fn rows(graph: &Graph, entry: &Entry<'_>) -> Vec<Vec<Line>> {
    if let Some(reasons) = entry.reasons.as_ref().filter(|reasons| !reasons.is_empty()) {
        let said = |why: Why| match why {
            Why::Own => "participant".to_owned(),
            why => why.in_words(graph),
        };
        return because(graph, entry.flow.ix(), reasons, said);
    }
    let aspects = if entry.aspects.is_empty() { String::new() } else { format!("with {}", entry.aspects.join(", ")) };
    let first = vec![
        id(entry.flow),
        Line::of(Role::Dim, &text::count(entry.participants.len(), "participant")),
        title(entry.flow),
        Line::new().plain(entry.description.unwrap_or_default()).giving(Give::End(16)),
        Line::of(Role::Dim, &aspects).giving(Give::End(16)),
    ];
    // A flow selected by its id shows its participants too.
    let of_one = entry.reasons.iter().flat_map(|_| &entry.participants);
    let participants = of_one.map(|id| vec![Line::of(Role::Dim, "  ").with(Role::Id, id)]);
    std::iter::once(first).chain(participants).collect()
}

#[derive(Serialize)]
struct FlowsWire<'g> {
    node: String,
    flows: Vec<FlowWire<'g>>,
}

#[derive(Serialize)]
struct FlowWire<'g> {
    #[serde(flatten)]
    flow: NodeWire<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'g str>,
    aspects: &'g [String],
    participants: &'g [String],
    carriers: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<ReasonWire<'g>>>,
}

impl<'g> FlowWire<'g> {
    fn new(graph: &'g Graph, entry: &'g Entry<'g>) -> Self {
        let wire = |reasons: &Vec<Reason>| reasons.iter().map(|reason| ReasonWire::new(graph, *reason)).collect();
        Self {
            flow: NodeWire::new(entry.flow),
            description: entry.description,
            aspects: &entry.aspects,
            participants: &entry.participants,
            carriers: entry.participants.len(),
            reasons: entry.reasons.as_ref().map(wire),
        }
    }
}
