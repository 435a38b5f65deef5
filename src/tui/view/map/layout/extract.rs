//! The subgraph that a map shows, with nodes numbered (slots) in traversal order and breadth-first distances from the
//! root.

use super::{MapLine, MapRequest};
use crate::graph::{EdgeIx, Graph, NodeIx};
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// Number of edges processed between checks for cancellation.
const EDGES_AT_ONCE: usize = 4096;

/// Nodes by slot, and the lines between them.
pub(super) struct Extract {
    pub(super) nodes: Vec<NodeIx>,
    pub(super) lines: Vec<MapLine>,
    /// For each slot, its neighbours.
    pub(super) joined: Vec<Vec<usize>>,
    /// For each slot, the distance from the root.
    pub(super) distance: Vec<usize>,
    /// For each slot, its parent in the breadth-first tree; the root and unreachable nodes have none.
    pub(super) parent: Vec<Option<usize>>,
    /// Number of nodes, including those not shown.
    pub(super) total: usize,
}

impl Extract {
    pub(super) fn of(request: &MapRequest, graph: &Graph, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let mut met = FixedBitSet::with_capacity(graph.node_count());
        met.insert(request.root.index());
        let mut total = 1;
        let mut nodes = vec![request.root];
        let mut slots = HashMap::from([(request.root, 0)]);
        for edges in request.edges.chunks(EDGES_AT_ONCE) {
            if cancelled() {
                return None;
            }
            for &ix in edges {
                let edge = graph.edge(ix);
                for node in [edge.from().ix(), edge.to().ix()] {
                    if met.put(node.index()) {
                        continue;
                    }
                    total += 1;
                    if nodes.len() < request.most_nodes {
                        slots.insert(node, nodes.len());
                        nodes.push(node);
                    }
                }
            }
        }
        let (lines, joined) = lines(&request.edges, graph, &slots, cancelled)?;
        let (distance, parent) = breadth_first(&joined);
        Some(Self { nodes, lines, joined, distance, parent, total })
    }
}

/// One line for all edges between the same two nodes, and the neighbours of each slot.
fn lines(
    edges: &[EdgeIx],
    graph: &Graph,
    slots: &HashMap<NodeIx, usize>,
    cancelled: &dyn Fn() -> bool,
) -> Option<(Vec<MapLine>, Vec<Vec<usize>>)> {
    let mut lines: Vec<MapLine> = Vec::new();
    let mut joined = vec![Vec::new(); slots.len()];
    let mut known: HashMap<(usize, usize), usize> = HashMap::new();
    for edges in edges.chunks(EDGES_AT_ONCE) {
        if cancelled() {
            return None;
        }
        for &ix in edges {
            let edge = graph.edge(ix);
            let ends = (edge.from().ix(), edge.to().ix());
            let (Some(&from), Some(&to)) = (slots.get(&ends.0), slots.get(&ends.1)) else { continue };
            if from == to {
                continue;
            }
            match known.entry((from.min(to), from.max(to))) {
                Entry::Occupied(line) => lines[*line.get()].edges.push(ix),
                Entry::Vacant(line) => {
                    line.insert(lines.len());
                    let ends = if from < to { ends } else { (ends.1, ends.0) };
                    lines.push(MapLine { ends, edges: vec![ix] });
                    joined[from].push(to);
                    joined[to].push(from);
                }
            }
        }
    }
    Some((lines, joined))
}

/// Breadth-first search from the first slot: distances and parents. Unreachable slots get the maximum distance plus
/// one.
fn breadth_first(joined: &[Vec<usize>]) -> (Vec<usize>, Vec<Option<usize>>) {
    let mut distance = vec![None; joined.len()];
    let mut parent = vec![None; joined.len()];
    distance[0] = Some(0);
    let mut queue = vec![0];
    let mut at = 0;
    let mut furthest = 0;
    while let Some(&slot) = queue.get(at) {
        at += 1;
        furthest = distance[slot].unwrap_or(0);
        for &other in &joined[slot] {
            if distance[other].is_none() {
                distance[other] = Some(furthest + 1);
                parent[other] = Some(slot);
                queue.push(other);
            }
        }
    }
    (distance.into_iter().map(|steps| steps.unwrap_or(furthest + 1)).collect(), parent)
}
