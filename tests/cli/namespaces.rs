//! Several repositories in one graph: sources with a name.

use crate::support::{Fixture, row};
use serde_json::Value;

/// A workspace with two named sources in its own folder.
fn fixture() -> Fixture {
    let hub = r#"{"id":"hub-1","title":"Launch","dependencies":["api-2","external:web:web-1"]}"#;
    let api = r#"{"id":"api-2","title":"Serve","priority":1,"dependencies":[{"depends_on_id":"web-1","type":"discovered-from"}]}
{"id":"api-3","title":"Draft","dependencies":["api-9"]}"#;
    Fixture::bare()
        .write(".refscope.yaml", "sources:\n  - {name: api, path: api}\n  - {name: web, path: repos/web}\n")
        .write(".beads/issues.jsonl", hub)
        .write("api/.beads/issues.jsonl", api)
        .write("api/docs/adr/0001-use-s3.md", "# 1. Use S3\n\n## Status\n\nAccepted\n")
        .write("api/references.jsonl", row("api-2", "0001-use-s3", "cites"))
        .write("repos/web/.beads/issues.jsonl", r#"{"id":"web-1","title":"Page","priority":0}"#)
}

fn texts<'a>(answer: &'a Value, key: &str) -> Vec<&'a str> {
    answer.as_array().unwrap().iter().map(|one| one[key].as_str().unwrap()).collect()
}

#[test]
fn a_node_is_found_by_every_form_of_its_id() {
    let fixture = fixture();
    for form in ["api/api-2", "api/beads:api-2", "api-2", "beads:api-2"] {
        let shown = fixture.run(&["show", form]).code(0).json();
        let expected = ("api/api-2", "Serve", "api/.beads/issues.jsonl", 1);
        let found = (&shown["id"], &shown["title"], &shown["path"], &shown["fields"]["priority"]);
        assert_eq!(found, (&expected.0.into(), &expected.1.into(), &expected.2.into(), &expected.3.into()), "{form}");
    }
    fixture.run(&["show", "web/api-2"]).code(1);
    fixture.run(&["show", "api/adr:api-2"]).code(1);
}

#[test]
fn ids_of_other_repositories_refer_to_their_nodes() {
    let fixture = fixture();
    let ids = fixture.ids();
    assert_eq!(ids, ["api/0001-use-s3", "api/api-2", "api/api-3", "hub-1", "web/web-1"]);
    let blockers = fixture.run(&["refs", "hub-1", "--direction", "in"]).code(0).json();
    assert_eq!(texts(&blockers, "from"), ["api/api-2", "web/web-1"]);
    assert_eq!(texts(&blockers, "file"), [".beads/issues.jsonl"; 2]);
    let found = fixture.run(&["refs", "api-2", "--relation", "discovered-from"]).code(0).json();
    assert_eq!((texts(&found, "to"), texts(&found, "file")), (vec!["web/web-1"], vec!["api/.beads/issues.jsonl"]));
    assert_eq!(fixture.codes(), ["beads-missing"]);
}

#[test]
fn lineage_and_ready_tasks_span_repositories() {
    let fixture = fixture();
    let lineage = fixture.run(&["trace", "hub-1", "--orient", "meaning"]).code(0).json();
    let distance = |id: &str| {
        let nodes = lineage["nodes"].as_array().unwrap();
        nodes.iter().find(|node| node["id"] == id).unwrap_or_else(|| panic!("{id}: {lineage}"))["distance"].as_i64()
    };
    assert_eq!((distance("api/api-2"), distance("web/web-1")), (Some(-1), Some(-1)));
    let ready = fixture.run(&["ready"]).code(0).json();
    assert_eq!(texts(&ready, "id"), ["web/web-1", "api/api-2", "api/api-3"]);
    assert_eq!((&ready[0]["priority"], &ready[1]["priority"]), (&0.into(), &1.into()));
}

#[test]
fn an_id_that_several_sources_define_is_ambiguous() {
    let settings = "sources:\n  - {name: a, path: a}\n  - {name: b, path: b}\n";
    let fixture = Fixture::bare()
        .write(".refscope.yaml", settings)
        .write("a/.beads/issues.jsonl", r#"{"id":"x-1","title":"A"}"#)
        .write("b/.beads/issues.jsonl", r#"{"id":"x-1","title":"B"}"#)
        .rows(&[row("x-1", "b/x-1", "cites"), row("a/beads:x-1", "b/x-1", "cites")]);
    let run = fixture.run(&["show", "x-1"]).code(1);
    assert!(run.stderr.contains("a/x-1") && run.stderr.contains("b/x-1"), "{}", run.stderr);
    assert_eq!(fixture.run(&["show", "b/x-1"]).code(0).json()["title"], "B");
    let edges = fixture.run(&["refs", "b/x-1", "--direction", "in"]).code(0).json();
    assert_eq!(texts(&edges, "from"), ["x-1", "a/x-1"]);
    assert_eq!(fixture.codes(), ["dangling-source"]);
}

#[test]
fn new_edges_go_to_the_log_of_the_workspace() {
    let fixture = fixture();
    let before = fixture.read("api/references.jsonl");
    fixture.run(&["refs", "add", "--from", "hub-1", "--to", "api/adr:0001-use-s3", "--relation", "cites"]).code(0);
    assert_eq!(fixture.read("api/references.jsonl"), before);
    assert_eq!(fixture.read("references.jsonl").lines().count(), 1);
    let edges = fixture.run(&["refs", "hub-1", "--relation", "cites"]).code(0).json();
    assert_eq!(texts(&edges, "to"), ["api/0001-use-s3"]);
}

#[test]
fn a_source_outside_the_workspace_needs_trust() {
    let outside = Fixture::bare().write(".beads/issues.jsonl", r#"{"id":"far-1"}"#);
    let settings = format!("sources:\n  - {{name: far, path: {:?}}}\n", outside.root());
    let fixture = Fixture::clean().write(".refscope.yaml", settings);
    assert!(fixture.codes().contains(&"outside-workspace".to_owned()), "{:?}", fixture.codes());
    fixture.run(&["show", "far/far-1"]).code(1);
    fixture.run(&["--allow-outside", "show", "far/far-1"]).code(0);
}

#[test]
fn a_source_that_cannot_be_read_or_is_empty_is_a_finding() {
    let settings =
        "sources:\n  - {name: gone, path: gone}\n  - {name: empty, path: empty}\n  - {name: odd, path: odd}\n";
    let fixture = Fixture::clean()
        .write(".refscope.yaml", settings)
        .write("empty/readme.txt", "")
        .write("odd/.refscope.yaml", "log: [\n");
    assert_eq!(fixture.codes(), ["source-missing", "source-unreadable", "source-empty"]);
}

#[test]
fn names_are_checked() {
    for (entries, line, word) in [
        ("  - {name: a/b, path: x}\n", 2, "neither / nor :"),
        ("  - {name: 'a:b', path: x}\n", 2, "neither / nor :"),
        ("  - {name: a, path: x}\n  - {name: a, path: y}\n", 3, "another source has the name"),
        ("  - {path: x}\n", 2, "missing name or system"),
        ("  - {name: a}\n", 2, "missing path"),
    ] {
        let run = Fixture::clean().write(".refscope.yaml", format!("sources:\n{entries}")).run(&["list"]).code(2);
        assert!(run.stderr.contains(&format!(".refscope.yaml:{line}")), "{}", run.stderr);
        assert!(run.stderr.contains(word), "{}", run.stderr);
    }
}

#[test]
fn a_source_inside_the_workspace_is_not_read_twice() {
    let settings = "sources:\n  - {name: sub, path: sub}\n";
    let fixture = Fixture::bare()
        .write(".refscope.yaml", settings)
        .write(".obsidian/app.json", "{}")
        .write("a.md", "[[b]]")
        .write("sub/.obsidian/app.json", "{}")
        .write("sub/b.md", "");
    assert_eq!(fixture.ids(), ["a", "sub/b"]);
    // Within one system, a link reaches the only repository that has the note.
    assert_eq!(texts(&fixture.run(&["refs", "a"]).code(0).json(), "to"), ["sub/b"]);
}

#[test]
fn a_source_can_be_limited_to_one_system() {
    let settings = "sources:\n  - {name: api, path: api, system: adr}\n";
    let fixture = fixture().write(".refscope.yaml", settings);
    assert_eq!(fixture.ids(), ["api-2", "api/0001-use-s3", "external:web:web-1", "hub-1"]);
}

#[test]
fn a_row_can_name_a_node_of_a_source_in_full() {
    let fixture = fixture().write(".beads/issues.jsonl", r#"{"id":"hub-1","dependencies":["api/api-2"]}"#);
    let blockers = fixture.run(&["refs", "hub-1", "--direction", "in"]).code(0).json();
    assert_eq!(texts(&blockers, "from"), ["api/api-2"]);
    assert_eq!(fixture.codes(), ["beads-missing"]);
}

#[test]
fn a_typed_id_of_a_source_is_stored_with_its_name() {
    let fixture = fixture();
    fixture.run(&["refs", "add", "--from", "hub-1", "--to", "api-3", "--relation", "cites"]).code(0);
    assert!(fixture.read("references.jsonl").contains(r#""to":"api/api-3""#));
}

#[test]
fn a_typed_id_with_its_system_lists_the_sources_that_define_it() {
    let settings = "sources:\n  - {name: a, path: a}\n  - {name: b, path: b}\n";
    let fixture = Fixture::bare()
        .write(".refscope.yaml", settings)
        .write("a/.beads/issues.jsonl", r#"{"id":"x-1"}"#)
        .write("b/.beads/issues.jsonl", r#"{"id":"x-1"}"#);
    let run = fixture.run(&["show", "beads:x-1"]).code(1);
    assert!(run.stderr.contains("a/x-1") && run.stderr.contains("b/x-1"), "{}", run.stderr);
}

#[test]
fn stats_name_the_folders_of_sources() {
    let stats = fixture().run(&["stats"]).code(0).json();
    let places = &stats["systems"]["beads"]["places"];
    assert_eq!(places, &serde_json::json!([".beads/issues.jsonl", "api", "repos/web"]));
}
