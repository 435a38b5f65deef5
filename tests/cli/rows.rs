//! Lines of the log that refscope would not write itself.

use crate::support::{Fixture, row};
use rstest::rstest;
use serde_json::{Value, json};

/// A clean workspace whose log contains only these bytes.
fn log(bytes: impl AsRef<[u8]>) -> Fixture {
    Fixture::clean().write("references.jsonl", bytes)
}

/// The explicit edges of the log, as `refs a` prints them.
fn edges(fixture: &Fixture) -> Vec<Value> {
    let edges = fixture.run(&["refs", "a", "--relation", "cites"]).json();
    edges.as_array().unwrap().clone()
}

#[rstest]
#[case::slashes("// ")]
#[case::hash("# ")]
#[case::list("- ")]
#[case::quote("> ")]
#[case::prose("see the row ")]
#[case::number("42 ")]
#[case::text("\"note\" ")]
#[case::after_a_row("{\"from\":\"s\",\"to\":\"a\",\"relation\":\"led-to\",\"ts\":\"2026-05-01\"} // ")]
fn a_row_after_other_text_gives_no_edge_and_is_reported(#[case] text: &str) {
    let fixture = log(format!("{text}{}\n", row("a", "b", "cites")));
    assert_eq!(edges(&fixture), [] as [Value; 0]);
    assert_eq!(fixture.codes(), ["row-malformed"]);
}

#[test]
fn a_quoted_row_gives_no_edge_and_is_reported() {
    let fixture = log(serde_json::to_string(&row("a", "b", "cites")).unwrap() + "\n");
    assert_eq!(edges(&fixture), [] as [Value; 0]);
    assert_eq!(fixture.codes(), ["row-incomplete"]);
}

#[test]
fn a_complete_row_after_an_incomplete_one_is_recovered() {
    let fixture = log(format!("{}{}\n", &row("a", "s", "cites")[..50], row("a", "b", "cites")));
    assert_eq!(edges(&fixture).len(), 1);
    assert_eq!(fixture.codes(), ["row-malformed"]);
}

/// Puts damaged bytes into a field of a row and checks the resulting edge and finding.
#[rstest]
#[case::surrogate(b"\\ud83d")]
#[case::byte(b"\xff")]
#[case::half_a_character(b"\xc3")]
fn invalid_unicode_loses_no_edge_and_is_reported(#[case] damage: &[u8]) {
    for field in ["ts", "from", "to", "relation", "actor", "reason", "other"] {
        let mut row = json!({"ts": "2026-05-01T10:00:00.000Z", "from": "a", "to": "b", "relation": "cites",
            "actor": "cli", "reason": "why", "other": "x"});
        row[field] = format!("{}@", row[field].as_str().unwrap()).into();
        let text = row.to_string();
        let (before, after) = text.split_once('@').unwrap();
        let fixture = log([before.as_bytes(), damage, after.as_bytes(), b"\n"].concat());
        let listed = fixture.run(&["log"]).json();
        let [edge] = &listed.as_array().unwrap()[..] else { panic!("{field}: {listed}") };
        row[field] = row[field].as_str().unwrap().replace('@', "\u{fffd}").into();
        for name in ["ts", "from", "to", "relation", "actor"] {
            assert_eq!(edge[name], row[name], "{field}");
        }
        assert_eq!(edge["note"], row["reason"], "{field}");
        assert!(fixture.codes().contains(&"row-damaged".to_owned()), "{field}");
    }
}

#[test]
fn a_row_with_invalid_unicode_can_be_retracted() {
    let fixture = log(b"{\"ts\":\"2026-05-01\",\"from\":\"a\",\"to\":\"b\\ud83d\",\"relation\":\"cites\"}\n\
        {\"ts\":\"2026-05-02\",\"from\":\"s\xff\",\"to\":\"b\",\"relation\":\"cites\"}\n");
    fixture.run(&["refs", "retract", "a", "b\u{fffd}", "cites"]).code(0);
    fixture.run(&["refs", "retract", "s\u{fffd}", "b", "cites"]).code(0);
    let listed = fixture.run(&["log"]).json();
    let retracted = |edge: &&Value| edge["retracted"] == true;
    assert_eq!(listed.as_array().unwrap().iter().filter(retracted).count(), 2, "{listed}");
    assert!(!fixture.codes().contains(&"retraction-unmatched".to_owned()));
}

const TIMES: [&str; 9] = ["5", "6", "5.0", "\"5\"", "true", "null", "[1]", "{\"at\":1}", "\"null\""];

/// One row for each of [`TIMES`], one without `ts`, and one duplicate.
fn odd_times() -> Fixture {
    let with = |ts: &str| format!("{{\"ts\":{ts},\"from\":\"a\",\"to\":\"b\",\"relation\":\"cites\"}}\n");
    let without = with("5").replacen("\"ts\":5,", "", 1);
    log(TIMES.map(with).concat() + &without + &with("5"))
}

#[test]
fn rows_with_a_ts_that_is_not_a_string_are_distinct_edges() {
    let shown: Vec<_> = edges(&odd_times()).iter().map(|edge| edge["ts"].to_string()).collect();
    let expected = ["5", "6", "5.0", "\"5\"", "true", "null", "[1]", "{\"at\":1}", "\"null\"", "null"];
    assert_eq!(shown, expected);
}

#[test]
fn a_ts_that_is_not_a_string_is_reported_as_such() {
    let report = odd_times().run(&["doctor"]).json();
    let findings = report["findings"].as_array().unwrap();
    let said: Vec<_> = findings
        .iter()
        .filter(|finding| finding["code"] == "row-undated")
        .map(|finding| finding["message"].as_str().unwrap().contains("which is not a string"))
        .collect();
    assert_eq!(said, [true, true, true, false, true, true, true, true, false, false, true]);
}

#[test]
fn a_row_with_a_ts_that_is_not_a_string_is_retracted_alone() {
    let fixture = odd_times();
    let row = fixture.run(&["refs", "retract", "a", "b", "cites", "--ts", "6"]).code(0).json();
    assert_eq!(row["retracts"]["ts"], 6);
    assert_eq!(edges(&fixture).len(), TIMES.len());
    assert!(edges(&fixture).iter().all(|edge| edge["ts"] != 6));
    // Of two that look alike, the string is retracted first.
    assert_eq!(fixture.run(&["refs", "retract", "a", "b", "cites", "--ts", "5"]).code(0).json()["retracts"]["ts"], "5");
    assert_eq!(fixture.run(&["refs", "retract", "a", "b", "cites", "--ts", "5"]).code(0).json()["retracts"]["ts"], 5);
    assert_eq!(edges(&fixture).len(), TIMES.len() - 2);
    assert!(!fixture.codes().contains(&"retraction-unmatched".to_owned()));
}

#[test]
fn notifies_is_rejected_only_if_a_unit_is_involved() {
    let fixture = Fixture::clean().units();
    let add = |to: &str| fixture.run(&["refs", "add", "--from", "a", "--to", to, "--relation", "notifies"]);
    let run = add("b").code(0);
    assert!(run.stderr.contains("\"notifies\" is a relation of unit, not of reference"), "{}", run.stderr);
    let refused = add(crate::support::CLAIM).code(1);
    assert!(refused.stderr.contains("reserved for infrastructure"), "{}", refused.stderr);
}
