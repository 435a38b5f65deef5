//! The content of panes compared with query results, over random graphs.

use crate::query::graph::{PlainGraph, graph};
use crate::support::Screen;
use proptest::prelude::*;
use refscope::graph::{EdgeIx, Graph};
use refscope::query::{
    Directions, EdgeFilter, Implicit, LineageDirection, LineageRequest, NeighbourhoodItem, NeighbourhoodRequest,
    RelationFilter, lineage, neighbourhood,
};

fn few_cases() -> ProptestConfig {
    ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() }
}

fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort();
    all
}

/// The edges shown in the neighbourhood.
fn shown(screen: &Screen) -> Vec<EdgeIx> {
    let rows = screen.state().neighbourhood.list.rows.iter();
    let edges = rows.filter_map(|row| match row.item {
        NeighbourhoodItem::Edge { edge, .. } => Some(edge),
        _ => None,
    });
    edges.collect()
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
        let Some(root) = screen.state().current else { return Ok(()) };
        let graph = &screen.state().graph;
        let edges = EdgeFilter {
            implicit: if implicit { Implicit::Kept } else { Implicit::LeftOut },
            ..EdgeFilter::of(RelationFilter::Any)
        };
        let directions = [Directions::Both, Directions::In, Directions::Out][turns];
        let expected = neighbourhood(graph, root, &NeighbourhoodRequest { directions, edges, depth: 1 });
        let mut rows = sorted(shown(&screen));
        rows.dedup();
        prop_assert_eq!(rows, sorted(expected));
    }

    #[test]
    fn the_list_shows_the_nodes_that_pass_a_naive_filter(
        plain in graph(),
        filters in proptest::sample::subsequence(
            vec!["domain:infra", "-domain:infra", "is:missing", "-is:missing", "is:orphan", "kind:task"], 0..3),
    ) {
        let screen = Screen::of(plain.build()).keys(&format!("/{}", filters.join(" ")));
        let graph = &screen.state().graph;
        let all = graph.nodes().map(|node| node.id().to_owned());
        let kept = all.filter(|id| filters.iter().all(|filter| fits(&plain, graph, id, filter)));
        prop_assert_eq!(sorted(screen.listed()), sorted(kept.collect()));
        prop_assert_eq!(screen.state().list.listing.total, graph.node_count());
    }

    #[test]
    fn the_lineage_shows_the_nodes_of_its_query(plain in graph(), number in 0..7_usize, turns in 0..3_usize) {
        let mut screen = Screen::of(plain.build());
        screen.press(&to_node(&screen, number));
        let Some(root) = screen.state().current else { return Ok(()) };
        screen.press("t");
        screen.press(&"d".repeat(turns));
        let graph = &screen.state().graph;
        let direction =
            [LineageDirection::Both, LineageDirection::Backward, LineageDirection::Forward][turns];
        let orient = screen.state().lineage.orient;
        let edges = EdgeFilter::of(RelationFilter::lineage(graph, orient));
        let request = LineageRequest { direction, edges, max_depth: None, orient };
        let (found, _) = screen.state().lineage.found.as_ref().unwrap();
        prop_assert_eq!(&**found, &lineage(graph, root, &request));
    }
}
