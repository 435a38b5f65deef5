//! petgraph's algorithms over the compact store, against reachability by hand.

use super::graph::{PlainGraph, graph, many_cases};
use proptest::prelude::*;
use refscope::graph::{cycles, reaches};
use std::collections::BTreeSet;

/// The ids that can be reached in one or more steps over one relation.
fn reached(graph: &PlainGraph, from: &str, relation: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(id) = open.pop() {
        for edge in graph.refs_out(&id) {
            if edge.relation == relation && found.insert(edge.to.clone()) {
                open.push(edge.to.clone());
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn reachability_and_circles_agree_with_walking_by_hand(plain in graph()) {
        let relation = "led-to";
        let graph = plain.build();
        let ids: Vec<String> = graph.nodes().map(|node| node.id().to_owned()).collect();
        let mut expected: BTreeSet<BTreeSet<String>> = BTreeSet::new();
        for from in &ids {
            let reachable = reached(&plain, from, relation);
            for to in &ids {
                let (source, target) = (graph.find(from).unwrap().ix(), graph.find(to).unwrap().ix());
                let found = reaches(&graph, source, target, |edge| edge.relation() == relation);
                prop_assert_eq!(found, from == to || reachable.contains(to), "{} to {}", from, to);
            }
            if reachable.contains(from) {
                let circle = reachable.into_iter().filter(|to| reached(&plain, to, relation).contains(from));
                expected.insert(circle.collect());
            }
        }
        let found = cycles(&graph, |edge| edge.relation() == relation);
        let found: BTreeSet<BTreeSet<String>> = found
            .into_iter()
            .map(|group| group.into_iter().map(|ix| graph.node(ix).id().to_owned()).collect())
            .collect();
        prop_assert_eq!(found, expected);
    }
}
