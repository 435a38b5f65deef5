use super::super::fixture::{nasty_graph, random_graph, whole, written};
use crate::graph::fixture::{REFERENCE, graph_from, graph_of};
use crate::graph::{Batch, EdgeRecord};
use crate::query::{ProposedEdge, Subgraph};
use crate::text::is_unsafe;
use proptest::prelude::*;
use serde_json::{Value, json};

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_graph_has_the_keys_of_networkx() {
    let graph = graph_of(&["a"], &[("a", "gone", "led-to", "2026-01-01"), ("a", "gone", "cites", "")]);
    let value = parsed(&whole("node-link", &graph, None));
    assert_eq!((&value["directed"], &value["multigraph"]), (&json!(true), &json!(true)));
    assert_eq!(value["graph"]["generator"], "refscope");
    let expected = json!([
        {"id": "a", "title": "a", "kind": "task", "system": "reference", "path": "file.md", "line": 1},
        {"id": "gone", "title": "gone", "kind": null, "system": "reference", "path": null, "missing": true},
    ]);
    assert_eq!(value["nodes"], expected);
    let edge = |relation: &str, line: u32| {
        json!({"source": "a", "target": "gone", "relation": relation, "actor": null, "system": "reference",
               "file": "file.md", "line": line})
    };
    let mut first = edge("led-to", 1);
    first["ts"] = json!("2026-01-01");
    assert_eq!(value["edges"], json!([first, edge("cites", 2)]));
}

#[test]
fn symmetric_and_proposed_edges_are_marked() {
    let mut batch = Batch::new(REFERENCE, 0);
    let [a, b, file] = ["a", "b", "f.md"].map(|text| batch.word(text));
    batch.edge(EdgeRecord { symmetric: true, ..EdgeRecord::new(a, b, a, file, 1) });
    let graph = graph_from([batch]);
    let [a, b] = ["a", "b"].map(|id| graph.find(id).unwrap().ix());
    let proposed = ProposedEdge { from: a, to: b, relation: "r".to_owned(), score: Some(0.5) };
    let some = Subgraph::induced(&graph, [a, b]).with_proposed(vec![proposed]);
    let value = parsed(&written("node-link", &graph, &some, None));
    assert_eq!(value["edges"][0]["directed"], json!(false));
    let expected = json!({"source": "a", "target": "b", "relation": "r", "suggested": true, "score": 0.5});
    assert_eq!(value["edges"][1], expected);
}

#[test]
fn each_node_and_edge_is_on_a_line_of_its_own() {
    let text = whole("node-link", &graph_of(&["a", "b"], &[("a", "b", "led-to", "")]), None);
    assert_eq!(text.lines().count(), 6);
}

#[test]
fn nasty_texts_are_exact_and_safe_on_a_terminal() {
    let graph = nasty_graph();
    let text = whole("node-link", &graph, None);
    assert!(!text.contains(|c: char| is_unsafe(c) && c != '\n'));
    let value = parsed(&text);
    for (node, read) in graph.nodes().zip(value["nodes"].as_array().unwrap()) {
        assert_eq!((read["id"].as_str(), read["title"].as_str()), (Some(&*node.address()), Some(node.title())));
    }
}

proptest! {
    #[test]
    fn any_graph_is_json(random in random_graph()) {
        let graph = random.build();
        // A number that this parser refuses.
        let value = parsed(&whole("node-link", &graph, None).replace(":1e999,", ":0,"));
        prop_assert_eq!(value["nodes"].as_array().unwrap().len(), graph.node_count());
        prop_assert_eq!(value["edges"].as_array().unwrap().len(), Subgraph::whole().edge_count(&graph));
    }
}
