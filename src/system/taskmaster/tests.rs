mod naive;

use super::*;
use crate::graph::fixture::build;
use crate::graph::relation::Time;
use crate::graph::{Graph, GraphBuilder};
use crate::query::Class;
use crate::system::kit::Progress;
use crate::system::kit::fixture::{folder, subjects};
use crate::system::kit::wanted_fields::fields_of_one;
use crate::system::registry;
use crate::time;
use rstest::rstest;
use std::path::PathBuf;

const TAGGED_TEXT: &str = r#"{
 "master": {"tasks": [
  {"id": 1, "title": "Plan", "status": "done", "dependencies": [], "updatedAt": "2026-01-02T00:00:00Z"},
  {"id": "2", "title": "Build", "dependencies": [1,
    "1"], "priority": "high", "subtasks": [
     {"id": 1, "title": "Walls", "status": "pending"},
     {"id": 2, "title": "Roof", "dependencies": [1, "1"]},
     {"id": 3, "dependencies": ["2.1",
       3.1]}]},
  {"id": 3, "subtasks": [{"id": 1, "dependencies": ["2"]}]}
 ], "metadata": {"updated": "2026-01-01T00:00:00Z"}},
 "other": {"tasks": [{"id": 1, "title": "Elsewhere", "dependencies": []}]}
}"#;

fn graph(text: &str) -> (Graph, Vec<Finding>) {
    build([parse("tasks.json", text)])
}

fn codes(text: &str) -> Vec<&'static str> {
    let (graph, mut findings) = graph(text);
    findings.extend(checks::check(&graph, crate::graph::NEVER));
    findings.iter().map(|finding| finding.rule.code).collect()
}

fn edges(graph: &Graph) -> Vec<(String, String, String, u32)> {
    let edge = |edge: crate::graph::Edge<'_>| {
        (edge.from().id().to_owned(), edge.relation().to_owned(), edge.to().id().to_owned(), edge.line())
    };
    graph.edges().map(edge).collect()
}

/// A file with these tasks in the tag `t`.
fn tag(tasks: &str) -> String {
    format!(r#"{{"t": {{"tasks": [{tasks}]}}}}"#)
}

#[test]
fn tasks_and_subtasks_become_nodes_with_tag_and_line() {
    let (graph, findings) = graph(TAGGED_TEXT);
    assert!(findings.is_empty(), "{findings:?}");
    let shown = |id: &str| {
        let node = graph.find(id).unwrap();
        (node.title(), node.kind().unwrap(), node.status(), node.line().unwrap())
    };
    assert_eq!(shown("master/1"), ("Plan", "task", Some("done"), 3));
    assert_eq!(shown("master/2"), ("Build", "task", None, 4));
    assert_eq!(shown("master/2.1"), ("Walls", "subtask", Some("pending"), 6));
    assert_eq!(shown("master/2.3"), ("master/2.3", "subtask", None, 8));
    assert_eq!(shown("other/1"), ("Elsewhere", "task", None, 12));
    assert_eq!(graph.node_count(), 8);
}

#[test]
fn the_time_of_a_task_is_its_own_or_that_of_its_tag() {
    let (graph, _) = graph(TAGGED_TEXT);
    let created = |id: &str| graph.find(id).unwrap().created();
    assert_eq!(created("master/1"), time::parse("2026-01-02T00:00:00Z"));
    assert_eq!(created("master/2.1"), time::parse("2026-01-01T00:00:00Z"));
    assert_eq!(created("other/1"), None);
}

#[test]
fn a_bare_id_in_a_subtask_is_a_sibling_and_a_dotted_one_is_absolute() {
    let (graph, _) = graph(TAGGED_TEXT);
    let depends: Vec<_> = edges(&graph).into_iter().filter(|edge| edge.1 == "depends-on").collect();
    let expected = [
        ("master/2", "master/1", 4),
        ("master/2", "master/1", 5),
        ("master/2.2", "master/2.1", 7),
        ("master/2.2", "master/2.1", 7),
        ("master/2.3", "master/2.1", 8),
        ("master/2.3", "master/3.1", 9),
        ("master/3.1", "master/2", 10),
    ];
    let expected: Vec<_> = expected
        .map(|(from, to, line)| (from.to_owned(), "depends-on".to_owned(), to.to_owned(), line))
        .into_iter()
        .collect();
    assert_eq!(depends, expected);
}

#[test]
fn a_subtask_is_an_implicit_child_of_its_task() {
    let (graph, _) = graph(TAGGED_TEXT);
    let implicit: Vec<_> = graph.edges().filter(|edge| edge.is_implicit()).collect();
    assert_eq!(implicit.len(), 4);
    assert!(implicit.iter().all(|edge| edge.relation() == "child-of"));
    assert_eq!((implicit[0].from().id(), implicit[0].to().id(), implicit[0].line()), ("master/2.1", "master/2", 6));
}

#[test]
fn the_prerequisite_is_earlier_and_the_dependent_is_affected() {
    let registry = registry();
    let meaning = |verb: &str| registry.meaning(&[SYSTEM], verb).unwrap().relation;
    let depends = meaning("depends-on");
    assert_eq!((depends.time, depends.lineage), (Time::Backward, true));
    assert_eq!((&*depends.outgoing, &*depends.incoming), ("depends on", "is needed by"));
    assert_eq!(depends.acyclic.as_deref(), Some("order"));
    let child = meaning("child-of");
    assert_eq!((child.time, child.lineage, child.dependent), (Time::Timeless, false, None));
    let classes: Vec<_> = Class::all(&registry).into_iter().filter(|class| class.system == SYSTEM).collect();
    assert_eq!(classes.iter().map(|class| &*class.name).collect::<Vec<_>>(), ["order", "tree"]);
}

#[rstest]
#[case::plain(r#"{"tasks": [{"id": 1, "title": "A"}]}"#)]
#[case::with_meta(r#"{"meta": {"updated": "2026-01-01"}, "tasks": [{"id": 1, "title": "A"}]}"#)]
fn the_older_form_has_the_only_tag_master(#[case] text: &str) {
    let (graph, findings) = graph(text);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(graph.nodes().map(|node| node.id()).collect::<Vec<_>>(), ["master/1"]);
}

#[test]
fn a_subtask_may_repeat_the_id_of_its_task() {
    let (graph, _) = graph(&tag(r#"{"id": 5, "subtasks": [{"id": "5.1"}, {"id": "5.2", "dependencies": ["5.1"]}]}"#));
    assert_eq!(graph.nodes().map(|node| node.id()).collect::<Vec<_>>(), ["t/5", "t/5.1", "t/5.2"]);
    assert!(graph.edges().all(|edge| !edge.to().is_missing()));
}

#[rstest]
#[case::not_json("{", &["json-invalid"])]
#[case::list("[]", &["taskmaster-invalid"])]
#[case::empty("{}", &["taskmaster-empty"])]
#[case::no_tasks(r#"{"master": {"tasks": []}}"#, &["taskmaster-empty"])]
#[case::no_list(r#"{"master": {"metadata": {}}}"#, &["taskmaster-tag"])]
#[case::tag_is_text(r#"{"a": {"tasks": [{"id": 1}]}, "b": "x"}"#, &["taskmaster-tag"])]
#[case::tasks_is_a_tag(r#"{"tasks": {"tasks": [{"id": 1}]}}"#, &[])]
#[case::task_is_text(&tag(r#""x", {"id": 1}"#), &["taskmaster-task"])]
#[case::no_id(&tag(r#"{"title": "x"}"#), &["taskmaster-task"])]
#[case::id_is_a_list(&tag(r#"{"id": [1]}"#), &["taskmaster-task"])]
#[case::subtask_without_id(&tag(r#"{"id": 1, "subtasks": [{}]}"#), &["taskmaster-task"])]
#[case::nested(&tag(r#"{"id": 1, "subtasks": [{"id": 1, "subtasks": [{"id": 1}]}]}"#), &["taskmaster-nested"])]
#[case::no_nested(&tag(r#"{"id": 1, "subtasks": [{"id": 1, "subtasks": []}]}"#), &[])]
#[case::subtasks_is_text(&tag(r#"{"id": 1, "subtasks": "x"}"#), &["taskmaster-field"])]
#[case::dependencies_is_text(&tag(r#"{"id": 1, "dependencies": "2"}"#), &["taskmaster-field"])]
#[case::dependency_is_null(&tag(r#"{"id": 1, "dependencies": [null]}"#), &["taskmaster-field"])]
#[case::time(&tag(r#"{"id": 1, "updatedAt": "soon"}"#), &["taskmaster-field"])]
#[case::twice(&tag(r#"{"id": 1}, {"id": "1"}"#), &["taskmaster-id-duplicate"])]
#[case::missing(&tag(r#"{"id": 1, "dependencies": [16]}"#), &["taskmaster-missing"])]
#[case::itself(&tag(r#"{"id": 1, "dependencies": [1]}"#), &["taskmaster-cycle"])]
#[case::cycle(&tag(r#"{"id": 1, "dependencies": [2]}, {"id": 2, "dependencies": [1]}"#), &["taskmaster-cycle"])]
#[case::nulls(&tag(r#"{"id": 1, "dependencies": null, "subtasks": null, "updatedAt": null, "title": null}"#), &[])]
fn a_file_has_these_findings(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(codes(text), expected);
}

#[test]
fn findings_have_a_line_and_name_their_subjects() {
    let (graph, _) = graph("{\"t\": {\"tasks\": [\n{\"id\": 1, \"dependencies\": [\n16]}]}}");
    let finding = checks::check(&graph, crate::graph::NEVER).next().unwrap();
    assert_eq!((finding.file.as_deref(), finding.line), (Some("tasks.json"), Some(3)));
    assert_eq!(subjects(&finding), ["node id=t/16", "edge from=t/1 relation=depends-on to=t/16 line=3"]);
    let message =
        |text: &str| checks::check(&build([parse("tasks.json", text)]).0, crate::graph::NEVER).next().unwrap().message;
    let cycle = tag(r#"{"id": 1, "dependencies": [2]}, {"id": 2, "dependencies": [1]}"#);
    assert!(message(&cycle).starts_with("Cycle over depends-on: "), "{}", message(&cycle));
}

#[test]
fn a_file_that_was_read_in_part_keeps_the_rest() {
    let (graph, findings) = graph(&tag(r#"1, {"id": 1, "dependencies": [{}, 2]}, {"id": 2}"#));
    assert_eq!(findings.len(), 2);
    assert_eq!((graph.node_count(), graph.edge_count()), (2, 1));
}

#[rstest]
#[case::tagged(&[(".taskmaster/tasks/tasks.json", "{}")], true)]
#[case::older(&[("tasks/tasks.json", "{}"), (".taskmasterconfig", "{}")], true)]
#[case::other_program(&[("tasks/tasks.json", "{}")], false)]
#[case::folder_only(&[(".taskmaster/config.json", "{}")], false)]
#[case::other_file(&[(".taskmaster/tasks/tasks.json.bak", "{}")], false)]
fn a_folder_is_recognised(#[case] files: &[(&str, &str)], #[case] expected: bool) {
    let folder = folder(files);
    let markers = Tasks.markers();
    assert_eq!(markers.iter().any(|marker| (marker.is_there)(folder.path())), expected);
    assert_eq!(markers.iter().any(|marker| (marker.is_sure)(folder.path())), expected);
}

fn ids_of(root: &Path, further: &[PathBuf]) -> Vec<String> {
    let progress = Progress::default();
    let loaded = Tasks.load(&ReadRequest::once(root, further, &progress));
    let mut builder = GraphBuilder::new(registry());
    loaded.into_batches().into_iter().for_each(|batch| builder.add(batch));
    builder.finish().0.nodes().map(|node| node.id().to_owned()).collect()
}

#[test]
fn ignored_files_are_read_and_the_older_one_only_with_its_configuration_or_by_name() {
    let one = r#"{"tasks": [{"id": 1}]}"#;
    let tagged = r#"{"a": {"tasks": [{"id": 1}]}}"#;
    let folder =
        folder(&[(".gitignore", "tasks.json\n"), (".taskmaster/tasks/tasks.json", tagged), ("tasks/tasks.json", one)]);
    let root = folder.path();
    assert_eq!(ids_of(root, &[]), ["a/1"]);
    assert_eq!(ids_of(root, &[root.join("tasks/tasks.json")]), ["a/1", "master/1"]);
    std::fs::write(root.join(".taskmasterconfig"), "{}").unwrap();
    assert_eq!(ids_of(root, &[]), ["a/1", "master/1"]);
}

#[test]
fn fields_are_read_again_without_edges_and_subtasks() {
    let folder = folder(&[("tasks.json", TAGGED_TEXT)]);
    let shown = |id: &str| fields_of_one(&folder.path().join("tasks.json"), id, fields).unwrap();
    let keys = |id: &str| shown(id).keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys("master/2"), ["id", "title", "priority"]);
    assert_eq!(shown("master/2.1")["title"], "Walls");
    assert!(keys("master/99").is_empty());
}

#[test]
fn subtasks_are_below_their_tasks_in_the_tree() {
    let (graph, _) = graph(TAGGED_TEXT);
    let path = |id: &str| tree_path(graph.find(id).unwrap()).join(" > ");
    assert_eq!(path("master/2"), "master > 2");
    assert_eq!(path("master/2.1"), "master > 2 > 2.1");
}
