//! `argument ID`.

use crate::support::{CHALLENGE, CLAIM, Fixture, INFERENCE, row, run_on_terminal, unit};
use serde_json::{Value, json};

/// The ids in one list of the answer.
fn ids(answer: &Value, list: &str) -> Vec<String> {
    answer[list].as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
}

/// The chain of an entry, each step in words.
fn chain(entry: &Value) -> Vec<String> {
    let word = |edge: &Value, name: &str| edge[name].as_str().unwrap().to_owned();
    let edges = entry["chain"].as_array().unwrap().iter();
    edges.map(|edge| format!("{} {} {}", word(edge, "from"), word(edge, "relation"), word(edge, "to"))).collect()
}

#[test]
fn a_claim_lists_support_rebuttals_and_dependents() {
    let answer = Fixture::bare().units().run(&["argument", CLAIM]).code(0).json();
    assert_eq!(answer["claim"]["id"], CLAIM);
    assert_eq!(ids(&answer, "against"), [CHALLENGE]);
    assert_eq!(answer["for"], json!([]));
    assert_eq!(ids(&answer, "falls"), [INFERENCE]);
    assert_eq!(answer["falls"][0]["fate"], "falls");
    let edge = &answer["against"][0]["chain"][0];
    assert_eq!((&edge["file"], &edge["line"]), (&json!("units/all.json"), &json!(3)));
    let counts =
        json!({"for": 0, "against": 1, "questions": 0, "refines": 0, "premises": 0, "assumptions": 1, "falls": 1});
    assert_eq!(answer["counts"], counts);
}

#[test]
fn assumptions_of_all_premises_are_listed() {
    let answer = Fixture::bare().units().run(&["argument", INFERENCE]).code(0).json();
    assert_eq!(ids(&answer, "premises"), [CLAIM]);
    let assumed = &answer["assumptions"][0];
    assert_eq!((&assumed["assumption"], &assumed["of"]["id"]), (&json!("it rains"), &json!(CLAIM)));
    assert_eq!(chain(assumed), [format!("{INFERENCE} derives-from {CLAIM}")]);
    // A rebutted claim is a premise too, so it is listed.
    assert_eq!(
        chain(&answer["against"][0]),
        [format!("{CHALLENGE} rebuts {CLAIM}"), format!("{INFERENCE} derives-from {CLAIM}"),]
    );
}

#[test]
fn assumptions_are_read_from_artifacts_and_from_several_files() {
    let other = "0196c801-7a10-7c01-8a01-3f6d2b9c0009";
    let fixture = Fixture::empty()
        .units()
        .write(
            "units/more.jsonl",
            unit(other, "assertion", r#", "assumptions": ["it pours", "it stops"]"#).replace('\n', " "),
        )
        .write("artifacts/notes/n.md", "---\nassumptions: nobody reads this\n---\n")
        .rows(&[row("n", INFERENCE, "derives-from"), row("n", other, "cites")]);
    let answer = fixture.run(&["argument", "n"]).code(0).json();
    let assumed: Vec<_> = answer["assumptions"].as_array().unwrap().iter().map(|one| &one["assumption"]).collect();
    assert_eq!(assumed, ["nobody reads this", "it pours", "it stops", "it rains"]);
}

#[test]
fn the_limit_truncates_lists_but_not_counts() {
    let rows: Vec<_> = (0..5).map(|n| row(&format!("s{n}"), "a", "led-to")).collect();
    let fixture = Fixture::clean().rows(&rows);
    let answer = fixture.run(&["argument", "a", "--limit", "2"]).code(0).json();
    assert_eq!((ids(&answer, "for").len(), &answer["counts"]["for"]), (2, &json!(5)));
    let human = fixture.run(&["argument", "a", "--limit", "2", "--format", "human"]).code(0);
    assert!(human.stdout.contains("For (2 of 5)  support it"), "{}", human.stdout);
}

#[test]
fn an_unknown_claim_is_reported_with_the_nearest_ids() {
    let unknown = Fixture::clean().write("artifacts/notes/claim.md", "").run(&["argument", "cliam"]).code(1);
    assert!(unknown.stderr.contains("did you mean \"claim\"?"), "{}", unknown.stderr);
}

#[test]
fn the_answer_is_filtered_by_confidence_and_layer() {
    let edges =
        r#"{"source": "app", "target": "crash", "kind": "caused", "confidence": 0.4, "ts": "2026-01-01T00:00:00Z"}"#;
    let fixture = Fixture::bare().causal(edges);
    let count = |more: &[&str]| {
        let arguments = [&["argument", "crash", "--now", "2026-01-01"], more].concat();
        fixture.run(&arguments).code(0).json()["counts"]["for"].clone()
    };
    assert_eq!(count(&[]), 1);
    assert_eq!(count(&["--min-confidence", "0.5"]), 0);
    assert_eq!(count(&["--layer", "execution"]), 0);
}

#[test]
fn the_readable_form_matches_its_snapshot() {
    let fixture = Fixture::bare().units();
    let (seen, _) = run_on_terminal(fixture.root(), &["argument", INFERENCE, "--color", "never"], &[]);
    insta::assert_snapshot!(seen);
}
