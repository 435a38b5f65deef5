//! The most important nodes by PageRank, personalised when there are seeds.

use super::Input;
use crate::document::{
    Answer, Document, EdgeWire, Give, Line, NodeWire, Notice, Role, Row, Section, beyond, facts, id, part, place, title,
};
use crate::format::json::{Each, Sink};
use crate::graph::{Edge, Graph, Node, NodeIx};
use crate::query::{RankRequest, Ranking, Trust, rank, reading};
use crate::text::quoted;
use serde::Serialize;

/// The best nodes of a ranking.
pub struct RankAnswer<'a> {
    graph: &'a Graph,
    request: RankRequest,
    ranking: Ranking,
    best: Vec<NodeIx>,
}

impl<'a> RankAnswer<'a> {
    /// Ranks the nodes, of which the answer has at most `most`.
    pub fn new(input: Input<'a>, request: RankRequest, most: usize) -> Self {
        let ranking = rank(input.graph, &request);
        let most = if layer_without_seeds(input.graph, &request).is_some() { 0 } else { most };
        let best = ranking.best(input.graph, &request.edges, most);
        Self { graph: input.graph, request, ranking, best }
    }

    /// The edge that contributes most to the share of a node.
    fn strongest(&self, node: NodeIx) -> Option<Edge<'a>> {
        self.ranking.strongest(self.graph, &self.request, node).map(|edge| self.graph.edge(edge))
    }

    fn row(&self, ix: NodeIx) -> Row {
        let node = self.graph.node(ix);
        let strongest = self.strongest(ix);
        let why = strongest.map(|edge| format!("{} {}", reading(edge, ix), self.graph.node(edge.other(ix)).address()));
        let why = Line::of(Role::Dim, &why.unwrap_or_default()).giving(Give::Rest(16));
        let share = Line::of(Role::Strong, &format!("{:>7}", percent(self.ranking.of(ix))));
        let row = Row::of(share).phrase(id(node)).detail(facts(node)).phrase(title(node)).phrase(why).to(ix);
        strongest.map_or(row.clone(), |edge| row.placed(place(edge)).by(edge.ix()))
    }
}

/// The requested layer, if no seed is in it.
fn layer_without_seeds<'r>(graph: &Graph, request: &'r RankRequest) -> Option<&'r str> {
    let is_within = |seed: &NodeIx| request.edges.keeps_end(graph.node(*seed));
    request.edges.layer.as_deref().filter(|_| !request.seeds.is_empty() && !request.seeds.iter().any(is_within))
}

impl RankAnswer<'_> {
    /// Number of nodes that have a rank.
    fn ranked(&self) -> usize {
        self.graph.nodes().filter(|node| self.request.edges.keeps_end(*node)).count()
    }
}

impl Answer for RankAnswer<'_> {
    fn title(&self) -> String {
        "Most important nodes".to_owned()
    }

    fn document(&self, most: usize) -> Document<'_> {
        let best = Section::entries(most, &self.best, |node| [self.row(*node)]).or("No nodes");
        Document::new(vec![best]).with_total(part(self.best.len().min(most), self.ranked(), "node"))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(self.best.len().min(most), self.ranked(), "node")])
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        let trust = &self.request.edges.trust;
        let ranked =
            |ix: &NodeIx| RankedWire::new(self.graph.node(*ix), self.ranking.of(*ix), self.strongest(*ix), trust);
        sink.put(&Each(|| self.best.iter().map(ranked)))
    }

    fn is_negative(&self) -> bool {
        self.best.is_empty()
    }

    fn notices(&self) -> Vec<Notice> {
        let Some(layer) = layer_without_seeds(self.graph, &self.request).map(quoted) else { return Vec::new() };
        let seeds: Vec<_> = self.request.seeds.iter().map(|seed| quoted(&self.graph.node(*seed).address())).collect();
        vec![Notice::hint(match &seeds[..] {
            [seed] => format!("{seed} is not in the layer {layer}"),
            _ => format!("none of {} is in the layer {layer}", seeds.join(", ")),
        })]
    }
}

/// A node, its share, and the edge that contributes most to it.
#[derive(Serialize)]
pub(super) struct RankedWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<EdgeWire<'g>>,
}

impl<'g> RankedWire<'g> {
    pub(super) fn new(node: Node<'g>, share: f64, edge: Option<Edge<'g>>, trust: &'g Trust) -> Self {
        let edge = edge.map(|edge| EdgeWire { edge, trust });
        Self { node: NodeWire::new(node), score: digits(share), edge }
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
