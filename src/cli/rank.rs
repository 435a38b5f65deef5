//! `rank`: the most important nodes by PageRank, personalised when `--from` is given.

use super::Outcome;
use super::args::{RankArgs, Words};
use super::context::{Context, find, say};
use super::edges::edge_filter;
use crate::document::{EdgeWire, NodeWire};
use crate::document::{Give, Line, Role};
use crate::document::{facts, id, place, title};
use crate::format::json::Each;
use crate::graph::{Graph, NodeIx};
use crate::query::{Directions, RankRequest, Ranking, Trust, rank, reading};
use crate::text;
use serde::Serialize;

pub(super) fn run(args: &RankArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let mut seeds: Vec<NodeIx> = Vec::new();
    for seed in &Words::all(&args.seeds) {
        match find(graph, seed) {
            // A seed given twice counts once.
            Ok(node) if seeds.contains(&node.ix()) => {}
            Ok(node) => seeds.push(node.ix()),
            Err(answer) => return Ok(answer),
        }
    }
    // Relevance to a seed does not depend on which end stored the edge.
    let usual = if seeds.is_empty() { Directions::Out } else { Directions::Both };
    let request = RankRequest {
        edges: edge_filter(&workspace, &args.edges, args.orient, context),
        directions: args.direction.unwrap_or(usual),
        orient: args.orient,
        seeds,
    };
    let ranking = rank(graph, &request);
    let starts_nowhere = is_elsewhere(graph, &request, args.edges.among.layer.as_deref());
    let most = if starts_nowhere { 0 } else { context.limit(20) };
    let best = ranking.best(graph, &request.edges, most);
    let answer = Ranked { graph, request: &request, ranking: &ranking };
    if context.out.is_human() {
        context.out.table(best.iter().map(|node| answer.row(*node)), 0)?;
        context.out.flush()?;
        let ranked = graph.nodes().filter(|node| request.edges.keeps_end(*node)).count();
        let (shown, all) = (text::grouped(best.len()), text::count(ranked, "node"));
        say("total", &format!("{shown} of {all}"));
    } else {
        context.out.json(&Each(|| best.iter().map(|node| answer.wire(*node))))?;
    }
    Ok(if best.is_empty() { Outcome::No } else { Outcome::Yes })
}

/// Whether no seed is in the requested layer; prints a hint if so.
fn is_elsewhere(graph: &Graph, request: &RankRequest, layer: Option<&str>) -> bool {
    let is_within = |seed: &NodeIx| request.edges.keeps_end(graph.node(*seed));
    let Some(layer) = layer.filter(|_| !request.seeds.is_empty() && !request.seeds.iter().any(is_within)) else {
        return false;
    };
    let seeds: Vec<_> = request.seeds.iter().map(|seed| text::quoted(&graph.node(*seed).address())).collect();
    let layer = text::quoted(layer);
    let hint = match &seeds[..] {
        [seed] => format!("{seed} is not in the layer {layer}"),
        _ => format!("none of {} is in the layer {layer}", seeds.join(", ")),
    };
    say("hint", &hint);
    true
}

struct Ranked<'g> {
    graph: &'g Graph,
    request: &'g RankRequest,
    ranking: &'g Ranking,
}

/// A node, its share, and the edge that contributes most to it.
#[derive(Serialize)]
struct RankedWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<EdgeWire<'g>>,
}

impl<'g> Ranked<'g> {
    fn trust(&self) -> &'g Trust {
        &self.request.edges.trust
    }

    fn wire(&self, ix: NodeIx) -> RankedWire<'g> {
        let strongest = self.ranking.strongest(self.graph, self.request, ix);
        let edge = strongest.map(|edge| EdgeWire { edge: self.graph.edge(edge), trust: self.trust() });
        RankedWire { node: NodeWire::new(self.graph.node(ix)), score: digits(self.ranking.of(ix)), edge }
    }

    fn row(&self, ix: NodeIx) -> Vec<Line> {
        let node = self.graph.node(ix);
        let strongest = self.ranking.strongest(self.graph, self.request, ix).map(|edge| self.graph.edge(edge));
        let why = strongest.map(|edge| format!("{} {}", reading(edge, ix), self.graph.node(edge.other(ix)).address()));
        let why = Line::of(Role::Dim, &why.unwrap_or_default()).giving(Give::Rest(16));
        let place = strongest.map_or_else(Line::new, place);
        let share = Line::of(Role::Strong, &format!("{:>7}", percent(self.ranking.of(ix))));
        vec![share, id(node), facts(node), title(node), why, place]
    }
}

/// A share rounded to its reliable digits.
fn digits(share: f64) -> f64 {
    (share * 1e12).round() / 1e12
}

/// A share as a percentage with at least two significant digits.
fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        10.0.. => format!("{percent:.1} %"),
        0.1..10.0 => format!("{percent:.2} %"),
        _ => format!("{percent:.4} %"),
    }
}
