//! How many edges of each relation a node has. A hub has a million: too many to count while a key waits.

use crate::graph::{Direction, Graph, NodeIx};
use crate::query::{Trust, grouped};
use std::collections::BTreeMap;

/// The edges of a node that have one relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// The verb.
    pub relation: String,
    /// How it reads from the node's side: as it leaves, if it does both.
    pub reading: String,
    /// How many there are, both ways.
    pub edges: usize,
}

/// Counts the edges of a node by relation.
pub fn tally(graph: &Graph, node: NodeIx, trust: &Trust) -> Vec<Tally> {
    let mut found: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    for direction in [Direction::Out, Direction::In] {
        for group in grouped(graph, graph.node(node), direction, trust) {
            found.entry(group.relation).or_insert((group.reading, 0)).1 += group.edges.len();
        }
    }
    let tally = |(relation, (reading, edges)): (&str, (&str, usize))| Tally {
        relation: relation.to_owned(),
        reading: reading.to_owned(),
        edges,
    };
    found.into_iter().map(tally).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    #[test]
    fn both_ways_count_and_the_verb_reads_as_it_leaves() {
        let rows = [("a", "b", "led-to", ""), ("c", "a", "led-to", ""), ("c", "a", "cites", "")];
        let graph = graph_of(&["a", "b", "c"], &rows);
        let node = graph.find("a").unwrap().ix();
        let found = tally(&graph, node, &Trust::ALL);
        let found: Vec<_> = found.iter().map(|one| (&*one.relation, &*one.reading, one.edges)).collect();
        assert_eq!(found, [("cites", "is cited by", 1), ("led-to", "led to", 2)]);
    }
}
