//! Issues of beads through the real binary: reading, lists, ready tasks, and the choice of the file.

use crate::support::{Fixture, row};
use serde_json::Value;

const ISSUES: &str = r#"{"id": "bd-1", "title": "Epic", "issue_type": "epic", "status": "open", "priority": 1, "created_at": "2026-01-01T00:00:00Z"}
{"id": "bd-1.1", "title": "Blocked", "status": "open", "priority": 0, "dependencies": [{"issue_id": "bd-1.1", "depends_on_id": "bd-2", "type": "blocks"}]}
{"id": "bd-2", "title": "Started", "status": "in_progress", "priority": 0}
{"id": "bd-3", "title": "Urgent", "status": "open", "priority": 0, "dependencies": [{"depends_on_id": "bd-4", "type": "blocks"}, {"depends_on_id": "gt-9", "type": "blocks"}]}
{"id": "bd-4", "title": "Done", "status": "closed"}
{"id": "bd-5", "title": "Gone", "status": "tombstone"}
{"id": "bd-6", "title": "Old", "status": "open", "priority": 1, "created_at": "2025-01-01T00:00:00Z"}
{"id": "bd-7", "title": "Later", "status": "open", "priority": 0, "defer_until": "2027-01-01T00:00:00Z"}
{"id": "bd-8", "title": "Unrated", "status": "open"}
"#;

fn fixture() -> Fixture {
    Fixture::bare().write(".beads/issues.jsonl", ISSUES)
}

fn ids(answer: &Value) -> Vec<&str> {
    answer.as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap()).collect()
}

#[test]
fn ready_lists_open_issues_that_nothing_open_blocks_by_priority() {
    let fixture = fixture();
    let ready = fixture.run(&["ready", "--now", "2026-06-01"]).code(0).json();
    assert_eq!(ids(&ready), ["bd-3", "bd-6", "bd-1", "bd-8"]);
    let priorities: Vec<_> = ready.as_array().unwrap().iter().map(|node| node["priority"].as_i64()).collect();
    assert_eq!(priorities, [Some(0), Some(1), Some(1), None]);
    assert_eq!((&ready[0]["kind"], &ready[0]["status"]), (&"task".into(), &"open".into()));
    let later = fixture.run(&["ready", "--now", "2027-06-01"]).code(0).json();
    assert_eq!(ids(&later), ["bd-3", "bd-7", "bd-6", "bd-1", "bd-8"]);
}

#[test]
fn rows_of_the_log_hold_up_issues_too() {
    let fixture = fixture().rows(&[row("bd-2", "bd-3", "blocks"), row("bd-4", "bd-6", "blocks")]);
    let ready = fixture.run(&["ready", "--now", "2026-06-01"]).code(0).json();
    assert_eq!(ids(&ready), ["bd-6", "bd-1", "bd-8"]);
}

#[test]
fn a_workspace_without_tasks_has_none_that_are_ready() {
    let fixture = Fixture::clean();
    assert_eq!(fixture.run(&["ready"]).code(0).json(), serde_json::json!([]));
}

#[test]
fn deleted_issues_are_listed_only_by_status() {
    let fixture = fixture();
    let listed = |arguments: &[&str]| fixture.run(arguments).code(0).json();
    assert!(!ids(&listed(&["list"])).contains(&"bd-5"));
    assert_eq!(ids(&listed(&["list", "--status", "tombstone"])), ["bd-5"]);
    assert_eq!(listed(&["show", "bd-5"])["status"], "tombstone");
    assert_eq!(listed(&["show", "gt-9"])["kind"], "external");
    assert_eq!(fixture.codes(), [] as [&str; 0]);
}

#[test]
fn the_earlier_end_of_an_edge_has_the_negative_distance() {
    let text = r#"{"id": "bd-old", "dependencies": [{"depends_on_id": "bd-new", "type": "supersedes"}]}
{"id": "bd-new", "dependencies": [{"depends_on_id": "bd-first", "type": "blocks"}]}
{"id": "bd-first"}
"#;
    let fixture = Fixture::bare().write(".beads/issues.jsonl", text);
    let trace = fixture.run(&["trace", "bd-new", "--orient", "meaning"]).code(0).json();
    let at = |id: &str| {
        let nodes = trace["nodes"].as_array().unwrap();
        nodes.iter().find(|node| node["id"] == id).map(|node| node["distance"].as_i64().unwrap())
    };
    assert_eq!((at("bd-old"), at("bd-first")), (Some(-1), Some(-1)));
    let edges = fixture.run(&["refs", "bd-new", "--direction", "both"]).json();
    let edge = |verb: &str| edges.as_array().unwrap().iter().find(|edge| edge["relation"] == verb).unwrap().clone();
    assert_eq!((&edge("supersedes")["from"], &edge("supersedes")["to"]), (&"bd-new".into(), &"bd-old".into()));
    assert_eq!((&edge("blocks")["from"], &edge("blocks")["line"]), (&"bd-first".into(), &2.into()));
}

#[test]
fn an_empty_export_is_a_workspace_with_a_warning() {
    let fixture =
        Fixture::bare().write(".beads/issues.jsonl", "").write(".beads/metadata.json", r#"{"backend": "dolt"}"#);
    let report = fixture.run(&["doctor"]).code(0).json();
    let finding = &report["findings"][0];
    assert_eq!((&finding["code"], &finding["severity"]), (&"beads-stale".into(), &"warning".into()));
    assert_eq!(finding["suggestion"], "run `bd export -o .beads/issues.jsonl`");
    assert_eq!(fixture.run(&["list"]).code(0).json(), serde_json::json!([]));
}

#[test]
fn issues_link_to_nodes_of_other_systems_and_are_never_written_to() {
    let fixture = Fixture::clean().write(".beads/issues.jsonl", ISSUES);
    fixture.run(&["refs", "add", "--from", "a", "--to", "beads:bd-3", "--relation", "led-to"]).code(0);
    assert_eq!(fixture.run(&["refs", "bd-3", "--direction", "in"]).json()[0]["from"], "a");
    assert_eq!(fixture.read(".beads/issues.jsonl"), ISSUES);
}

#[test]
fn an_external_id_hides_no_node() {
    let fixture = Fixture::bare()
        .write(".beads/issues.jsonl", r#"{"id":"bd-1","dependencies":["0007-use-s3"]}"#)
        .write("docs/adr/0007-use-s3.md", "# 7. Use S3\n");
    assert_eq!(fixture.run(&["show", "0007-use-s3"]).code(0).json()["system"], "adr");
    assert_eq!(fixture.run(&["show", "beads:0007-use-s3"]).code(0).json()["kind"], "external");
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    assert_eq!(fixture.run(&["doctor"]).code(0).detail("issues"), "1 issue: all readable, no cycles");
}

#[test]
fn deleted_issues_are_neither_in_the_tree_nor_ranked() {
    let fixture = fixture();
    for command in ["tree", "rank"] {
        let answer = fixture.run(&[command]).code(0).stdout;
        assert!(answer.contains("bd-4") && !answer.contains("bd-5"), "{command}: {answer}");
    }
}
