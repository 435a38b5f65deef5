//! Exports of sphinx-needs in the older and the newer form, at the usual places.

use super::{distance, edges};
use crate::support::{Fixture, run};
use rstest::rstest;

const OLDER: &str = r#"{
  "created": "2023-04-01T19:04:36", "current_version": "2.0", "project": "Brakes",
  "versions": {
    "1.0": {"needs": {"OLD_1": {"id": "OLD_1", "title": "Gone", "type": "req"}}},
    "2.0": {"needs": {
      "REQ_1": {"id": "REQ_1", "title": "Stop in time", "type": "req", "status": "open", "docname": "index",
        "description": "It stops.", "links": ["SPEC_1", "SPEC_1"], "tests": [], "parent_needs": [],
        "tests_back": ["TEST_1"], "parent_needs_back": ["REQ_2"]},
      "REQ_2": {"id": "REQ_2", "title": "On ice", "type": "req", "status": null, "docname": "sub/ice",
        "links": [], "parent_needs": ["REQ_1"], "triggered-by": ["SPEC_1"], "checked_by": ["TEST_1"]},
      "SPEC_1": {"id": "SPEC_1", "title": "Two discs", "type": "spec", "docname": "index", "links": []},
      "TEST_1": {"id": "TEST_1", "title": "Try it", "type": "test", "docname": "index", "tests": ["REQ_1"]}
    }}
  }
}"#;

const NEWER: &str = r#"{
  "created": "2025-01-01T00:00:00", "creator": {"program": "sphinx_needs", "version": "4.1.0"},
  "current_version": "", "project": "Brakes",
  "versions": {"": {
    "needs_schema": {"properties": {
      "id": {"type": "string", "field_type": "core"},
      "implements": {"type": "array", "field_type": "links"},
      "implements_back": {"type": "array", "field_type": "backlinks"},
      "links": {"type": "array", "field_type": "links"},
      "seen_by": {"type": "array", "field_type": "backlinks"},
      "tags": {"type": "array", "field_type": "core"}
    }},
    "needs": {
      "REQ_1": {"id": "REQ_1", "title": "Stop", "type": "req", "docname": "index", "lineno": 12, "tags": ["a"],
        "implements_back": ["SPEC_1"], "seen_by": ["SPEC_1"], "parts": {"front": {"id": "front", "content": "Front"}}},
      "SPEC_1": {"id": "SPEC_1", "title": "Discs", "type": "spec", "docname": "index", "lineno": 20,
        "implements": ["REQ_1.front"], "links": ["REQ_1"]}
    }
  }}
}"#;

fn older() -> Fixture {
    Fixture::bare().write("needs.json", OLDER)
}

#[test]
fn only_the_needs_of_the_current_version_are_read() {
    let fixture = older();
    assert_eq!(fixture.ids(), ["REQ_1", "REQ_2", "SPEC_1", "TEST_1"]);
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    let expected = ["REQ_1 links-to SPEC_1", "REQ_2 child-of REQ_1", "TEST_1 tests REQ_1"];
    assert_eq!(edges(&fixture, "REQ_1"), expected);
    let expected = ["REQ_2 checked-by TEST_1", "REQ_2 child-of REQ_1", "REQ_2 triggered-by SPEC_1"];
    assert_eq!(edges(&fixture, "REQ_2"), expected);
    let stats = fixture.run(&["stats"]).json();
    assert_eq!((&stats["edges"], &stats["repeated"], &stats["missing"]), (&5.into(), &1.into(), &0.into()));
}

#[test]
fn a_need_has_a_title_a_kind_a_status_a_place_and_fields_without_edges_and_back_links() {
    let shown = older().run(&["show", "need:REQ_1"]).code(0).json();
    assert_eq!(
        (&shown["title"], &shown["kind"], &shown["status"]),
        (&"Stop in time".into(), &"req".into(), &"open".into())
    );
    assert_eq!((&shown["path"], &shown["system"]), (&"index".into(), &"need".into()));
    let fields = serde_json::json!({"id": "REQ_1", "title": "Stop in time", "type": "req", "status": "open", "docname": "index",
        "description": "It stops."});
    assert_eq!(shown["fields"], fields);
}

#[test]
fn a_newer_file_says_which_fields_are_links() {
    let fixture = Fixture::bare().write("needs.json", NEWER);
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    assert_eq!(edges(&fixture, "REQ_1"), ["SPEC_1 implements REQ_1", "SPEC_1 links-to REQ_1"]);
    let found = fixture.run(&["refs", "SPEC_1", "--relation", "implements"]).json();
    assert_eq!(found[0]["reason"].as_str().or(found[0]["note"].as_str()), Some("part front"), "{found}");
    let shown = fixture.run(&["show", "REQ_1"]).code(0).json();
    let fields = shown["fields"].as_object().unwrap();
    assert!(fields.contains_key("tags") && !fields.contains_key("seen_by") && !fields.contains_key("implements_back"));
    assert!(!fixture.run(&["show", "SPEC_1"]).json()["fields"].as_object().unwrap().contains_key("implements"));
}

/// The end that comes first has the negative distance from the other one.
#[rstest]
#[case("TEST_1", "tests", "REQ_1", -1)]
#[case("REQ_2", "triggered-by", "SPEC_1", -1)]
#[case("REQ_2", "checked-by", "TEST_1", 1)]
#[case("REQ_2", "child-of", "REQ_1", -1)]
fn the_earlier_end_is_the_cause(#[case] from: &str, #[case] verb: &str, #[case] to: &str, #[case] expected: i64) {
    let fixture = older();
    assert_eq!(distance(&fixture, from, to, verb), Some(expected));
    assert_eq!(distance(&fixture, to, from, verb), Some(-expected));
}

#[test]
fn a_plain_link_says_nothing_about_time() {
    let relations = older().run(&["relations"]).code(0).json();
    let text = relations.to_string();
    assert!(text.contains("is linked from"), "{text}");
    let trace = older().run(&["trace", "REQ_1", "--orient", "meaning"]).json();
    assert!(!trace["nodes"].as_array().unwrap().iter().any(|node| node["id"] == "SPEC_1"));
}

#[rstest]
#[case("needs.json")]
#[case("build/needs.json")]
#[case("_build/needs/needs.json")]
#[case("docs/_build/needs/needs.json")]
#[case("docs/_build/html/needs.json")]
fn an_ignored_build_folder_is_read_at_the_usual_places(#[case] place: &str) {
    let fixture =
        Fixture::bare().write(place, OLDER).write(".gitignore", "build/\n_build/\n").write("docs/index.rst", "");
    assert_eq!(fixture.ids().len(), 4, "{place}");
    // The folder of the export, and docs/, are not workspaces of their own.
    let folder = fixture.path(place);
    for below in folder.ancestors().skip(1).take_while(|folder| *folder != fixture.root()) {
        let shown = run(below, &["doctor"]).code(0).json();
        assert_eq!(shown["workspace"], fixture.root().canonicalize().unwrap().to_str().unwrap(), "{below:?}");
    }
}

#[test]
fn of_several_exports_of_one_project_the_first_usual_place_counts() {
    let later = OLDER.replace("Stop in time", "Stop late");
    let fixture =
        Fixture::bare().write("docs/_build/needs/needs.json", OLDER).write("docs/_build/html/needs.json", &later);
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    assert_eq!(fixture.run(&["show", "REQ_1"]).json()["title"], "Stop in time");
    let fixture = fixture.remove("docs/_build/needs/needs.json");
    assert_eq!(fixture.run(&["show", "REQ_1"]).json()["title"], "Stop late");
    // Another project of the same repository.
    let other = OLDER.replace("REQ_", "B_REQ_").replace("SPEC_", "B_SPEC_").replace("TEST_", "B_TEST_");
    let fixture = fixture.write("other/needs.json", other);
    assert_eq!(fixture.ids().len(), 8);
}

#[test]
fn a_file_of_the_same_name_is_left_alone() {
    let fixture = Fixture::bare().write("needs.json", "{\"node\": \"18\", \"npm\": \"9\"}");
    fixture.run(&["list"]).code(2);
    let fixture = fixture.write("docs/needs.json", OLDER).write("x/needs.json", "[1, 2]");
    assert_eq!(fixture.ids().len(), 4);
    assert_eq!(fixture.codes(), [] as [&str; 0]);
}

#[test]
fn an_export_without_its_current_version_has_a_note_and_broken_rows_are_findings() {
    let fixture = Fixture::bare().write("needs.json", OLDER.replace("\"2.0\", \"project\"", "\"3.0\", \"project\""));
    assert_eq!(fixture.codes(), ["records-none"]);
    let broken = OLDER
        .replace("\"id\": \"SPEC_1\", ", "")
        .replace("\"links\": [], \"parent_needs\"", "\"links\": [[]], \"parent_needs\"");
    let fixture = fixture.write("needs.json", broken);
    assert_eq!(fixture.codes(), ["dangling-target", "dangling-target", "dangling-target", "record-id", "record-edge"]);
    let fixture = fixture.write("needs.json", "{\"versions\": {");
    assert_eq!(fixture.codes(), ["record-invalid"]);
}
