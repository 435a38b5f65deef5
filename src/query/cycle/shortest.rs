//! Shortest cycle (girth) of a strongly connected component.
//!
//! Breadth-first search from each node until it is reached again, limited to depths below the shortest cycle found so
//! far. Afterwards the node is removed, and with it every node left without incoming or outgoing links (peeling): a
//! ring of 100,000 nodes is traversed once. Links are stored in compressed sparse row (CSR) form.

use super::Link;
use crate::graph::{EdgeIx, NodeIx, Pace};
use std::collections::VecDeque;

pub(super) struct Found {
    pub(super) way: Vec<EdgeIx>,
    /// Whether the search was exhaustive.
    pub(super) is_proven: bool,
}

/// Returns a shortest cycle. `nodes` is a strongly connected component in ascending order; `links` is sorted by source,
/// then target. The search from the first node always completes; searches from further nodes start only while `budget`
/// is not 0. `None` if cancelled.
pub(super) fn shortest_cycle(
    nodes: &[NodeIx],
    links: &[Link],
    budget: &mut usize,
    pace: &mut Pace<'_>,
) -> Option<Found> {
    if let Some(own) = links.iter().find(|link| link.from == link.to) {
        return Some(Found { way: vec![own.edge], is_proven: true });
    }
    let mut ring = Ring::new(nodes, links);
    let mut best: Option<Vec<u32>> = None;
    for start in 0..nodes.len() {
        let limit = best.as_ref().map_or(usize::MAX, Vec::len);
        // No cycle is shorter than two steps, except a loop.
        if limit == 2 {
            break;
        }
        if !ring.remains[start] {
            continue;
        }
        if best.is_some() && *budget == 0 {
            return Some(Found { way: edges(links, &best.unwrap_or_default()), is_proven: false });
        }
        let way = ring.cycle_through(start, limit, budget, pace);
        if pace.is_cancelled() {
            return None;
        }
        if let Some(way) = way {
            best = Some(way);
        }
        ring.remove(start);
    }
    Some(Found { way: edges(links, &best.unwrap_or_default()), is_proven: true })
}

fn edges(links: &[Link], way: &[u32]) -> Vec<EdgeIx> {
    way.iter().map(|link| links[*link as usize].edge).collect()
}

/// The component as a graph over the positions of its nodes.
struct Ring {
    /// CSR offsets: the links of node `n` are `starts[n]..starts[n + 1]`.
    starts: Vec<u32>,
    /// Target position of each link.
    to: Vec<u32>,
    /// Source positions of the links into each node.
    into: Vec<Vec<u32>>,
    /// Number of remaining links out of and into each node.
    out_degree: Vec<u32>,
    in_degree: Vec<u32>,
    /// Whether a node has not been removed.
    remains: Vec<bool>,
    /// The number of the search that last reached a node, and the link it came by.
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
        let (remains, met) = (vec![true; nodes.len()], vec![(0, 0); nodes.len()]);
        Self { starts, to, into, out_degree, in_degree, remains, met, searches: 0 }
    }

    fn out(&self, node: u32) -> std::ops::Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    /// A shortest cycle through a node, as links, if it has fewer than `limit`; `None` if cancelled.
    fn cycle_through(
        &mut self,
        start: usize,
        limit: usize,
        budget: &mut usize,
        pace: &mut Pace<'_>,
    ) -> Option<Vec<u32>> {
        self.searches += 1;
        let start = start as u32;
        let mut level = vec![start];
        let mut steps = 0;
        while !level.is_empty() && steps + 1 < limit {
            steps += 1;
            let mut next = Vec::new();
            for node in level {
                if pace.is_over() {
                    return None;
                }
                *budget = budget.saturating_sub(1 + self.out(node).len());
                for link in self.out(node) {
                    let to = self.to[link];
                    if to == start {
                        return Some(self.way(start, node, link as u32));
                    }
                    let met = &mut self.met[to as usize];
                    if self.remains[to as usize] && met.0 != self.searches {
                        *met = (self.searches, link as u32);
                        next.push(to);
                    }
                }
            }
            level = next;
        }
        None
    }

    /// The links from the start to a reached node, and the link that closes the cycle.
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

    /// Removes a node, and every node that is no longer on a cycle because it has no incoming or outgoing links.
    fn remove(&mut self, node: usize) {
        self.remains[node] = false;
        let mut open = VecDeque::from([node]);
        while let Some(gone) = open.pop_front() {
            for link in self.out(gone as u32) {
                let to = self.to[link] as usize;
                self.in_degree[to] -= 1;
                if self.in_degree[to] == 0 && std::mem::take(&mut self.remains[to]) {
                    open.push_back(to);
                }
            }
            for at in 0..self.into[gone].len() {
                let from = self.into[gone][at] as usize;
                self.out_degree[from] -= 1;
                if self.out_degree[from] == 0 && std::mem::take(&mut self.remains[from]) {
                    open.push_back(from);
                }
            }
        }
    }
}
