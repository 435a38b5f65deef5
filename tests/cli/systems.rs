//! Each system alone, all systems together, and the log that links them.

use crate::support::{CHALLENGE, CLAIM, Fixture, INFERENCE, row};
use rstest::rstest;

const CALLS: &str = r#"{"source": "app", "target": "lib", "kind": "calls", "ts": "2026-01-01T00:00:00Z"}"#;

#[rstest]
#[case::units(|f: Fixture| f.units(), &[CLAIM, INFERENCE, CHALLENGE], "units", "3 units: all valid, no contradictions")]
#[case::causal(|f: Fixture| f.causal(CALLS), &["app", "crash", "lib", "pattern"], "causal graphs", "4 nodes: no cycles, no contradictions")]
#[case::records(|f: Fixture| f.records(), &["ev.b", "sn.a.rank1", "sn.a.rank2"], "records", "3 records: links valid")]
fn a_system_alone_is_a_workspace_without_findings(
    #[case] make: fn(Fixture) -> Fixture,
    #[case] ids: &[&str],
    #[case] check: &str,
    #[case] detail: &str,
) {
    let fixture = make(Fixture::bare());
    assert_eq!(fixture.ids(), ids);
    let run = fixture.run(&["doctor"]).code(0);
    assert_eq!(run.json()["findings"], serde_json::json!([]));
    assert_eq!(run.detail(check), detail);
    let report = run.json();
    let checks: Vec<_> =
        report["checks"].as_array().unwrap().iter().map(|check| check["name"].as_str().unwrap()).collect();
    assert_eq!(checks, ["workspace", "ids", "log", "references", "relations", check]);
}

#[test]
fn a_log_in_a_workspace_of_another_system_requires_no_mission() {
    let fixture = Fixture::bare().causal(CALLS);
    fixture.run(&["refs", "add", "--from", "crash", "--to", "pattern", "--relation", "resolves"]).code(0);
    assert_eq!(fixture.codes(), [] as [&str; 0]);
}

#[test]
fn the_log_links_nodes_of_any_two_systems() {
    let rows = [row("a", CLAIM, "cites"), row("crash", "s", "led-to"), row("ev.b", "a", "derived_from")];
    let fixture = Fixture::clean().units().causal(CALLS).records().rows(&rows);
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    let edges = fixture.run(&["refs", "a", "--direction", "both"]).json();
    let seen: Vec<_> =
        edges.as_array().unwrap().iter().map(|edge| (edge["from"].clone(), edge["to"].clone())).collect();
    for (from, to) in [("a", CLAIM), ("ev.b", "a")] {
        assert!(seen.contains(&(from.into(), to.into())), "{seen:?}");
    }
    let trace = fixture.run(&["trace", "s", "--orient", "meaning"]).json();
    let at = |id: &str| {
        let nodes = trace["nodes"].as_array().unwrap();
        nodes.iter().find(|node| node["id"] == id).map(|node| node["distance"].as_i64().unwrap())
    };
    assert_eq!((at("crash"), at("s")), (Some(-1), Some(0)));
}

#[test]
fn the_same_id_in_two_systems_is_two_nodes_and_a_warning() {
    let fixture =
        Fixture::clean().causal(CALLS).write("artifacts/tasks/app.md", "---\ntitle: The app\nmentions: [m]\n---\n");
    let report = fixture.run(&["doctor"]).code(0).json();
    assert_eq!(fixture.codes(), ["id-ambiguous"]);
    assert_eq!(report["findings"][0]["node"], "causal:app");
    let shown = |id: &str| fixture.run(&["show", id]).code(0).json();
    assert_eq!((&shown("app")["system"], &shown("app")["id"]), (&"reference".into(), &"app".into()));
    assert_eq!((&shown("causal:app")["system"], &shown("causal:app")["id"]), (&"causal".into(), &"causal:app".into()));
    assert_eq!(fixture.run(&["refs", "causal:app"]).json()[0]["from"], "causal:app");
    assert_eq!(shown("causal:lib")["id"], "lib");
}

#[test]
fn an_id_of_another_system_does_not_resolve_a_dangling_edge() {
    let fixture = Fixture::clean().causal(r#"{"source": "app", "target": "a", "kind": "calls"}"#);
    assert_eq!(fixture.codes(), ["causal-dangling"]);
    let missing = fixture.run(&["list", "--missing"]).json();
    assert_eq!((&missing[0]["id"], &missing[0]["system"]), (&"causal:a".into(), &"causal".into()));
}

#[test]
fn show_prints_the_system_specific_fields_of_a_node() {
    let fixture = Fixture::bare().units().causal(CALLS).records();
    let fields = |id: &str| fixture.run(&["show", id]).code(0).json()["fields"].clone();
    let claim = fields(CLAIM);
    assert_eq!((&claim["author"], &claim["confidence"]), (&"kim".into(), &0.5.into()));
    assert_eq!((&claim["assumptions"][0], &claim["source"]), (&"it rains".into(), &"a book".into()));
    assert_eq!(fields("app")["path"], "src/app.rs");
    assert_eq!(fields("sn.a.rank2")["title"], "Second rank");
    assert_eq!(fields("ev.b")["name"], "An event");
    assert_eq!(fixture.run(&["show", CLAIM]).json()["title"], "What assertion says");
}

#[test]
fn a_symmetric_link_is_listed_once_and_walked_from_both_ends() {
    let other = r#"{"ev.b": {"links": [{"type": "related_to", "target": "sn.a.rank1"}]}}"#;
    let fixture = Fixture::bare().records().write("records/more.meta.json", other);
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    for id in ["ev.b", "sn.a.rank1"] {
        for direction in ["in", "out", "both"] {
            let edges = fixture.run(&["refs", id, "--direction", direction, "--relation", "related_to"]).json();
            assert_eq!(edges.as_array().unwrap().len(), 1, "{id} {direction}");
        }
        let edges = fixture.run(&["show", id]).json()["edges"].clone();
        assert_eq!(edges["out"]["related_to"].as_array().unwrap().len(), 1);
        assert!(edges["in"].get("related_to").is_none());
    }
}

#[test]
fn only_artifacts_have_a_status_to_change() {
    let run = Fixture::clean().causal(CALLS).run(&["status", "app", "done"]).code(1);
    assert!(run.stderr.contains("is a node of causal"), "{}", run.stderr);
}

#[test]
fn a_missing_target_is_printed_as_spelled_in_the_log() {
    let rows = [row("a", "unit:b", "cites"), row("a", "gone", "cites"), row("a", "reference:lost", "cites")];
    let fixture = Fixture::clean().units().rows(&rows);
    let edges = fixture.run(&["refs", "a", "--relation", "cites"]).json();
    let targets: Vec<_> = edges.as_array().unwrap().iter().map(|edge| edge["to"].clone()).collect();
    assert_eq!(targets, ["unit:b", "gone", "reference:lost"]);
}

#[test]
fn edges_refer_to_nodes_of_the_answer_by_id_even_if_missing() {
    let rows = [row("a", "unit:b", "cites"), row("unit:b", "s", "cites"), row("a", &format!("unit:{CLAIM}"), "led-to")];
    let fixture = Fixture::clean().units().rows(&rows);
    let path = fixture.run(&["path", "a", "s", "--directed", "--relations", "cites"]).code(0).json();
    let step = &path["paths"][0]["steps"][0];
    assert_eq!((&step["to"], &step["edge"]["to"]), (&"unit:b".into(), &"unit:b".into()));
    assert_eq!(path["paths"][0]["nodes"][1]["id"], "unit:b");
    let missing = fixture.run(&["list", "--missing"]).json();
    assert_eq!(missing[0]["id"], "unit:b");
    // An existing node keeps its id, however a row spells it.
    let edges = fixture.run(&["refs", "a", "--relation", "led-to"]).json();
    assert!(edges.as_array().unwrap().iter().any(|edge| edge["to"] == CLAIM), "{edges}");
    let about = fixture.run(&["doctor"]).json()["findings"].clone();
    let dangling = about.as_array().unwrap().iter().find(|one| one["code"] == "dangling-target").unwrap();
    assert_eq!(
        (&dangling["node"], &dangling["message"]),
        (&"unit:b".into(), &"\"a\" cites \"unit:b\", which is undefined".into())
    );
}
