//! Edges that lead to something nothing defines, and what their writers may have meant.

use super::cycles::Cycles;
use crate::graph::{Direction, Edge, EdgeIx, Graph, Node, NodeIx, Sym};
use crate::query::Nearest;
use hashbrown::{HashMap, HashSet};

/// An edge as it may have been meant.
#[derive(Clone, Copy)]
pub(super) struct Dangling {
    pub(super) from: NodeIx,
    pub(super) to: NodeIx,
    pub(super) relation: Sym,
    /// The edge as it is.
    pub(super) edge: EdgeIx,
    /// Its end that nothing defines.
    pub(super) missing: NodeIx,
    pub(super) score: f64,
}

/// How much speaks for the nearest of several ids, and for each further one.
const SCORES: [f64; 3] = [0.9, 0.45, 0.3];

/// The edges that lead to something nothing defines, each with the nodes whose ids are nearest: those of the node, and those
/// of whatever is spelt like it. If it was called off, those that were found until then.
pub(super) fn dangling(
    graph: &Graph,
    node: NodeIx,
    cycles: &mut Cycles<'_>,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Vec<Dangling> {
    let node = graph.node(node);
    let mut torn: Vec<_> =
        edges_of(graph, node).filter(|edge| edge.from().is_missing() || edge.to().is_missing()).collect();
    if !node.is_missing() {
        let own = Nearest::only(node.id());
        let alike = graph.nodes().filter(|other| other.is_missing() && !own.to(other.id()).is_empty());
        torn.extend(alike.flat_map(|other| edges_of(graph, other)));
    }
    torn.sort_by_key(|edge| edge.ix());
    torn.dedup_by_key(|edge| edge.ix());
    if torn.is_empty() {
        return Vec::new();
    }
    // Comparing with all ids is the dear part: each missing one is compared once.
    let ids = Nearest::new(graph);
    let mut known: HashMap<NodeIx, Vec<NodeIx>> = HashMap::new();
    let mut said = Said::default();
    let mut found = Vec::new();
    for edge in torn {
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
                let is_whole = ![from, to].iter().any(|end| graph.node(*end).is_missing());
                let is_its = node.is_missing() || [from, to].contains(&node.ix());
                let relation = edge.relation_sym();
                let is_new = is_its && is_whole && from != to && !said.says(graph, from, to, relation);
                let common = if node.is_missing() { meant } else { node.ix() };
                // What would go round in a circle was hardly meant.
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

/// What edges say already, or once did: of each node that is asked about, its row is read once.
#[derive(Default)]
struct Said {
    by: HashMap<NodeIx, HashSet<(NodeIx, Sym)>>,
}

impl Said {
    fn says(&mut self, graph: &Graph, from: NodeIx, to: NodeIx, relation: Sym) -> bool {
        let by = self.by.entry(from).or_insert_with(|| {
            let rows = [graph.edges_of(from, Direction::Out), graph.retracted_of(from, Direction::Out)];
            let edges = rows.into_iter().flatten().map(|ix| graph.edge(*ix));
            edges.map(|edge| (edge.other_from(from, Direction::Out), edge.relation_sym())).collect()
        });
        by.contains(&(to, relation))
    }
}
