//! `trace ID`.

use crate::support::{Fixture, row};
use serde_json::Value;

fn distances(trace: &Value) -> Vec<String> {
    let shown = |node: &Value| {
        let other = node.get("other_distance").map(|other| format!("/{other}")).unwrap_or_default();
        format!("{}{}{other}", node["id"].as_str().unwrap(), node["distance"])
    };
    trace["nodes"].as_array().unwrap().iter().map(shown).collect()
}

/// A signal led to a task, which addresses it; the task led to a learning, which a brief cites.
fn story() -> Fixture {
    let rows = [
        row("signal", "task", "led-to"),
        row("task", "signal", "addresses"),
        row("task", "learning", "led-to"),
        row("brief", "learning", "cites"),
        row("task", "gone", "led-to"),
        row("gone", "late", "led-to"),
        row("task", "aside", "mentions"),
    ];
    let ids = ["signal", "task", "learning", "brief", "late", "aside"];
    let fixture = Fixture::empty().rows(&rows);
    ids.iter().fold(fixture, |fixture, id| fixture.write(&format!("artifacts/notes/{id}.md"), ""))
}

#[test]
fn a_trace_has_its_documented_shape() {
    let run = Fixture::clean().run(&["trace", "a"]).code(0);
    insta::assert_snapshot!(run.pretty());
}

#[test]
fn the_stored_direction_is_the_default() {
    let trace = story().run(&["trace", "task"]).code(0).json();
    assert_eq!(distances(&trace), ["task0", "learning1", "signal1/-1", "late2"]);
    assert_eq!(trace["root"], "task");
}

#[test]
fn oriented_by_meaning_every_negative_distance_is_a_cause() {
    let trace = story().run(&["trace", "task", "--orient", "meaning"]).code(0).json();
    assert_eq!(distances(&trace), ["signal-1", "task0", "learning1", "brief2", "late2"]);
}

#[test]
fn the_walk_is_limited_by_direction_relations_and_depth() {
    let fixture = story();
    let trace = |arguments: &[&str]| distances(&fixture.run(&[&["trace", "task"], arguments].concat()).code(0).json());
    assert_eq!(trace(&["--direction", "backward"]), ["signal-1", "task0"]);
    assert_eq!(trace(&["--direction", "forward", "--max-depth", "1"]), ["task0", "learning1", "signal1"]);
    assert_eq!(trace(&["--relations", "mentions,cites"]), ["task0", "aside1"]);
}

#[test]
fn an_undefined_node_has_no_lineage() {
    let unknown = story().run(&["trace", "tsak"]).code(1);
    assert_eq!(unknown.stdout, "");
    assert_eq!(unknown.stderr, "error: No artifact with id: tsak\nhint: did you mean \"task\"?\n");
    let undefined = story().run(&["trace", "gone"]).code(1);
    let hint = "hint: edges refer to \"gone\", but it is undefined\n";
    assert_eq!(undefined.stderr, format!("error: No artifact with id: gone\n{hint}"));
}
