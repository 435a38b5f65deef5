//! How two nodes are connected: the shortest ways between them.
//!
//! A path is a chain of nodes. Two edges between the same two nodes make no second path; the most trusted one stands for the
//! step, and the others stand beside it. Among equally short paths the most trusted comes first (decision 0021).

mod best;
mod web;

use super::filter::EdgeFilter;
use super::lineage::Orient;
use super::neighbourhood::Directions;
use super::sentence::reading;
use super::ways::{Sense, Ways};
use crate::graph::{EdgeIx, Graph, Node, NodeIx};
use best::Best;
use std::borrow::Cow;
use std::fmt::Write as _;
use web::Web;

/// Which paths to look for.
#[derive(Debug, Clone)]
pub struct PathRequest {
    /// Over which edges.
    pub edges: EdgeFilter,
    /// Along the edges, against them, or whichever way they are stored.
    pub directions: Directions,
    /// What "along" means.
    pub orient: Orient,
    /// How many steps a path may have; `None` looks until nothing new is met.
    pub max_hops: Option<u32>,
    /// How many paths to list.
    pub most: usize,
}

/// The shortest paths between two nodes.
#[derive(Debug, Clone, PartialEq)]
pub struct Paths {
    /// How many steps each has; `None` if there is none.
    pub hops: Option<u32>,
    /// How many there are. Beyond what the number can hold it stays at the highest.
    pub count: u64,
    /// The most trusted ones, best first; of equally trusted ones those with fewer inferred edges, then by the ids along them.
    pub listed: Vec<Path>,
}

/// A chain of nodes.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// Its steps in order; none if both ends are the same node.
    pub steps: Vec<PathStep>,
    /// The product of the confidence of its edges; one without counts as 1.
    pub confidence: f64,
}

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathStep {
    /// Where it starts.
    pub from: NodeIx,
    /// Where it ends.
    pub to: NodeIx,
    /// The most trusted edge between the two.
    pub edge: EdgeIx,
    /// The other edges by which the step can be made.
    pub also: Vec<EdgeIx>,
}

impl Paths {
    /// Whether there are more than can be counted.
    pub fn is_beyond_counting(&self) -> bool {
        self.count == u64::MAX
    }
}

impl Path {
    /// The path as a sentence, with nodes called so: "a is cited by b, which led to c".
    pub fn in_words<'g>(&self, graph: &'g Graph, called: impl Fn(Node<'g>) -> Cow<'g, str>) -> String {
        let mut told = String::new();
        for (at, step) in self.steps.iter().enumerate() {
            let subject = if at == 0 { called(graph.node(step.from)) } else { ", which".into() };
            let verb = reading(graph.edge(step.edge), step.from);
            // Writing to a String cannot fail.
            let _ = write!(told, "{subject} {verb} {}", called(graph.node(step.to)));
        }
        told
    }
}

/// Walks from both ends at once, a level of the cheaper side at a time, until the sides meet. What lies on a shortest path is
/// then known from both sides, and only that is looked at again.
pub fn paths(graph: &Graph, from: NodeIx, to: NodeIx, request: &PathRequest) -> Paths {
    paths_unless(graph, from, to, request, &|| false).expect("nobody calls it off")
}

/// Like [`paths`]; `None` if it was called off.
pub fn paths_unless(
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

/// The other edges by which a walk goes on from a node to the next one.
fn others(ways: &Ways<'_>, from: NodeIx, to: NodeIx, edge: EdgeIx) -> Vec<EdgeIx> {
    let mut others = Vec::new();
    ways.meet(from, Sense::Onward, |other, far| {
        if far == to && other.ix() != edge {
            others.push(other.ix());
        }
    });
    others
}
