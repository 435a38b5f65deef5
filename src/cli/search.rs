//! `search QUERY`: nodes whose id or title matches, best match first.

use super::Outcome;
use super::args::SearchArgs;
use super::context::{Context, say};
use crate::document::NodeWire;
use crate::document::facts;
use crate::document::{Give, Line, Role};
use crate::format::json::Each;
use crate::graph::Graph;
use crate::query::{Hit, Subgraph, search};
use crate::text;
use serde::Serialize;

pub(super) fn run(args: &SearchArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &workspace.graph;
    let found = search(graph, &args.query.join(" "), context.limit(20));
    if context.out.wants_graph() {
        let subgraph = Subgraph::induced(graph, found.hits.iter().map(|hit| hit.node));
        let title = format!("Nodes that match {}", text::quoted(&args.query.join(" ")));
        context.write_graph(graph, &subgraph, &title)?;
    } else if context.out.is_human() {
        context.out.table(found.hits.iter().map(|hit| row(graph, hit)), 0)?;
        context.out.flush()?;
        let (shown, total) = (text::grouped(found.hits.len()), text::count(found.total, "node"));
        say("total", &format!("{shown} of {total}"));
    } else {
        context.out.json(&Each(|| found.hits.iter().map(|hit| HitWire::new(graph, hit))))?;
    }
    Ok(if found.total == 0 { Outcome::No } else { Outcome::Yes })
}

fn row(graph: &Graph, hit: &Hit) -> Vec<Line> {
    let node = graph.node(hit.node);
    let id = Line::matched(Role::Id, node.id(), &hit.id_positions);
    let id = if node.is_missing() { id.with(Role::Bad, " (missing)") } else { id };
    let title = if node.title() == node.id() {
        Line::new()
    } else {
        Line::matched(Role::Plain, node.title(), &hit.title_positions)
    };
    vec![id.giving(Give::Rest(12)), facts(node), title.giving(Give::End(16))]
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
