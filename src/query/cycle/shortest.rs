//! The shortest way round among nodes that reach each other.
//!
//! From each node the nodes around are met step by step until it is met again, looking no farther than a shorter way can lie.
//! Then the node is taken out, and with it all that lies on no circle any more: a ring of 100,000 nodes is walked once.

use super::Link;
use crate::graph::{EdgeIx, NodeIx};
use std::collections::VecDeque;

/// A way round.
pub(super) struct Found {
    pub(super) way: Vec<EdgeIx>,
    /// Whether no shorter one was left out.
    pub(super) is_proven: bool,
}

/// A shortest way round. `nodes` are in ascending order and reach each other over `links`, which are ordered by both their
/// ends. One node is always looked from to the end, others while there are looks left.
pub(super) fn way_round(nodes: &[NodeIx], links: &[Link], looks: &mut usize) -> Found {
    if let Some(own) = links.iter().find(|link| link.from == link.to) {
        return Found { way: vec![own.edge], is_proven: true };
    }
    let mut ring = Ring::new(nodes, links);
    let mut best: Option<Vec<u32>> = None;
    for start in 0..nodes.len() {
        let limit = best.as_ref().map_or(usize::MAX, Vec::len);
        // Two steps are the shortest way that is no loop.
        if limit == 2 {
            break;
        }
        if !ring.stands[start] {
            continue;
        }
        if best.is_some() && *looks == 0 {
            return Found { way: edges(links, &best.unwrap_or_default()), is_proven: false };
        }
        if let Some(way) = ring.round(start, limit, looks) {
            best = Some(way);
        }
        ring.take_out(start);
    }
    Found { way: edges(links, &best.unwrap_or_default()), is_proven: true }
}

fn edges(links: &[Link], way: &[u32]) -> Vec<EdgeIx> {
    way.iter().map(|link| links[*link as usize].edge).collect()
}

/// The nodes of one group by their places in it.
struct Ring {
    /// For each node where its links start, and behind the last one where they end.
    starts: Vec<u32>,
    /// For each link the place of the node it leads to.
    to: Vec<u32>,
    /// The links that lead to each node, by the places they come from.
    into: Vec<Vec<u32>>,
    /// How many links still lead out of and into each node.
    out_degree: Vec<u32>,
    in_degree: Vec<u32>,
    /// Which nodes are not taken out.
    stands: Vec<bool>,
    /// In which search a node was met last, and by which link.
    met: Vec<(u32, u32)>,
    searches: u32,
}

impl Ring {
    fn new(nodes: &[NodeIx], links: &[Link]) -> Self {
        let place = |node: NodeIx| nodes.binary_search(&node).expect("a node of the group") as u32;
        let to: Vec<u32> = links.iter().map(|link| place(link.to)).collect();
        let mut starts = vec![0; nodes.len() + 1];
        let mut into = vec![Vec::new(); nodes.len()];
        for (link, to) in links.iter().zip(&to) {
            let from = place(link.from);
            starts[from as usize + 1] += 1;
            into[*to as usize].push(from);
        }
        for at in 0..nodes.len() {
            starts[at + 1] += starts[at];
        }
        let out_degree = starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let in_degree = into.iter().map(|from: &Vec<u32>| from.len() as u32).collect();
        let (stands, met) = (vec![true; nodes.len()], vec![(0, 0); nodes.len()]);
        Self { starts, to, into, out_degree, in_degree, stands, met, searches: 0 }
    }

    fn out(&self, node: u32) -> std::ops::Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    /// The links of a shortest way from a node back to it, if it has fewer than `limit`.
    fn round(&mut self, start: usize, limit: usize, looks: &mut usize) -> Option<Vec<u32>> {
        self.searches += 1;
        let start = start as u32;
        let mut level = vec![start];
        let mut steps = 0;
        while !level.is_empty() && steps + 1 < limit {
            steps += 1;
            let mut next = Vec::new();
            for node in level {
                *looks = looks.saturating_sub(1 + self.out(node).len());
                for link in self.out(node) {
                    let to = self.to[link];
                    if to == start {
                        return Some(self.way(start, node, link as u32));
                    }
                    let met = &mut self.met[to as usize];
                    if self.stands[to as usize] && met.0 != self.searches {
                        *met = (self.searches, link as u32);
                        next.push(to);
                    }
                }
            }
            level = next;
        }
        None
    }

    /// The links from the start to a node that was met, and the one that closes the circle.
    fn way(&self, start: u32, node: u32, last: u32) -> Vec<u32> {
        let mut way = vec![last];
        let mut at = node;
        while at != start {
            let (_, link) = self.met[at as usize];
            way.push(link);
            at = self.starts.partition_point(|first| *first <= link) as u32 - 1;
        }
        way.reverse();
        way
    }

    /// Takes a node out, and all that no circle leads through any more.
    fn take_out(&mut self, node: usize) {
        self.stands[node] = false;
        let mut open = VecDeque::from([node]);
        while let Some(gone) = open.pop_front() {
            for link in self.out(gone as u32) {
                let to = self.to[link] as usize;
                self.in_degree[to] -= 1;
                if self.in_degree[to] == 0 && std::mem::take(&mut self.stands[to]) {
                    open.push_back(to);
                }
            }
            for at in 0..self.into[gone].len() {
                let from = self.into[gone][at] as usize;
                self.out_degree[from] -= 1;
                if self.out_degree[from] == 0 && std::mem::take(&mut self.stands[from]) {
                    open.push_back(from);
                }
            }
        }
    }
}
