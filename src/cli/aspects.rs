//! `aspects ID`: which aspects count for a node of an architecture model, and why.

use super::Answer;
use super::args::AspectsArgs;
use super::context::{Context, find_in_model, say};
use super::human::id;
use super::paint::{Give, Line, Role};
use super::wire::NodeWire;
use crate::graph::Graph;
use crate::query::{EffectiveAspect, Reason, effective_aspects};
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
        rows.push(vec![
            id(graph.node(aspect.aspect)),
            Line::of(Role::Dim, &reasons(graph, aspect)).giving(Give::End(16)),
        ]);
        let exception =
            |text: &&str| vec![Line::new(), Line::of(Role::Warn, "except ").plain(text).giving(Give::End(16))];
        rows.extend(aspect.exceptions.iter().map(exception));
    }
    context.out.table(rows, 0)?;
    context.out.flush()?;
    say("total", &text::count(aspects.len(), "aspect"));
    Ok(Answer::Yes)
}

fn reasons(graph: &Graph, aspect: &EffectiveAspect<'_>) -> String {
    let reasons: Vec<_> = aspect.reasons.iter().map(|reason| reason.in_words(graph)).collect();
    reasons.join(", ")
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
    reasons: Vec<ReasonWire>,
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

/// A reason and the node it comes from.
#[derive(Serialize)]
pub(super) struct ReasonWire {
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<String>,
}

impl ReasonWire {
    pub(super) fn new(graph: &Graph, reason: Reason) -> Self {
        let of = |ix| Some(graph.node(ix).address().into_owned());
        match reason {
            Reason::Own => Self { reason: "own", of: None },
            Reason::Ancestor(above) => Self { reason: "ancestor", of: of(above) },
            Reason::Flow(flow) => Self { reason: "flow", of: of(flow) },
            Reason::Implied(aspect) => Self { reason: "implied", of: of(aspect) },
        }
    }
}
