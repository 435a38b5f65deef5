//! Fading confidence, layers, and the lens.

use crate::support::Fixture;
use rstest::rstest;
use serde_json::json;

const EDGES: &str = r#"
    {"source": "app", "target": "lib", "kind": "calls", "ts": "2026-01-01T00:00:00Z"},
    {"source": "app", "target": "crash", "kind": "caused", "ts": "2026-01-01T00:00:00Z"},
    {"source": "pattern", "target": "crash", "kind": "explains", "confidence": 0.5, "ts": "2025-01-01T00:00:00Z"},
    {"source": "lib", "target": "app", "kind": "reads", "verified": true, "ts": "2026-01-01T00:00:00Z"}"#;

fn fixture() -> Fixture {
    Fixture::bare().causal(EDGES)
}

fn verbs(fixture: &Fixture, arguments: &[&str]) -> Vec<String> {
    let edges = fixture.run(arguments).code(0).json();
    edges.as_array().unwrap().iter().map(|edge| edge["relation"].as_str().unwrap().to_owned()).collect()
}

/// After one half-life of 180 days half remains: 0.5 for edges extracted from code or verified, 0.3 for inferred ones.
#[test]
fn confidence_halves_with_each_half_life() {
    let confidence = |id: &str, verb: &str, now: &str| {
        let edges = fixture().run(&["refs", id, "--relation", verb, "--now", now, "--min-confidence", "0"]).json();
        edges[0]["confidence"].clone()
    };
    assert_eq!(confidence("app", "calls", "2026-01-01"), json!(1.0));
    assert_eq!(confidence("app", "calls", "2026-06-30"), json!(0.5));
    assert_eq!(confidence("app", "caused", "2026-06-30"), json!(0.3));
    assert_eq!(confidence("lib", "reads", "2026-06-30"), json!(0.5));
    assert_eq!(confidence("app", "calls", "2020-01-01"), json!(1.0));
}

#[rstest]
#[case::fresh("2026-01-01", &[], &["calls", "caused"])]
#[case::faded("2028-01-01", &[], &["calls"])]
#[case::gone("2029-01-01", &[], &[])]
#[case::requested("2029-01-01", &["--min-confidence", "0"], &["calls", "caused"])]
#[case::strict("2026-01-01", &["--min-confidence", "0.7"], &["calls"])]
fn faded_edges_are_omitted_unless_requested(#[case] now: &str, #[case] more: &[&str], #[case] seen: &[&str]) {
    assert_eq!(verbs(&fixture(), &[&["refs", "app", "--now", now], more].concat()), seen);
}

#[test]
fn dimmed_edges_are_marked() {
    let edges = fixture().run(&["refs", "app", "--now", "2026-12-01", "--format", "json"]).json();
    let dimmed: Vec<_> = edges.as_array().unwrap().iter().map(|edge| edge.get("dimmed").is_some()).collect();
    assert_eq!(dimmed, [false, true]);
    let run = fixture().run(&["refs", "app", "--now", "2029-01-01", "--format", "human"]);
    assert!(run.stderr.contains("2 edges with confidence below 0.05 omitted"), "{}", run.stderr);
}

#[test]
fn now_accepts_a_relative_time() {
    // Confidence does not fade before the edge was written.
    assert_eq!(verbs(&fixture(), &["refs", "app", "--now", "-2000w"]), ["calls", "caused"]);
    let run = fixture().run(&["refs", "app", "--now", "-7y"]).code(2);
    assert!(run.stderr.contains("such as 2026-05-16, 2026-05-16T08:00:00Z or -7d"), "{}", run.stderr);
}

#[test]
fn half_life_and_threshold_are_configurable() {
    let eternal = fixture().write(".refscope.yaml", "half_life_days: 0\n");
    assert_eq!(verbs(&eternal, &["refs", "app", "--now", "2099-01-01"]), ["calls", "caused"]);
    let strict = fixture().write(".refscope.yaml", "thresholds: {dim: 0.9, drop: 0.7}\n");
    assert_eq!(verbs(&strict, &["refs", "app", "--now", "2026-01-01"]), ["calls"]);
}

#[test]
fn the_lens_shows_the_layer_of_the_node_and_explanations_across_layers() {
    let seen = |id: &str, more: &[&str]| {
        let arguments = ["refs", id, "--direction", "both", "--now", "2026-01-01"];
        verbs(&fixture(), &[&arguments[..], more].concat())
    };
    assert_eq!(seen("app", &["--lens", "layer"]), ["calls", "reads"]);
    assert_eq!(seen("crash", &["--lens", "layer"]), ["explains"]);
    assert_eq!(seen("app", &["--layer", "code"]), ["calls", "reads"]);
    assert_eq!(seen("app", &["--layer", "logic"]), [] as [&str; 0]);
    assert_eq!(seen("app", &[]), ["calls", "caused", "reads"]);
}

#[test]
fn nodes_are_filtered_by_layer_and_sub_layer() {
    let ids = |layer: &str| {
        let nodes = fixture().run(&["list", "--layer", layer]).json();
        nodes.as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids("code"), ["app", "lib"]);
    assert_eq!(ids("logic"), ["app"]);
    let run = fixture().run(&["list", "--layer", "nowhere"]);
    assert!(run.stderr.contains("known: code, execution, knowledge, logic"), "{}", run.stderr);
}

/// A row of the log between two nodes of the code map, and one that leaves the map.
fn with_rows() -> Fixture {
    let row = |to: &str| format!(r#"{{"ts":"2026-01-01T00:00:00.000Z","from":"lib","to":"{to}","relation":"led-to"}}"#);
    fixture().write("artifacts/notes/note.md", "").rows(&[row("crash"), row("note")])
}

#[rstest]
#[case::fresh("2026-01-01", "1.0", false)]
#[case::half_life("2026-06-30", "0.5", false)]
#[case::three_half_lives("2027-06-25", "0.125", true)]
fn a_row_of_the_log_between_causal_nodes_fades(#[case] now: &str, #[case] confidence: &str, #[case] dimmed: bool) {
    let edges = with_rows().run(&["refs", "lib", "--relation", "led-to", "--now", now]).json();
    assert_eq!(edges[0]["to"], "crash");
    assert_eq!(edges[0]["confidence"].to_string(), confidence);
    assert_eq!(edges[0].get("dimmed").is_some(), dimmed);
}

#[test]
fn a_faded_row_of_the_log_between_causal_nodes_is_omitted() {
    let targets = |more: &[&str]| {
        let edges =
            with_rows().run(&[&["refs", "lib", "--relation", "led-to", "--now", "2029-01-01"], more].concat()).json();
        edges.as_array().unwrap().iter().map(|edge| edge["to"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(targets(&[]), ["note"]);
    assert_eq!(targets(&["--min-confidence", "0"]), ["crash", "note"]);
}

#[test]
fn a_row_of_the_log_that_leaves_the_causal_graph_has_no_confidence() {
    let edges = with_rows().run(&["refs", "lib", "--relation", "led-to", "--now", "2026-01-01"]).json();
    assert_eq!((&edges[1]["to"], edges[1].get("confidence")), (&json!("note"), None));
}

#[test]
fn the_configured_half_life_applies_to_rows_of_the_log() {
    let fixture = with_rows().write(".refscope.yaml", "half_life_days: 0\n");
    let edges = fixture.run(&["refs", "lib", "--relation", "led-to", "--now", "2099-01-01"]).json();
    assert_eq!(edges[0]["confidence"], json!(1.0));
}

#[test]
fn edges_of_other_systems_have_no_confidence_and_are_always_trusted() {
    let fixture = Fixture::bare().records();
    let edges = fixture.run(&["refs", "sn.a.rank1", "--min-confidence", "1", "--now", "2099-01-01"]).json();
    assert_eq!(edges.as_array().unwrap().len(), 2);
    assert!(edges[0].get("confidence").is_none());
}
