//! Reading issues: fields, directions, ids in other repositories, findings and the choice of the file.

mod directions;
mod files;
mod findings;
mod naive;

use super::*;
use crate::graph::{Edge, Graph, GraphBuilder};

const SHOWN: &str = ".beads/issues.jsonl";

fn read(text: &str) -> (Graph, Vec<Finding>) {
    let mut builder = GraphBuilder::new(registry());
    for batch in parse(SHOWN, text) {
        builder.add(batch);
    }
    builder.finish()
}

/// A row of an issue with these further fields.
fn issue(id: &str, rest: &str) -> String {
    let rest = if rest.is_empty() { String::new() } else { format!(", {rest}") };
    format!(r#"{{"id": "{id}", "title": "Title of {id}", "created_at": "2026-01-01T00:00:00Z"{rest}}}"#)
}

/// A row of an issue with one dependency.
fn dependent(id: &str, on: &str, kind: &str) -> String {
    issue(id, &format!(r#""dependencies": [{{"issue_id": "{id}", "depends_on_id": "{on}", "type": "{kind}"}}]"#))
}

fn rows(rows: &[String]) -> String {
    rows.join("\n") + "\n"
}

/// Each edge as `from verb to`, implicit ones in brackets.
fn edges(graph: &Graph) -> Vec<String> {
    let edge = |edge: Edge<'_>| {
        let text = format!("{} {} {}", edge.from().id(), edge.relation(), edge.to().id());
        if edge.is_implicit() { format!("({text})") } else { text }
    };
    graph.edges().filter(|edge| !edge.is_repeated()).map(edge).collect()
}

/// Each node as `id kind status line`.
fn nodes(graph: &Graph) -> Vec<String> {
    let node = |node: Node<'_>| {
        let (kind, status) = (node.kind().unwrap_or("missing"), node.status().unwrap_or("-"));
        format!("{} {kind} {status} {}", node.id(), node.line().unwrap_or_default())
    };
    graph.nodes().map(node).collect()
}

/// Code and line of each finding, of reading and of checking.
fn codes(text: &str) -> Vec<(&'static str, u32)> {
    let (graph, mut findings) = read(text);
    findings.extend(checks::check(&graph, crate::graph::NEVER));
    findings.iter().map(|finding| (finding.rule.code, finding.line.unwrap_or_default())).collect()
}

#[test]
fn a_row_is_a_node_with_its_kind_status_time_and_line() {
    let text = [
        r#"{"_schema": "beads/1"}"#.to_owned(),
        issue("bd-1", r#""_type": "issue", "issue_type": "epic", "status": "in_progress", "priority": 0"#),
        r#"{"_type": "memory", "key": "k"}"#.to_owned(),
        String::new(),
        r#"{"id": "tea-rags-mcp-3u5s"}"#.to_owned(),
    ];
    let (graph, findings) = read(&text.join("\r\n"));
    assert_eq!(findings, []);
    assert_eq!(nodes(&graph), ["bd-1 epic in_progress 2", "tea-rags-mcp-3u5s task open 5"]);
    let first = graph.find("bd-1").unwrap();
    assert_eq!((first.title(), first.file()), ("Title of bd-1", Some(SHOWN)));
    assert_eq!(first.created(), crate::time::parse("2026-01-01T00:00:00Z"));
    assert_eq!(graph.find("tea-rags-mcp-3u5s").unwrap().title(), "tea-rags-mcp-3u5s");
}

#[test]
fn an_edge_has_the_time_the_actor_and_the_metadata_of_its_dependency() {
    let dependency = |metadata: &str| {
        format!(
            r#"{{"issue_id": "bd-1", "depends_on_id": "bd-2", "type": "blocks", "created_at": "2026-02-03T04:05:06Z",
                "created_by": "kim", "metadata": {metadata}}}"#
        )
        .replace('\n', " ")
    };
    let all = [dependency(r#""{}""#), dependency(r#""{\"gate\": 1}""#), dependency(r#"{"gate": 2}"#)].join(", ");
    let text = rows(&[issue("bd-1", &format!(r#""dependencies": [{all}]"#)), issue("bd-2", "")]);
    let (graph, findings) = read(&text);
    assert_eq!(findings, []);
    let notes: Vec<_> = graph.edges().map(|edge| edge.note().map(str::to_owned)).collect();
    assert_eq!(notes, [None, Some(r#"{"gate": 1}"#.to_owned()), Some(r#"{"gate":2}"#.to_owned())]);
    let edge = graph.edges().next().unwrap();
    assert_eq!((edge.actor(), edge.ts().as_deref(), edge.line()), (Some("kim"), Some("2026-02-03T04:05:06Z"), 1));
}

#[test]
fn a_child_without_a_stated_parent_belongs_to_the_issue_that_its_id_names() {
    let text = rows(&[
        issue("bd-1", ""),
        issue("bd-1.1", ""),
        issue("bd-1.1.2", ""),
        dependent("bd-1.3", "bd-2", "parent_child"),
        dependent("bd-1.4", "bd-2", "child"),
        dependent("bd-1.5", "bd-2", "blocks"),
        issue("bd-9.1", ""),
        issue("bd-1.x", ""),
        issue("bd-2", ""),
    ]);
    let (graph, _) = read(&text);
    let expected = [
        "(bd-1.1 parent-child bd-1)",
        "(bd-1.1.2 parent-child bd-1.1)",
        "bd-1.3 parent_child bd-2",
        "bd-1.4 child bd-2",
        "bd-2 blocks bd-1.5",
        "(bd-1.5 parent-child bd-1)",
    ];
    assert_eq!(edges(&graph), expected);
    assert_eq!(codes(&text), []);
}

#[test]
fn issues_are_below_their_parents_in_the_tree() {
    let text = rows(&[
        issue("bd-1", r#""issue_type": "epic""#),
        issue("bd-1.1", ""),
        dependent("bd-2", "bd-1.1", "child"),
        dependent("bd-3", "bd-4", "parent-child"),
        dependent("bd-4", "bd-3", "parent-child"),
        dependent("bd-5", "bd-gone", "parent-child"),
    ]);
    let (graph, _) = read(&text);
    let path = |id: &str| tree_path(graph.find(id).unwrap()).join("/");
    assert_eq!(path("bd-2"), "epic/bd-1/bd-1.1/bd-2");
    assert_eq!(path("bd-3"), "task/bd-4/bd-3");
    assert_eq!(path("bd-5"), "task/bd-5");
}

#[test]
fn an_id_of_another_repository_is_external_and_not_a_finding() {
    let text = rows(&[
        dependent("bd-1", "external:shop:pay", "blocks"),
        dependent("bd-2", "gt-77", "discovered-from"),
        dependent("bd-3", "gt-77", "blocks"),
        dependent("bd-4", "bd-gone", "blocks"),
        dependent("bd-5", "bd-wisp-x1", "tracks"),
        dependent("bd-6", "nohyphen", "blocks"),
    ]);
    let (graph, findings) = read(&text);
    assert_eq!(findings, []);
    let foreign: Vec<_> = nodes(&graph).into_iter().filter(|node| !node.ends_with("task open")).collect();
    let foreign: Vec<_> = foreign.iter().filter(|node| !node.contains(" task ")).collect();
    assert_eq!(
        foreign,
        [
            "external:shop:pay external - 1",
            "gt-77 external - 2",
            "bd-gone missing - 0",
            "bd-wisp-x1 missing - 0",
            "nohyphen missing - 0"
        ]
    );
    assert_eq!(codes(&text), [("beads-missing", 4), ("beads-wisp", 5), ("beads-missing", 6)]);
}

#[test]
fn an_id_with_the_prefix_of_a_system_is_left_to_the_graph() {
    let (graph, _) = read(&rows(&[dependent("bd-1", "reference:a-b", "tracks")]));
    let target = graph.edges().next().unwrap().to();
    assert_eq!((target.system().name(), target.id(), target.is_missing()), ("reference", "a-b", true));
}

#[test]
fn both_halves_of_a_symmetric_pair_are_one_fact() {
    let text = rows(&[
        dependent("bd-1", "bd-2", "relates-to"),
        dependent("bd-2", "bd-1", "relates-to"),
        dependent("bd-3", "bd-1", "related"),
    ]);
    let (graph, _) = read(&text);
    assert_eq!(edges(&graph), ["bd-1 relates-to bd-2", "bd-3 related bd-1"]);
    assert_eq!(graph.edges().filter(|edge| edge.is_repeated()).map(|edge| edge.line()).collect::<Vec<_>>(), [2]);
    let text = rows(&[dependent("bd-1", "bd-2", "relates_to"), dependent("bd-2", "bd-1", "relates-to")]);
    assert_eq!(edges(&read(&text).0), ["bd-1 relates-to bd-2"]);
}

#[test]
fn the_last_row_of_an_id_wins_with_its_edges() {
    let text = rows(&[dependent("bd-1", "bd-2", "blocks"), issue("bd-2", ""), issue("bd-1", r#""status": "closed""#)]);
    let (graph, _) = read(&text);
    assert_eq!(nodes(&graph), ["bd-2 task open 2", "bd-1 task closed 3"]);
    assert_eq!(edges(&graph), [] as [&str; 0]);
    assert_eq!(codes(&text), [("beads-id-duplicate", 3)]);
}

#[test]
fn fields_are_those_of_the_row_with_its_comments_and_without_its_edges() {
    let comments =
        r#""comments": [{"id": 1, "author": "kim", "text": "Seen it", "created_at": "2026-01-02T00:00:00Z"}]"#;
    let text = rows(&[dependent("bd-0", "bd-1", "blocks"), issue("bd-1", &format!(r#""labels": ["x"], {comments}"#))]);
    let folder = crate::system::kit::fixture::folder(&[(SHOWN, &text)]);
    let (graph, _) = read(&text);
    let of = |id: &str| BeadsIssues.fields(folder.path(), &[graph.find(id).unwrap()]).unwrap().remove(0);
    assert_eq!(of("bd-1")["comments"][0]["text"], "Seen it");
    assert!(!of("bd-0").contains_key("dependencies"));
    // The row has moved.
    std::fs::write(folder.path().join(SHOWN), format!("{}\n{text}", issue("bd-2", ""))).unwrap();
    assert_eq!(of("bd-1")["title"], "Title of bd-1");
}

#[test]
fn a_dependency_may_be_a_bare_id() {
    let (graph, findings) = read(&rows(&[issue("bd-1", r#""dependencies": ["bd-2"]"#), issue("bd-2", "")]));
    assert_eq!((edges(&graph), findings), (vec!["bd-2 blocks bd-1".to_owned()], vec![]));
}
