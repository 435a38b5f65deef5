//! `--limit` and `--fields` on answers with lists.

use crate::support::{Fixture, row};
use rstest::rstest;
use serde_json::{Value, json};

/// A task that led to five others.
fn fan() -> Fixture {
    let rows: Vec<_> = (1..=5).map(|n| row("task", &format!("note-{n}"), "led-to")).collect();
    let fixture = Fixture::empty().rows(&rows).write("artifacts/notes/task.md", "");
    (1..=5).fold(fixture, |fixture, n| fixture.write(&format!("artifacts/notes/note-{n}.md"), ""))
}

#[rstest]
#[case::refs(&["refs", "task"], "")]
#[case::list(&["list"], "")]
#[case::tree(&["tree"], "")]
#[case::search(&["search", "note"], "")]
#[case::rank(&["rank"], "")]
#[case::log(&["log"], "")]
#[case::relations(&["relations", "--all"], "")]
#[case::trace(&["trace", "task"], "edges")]
#[case::doctor(&["doctor"], "checks")]
fn a_limit_applies_to_the_lists_of_every_answer(#[case] question: &[&str], #[case] list: &str) {
    let answer = fan().run(&[question, &["--limit", "2"]].concat()).json();
    let list = if list.is_empty() { &answer } else { &answer[list] };
    assert_eq!(list.as_array().map(Vec::len), Some(2), "{answer}");
}

#[test]
fn entries_that_a_limit_omits_are_counted() {
    let run = fan().run(&["refs", "task", "--limit", "2"]).code(0);
    assert!(run.stderr.contains("3 entries omitted by --limit"), "{}", run.stderr);
    let text = fan().run(&["refs", "task", "--limit", "2", "--format", "human"]).code(0);
    assert_eq!(text.stdout.lines().count(), 3);
    assert!(text.stdout.contains("… 3 more"), "{}", text.stdout);
    assert!(text.stderr.contains("total: 2 of 5 edges"), "{}", text.stderr);
}

#[test]
fn fields_select_those_of_each_entry() {
    let list = fan().run(&["list", "--limit", "1", "--fields", "id,kind"]).code(0).json();
    assert_eq!(list, json!([{"id": "note-1", "kind": "notes"}]));
    let trace = fan().run(&["trace", "task", "--fields", "id,from,to"]).code(0).json();
    assert_eq!(trace["root"], "task");
    assert!(trace["nodes"].as_array().unwrap().iter().all(|node| node.as_object().unwrap().keys().eq(["id"])));
    assert_eq!(trace["edges"][0], json!({"from": "task", "to": "note-1"}));
}

#[test]
fn an_unknown_field_is_named_with_the_known_ones() {
    let run = fan().run(&["list", "--fields", "id,titel"]).code(0);
    assert!(run.stderr.contains("no entry has the field \"titel\"; known: "), "{}", run.stderr);
    assert!(run.json().as_array().unwrap().iter().all(|node: &Value| node.as_object().unwrap().len() == 1));
}

#[test]
fn a_field_may_be_one_of_entries_that_are_not_shown() {
    let fixture = fan().write("artifacts/notes/zz.md", "---\nstatus: open\n---\n");
    let run = fixture.run(&["list", "--limit", "1", "--fields", "id,status"]).code(0);
    assert!(run.stderr.contains("none of the entries shown has the field \"status\"; known: "), "{}", run.stderr);
}

#[test]
fn a_limit_applies_to_the_edges_of_each_relation_of_a_node() {
    let run = fan().run(&["show", "task", "--limit", "2"]).code(0);
    assert_eq!(run.json()["edges"]["out"]["led-to"].as_array().map(Vec::len), Some(2));
    assert_eq!(run.stderr, "hint: 2 of 5 edges; --limit N shows more\n");
}

#[test]
fn a_limit_of_a_diff_keeps_whole_groups_in_text_and_json() {
    let fixture =
        fan().rows(&[row("task", "note-1", "cites"), row("task", "note-2", "led-to"), row("task", "note-3", "led-to")]);
    let args = ["diff", "--from", "2000-01-01", "--limit", "1"];
    let json = fixture.run(&args).code(0).json();
    assert_eq!(json["changes"].as_array().map(Vec::len), Some(1));
    let text = fixture.run(&[&args[..], &["--format", "human"]].concat()).code(0);
    let edges = json["changes"][0]["edges"].as_array().unwrap().len();
    assert_eq!(text.stdout.matches(" led-to").count() - 1, edges, "{}", text.stdout);
    assert!(!text.stdout.contains("cites"), "{}", text.stdout);
    assert!(text.stderr.contains("total: 1 of 6 nodes, 3 edges, 1 of 2 groups"), "{}", text.stderr);
}

#[rstest]
#[case::one_node(&["show", "task", "--fields", "id"], "--fields applies to the entries of lists")]
#[case::text(&["list", "--fields", "id", "--format", "human"], "--fields applies only to JSON")]
#[case::a_command_that_writes(&["status", "task", "done", "--limit", "2"], "--limit applies only to queries")]
#[case::zero(&["list", "--limit", "0"], "must be a whole number from 1")]
fn options_that_do_not_fit_are_refused(#[case] arguments: &[&str], #[case] why: &str) {
    let run = fan().run(arguments).code(2);
    assert!(run.stderr.contains(why), "{}", run.stderr);
}
