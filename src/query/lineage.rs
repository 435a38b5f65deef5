//! Where a node comes from and what came of it, by signed distance.

use super::by_id::sort_by_id;
use super::filter::EdgeFilter;
use super::sieve::{Meanings, Sieve, pick};
use crate::graph::relation::{Meaning, Spelling, Time};
use crate::graph::{Direction, EdgeIx, Graph, NodeIx};
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

    /// What is walked against the way it is stored.
    pub(super) fn turned(self) -> Meanings {
        Meanings::those(|meaning| match self {
            Self::Stored => false,
            Self::Meaning => meaning.is_some_and(runs_backward),
        })
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
    lineage_unless(graph, root, request, &|| false).expect("nobody calls it off")
}

/// Like [`lineage`]; `None` if it was called off.
pub fn lineage_unless(
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
        // Edges that equal an earlier one count as listed.
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
    // Only effects can have another distance: forward is walked to its end before backward begins.
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

/// With fewer edges, walking them takes less than handing half of the work to another thread.
const WORTH_A_THREAD: usize = 20_000;

/// The nodes met, in the order they were met, and how far away each is.
struct Distances {
    /// Small enough to lie at hand while a walk looks at a million edges, most of which lead where it was before.
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

    /// Meets a node, unless that has happened.
    fn meet(&mut self, node: NodeIx) {
        if !self.seen.put(node.index()) {
            self.met.push(node);
        }
    }
}

struct LineageSearch<'g> {
    graph: &'g Graph,
    sieve: Sieve<'g>,
    /// What leads backward where it is stored as leading forward.
    turned: Meanings,
    max_depth: Option<u32>,
    cancelled: &'g (dyn Fn() -> bool + Sync),
}

/// After so many nodes a walk asks whether it was called off.
const ASKED_AFTER: usize = 4096;

impl<'g> LineageSearch<'g> {
    fn new(graph: &'g Graph, request: &'g LineageRequest, cancelled: &'g (dyn Fn() -> bool + Sync)) -> Self {
        let (sieve, turned) = (Sieve::new(graph, &request.edges), request.orient.turned());
        Self { graph, sieve, turned, max_depth: request.max_depth, cancelled }
    }

    /// Walks from the root one way. Those met with one step are walked through with the next: they are the end of the list
    /// of those that were met.
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
                if at.is_multiple_of(ASKED_AFTER) && (self.cancelled)() {
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

/// Whether the node that an edge of this meaning reaches came first. A symmetric edge leads both ways, whatever time says.
fn runs_backward(meaning: Meaning) -> bool {
    match meaning.spelling {
        Spelling::Own | Spelling::Synonym => meaning.relation.time == Time::Backward,
        Spelling::Inverse => meaning.relation.time == Time::Forward,
    }
}
