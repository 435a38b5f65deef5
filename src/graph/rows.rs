//! Builds the adjacency lists of a graph from its columns, and finds repeated edges.

use super::adjacency::Csr;
use super::edge::{EdgeColumns, EdgeIx, NO_TIME};
use super::node::NodeIx;
use super::registry::Registry;
use super::runs;
use fixedbitset::FixedBitSet;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;

/// Adjacency lists of retracted edges.
#[derive(Debug, Default)]
pub(super) struct RetractedRows {
    pub(super) outgoing: HashMap<NodeIx, Vec<EdgeIx>>,
    pub(super) incoming: HashMap<NodeIx, Vec<EdgeIx>>,
}

/// All edges in stored order: the log first, line by line. Its rows have the highest indices, so that appending to the
/// log keeps all indices valid.
pub(super) fn stored_order(edge_count: usize, first_row: usize) -> impl Iterator<Item = usize> + Clone {
    (first_row..edge_count).chain(0..first_row)
}

/// The adjacency lists of both directions, without retracted edges.
pub(super) fn both(edges: &EdgeColumns, node_count: usize, first_row: usize) -> (Csr, Csr) {
    let stored = || stored_order(edges.len(), first_row).filter(|edge| !edges.retracted.contains(*edge));
    let (from, to, symmetric) = (&edges.from, &edges.to, &edges.symmetric);
    rayon::join(
        || Csr::group(node_count, stored(), from, to, symmetric),
        || Csr::group(node_count, stored(), to, from, symmetric),
    )
}

/// The adjacency lists of retracted edges.
pub(super) fn retracted(edges: &EdgeColumns) -> RetractedRows {
    let mut rows = RetractedRows::default();
    for edge in edges.retracted.ones() {
        let (from, to) = (edges.from[edge], edges.to[edge]);
        let turned = (edges.symmetric.contains(edge) && from != to).then_some((to, from));
        for (from, to) in std::iter::once((from, to)).chain(turned) {
            rows.outgoing.entry(from).or_default().push(EdgeIx(edge as u32));
            rows.incoming.entry(to).or_default().push(EdgeIx(edge as u32));
        }
    }
    rows
}

/// Finds the edges that equal an earlier one. Equal edges have the same source, so ranges of nodes are searched in
/// parallel.
pub(super) fn repeated(edges: &EdgeColumns, registry: &Registry, outgoing: &Csr, node_count: usize) -> FixedBitSet {
    // More ranges than threads, because some nodes have far more edges than others.
    const RANGES: usize = 64;
    let length = node_count.div_ceil(RANGES);
    let range = |number: usize| {
        let nodes = (number * length).min(node_count)..((number + 1) * length).min(node_count);
        let mut repeated = Vec::new();
        let rows = nodes.map(|node| NodeIx(node as u32)).map(|node| (node, outgoing.row(node)));
        each_repeated(edges, registry, rows, |edge| repeated.push(edge.index()));
        repeated
    };
    let mut all = FixedBitSet::with_capacity(edges.len());
    for found in (0..RANGES).into_par_iter().map(range).collect::<Vec<_>>() {
        all.extend(found);
    }
    all
}

/// Marks the edges of files that state a fact from the other end, after an edge with the inverse relation. Rows of logs
/// are left alone: they are appended one by one, and the doctor reports such rows.
pub(super) fn mark_restated(edges: &EdgeColumns, registry: &Registry, first_row: usize, repeated: &mut FixedBitSet) {
    let inverses = registry.inverses();
    let inverse_of = |edge: usize| inverses.get(edges.meaning[edge].index()).copied().flatten();
    let mut stated = HashSet::new();
    for edge in 0..if inverses.is_empty() { 0 } else { first_row } {
        let Some(inverse) = inverse_of(edge) else { continue };
        let (from, to) = (edges.from[edge], edges.to[edge]);
        if stated.contains(&(to, from, inverse)) {
            repeated.grow_and_insert(edge);
        } else {
            stated.insert((from, to, edges.meaning[edge]));
        }
    }
}

/// Marks the edges that [`each_repeated`] finds.
pub(super) fn mark_repeated<'r>(
    edges: &EdgeColumns,
    registry: &Registry,
    rows: impl Iterator<Item = (NodeIx, &'r [EdgeIx])>,
    repeated: &mut FixedBitSet,
) {
    each_repeated(edges, registry, rows, |edge| repeated.insert(edge.index()));
}

/// Calls `repeated` for each edge of these outgoing lists that equals an earlier one in both ends, relation and time;
/// for symmetric edges, direction and time are ignored. In systems with parallel edges, equal edges also have the same
/// confidence and place. Equal edges have the same source, so each list is searched on
/// its own. As a result, queries need no set of edges already seen.
fn each_repeated<'r>(
    edges: &EdgeColumns,
    registry: &Registry,
    rows: impl Iterator<Item = (NodeIx, &'r [EdgeIx])>,
    mut repeated: impl FnMut(EdgeIx),
) {
    let far = |node: NodeIx, edge: EdgeIx| {
        let (from, to) = (edges.from[edge.index()], edges.to[edge.index()]);
        // A symmetric edge may be stored in the other direction.
        if from == node { to } else { from }
    };
    let parallel = |edge: EdgeIx| {
        let confidence = || edges.confidence.get(&edge.0).map(|confidence| confidence.to_bits());
        let keeps = registry.spec_of(edges.system[edge.index()]).keeps_parallel_edges;
        keeps.then(|| (runs::of(&edges.file, edge.index()), edges.line[edge.index()], confidence()))
    };
    let key = |node: NodeIx, edge: EdgeIx| {
        let at = edge.index();
        if edges.symmetric.contains(at) {
            return (far(node, edge), edges.relation[at], NO_TIME, None, parallel(edge));
        }
        let text = edges.stamp_text.get(&edge.0).copied();
        (edges.to[at], edges.relation[at], edges.millis[at], text, parallel(edge))
    };
    let mut row = Vec::new();
    let mut reached = Reached::default();
    for (node, outgoing) in rows {
        // Most nodes have at most one edge to each neighbour; these are skipped without sorting.
        if !reached.twice(node, outgoing.iter().map(|edge| far(node, *edge))) {
            continue;
        }
        row.clear();
        row.extend(outgoing.iter().enumerate());
        // Of equal edges, the one with the highest confidence counts. Equal times decay equally, so the choice holds at
        // any time.
        let trusted = |edge: &EdgeIx| edges.confidence.get(&edge.0).copied().unwrap_or(f64::INFINITY);
        row.sort_by(|(at, one), (other_at, other)| {
            let by_trust = || trusted(other).total_cmp(&trusted(one)).then_with(|| at.cmp(other_at));
            key(node, **one).cmp(&key(node, **other)).then_with(by_trust)
        });
        for pair in row.windows(2) {
            if key(node, *pair[0].1) == key(node, *pair[1].1) {
                repeated(*pair[1].1);
            }
        }
    }
}

/// Targets of the current row; reused for all rows without being cleared.
#[derive(Default)]
struct Reached {
    /// For each node, the last node whose row contains it.
    by: Vec<Option<NodeIx>>,
}

impl Reached {
    /// Whether the row of a node contains any node twice.
    fn twice(&mut self, node: NodeIx, row: impl Iterator<Item = NodeIx>) -> bool {
        row.fold(false, |twice, far| {
            if self.by.len() <= far.index() {
                self.by.resize(far.index() + 1, None);
            }
            twice | (self.by[far.index()].replace(node) == Some(node))
        })
    }
}
