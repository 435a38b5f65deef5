//! The content of panes compared with query results, over random graphs.

use crate::query::graph::{PlainGraph, graph};
use crate::support::Screen;
use proptest::prelude::*;
use refscope::graph::{EdgeIx, Graph, NodeIx};
use refscope::query::{
    Directions, EdgeFilter, Implicit, LineageDirection, LineageNode, LineageRequest, NeighbourhoodRequest, Orient,
    RelationFilter, lineage, neighbourhood,
};
use serde_json::json;

fn few_cases() -> ProptestConfig {
    ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() }
}

fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort();
    all
}

/// The indexes of edges.
fn indexes(edges: &[EdgeIx]) -> Vec<usize> {
    edges.iter().map(|edge| edge.index()).collect()
}

/// The indexes of the edges shown in the neighbourhood.
fn shown(screen: &Screen) -> Vec<usize> {
    let rows = screen.says("neighbourhood", "rows");
    let edges = rows.as_array().unwrap().iter().filter_map(|row| row["edge"].as_u64());
    edges.map(|edge| usize::try_from(edge).unwrap()).collect()
}

/// The current node.
fn current(screen: &Screen) -> Option<NodeIx> {
    Some(screen.current()).filter(|id| !id.is_empty()).map(|id| screen.node(&id))
}

/// The keys that select the node with this id.
fn to_node(screen: &Screen, number: usize) -> String {
    "j".repeat(number % screen.listed().len().max(1))
}

fn fits(plain: &PlainGraph, graph: &Graph, id: &str, filter: &str) -> bool {
    let touched = graph.edges().any(|edge| edge.from().id() == id || edge.to().id() == id);
    match filter {
        "domain:infra" => plain.domain(id) == Some("infra"),
        "-domain:infra" => plain.domain(id) != Some("infra"),
        "is:missing" => !plain.is_defined(id),
        "-is:missing" | "kind:task" => plain.is_defined(id),
        "is:orphan" => !touched,
        other => panic!("{other}"),
    }
}

proptest! {
    #![proptest_config(few_cases())]

    #[test]
    fn the_neighbourhood_shows_the_edges_of_its_query(
        plain in graph(),
        number in 0..7_usize,
        turns in 0..3_usize,
        implicit in any::<bool>(),
    ) {
        let mut screen = Screen::of(plain.build());
        screen.press(&to_node(&screen, number));
        screen.press(&"d".repeat(turns));
        if !implicit {
            screen.press("i");
        }
        let Some(root) = current(&screen) else { return Ok(()) };
        let graph = screen.graph();
        let edges = EdgeFilter {
            implicit: if implicit { Implicit::Kept } else { Implicit::LeftOut },
            ..EdgeFilter::of(RelationFilter::Any)
        };
        let directions = [Directions::Both, Directions::In, Directions::Out][turns];
        let expected = neighbourhood(graph, root, &NeighbourhoodRequest { directions, edges, depth: 1 });
        let mut rows = sorted(shown(&screen));
        rows.dedup();
        prop_assert_eq!(rows, sorted(indexes(&expected)));
    }

    #[test]
    fn the_list_shows_the_nodes_that_pass_a_naive_filter(
        plain in graph(),
        filters in proptest::sample::subsequence(
            vec!["domain:infra", "-domain:infra", "is:missing", "-is:missing", "is:orphan", "kind:task"], 0..3),
    ) {
        let screen = Screen::of(plain.build()).keys(&format!("/{}", filters.join(" ")));
        let graph = screen.graph();
        let all = graph.nodes().map(|node| node.id().to_owned());
        let kept = all.filter(|id| filters.iter().all(|filter| fits(&plain, graph, id, filter)));
        prop_assert_eq!(sorted(screen.listed()), sorted(kept.collect()));
        prop_assert_eq!(screen.counts("list", "total"), graph.node_count());
    }

    #[test]
    fn the_lineage_shows_the_nodes_of_its_query(plain in graph(), number in 0..7_usize, turns in 0..3_usize) {
        let mut screen = Screen::of(plain.build());
        screen.press(&to_node(&screen, number));
        let Some(root) = current(&screen) else { return Ok(()) };
        screen.press("t");
        screen.press(&"d".repeat(turns));
        let graph = screen.graph();
        let direction =
            [LineageDirection::Both, LineageDirection::Backward, LineageDirection::Forward][turns];
        prop_assert_eq!(screen.says("lineage", "orient"), "meaning");
        let orient = Orient::Meaning;
        let edges = EdgeFilter::of(RelationFilter::lineage(graph, orient));
        let request = LineageRequest { direction, edges, max_depth: None, orient };
        let expected = lineage(graph, root, &request);
        let id = |node: NodeIx| graph.node(node).address();
        let node = |node: &LineageNode| {
            json!({ "node": id(node.node), "distance": node.distance, "other_distance": node.other_distance })
        };
        let expected = json!({
            "root": id(expected.root),
            "nodes": expected.nodes.iter().map(node).collect::<Vec<_>>(),
            "missing": expected.missing.iter().map(node).collect::<Vec<_>>(),
            "edges": indexes(&expected.edges),
        });
        prop_assert_eq!(screen.says("lineage", "found"), expected);
    }
}
