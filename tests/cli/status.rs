//! `status ID NEW`.

use super::add::{log_ending_before, run_within};
use crate::support::Fixture;

const SIGNAL: &str = "artifacts/signals/s.md";

#[test]
fn a_status_is_changed_according_to_the_state_machine_of_the_kind() {
    let fixture = Fixture::clean();
    let run = fixture.run(&["status", "s", "dismissed", "--reason", "noise"]).code(0);
    insta::assert_snapshot!(run.pretty());
    assert_eq!(fixture.read(SIGNAL), "---\ntitle: Signal S\nstatus: dismissed\ndomain: infra\n---\n");
    assert!(fixture.read("audit.jsonl").contains(r#""new_status":"dismissed","reason":"noise""#));
    assert_eq!(fixture.read("references.jsonl").lines().count(), 2);
}

#[test]
fn addressed_records_the_responsible_node() {
    let fixture = Fixture::clean();
    let run = fixture.run(&["status", "s", "addressed", "--addressed-by", "a"]).code(0);
    assert_eq!(run.json()["edge"]["from"], "a");
    let edges = fixture.run(&["refs", "s", "--direction", "in", "--relation", "addresses"]).json();
    assert_eq!((&edges[0]["from"], &edges[0]["actor"]), (&"a".into(), &"cli".into()));
    assert!(fixture.read(SIGNAL).contains("status: addressed\n"));
}

#[test]
fn a_forbidden_transition_changes_nothing() {
    let fixture = Fixture::clean();
    let before = fixture.read(SIGNAL);
    let refuse = |arguments: &[&str], code: i32, message: &str| {
        let run = fixture.run(&[&["status"], arguments].concat()).code(code);
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert_eq!(run.stdout, "");
    };
    refuse(&["s", "shut"], 1, "it can go to addressed or dismissed");
    refuse(&["s", "open"], 1, "\"s\" already has the status \"open\"");
    refuse(&["b", "todo"], 1, "it is a final status");
    refuse(&["self", "x"], 1, "the kind person has no status to change");
    refuse(&["s", "addressed"], 2, "requires a responsible node (--addressed-by ID)");
    refuse(
        &["s", "dismissed", "--addressed-by", "a"],
        2,
        "a responsible node is allowed only with the status addressed",
    );
    refuse(&["s", "addressed", "--addressed-by", "s"], 2, "cannot address itself");
    refuse(&["s", "addressed", "--addressed-by", "selff"], 1, "did you mean \"self\"?");
    refuse(&["nobody", "x"], 1, "unknown id");
    assert_eq!(fixture.read(SIGNAL), before);
    assert_eq!(fixture.read("references.jsonl").lines().count(), 2);
}

#[test]
fn the_file_is_unchanged_if_the_edge_cannot_be_stored() {
    let fixture = Fixture::clean().remove("references.jsonl");
    std::fs::create_dir(fixture.path("references.jsonl")).unwrap();
    let before = fixture.read(SIGNAL);
    let run = fixture.run(&["status", "s", "addressed", "--addressed-by", "a"]).code(2);
    assert!(run.stderr.contains("the status was not changed"), "{}", run.stderr);
    assert_eq!(fixture.read(SIGNAL), before);
    let left: Vec<_> = std::fs::read_dir(fixture.path("artifacts/signals")).unwrap().collect();
    assert_eq!(left.len(), 1, "a temporary file was left behind");
}

#[test]
fn a_partially_written_edge_is_an_error_and_leaves_the_file_unchanged() {
    let fixture = Fixture::clean().write("references.jsonl", log_ending_before(20));
    let before = fixture.read(SIGNAL);
    let run = run_within(&fixture, 2, &["status", "s", "addressed", "--addressed-by", "a"]).code(2);
    assert!(run.stderr.contains("only 20 of") && run.stderr.contains("The row is not saved"), "{}", run.stderr);
    assert_eq!((run.stdout.as_str(), fixture.read(SIGNAL)), ("", before));
    assert_eq!(fixture.codes(), ["row-malformed"]);
}
