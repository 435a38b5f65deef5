//! Counts the edges of a node by relation. A hub may have a million, too many for the input thread.

use crate::graph::{Cancelled, Direction, Graph, NodeIx};
use crate::query::{Trust, grouped_cancellable};
use std::collections::BTreeMap;

/// Edge count of one relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    pub relation: String,
    /// Reading of the verb from the node's side; the outgoing one if there are both.
    pub reading: String,
    /// Number of edges in both directions.
    pub edges: usize,
}

/// Counts the edges of a node by relation; `None` if cancelled.
pub fn tally(graph: &Graph, node: NodeIx, trust: &Trust, cancelled: Cancelled<'_>) -> Option<Vec<Tally>> {
    let mut found: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    for direction in [Direction::Out, Direction::In] {
        for group in grouped_cancellable(graph, graph.node(node), direction, trust, cancelled)? {
            found.entry(group.relation).or_insert((group.reading, 0)).1 += group.edges.len();
        }
    }
    let tally = |(relation, (reading, edges)): (&str, (&str, usize))| Tally {
        relation: relation.to_owned(),
        reading: reading.to_owned(),
        edges,
    };
    Some(found.into_iter().map(tally).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::NEVER;
    use crate::graph::fixture::graph_of;

    #[test]
    fn both_directions_count_and_the_outgoing_reading_wins() {
        let rows = [("a", "b", "led-to", ""), ("c", "a", "led-to", ""), ("c", "a", "cites", "")];
        let graph = graph_of(&["a", "b", "c"], &rows);
        let node = graph.find("a").unwrap().ix();
        let found = tally(&graph, node, &Trust::ALL, NEVER).unwrap();
        let found: Vec<_> = found.iter().map(|one| (&*one.relation, &*one.reading, one.edges)).collect();
        assert_eq!(found, [("cites", "is cited by", 1), ("led-to", "led to", 2)]);
    }
}
