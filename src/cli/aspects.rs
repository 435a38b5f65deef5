//! `aspects ID`: which aspects count for a node of an architecture model, and why.

use super::Answer;
use super::args::AspectsArgs;
use super::context::{Context, find_in_model, say};
use super::human::{id, place};
use super::paint::{Give, Line, Role};
use super::wire::{EdgeWire, NodeWire};
use crate::graph::{Graph, NodeIx};
use crate::query::{EffectiveAspect, Reason, Trust, Why, effective_aspects};
use crate::text;
use serde::Serialize;

pub(super) fn run(args: &AspectsArgs, context: &mut Context) -> anyhow::Result<Answer> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let node = match find_in_model(graph, &args.id) {
        Ok(node) => node,
        Err(answer) => return Ok(answer),
    };
    let aspects = effective_aspects(graph, node);
    if !context.out.is_human() {
        let aspects = aspects.iter().map(|aspect| AspectWire::new(graph, aspect)).collect();
        context.out.json(&AspectsWire { node: node.address().into_owned(), aspects })?;
        return Ok(Answer::Yes);
    }
    let mut rows = Vec::new();
    for aspect in &aspects {
        rows.extend(because(graph, aspect.aspect, &aspect.reasons, |why| why.in_words(graph)));
        let exception =
            |text: &&str| vec![Line::new(), Line::of(Role::Warn, "except ").plain(text).giving(Give::End(16))];
        rows.extend(aspect.exceptions.iter().map(exception));
    }
    context.out.table(rows, 0)?;
    context.out.flush()?;
    say("total", &text::count(aspects.len(), "aspect"));
    Ok(Answer::Yes)
}

/// A node and the reasons for it, a row each, with the place of the edge that says so.
pub(super) fn because(
    graph: &Graph,
    node: NodeIx,
    reasons: &[Reason],
    in_words: impl Fn(Why) -> String,
) -> Vec<Vec<Line>> {
    let row = |(number, reason): (usize, &Reason)| {
        let node = if number == 0 { id(graph.node(node)) } else { Line::new() };
        let why = Line::of(Role::Dim, &in_words(reason.why)).giving(Give::End(16));
        vec![node, why, place(graph.edge(reason.edge))]
    };
    reasons.iter().enumerate().map(row).collect()
}

#[derive(Serialize)]
struct AspectsWire<'g> {
    node: String,
    aspects: Vec<AspectWire<'g>>,
}

#[derive(Serialize)]
struct AspectWire<'g> {
    #[serde(flatten)]
    aspect: NodeWire<'g>,
    reasons: Vec<ReasonWire<'g>>,
    exceptions: &'g [&'g str],
}

impl<'g> AspectWire<'g> {
    fn new(graph: &'g Graph, aspect: &'g EffectiveAspect<'g>) -> Self {
        Self {
            aspect: NodeWire::new(graph.node(aspect.aspect)),
            reasons: aspect.reasons.iter().map(|reason| ReasonWire::new(graph, *reason)).collect(),
            exceptions: &aspect.exceptions,
        }
    }
}

/// A reason, the node it comes from, and the edge that says so.
#[derive(Serialize)]
pub(super) struct ReasonWire<'g> {
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    edge: EdgeWire<'g>,
}

impl<'g> ReasonWire<'g> {
    pub(super) fn new(graph: &'g Graph, reason: Reason) -> Self {
        let (word, of) = match reason.why {
            Why::Own => ("own", None),
            Why::Ancestor(above) => ("ancestor", Some(above)),
            Why::Flow(flow) => ("flow", Some(flow)),
            Why::Implied(aspect) => ("implied", Some(aspect)),
        };
        let of = of.map(|ix| graph.node(ix).address().into_owned());
        // A model's own edges are certain.
        Self { reason: word, of, edge: EdgeWire { edge: graph.edge(reason.edge), trust: &Trust::ALL } }
    }
}
