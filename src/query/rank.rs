//! What matters: the share of its time that somebody spends at each node who walks the graph at random, and starts over from
//! time to time. With seeds, who always starts there: what matters to them.
//!
//! An edge counts by its weight, and less the more edges its far end has: what everything points at says little about what
//! points there (decision 0022). The sums are made in one order on any number of threads, so that the answer is the same.

use super::by_id::sort_by_id;
use super::confidence::Trust;
use super::filter::{EdgeFilter, RelationFilter};
use super::lineage::Orient;
use super::neighbourhood::Directions;
use super::ways::{Sense, Ways};
use crate::graph::{Direction, EdgeIx, Graph, Node, NodeIx};
use rayon::prelude::*;
use std::cmp::Reverse;

/// The chance to go on at each step instead of starting over.
pub(super) const GOES_ON: f64 = 0.85;

/// From one round to the next so little changes in all nodes together when it is enough.
const ENOUGH: f64 = 1e-9;

/// More rounds are never needed: each leaves at most [`GOES_ON`] of what is missing.
const MOST_ROUNDS: usize = 200;

/// What to rank.
#[derive(Debug, Clone)]
pub struct RankRequest {
    /// Over which edges.
    pub edges: EdgeFilter,
    /// Along the edges, against them, or whichever way they are stored.
    pub directions: Directions,
    /// What "along" means.
    pub orient: Orient,
    /// Where to start; anywhere if there are none.
    pub seeds: Vec<NodeIx>,
}

impl RankRequest {
    /// What matters at all: everything that is pointed at, by how far it is trusted.
    pub fn all(trust: Trust) -> Self {
        let edges = EdgeFilter { trust, ..EdgeFilter::of(RelationFilter::Any) };
        Self { edges, directions: Directions::Out, orient: Orient::Stored, seeds: Vec::new() }
    }
}

/// The share of every node. All together have 1, unless nobody could start anywhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    shares: Vec<f64>,
    /// The weight of all ways that lead on from each node.
    leaving: Vec<f64>,
}

/// Ranks all nodes that the chosen edges can have as an end. Where none of the seeds is one of them, nobody has a share.
pub fn rank(graph: &Graph, request: &RankRequest) -> Ranking {
    rank_unless(graph, request, &|| false).expect("nobody calls it off")
}

/// Like [`rank`]; `None` if it was called off.
pub fn rank_unless(graph: &Graph, request: &RankRequest, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Ranking> {
    let count = graph.node_count();
    if cancelled() {
        return None;
    }
    let columns = Columns::new(graph, request);
    let starts = starts(graph, request);
    let mut shares = starts.clone();
    let mut next = vec![0.0; count];
    // What each node hands on for each unit of weight.
    let mut handed = vec![0.0; count];
    for _ in 0..MOST_ROUNDS {
        if cancelled() {
            return None;
        }
        handed.par_iter_mut().zip(&shares).zip(&columns.leaving).for_each(|((handed, share), leaving)| {
            *handed = if *leaving > 0.0 { share / leaving } else { 0.0 };
        });
        // Who cannot go on starts over.
        let stuck = sum(count, |node| if columns.leaving[node] > 0.0 { 0.0 } else { shares[node] });
        let over = 1.0 - GOES_ON + GOES_ON * stuck;
        next.par_iter_mut().enumerate().with_min_len(CHUNK).for_each(|(node, next)| {
            *next = over * starts[node] + GOES_ON * columns.reaching(node, &handed);
        });
        let changed = sum(count, |node| (next[node] - shares[node]).abs());
        std::mem::swap(&mut shares, &mut next);
        if changed < ENOUGH {
            break;
        }
    }
    Some(Ranking { shares, leaving: columns.leaving })
}

impl Ranking {
    /// The share of a node; none if it came after the ranking was made.
    pub fn of(&self, node: NodeIx) -> f64 {
        self.shares.get(node.index()).copied().unwrap_or(0.0)
    }

    /// So many nodes of the graph that was ranked that have the highest shares; with equal ones by id. Only nodes that the
    /// ranked edges can have as an end.
    pub fn best(&self, graph: &Graph, edges: &EdgeFilter, most: usize) -> Vec<NodeIx> {
        let mut nodes: Vec<_> = graph.nodes().filter(|node| edges.keeps_end(*node)).map(Node::ix).collect();
        // Shares are never negative, and positive numbers are ordered as their bits are.
        let key = |node: NodeIx| Reverse(self.of(node).to_bits());
        if most < nodes.len() {
            let by_id = |node: NodeIx| (key(node), graph.node(node).id(), graph.node(node).system());
            nodes.select_nth_unstable_by(most, |one, other| by_id(*one).cmp(&by_id(*other)));
            nodes.truncate(most);
        }
        sort_by_id(graph, &mut nodes, |node| key(node.ix()));
        nodes
    }

    /// The edge that brings a node most of its share; none if it only has that from starting there.
    pub fn strongest(&self, graph: &Graph, request: &RankRequest, node: NodeIx) -> Option<EdgeIx> {
        let ways = Ways::new(graph, &request.edges, request.directions, request.orient);
        let mut strongest: Option<(f64, EdgeIx)> = None;
        ways.meet(node, Sense::Back, |edge, from| {
            let brought = self.of(from) / self.leaving[from.index()] * request.edges.trust.weight(edge);
            if brought > strongest.map_or(0.0, |(most, _)| most) {
                strongest = Some((brought, edge.ix()));
            }
        });
        strongest.map(|(_, edge)| edge)
    }
}

/// How specific a way to a node is: all of it to one with a single edge, half of it to one with three.
pub(super) fn specificity(graph: &Graph, node: NodeIx) -> f64 {
    let edges: usize = [Direction::In, Direction::Out].map(|side| graph.edges_of(node, side).len()).iter().sum();
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^32 edges")]
    let edges = edges as f64;
    1.0 / (1.0 + edges).log2().max(1.0)
}

/// Where somebody starts: the share of each node. Nobody starts where no edge of the chosen ones can lead.
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

/// So many nodes are one piece of work.
const CHUNK: usize = 2048;

/// A sum over all nodes, in pieces that are the same on any number of threads.
fn sum(count: usize, of: impl Fn(usize) -> f64 + Sync) -> f64 {
    let pieces = (0..count.div_ceil(CHUNK)).into_par_iter().map(|piece| {
        let first = piece * CHUNK;
        (first..count.min(first + CHUNK)).map(&of).sum::<f64>()
    });
    pieces.collect::<Vec<_>>().into_iter().sum()
}

/// The ways of a graph as columns: for each node, from where ways lead to it, and their weights.
struct Columns {
    starts: Vec<usize>,
    from: Vec<u32>,
    weight: Vec<f64>,
    leaving: Vec<f64>,
}

/// The ways that lead to some nodes.
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

    /// What a node is handed by others.
    fn reaching(&self, node: usize, handed: &[f64]) -> f64 {
        let ways = self.starts[node]..self.starts[node + 1];
        let from = self.from[ways.clone()].iter().zip(&self.weight[ways]);
        from.map(|(from, weight)| handed[*from as usize] * weight).sum()
    }
}
