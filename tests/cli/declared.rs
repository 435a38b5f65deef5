//! Records that a user declares in the settings, as the commands show them.

use crate::support::Fixture;

const SETTINGS: &str = "records:
  - system: item
    files: [\"tables/*.csv\"]
    format: csv
    id: id
    title: name
    kind: type
    edges: [{field: needs, verb: needs}]
    relations: {needs: {inverse: is needed by}}
";

fn fixture() -> Fixture {
    let table = "id,name,type,needs\nI-1,First item,task,I-2;gone\nI-2,Second item,bug,\n";
    Fixture::bare().write(".refscope.yaml", SETTINGS).write("tables/items.csv", table)
}

#[test]
fn declared_record_appears_in_every_command() {
    let fixture = fixture();
    assert_eq!(fixture.ids(), ["I-1", "I-2"]);
    let list = fixture.run(&["list", "--system", "item"]).code(0).json();
    assert_eq!((&list[0]["kind"], &list[0]["path"]), (&"task".into(), &"tables/items.csv".into()));
    let found = fixture.run(&["search", "second"]).code(0).json();
    assert_eq!(found[0]["id"], "I-2");
    let tree = fixture.run(&["tree"]).code(0).json();
    let labels: Vec<_> = tree.as_array().unwrap().iter().map(|row| row["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["item", "bug", "I-2", "task", "I-1"]);
    let edges = fixture.run(&["refs", "I-2", "--direction", "in"]).code(0).json();
    let edge = &edges[0];
    assert_eq!((&edge["from"], &edge["relation"]), (&"I-1".into(), &"needs".into()));
    assert_eq!((&edge["file"], &edge["line"]), (&"tables/items.csv".into(), &2.into()));
    let shown = fixture.run(&["show", "item:I-1"]).code(0).json();
    assert_eq!(shown["fields"], serde_json::json!({"id": "I-1", "name": "First item", "type": "task"}));
}

#[test]
fn doctor_reports_dangling_targets_and_rows_that_do_not_fit() {
    let fixture = fixture();
    let report = fixture.run(&["doctor"]).code(1);
    assert_eq!(fixture.codes(), ["dangling-target"]);
    assert_eq!(report.detail("declared"), "2 declared records: all rows fit");
    let finding = &report.json()["findings"][0];
    assert_eq!((&finding["file"], &finding["line"]), (&"tables/items.csv".into(), &2.into()));
    let fixture = fixture.write("tables/items.csv", "id,name\n,x\nb,y\n");
    assert_eq!(fixture.codes(), ["record-id"]);
    let fixture = fixture.remove("tables/items.csv");
    let finding = &fixture.run(&["doctor"]).code(0).json()["findings"][0];
    assert_eq!((&finding["code"], &finding["file"]), (&"records-unmatched".into(), &".refscope.yaml".into()));
    assert_eq!(finding["line"], 3);
}

#[test]
fn several_declared_systems_share_one_line_of_the_report() {
    let second = "  - {system: other, files: [\"*.jsonl\"], format: jsonl, id: id}\n";
    let fixture = Fixture::bare()
        .write(".refscope.yaml", format!("{SETTINGS}{second}"))
        .write("tables/items.csv", "id\na\n")
        .write("x.jsonl", "{\"id\": \"b\"}\n")
        .write("references.jsonl", "");
    let report = fixture.run(&["doctor"]).code(0);
    assert_eq!(report.detail("declared"), "2 declared records: all rows fit");
    let report = report.json();
    let lines = report["checks"].as_array().unwrap().iter().filter(|check| check["name"] == "declared");
    assert_eq!((lines.count(), fixture.codes()), (1, Vec::<String>::new()));
}

#[test]
fn configuration_error_stops_every_command() {
    let fixture = fixture().write(".refscope.yaml", SETTINGS.replace("csv\n    id", "xml\n    id"));
    let run = fixture.run(&["list"]).code(2);
    assert!(run.stderr.contains(".refscope.yaml:4: records[0].format: Unknown value \"xml\""), "{}", run.stderr);
}

#[test]
fn the_text_of_a_file_outside_the_workspace_is_not_searched_for_mentions() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.md"), "It is about the other-record.\n").unwrap();
    let settings = "records:\n  - {system: item, files: [t.jsonl], format: jsonl, id: id, file: file}\n";
    let rows = "{\"id\": \"one-record\", \"file\": \"linked.md\"}\n{\"id\": \"other-record\"}\n";
    let fixture = Fixture::empty().write(".refscope.yaml", settings).write("t.jsonl", rows);
    let mentions = |fixture: &Fixture| fixture.run(&["suggest", "one-record"]).stdout.contains("mention");
    std::fs::write(fixture.path("linked.md"), "It is about the other-record.\n").unwrap();
    assert!(mentions(&fixture), "a file of the workspace is searched");
    std::fs::remove_file(fixture.path("linked.md")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("secret.md"), fixture.path("linked.md")).unwrap();
    assert!(!mentions(&fixture));
}

fn finding(fixture: &Fixture, code: &str) -> Option<u64> {
    let report = fixture.run(&["doctor"]).json();
    let finding = report["findings"].as_array().unwrap().iter().find(|one| one["code"] == code)?;
    finding["line"].as_u64()
}

#[test]
fn edges_in_one_table_link_the_nodes_of_another_by_bare_id() {
    let settings = "records:
  - {system: part, files: [nodes.csv], format: csv, id: id}
  - {system: wire, files: [edges.csv], format: csv, edge_rows: {from: a, to: b, verb: cites}}
";
    let fixture = Fixture::bare().write(".refscope.yaml", settings);
    let fixture = fixture.write("nodes.csv", "id\nx\ny\n").write("edges.csv", "a,b\nx,y\ny,gone\n");
    assert_eq!(fixture.codes(), [] as [&str; 0], "an edge list may name nodes that no table defines");
    let trace = fixture.run(&["trace", "x", "--orient", "meaning"]).code(0).json();
    let found: Vec<_> =
        trace["nodes"].as_array().unwrap().iter().map(|node| (&node["id"], &node["distance"])).collect();
    assert_eq!(found, [(&"y".into(), &(-1).into()), (&"x".into(), &0.into())], "cites points at the earlier node");
}

#[test]
fn a_relation_of_a_declared_system_comes_before_one_of_the_user() {
    let settings = "relations:
  blocks: {inverse: is blocked by}
records:
  - system: job
    files: [jobs.jsonl]
    format: jsonl
    id: id
    edges: [{field: blocks, verb: blocks}, {field: waits, verb: waits-for}]
    relations:
      halts: {synonyms: [blocks], opposes: [waits-for]}
      waits-for: {}
";
    let rows = "{\"id\": \"a\", \"blocks\": \"b\", \"waits\": \"b\"}\n{\"id\": \"b\"}\n";
    let fixture = Fixture::bare().write(".refscope.yaml", settings).write("jobs.jsonl", rows);
    let relations = fixture.run(&["relations"]).code(0).json();
    let of = |verb: &str| relations.as_array().unwrap().iter().find(|one| one["verb"] == verb).unwrap().clone();
    assert_eq!((&of("halts")["synonyms"][0]["used"], &of("blocks")["used"]), (&1.into(), &0.into()));
    assert_eq!(fixture.codes(), ["relation-opposed"]);
}

#[test]
fn relations_of_records_may_oppose_those_of_the_user() {
    let settings = "records:
  - {system: job, files: [j.jsonl], format: jsonl, id: id, relations: {frees: {opposes: [blocks]}}}
relations:
  blocks: {}
";
    let fixture = Fixture::bare().write(".refscope.yaml", settings).write("j.jsonl", "{\"id\": 1}\n");
    fixture.run(&["list"]).code(0);
}

#[test]
fn a_quoted_cell_that_is_not_closed_is_a_finding() {
    let fixture = fixture().write("tables/items.csv", "id,name\na,\"b \"\"c\"\"\"\nd,\"open\ne,x\nf,x\n");
    assert_eq!(finding(&fixture, "record-invalid"), Some(3));
    assert_eq!(fixture.ids(), ["a"]);
}

#[test]
fn a_fraction_in_yaml_is_not_an_id() {
    let settings = "records:\n  - {system: v, files: [v.yaml], format: yaml, id: id}\n";
    let fixture = Fixture::bare().write(".refscope.yaml", settings);
    let fixture = fixture.write("v.yaml", "- id: 1.20\n- id: '1.2'\n- id: 7\n");
    assert_eq!(fixture.ids(), ["1.2", "7"]);
    assert_eq!(finding(&fixture, "record-id"), Some(1));
}

#[test]
fn an_object_of_very_many_records_is_read() {
    let settings = "records:\n  - {system: item, files: [i.json], format: json, rows: '*', id: $key}\n";
    let rows: Vec<_> = (0..100_001).map(|n| format!("\"n{n}\": {{}}")).collect();
    let fixture = Fixture::bare().write(".refscope.yaml", settings).write("i.json", format!("{{{}}}", rows.join(",")));
    assert_eq!(fixture.run(&["stats"]).code(0).json()["nodes"], 100_001);
}
