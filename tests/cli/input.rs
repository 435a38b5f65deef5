//! Invalid input gets an error that says what is wrong and which values are valid.

use crate::support::{Fixture, row};
use rstest::rstest;

#[rstest]
#[case(&["refs", "a", "--depth", "0"], "a whole number from 1 to 4294967295")]
#[case(&["refs", "a", "--depth", "x"], "a whole number from 1 to 4294967295")]
#[case(&["refs", "a", "--depth", "-1"], "a whole number from 1 to 4294967295")]
#[case(&["refs", "a", "--direction", "up"], "[possible values: in, out, both]")]
#[case(&["refs", "a", "--relation", ""], "the relation is empty")]
#[case(&["refs", "a", "--relation", "led\u{1b}to"], "contains a control character")]
#[case(&["refs", "a", "--depth", "99999999999"], "a whole number from 1 to 4294967295")]
#[case(&["refs"], "<ID>")]
#[case(&["refs", "a", "add", "--from", "a", "--to", "b", "--relation", "r"], "`refs add` does not accept an ID or filters before `add`")]
#[case(&["refs", "--depth", "2", "add", "--from", "a", "--to", "b", "--relation", "r"], "`refs add` does not accept an ID or filters")]
#[case(&["refs", ""], "the id is empty")]
#[case(&["refs", "add", "--from", "a", "--to", "b"], "--relation <VERB>")]
#[case(&["refs", "add", "--from", " a", "--to", "b", "--relation", "cites"], "has leading or trailing spaces")]
#[case(&["refs", "add", "--from", "a\u{202e}", "--to", "b", "--relation", "cites"], "contains a control character")]
#[case(&["refs", "add", "--from", "a", "--to", "b", "--relation", " "], "the relation is empty")]
#[case(&["refs", "add", "--from", "a\nb", "--to", "b", "--relation", "cites"], "contains a control character")]
#[case(&["refs", "add", "--from", "a", "--to", "b", "--relation", "cites", "--actor", ""], "the actor is empty")]
#[case(&["trace", "a", "--direction", "in"], "[possible values: forward, backward, both]")]
#[case(&["trace", "a", "--orient", "time"], "[possible values: stored, meaning]")]
#[case(&["trace", "a", "--max-depth", "0"], "a whole number from 1 to 4294967295")]
#[case(&["trace", "a", "--relations", " , "], "the relation is empty")]
#[case(&["rank", "--from", ","], "the id is empty")]
#[case(&["list", "--system", "other"], "unknown system \"other\"; valid: reference, unit, causal, yggdrasil, sidecar")]
#[case(&["search", " "], "the query is empty")]
#[case(&["search", "a", "--limit", "0"], "a whole number from 1 to 4294967295")]
#[case(&["list", "--format", "xml"], "[possible values: auto, human, json, jsonl, markdown, mermaid, dot,")]
#[case(&["list", "--color", "blue"], "[possible values: auto, always, never]")]
#[case(&["lst"], "a similar subcommand exists: 'list'")]
#[case(&[], "the screen needs a terminal; in a pipe use a command")]
#[case(&["--ascii", "list"], "apply only to the screen: use them without a command")]
#[case(&["--theme", "x"], "unknown theme \"x\"; valid: auto, dark, light")]
fn invalid_input_is_explained(#[case] arguments: &[&str], #[case] explanation: &str) {
    let run = Fixture::clean().run(arguments).code(2);
    assert!(run.stderr.contains(explanation), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}

#[test]
fn invalid_input_is_never_written() {
    let fixture = Fixture::clean();
    let before = fixture.read("references.jsonl");
    fixture.run(&["refs", "add", "--from", "a", "--to", "b", "--relation", "x\u{7f}"]).code(2);
    assert_eq!(fixture.read("references.jsonl"), before);
}

#[test]
fn an_id_named_like_a_subcommand_can_be_queried() {
    let fixture = Fixture::empty().write("artifacts/notes/add.md", "[[x]]\n");
    assert_eq!(fixture.run(&["refs", "--", "add"]).code(0).json()[0]["from"], "add");
}

/// `s led-to a`, `a led-to b`, and an edge with a relation that none of the lists contains.
fn listed() -> Fixture {
    Fixture::clean().rows(&[row("s", "a", "led-to"), row("a", "b", "led-to"), row("a", "s", "cites")])
}

#[rstest]
#[case::refs(&["refs", "a", "--relation", "led-to,mentions"], &["refs", "a", "--relation", " led-to, mentions,"])]
#[case::trace(&["trace", "a", "--relations", "led-to,mentions"], &["trace", "a", "--relations", "led-to, mentions,"])]
#[case::path(&["path", "s", "b", "--relations", "led-to"], &["path", "s", "b", "--relations", ", led-to ,"])]
#[case::cycles(&["cycles", "--relations", "led-to,cites"], &["cycles", "--relations", "led-to,, cites"])]
#[case::log(&["log", "--relation", "led-to"], &["log", "--relation", "led-to, "])]
#[case::rank(&["rank", "--from", "a,b"], &["rank", "--from", "a, b,"])]
#[case::rank_relations(&["rank", "--relations", "led-to"], &["rank", "--relations", "led-to,"])]
#[case::suggest(&["suggest", "a", "--relations", "led-to"], &["suggest", "a", "--relations", ",led-to"])]
fn blank_entries_of_a_list_are_ignored(#[case] plain: &[&str], #[case] typed: &[&str]) {
    let (fixture, now) = (listed(), ["--now", "2026-05-02"]);
    let expected = fixture.run(&[plain, &now].concat());
    let answer = fixture.run(&[typed, &now].concat());
    assert!(!answer.stderr.contains("error"), "{}", answer.stderr);
    assert_eq!((answer.stdout, answer.stderr), (expected.stdout, expected.stderr));
}

#[test]
fn artifact_status_and_artifact_list_are_hidden_spellings_of_status_and_list() {
    let fixture = Fixture::clean();
    assert_eq!(
        fixture.run(&["artifact", "list", "--kind", "task"]).code(0).json(),
        fixture.run(&["list", "--kind", "task"]).json()
    );
    let status = fixture.run(&["artifact", "status", "s", "addressed", "--addressed-by", "a"]).code(0).json();
    assert_eq!((&status["previous"], &status["status"]), (&"open".into(), &"addressed".into()));
    assert!(fixture.read("artifacts/signals/s.md").contains("status: addressed"));
    assert!(!fixture.run(&["--help"]).stdout.contains("artifact status"));
    let refused = fixture.run(&["artifact", "status", "a", "done", "--as-of", "-7d"]).code(2);
    assert!(refused.stderr.contains("--as-of applies only to queries"), "{}", refused.stderr);
}
