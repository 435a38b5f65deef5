//! `log`.

use crate::support::{Fixture, row};
use rstest::rstest;
use serde_json::json;

/// Three days, two actors, and one retracted edge.
fn fixture() -> Fixture {
    let row = |day: u32, from: &str, to: &str, relation: &str, actor: &str| {
        let ts = format!("2026-05-0{day}T10:00:00.000Z");
        json!({"ts": ts, "from": from, "to": to, "relation": relation, "actor": actor}).to_string()
    };
    let first = row(1, "s", "a", "led-to", "agent");
    let retraction = json!({
        "ts": "2026-05-03T10:00:00.000Z", "actor": "sam",
        "retracts": {"from": "s", "to": "a", "relation": "led-to", "ts": "2026-05-01T10:00:00.000Z"},
        "reason": "it was another one",
    });
    Fixture::clean().rows(&[
        first,
        row(3, "a", "b", "caused-by", "agent"),
        row(2, "b", "gone", "cites", "sam"),
        retraction.to_string(),
    ])
}

/// The line numbers of the printed rows.
fn lines(fixture: &Fixture, arguments: &[&str]) -> Vec<u64> {
    let answer = fixture.run(&[&["log"], arguments].concat()).code(0).json();
    answer.as_array().unwrap().iter().map(|row| row["line"].as_u64().unwrap()).collect()
}

#[test]
fn rows_have_their_documented_shape() {
    insta::assert_snapshot!(fixture().run(&["log"]).code(0).pretty());
}

#[test]
fn the_readable_form_matches_its_snapshot() {
    insta::assert_snapshot!(fixture().run(&["log", "--format", "human"]).code(0).stdout);
}

#[rstest]
#[case(&[], &[4, 2, 3, 1])]
#[case(&["a"], &[4, 2, 1])]
#[case(&["gone"], &[3])]
#[case(&["--actor", "sam"], &[4, 3])]
#[case(&["--actor", "sam", "--actor", "agent"], &[4, 2, 3, 1])]
#[case(&["--relation", "led-to"], &[4, 1])]
#[case(&["--relation", "cites,caused-by"], &[2, 3])]
#[case(&["--since", "2026-05-02"], &[4, 2, 3])]
#[case(&["--since", "2026-05-02T10:00:00Z", "--limit", "2"], &[4, 2])]
#[case(&["--since", "-0d"], &[])]
fn rows_are_filtered(#[case] arguments: &[&str], #[case] expected: &[u64]) {
    assert_eq!(lines(&fixture(), arguments), expected);
}

#[test]
fn rows_are_filtered_by_layer() {
    let joined = r#"{"source": "app", "target": "lib", "kind": "calls"}"#;
    let rows = [row("app", "lib", "uses"), row("app", "crash", "uses")];
    let back = json!({"ts": "2026-05-03T10:00:00.000Z", "actor": "sam",
        "retracts": {"from": "app", "to": "crash", "relation": "uses"}});
    let fixture = Fixture::bare().causal(joined).rows(&[&rows[..], &[back.to_string()]].concat());
    assert_eq!(lines(&fixture, &[]), [3, 2, 1]);
    assert_eq!(lines(&fixture, &["--layer", "code"]), [1]);
    let run = fixture.run(&["log", "--layer", "nowhere"]).code(0);
    assert!(run.stderr.contains("known: code, execution, knowledge, logic"), "{}", run.stderr);
}

#[test]
fn omitted_rows_are_counted() {
    let run = fixture().run(&["log", "--limit", "3", "--format", "human"]).code(0);
    assert_eq!((run.stdout.lines().count(), run.stderr.as_str()), (4, "total: 3 of 4 rows\n"));
}

#[test]
fn an_unknown_value_is_reported_with_the_known_ones() {
    let run = fixture().run(&["log", "--actor", "Sam"]).code(0);
    assert_eq!(run.stdout, "[]\n");
    assert!(run.stderr.contains("unknown actor \"Sam\"; known: agent, sam"), "{}", run.stderr);
    let run = fixture().run(&["log", "--relation", "cite"]).code(0);
    assert!(run.stderr.contains("unknown relation \"cite\""), "{}", run.stderr);
}

#[test]
fn an_unknown_id_is_a_failure() {
    let run = fixture().run(&["log", "selff"]).code(1);
    assert!(run.stderr.contains("did you mean \"self\"?"), "{}", run.stderr);
    fixture().run(&["log", "--since", "soon"]).code(2);
}

#[test]
fn a_retraction_that_matches_no_row_is_reported() {
    let nothing = json!({"retracts": {"from": "a", "to": "b", "relation": "cites"}}).to_string();
    let fixture = Fixture::clean().rows(&[row("a", "b", "led-to"), nothing]);
    let answer = fixture.run(&["log"]).code(0).json();
    assert_eq!(answer[1]["unmatched"], true);
    let run = fixture.run(&["log", "--format", "human"]).code(0);
    assert!(run.stdout.contains("retracts: a cites b") && run.stdout.contains("no such row"), "{}", run.stdout);
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let bad = json!({"from": "a", "to": "b", "relation": "cites", "actor": "\u{1b}[2Jx", "ts": "\u{1b}]0;t\u{7}"});
    let run = Fixture::clean().rows(&[bad.to_string()]).run(&["log", "--format", "human"]).code(0);
    assert!(!run.stdout.contains('\u{1b}'), "{:?}", run.stdout);
}

#[test]
fn times_are_read_in_utc() {
    let row = |ts: &str, from: &str| json!({"ts": ts, "from": from, "to": "b", "relation": "cites"}).to_string();
    let rows = [row("2026-05-02T23:00:00Z", "a"), row("2026-05-03T00:30:00+02:00", "s")];
    let printed = Fixture::clean().rows(&rows).run(&["log", "--format", "human"]).code(0).stdout;
    let times: Vec<_> = printed.lines().map(|line| &line[..16]).collect();
    assert_eq!(times, ["2026-05-02 23:00", "2026-05-02 22:30"], "{printed}");
}
