//! PageRank over edge confidence, personalised when seeds are given.
//!
//! Computed by power iteration with damping factor 0.85. Transition probabilities are proportional to the weight of an
//! edge, discounted by the degree of its target, so that hubs do not dominate (decision 0022). Nodes without outgoing
//! edges restart (dangling mass goes to the restart vector). The transition matrix is stored by target (compressed
//! sparse column), so each node pulls its share and no two threads write to the same cell. Floating-point sums use
//! fixed chunks, so that the result is identical on any number of threads. For the neighbourhood of a single node,
//! [`related`](mod@super::related) is cheaper.

use super::by_id::sort_by_id;
use super::confidence::Trust;
use super::filter::{EdgeFilter, RelationFilter};
use super::lineage::Orient;
use super::neighbourhood::Directions;
use super::traversal::{Sense, Ways};
use crate::graph::{Direction, EdgeIx, Graph, Node, NodeIx};
use rayon::prelude::*;
use std::cmp::Reverse;

/// Damping factor: the probability of following an edge instead of restarting.
pub(super) const DAMPING: f64 = 0.85;

/// Convergence threshold: the iteration stops once the L1 norm of the change is below it.
const TOLERANCE: f64 = 1e-9;

/// Maximum number of iterations. The error shrinks at least by the factor [`DAMPING`] each time, so more are never
/// needed.
const MOST_ITERATIONS: usize = 200;

#[derive(Debug, Clone)]
pub struct RankRequest {
    pub edges: EdgeFilter,
    /// Follow edges along their direction, against it, or both ways.
    pub directions: Directions,
    /// Direction of an edge: as stored or along time.
    pub orient: Orient,
    /// Restart nodes of personalised PageRank; all nodes if empty.
    pub seeds: Vec<NodeIx>,
}

impl RankRequest {
    /// Ranks the whole graph along stored edges, weighted by confidence.
    pub fn all(trust: Trust) -> Self {
        let edges = EdgeFilter { trust, ..EdgeFilter::of(RelationFilter::Any) };
        Self { edges, directions: Directions::Out, orient: Orient::Stored, seeds: Vec::new() }
    }
}

/// The PageRank of every node. The values sum to 1, or to 0 if the restart vector is empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    shares: Vec<f64>,
    /// Total weight of the edges out of each node.
    leaving: Vec<f64>,
}

/// Ranks all nodes that pass the edge filter as an end. If none of the seeds does, all values are 0.
pub fn rank(graph: &Graph, request: &RankRequest) -> Ranking {
    rank_cancellable(graph, request, &|| false).expect("never cancelled")
}

/// Like [`rank`]; returns `None` if cancelled.
pub fn rank_cancellable(
    graph: &Graph,
    request: &RankRequest,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Ranking> {
    let count = graph.node_count();
    if cancelled() {
        return None;
    }
    let columns = Columns::new(graph, request);
    let starts = starts(graph, request);
    let mut shares = starts.clone();
    let mut next = vec![0.0; count];
    // Share that each node passes on per unit of edge weight.
    let mut handed = vec![0.0; count];
    for _ in 0..MOST_ITERATIONS {
        if cancelled() {
            return None;
        }
        handed.par_iter_mut().zip(&shares).zip(&columns.leaving).for_each(|((handed, share), leaving)| {
            *handed = if *leaving > 0.0 { share / leaving } else { 0.0 };
        });
        // Dangling nodes restart.
        let dangling = sum(count, |node| if columns.leaving[node] > 0.0 { 0.0 } else { shares[node] });
        let restart = 1.0 - DAMPING + DAMPING * dangling;
        next.par_iter_mut().enumerate().with_min_len(CHUNK).for_each(|(node, next)| {
            *next = restart * starts[node] + DAMPING * columns.reaching(node, &handed);
        });
        let changed = sum(count, |node| (next[node] - shares[node]).abs());
        std::mem::swap(&mut shares, &mut next);
        if changed < TOLERANCE {
            break;
        }
    }
    Some(Ranking { shares, leaving: columns.leaving })
}

impl Ranking {
    /// The PageRank of a node; 0 if the node was added after the ranking was computed.
    pub fn of(&self, node: NodeIx) -> f64 {
        self.shares.get(node.index()).copied().unwrap_or(0.0)
    }

    /// Returns at most `most` nodes with the highest rank; ties are sorted by id. Only nodes that pass the edge filter
    /// as an end.
    pub fn best(&self, graph: &Graph, edges: &EdgeFilter, most: usize) -> Vec<NodeIx> {
        let mut nodes: Vec<_> =
            graph.nodes().filter(|node| edges.keeps_end(*node) && !node.is_deleted()).map(Node::ix).collect();
        // Ranks are never negative, and non-negative floats are ordered like their bits.
        let key = |node: NodeIx| Reverse(self.of(node).to_bits());
        if most < nodes.len() {
            let by_id = |node: NodeIx| (key(node), graph.node(node).id(), graph.node(node).system());
            nodes.select_nth_unstable_by(most, |one, other| by_id(*one).cmp(&by_id(*other)));
            nodes.truncate(most);
        }
        sort_by_id(graph, &mut nodes, |node| key(node.ix()));
        nodes
    }

    /// The edge that contributes most to a node's rank; `None` if its rank comes from restarts only.
    pub fn strongest(&self, graph: &Graph, request: &RankRequest, node: NodeIx) -> Option<EdgeIx> {
        let ways = Ways::new(graph, &request.edges, request.directions, request.orient);
        let mut strongest: Option<(f64, EdgeIx)> = None;
        ways.meet(node, Sense::Back, |edge, from| {
            let contribution = self.of(from) / self.leaving[from.index()] * request.edges.trust.weight(edge);
            if contribution > strongest.map_or(0.0, |(most, _)| most) {
                strongest = Some((contribution, edge.ix()));
            }
        });
        strongest.map(|(_, edge)| edge)
    }
}

/// Discount for edges to a node by its degree: 1 / log2(1 + degree), so 1 for a single edge and 1/2 for three.
pub(super) fn specificity(graph: &Graph, node: NodeIx) -> f64 {
    let edges: usize = [Direction::In, Direction::Out].map(|side| graph.edges_of(node, side).len()).iter().sum();
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^32 edges")]
    let edges = edges as f64;
    1.0 / (1.0 + edges).log2().max(1.0)
}

/// The restart vector: uniform over the seeds, or over all nodes, that pass the edge filter as an end.
#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^32 nodes")]
fn starts(graph: &Graph, request: &RankRequest) -> Vec<f64> {
    let is_within = |node: &NodeIx| request.edges.keeps_end(graph.node(*node));
    let within: Vec<NodeIx> = if request.seeds.is_empty() {
        graph.nodes().map(Node::ix).filter(is_within).collect()
    } else {
        request.seeds.iter().copied().filter(is_within).collect()
    };
    let mut starts = vec![0.0; graph.node_count()];
    for node in &within {
        starts[node.index()] += 1.0 / within.len() as f64;
    }
    starts
}

/// Number of nodes per unit of parallel work.
const CHUNK: usize = 2048;

/// Sum over all nodes in fixed chunks, identical on any number of threads.
fn sum(count: usize, of: impl Fn(usize) -> f64 + Sync) -> f64 {
    let pieces = (0..count.div_ceil(CHUNK)).into_par_iter().map(|piece| {
        let first = piece * CHUNK;
        (first..count.min(first + CHUNK)).map(&of).sum::<f64>()
    });
    pieces.collect::<Vec<_>>().into_iter().sum()
}

/// The transition matrix in compressed sparse column form: the sources and weights of the edges into each node.
struct Columns {
    starts: Vec<usize>,
    from: Vec<u32>,
    weight: Vec<f64>,
    leaving: Vec<f64>,
}

/// The columns of one chunk of nodes.
#[derive(Default)]
struct Piece {
    lengths: Vec<usize>,
    from: Vec<u32>,
    weight: Vec<f64>,
}

impl Columns {
    fn new(graph: &Graph, request: &RankRequest) -> Self {
        let ways = Ways::new(graph, &request.edges, request.directions, request.orient);
        let nodes: Vec<_> = graph.nodes().map(Node::ix).collect();
        let specific: Vec<f64> = nodes.par_iter().map(|node| specificity(graph, *node)).collect();
        let weight = |edge, to: NodeIx| request.edges.trust.weight(edge) * specific[to.index()];
        let leaving = |node: &NodeIx| {
            let mut sum = 0.0;
            ways.meet(*node, Sense::Onward, |edge, far| sum += weight(edge, far));
            sum
        };
        let reaching = |nodes: &[NodeIx]| {
            let mut piece = Piece::default();
            for node in nodes {
                let first = piece.from.len();
                ways.meet(*node, Sense::Back, |edge, far| {
                    piece.from.push(far.index() as u32);
                    piece.weight.push(weight(edge, *node));
                });
                piece.lengths.push(piece.from.len() - first);
            }
            piece
        };
        let (leaving, pieces) = rayon::join(
            || nodes.par_iter().with_min_len(CHUNK).map(leaving).collect(),
            || nodes.par_chunks(CHUNK).map(reaching).collect::<Vec<_>>(),
        );
        let (mut starts, mut from, mut weight) = (vec![0], Vec::new(), Vec::new());
        for mut piece in pieces {
            for length in piece.lengths {
                starts.push(starts[starts.len() - 1] + length);
            }
            from.append(&mut piece.from);
            weight.append(&mut piece.weight);
        }
        Self { starts, from, weight, leaving }
    }

    /// Rank that a node receives from its predecessors.
    fn reaching(&self, node: usize, handed: &[f64]) -> f64 {
        let ways = self.starts[node]..self.starts[node + 1];
        let from = self.from[ways.clone()].iter().zip(&self.weight[ways]);
        from.map(|(from, weight)| handed[*from as usize] * weight).sum()
    }
}
