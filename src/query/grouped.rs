//! The edges of a node in one direction, grouped by relation.

use super::confidence::Trust;
use crate::graph::relation::Spelling;
use crate::graph::{Cancelled, Direction, Edge, EdgeIx, Graph, NEVER, Node, Sym, UntilCancelled as _};
use hashbrown::{HashMap, HashSet};

/// The edges of one relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelationGroup<'g> {
    pub relation: &'g str,
    /// How the verb reads in this direction: "led to", "came from". The verb itself if it is in no vocabulary.
    pub reading: &'g str,
    /// Whether the relation is symmetric.
    pub is_symmetric: bool,
    /// The distinct edges, in stored order.
    pub edges: Vec<EdgeIx>,
}

/// The distinct, sufficiently trusted edges of a node in one direction, grouped by relation and sorted by name.
pub fn grouped<'g>(graph: &'g Graph, node: Node<'g>, direction: Direction, trust: &Trust) -> Vec<RelationGroup<'g>> {
    grouped_cancellable(graph, node, direction, trust, NEVER).expect("never cancelled")
}

/// Like [`grouped`]; returns `None` if cancelled.
pub fn grouped_cancellable<'g>(
    graph: &'g Graph,
    node: Node<'g>,
    direction: Direction,
    trust: &Trust,
    cancelled: Cancelled<'_>,
) -> Option<Vec<RelationGroup<'g>>> {
    let keeps = |edge| trust.keeps(edge) && !edge.is_retracted();
    let groups = grouped_where(graph, node, direction, keeps, cancelled);
    (!cancelled()).then_some(groups)
}

/// Like [`grouped`] with a custom filter; retracted edges come last. Incomplete if cancelled.
pub(super) fn grouped_where<'g>(
    graph: &'g Graph,
    node: Node<'g>,
    direction: Direction,
    keeps: impl Fn(Edge<'g>) -> bool,
    cancelled: Cancelled<'_>,
) -> Vec<RelationGroup<'g>> {
    // Keyed by symbol, because a hub has many edges and few verbs.
    let mut by_relation: HashMap<Sym, Vec<EdgeIx>> = HashMap::new();
    let all = node.listed(direction).chain(node.listed_retracted(direction));
    for ix in all.until(cancelled).filter(|ix| keeps(graph.edge(*ix))) {
        by_relation.entry(graph.edge(ix).relation_sym()).or_default().push(ix);
    }
    let group = |(relation, edges): (Sym, Vec<EdgeIx>)| {
        let relation = graph.text(relation);
        let known = edges.first().and_then(|ix| graph.edge(*ix).meaning());
        let known = known.filter(|meaning| meaning.spelling == Spelling::Own).map(|meaning| meaning.relation);
        let reading = known.map_or(relation, |known| match direction {
            Direction::Out => &*known.outgoing,
            Direction::In => &*known.incoming,
        });
        RelationGroup { relation, reading, is_symmetric: known.is_some_and(|known| known.symmetric), edges }
    };
    let mut groups: Vec<_> = by_relation.into_iter().map(group).collect();
    groups.sort_unstable_by_key(|group| group.relation);
    groups
}

/// The verbs of all edges of a graph, sorted by name.
pub fn relations_in_use(graph: &Graph) -> Vec<&str> {
    let verbs: HashSet<Sym> = graph.edges().map(|edge| edge.relation_sym()).collect();
    let mut verbs: Vec<_> = verbs.into_iter().map(|verb| graph.text(verb)).collect();
    verbs.sort_unstable();
    verbs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    #[test]
    fn edges_are_grouped_by_verb_and_read_from_the_node() {
        let day = "2026-01-01";
        let rows = [
            ("a", "b", "own-verb", ""),
            ("a", "b", "led-to", day),
            ("a", "c", "led-to", ""),
            ("a", "b", "led-to", day),
        ];
        let graph = graph_of(&["a", "b"], &rows);
        let shown = |id: &str, direction| {
            let groups = grouped(&graph, graph.find(id).unwrap(), direction, &Trust::ALL);
            groups.into_iter().map(|group| (group.relation, group.reading, group.edges.len())).collect::<Vec<_>>()
        };
        assert_eq!(shown("a", Direction::Out), [("led-to", "led to", 2), ("own-verb", "own-verb", 1)]);
        assert_eq!(shown("b", Direction::In), [("led-to", "came from", 1), ("own-verb", "own-verb", 1)]);
        assert_eq!(shown("a", Direction::In), []);
        assert_eq!(relations_in_use(&graph), ["led-to", "own-verb"]);
    }
}
