//! `refs`, compared with the specification.

use super::graph::{PlainEdge, PlainGraph, graph, many_cases, relation};
use proptest::prelude::*;
use refscope::query::{Directions, EdgeFilter, NeighbourhoodRequest, RelationFilter, neighbourhood};
use std::collections::HashSet;

fn naive(
    graph: &PlainGraph,
    root: &str,
    direction: Directions,
    relations: &[String],
    depth: u32,
    domain: Option<&str>,
) -> Vec<String> {
    let edges_at = |id: &str| -> Vec<PlainEdge> {
        let edges = match direction {
            Directions::Out => graph.refs_out(id),
            Directions::In => graph.refs_in(id),
            Directions::Both => graph.refs_out(id).into_iter().chain(graph.refs_in(id)).collect(),
        };
        edges.into_iter().cloned().collect()
    };
    let mut visited = HashSet::from([root.to_owned()]);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut frontier = vec![root.to_owned()];
    for _ in 0..depth {
        let mut next = Vec::new();
        for node in frontier {
            for edge in edges_at(&node) {
                if !relations.is_empty() && !relations.contains(&edge.relation) {
                    continue;
                }
                if domain.is_some() && (graph.domain(&edge.from) != domain || graph.domain(&edge.to) != domain) {
                    continue;
                }
                if seen.insert(edge.key()) {
                    found.push(edge.key());
                }
                let other = if edge.from == node { edge.to } else { edge.from };
                if visited.insert(other.clone()) {
                    next.push(other);
                }
            }
        }
        frontier = next;
    }
    found
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn refs_agrees_with_the_specification(
        plain in graph(),
        root in 0..7_u32,
        direction in prop_oneof![Just(Directions::In), Just(Directions::Out), Just(Directions::Both)],
        relations in proptest::collection::vec(relation(), 0..3),
        depth in 1..5_u32,
        domain in proptest::option::weighted(0.3, Just("infra".to_owned())),
    ) {
        let root = format!("n{root}");
        let expected = naive(&plain, &root, direction, &relations, depth, domain.as_deref());
        let graph = plain.build();
        let filter =
            if relations.is_empty() { RelationFilter::Any } else { RelationFilter::only(&graph, &relations) };
        let request = NeighbourhoodRequest { directions: direction, edges: EdgeFilter { domain, ..EdgeFilter::of(filter) }, depth };
        let found = graph.find(&root).map(|node| neighbourhood(&graph, node.ix(), &request)).unwrap_or_default();
        let found: Vec<_> = found.into_iter().map(|ix| plain.edges[graph.edge(ix).line() as usize - 1].key()).collect();
        prop_assert_eq!(found, expected);
    }
}
