//! Notes: vaults as workspaces, alone and next to a reference graph.

use crate::support::{Fixture, row};
use rstest::rstest;
use serde_json::Value;

fn vault() -> Fixture {
    Fixture::bare().write(".obsidian/app.json", "{}")
}

fn distances(trace: &Value) -> Vec<(String, i64)> {
    let one = |node: &Value| (node["id"].as_str().unwrap().to_owned(), node["distance"].as_i64().unwrap());
    trace["nodes"].as_array().unwrap().iter().map(one).collect()
}

/// The edges of a node as `relation id`.
fn edges(fixture: &Fixture, id: &str) -> Vec<String> {
    let edges = fixture.run(&["refs", id, "--direction", "both"]).code(0).json();
    let one = |edge: &Value| {
        let other = if edge["from"] == id { &edge["to"] } else { &edge["from"] };
        format!("{} {}", edge["relation"].as_str().unwrap(), other.as_str().unwrap())
    };
    edges.as_array().unwrap().iter().map(one).collect()
}

#[rstest]
#[case("next", "a", "b")]
#[case("prev", "b", "a")]
#[case("derived-from", "b", "a")]
#[case("supersedes", "b", "a")]
#[case("depends-on", "b", "a")]
fn the_earlier_note_has_the_negative_distance(#[case] verb: &str, #[case] earlier: &str, #[case] later: &str) {
    let fixture = vault().write("a.md", format!("{verb}:: [[b]]")).write("b.md", "");
    let trace = fixture.run(&["trace", "a", "--orient", "meaning"]).code(0).json();
    let position = |id: &str| distances(&trace).into_iter().find(|(other, _)| other == id).unwrap().1;
    assert!(position(earlier) < position(later), "{trace}");
}

#[rstest]
#[case("up")]
#[case("parent")]
#[case("child-of")]
#[case("down")]
#[case("child")]
#[case("same")]
#[case("sibling")]
#[case("supports")]
#[case("contradicts")]
#[case("mentions")]
fn other_verbs_are_not_part_of_a_lineage(#[case] verb: &str) {
    let fixture = vault().write("a.md", format!("{verb}:: [[b]]")).write("b.md", "");
    let trace = fixture.run(&["trace", "a", "--orient", "meaning"]).code(0).json();
    assert_eq!(distances(&trace), [("a".to_owned(), 0)]);
    assert_eq!(edges(&fixture, "a"), [format!("{verb} b")]);
}

#[test]
fn a_vault_is_a_workspace_without_settings() {
    let fixture = vault().write("Folder/My note.md", "up:: [[Other]]").write("Other.md", "");
    assert_eq!(fixture.ids(), ["Folder/My note", "Other"]);
    assert_eq!(edges(&fixture, "Folder/My note"), ["up Other"]);
    let shown = fixture.run(&["show", "note:Folder/My note"]).code(0).json();
    assert_eq!(shown["path"], "Folder/My note.md");
}

#[test]
fn a_vault_next_to_a_reference_graph_changes_nothing_there() {
    let fixture = Fixture::clean().write("artifacts/notes/linked.md", "[[a]] [[My note]] [[Home]] [[a.b]]");
    let before = fixture.run(&["refs", "linked"]).code(0).json();
    let fixture = fixture.write(".obsidian/app.json", "{}").write("My note.md", "[[Home]]").write("a.b.md", "");
    assert_eq!(fixture.run(&["refs", "linked"]).code(0).json(), before);
    assert_eq!(fixture.run(&["show", "linked"]).code(0).json()["system"], "reference");
}

#[test]
fn rows_of_the_log_link_notes() {
    let rows = [row("My note", "note:Other", "supersedes")];
    let fixture = vault().write("My note.md", "").write("Other.md", "").rows(&rows);
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    assert_eq!(edges(&fixture, "My note"), ["supersedes Other"]);
}

#[test]
fn an_empty_vault_is_a_workspace_with_a_warning() {
    assert_eq!(vault().codes(), ["note-none"]);
}

#[test]
fn a_folder_is_named_in_the_settings() {
    let fixture = Fixture::bare()
        .write(".refscope.yaml", "sources:\n  - {system: note, path: kb}\n  - {system: note, path: gone}\n")
        .write("kb/x/a.md", "[[b]]")
        .write("kb/b.md", "")
        .write("c.md", "");
    assert_eq!(fixture.ids(), ["b", "x/a"]);
    assert_eq!(fixture.codes(), ["source-missing"]);
}

#[test]
fn fields_of_breadcrumbs_are_relations_with_inverses() {
    let settings = r#"{"edge_fields": [{"label": "boss"}, {"label": "staff"}], "implied_relations": {"transitive":
        [{"chain": [{"field": "boss"}], "close_field": "staff", "close_reversed": true},
         {"chain": [{"field": "staff"}], "close_field": "boss", "close_reversed": true}]}}"#;
    let fixture = vault()
        .write(".obsidian/plugins/breadcrumbs/data.json", settings)
        .write("a.md", "boss:: [[b]]")
        .write("b.md", "staff:: [[a]]");
    let stats = fixture.run(&["stats"]).code(0).json();
    assert_eq!((&stats["relations"], &stats["repeated"]), (&serde_json::json!({"boss": 1}), &serde_json::json!(1)));
}

#[rstest]
#[case::path("folder/my note")]
#[case::file_name("My note")]
#[case::case_does_not_matter("my NOTE")]
#[case::alias("Another name")]
#[case::with_the_system("note:Another name")]
fn a_note_can_be_typed_as_in_a_link(#[case] typed: &str) {
    let note = "---\naliases: [Another name, Third]\n---\n";
    let fixture = vault().write("Folder/My note.md", note).write("Other.md", "");
    assert_eq!(fixture.run(&["show", typed]).code(0).json()["id"], "Folder/My note");
}

#[test]
fn a_name_of_several_notes_lists_them() {
    let fixture = vault().write("a/Twin.md", "").write("b/Twin.md", "");
    let run = fixture.run(&["show", "twin"]).code(1);
    assert!(run.stderr.contains("a/Twin") && run.stderr.contains("b/Twin"), "{}", run.stderr);
}

#[test]
fn a_link_leads_to_a_node_of_another_system_if_no_note_has_the_name() {
    let fixture = vault()
        .write("a.md", "[[bd-1]] [[b]] [[gone]]")
        .write("b.md", "")
        .write(".beads/issues.jsonl", "{\"id\":\"bd-1\"}\n{\"id\":\"b\"}\n");
    let edges = fixture.run(&["refs", "note:a", "--direction", "out"]).code(0).json();
    let to: Vec<_> = edges.as_array().unwrap().iter().map(|edge| edge["to"].as_str().unwrap()).collect();
    assert_eq!(to, ["bd-1", "note:b", "gone"]);
    assert_eq!(fixture.codes(), ["id-ambiguous", "note-missing"]);
}
