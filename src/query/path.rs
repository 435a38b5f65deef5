//! Shortest paths between two nodes.
//!
//! Bidirectional breadth-first search finds the layered graph of all shortest paths ([`web`]); the recursive
//! enumeration algorithm lists the best k of them ([`best`]). A path is a sequence of nodes: parallel edges do not make
//! a second path, but the most trusted one represents the step and the others are listed beside it. Equally short paths
//! are sorted by confidence (decision 0021). Longer paths with higher confidence are not considered.

mod best;
mod layers;

use super::filter::EdgeFilter;
use super::lineage::Orient;
use super::neighbourhood::Directions;
use super::sentence::reading;
use super::traversal::{Sense, Ways};
use crate::graph::{EdgeIx, Graph, Node, NodeIx};
use best::Best;
use layers::Web;
use std::borrow::Cow;
use std::fmt::Write as _;

#[derive(Debug, Clone)]
pub struct PathRequest {
    pub edges: EdgeFilter,
    /// Follow edges along their direction, against it, or both ways.
    pub directions: Directions,
    /// Direction of an edge: as stored or along time.
    pub orient: Orient,
    /// Maximum number of steps; `None` for no limit.
    pub max_hops: Option<u32>,
    /// Maximum number of paths listed.
    pub most: usize,
}

/// The shortest paths between two nodes.
#[derive(Debug, Clone, PartialEq)]
pub struct Paths {
    /// Number of steps of each path; `None` if the nodes are not connected.
    pub hops: Option<u32>,
    /// Total number of shortest paths, saturating at the maximum.
    pub count: u64,
    /// The best paths: by confidence, then by fewer inferred edges, then by the ids along them.
    pub listed: Vec<Path>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// The steps in order; empty if both ends are the same node.
    pub steps: Vec<PathStep>,
    /// Product of the confidences of its edges; an edge without confidence counts as 1.
    pub confidence: f64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathStep {
    pub from: NodeIx,
    pub to: NodeIx,
    /// The most trusted edge between the two nodes.
    pub edge: EdgeIx,
    /// The parallel edges.
    pub also: Vec<EdgeIx>,
}

impl Paths {
    /// Whether the count is saturated.
    pub fn is_beyond_counting(&self) -> bool {
        self.count == u64::MAX
    }
}

impl Path {
    /// The path as a sentence: "a is cited by b, which led to c". `called` names the nodes.
    pub fn in_words<'g>(&self, graph: &'g Graph, called: impl Fn(Node<'g>) -> Cow<'g, str>) -> String {
        let mut sentence = String::new();
        for (at, step) in self.steps.iter().enumerate() {
            let subject = if at == 0 { called(graph.node(step.from)) } else { ", which".into() };
            let verb = reading(graph.edge(step.edge), step.from);
            // Writing to a String cannot fail.
            let _ = write!(sentence, "{subject} {verb} {}", called(graph.node(step.to)));
        }
        sentence
    }
}

/// Finds the shortest paths between two nodes. `None` if cancelled.
pub fn paths(
    graph: &Graph,
    from: NodeIx,
    to: NodeIx,
    request: &PathRequest,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Paths> {
    let ways = Ways::new(graph, &request.edges, request.directions, request.orient);
    let web = Web::between(graph, &ways, from, to, request, cancelled);
    if cancelled() {
        return None;
    }
    let Some(web) = web else { return Some(Paths { hops: None, count: 0, listed: Vec::new() }) };
    let mut best = Best::new(&web);
    let count = best.count();
    let step =
        |from: NodeIx, edge: EdgeIx, to: NodeIx| PathStep { from, to, edge, also: others(&ways, from, to, edge) };
    let listed = (0..request.most)
        .map_while(|rank| best.path(rank))
        .map(|(links, confidence)| {
            let steps = links.iter().map(|(from, edge, to)| step(*from, *edge, *to)).collect();
            Path { steps, confidence }
        })
        .collect();
    Some(Paths { hops: Some(web.hops()), count, listed })
}

/// The edges parallel to the edge of a step.
fn others(ways: &Ways<'_>, from: NodeIx, to: NodeIx, edge: EdgeIx) -> Vec<EdgeIx> {
    let mut others = Vec::new();
    ways.meet(from, Sense::Onward, |other, far| {
        if far == to && other.ix() != edge {
            others.push(other.ix());
        }
    });
    others
}
