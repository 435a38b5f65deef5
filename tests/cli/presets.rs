//! Records that built-in presets read without any configuration: Backstage's catalogue and exports of sphinx-needs.

mod backstage;
mod need;

use crate::support::{Fixture, run};
use serde_json::Value;

/// Each edge of a node as `from verb to`, sorted.
fn edges(fixture: &Fixture, id: &str) -> Vec<String> {
    let found = fixture.run(&["refs", id, "--direction", "both"]).code(0).json();
    let text = |edge: &Value, key: &str| edge[key].as_str().unwrap().to_owned();
    let edge = |edge: &Value| format!("{} {} {}", text(edge, "from"), text(edge, "relation"), text(edge, "to"));
    let mut edges: Vec<_> = found.as_array().unwrap().iter().map(edge).collect();
    edges.sort();
    edges
}

/// The distance of a node in the lineage of another one by meaning, over one relation.
fn distance(fixture: &Fixture, from: &str, to: &str, verb: &str) -> Option<i64> {
    let trace = fixture.run(&["trace", from, "--orient", "meaning", "--relations", verb]).code(0).json();
    let found = trace["nodes"].as_array().unwrap().iter().find(|node| node["id"] == to)?;
    found["distance"].as_i64()
}

const COMPONENT: &str = "kind: Component\nmetadata: {name: shop}\nspec: {type: website, owner: team}\n";

#[test]
fn presets_are_merged_with_other_systems_of_the_same_folder() {
    let needs = r#"{"current_version": "1", "versions": {"1": {"needs": {"REQ_1": {"id": "REQ_1", "type": "req"}}}}}"#;
    let log = "{\"ts\":\"2026-01-01T00:00:00Z\",\"from\":\"bd-1\",\"to\":\"component:default/shop\",\"relation\":\"addresses\"}\n\
        {\"ts\":\"2026-01-01T00:00:00Z\",\"from\":\"bd-1\",\"to\":\"need:REQ_1\",\"relation\":\"addresses\"}\n";
    let fixture = Fixture::bare()
        .write(".beads/issues.jsonl", "{\"id\": \"bd-1\", \"title\": \"Fix the shop\"}\n")
        .write("catalog-info.yaml", COMPONENT)
        .write("needs.json", needs)
        .write("references.jsonl", log);
    assert_eq!(fixture.ids(), ["REQ_1", "bd-1", "component:default/shop"]);
    let stats = fixture.run(&["stats"]).code(0).json();
    let systems: Vec<_> = stats["systems"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(systems, ["backstage", "beads", "need", "reference"]);
    let expected = ["bd-1 addresses REQ_1", "bd-1 addresses component:default/shop"];
    assert_eq!(edges(&fixture, "bd-1"), expected);
}

#[test]
fn nothing_is_searched_without_a_file_at_a_usual_place() {
    let fixture = Fixture::empty().write("services/shop/catalog-info.yaml", COMPONENT).write(
        "deep/down/needs.json",
        "{\"current_version\": \"1\", \"versions\": {\"1\": {\"needs\": {\"R\": {\"id\": \"R\"}}}}}",
    );
    assert_eq!(fixture.ids(), [] as [&str; 0]);
    let fixture = fixture.write(".refscope.yaml", "records: [{preset: backstage}, {preset: need}]\n");
    assert_eq!(fixture.ids(), ["R", "component:default/shop"]);
}

#[test]
fn a_preset_applies_to_files_of_other_names_and_its_keys_can_be_replaced() {
    let settings = "records:
  - preset: backstage
    files: ['entities/*.yaml']
    status: spec.stage
  - {preset: backstage, system: other, files: [other.yaml]}
";
    let fixture = Fixture::bare()
        .write(".refscope.yaml", settings)
        .write("catalog-info.yaml", COMPONENT)
        .write("entities/a.yaml", "kind: API\nmetadata: {name: a}\nspec: {stage: old, lifecycle: new, owner: b}\n")
        .write("other.yaml", "kind: Group\nmetadata: {name: b}\n");
    assert_eq!(fixture.ids(), ["api:default/a", "group:default/b"]);
    let shown = fixture.run(&["show", "backstage:api:default/a"]).code(0).json();
    assert_eq!((&shown["status"], &shown["system"]), (&"old".into(), &"backstage".into()));
    assert_eq!(fixture.run(&["show", "group:default/b"]).code(0).json()["system"], "other");
    assert_eq!(edges(&fixture, "api:default/a"), ["api:default/a owned-by group:default/b"]);
    let removed = fixture.remove("entities/a.yaml");
    let report = removed.run(&["doctor"]).json();
    let finding = &report["findings"][0];
    assert_eq!((&finding["code"], &finding["line"]), (&"records-unmatched".into(), &3.into()));
}

#[test]
fn a_declaration_with_the_name_of_a_preset_replaces_it() {
    let settings = "records:\n  - {system: backstage, files: ['*.csv'], format: csv, id: id}\n";
    let fixture = Fixture::bare()
        .write(".refscope.yaml", settings)
        .write("catalog-info.yaml", COMPONENT)
        .write("a.csv", "id\nx\n");
    assert_eq!(fixture.ids(), ["x"]);
    assert_eq!(fixture.run(&["show", "backstage:x"]).code(0).json()["system"], "backstage");
    let twice = format!("{settings}  - {{preset: backstage}}\n");
    let run = fixture.write(".refscope.yaml", twice).run(&["list"]).code(2);
    assert!(
        run.stderr.contains("preset backstage: system: \"backstage\" is the name of another system"),
        "{}",
        run.stderr
    );
}

#[test]
fn an_unknown_preset_is_a_configuration_error_with_its_line() {
    let fixture = Fixture::bare().write(".refscope.yaml", "records:\n  - files: [a]\n    preset: backstages\n");
    let run = fixture.run(&["list"]).code(2);
    let expected = ".refscope.yaml:3: records[0].preset: Unknown preset \"backstages\"; did you mean \"backstage\"? \
        Valid: backstage, need";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
}

#[test]
fn keys_that_do_not_fit_a_preset_are_an_error_of_the_users_file() {
    let settings = "log: a\nrecords:\n  - {preset: backstage, edges: [{field: spec.owner, verb: owned-by}]}\n";
    let run = Fixture::bare().write(".refscope.yaml", settings).run(&["list"]).code(2);
    let expected = ".refscope.yaml:3: records[0]: does not fit the preset backstage: ids.default_kind.spec.";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
}

#[test]
fn a_source_of_a_preset_is_a_file_or_a_folder() {
    let settings =
        "sources:\n  - {system: backstage, path: team/groups.yaml}\n  - {system: backstage, path: services}\n";
    let fixture = Fixture::bare()
        .write(".refscope.yaml", settings)
        .write("team/groups.yaml", "kind: Group\nmetadata: {name: team}\n")
        .write("services/shop/catalog-info.yml", COMPONENT)
        .write("services/other.yaml", "kind: Group\nmetadata: {name: no}\n");
    assert_eq!(fixture.ids(), ["component:default/shop", "group:default/team"]);
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    let fixture = fixture.remove("team/groups.yaml");
    assert_eq!(fixture.codes(), ["source-missing", "record-missing"]);
}

#[test]
fn presets_are_listed_with_the_vocabulary_of_all_systems() {
    let fixture = Fixture::bare().write("catalog-info.yaml", COMPONENT);
    let here = fixture.run(&["relations"]).code(0).stdout;
    assert!(here.contains("owned-by") && !here.contains("checked-by"), "{here}");
    assert!(!here.contains("declared\":{"), "a preset is in no line of the settings: {here}");
    assert!(fixture.run(&["relations", "--all"]).code(0).stdout.contains("checked-by"));
}

#[test]
fn a_folder_of_a_preset_is_found_from_below() {
    let fixture = Fixture::bare().write("catalog-info.yaml", COMPONENT).write("src/main.rs", "");
    assert_eq!(run(&fixture.path("src"), &["show", "component:default/shop"]).code(0).json()["kind"], "Component");
}
