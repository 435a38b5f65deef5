//! `export`, and graphs of other answers: what is written, and to which file.

use crate::support::{Fixture, row};
use refscope::format;
use rstest::rstest;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// A signal that led to a task and to a missing node; the task has two verbs to a learning.
fn story() -> Fixture {
    let rows = [
        row("signal", "task", "led-to"),
        row("signal", "gone", "led-to"),
        row("task", "learning", "led-to"),
        row("task", "learning", "cites"),
    ];
    let ids = ["signal", "task", "learning", "alone"];
    let fixture = Fixture::empty().rows(&rows);
    ids.iter().fold(fixture, |fixture, id| fixture.write(&format!("artifacts/notes/{id}.md"), ""))
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The nodes and the edges of JSON lines: ids, and `from relation to`.
fn content(text: &str) -> (Vec<String>, Vec<String>) {
    let (edges, nodes): (Vec<_>, Vec<_>) = lines(text).into_iter().partition(|line| line.get("relation").is_some());
    let word = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
    let edge = |line: &Value| ["from", "relation", "to"].map(|key| word(line, key)).join(" ");
    (nodes.iter().map(|node| word(node, "id")).collect(), edges.iter().map(edge).collect())
}

#[test]
fn the_whole_graph_is_written_with_missing_nodes_and_parallel_edges() {
    let (nodes, edges) = content(&story().run(&["export", "-f", "jsonl"]).code(0).stdout);
    assert_eq!(nodes, ["alone", "learning", "signal", "task", "gone"]);
    assert_eq!(edges, ["signal led-to task", "signal led-to gone", "task led-to learning", "task cites learning"]);
    let json = story().run(&["export"]).code(0).json();
    assert_eq!([&json["nodes"], &json["edges"]].map(|list| list.as_array().unwrap().len()), [5, 4]);
}

#[rstest]
#[case::relation(&["--relation", "cites"], &["task", "learning"], &["task cites learning"])]
#[case::system(&["--system", "reference"], &["alone", "learning", "signal", "task"], &["signal led-to task", "task led-to learning", "task cites learning"])]
#[case::orphans(&["--orphans"], &["alone"], &[])]
#[case::missing(&["--missing"], &["gone"], &[])]
fn filters_are_those_of_list_and_refs(#[case] filter: &[&str], #[case] nodes: &[&str], #[case] edges: &[&str]) {
    let run = story().run(&[&["export", "-f", "jsonl"], filter].concat()).code(0);
    let (written, written_edges) = content(&run.stdout);
    assert_eq!(
        (written, written_edges),
        (nodes.iter().map(ToString::to_string).collect(), edges.iter().map(ToString::to_string).collect())
    );
}

#[rstest]
#[case::refs(&["refs", "task", "--direction", "both"], 3, 3)]
#[case::trace(&["trace", "task"], 3, 3)]
#[case::path(&["path", "signal", "learning"], 3, 3)]
#[case::impact(&["impact", "learning"], 2, 1)]
#[case::argument(&["argument", "task"], 3, 3)]
#[case::contradictions(&["contradictions"], 0, 0)]
#[case::cycles(&["cycles"], 0, 0)]
#[case::diff(&["diff", "--from", "2000-01-01"], 5, 4)]
#[case::list(&["list"], 4, 3)]
#[case::tree(&["tree"], 4, 3)]
#[case::search(&["search", "l"], 3, 0)]
fn every_answer_with_a_graph_is_written_in_every_format(
    #[case] question: &[&str],
    #[case] nodes: usize,
    #[case] edges: usize,
) {
    let fixture = story();
    for format in format::ALL {
        let run = fixture.run(&[question, &["-f", format.name]].concat()).code(0);
        if format.name == "jsonl" {
            let (written, written_edges) = content(&run.stdout);
            assert_eq!((written.len(), written_edges.len()), (nodes, edges), "{}", run.stdout);
        }
        assert!(!run.stdout.contains('\u{1b}'));
    }
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let fixture = story();
    let path = fixture.path("graph.jsonl");
    fixture.run(&["export", "-o", "graph.jsonl"]).code(0);
    let first = fs::read_to_string(&path).unwrap();
    assert_eq!(lines(&first).len(), 9, "the extension selects the format");
    let refused = fixture.run(&["list", "-o", "graph.jsonl"]).code(2);
    assert!(refused.stderr.contains("graph.jsonl exists; --force replaces it"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&path).unwrap(), first);
    fixture.run(&["trace", "nowhere", "-o", "graph.jsonl", "--force"]).code(1);
    assert_eq!(fs::read_to_string(&path).unwrap(), first, "a negative answer replaces nothing");
    fixture.run(&["refs", "signal", "-o", "graph.jsonl", "--force"]).code(0);
    assert_eq!(lines(&fs::read_to_string(&path).unwrap()).len(), 5);
    let left: Vec<_> = fs::read_dir(fixture.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with(".refscope-")), "{left:?}");
}

#[test]
fn a_folder_is_not_replaced_by_a_file() {
    let run = story().run(&["export", "-o", "artifacts", "--force", "-f", "jsonl"]).code(2);
    assert!(run.stderr.contains("artifacts is not a file"), "{}", run.stderr);
}

#[rstest]
#[case::no_graph(&["stats", "-f", "jsonl"], "the format jsonl is for answers with a graph")]
#[case::no_dialect(&["export", "-f", "jsonl", "--dialect", "gephi"], "--dialect applies only to formats with dialects")]
#[case::following(&["refs", "task", "--follow", "-f", "jsonl"], "is for answers with a graph")]
#[case::unknown(&["export", "-f", "parquet"], "invalid value 'parquet'")]
fn what_does_not_fit_is_refused(#[case] arguments: &[&str], #[case] why: &str) {
    let run = story().run(arguments).code(2);
    assert!(run.stderr.contains(why), "{}", run.stderr);
}

#[test]
fn a_limit_keeps_the_first_nodes_and_the_first_edges_with_their_ends() {
    let run = story().run(&["export", "-f", "jsonl", "--limit", "1"]).code(0);
    let nodes = ["alone", "signal", "task"].map(str::to_owned).to_vec();
    assert_eq!(content(&run.stdout), (nodes, vec!["signal led-to task".to_owned()]));
    assert_eq!(run.stderr, "hint: 1 of 5 nodes, 1 of 4 edges; --limit N shows more\n");
}

/// Two paths from `s` to `t`, and two cycles.
fn paths_and_cycles() -> Fixture {
    let pairs = [("s", "a"), ("s", "b"), ("a", "t"), ("b", "t"), ("t", "s"), ("x", "y"), ("y", "x")];
    let fixture = Fixture::empty().rows(&pairs.map(|(from, to)| row(from, to, "led-to")));
    ["s", "a", "b", "t", "x", "y"]
        .iter()
        .fold(fixture, |fixture, id| fixture.write(&format!("artifacts/notes/{id}.md"), ""))
}

/// The edges anywhere in a value, sorted.
fn edges_in(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(edges_in).collect(),
        Value::Object(fields) if fields.contains_key("from") && fields.contains_key("relation") => {
            BTreeSet::from([["from", "relation", "to"].map(|key| value[key].as_str().unwrap()).join(" ")])
        }
        Value::Object(fields) => fields.values().flat_map(edges_in).collect(),
        _ => BTreeSet::new(),
    }
}

#[rstest]
#[case::refs(&["refs", "s"], "1 of 2 edges")]
#[case::trace(&["trace", "s"], "1 of 4 nodes, 1 of 5 edges")]
#[case::path(&["path", "s", "t", "--all-shortest", "--directed"], "1 of 2 shortest paths")]
#[case::cycles(&["cycles"], "1 of 2 cycles")]
#[case::diff(&["diff", "--from", "2000-01-01"], "1 of 6 nodes")]
fn a_limited_graph_has_the_edges_of_the_same_entries_as_json(#[case] question: &[&str], #[case] left_out: &str) {
    let fixture = paths_and_cycles();
    let limited = |format: &str| fixture.run(&[question, &["--limit", "1", "-f", format]].concat()).code(0);
    let (json, graph) = (limited("json").json(), limited("jsonl"));
    assert_eq!(content(&graph.stdout).1.into_iter().collect::<BTreeSet<_>>(), edges_in(&json));
    assert!(graph.stderr.starts_with(&format!("hint: {left_out}")), "{}", graph.stderr);
}

#[rstest]
#[case::list(&["list"], "3 of 6 nodes")]
#[case::tree(&["tree", "--root", "reference"], "3 of 8 rows")]
fn a_limited_graph_has_the_same_nodes_as_json(#[case] question: &[&str], #[case] left_out: &str) {
    let fixture = paths_and_cycles();
    let limited = |format: &str| fixture.run(&[question, &["--limit", "3", "-f", format]].concat());
    let (json, graph) = (limited("json").json(), limited("jsonl"));
    let ids: Vec<_> = json.as_array().unwrap().iter().filter_map(|node| node["id"].as_str()).collect();
    assert_eq!(content(&graph.stdout).0, ids);
    assert!(graph.stderr.contains(left_out), "{}", graph.stderr);
}

#[test]
fn what_a_limit_leaves_out_is_said_in_every_format_that_has_a_place_for_it() {
    let without_comments = ["jsonl", "csv", "canvas"];
    for format in format::ALL {
        let run = story().run(&["list", "--limit", "2", "-f", format.name]).code(0);
        let left_out = "2 of 4 nodes; --limit N shows more";
        assert!(run.stderr.contains(&format!("hint: {left_out}")), "{}", run.stderr);
        assert_eq!(run.stdout.contains(left_out), !without_comments.contains(&format.name), "{}", run.stdout);
        let all = story().run(&["list", "--limit", "4", "-f", format.name]).code(0);
        assert_eq!(all.stderr, "");
    }
}

#[test]
fn a_default_limit_is_said() {
    let fixture = (0..25).fold(Fixture::empty(), |fixture, n| fixture.write(&format!("artifacts/notes/n-{n}.md"), ""));
    for format in ["json", "mermaid"] {
        let run = fixture.run(&["search", "n", "-f", format]).code(0);
        assert_eq!(run.stderr, "hint: 20 of 25 nodes; --limit N shows more\n");
    }
}

#[rstest]
#[case::name("graph.mermaid", "flowchart LR")]
#[case::name_of_another_extension("graph.markdown", "```mermaid")]
#[case::name_of_json("graph.jgf", "\"generator\":\"refscope\"")]
#[case::name_with_a_hyphen("graph.node-link", "\"multigraph\":true")]
#[case::capitals("graph.DOT", "digraph")]
#[case::json("graph.json", "\"nodes\"")]
fn the_extension_or_the_name_of_a_format_selects_it(#[case] file: &str, #[case] expected: &str) {
    let fixture = story();
    fixture.run(&["export", "-o", file]).code(0);
    let text = fs::read_to_string(fixture.path(file)).unwrap();
    assert!(text.contains(expected), "{text}");
}

#[rstest]
#[case::extension("graph.xyz")]
#[case::no_extension("graph")]
fn a_file_name_that_selects_no_format_is_refused(#[case] file: &str) {
    let fixture = story();
    let run = fixture.run(&["export", "-o", file]).code(2);
    let message =
        format!("error: the name {file} selects no format; use --format or one of these extensions: json, jsonl");
    assert!(run.stderr.starts_with(&message), "{}", run.stderr);
    assert!(!fixture.path(file).exists());
    fixture.run(&["export", "-o", file, "-f", "dot"]).code(0);
}

#[test]
fn a_missing_folder_is_named_with_what_to_do() {
    let run = story().run(&["export", "-o", "no/dir.svg"]).code(2);
    let expected = "error: cannot write no/dir.svg: the folder no does not exist; create it or choose another one\n";
    assert_eq!(run.stderr, expected);
}
