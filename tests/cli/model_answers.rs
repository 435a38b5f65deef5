//! Queries of an architecture model: `aspects`, `flows`, `owner`, `impact`, `context`, `tree` and `stats`.

use crate::support::model::{CONFIG, FLOW, ORDERS, artifact};
use crate::support::{Fixture, row, run};
use rstest::rstest;
use serde_json::{Value, json};

/// The values of one field in a list of objects.
fn field<'v>(list: &'v Value, name: &str) -> Vec<&'v str> {
    list.as_array().unwrap().iter().map(|entry| entry[name].as_str().unwrap()).collect()
}

mod aspects;
mod context;
mod flows;
mod impact;
mod owner;
mod package_by_hand;

/// A workspace with nodes of every system.
fn everything() -> Fixture {
    let unit = json!({
        "id": UNIT, "type": "assertion", "content": "Caches lie.", "created_at": "2026-01-01T00:00:00.000Z", "author": "ada"
    });
    let causal = json!({ "repo": "r", "nodes": [
        { "id": "file-a", "label": "a", "path": "lib/a.ts", "layer": "code", "kind": "file" },
        { "id": "fn-go", "label": "go", "path": "lib/a.ts", "layer": "code", "kind": "function" },
        { "id": "why", "label": "why", "layer": "knowledge" },
    ], "edges": [{ "source": "fn-go", "target": "file-a", "kind": "calls", "verified": true }] });
    Fixture::clean()
        .with_model()
        .write("units/u.json", unit.to_string())
        .write("map.causal.json", causal.to_string())
        .write("records/sn.fire.meta.json", r#"{"id": "sn.fire", "links": []}"#)
        .write(
            "records/sn.fire.ball.meta.json",
            r#"{"id": "sn.fire.ball", "links": [{"type": "related_to", "target": "sn.fire"}]}"#,
        )
}

const UNIT: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

mod stats;
mod tree;
