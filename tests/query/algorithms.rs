//! Graph algorithms of petgraph over the compact store, compared with naive reachability.

use super::graph::{PlainGraph, graph, many_cases};
use proptest::prelude::*;
use refscope::graph::{NodeIx, cycles_of, cycles_over};
use std::collections::BTreeSet;

/// The ids reachable in one or more steps over one relation.
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
    fn cycles_agree_with_walking_by_hand(plain in graph()) {
        let relation = "led-to";
        let graph = plain.build();
        let ids: Vec<String> = graph.nodes().map(|node| node.id().to_owned()).collect();
        let mut expected: BTreeSet<BTreeSet<String>> = BTreeSet::new();
        for from in &ids {
            let reachable = reached(&plain, from, relation);
            if reachable.contains(from) {
                let cycle = reachable.into_iter().filter(|to| reached(&plain, to, relation).contains(from));
                expected.insert(cycle.collect());
            }
        }
        let named = |groups: Vec<Vec<NodeIx>>| -> BTreeSet<BTreeSet<String>> {
            let ids = |group: Vec<NodeIx>| group.into_iter().map(|ix| graph.node(ix).id().to_owned()).collect();
            groups.into_iter().map(ids).collect()
        };
        prop_assert_eq!(&named(cycles_over(&graph, |edge| edge.relation() == relation)), &expected);
        let links: Vec<_> = graph
            .edges()
            .filter(|edge| edge.relation() == relation)
            .map(|edge| (edge.from().ix(), edge.to().ix()))
            .collect();
        prop_assert_eq!(&named(cycles_of(&links)), &expected);
    }
}
