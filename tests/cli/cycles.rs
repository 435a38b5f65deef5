//! `cycles`.

use crate::support::{Fixture, row, run_on_terminal};
use serde_json::{Value, json};

/// Three notes that led to each other, starting with the last one, with a shortcut; and two that only cite each other.
fn fixture() -> Fixture {
    let edges = [
        ("a", "b", "led-to"),
        ("b", "c", "led-to"),
        ("c", "a", "led-to"),
        ("b", "a", "led-to"),
        ("x", "y", "cites"),
        ("y", "x", "cites"),
    ];
    let rows: Vec<_> = edges.iter().map(|(from, to, verb)| row(from, to, verb)).collect();
    let fixture = Fixture::empty().rows(&rows);
    ["a", "b", "c", "x", "y"].iter().fold(fixture, |fixture, id| fixture.write(&format!("artifacts/notes/{id}.md"), ""))
}

fn ids(nodes: &Value) -> Vec<&str> {
    nodes.as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap()).collect()
}

#[test]
fn a_cycle_over_an_acyclic_relation_is_reported_with_its_shortest_path() {
    let answer = fixture().run(&["cycles"]).code(0).json();
    assert_eq!(answer.as_array().unwrap().len(), 1);
    let cycle = &answer[0];
    assert_eq!((&cycle["class"], &cycle["system"]), (&json!("led-to"), &json!("reference")));
    assert_eq!(
        (ids(&cycle["nodes"]), &cycle["links"], &cycle["proven"]),
        (vec!["a", "b", "c"], &json!(4), &json!(true))
    );
    let lines: Vec<_> = cycle["shortest"].as_array().unwrap().iter().map(|edge| &edge["line"]).collect();
    assert_eq!(lines, [1, 4]);
    assert_eq!(cycle["weakest"]["line"], 4, "the last row closed it");
}

#[test]
fn relations_that_may_form_cycles_are_followed_if_named() {
    let answer = fixture().run(&["cycles", "--relations", "cites"]).code(0).json();
    assert_eq!((ids(&answer[0]["nodes"]), &answer[0]["relations"]), (vec!["x", "y"], &json!(["cites"])));
    let both = fixture().run(&["cycles", "--relations", "cites,led-to"]).code(0).json();
    assert_eq!(both.as_array().unwrap().iter().map(|one| ids(&one["nodes"]).len()).collect::<Vec<_>>(), [3, 2]);
    let unknown = fixture().run(&["cycles", "--relations", "sites"]).code(0);
    assert!(unknown.stderr.contains("unknown relation \"sites\""), "{}", unknown.stderr);
}

#[test]
fn confidence_decides_which_edges_count_and_which_is_weakest() {
    let edge = |from: &str, to: &str, confidence: f64| {
        format!(
            r#"{{"source": "{from}", "target": "{to}", "kind": "caused", "confidence": {confidence}, "ts": "2026-01-01"}}"#
        )
    };
    let fixture = Fixture::bare().causal(&[edge("app", "crash", 0.9), edge("crash", "app", 0.3)].join(",\n"));
    let answer = fixture.run(&["cycles", "--now", "2026-01-01"]).code(0).json();
    assert_eq!((&answer[0]["class"], &answer[0]["weakest"]["from"]), (&json!("causal"), &json!("crash")));
    let strict = fixture.run(&["cycles", "--now", "2026-01-01", "--min-confidence", "0.5"]).code(0).json();
    assert_eq!(strict, json!([]));
}

#[test]
fn faded_edges_are_counted_in_a_hint() {
    let edge = |from: &str, to: &str| {
        format!(r#"{{"source": "{from}", "target": "{to}", "kind": "caused", "ts": "2020-01-01T00:00:00Z"}}"#)
    };
    let fixture = Fixture::bare().causal(&[edge("app", "crash"), edge("crash", "app")].join(",\n"));
    let report = fixture.run(&["doctor"]).json();
    assert_eq!(report["findings"][0]["code"], "causal-cycle");
    let run = fixture.run(&["cycles", "--now", "2026-01-01"]).code(0);
    assert_eq!(run.json(), json!([]));
    assert!(run.stderr.contains("2 edges with confidence below 0.05 omitted; --min-confidence 0"), "{}", run.stderr);
    let all = fixture.run(&["cycles", "--now", "2026-01-01", "--min-confidence", "0"]).code(0);
    assert_eq!(ids(&all.json()[0]["nodes"]), ["app", "crash"]);
    assert!(!all.stderr.contains("omitted"), "{}", all.stderr);
}

#[test]
fn the_readable_form_matches_its_snapshot() {
    let (seen, _) = run_on_terminal(fixture().root(), &["cycles", "--color", "never"], &[]);
    insta::assert_snapshot!(seen);
}

#[test]
fn help_and_manual_name_every_acyclic_relation() {
    let help = fixture().run(&["cycles", "--help"]).code(0).stdout;
    let manual = include_str!("../../docs/findings.md");
    let (_, cycles) = manual.split_once("## Cycles").unwrap();
    for relation in refscope::system::registry().relations().iter().filter(|one| one.acyclic.is_some()) {
        assert!(help.contains(&*relation.name), "{}: {help}", relation.name);
        assert!(cycles.contains(&format!("`{}`", relation.name)), "{}", relation.name);
    }
}

#[test]
fn cycles_are_found_through_synonyms_and_inverse_verbs() {
    let rows = [row("a", "b", "led-to"), row("b", "c", "triggered"), row("a", "c", "caused-by")];
    let fixture = Fixture::empty().rows(&rows);
    for more in [&[][..], &["--relations", "led-to"]] {
        let answer = fixture.run(&[&["cycles"], more].concat()).code(0).json();
        assert_eq!(
            answer.as_array().unwrap().iter().map(|one| ids(&one["nodes"])).collect::<Vec<_>>(),
            [["a", "b", "c"]]
        );
    }
    let report = fixture.run(&["doctor"]).json();
    let codes: Vec<_> =
        report["findings"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"relation-cycle"), "{codes:?}");
}
