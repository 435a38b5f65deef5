//! Where a node comes from and what came of it, by signed distance.

use super::filter::EdgeFilter;
use crate::graph::relation::{Spelling, Time};
use crate::graph::{Direction, Edge, EdgeIx, Graph, NodeIx};
use fixedbitset::FixedBitSet;

/// Which part of the lineage is walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineageDirection {
    /// Effects.
    Forward,
    /// Causes.
    Backward,
    /// Both.
    Both,
}

impl LineageDirection {
    /// The word people see.
    pub fn name(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
            Self::Both => "both",
        }
    }
}

/// What "forward" means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orient {
    /// Along the edges as they are stored.
    Stored,
    /// Along time: each relation is walked from what came first to what came later. A relation that says nothing about
    /// time is walked as it is stored.
    Meaning,
}

impl Orient {
    /// The word people see.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stored => "stored",
            Self::Meaning => "meaning",
        }
    }
}

/// What to walk.
#[derive(Debug, Clone)]
pub struct LineageRequest {
    /// Which part.
    pub direction: LineageDirection,
    /// Over which edges.
    pub edges: EdgeFilter,
    /// How many steps each way; `None` walks until nothing new is met.
    pub max_depth: Option<u32>,
    /// What "forward" means.
    pub orient: Orient,
}

/// A node and how far it is from the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineageNode {
    /// The node.
    pub node: NodeIx,
    /// Steps from the root: negative for causes, 0 for the root, positive for effects.
    pub distance: i32,
    /// For a node that is both cause and effect, how far away it is the other way.
    pub other_distance: Option<i32>,
}

/// A walked lineage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lineage {
    /// Where the walk started.
    pub root: NodeIx,
    /// The nodes met, by distance, then id. Missing nodes are walked through but not listed.
    pub nodes: Vec<LineageNode>,
    /// The missing nodes that were walked through, in the same order: a way to the root may lead over them.
    pub missing: Vec<LineageNode>,
    /// Every distinct edge met, in the order it was met.
    pub edges: Vec<EdgeIx>,
}

/// Walks forward first, then backward; the first distance a node gets is the one it keeps, and a node that has one is not
/// walked through again.
pub fn lineage(graph: &Graph, root: NodeIx, request: &LineageRequest) -> Lineage {
    let mut walk = Walk::new(graph, request);
    let mut distances = Distances::new(graph, root);
    let (forward, backward) = match request.direction {
        LineageDirection::Forward => (true, false),
        LineageDirection::Backward => (false, true),
        LineageDirection::Both => (true, true),
    };
    if forward {
        walk.run(root, 1, &mut distances);
    }
    if backward {
        walk.run(root, -1, &mut distances);
    }
    let edges = std::mem::take(&mut walk.edges);

    // Only effects can have another distance: forward is walked to its end before backward begins.
    let mut others = Distances::new(graph, root);
    if forward && backward {
        walk.run(root, -1, &mut others);
    }
    let mut nodes: Vec<_> = distances
        .met
        .iter()
        .map(|&node| {
            let distance = distances.of(node).unwrap_or_default();
            let other_distance = others.of(node).filter(|_| distance > 0);
            LineageNode { node, distance, other_distance }
        })
        .collect();
    nodes.sort_by_key(|entry| (entry.distance, graph.node(entry.node).id(), graph.node(entry.node).system()));
    let (missing, nodes) = nodes.into_iter().partition(|entry| graph.node(entry.node).is_missing());
    Lineage { root, nodes, missing, edges }
}

/// The distance of each node met, and the nodes in the order they were met.
struct Distances {
    of: Vec<i32>,
    met: Vec<NodeIx>,
}

const UNMET: i32 = i32::MIN;

impl Distances {
    fn new(graph: &Graph, root: NodeIx) -> Self {
        let mut of = vec![UNMET; graph.node_count()];
        of[root.index()] = 0;
        Self { of, met: vec![root] }
    }

    fn of(&self, node: NodeIx) -> Option<i32> {
        Some(self.of[node.index()]).filter(|distance| *distance != UNMET)
    }

    /// Gives a node its distance; `false` if it has one already.
    fn set(&mut self, node: NodeIx, distance: i32) -> bool {
        let unmet = self.of[node.index()] == UNMET;
        if unmet {
            self.of[node.index()] = distance;
            self.met.push(node);
        }
        unmet
    }
}

struct Walk<'g> {
    graph: &'g Graph,
    request: &'g LineageRequest,
    met: FixedBitSet,
    edges: Vec<EdgeIx>,
}

impl<'g> Walk<'g> {
    fn new(graph: &'g Graph, request: &'g LineageRequest) -> Self {
        let met = FixedBitSet::with_capacity(graph.edge_bound());
        Self { graph, request, met, edges: Vec::new() }
    }

    fn run(&mut self, root: NodeIx, sign: i32, distances: &mut Distances) {
        let mut frontier = vec![root];
        let mut steps = 0;
        while !frontier.is_empty() && self.request.max_depth.is_none_or(|most| steps < most) {
            steps += 1;
            let distance = sign.saturating_mul(i32::try_from(steps).unwrap_or(i32::MAX));
            let mut next = Vec::new();
            for node in frontier {
                for direction in [Direction::Out, Direction::In] {
                    for &ix in self.graph.edges_of(node, direction) {
                        let edge = self.graph.edge(ix);
                        if !self.request.edges.keeps(edge) || !self.leads(edge, direction, sign) {
                            continue;
                        }
                        if !edge.is_repeated() && !self.met.put(ix.index()) {
                            self.edges.push(ix);
                        }
                        let other = edge.other(node);
                        if distances.set(other, distance) {
                            next.push(other);
                        }
                    }
                }
            }
            frontier = next;
        }
    }

    /// Whether an edge, seen from the end it has in `direction`, leads the way `sign` says.
    fn leads(&self, edge: Edge<'_>, direction: Direction, sign: i32) -> bool {
        let along = (direction == Direction::Out) == (sign > 0);
        match self.request.orient {
            Orient::Stored => along,
            Orient::Meaning => along != runs_backward(edge),
        }
    }
}

/// Whether the node an edge reaches came first. A symmetric edge leads both ways, whatever time says.
fn runs_backward(edge: Edge<'_>) -> bool {
    edge.meaning().is_some_and(|meaning| match meaning.spelling {
        Spelling::Own | Spelling::Synonym => meaning.relation.time == Time::Backward,
        Spelling::Inverse => meaning.relation.time == Time::Forward,
    })
}
