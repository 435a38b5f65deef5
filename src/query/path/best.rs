//! The k best shortest paths by the recursive enumeration algorithm (REA, Jiménez and Marzal), iteratively.
//!
//! Every node of the layered graph keeps its best paths to the end. Its next best path either continues with the next
//! best path of the successor used last, or starts with another link. Each further path costs one heap operation per
//! step, however many paths there are in total; only the requested ones are enumerated.

use super::layers::Web;
use crate::graph::{EdgeIx, NodeIx};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A path from a node to the end, as its first link and the rank of the path that continues it.
#[derive(Debug, Clone, Copy)]
struct Way {
    link: usize,
    /// Rank of the continuing path among the best paths of the next node.
    rank: usize,
    confidence: f64,
    /// Number of inferred edges.
    implicit: u32,
    /// Position of the next node, which orders equal paths by id.
    to: usize,
}

impl Ord for Way {
    /// The greatest path is the best.
    fn cmp(&self, other: &Self) -> Ordering {
        let rest = |way: &Self| Reverse((way.implicit, way.to, way.rank));
        self.confidence.total_cmp(&other.confidence).then_with(|| rest(self).cmp(&rest(other)))
    }
}

impl PartialOrd for Way {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Way {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Way {}

/// The paths from one node to the end.
#[derive(Debug, Default)]
struct Found {
    /// The paths found so far, best first.
    ways: Vec<Way>,
    /// Candidates for the next path; `None` until a second path is requested.
    candidates: Option<BinaryHeap<Way>>,
    has_all: bool,
}

/// Enumerates the best paths of a layered graph.
pub(super) struct Best<'w> {
    web: &'w Web,
    found: Vec<Found>,
    count: u64,
}

/// The links of a path and its confidence.
pub(super) type Listed = (Vec<(NodeIx, EdgeIx, NodeIx)>, f64);

impl<'w> Best<'w> {
    /// Finds the best path of every node and counts all paths, by dynamic programming from the end to the start.
    pub(super) fn new(web: &'w Web) -> Self {
        let nodes = web.nodes.len();
        let mut counts = vec![1_u64; nodes];
        let mut best = Self { web, found: Vec::new(), count: 0 };
        best.found.resize_with(nodes, Found::default);
        for node in (0..nodes - 1).rev() {
            let links = web.links_of(node);
            counts[node] = links.clone().map(|link| counts[web.links[link].to]).fold(0, u64::saturating_add);
            let way = links.map(|link| best.way(link, 0)).max();
            best.found[node].ways.extend(way);
        }
        best.count = counts[0];
        best
    }

    /// Total number of paths, saturating.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The path with this rank, counted from 0. Ranks must be requested in ascending order.
    pub(super) fn path(&mut self, rank: usize) -> Option<Listed> {
        if self.is_end(0) {
            return (rank == 0).then(|| (Vec::new(), 1.0));
        }
        while self.found[0].ways.len() <= rank {
            if self.found[0].has_all {
                return None;
            }
            self.find_one_more();
        }
        let confidence = self.found[0].ways[rank].confidence;
        let (mut node, mut rank, mut links) = (0, rank, Vec::new());
        while !self.is_end(node) {
            let way = self.found[node].ways[rank];
            let link = self.web.links[way.link];
            links.push((self.web.nodes[node], link.edge, self.web.nodes[link.to]));
            (node, rank) = (link.to, way.rank);
        }
        Some((links, confidence))
    }

    fn is_end(&self, node: usize) -> bool {
        node + 1 == self.web.nodes.len()
    }

    /// The path over a link that continues with the path of this rank.
    fn way(&self, link: usize, rank: usize) -> Way {
        let first = self.web.links[link];
        let further = self.found[first.to].ways.get(rank).map_or((1.0, 0), |way| (way.confidence, way.implicit));
        let (confidence, implicit) = (first.confidence * further.0, u32::from(first.implicit) + further.1);
        Way { link, rank, confidence, implicit, to: first.to }
    }

    /// Finds the next path of the first node, if there is one. The nodes that need another path for that form a chain:
    /// each waits for the node that its last path leads to. An explicit stack replaces the recursion.
    fn find_one_more(&mut self) {
        let mut waiting = vec![0];
        loop {
            let last = self.last_of(waiting[waiting.len() - 1]);
            let next = &self.found[last.to];
            if self.is_end(last.to) || next.has_all || next.ways.len() > last.rank + 1 {
                break;
            }
            waiting.push(last.to);
        }
        while let Some(node) = waiting.pop() {
            let last = self.last_of(node);
            let goes_on = !self.is_end(last.to) && self.found[last.to].ways.len() > last.rank + 1;
            let following = goes_on.then(|| self.way(last.link, last.rank + 1));
            let mut candidates = self.found[node].candidates.take().unwrap_or_else(|| {
                let others = self.web.links_of(node).filter(|link| *link != last.link);
                others.map(|link| self.way(link, 0)).collect()
            });
            candidates.extend(following);
            let found = &mut self.found[node];
            match candidates.pop() {
                Some(way) => found.ways.push(way),
                None => found.has_all = true,
            }
            found.candidates = Some(candidates);
        }
    }

    fn last_of(&self, node: usize) -> Way {
        self.found[node].ways[self.found[node].ways.len() - 1]
    }
}
