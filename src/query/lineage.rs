//! Lineage of a node: its causes and effects by signed distance.
//!
//! Level-synchronous breadth-first search from the root, forward and backward. The second distance of nodes that are
//! both cause and effect needs another backward search, which runs in parallel on large graphs. Memory is proportional
//! to the number of nodes. Laying the result out on screen does not belong here.

use super::by_id::sort_by_id;
use super::filter::EdgeFilter;
use super::sieve::{Meanings, Sieve, pick};
use crate::graph::Registry;
use crate::graph::relation::{Meaning, Spelling, Time};
use crate::graph::{Direction, EdgeIx, Graph, NodeIx};
use fixedbitset::FixedBitSet;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineageDirection {
    /// Effects.
    Forward,
    /// Causes.
    Backward,
    Both,
}

impl LineageDirection {
    /// The name shown to users.
    pub fn name(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
            Self::Both => "both",
        }
    }
}

/// Meaning of "forward".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orient {
    /// In the stored direction of edges.
    Stored,
    /// Along time: each relation is followed from the earlier to the later node. A relation without a direction in time
    /// is followed as stored.
    Meaning,
}

impl Orient {
    /// The name shown to users.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stored => "stored",
            Self::Meaning => "meaning",
        }
    }

    /// Meanings that are followed against their stored direction.
    pub(super) fn turned(self, registry: &Registry) -> Meanings {
        Meanings::those(registry, |meaning| match self {
            Self::Stored => false,
            Self::Meaning => meaning.is_some_and(runs_backward),
        })
    }
}

#[derive(Debug, Clone)]
pub struct LineageRequest {
    pub direction: LineageDirection,
    pub edges: EdgeFilter,
    /// Maximum number of steps in each direction; `None` for no limit.
    pub max_depth: Option<u32>,
    pub orient: Orient,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineageNode {
    pub node: NodeIx,
    /// Steps from the root: negative for causes, 0 for the root, positive for effects.
    pub distance: i32,
    /// For a node that is both cause and effect, its distance in the other direction.
    pub other_distance: Option<i32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lineage {
    pub root: NodeIx,
    /// The nodes reached, by distance, then id. Missing nodes are traversed but not listed here.
    pub nodes: Vec<LineageNode>,
    /// The missing nodes traversed, in the same order: a path to the root may lead through them.
    pub missing: Vec<LineageNode>,
    /// Every distinct edge visited, in order of discovery.
    pub edges: Vec<EdgeIx>,
}

/// Searches forward first, then backward. A node keeps the first distance it is given and is not expanded again.
pub fn lineage(graph: &Graph, root: NodeIx, request: &LineageRequest) -> Lineage {
    lineage_cancellable(graph, root, request, &|| false).expect("never cancelled")
}

/// Like [`lineage`]; returns `None` if cancelled.
pub fn lineage_cancellable(
    graph: &Graph,
    root: NodeIx,
    request: &LineageRequest,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Lineage> {
    let walk = LineageSearch::new(graph, request, cancelled);
    let (forward, backward) = match request.direction {
        LineageDirection::Forward => (true, false),
        LineageDirection::Backward => (false, true),
        LineageDirection::Both => (true, true),
    };
    let wanted = || {
        let mut distances = Distances::new(graph, root);
        // Edges that repeat an earlier one count as listed.
        let (mut listed, mut edges) = (graph.repeated().clone(), Vec::new());
        for sign in [forward.then_some(1), backward.then_some(-1)].into_iter().flatten() {
            walk.run(sign, &mut distances, |met| {
                let first = edges.len();
                edges.extend_from_slice(met);
                pick(&mut edges, first, |edge| !listed.put(edge.index()));
            });
        }
        (distances, edges)
    };
    // Only effects can have a second distance: the forward search is complete before the backward search begins.
    let other_way = || {
        let mut others = Distances::new(graph, root);
        if forward && backward {
            walk.run(-1, &mut others, |_| {});
        }
        others
    };
    let ((distances, edges), others) =
        if graph.edge_bound() < WORTH_A_THREAD { (wanted(), other_way()) } else { rayon::join(wanted, other_way) };
    if cancelled() {
        return None;
    }
    let Distances { of, mut met, .. } = distances;
    let distance = |node: NodeIx| of[node.index()];
    sort_by_id(graph, &mut met, |node| distance(node.ix()));
    let entry = |node: NodeIx| {
        let has_other = distance(node) > 0 && others.seen.contains(node.index());
        let other_distance = has_other.then(|| others.of[node.index()]);
        LineageNode { node, distance: distance(node), other_distance }
    };
    let (missing, nodes) = met.into_iter().map(entry).partition(|entry| graph.node(entry.node).is_missing());
    Some(Lineage { root, nodes, missing, edges })
}

/// Minimum number of edges for which a second thread is faster than a sequential search.
const WORTH_A_THREAD: usize = 20_000;

/// The nodes reached, in order of discovery, and their distances.
struct Distances {
    /// A bit set stays in the CPU cache while a search visits a million edges, most of which lead to nodes already
    /// seen.
    seen: FixedBitSet,
    of: Vec<i32>,
    met: Vec<NodeIx>,
}

impl Distances {
    fn new(graph: &Graph, root: NodeIx) -> Self {
        let mut seen = FixedBitSet::with_capacity(graph.node_count());
        seen.insert(root.index());
        Self { seen, of: vec![0; graph.node_count()], met: vec![root] }
    }

    /// Records a node unless it has been reached before.
    fn meet(&mut self, node: NodeIx) {
        if !self.seen.put(node.index()) {
            self.met.push(node);
        }
    }
}

struct LineageSearch<'g> {
    graph: &'g Graph,
    sieve: Sieve<'g>,
    /// Meanings that are followed against their stored direction.
    turned: Meanings,
    max_depth: Option<u32>,
    cancelled: &'g (dyn Fn() -> bool + Sync),
}

/// Number of nodes between two checks for cancellation.
const CANCEL_CHECK_INTERVAL: usize = 4096;

impl<'g> LineageSearch<'g> {
    fn new(graph: &'g Graph, request: &'g LineageRequest, cancelled: &'g (dyn Fn() -> bool + Sync)) -> Self {
        let (sieve, turned) = (Sieve::new(graph, &request.edges), request.orient.turned(graph.registry()));
        Self { graph, sieve, turned, max_depth: request.max_depth, cancelled }
    }

    /// Breadth-first search from the root in one direction. The current level is the tail of the list of reached nodes.
    fn run(&self, sign: i32, distances: &mut Distances, mut meet: impl FnMut(&[EdgeIx])) {
        let turns = !self.turned.are_none();
        let (mut kept, mut led) = (Vec::new(), Vec::new());
        let mut level = 0..1_usize;
        let mut steps = 0;
        while !level.is_empty() && self.max_depth.is_none_or(|most| steps < most) {
            steps += 1;
            let distance = sign.saturating_mul(i32::try_from(steps).unwrap_or(i32::MAX));
            let next = distances.met.len();
            for at in level {
                if at.is_multiple_of(CANCEL_CHECK_INTERVAL) && (self.cancelled)() {
                    return;
                }
                let node = distances.met[at];
                for direction in [Direction::Out, Direction::In] {
                    let along = (direction == Direction::Out) == (sign > 0);
                    if !along && !turns {
                        continue;
                    }
                    let row = self.graph.edges_of(node, direction);
                    let mut meant = self.sieve.sift(self.graph, row, &mut kept);
                    if turns {
                        led.clear();
                        led.extend_from_slice(meant);
                        pick(&mut led, 0, |ix| along != self.turned.have(self.graph.edge(ix)));
                        meant = &led;
                    }
                    meet(meant);
                    for ix in meant {
                        distances.meet(self.graph.edge(*ix).other_from(node, direction));
                    }
                }
            }
            for node in &distances.met[next..] {
                distances.of[node.index()] = distance;
            }
            level = next..distances.met.len();
        }
    }
}

/// Whether an edge with this meaning is followed from target to source: the target is the earlier node, or the edge is an
/// inverse spelling of a relation that is followed as stored. Symmetric edges are followed both ways regardless.
fn runs_backward(meaning: Meaning<'_>) -> bool {
    match meaning.spelling {
        Spelling::Own | Spelling::Synonym => meaning.relation.time == Time::Backward,
        Spelling::Inverse => meaning.relation.time != Time::Backward,
    }
}
