//! The audit trail: findings of the doctor about it, and how it allows an interrupted change to be completed.

use crate::support::{Fixture, row};
use serde_json::{Value, json};

const CLOSE: [&str; 5] = ["status", "s", "addressed", "--addressed-by", "a"];
const EDGE_TS: &str = "2026-01-03T00:00:00.000Z";

/// A row of the audit trail, written at this minute of 2026-01-02.
fn audited(minute: u32, fields: &Value) -> String {
    let mut row = json!({"ts": format!("2026-01-02T00:{minute:02}:00.000Z")});
    row.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    format!("{row}\n")
}

fn edge(from: &str, relation: &str, to: &str, ts: &str, actor: &str) -> String {
    json!({"ts": ts, "from": from, "to": to, "relation": relation, "actor": actor}).to_string()
}

/// The audit row left behind when the process is killed between the two writes of [`CLOSE`].
fn intent() -> String {
    let edge = json!({"from": "a", "to": "s", "relation": "addresses", "ts": EDGE_TS});
    let intends =
        json!({"op": "artifact.status", "id": "s", "previous": "open", "new_status": "addressed", "edge": edge});
    audited(1, &json!({"op": "refscope.intent", "intends": intends, "actor": "cli", "duration_ms": 1}))
}

/// The workspace left behind when the process is killed between the two writes of [`CLOSE`].
fn interrupted() -> Fixture {
    let rows = [row("s", "a", "led-to"), row("a", "b", "led-to"), edge("a", "addresses", "s", EDGE_TS, "cli")];
    Fixture::clean().rows(&rows).write("audit.jsonl", intent())
}

fn findings(fixture: &Fixture, code: &str) -> Vec<Value> {
    let report = fixture.run(&["doctor"]).json();
    let all = report["findings"].as_array().unwrap();
    all.iter().filter(|finding| finding["code"] == code).cloned().collect()
}

fn addresses(fixture: &Fixture) -> Vec<String> {
    fixture.read("references.jsonl").lines().filter(|line| line.contains("addresses")).map(str::to_owned).collect()
}

#[test]
fn a_change_records_its_intent_and_its_outcome() {
    let fixture = Fixture::clean();
    fixture.run(&CLOSE).code(0);
    let rows: Vec<Value> =
        fixture.read("audit.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ops: Vec<_> = rows.iter().map(|row| row["op"].as_str().unwrap()).collect();
    assert_eq!(ops, ["refscope.intent", "refs.add", "artifact.status"]);
    let stored: Value = serde_json::from_str(&addresses(&fixture)[0]).unwrap();
    let edge = json!({"from": "a", "to": "s", "relation": "addresses", "ts": stored["ts"]});
    assert_eq!(
        rows[0]["intends"],
        json!({"op": "artifact.status", "id": "s", "previous": "open", "new_status": "addressed", "edge": edge})
    );
    assert_eq!(fixture.codes(), [] as [&str; 0]);
}

#[test]
fn an_interrupted_change_is_an_error_with_its_fix() {
    let found = findings(&interrupted(), "status-interrupted");
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0]["message"],
        "\"a\" addresses \"s\" is stored, but the status of \"s\" was not changed to \"addressed\": the change was interrupted"
    );
    assert_eq!(
        (&found[0]["severity"], &found[0]["file"], &found[0]["line"]),
        (&json!("error"), &json!("references.jsonl"), &json!(3))
    );
    let about = json!([
        {"kind": "node", "id": "s"},
        {"kind": "edge", "from": "a", "relation": "addresses", "to": "s", "line": 3},
        {"kind": "status", "name": "addressed"},
    ]);
    assert_eq!(found[0]["about"], about);
    assert_eq!(
        found[0]["suggestion"],
        "run `refscope status s addressed --addressed-by a` to complete it, \
         or `refscope refs retract a s addresses` to undo it"
    );
}

#[test]
fn repeating_an_interrupted_change_completes_it_with_the_existing_edge() {
    let fixture = interrupted();
    let before = addresses(&fixture);
    let run = fixture.run(&CLOSE).code(0);
    assert_eq!(run.json()["edge"]["ts"], EDGE_TS);
    assert_eq!(run.stderr, "");
    assert_eq!(addresses(&fixture), before);
    assert!(fixture.read("artifacts/signals/s.md").contains("status: addressed\n"));
    assert_eq!(findings(&fixture, "status-interrupted"), [] as [Value; 0]);
    let again = fixture.run(&CLOSE).code(1);
    assert!(again.stderr.contains("already has the status \"addressed\""), "{}", again.stderr);
}

#[test]
fn retracting_the_edge_settles_an_interrupted_change_too() {
    let fixture = interrupted();
    fixture.run(&["refs", "retract", "a", "s", "addresses"]).code(0);
    assert_eq!(findings(&fixture, "status-interrupted"), [] as [Value; 0]);
    fixture.run(&CLOSE).code(0);
    assert_eq!(addresses(&fixture).len(), 3, "the edge, its retraction and a new edge");
}

#[test]
fn a_different_change_reports_that_the_edge_of_the_interrupted_one_stays() {
    let fixture = interrupted();
    let run = fixture.run(&["status", "s", "addressed", "--addressed-by", "b"]).code(0);
    assert!(run.stderr.contains("its edge \"a\" addresses \"s\" stays in the log"), "{}", run.stderr);
    assert_eq!(addresses(&fixture).len(), 2);
    let fixture = interrupted();
    let run = fixture.run(&["status", "s", "dismissed"]).code(0);
    assert!(run.stderr.contains("its edge \"a\" addresses \"s\" stays in the log"), "{}", run.stderr);
}

#[test]
fn an_edge_to_an_open_signal_is_fine_unless_an_intent_names_its_row() {
    let fixture = interrupted().write("audit.jsonl", "");
    assert_eq!(findings(&fixture, "status-interrupted"), [] as [Value; 0]);
    let fixture = interrupted().write("audit.jsonl", intent().replace(EDGE_TS, "2026-01-03T00:00:00.001Z"));
    assert_eq!(findings(&fixture, "status-interrupted"), [] as [Value; 0]);
    fixture.run(&CLOSE).code(0);
    assert_eq!(addresses(&fixture).len(), 2);
}

#[test]
fn a_signal_that_was_closed_and_reopened_is_fine() {
    let fixture = Fixture::clean();
    fixture.run(&CLOSE).code(0);
    fixture.run(&["status", "s", "open"]).code(0);
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    fixture.run(&CLOSE).code(0);
    assert_eq!(addresses(&fixture).len(), 2);
}

#[test]
fn an_unwritable_audit_trail_is_a_warning_and_the_change_is_made() {
    let fixture = Fixture::clean();
    std::fs::create_dir(fixture.path("audit.jsonl")).unwrap();
    let run = fixture.run(&CLOSE).code(0);
    assert!(run.stderr.contains("cannot write audit.jsonl"), "{}", run.stderr);
    assert_eq!(run.stderr.matches("not recorded in audit.jsonl").count(), 1, "{}", run.stderr);
    assert_eq!(addresses(&fixture).len(), 1);
}

#[test]
fn temporary_files_of_a_killed_process_are_removed_by_the_next_change() {
    let fixture = Fixture::clean().write("artifacts/signals/.refscope-dead.tmp", "x");
    fixture.run(&["status", "a", "running"]).code(0);
    assert!(!fixture.path("artifacts/signals/.refscope-dead.tmp").exists());
}

fn added(minute: u32, from: &str, to: &str) -> String {
    let fields = json!({"op": "refs.add", "from": from, "to": to, "relation": "led-to", "actor": "cli"});
    audited(minute, &fields)
}

fn note(rows: &[String], trail: &[String]) -> Vec<String> {
    let fixture = Fixture::clean().rows(rows).write("audit.jsonl", trail.concat());
    let found = findings(&fixture, "audit-incomplete");
    found.iter().map(|finding| finding["message"].as_str().unwrap().to_owned()).collect()
}

fn at(minute: u32) -> String {
    format!("2026-01-02T00:{minute:02}:00.000Z")
}

#[test]
fn one_note_counts_the_rows_missing_from_the_audit_trail() {
    let rows = [
        edge("s", "led-to", "a", &at(0), "cli"),
        edge("s", "led-to", "a", &at(1), "cli"),
        edge("a", "led-to", "b", &at(2), "tui"),
        edge("s", "led-to", "b", &at(3), "agent"),
        edge("a", "led-to", "b", &at(4), "cli"),
        json!({"ts": at(5), "actor": "cli", "retracts": {"from": "s", "to": "b", "relation": "led-to", "ts": at(3)}})
            .to_string(),
    ];
    let expected = "3 rows that refscope wrote to references.jsonl have no row in audit.jsonl; the first is on line 3";
    assert_eq!(note(&rows, &[added(1, "s", "a")]), [expected]);
    let all = [added(1, "s", "a"), added(2, "a", "b"), added(4, "a", "b")];
    let expected = "1 row that refscope wrote to references.jsonl has no row in audit.jsonl; the first is on line 6";
    assert_eq!(note(&rows, &all), [expected]);
    let retracts = json!({"from": "s", "to": "b", "relation": "led-to", "ts": at(3)});
    let last = audited(5, &json!({"op": "refs.retract", "retracts": retracts, "actor": "cli"}));
    assert_eq!(note(&rows, &[all.concat(), last]), [] as [&str; 0]);
}

#[test]
fn the_note_names_the_first_missing_row_and_the_audit_trail() {
    let rows = [edge("s", "led-to", "a", &at(2), "cli")];
    let fixture = Fixture::clean().rows(&rows).write("audit.jsonl", added(1, "a", "b"));
    let found = findings(&fixture, "audit-incomplete");
    assert_eq!(found[0]["severity"], "note");
    let about = json!([
        {"kind": "file", "path": "references.jsonl", "line": 1},
        {"kind": "file", "path": "audit.jsonl"},
    ]);
    assert_eq!(found[0]["about"], about);
}

#[test]
fn an_audit_row_of_a_failed_operation_does_not_cover_the_edge() {
    let failed = added(2, "s", "a").replace("\"actor\"", "\"error\":\"no\",\"actor\"");
    let rows = [edge("s", "led-to", "a", &at(2), "cli")];
    assert_eq!(note(&rows, &[added(1, "a", "b"), failed]).len(), 1);
}

#[test]
fn there_is_no_note_without_an_audit_trail() {
    let fixture = Fixture::clean().rows(&[edge("s", "led-to", "a", &at(2), "cli")]);
    assert_eq!(findings(&fixture, "audit-incomplete"), [] as [Value; 0]);
}

#[test]
fn a_status_row_of_the_older_tool_covers_the_edge_of_a_closed_signal() {
    let rows = [edge("a", "addresses", "s", &at(2), "cli")];
    let closed = audited(2, &json!({"op": "artifact.status", "id": "s", "new_status": "addressed", "actor": "cli"}));
    assert_eq!(note(&rows, &[added(1, "s", "a"), closed]), [] as [&str; 0]);
}

#[test]
fn rows_from_before_the_ids_were_rewritten_are_not_compared() {
    let rows = [edge("s", "led-to", "a", &at(2), "cli")];
    let trail = [added(1, "old", "older"), audited(3, &json!({"op": "refs.migrate", "rewritten": 1, "actor": "cli"}))];
    assert_eq!(note(&rows, &trail), [] as [&str; 0]);
}
