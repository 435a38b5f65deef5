//! Code maps of several repositories in one workspace.

use crate::support::{Fixture, row};
use rstest::rstest;
use serde_json::{Value, json};

/// A code map in which `app` calls one other file of its repository.
fn map(repo: &str, other: &str) -> String {
    json!({
        "repo": repo,
        "nodes": [
            {"id": "app", "label": format!("App of {repo}"), "layer": "code", "kind": "file", "language": repo},
            {"id": other, "layer": "code", "kind": "file"},
        ],
        "edges": [{"source": "app", "target": other, "kind": "calls", "ts": "2026-05-01T00:00:00Z"}],
    })
    .to_string()
}

fn fixture() -> Fixture {
    Fixture::bare().write("one.causal.json", map("shop", "db")).write("two.causal.json", map("web", "ui"))
}

fn ends(edges: &Value) -> Vec<(&str, &str)> {
    edges.as_array().unwrap().iter().map(|one| (one["from"].as_str().unwrap(), one["to"].as_str().unwrap())).collect()
}

#[test]
fn the_same_id_in_two_repositories_is_two_nodes() {
    assert_eq!(fixture().ids(), ["db", "shop/app", "ui", "web/app"]);
    let shown = fixture().run(&["show", "shop/app"]).code(0).json();
    assert_eq!(
        (&shown["id"], &shown["repo"], &shown["title"]),
        (&json!("shop/app"), &json!("shop"), &json!("App of shop"))
    );
    assert_eq!(shown["fields"]["language"], "shop", "the fields are those of the file of the repository");
}

#[rstest]
#[case::shared("shop/app")]
#[case::with_the_system("causal:shop/app")]
fn commands_accept_and_print_the_repository_with_the_id(#[case] id: &str) {
    let now = ["--now", "2026-05-01"];
    let run = |arguments: &[&str]| fixture().run(&[arguments, &now].concat()).code(0).json();
    assert_eq!(ends(&run(&["refs", id])), [("shop/app", "db")]);
    assert_eq!(run(&["trace", id, "--relations", "calls"])["root"], "shop/app");
    assert_eq!(run(&["impact", "db"])["direct"][0]["id"], "shop/app");
    assert_eq!(run(&["path", id, "db"])["hops"], 1);
    assert_eq!(run(&["search", "shop/app"])[0]["id"], "shop/app");
    assert_eq!(run(&["rank", "--from", id])[0]["id"], "shop/app");
}

#[test]
fn an_id_of_one_repository_is_found_with_and_without_the_repository() {
    for id in ["db", "shop/db", "causal:shop/db"] {
        assert_eq!(fixture().run(&["show", id]).code(0).json()["id"], "db");
    }
}

#[test]
fn no_path_connects_two_repositories_through_a_shared_id() {
    let run = fixture().run(&["path", "db", "ui", "--now", "2026-05-01"]).code(1);
    assert_eq!(run.json()["hops"], Value::Null);
}

#[rstest]
#[case("show", "app")]
#[case("trace", "app")]
#[case("impact", "causal:app")]
#[case("refs", "app")]
fn a_command_reports_an_ambiguous_id(#[case] command: &str, #[case] id: &str) {
    let run = fixture().run(&[command, id]).code(1);
    let error = format!("error: the id \"{id}\" is ambiguous: several repositories use it");
    for line in [&*error, "hint: shop/app  \"App of shop\"", "hint: web/app  \"App of web\""] {
        assert!(run.stderr.contains(line), "{}", run.stderr);
    }
}

#[test]
fn an_ambiguous_id_is_reported_even_if_a_row_of_the_log_uses_it() {
    let run = fixture().rows(&[row("db", "app", "led-to")]).run(&["refs", "app"]).code(1);
    assert!(run.stderr.contains("the id \"app\" is ambiguous"), "{}", run.stderr);
}

#[test]
fn doctor_reports_the_ambiguity_with_both_nodes_as_data() {
    let report = fixture().run(&["doctor"]).code(0).json();
    let findings: Vec<_> =
        report["findings"].as_array().unwrap().iter().filter(|one| one["code"] == "id-ambiguous").collect();
    assert_eq!(findings.len(), 1);
    assert_eq!(
        findings[0]["message"],
        "Id \"app\" is defined in the repositories \"shop\" and \"web\"; without a repository prefix it refers to no node"
    );
    assert_eq!(findings[0]["suggestion"], "write \"shop/app\" or \"web/app\"");
    assert_eq!(findings[0]["about"], json!([{"kind": "node", "id": "shop/app"}, {"kind": "node", "id": "web/app"}]));
}

#[test]
fn a_row_with_an_ambiguous_id_is_reported_and_belongs_to_no_repository() {
    let fixture = fixture().rows(&[row("app", "shop/app", "led-to"), row("web/app", "app", "led-to")]);
    let report = fixture.run(&["doctor"]).code(1).json();
    let dangling: Vec<_> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["code"].as_str().unwrap().starts_with("dangling"))
        .collect();
    assert_eq!(dangling.len(), 2);
    assert_eq!(dangling[0]["suggestion"], "did you mean \"shop/app\" or \"web/app\"?");
}

#[test]
fn a_new_edge_may_name_nodes_by_repository_and_the_log_keeps_the_address() {
    let fixture = fixture();
    let added = fixture.run(&["refs", "add", "--from", "shop/app", "--to", "web/app", "--relation", "led-to"]).code(0);
    assert!(!added.stderr.contains("warning"), "{}", added.stderr);
    assert_eq!((&added.json()["from"], &added.json()["to"]), (&json!("shop/app"), &json!("web/app")));
    assert_eq!(ends(&fixture.run(&["refs", "shop/app", "--relation", "led-to"]).json()), [("shop/app", "web/app")]);
    assert_eq!(ends(&fixture.run(&["log", "web/app"]).json()), [("shop/app", "web/app")]);
}

#[test]
fn a_new_edge_with_an_ambiguous_id_is_not_written() {
    let fixture = fixture();
    let run = fixture.run(&["refs", "add", "--from", "db", "--to", "app", "--relation", "led-to"]).code(1);
    assert!(run.stderr.contains("the id \"app\" is ambiguous"), "{}", run.stderr);
    assert!(!fixture.path("references.jsonl").exists());
}

#[test]
fn addresses_in_the_log_stay_valid_when_the_id_becomes_unambiguous() {
    let fixture = fixture().rows(&[row("shop/app", "db", "led-to")]);
    std::fs::remove_file(fixture.path("two.causal.json")).unwrap();
    assert_eq!(fixture.ids(), ["app", "db"]);
    assert_eq!(
        ends(&fixture.run(&["refs", "app", "--relation", "led-to", "--min-confidence", "0"]).json()),
        [("app", "db")]
    );
}

#[test]
fn the_order_of_files_does_not_decide_the_meaning_of_a_bare_id() {
    let turned = Fixture::bare().write("one.causal.json", map("web", "ui")).write("two.causal.json", map("shop", "db"));
    assert_eq!(turned.ids(), fixture().ids());
}

#[test]
fn a_duplicate_id_within_a_repository_is_reported_with_the_repository() {
    let fixture = fixture().write("three.causal.json", map("shop", "more"));
    let report = fixture.run(&["doctor"]).json();
    let twice = report["findings"].as_array().unwrap().iter().find(|one| one["code"] == "causal-id-duplicate").unwrap();
    assert_eq!((&twice["node"], &twice["file"]), (&json!("shop/app"), &json!("three.causal.json")));
}

#[test]
fn a_finding_about_a_field_names_the_node_with_its_repository() {
    let broken = map("web", "ui").replace("\"kind\":\"file\"", "\"kind\":\"thing\"");
    let report = fixture().write("two.causal.json", broken).run(&["doctor"]).json();
    let fields = report["findings"].as_array().unwrap().iter().filter(|one| one["code"] == "causal-field");
    let nodes: Vec<_> = fields.map(|one| one["node"].as_str().unwrap()).collect();
    assert_eq!(nodes, ["web/app", "ui"]);
}

#[test]
fn a_repository_that_is_not_a_string_is_ignored_and_reported() {
    let fixture = Fixture::bare().write("a.causal.json", r#"{"repo": 1, "nodes": [{"id": "a", "layer": "code"}]}"#);
    assert_eq!(fixture.codes(), ["causal-field"]);
    assert_eq!(fixture.ids(), ["a"]);
}
