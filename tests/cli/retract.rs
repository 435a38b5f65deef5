//! `refs retract`, and how retracted edges are treated.

use super::add::{log_ending_before, run_within};
use crate::support::{Fixture, refscope, row};
use rstest::rstest;
use serde_json::{Value, json};
use std::fs::File;

const RETRACT: [&str; 5] = ["refs", "retract", "a", "b", "led-to"];
const TS: &str = "2026-05-01T10:00:00.000Z";
const LATER: &str = "2026-05-02T10:00:00.000Z";

/// The log lines of the explicit edges of a node; those of retracted edges are negative.
fn lines(fixture: &Fixture, arguments: &[&str]) -> Vec<i64> {
    let edges = fixture.run(&[&["refs", "a"], arguments].concat()).code(0).json();
    let stored = edges.as_array().unwrap().iter().filter(|edge| edge.get("implicit").is_none());
    let line = |edge: &Value| edge["line"].as_i64().unwrap() * if edge["retracted"] == true { -1 } else { 1 };
    stored.map(line).collect()
}

/// A row that retracts the edge from `a` to `b` of 1 May.
fn retraction() -> String {
    json!({"ts": LATER, "actor": "cli", "retracts": {"from": "a", "to": "b", "relation": "led-to", "ts": TS}})
        .to_string()
}

#[test]
fn the_retraction_is_appended_and_printed() {
    let fixture = Fixture::clean();
    let before = fixture.read("references.jsonl");
    let run = fixture.run(&[&RETRACT[..], &["--actor", "kim", "--reason", "a slip"]].concat()).code(0);
    let after = fixture.read("references.jsonl");
    let added = after.strip_prefix(&before).unwrap();
    assert!(added.ends_with("}\n") && added.matches('\n').count() == 1, "{added:?}");
    let row: Value = serde_json::from_str(added).unwrap();
    assert_eq!(run.json(), row);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!((keys(&row), keys(&row["retracts"])), ("ts actor retracts reason".into(), "from to relation ts".into()));
    assert_eq!(row["retracts"], json!({"from": "a", "to": "b", "relation": "led-to", "ts": TS}));
    assert_eq!((&row["actor"], &row["reason"]), (&"kim".into(), &"a slip".into()));
    assert_eq!(lines(&fixture, &[]), [] as [i64; 0]);
}

#[test]
fn the_audit_trail_gets_a_row() {
    let fixture = Fixture::clean();
    fixture.run(&RETRACT).code(0);
    let audit: Value = serde_json::from_str(&fixture.read("audit.jsonl")).unwrap();
    let keys: Vec<_> = audit.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["ts", "op", "retracts", "actor", "duration_ms"]);
    assert_eq!((&audit["op"], &audit["retracts"]["to"]), (&"refs.retract".into(), &"b".into()));
}

#[test]
fn retracted_edges_are_shown_and_marked_on_request() {
    let fixture = Fixture::clean();
    fixture.run(&RETRACT).code(0);
    assert_eq!(lines(&fixture, &["--retracted"]), [-2]);
    let human = |colour: &str| {
        fixture.run(&["refs", "a", "--retracted", "--format", "human", "--color", colour]).code(0).stdout
    };
    let plain = human("never");
    let marked: Vec<_> = plain.lines().filter(|line| line.contains("retracted")).collect();
    assert!(matches!(marked[..], [line] if line.contains("references.jsonl:2")), "{plain}");
    assert!(human("always").contains("\u{1b}[2;9mled-to\u{1b}[0m"), "it is not struck through");
    assert!(!fixture.run(&["refs", "a", "--format", "human"]).stdout.contains("retracted"));
}

#[test]
fn a_relation_of_only_retracted_edges_is_known_where_they_are_shown() {
    let fixture = Fixture::clean();
    fixture.run(&RETRACT).code(0);
    fixture.run(&["refs", "retract", "s", "a", "led-to"]).code(0);
    let said = |more: &[&str]| fixture.run(&[&["refs", "a", "--relation", "led-to"], more].concat()).code(0).stderr;
    assert_eq!(said(&["--retracted"]), "");
    assert_eq!(said(&[]), "hint: unknown relation \"led-to\"; known: mentions\n");
}

#[test]
fn retracted_edges_count_nowhere_else() {
    let fixture = Fixture::clean();
    let before = fixture.run(&["stats"]).json();
    fixture.run(&RETRACT).code(0);
    let after = fixture.run(&["stats"]).json();
    assert_eq!(after["edges"].as_u64().unwrap() + 1, before["edges"].as_u64().unwrap());
    assert_eq!((&before["relations"]["led-to"], &after["relations"]["led-to"]), (&2.into(), &1.into()));
    let traced = fixture.run(&["trace", "a"]).json();
    assert!(traced["nodes"].as_array().unwrap().iter().all(|node| node["id"] != "b"), "{traced}");
    assert!(fixture.run(&["show", "a"]).json()["edges"]["out"].get("led-to").is_none());
}

#[test]
fn a_dry_run_shows_the_row_and_writes_nothing() {
    let fixture = Fixture::clean();
    let before = fixture.read("references.jsonl");
    let run = fixture.run(&[&RETRACT[..], &["--dry-run"]].concat()).code(0);
    assert_eq!(run.json()["retracts"]["from"], "a");
    assert_eq!(fixture.read("references.jsonl"), before);
    assert!(!fixture.path("audit.jsonl").exists());
}

#[test]
fn one_of_several_edges_is_selected_by_its_time() {
    let undated = r#"{"from":"a","to":"b","relation":"led-to"}"#.to_owned();
    let first = row("a", "b", "led-to");
    let fixture = Fixture::clean().rows(&[first.clone(), first.replace(TS, LATER), undated, first]);
    let before = fixture.read("references.jsonl");
    let run = fixture.run(&RETRACT).code(1);
    assert_eq!((run.stdout.as_str(), fixture.read("references.jsonl")), ("", before));
    for hint in [format!("--ts \"{TS}\" (references.jsonl:1, by cli)"), format!("--ts \"{LATER}\" (references.jsonl:2")]
    {
        assert!(run.stderr.contains(&hint), "{}", run.stderr);
    }
    assert!(run.stderr.contains("--ts \"\" (references.jsonl:3)"), "{}", run.stderr);

    fixture.run(&[&RETRACT[..], &["--ts", TS]].concat()).code(0);
    assert_eq!(lines(&fixture, &["--retracted"]), [2, 3, -1]);
    let run = fixture.run(&[&RETRACT[..], &["--ts", ""]].concat()).code(0);
    assert!(run.json()["retracts"].get("ts").is_none());
    assert_eq!(lines(&fixture, &[]), [2]);
}

#[rstest]
#[case::no_such_edge(&["a", "b", "cites"], "found \"a\" led-to \"b\" (2026-05-01T10:00:00.000Z, references.jsonl:2, by cli)")]
#[case::reversed(&["b", "a", "led-to"], "found \"a\" led-to \"b\"")]
#[case::another_time(&["a", "b", "led-to", "--ts", "2020"], "the log has no edge \"a\" led-to \"b\" with the ts \"2020\"")]
#[case::implicit(&["a", "m", "mentions"], "it is declared in artifacts/tasks/a.md:")]
#[case::retracted_already(&["s", "a", "led-to"], "it is already retracted (references.jsonl:1, by cli)")]
#[case::no_such_node(&["a", "selff", "led-to"], "unknown id \"selff\"; did you mean \"self\"?")]
fn retracting_an_edge_that_is_not_in_the_log_fails_and_writes_nothing(#[case] edge: &[&str], #[case] hint: &str) {
    let fixture = Fixture::clean();
    fixture.run(&["refs", "retract", "s", "a", "led-to"]).code(0);
    let before = fixture.read("references.jsonl");
    let run = fixture.run(&[&["refs", "retract"], edge].concat()).code(1);
    assert!(run.stderr.contains(hint), "{}", run.stderr);
    assert_eq!((run.stdout.as_str(), fixture.read("references.jsonl")), ("", before));
}

#[test]
fn an_edge_of_another_log_is_not_retracted() {
    let fixture = Fixture::clean()
        .write(".refscope.yaml", "sources:\n  - {system: reference, path: further}\n")
        .write("further/references.jsonl", row("a", "b", "cites") + "\n");
    let run = fixture.run(&["refs", "retract", "a", "b", "cites"]).code(1);
    assert!(run.stderr.contains("it is in another log (further/references.jsonl:1)"), "{}", run.stderr);
}

#[test]
fn ids_are_spelled_as_in_the_retracted_row() {
    let fixture = Fixture::clean().rows(&[row("reference:a", "b", "led-to")]);
    let run = fixture.run(&RETRACT).code(0);
    assert_eq!(run.json()["retracts"]["from"], "reference:a");
    assert_eq!(lines(&fixture, &["--retracted"]), [-1]);
}

#[test]
fn the_same_edge_added_again_is_a_new_edge() {
    let fixture = Fixture::clean();
    fixture.run(&RETRACT).code(0);
    fixture.run(&["refs", "add", "--from", "a", "--to", "b", "--relation", "led-to", "--strict"]).code(0);
    assert_eq!(lines(&fixture, &["--retracted"]), [4, -2]);
}

#[test]
fn a_retraction_applies_wherever_it_is_in_the_log() {
    let edge = row("a", "b", "led-to");
    let logs = [
        format!("{}\n{edge}\n", retraction()),
        format!("{edge}{}\n", retraction()),
        format!("{edge}\n{}{}\n", &edge[..50], retraction()),
    ];
    for log in logs {
        let fixture = Fixture::clean().write("references.jsonl", &log);
        assert_eq!(lines(&fixture, &[]), [] as [i64; 0], "{log}");
        assert_eq!(lines(&fixture, &["--retracted"]).len(), 1, "{log}");
    }
}

#[test]
fn the_doctor_counts_retracted_edges() {
    let (edge, other) = (row("a", "b", "led-to"), row("s", "a", "led-to"));
    let back = retraction();
    let fixture = Fixture::clean().rows(&[edge.clone(), other, edge, back.clone(), back]);
    let report = fixture.run(&["doctor"]).code(0).json();
    assert_eq!(fixture.codes(), ["edges-retracted"]);
    let finding = &report["findings"][0];
    assert_eq!((&finding["severity"], &finding["file"]), (&"note".into(), &"references.jsonl".into()));
    assert_eq!(finding["message"], "1 edge is retracted; `refs ID --retracted` shows it");
}

#[test]
fn the_doctor_warns_about_a_retraction_that_matches_no_row() {
    let fixture = Fixture::clean().rows(&[row("s", "a", "led-to"), retraction().replace(TS, LATER)]);
    let report = fixture.run(&["doctor"]).code(0).json();
    assert_eq!(fixture.codes(), ["retraction-unmatched"]);
    let finding = &report["findings"][0];
    assert_eq!((&finding["severity"], &finding["line"]), (&"warning".into(), &2.into()));
    let message = format!("Retraction matches no row: \"a\" led-to \"b\" with ts \"{LATER}\"");
    assert_eq!(finding["message"], message);
}

#[test]
fn a_retracted_edge_stays_retracted_when_its_ids_are_rewritten() {
    let fixture = Fixture::clean()
        .rows(&[row("old-a", "b", "led-to"), retraction().replace("\"a\"", "\"old-a\"")])
        .write("map.json", r#"{"old-a": "a"}"#);
    let run = fixture.run(&["migrate-ids", "--map", "map.json", "--apply"]).code(0);
    assert_eq!(run.json()["rewritten"], 2);
    assert_eq!(lines(&fixture, &["--retracted"]), [-1]);
    assert_eq!(fixture.codes(), ["edges-retracted"]);
}

#[test]
fn a_read_only_workspace_is_an_error_and_prints_no_row() {
    let fixture = Fixture::clean();
    let before = fixture.read("references.jsonl");
    let run = fixture.run_without_rights(&RETRACT).code(2);
    assert_eq!((run.stdout.as_str(), fixture.read("references.jsonl")), ("", before));
    assert!(run.stderr.contains("references.jsonl: Permission denied"), "{}", run.stderr);
    assert!(run.stderr.contains("Nothing was written"), "{}", run.stderr);
}

#[test]
fn a_partial_row_left_by_a_full_disk_retracts_nothing_and_is_reported() {
    let fixture = Fixture::clean().write("references.jsonl", log_ending_before(20));
    let run = run_within(&fixture, 2, &["refs", "retract", "s", "a", "led-to"]).code(2);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("only 20 of") && run.stderr.contains("The row is not saved"), "{}", run.stderr);
    assert_eq!(fixture.codes(), ["row-malformed"]);
    assert_eq!(fixture.run(&["refs", "s"]).json().as_array().unwrap().len(), 1);
    fixture.run(&["refs", "retract", "s", "a", "led-to"]).code(0);
    assert_eq!(fixture.run(&["refs", "s"]).json().as_array().unwrap().len(), 0);
}

#[test]
fn the_row_is_stored_although_the_answer_cannot_be_printed() {
    let fixture = Fixture::clean();
    // Only Linux has `/dev/full`, a device on which every write fails with "no space left".
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    let output = refscope(fixture.root()).args(RETRACT).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the row was written (references.jsonl:3), but cannot be printed"), "{said}");
    assert_eq!(fixture.read("references.jsonl").lines().count(), 3);
}
