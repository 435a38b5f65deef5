//! `aspects [ID]`: the aspects that apply to a node of an architecture model and why, or all aspects.

use super::Outcome;
use super::args::AspectsArgs;
use super::context::{Context, find_in_model, say};
use crate::document::{EdgeWire, NodeWire};
use crate::document::{Give, Line, Role};
use crate::document::{id, place, title};
use crate::graph::{Graph, Node, NodeIx};
use crate::query::Trust;
use crate::system::yggdrasil;
use crate::system::yggdrasil::Facts;
use crate::system::yggdrasil::aspects::{
    EffectiveAspect, Reason, Why, all_parts, carriers_of_aspects, effective_aspects, implied,
};
use crate::text;
use serde::Serialize;

pub(super) fn run(args: &AspectsArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let Some(id) = &args.id else { return list(graph, yggdrasil::facts(&workspace.facts), context) };
    let node = match find_in_model(graph, id) {
        Ok(node) => node,
        Err(answer) => return Ok(answer),
    };
    let aspects = effective_aspects(graph, node);
    if !context.out.is_human() {
        let aspects = aspects.iter().map(|aspect| AspectWire::new(graph, aspect)).collect();
        context.out.json(&AspectsWire { node: node.address().into_owned(), aspects })?;
        return Ok(Outcome::Yes);
    }
    let mut rows = Vec::new();
    for aspect in &aspects {
        rows.extend(because(graph, aspect.aspect, &aspect.reasons, |why| why.in_words(graph)));
        let exception =
            |text: &&str| vec![Line::new(), Line::of(Role::Warn, "except ").plain(text).giving(Give::End(16))];
        rows.extend(aspect.exceptions.iter().map(exception));
    }
    context.out.entries(rows, 0)?;
    context.out.flush()?;
    say("total", &text::count(aspects.len(), "aspect"));
    Ok(Outcome::Yes)
}

/// Lists all aspects with their descriptions, implied aspects, and the number of nodes they apply to.
fn list(graph: &Graph, facts: &Facts, context: &mut Context) -> anyhow::Result<Outcome> {
    let carriers = carriers_of_aspects(graph);
    let entry = |node: Node<'_>| {
        let own = node.id().strip_prefix("aspect:").and_then(|id| facts.aspect(id));
        let implies = implied(graph, node.ix()).into_iter().map(|ix| graph.node(ix).address().into_owned());
        let carriers = carriers.get(&node.ix()).copied().unwrap_or_default();
        (own.and_then(|aspect| aspect.description.as_deref()), implies.collect::<Vec<_>>(), carriers)
    };
    let aspects = all_parts(graph, "aspect");
    if !context.out.is_human() {
        let wire = |node: &Node<'_>| {
            let (description, implies, carriers) = entry(*node);
            ListedWire { aspect: NodeWire::new(graph.node(node.ix())), description, implies, carriers }
        };
        context.out.json(&aspects.iter().map(wire).collect::<Vec<_>>())?;
        return Ok(Outcome::Yes);
    }
    let row = |node: &Node<'_>| {
        let (description, implies, carriers) = entry(*node);
        let implies = if implies.is_empty() { String::new() } else { format!("implies {}", implies.join(", ")) };
        vec![
            id(*node),
            Line::of(Role::Dim, &text::count(carriers, "node")),
            title(*node),
            Line::new().plain(description.unwrap_or_default()).giving(Give::End(16)),
            Line::of(Role::Dim, &implies).giving(Give::End(16)),
        ]
    };
    context.out.entries(aspects.iter().map(row), 0)?;
    context.out.flush()?;
    say("total", &text::count(aspects.len(), "aspect"));
    Ok(Outcome::Yes)
}

/// A node with one row per reason, including the file and line of the edge behind it.
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
struct ListedWire<'g> {
    #[serde(flatten)]
    aspect: NodeWire<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'g str>,
    implies: Vec<String>,
    carriers: usize,
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

/// A reason, the node it comes from, and the edge behind it.
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
