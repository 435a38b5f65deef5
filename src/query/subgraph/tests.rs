use super::*;
use crate::graph::fixture::graph_of;

fn ids<'g>(nodes: impl Iterator<Item = Node<'g>>) -> Vec<&'g str> {
    nodes.map(Node::id).collect()
}

fn edges(subgraph: &Subgraph, graph: &Graph) -> Vec<String> {
    let edge = |edge: Edge<'_>| format!("{} {} {}", edge.from().id(), edge.relation(), edge.to().id());
    subgraph.edges(graph).map(edge).collect()
}

fn graph() -> Graph {
    graph_of(
        &["a", "b", "c"],
        &[("a", "b", "led-to", ""), ("b", "c", "led-to", ""), ("a", "b", "led-to", ""), ("c", "gone", "cites", "")],
    )
}

#[test]
fn the_ends_of_edges_are_nodes() {
    let graph = graph();
    let first = graph.edges().next().unwrap().ix();
    let c = graph.find("c").unwrap().ix();
    let some = Subgraph::new(&graph, [c, c], [first, first]);
    assert_eq!(ids(some.nodes(&graph)), ["c", "a", "b"]);
    assert_eq!(edges(&some, &graph), ["a led-to b"]);
    assert_eq!((some.node_count(&graph), some.edge_count(&graph)), (3, 1));
}

#[test]
fn an_induced_subgraph_has_all_edges_between_its_nodes() {
    let graph = graph();
    let some = Subgraph::induced(&graph, ["b", "c", "gone"].map(|id| graph.find(id).unwrap().ix()));
    assert_eq!(edges(&some, &graph), ["b led-to c", "c cites gone"]);
}

#[test]
fn the_whole_graph_has_each_fact_once() {
    let graph = graph();
    let whole = Subgraph::whole();
    assert_eq!(ids(whole.nodes(&graph)), ["a", "b", "c", "gone"]);
    assert_eq!(edges(&whole, &graph), ["a led-to b", "b led-to c", "c cites gone"]);
    assert_eq!((whole.node_count(&graph), whole.edge_count(&graph)), (4, 3));
}

#[test]
fn the_ends_of_proposed_edges_are_nodes() {
    let graph = graph();
    let [a, c] = ["a", "c"].map(|id| graph.find(id).unwrap().ix());
    let proposed = ProposedEdge { from: a, to: c, relation: "led-to".to_owned(), score: Some(0.5) };
    let some = Subgraph::new(&graph, [a], []).with_proposed(vec![proposed]);
    assert_eq!(ids(some.nodes(&graph)), ["a", "c"]);
}

#[test]
fn a_limit_keeps_the_first_nodes_and_edges_the_ends_and_the_roots() {
    let graph = graph();
    let [b, c] = ["b", "c"].map(|id| graph.find(id).unwrap().ix());
    let distances = [(b, 0), (c, 1)];
    let limited = Subgraph::whole().with_roots([c]).with_distances(distances).limited(&graph, 1);
    assert_eq!(
        (ids(limited.nodes(&graph)), edges(&limited, &graph)),
        (vec!["c", "a", "b"], vec!["a led-to b".to_owned()])
    );
    assert_eq!(limited.distances.len(), 2);
    let without_edges = Subgraph::new(&graph, [b, c], []).with_distances(distances).limited(&graph, 1);
    assert_eq!((ids(without_edges.nodes(&graph)), without_edges.distances.len()), (vec!["b"], 1));
    assert!(Subgraph::whole().limited(&graph, 4).is_whole());
}
