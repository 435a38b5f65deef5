//! `contradictions`.

use crate::support::{Fixture, run_on_terminal};
use serde_json::{Value, json};

/// Units `u`, `a`, `b`, … with these references, one per line.
fn units(edges: &[(&str, &str, &str)]) -> Fixture {
    let mut names: Vec<_> = edges.iter().flat_map(|(from, _, to)| [*from, *to]).collect();
    names.sort_unstable();
    names.dedup();
    let unit = |name: &&str| {
        let own = edges.iter().filter(|(from, ..)| from == name);
        let references: Vec<_> = own.map(|(_, rel, to)| json!({"id": id(to), "rel": rel})).collect();
        let mut unit = json!({"id": id(name), "type": "assertion", "content": format!("What {name} says"),
            "created_at": "2026-05-01T10:00:00Z", "author": "kim"});
        if !references.is_empty() {
            unit["references"] = references.into();
        }
        unit.to_string() + "\n"
    };
    Fixture::bare().write("units/all.jsonl", names.iter().map(unit).collect::<String>())
}

fn id(name: &str) -> String {
    format!("0196c801-7a10-7c01-8a01-{:0>12}", name.bytes().map(|byte| format!("{byte:02x}")).collect::<String>())
}

fn steps(chain: &Value) -> Vec<String> {
    let edges = chain.as_array().unwrap().iter();
    edges
        .map(|edge| {
            format!("{} {}:{}", edge["relation"].as_str().unwrap(), edge["file"].as_str().unwrap(), edge["line"])
        })
        .collect()
}

#[test]
fn argument_and_contradictions_agree_about_nodes_on_both_sides() {
    let both_sides = |fixture: &Fixture, claim: &str| {
        let answer = fixture.run(&["argument", &id(claim)]).code(0).json();
        let voices = [&answer["for"], &answer["against"]].into_iter().flat_map(|list| list.as_array().unwrap().clone());
        let flagged = voices.filter(|voice| voice["both_sides"] == true);
        flagged.map(|voice| voice["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let dispute = units(&[("x", "rebuts", "a"), ("x", "rebuts", "c"), ("a", "rebuts", "c")]);
    assert_eq!(dispute.run(&["contradictions"]).code(0).json()["contradictions"], json!([]));
    assert_eq!(both_sides(&dispute, "c"), [] as [&str; 0]);
    let contradiction = units(&[("x", "supports", "c"), ("x", "rebuts", "c")]);
    assert_eq!(contradiction.run(&["contradictions"]).code(0).json()["contradictions"][0]["node"]["id"], id("x"));
    assert_eq!(both_sides(&contradiction, "c"), [id("x"), id("x")]);
}

#[test]
fn each_contradiction_is_printed_with_both_chains_that_prove_it() {
    let fixture = units(&[("u", "supports", "a"), ("a", "rebuts", "b"), ("u", "supports", "b")]);
    let answer = fixture.run(&["contradictions"]).code(0).json();
    let found = answer["contradictions"].as_array().unwrap();
    assert_eq!((found.len(), &answer["left_out"]), (1, &json!(0)));
    let one = &found[0];
    assert_eq!(
        (&one["kind"], &one["node"]["id"], &one["claim"]["id"]),
        (&json!("sides"), &json!(id("u")), &json!(id("b")))
    );
    assert_eq!(steps(&one["for"]), ["supports units/all.jsonl:3"]);
    assert_eq!(steps(&one["against"]), ["supports units/all.jsonl:3", "rebuts units/all.jsonl:1"]);
}

#[test]
fn conflicting_grounds_are_reported_by_the_command_and_by_the_doctor() {
    let fixture = units(&[("u", "derives-from", "a"), ("u", "derives-from", "b"), ("a", "rebuts", "b")]);
    let answer = fixture.run(&["contradictions"]).code(0).json();
    assert_eq!(answer["contradictions"][0]["kind"], "grounds");
    let report = fixture.run(&["doctor"]).json();
    let finding = &report["findings"][0];
    assert_eq!(finding["code"], "unit-conflict");
    let expected = "\"What u says\" rests on \"What b says\" and on its rebuttal: it derives-from \"What b says\", and it \
        derives-from \"What a says\", which rebuts it";
    assert_eq!(finding["message"], expected);
}

#[test]
fn a_cause_that_also_prevents_is_reported_while_both_edges_are_trusted() {
    let edge =
        |kind: &str, ts: &str| format!(r#"{{"source": "app", "target": "crash", "kind": "{kind}", "ts": "{ts}"}}"#);
    let both =
        |later: &str| Fixture::bare().causal(&[edge("prevented", "2024-01-01"), edge("caused", later)].join(",\n"));
    let found = |fixture: &Fixture, more: &[&str]| {
        fixture.run(&[&["contradictions"], more].concat()).code(0).json()["contradictions"].clone()
    };
    let one = found(&both("2024-02-01"), &[]);
    assert_eq!((&one[0]["kind"], &one[0]["for"][0]["relation"]), (&json!("times"), &json!("caused")));
    assert_eq!(found(&both("2026-01-01"), &[]), json!([]));
    assert_eq!(found(&both("2024-02-01"), &["--min-confidence", "0.9"]), json!([]));
    // `--min-confidence` compares the confidence as shown, which is the one at `--now`.
    let sure = |now: &str| found(&both("2024-02-01"), &["--min-confidence", "0.5", "--now", now]);
    assert_eq!((sure("2024-02-02").as_array().unwrap().len(), sure("2026-01-01")), (1, json!([])));
    assert_eq!(found(&both("2024-02-01"), &["--layer", "code"]), json!([]));
}

#[test]
fn the_readable_form_matches_its_snapshot() {
    let fixture = units(&[("u", "supports", "a"), ("a", "rebuts", "b"), ("u", "supports", "b")]);
    let (seen, _) = run_on_terminal(fixture.root(), &["contradictions", "--color", "never"], &[]);
    insta::assert_snapshot!(seen);
}

#[test]
fn a_limited_graph_has_whole_contradictions() {
    let fixture = units(&[
        ("x", "supports", "a"),
        ("a", "supports", "b"),
        ("x", "rebuts", "b"),
        ("y", "supports", "c"),
        ("c", "supports", "d"),
        ("y", "rebuts", "d"),
    ]);
    let relations = |question: &[&str]| {
        let run = fixture.run(&[question, &["--limit", "1", "-f", "jsonl"]].concat()).code(0);
        (run.stdout.lines().filter(|line| line.contains("\"relation\"")).count(), run.stderr)
    };
    let left_out = "hint: 1 of 2 contradictions; --limit N shows more\n".to_owned();
    assert_eq!(relations(&["contradictions"]), (3, left_out));
    // The chain of the one listed supporter, and that of the only rebuttal.
    let left_out = "hint: 1 of 2 supporting statements; --limit N shows more\n".to_owned();
    assert_eq!(relations(&["argument", &id("b")]), (2, left_out));
}
