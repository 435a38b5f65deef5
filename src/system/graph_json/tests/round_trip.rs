//! What refscope writes as JSON, it reads back as the same graph.

use super::super::{SYSTEM, parse};
use super::graph;
use crate::format::fixture::{RandomGraph, random_graph, whole, written};
use crate::graph::fixture::{REFERENCE, batch_of, build, graph_of};
use crate::graph::{Edge, EdgeRecord, Graph, Node};
use crate::query::{ProposedEdge, Subgraph};
use proptest::prelude::*;
use rstest::rstest;
use std::borrow::Cow;

/// The id of a node in the file. The address of a node of this system may also have the system's name.
fn id(node: Node<'_>) -> Cow<'_, str> {
    if node.system() == SYSTEM { node.id().into() } else { node.address() }
}

/// The nodes and edges with all that must survive, sorted. Missing nodes count only as ends of edges.
fn content(graph: &Graph) -> (Vec<String>, Vec<String>) {
    let node = |node: Node<'_>| {
        let texts = (node.title(), node.kind(), node.status(), node.alias());
        format!("{:?} {texts:?} {:?} {:?}", id(node), node.created(), (node.file(), node.line()))
    };
    let edge = |edge: Edge<'_>| {
        let ends = [edge.from(), edge.to()].map(|end| (id(end), end.is_missing()));
        let flags = (edge.is_symmetric(), edge.is_implicit());
        let facts = (edge.source_confidence(), edge.actor(), edge.note(), edge.file(), edge.line());
        format!("{ends:?} {:?} {:?} {flags:?} {facts:?}", edge.relation(), edge.ts())
    };
    let mut nodes: Vec<_> = graph.nodes().filter(|node| !node.is_missing()).map(node).collect();
    let mut edges: Vec<_> = Subgraph::whole().edges(graph).map(edge).collect();
    nodes.sort_unstable();
    edges.sort_unstable();
    (nodes, edges)
}

fn check(random: &RandomGraph, format: &str, shown: &str) -> Result<(), TestCaseError> {
    let original = random.build();
    let text = whole(format, &original, None);
    let (read, findings) = build([parse(shown, &text, 77)]);
    let is_empty = original.nodes().all(|node| node.is_missing()) && original.edge_count() == 0;
    prop_assert!(is_empty || findings.is_empty(), "{:?}", findings);
    prop_assert_eq!(content(&read), content(&original), "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn a_graph_in_node_link_form_is_read_back(random in random_graph()) {
        check(&random, "node-link", "g.json")?;
    }

    #[test]
    fn a_graph_in_json_graph_format_is_read_back(random in random_graph()) {
        check(&random, "jgf", "g.json")?;
    }

    /// The folder of another program does not change how our own files are read.
    #[test]
    fn a_graph_in_the_folder_of_graphify_is_read_back(random in random_graph()) {
        check(&random, "node-link", "graphify-out/graph.json")?;
    }
}

#[rstest]
#[case::node_link("node-link")]
#[case::json_graph_format("jgf")]
fn retracted_and_proposed_edges_are_not_read(#[case] format: &str) {
    let original = graph_of(&["a", "b"], &[("a", "b", "led-to", "")]);
    let [a, b] = ["a", "b"].map(|id| original.find(id).unwrap().ix());
    let proposed = ProposedEdge { from: b, to: a, relation: "cites".to_owned(), score: Some(0.5) };
    let some = Subgraph::induced(&original, [a, b]).with_proposed(vec![proposed]);
    let text = written(format, &original, &some, None);
    assert!(text.contains("cites"));
    assert_eq!(super::edges(&graph("g.json", &text).0), ["a led-to b"]);
    let text =
        text.replace("\"system\":\"reference\",\"file\"", "\"retracted\":true,\"system\":\"reference\",\"file\"");
    assert_eq!(super::edges(&graph("g.json", &text).0), [""; 0]);
}

#[rstest]
#[case::node_link("node-link")]
#[case::json_graph_format("jgf")]
fn values_that_another_program_changed_are_findings(#[case] format: &str) {
    let mut batch = batch_of(REFERENCE, 0, &[("a", "A"), ("b", "B")], &[("a", "b", "cites", "")]);
    let [a, file] = ["a", "file.md"].map(|text| batch.word(text));
    let edge = EdgeRecord::new(a, a, a, file, 1);
    batch.edge(EdgeRecord { confidence: Some(0.25), ..edge });
    let text = whole(format, &build([batch]).0, None);
    let codes = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        super::codes(&text.replace(from, to))
    };
    assert_eq!(codes("0.25", "0.5"), [""; 0]);
    assert_eq!(codes("0.25", "2"), ["graph-confidence"]);
    assert_eq!(codes("\"target\":\"a\"", "\"target\":null"), ["graph-edge"]);
    assert_eq!(codes("\"target\":\"a\"", &format!("\"target\":\"{}\"", "x".repeat(5000))), ["graph-edge"]);
}

/// More nodes than an object may have fields.
#[test]
fn a_map_of_nodes_of_any_size_is_read() {
    let nodes: Vec<_> = (0..100_001).map(|number| format!("\"n{number}\":{{}}")).collect();
    for metadata in ["", "\"metadata\":{\"generator\":\"refscope\"},"] {
        let text = format!("{{\"graph\":{{{metadata}\"nodes\":{{{}}}}}}}", nodes.join(","));
        assert_eq!(parse("g.json", &text, 0).node_count(), nodes.len());
    }
}

#[test]
fn a_node_that_is_not_an_object_does_not_hide_the_others() {
    let text = r#"{"graph": {"nodes": {"a": 1, "b": {}}, "edges": [{"source": "b", "target": "b"}]}}"#;
    let (graph, findings) = graph("g.json", text);
    assert_eq!(findings.iter().map(|finding| finding.rule.code).collect::<Vec<_>>(), ["graph-node"]);
    assert_eq!((super::ids(&graph), super::edges(&graph)), (vec!["b"], vec!["b links-to b".to_owned()]));
}
