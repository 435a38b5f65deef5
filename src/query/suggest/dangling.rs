//! Dangling edges, and the defined nodes they may have meant.
//!
//! The candidates for an undefined id come from [`Nearest`] (edit distance).

use super::cycles::Cycles;
use crate::graph::{Direction, Edge, EdgeIx, Graph, Node, NodeIx, Sym, UntilCancelled as _};
use crate::query::Nearest;
use hashbrown::{HashMap, HashSet};

/// A corrected version of a dangling edge.
#[derive(Clone, Copy)]
pub(super) struct Dangling {
    pub(super) from: NodeIx,
    pub(super) to: NodeIx,
    pub(super) relation: Sym,
    /// The edge as written.
    pub(super) edge: EdgeIx,
    /// The missing node it refers to.
    pub(super) missing: NodeIx,
    pub(super) score: f64,
}

/// Scores of the closest id and of the next ones.
const SCORES: [f64; 3] = [0.9, 0.45, 0.3];

/// Returns corrections for the dangling edges of a node and of missing nodes with a similar spelling. Incomplete if
/// cancelled.
pub(super) fn dangling(
    graph: &Graph,
    node: NodeIx,
    cycles: &mut Cycles<'_>,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Vec<Dangling> {
    let node = graph.node(node);
    let mut dangling_edges: Vec<_> =
        edges_of(graph, node).filter(|edge| edge.from().is_missing() || edge.to().is_missing()).collect();
    if !node.is_missing() {
        let own = Nearest::only(node.id());
        let alike = graph.nodes().until(cancelled).filter(|other| other.is_missing() && !own.to(other.id()).is_empty());
        dangling_edges.extend(alike.flat_map(|other| edges_of(graph, other)));
    }
    dangling_edges.sort_by_key(|edge| edge.ix());
    dangling_edges.dedup_by_key(|edge| edge.ix());
    if dangling_edges.is_empty() {
        return Vec::new();
    }
    // Comparing with all ids is expensive, so each missing id is compared once.
    let Some(ids) = Nearest::new(graph, cancelled) else { return Vec::new() };
    let mut known: HashMap<NodeIx, Vec<NodeIx>> = HashMap::new();
    let mut existing = KnownEdges::default();
    let mut found = Vec::new();
    for edge in dangling_edges {
        for missing in [edge.from(), edge.to()].into_iter().filter(|end| end.is_missing()) {
            if cancelled() {
                return found;
            }
            let near = known.entry(missing.ix()).or_insert_with(|| {
                let defined = |id: &str| graph.with_id(id).find(|node| !node.is_missing());
                ids.to(missing.id()).into_iter().filter_map(defined).map(|node| node.ix()).collect()
            });
            for (meant, score) in near.iter().copied().zip(SCORES) {
                let suggest_target = |end: NodeIx| if end == missing.ix() { meant } else { end };
                let (from, to) = (suggest_target(edge.from().ix()), suggest_target(edge.to().ix()));
                let is_defined = ![from, to].iter().any(|end| graph.node(*end).is_missing());
                let is_of_node = node.is_missing() || [from, to].contains(&node.ix());
                let relation = edge.relation_sym();
                let is_new = is_of_node && is_defined && from != to && !existing.contains(graph, from, to, relation);
                let common = if node.is_missing() { meant } else { node.ix() };
                // A correction that closes a cycle is unlikely to be intended.
                if is_new && !cycles.are_closed_by(from, to, edge.relation(), common) {
                    found.push(Dangling { from, to, relation, edge: edge.ix(), missing: missing.ix(), score });
                }
            }
        }
    }
    found
}

fn edges_of<'g>(graph: &'g Graph, node: Node<'g>) -> impl Iterator<Item = Edge<'g>> {
    let sides = [Direction::Out, Direction::In];
    sides.into_iter().flat_map(move |side| node.listed(side)).map(|ix| graph.edge(ix))
}

/// The existing and retracted edges of each queried node, collected once per node.
#[derive(Default)]
struct KnownEdges {
    by: HashMap<NodeIx, HashSet<(NodeIx, Sym)>>,
}

impl KnownEdges {
    fn contains(&mut self, graph: &Graph, from: NodeIx, to: NodeIx, relation: Sym) -> bool {
        let by = self.by.entry(from).or_insert_with(|| {
            let rows = [graph.edges_of(from, Direction::Out), graph.retracted_of(from, Direction::Out)];
            let edges = rows.into_iter().flatten().map(|ix| graph.edge(*ix));
            edges.map(|edge| (edge.other_from(from, Direction::Out), edge.relation_sym())).collect()
        });
        by.contains(&(to, relation))
    }
}
