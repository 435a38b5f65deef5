//! What was found in a repository, and where: which folder is the workspace, which files are read there, and what
//! `stats` says about it.

use crate::support::{Fixture, row, run, run_on_terminal};
use rstest::rstest;
use serde_json::{Value, json};

const ISSUE: &str = "{\"id\":\"bd-1\",\"title\":\"Keys expire together\",\"status\":\"open\"}\n";
const RECORD: &str = "# 1. Use jitter\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n";
const TASKS: &str = r#"{"master": {"tasks": [{"id": 1, "title": "Plan", "status": "done"}]}}"#;
const GRAPH: &str = r#"{"directed": false, "multigraph": false, "graph": {}, "nodes": [
 {"id": "a", "label": "a()", "file_type": "code", "source_file": "src/a.py", "source_location": "L1"},
 {"id": "b", "label": "b()", "file_type": "code", "source_file": "src/b.py", "source_location": "L3"}],
"links": [{"source": "a", "target": "b", "relation": "calls", "confidence": "EXTRACTED", "source_file": "src/a.py"}]}"#;

/// A git repository.
fn repository() -> Fixture {
    Fixture::bare().write(".git/HEAD", "ref: refs/heads/main\n").write("src/deep/main.rs", "")
}

/// The places of each system, as `stats` prints them in a folder of the fixture.
fn places(fixture: &Fixture, folder: &str) -> Value {
    let stats = run(&fixture.path(folder), &["stats"]).code(0).json();
    let systems = stats["systems"].as_object().unwrap().iter();
    systems.map(|(name, counts)| (name.clone(), counts.get("places").cloned().unwrap_or_default())).collect()
}

#[test]
fn everything_in_a_repository_is_found_from_any_folder_and_named_with_its_place() {
    let fixture = repository()
        .write(".beads/issues.jsonl", ISSUE)
        .write("docs/adr/0001-use-jitter.md", RECORD)
        .write("docs/adr/0002-use-a-cache.md", RECORD)
        .write("graphify-out/graph.json", GRAPH)
        .write(".taskmaster/tasks/tasks.json", TASKS)
        .rows(&[row("bd-1", "a", "cites")]);
    let found = json!({
        "adr": ["docs/adr"],
        "beads": [".beads/issues.jsonl"],
        "graph": ["graphify-out/graph.json"],
        "reference": ["references.jsonl"],
        "taskmaster": [".taskmaster/tasks/tasks.json"],
    });
    for folder in ["", "docs", "docs/adr", "src/deep", ".beads"] {
        assert_eq!(places(&fixture, folder), found, "{folder}");
    }
}

#[test]
fn readable_stats_name_the_places_beside_the_counts() {
    let fixture = repository().write(".beads/issues.jsonl", ISSUE).write("adr/0001-use-jitter.md", RECORD);
    let (shown, code) = run_on_terminal(fixture.root(), &["stats"], &[("NO_COLOR", "1")]);
    let rows = "Systems (2)\n  beads  1 node, 0 edges  .beads/issues.jsonl\n  \
                adr    1 node, 0 edges  adr/0001-use-jitter.md\n";
    assert!(code == 0 && shown.contains(rows), "{shown}");
}

#[test]
fn a_system_without_nodes_is_named_with_its_place() {
    let fixture = repository()
        .write(".beads/issues.jsonl", "")
        .write(".obsidian/app.json", "{}")
        .write("tasks/tasks.json", r#"{"tasks": []}"#)
        .write(".taskmasterconfig", "{}");
    let stats = fixture.run(&["stats"]).code(0).json();
    let empty = |place: &str| json!({"nodes": 0, "edges": 0, "places": [place]});
    let expected =
        json!({"beads": empty(".beads"), "note": empty(".obsidian"), "taskmaster": empty("tasks/tasks.json")});
    assert_eq!(stats["systems"], expected);
    let (shown, code) = run_on_terminal(fixture.root(), &["stats"], &[("NO_COLOR", "1")]);
    assert!(code == 0 && shown.contains("  beads       0 nodes, 0 edges  .beads\n"), "{shown}");
}

#[test]
fn a_workspace_of_the_specified_systems_alone_has_no_places() {
    let fixture = Fixture::clean();
    assert_eq!(places(&fixture, ""), json!({"reference": null}));
    let fixture = fixture.write(".beads/issues.jsonl", ISSUE);
    assert_eq!(
        places(&fixture, ""),
        json!({"reference": ["artifacts", "references.jsonl"], "beads": [".beads/issues.jsonl"]})
    );
}

#[test]
fn places_of_the_settings_are_named_as_well() {
    let settings = "log: edges/all.jsonl\nsources: [{system: graph, path: exports/calls.json}]\n";
    let fixture = repository()
        .write(".refscope.yaml", settings)
        .write("exports/calls.json", GRAPH)
        .write("backlog/config.yml", "project_name: x\n")
        .write("backlog/tasks/task-1 - One.md", "---\nid: task-1\ntitle: One\n---\n")
        .write("backlog/tasks/task-2 - Two.md", "---\nid: task-2\ntitle: Two\n---\n")
        .write("edges/all.jsonl", row("task-1", "a", "cites") + "\n");
    let found = json!({
        "graph": ["exports/calls.json"],
        "note": ["backlog"],
        "reference": ["edges/all.jsonl"],
    });
    assert_eq!(places(&fixture, "backlog/tasks"), found);
}

#[rstest]
#[case::usual_folder(&["docs/adr"], "docs", json!({"adr": ["docs/adr/0001-x.md"]}))]
#[case::in_the_folder_itself(&["docs/adr"], "docs/adr", json!({"adr": ["docs/adr/0001-x.md"]}))]
#[case::two_folders(&["docs/adr", "adr"], "docs", json!({"adr": ["adr/0002-x.md", "docs/adr/0001-x.md"]}))]
#[case::bare(&["adr"], "src/deep", json!({"adr": ["adr/0001-x.md"]}))]
#[case::bare_without_a_marker_above(&["services/api/adr"], "services/api", json!({"adr": ["adr/0001-x.md"]}))]
#[case::bare_below_another(&["adr", "services/api/adr"], "services/api", json!({"adr": ["adr/0001-x.md"]}))]
fn a_bare_folder_of_records_is_a_workspace_only_if_none_above_it_is_one(
    #[case] folders: &[&str],
    #[case] here: &str,
    #[case] found: Value,
) {
    let write = |fixture: Fixture, (number, folder)| fixture.write(&format!("{folder}/000{number}-x.md"), RECORD);
    assert_eq!(places(&(1..).zip(folders).fold(repository(), write), here), found);
}

#[test]
fn outside_a_repository_the_folder_directly_above_decides() {
    let fixture = Fixture::bare().write("a/docs/adr/0001-x.md", RECORD).write("b/notes/adr/0001-y.md", RECORD);
    assert_eq!(places(&fixture, "a/docs"), json!({"adr": ["docs/adr/0001-x.md"]}));
    assert_eq!(places(&fixture, "b/notes/adr"), json!({"adr": ["adr/0001-y.md"]}));
}

#[test]
fn the_root_of_a_repository_with_issues_and_records_has_both() {
    let fixture = repository().write(".beads/issues.jsonl", ISSUE).write("docs/adr/0001-x.md", RECORD);
    let found = json!({"adr": ["docs/adr/0001-x.md"], "beads": [".beads/issues.jsonl"]});
    assert_eq!(places(&fixture, "docs"), found);
    // A bare folder deeper in the repository is not a workspace of its own either.
    let fixture = fixture.write("services/api/adr/0001-y.md", RECORD);
    assert_eq!(places(&fixture, "services/api"), found);
}

#[test]
fn a_repository_inside_another_one_is_a_workspace_of_its_own() {
    let fixture = repository().write(".beads/issues.jsonl", ISSUE);
    // In a submodule or a work tree, `.git` is a file.
    let fixture = fixture.write("vendor/lib/.git", "gitdir: ../../.git/modules/lib\n");
    let fixture = fixture.write("vendor/lib/adr/0001-x.md", RECORD).write("vendor/lib/docs/guide.txt", "");
    assert_eq!(places(&fixture, "vendor/lib/docs"), json!({"adr": ["adr/0001-x.md"]}));
    assert_eq!(places(&fixture, "vendor"), json!({"beads": [".beads/issues.jsonl"]}));
}

#[test]
fn a_folder_without_numbered_records_is_no_marker() {
    let fixture = Fixture::bare().write("adr/README.md", "# Records\n").write("docs/adr/template.md", "# Title\n");
    let refused = fixture.run(&["stats"]).code(2);
    assert!(refused.stderr.contains("no workspace found"), "{}", refused.stderr);
}

#[test]
fn ignored_folders_are_not_searched_and_ignored_markers_are_found() {
    let note = "---\ntitle: x\n---\n";
    let fixture = repository()
        .write(".gitignore", "node_modules/\nbuild/\n.beads/\n.taskmaster/\ngraphify-out/\n")
        .write(".obsidian/app.json", "{}")
        .write("notes/kept.md", note)
        .write("node_modules/pkg/README.md", note)
        .write("notes/node_modules/pkg/README.md", note)
        .write("build/generated.md", note)
        .write(".cache/hidden.md", note)
        .write(".beads/issues.jsonl", ISSUE)
        .write(".taskmaster/tasks/tasks.json", TASKS)
        .write("graphify-out/graph.json", GRAPH)
        .write("graphify-out/GRAPH_REPORT.md", note);
    let listed = fixture.run(&["list", "--system", "note"]).code(0).json();
    let paths: Vec<_> = listed.as_array().unwrap().iter().map(|node| node["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["notes/kept.md"]);
    let found = json!({
        "beads": [".beads/issues.jsonl"],
        "graph": ["graphify-out/graph.json"],
        "note": ["notes/kept.md"],
        "taskmaster": [".taskmaster/tasks/tasks.json"],
    });
    assert_eq!(places(&fixture, "src"), found);
}

#[test]
fn names_of_folders_are_printed_without_escape_sequences() {
    let fixture = repository().write("docs/adr/0001-\u{1b}[2J.md", RECORD);
    let (shown, code) = run_on_terminal(fixture.root(), &["stats"], &[("NO_COLOR", "1")]);
    assert!(code == 0 && shown.contains("docs/adr/0001-") && !shown.contains('\u{1b}'), "{shown:?}");
}
