//! The most trusted of many shortest paths, one after the other, without listing the others.
//!
//! Every node of the web knows its best ways to the end. The next best way of a node is either the next best way of the node
//! it went to last, or goes over another link: each further path costs a look at one candidate a step, however many paths
//! there are.

use super::web::Web;
use crate::graph::{EdgeIx, NodeIx};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A way from a node of the web to the end: the first link, and which way to take from there.
#[derive(Debug, Clone, Copy)]
struct Way {
    link: usize,
    /// Which of the best ways of the next node it goes on with.
    rank: usize,
    confidence: f64,
    /// How many of its edges nobody wrote as one.
    implicit: u32,
    /// Where the link leads to: what is equally trusted comes by id.
    to: usize,
}

impl Ord for Way {
    /// The greatest is the best.
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

/// The ways of one node to the end.
#[derive(Debug, Default)]
struct Found {
    /// Those that were found, best first.
    ways: Vec<Way>,
    /// What the next one is among; `None` while nobody asked for a second one.
    candidates: Option<BinaryHeap<Way>>,
    has_all: bool,
}

/// The best paths of a web.
pub(super) struct Best<'w> {
    web: &'w Web,
    found: Vec<Found>,
    count: u64,
}

/// The links of a path, and how far it is trusted.
pub(super) type Listed = (Vec<(NodeIx, EdgeIx, NodeIx)>, f64);

impl<'w> Best<'w> {
    /// Finds the best way of every node, and counts all, from the end to the start.
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

    /// How many paths there are.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The path that has so many better ones. They are asked for in order.
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

    /// The way over a link that goes on with one that was found.
    fn way(&self, link: usize, rank: usize) -> Way {
        let first = self.web.links[link];
        let further = self.found[first.to].ways.get(rank).map_or((1.0, 0), |way| (way.confidence, way.implicit));
        let (confidence, implicit) = (first.confidence * further.0, u32::from(first.implicit) + further.1);
        Way { link, rank, confidence, implicit, to: first.to }
    }

    /// Finds one more way of the first node, if there is one. Those behind it that must have one more for that are a chain:
    /// each waits for the node to which its last way went.
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
