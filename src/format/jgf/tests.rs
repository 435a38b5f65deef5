use super::super::fixture::{nasty_graph, random_graph, whole};
use crate::graph::fixture::graph_of;
use crate::query::Subgraph;
use crate::text::is_unsafe;
use proptest::prelude::*;
use serde_json::{Value, json};

#[test]
fn a_graph_has_the_keys_of_the_format() {
    let graph = graph_of(&["a"], &[("a", "gone", "led-to", "2026-01-01")]);
    let value: Value = serde_json::from_str(&whole("jgf", &graph, None)).unwrap();
    let nodes = json!({
        "a": {"label": "a", "metadata": {"kind": "task", "system": "reference", "path": "file.md", "line": 1}},
        "gone": {"label": "gone", "metadata": {"kind": null, "system": "reference", "path": null, "missing": true}},
    });
    let metadata = json!({"ts": "2026-01-01", "actor": null, "system": "reference", "file": "file.md", "line": 1});
    let edges = json!([{"source": "a", "target": "gone", "relation": "led-to", "metadata": metadata}]);
    let graph = &value["graph"];
    assert_eq!((&graph["directed"], &graph["metadata"]["generator"]), (&json!(true), &json!("refscope")));
    assert_eq!((&graph["nodes"], &graph["edges"]), (&nodes, &edges));
}

#[test]
fn nasty_texts_are_exact_and_safe_on_a_terminal() {
    let graph = nasty_graph();
    let text = whole("jgf", &graph, None);
    assert!(!text.contains(|c: char| is_unsafe(c) && c != '\n'));
    let value: Value = serde_json::from_str(&text).unwrap();
    let nodes = value["graph"]["nodes"].as_object().unwrap();
    assert!(graph.nodes().all(|node| nodes[&*node.address()]["label"] == node.title()));
}

proptest! {
    #[test]
    fn any_graph_is_json(random in random_graph()) {
        let graph = random.build();
        // A number that this parser refuses.
        let text = whole("jgf", &graph, None).replace(":1e999,", ":0,");
        let value: Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(value["graph"]["nodes"].as_object().unwrap().len(), graph.node_count());
        prop_assert_eq!(value["graph"]["edges"].as_array().unwrap().len(), Subgraph::whole().edge_count(&graph));
    }
}
