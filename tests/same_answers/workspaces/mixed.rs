//! All systems in one workspace, with the same id in two of them, edges between them, and missing nodes of each.

use crate::support::{CHALLENGE, CLAIM, Fixture, INFERENCE, row};

const EDGES: &str = r#"{"source": "app", "target": "lib", "kind": "calls", "ts": "2026-01-01T00:00:00Z"},
    {"source": "lib", "target": "crash", "kind": "caused", "verified": true, "ts": "2026-05-01T00:00:00Z"},
    {"source": "pattern", "target": "crash", "kind": "explains", "ts": "2025-01-01T00:00:00Z"},
    {"source": "app", "target": "a", "kind": "calls", "ts": "2026-05-02T00:00:00Z"}"#;

const SETTINGS: &str = "sources:\n  - {system: reference, path: team}\n  - {system: unit, path: claims}\n\
    half_life_days: 0\n";

pub(in super::super) fn mixed() -> Fixture {
    let rows = [
        row("a", CLAIM, "cites"),
        row("crash", "s", "led-to"),
        row("ev.b", "a", "derived_from"),
        row("shop/orders", "app", "maps-to"),
        row("reference:app", "causal:app", "mentions"),
        row("app", "yggdrasil:shop", "mentions"),
        row(INFERENCE, "aspect:audit", "supports"),
        row("a", &format!("unit:{CHALLENGE}"), "rebuts"),
        row("a", "unit:b", "cites"),
        row("unit:b", "s", "cites"),
        row("a", "causal:nowhere", "mentions"),
        row("yggdrasil:ghost", "a", "uses"),
        row("sn.a.rank1", "sidecar:sn.none", "upgrades_to"),
        row("gone", "reference:lost", "led-to"),
        row("s", "b", "triggered"),
        row("b", "s", "led-to"),
        row("s", "b", "led-to"),
        row("b", "pattern", "x-org.example.resembles"),
        r#"{"ts":"2026-05-20T10:00:00.000Z","actor":"kim","retracts":{"from":"b","to":"s","relation":"led-to","ts":"2026-05-01T10:00:00.000Z"}}"#
            .to_owned(),
        "{".to_owned(),
    ];
    Fixture::clean()
        .units()
        .causal(EDGES)
        .records()
        .with_model()
        .write(".refscope.yaml", SETTINGS)
        .write(
            "artifacts/tasks/app.md",
            "---\ntitle: The app\nstatus: todo\ndomain: product\nmentions: [m, lib, shop, unit:c]\n---\n\
             See [[pattern]], [[b]] and Lib.\n",
        )
        .write("team/artifacts/tasks/team-task.md", "---\ntitle: Task of the team\nmentions: [a, m]\n---\n[[a]]\n")
        .write("team/artifacts/tasks/b.md", "---\ntitle: b of the team\n---\n")
        .write("team/references.jsonl", row("team-task", "s", "addresses") + "\n")
        .write(
            "claims/more.json",
            format!(
                r#"{{"id": "0196c801-7a10-7c01-8a01-3f6d2b9c0004", "type": "inference", "content": "More", "created_at": "2026-05-20T10:00:00Z", "author": "kim", "references": [{{"id": "{INFERENCE}", "rel": "derives-from"}}, {{"id": "{CHALLENGE}", "rel": "derives-from"}}, {{"id": "causal:crash", "rel": "supports"}}]}}"#
            ),
        )
        .write("src/app.rs", "fn main() {}\n")
        .link("artifacts/tasks/linked.md", "../../team/artifacts/tasks/team-task.md")
        .rows(&rows)
}
