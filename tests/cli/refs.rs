//! `refs ID`.

use crate::support::{Fixture, row};
use serde_json::Value;

fn ends(edges: &Value) -> Vec<String> {
    let shown = |edge: &Value| format!("{}>{}", edge["from"].as_str().unwrap(), edge["to"].as_str().unwrap());
    edges.as_array().unwrap().iter().map(shown).collect()
}

#[test]
fn edges_have_their_documented_shape() {
    let run = Fixture::clean().run(&["refs", "a", "--direction", "both"]).code(0);
    insta::assert_snapshot!(run.pretty());
}

#[test]
fn the_answer_is_filtered_by_direction_relation_depth_and_domain() {
    let fixture = Fixture::clean();
    let refs = |arguments: &[&str]| ends(&fixture.run(&[&["refs", "a"], arguments].concat()).code(0).json());
    assert_eq!(refs(&[]), ["a>b", "a>m", "a>b"]);
    assert_eq!(refs(&["--direction", "in"]), ["s>a"]);
    assert_eq!(refs(&["--relation", "led-to"]), ["a>b"]);
    assert_eq!(refs(&["--relation", "led-to", "--relation", "mentions"]), ["a>b", "a>m", "a>b"]);
    assert_eq!(refs(&["--depth", "2"]), ["a>b", "a>m", "a>b", "b>m"]);
    assert_eq!(refs(&["--direction", "both", "--domain", "infra"]), ["s>a"]);
}

#[test]
fn an_unknown_id_is_an_empty_list_with_a_hint() {
    let run = Fixture::clean().run(&["refs", "selff"]).code(1);
    assert_eq!(run.stdout, "[]\n");
    assert!(run.stderr.contains("did you mean \"self\"?"), "{}", run.stderr);
}

#[test]
fn a_missing_node_can_be_queried() {
    let fixture = Fixture::clean().rows(&[row("a", "gone", "cites")]);
    let run = fixture.run(&["refs", "gone", "--direction", "in"]).code(0);
    assert_eq!(ends(&run.json()), ["a>gone"]);
}

#[test]
fn a_relation_that_no_edge_has_gives_a_hint() {
    let run = Fixture::clean().run(&["refs", "a", "--relation", "lead-to"]).code(0);
    assert_eq!(run.stdout, "[]\n");
    assert!(run.stderr.contains("unknown relation \"lead-to\"; known: led-to, mentions"), "{}", run.stderr);
}

#[test]
fn the_same_edge_twice_is_returned_once() {
    let fixture = Fixture::empty().rows(&[row("x", "y", "cites"), row("x", "y", "cites")]);
    assert_eq!(ends(&fixture.run(&["refs", "x"]).json()), ["x>y"]);
}

#[test]
fn a_qualified_id_means_the_same_node() {
    let fixture = Fixture::clean();
    assert_eq!(fixture.run(&["refs", "reference:a"]).stdout, fixture.run(&["refs", "a"]).stdout);
}

#[test]
fn unreadable_files_are_reported_and_the_rest_is_answered() {
    let fixture = Fixture::clean().rows(&[row("s", "a", "led-to"), "torn".to_owned()]);
    let run = fixture.run(&["refs", "s"]).code(0);
    assert_eq!(ends(&run.json()), ["s>a"]);
    assert!(run.stderr.contains("1 error while reading files"), "{}", run.stderr);
}
