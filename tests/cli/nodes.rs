//! `show`, `list` and `search`.

use crate::support::{Fixture, row};
use serde_json::Value;

fn ids(nodes: &Value) -> Vec<&str> {
    nodes.as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap()).collect()
}

#[test]
fn a_shown_node_has_its_documented_shape() {
    let run = Fixture::clean().run(&["show", "a"]).code(0);
    insta::assert_snapshot!(run.pretty());
}

#[test]
fn a_missing_node_is_shown_as_missing() {
    let fixture = Fixture::clean().rows(&[row("a", "gone", "cites")]);
    let node = fixture.run(&["show", "gone"]).code(0).json();
    assert_eq!((&node["missing"], &node["kind"], &node["path"]), (&Value::Bool(true), &Value::Null, &Value::Null));
    assert_eq!(node["edges"]["in"]["cites"][0]["from"], "a");
}

#[test]
fn an_unknown_node_is_not_shown() {
    let run = Fixture::clean().run(&["show", "selff"]).code(1);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("did you mean \"self\"?"), "{}", run.stderr);
}

#[test]
fn listed_nodes_have_their_documented_shape() {
    let run = Fixture::clean().run(&["list", "--kind", "task"]).code(0);
    insta::assert_snapshot!(run.pretty());
}

#[test]
fn the_list_is_filtered_by_properties_of_nodes() {
    let fixture = Fixture::clean().rows(&[row("a", "gone", "cites")]);
    let list = |arguments: &[&str]| fixture.run(&[&["list"], arguments].concat()).code(0).json();
    assert_eq!(ids(&list(&[])), ["a", "b", "m", "s", "self"]);
    assert_eq!(ids(&list(&["--kind", "task", "--status", "done"])), ["b"]);
    assert_eq!(ids(&list(&["--domain", "infra"])), ["a", "s"]);
    assert_eq!(ids(&list(&["--system", "reference", "--kind", "mission"])), ["m"]);
    assert_eq!(ids(&list(&["--system", "unit"])), [] as [&str; 0]);
    assert_eq!(ids(&list(&["--missing"])), ["gone"]);
    assert_eq!(ids(&list(&["--orphans"])), ["s", "self"]);
}

#[test]
fn a_value_that_no_node_has_gives_a_hint() {
    let run = Fixture::clean().run(&["list", "--kind", "tsk"]).code(0);
    assert_eq!(run.stdout, "[]\n");
    assert!(run.stderr.contains("unknown kind \"tsk\"; known: mission, person, signal, task"), "{}", run.stderr);
}

#[test]
fn hits_have_their_documented_shape() {
    let run = Fixture::clean().run(&["search", "task", "--limit", "1"]).code(0);
    insta::assert_snapshot!(run.pretty());
}

#[test]
fn a_search_ranks_the_best_match_first() {
    let note = |fixture: Fixture, id: &str| fixture.write(&format!("artifacts/notes/{id}.md"), "");
    let fixture = ["xcache", "the-cache", "cache", "c-a-c-h-e"].into_iter().fold(Fixture::empty(), note);
    assert_eq!(ids(&fixture.run(&["search", "cache"]).json()), ["cache", "the-cache", "xcache", "c-a-c-h-e"]);
}

#[test]
fn a_search_without_matches_is_a_failure() {
    let run = Fixture::clean().run(&["search", "zzzz"]).code(1);
    assert_eq!(run.stdout, "[]\n");
}
