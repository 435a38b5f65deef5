//! Tasks of Taskmaster, as the commands show them.

use crate::support::{Fixture, row};

const FILE: &str = ".taskmaster/tasks/tasks.json";

const TASKS: &str = r#"{
"master": {"tasks": [
 {"id": 1, "title": "Plan", "status": "done", "priority": "high"},
 {"id": 2, "title": "Build", "status": "pending", "dependencies": [1], "subtasks": [
  {"id": 1, "title": "Walls"},
  {"id": 2, "title": "Roof", "dependencies": [1]}]}]},
"other": {"tasks": [{"id": 1, "title": "Elsewhere"}]}}"#;

fn fixture() -> Fixture {
    Fixture::bare().write(FILE, TASKS)
}

#[test]
fn tasks_are_a_workspace_of_their_own() {
    let fixture = fixture();
    assert_eq!(fixture.ids(), ["master/1", "master/2", "master/2.1", "master/2.2", "other/1"]);
    let report = fixture.run(&["doctor"]).code(0);
    assert_eq!(report.detail("tasks"), "5 tasks: all dependencies exist, no cycles");
    let shown = fixture.run(&["show", "master/1"]).code(0).json();
    assert_eq!((&shown["status"], &shown["fields"]["priority"]), (&"done".into(), &"high".into()));
    let edges = fixture.run(&["refs", "master/2.2", "--relation", "depends-on"]).json();
    assert_eq!((&edges[0]["to"], &edges[0]["line"]), (&"master/2.1".into(), &6.into()));
    let tree = fixture.run(&["tree"]).code(0).json();
    let labels: Vec<_> = tree.as_array().unwrap().iter().map(|row| row["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["taskmaster", "master", "1", "2", "2.1", "2.2", "other", "1"]);
}

#[test]
fn the_prerequisite_comes_before_its_dependent() {
    let fixture = fixture();
    let trace = fixture.run(&["trace", "master/2", "--orient", "meaning"]).code(0).json();
    let node = trace["nodes"].as_array().unwrap().iter().find(|node| node["id"] == "master/1").unwrap();
    assert_eq!(node["distance"], -1);
    let impact = fixture.run(&["impact", "master/1"]).code(0).json();
    assert_eq!(impact["direct"][0]["id"], "master/2");
}

#[test]
fn a_task_of_the_current_tag_can_be_typed_without_it() {
    let fixture = fixture();
    let id = |fixture: &Fixture, typed: &str| fixture.run(&["show", typed]).json()["id"].clone();
    assert!(fixture.run(&["show", "1"]).code(1).stderr.contains("unknown id"));
    let fixture = fixture.write(".taskmaster/state.json", r#"{"currentTag": "other"}"#);
    assert_eq!(id(&fixture, "1"), "other/1");
    let fixture = fixture.write(".taskmaster/state.json", r#"{"currentTag": "master"}"#);
    assert_eq!((id(&fixture, "1"), id(&fixture, "taskmaster:2.1")), ("master/1".into(), "master/2.1".into()));
    let only = Fixture::bare().write(FILE, r#"{"tasks": [{"id": 7, "subtasks": [{"id": 1}]}]}"#);
    assert_eq!(id(&only, "7.1"), "master/7.1");
    only.run(&["refs", "add", "--from", "7", "--to", "7.1", "--relation", "led-to"]).code(0);
    assert!(only.read("references.jsonl").contains(r#""from":"master/7","to":"master/7.1""#));
}

#[test]
fn rows_of_the_log_link_tasks_and_nothing_is_written_to_their_file() {
    let fixture = fixture().rows(&[row("master/1", "other/1", "depends-on"), row("other/1", "master/1", "depends-on")]);
    assert_eq!(fixture.codes(), ["taskmaster-cycle"]);
    assert_eq!(fixture.read(FILE), TASKS);
}

#[test]
fn a_file_without_tasks_is_a_workspace_with_a_warning() {
    assert_eq!(Fixture::bare().write(FILE, "{}").codes(), ["taskmaster-empty"]);
}
