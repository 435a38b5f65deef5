use crate::graph::Graph;
use crate::graph::fixture::graph_of;
use crate::picture::{Excerpt, ExcerptCard, Layering, LineStyle};
use crate::query::{ProposedEdge, Subgraph};

fn graph() -> Graph {
    graph_of(
        &["a", "b", "c", "d"],
        &[
            ("a", "b", "led-to", "2026-01-01T00:00:00Z"),
            ("a", "b", "led-to", "2026-01-02T00:00:00Z"),
            ("a", "b", "cites", ""),
            ("b", "c", "led-to", ""),
            ("c", "d", "led-to", ""),
        ],
    )
}

fn ids(excerpt: &Excerpt<'_>) -> Vec<String> {
    excerpt.cards.iter().filter_map(ExcerptCard::node).map(|node| node.id().to_owned()).collect()
}

#[test]
fn edges_with_equal_ends_and_relation_are_one_link() {
    let (graph, whole) = (graph(), Subgraph::whole());
    let excerpt = Excerpt::new(&graph, &whole, 10, 10);
    let links: Vec<_> =
        excerpt.links.iter().map(|link| (link.from, link.to, link.relation, link.edges.len())).collect();
    assert_eq!(links, [(0, 1, "led-to", 2), (0, 1, "cites", 1), (1, 2, "led-to", 1), (2, 3, "led-to", 1)]);
    assert_eq!(excerpt.layering, Layering::LongestPath);
    assert_eq!(excerpt.notices(&[]), Vec::<String>::new());
}

#[test]
fn the_nodes_nearest_to_the_roots_are_kept_and_the_rest_is_counted() {
    let graph = graph();
    let d = graph.find("d").unwrap().ix();
    let all = Subgraph::induced(&graph, graph.nodes().map(|node| node.ix())).with_roots([d]);
    let excerpt = Excerpt::new(&graph, &all, 2, 10);
    assert_eq!(ids(&excerpt), ["d", "c"]);
    assert_eq!(excerpt.layering, Layering::Roots(vec![0]));
    assert_eq!(excerpt.notices(&[]), ["2 of 4 nodes drawn, the nearest to the roots", "1 of 5 edges drawn"]);
}

#[test]
fn without_roots_the_nodes_with_the_most_edges_are_kept() {
    let (graph, whole) = (graph(), Subgraph::whole());
    let excerpt = Excerpt::new(&graph, &whole, 2, 2);
    assert_eq!(ids(&excerpt), ["b", "a"]);
    assert_eq!(excerpt.notices(&[]), ["2 of 4 nodes drawn, those with the most edges", "2 of 5 edges drawn"]);
    assert_eq!(excerpt.notices(&[0])[1], "0 of 5 edges drawn");
}

#[test]
fn in_a_lineage_signed_distances_decide() {
    let graph = graph();
    let [a, b, c] = ["a", "b", "c"].map(|id| graph.find(id).unwrap().ix());
    let lineage = Subgraph::induced(&graph, [a, b, c]).with_roots([c]).with_distances([(a, -2), (b, -1), (c, 0)]);
    let excerpt = Excerpt::new(&graph, &lineage, 2, 10);
    assert_eq!(ids(&excerpt), ["c", "b"]);
    assert_eq!(excerpt.layering, Layering::Distances(vec![Some(0), Some(-1)]));
}

#[test]
fn proposed_edges_are_links_of_their_own_style() {
    let graph = graph();
    let [a, d] = ["a", "d"].map(|id| graph.find(id).unwrap().ix());
    let proposed = ProposedEdge { from: a, to: d, relation: "led-to".to_owned(), score: Some(0.5) };
    let some = Subgraph::new(&graph, [], []).with_proposed(vec![proposed]);
    let excerpt = Excerpt::new(&graph, &some, 10, 10);
    assert_eq!(excerpt.links.iter().map(|link| link.style).collect::<Vec<_>>(), [LineStyle::Proposed]);
}
