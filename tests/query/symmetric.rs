//! `related_to`: one fact, visible and traversed from both ends, never listed twice.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::{Batch, Direction, EdgeIx, EdgeRecord, Graph, GraphBuilder, NodeRecord};
use refscope::query::{Directions, EdgeFilter, NeighbourhoodRequest, RelationFilter, neighbourhood};
use std::collections::BTreeSet;

/// A fact: the two related nodes, the smaller first.
type Pair = (usize, usize);

const NODES: usize = 5;

fn pair(one: usize, other: usize) -> Pair {
    (one.min(other), one.max(other))
}

fn build(links: &[(usize, usize)]) -> Graph {
    let mut batch = Batch::new(refscope::system::sidecar::SYSTEM, 0);
    let [kind, verb, file] = ["skill", "related_to", "a.meta.json"].map(|text| batch.word(text));
    let ids: Vec<_> = (0..NODES).map(|node| batch.word(&node.to_string())).collect();
    for id in &ids {
        batch.node(NodeRecord::new(*id, kind, *id, file, 1));
    }
    for (from, to) in links {
        batch.edge(EdgeRecord::new(ids[*from], ids[*to], verb, file, 1));
    }
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(batch);
    builder.finish().0
}

/// The facts within `depth` steps of a node, whichever end it is.
fn within(facts: &BTreeSet<Pair>, root: usize, depth: u32) -> BTreeSet<Pair> {
    let mut reached = BTreeSet::from([root]);
    let mut met = BTreeSet::new();
    for _ in 0..depth {
        let touching = facts.iter().filter(|(one, other)| reached.contains(one) || reached.contains(other));
        met.extend(touching.copied());
        reached.extend(met.iter().flat_map(|(one, other)| [*one, *other]));
    }
    met
}

fn facts_of(graph: &Graph, edges: impl IntoIterator<Item = EdgeIx>) -> Vec<Pair> {
    let number = |id: &str| id.parse::<usize>().unwrap();
    let edges = edges.into_iter().map(|ix| graph.edge(ix));
    let mut facts: Vec<_> = edges.map(|edge| pair(number(edge.from().id()), number(edge.to().id()))).collect();
    facts.sort_unstable();
    facts
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn a_symmetric_fact_is_listed_once_and_traversed_from_both_ends(
        links in proptest::collection::vec((0..NODES, 0..NODES), 0..10), root in 0..NODES, depth in 1..4_u32,
    ) {
        let graph = build(&links);
        let facts: BTreeSet<Pair> = links.iter().map(|(one, other)| pair(*one, *other)).collect();
        let node = graph.find(&root.to_string()).unwrap();
        let expected: Vec<_> = within(&facts, root, depth).into_iter().collect();
        for directions in [Directions::In, Directions::Out, Directions::Both] {
            let request = NeighbourhoodRequest { directions, edges: EdgeFilter::of(RelationFilter::Any), depth };
            let found = facts_of(&graph, neighbourhood(&graph, node.ix(), &request));
            prop_assert_eq!(&found, &expected, "{:?}", directions);
        }
        let listed = facts_of(&graph, [Direction::In, Direction::Out].into_iter().flat_map(|side| node.listed(side)));
        let own: Vec<_> = within(&facts, root, 1).into_iter().collect();
        prop_assert_eq!(listed, own);
        let distinct = graph.edges().filter(|edge| !edge.is_repeated()).map(|edge| edge.ix());
        prop_assert_eq!(facts_of(&graph, distinct), facts.into_iter().collect::<Vec<_>>());
    }
}
