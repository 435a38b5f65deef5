//! `stats`.

use super::*;

#[test]
fn nodes_and_edges_of_a_model_are_counted_by_kind_and_relation() {
    let found = Fixture::model().run(&["stats"]).code(0).json();
    let relations = json!({
        "calls": 1, "child-of": 3, "emits": 1, "has-aspect": 4, "implies": 2, "listens": 1, "maps-to": 5,
        "participates": 2, "uses": 2,
    });
    assert_eq!(found["relations"], relations);
    assert_eq!(json!([found["nodes"], found["missing"], found["edges"], found["implicit"]]), json!([16, 0, 21, 16]));
    let kinds = found["kinds"].as_array().unwrap().iter().map(|kind| json!([kind["kind"], kind["nodes"]]));
    let kinds: Value = kinds.collect();
    assert_eq!(kinds, json!([["aspect", 5], ["file", 5], ["flow", 1], ["module", 3], ["service", 2]]));
    assert_eq!(found["systems"], json!({ "yggdrasil": { "nodes": 16, "edges": 21 } }));
    // The note that the model has never been synchronised.
    assert_eq!(found["findings"], json!({ "error": 0, "warning": 0, "note": 1 }));
}

#[test]
fn every_system_is_counted_separately() {
    let found = everything().run(&["stats"]).code(0).json();
    let nodes: Vec<_> = ["reference", "unit", "causal", "yggdrasil", "sidecar"]
        .iter()
        .map(|system| found["systems"][system]["nodes"].as_u64().unwrap())
        .collect();
    assert_eq!(nodes, [5, 1, 3, 16, 2]);
    assert_eq!(found["systems"]["causal"]["edges"], 1);
    assert_eq!(found["systems"]["sidecar"]["edges"], 1);
    assert_eq!(found["layers"], json!({ "code": 2, "knowledge": 1 }));
    assert_eq!(found["across"], 0);
}

#[test]
fn missing_nodes_cross_system_edges_and_findings_are_counted() {
    let rows = [row("a", "shop/orders", "addresses"), row("a", "gone", "cites"), row("a", "gone", "cites")];
    let found = everything().rows(&rows).run(&["stats"]).code(0).json();
    assert_eq!(json!([found["across"], found["missing"]]), json!([1, 1]));
    assert_eq!(found["relations"]["cites"], 1, "the same edge twice is one");
    assert_eq!(found["findings"]["error"], 2, "each row that leads to nothing");
}
