//! A naive second reader of node-link files, over a tree of values.

use super::super::parse;
use crate::graph::fixture::build;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(node) => text(&node["id"]),
        other => other.to_string(),
    }
}

/// The ids of all nodes, and all edges as texts, sorted.
fn naive(document: &Value) -> (BTreeSet<String>, Vec<String>) {
    let list = |key: &str| document[key].as_array().cloned().unwrap_or_default();
    let nodes = list("nodes").iter().map(|node| text(&node["id"])).collect();
    let edge = |edge: &Value| {
        let is_turned = edge.get("_src").is_some() && edge.get("confidence").is_some();
        let (from, to) = if is_turned { ("_src", "_tgt") } else { ("source", "target") };
        let verb = edge.get("relation").or_else(|| edge.get("label")).map_or("links-to".to_owned(), text);
        format!("{} {verb} {}", text(&edge[from]), text(&edge[to]))
    };
    let mut edges: Vec<_> = list("links").iter().chain(&list("edges")).map(edge).collect();
    edges.sort();
    (nodes, edges)
}

fn id() -> impl Strategy<Value = Value> {
    prop_oneof![(0..6_u32).prop_map(|id| json!(id)), "[a-d]".prop_map(|id| json!(id))]
}

fn end() -> impl Strategy<Value = Value> {
    prop_oneof![3 => id(), 1 => id().prop_map(|id| json!({"id": id, "x": 1}))]
}

fn edge(is_graphify: bool) -> impl Strategy<Value = Value> {
    (end(), end(), proptest::option::of("[r-t]"), any::<bool>()).prop_map(move |(from, to, verb, is_turned)| {
        let mut edge = json!({"source": from, "target": to});
        if is_graphify {
            edge["relation"] = json!(verb.unwrap_or_else(|| "calls".to_owned()));
            edge["confidence"] = json!("INFERRED");
            if is_turned {
                (edge["_src"], edge["_tgt"]) = (edge["target"].clone(), edge["source"].clone());
            }
        } else if let Some(verb) = verb {
            edge["label"] = json!(verb);
        }
        edge
    })
}

fn document() -> impl Strategy<Value = Value> {
    any::<bool>().prop_flat_map(|is_graphify| {
        let nodes = prop::collection::vec(id().prop_map(|id| json!({"id": id})), 0..6);
        let edges = || prop::collection::vec(edge(is_graphify), 0..6);
        (nodes, edges(), edges())
            .prop_map(|(nodes, links, edges)| json!({"nodes": nodes, "links": links, "edges": edges}))
    })
}

proptest! {
    #[test]
    fn the_reader_agrees_with_a_naive_one(document in document()) {
        let (graph, _) = build([parse("g.json", &document.to_string(), 0)]);
        let defined = graph.nodes().filter(|node| !node.is_missing()).map(|node| node.id().to_owned());
        let (nodes, expected) = naive(&document);
        prop_assert_eq!(defined.collect::<BTreeSet<_>>(), nodes);
        prop_assert_eq!(sorted(super::edges(&graph)), expected);
    }

    #[test]
    fn no_text_makes_the_reader_fail(text in "\\PC{0,200}") {
        parse("g.json", &text, 0);
    }

    #[test]
    fn values_of_any_type_make_no_reader_fail(
        values in prop::collection::vec(prop_oneof![
            Just("null"), Just("1"), Just("\"x\""), Just("[]"), Just("[{}]"), Just("{}"), Just("[1, \"a\"]"),
            Just("{\"nodes\": [], \"edges\": []}"), Just("[{\"data\": {}}]"), Just("true"),
        ], 8),
    ) {
        let keys = ["bomFormat", "nodes", "links", "edges", "hyperedges", "graph", "elements", "directed"];
        let fields: Vec<_> = keys.iter().zip(values).map(|(key, value)| format!("\"{key}\": {value}")).collect();
        for start in 0..keys.len() {
            parse("g.json", &format!("{{{}}}", fields[start..].join(", ")), 0);
        }
    }
}

fn sorted(mut edges: Vec<String>) -> Vec<String> {
    edges.sort();
    edges
}
