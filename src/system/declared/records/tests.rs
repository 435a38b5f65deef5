//! Reading declared records: formats, edges, ids and findings.

mod config;
mod examples;
mod finding_files;
mod formats;
mod naive;

use super::*;
use crate::finding::Finding;
use crate::graph::{Graph, GraphBuilder};

/// The settings of one declaration, from the lines below `- system: t`.
fn settings(rest: &str) -> String {
    let rest: String = rest.lines().map(|line| format!("    {}\n", line.trim_end())).collect();
    format!("records:\n  - system: t\n    files: [f]\n{rest}")
}

/// The graph and findings of one file, by the lines of its declaration.
fn read(rest: &str, text: &str) -> (Graph, Vec<Finding>) {
    let (systems, batch) = parse(&settings(rest), "f", text).expect("valid settings");
    let mut builder = GraphBuilder::new(Arc::clone(systems.registry()));
    builder.add(batch);
    builder.finish()
}

/// Each node as `id kind "title" status file:line`.
fn nodes(graph: &Graph) -> Vec<String> {
    let node = |node: Node<'_>| {
        let place = (node.file().unwrap_or_default(), node.line().unwrap_or_default());
        let status = node.status().unwrap_or("-");
        format!("{} {} {:?} {status} {}:{}", node.id(), node.kind().unwrap_or_default(), node.title(), place.0, place.1)
    };
    graph.nodes().filter(|one| !one.is_missing()).map(node).collect()
}

/// Each edge as `from verb to line`.
fn edges(graph: &Graph) -> Vec<String> {
    let edge = |edge: crate::graph::Edge<'_>| {
        format!("{} {} {} {}", edge.from().id(), edge.relation(), edge.to().id(), edge.line())
    };
    graph.edges().map(edge).collect()
}

fn codes(findings: &[Finding]) -> Vec<(&'static str, u32)> {
    findings.iter().map(|finding| (finding.rule.code, finding.line.unwrap_or_default())).collect()
}

const LINKS: &str = "id: id\ntitle: name\nedges: [{field: links, verb: needs}]";

#[test]
fn target_may_be_a_text_a_number_or_a_list_of_them() {
    let text = r#"{"id": 1, "links": "a"}
{"id": "a", "links": [1, "b", null, ""]}
{"id": "b", "links": 1}
{"id": "c", "links": ""}
{"id": "d", "links": null}
"#;
    let (graph, findings) = read(&format!("format: jsonl\n{LINKS}"), text);
    assert_eq!(findings, []);
    assert_eq!(edges(&graph), ["1 needs a 1", "a needs 1 2", "a needs b 2", "b needs 1 3"]);
}

#[test]
fn value_that_cannot_be_an_id_is_a_warning_and_the_rest_is_read() {
    for value in ["true", "{\"a\": 1}", "[[\"b\"]]", "[{\"id\": \"b\"}]"] {
        let text = format!("{{\"id\": \"a\", \"links\": {value}}}\n{{\"id\": \"b\", \"links\": \"a\"}}\n");
        let (graph, findings) = read(&format!("format: jsonl\n{LINKS}"), &text);
        assert_eq!(codes(&findings), [("record-edge", 1)], "{value}");
        assert_eq!(findings[0].node.as_deref(), Some("a"));
        assert_eq!((graph.node_count(), edges(&graph)), (2, vec!["b needs a 2".to_owned()]), "{value}");
    }
}

#[test]
fn record_without_id_is_an_error_and_the_rest_is_read() {
    for id in ["", "\"x\": 1", "\"id\": null", "\"id\": \" \"", "\"id\": true", "\"id\": [1]"] {
        let (graph, findings) = read(&format!("format: jsonl\n{LINKS}"), &format!("{{{id}}}\n{{\"id\": \"b\"}}\n"));
        assert_eq!(codes(&findings), [("record-id", 1)], "{id}");
        assert_eq!(nodes(&graph), ["b t \"b\" - f:2"]);
    }
}

#[test]
fn overlong_ids_are_not_kept() {
    let long = "x".repeat(5000);
    let text = format!("{{\"id\": \"{long}\"}}\n{{\"id\": \"b\", \"links\": \"{long}\"}}\n");
    let (graph, findings) = read(&format!("format: jsonl\n{LINKS}"), &text);
    assert_eq!(codes(&findings), [("record-id", 1), ("record-edge", 2)]);
    assert_eq!((graph.node_count(), graph.edge_count()), (1, 0));
}

#[test]
fn id_that_is_defined_twice_is_reported_by_the_general_rule() {
    let (graph, findings) = read(&format!("format: jsonl\n{LINKS}"), "{\"id\": 1}\n{\"id\": \"1\"}\n");
    assert_eq!(codes(&findings), [("id-duplicate", 2)]);
    assert_eq!(graph.node_count(), 1);
}

#[test]
fn dangling_target_is_a_missing_node_that_the_doctor_reports() {
    let (graph, _) = read(&format!("format: jsonl\n{LINKS}"), "{\"id\": 1, \"links\": [\"gone\"]}\n");
    assert!(graph.find("t:gone").unwrap().is_missing());
    let system = graph.find("1").unwrap().system();
    assert_eq!(graph.spec(system).dangling, crate::graph::Dangling::All);
}

#[test]
fn entries_that_are_objects_name_their_verbs() {
    let rest = "format: jsonl\nid: id\nedges: [{field: deps, target: to.id, verb_field: type, verb: needs}]";
    let text =
        r#"{"id": "a", "deps": [{"to": {"id": "b"}, "type": "blocks"}, {"to": {"id": 3}}, "c", {"type": "x"}, 5]}"#;
    let (graph, findings) = read(rest, text);
    assert_eq!(edges(&graph), ["a blocks b 1", "a needs 3 1", "a needs c 1", "a needs 5 1"]);
    assert_eq!(codes(&findings), [("record-edge", 1)]);
    let without_default = rest.replace(", verb: needs", "");
    let (graph, findings) = read(&without_default, text);
    assert_eq!(edges(&graph), ["a blocks b 1"]);
    assert_eq!(findings.len(), 4, "{findings:?}");
}

#[test]
fn reversed_edge_leads_to_the_record() {
    let rest = "format: jsonl\nid: id\nedges: [{field: neededBy, verb: needs, reverse: true}]";
    let (graph, _) = read(rest, "{\"id\": \"a\", \"neededBy\": [\"b\"]}\n");
    assert_eq!(edges(&graph), ["b needs a 1"]);
}

#[test]
fn star_in_a_field_selects_every_entry() {
    let rest = "format: json\nid: id\nedges: [{field: parts.*.uses, verb: uses}]";
    let text = "{\"id\": \"a\", \"parts\": {\n\"x\": {\"uses\": [\"b\"]},\n\"y\": {\"uses\": \"c\"}, \"z\": 1}}";
    let (graph, findings) = read(rest, text);
    assert_eq!(findings, []);
    assert_eq!(edges(&graph), ["a uses b 2", "a uses c 3"]);
}

#[test]
fn row_can_be_an_edge() {
    let rest =
        "format: jsonl\nid: name\nedge_rows: {when: {type: relation}, from: from, to: to, verb_field: relationType}";
    let text = r#"{"type": "entity", "name": "a"}
{"type": "relation", "from": "a", "to": "b", "relationType": "knows"}
{"type": "relation", "from": "a", "relationType": "knows"}
{"type": "relation", "from": "a", "to": "a"}
{"type": "entity", "name": "b"}
"#;
    let (graph, findings) = read(rest, text);
    assert_eq!(nodes(&graph), ["a t \"a\" - f:1", "b t \"b\" - f:5"]);
    assert_eq!(edges(&graph), ["a knows b 2"]);
    assert_eq!(codes(&findings), [("record-edge", 3), ("record-edge", 4)]);
}

#[test]
fn template_completes_short_references_and_lower_applies_to_both_ends() {
    let rest = "format: jsonl\nid: \"{kind}:{ns|default}/{name}\"\nkind: kind\nlower: true\n\
        edges: [{field: owner, verb: owned-by}, {field: on, verb: depends-on}]\nids: {default_kind: {owner: group}}";
    let text = r#"{"kind": "Component", "name": "A", "owner": "Team", "on": ["resource:db", "API:x/Y", "plain"]}
{"kind": "Component", "ns": "N", "name": "B", "owner": "Team"}
"#;
    let (graph, _) = read(rest, text);
    let expected = [
        "component:default/a owned-by group:default/team 1",
        "component:default/a depends-on resource:default/db 1",
        "component:default/a depends-on api:x/y 1",
        // Without a kind the reference is incomplete, and stays as it is written.
        "component:default/a depends-on plain 1",
        "component:n/b owned-by group:n/team 2",
    ];
    assert_eq!(edges(&graph), expected);
}

#[test]
fn record_may_say_where_it_is() {
    let rest = "format: jsonl\nid: id\nfile: \"docs/{doc}.rst\"\nline: line";
    let text = r#"{"id": 1, "doc": "a", "line": 7}
{"id": 2, "doc": "a"}
{"id": 3}
{"id": 4, "doc": "a", "line": "x"}
{"id": 5, "doc": "../../../secret"}
"#;
    let (graph, findings) = read(rest, text);
    let places: Vec<_> = nodes(&graph).iter().map(|node| node.rsplit(' ').next().unwrap().to_owned()).collect();
    assert_eq!(places, ["docs/a.rst:7", "docs/a.rst:1", "f:3", "docs/a.rst:1", "f:5"]);
    assert_eq!(codes(&findings), [("record-field", 4), ("record-field", 5)]);
}

#[test]
fn time_and_actor_apply_to_the_record_and_its_edges() {
    let rest = "format: jsonl\nid: id\ntime: at\nactor: by\nedges: [{field: links, verb: needs}]";
    let text = "{\"id\": 1, \"at\": \"2026-01-02\", \"by\": \"ann\", \"links\": 1}\n{\"id\": 2, \"at\": \"soon\", \"links\": 2}\n";
    let (graph, findings) = read(rest, text);
    let shown: Vec<_> = graph.edges().map(|edge| (edge.ts().map(|ts| ts.to_string()), edge.actor())).collect();
    assert_eq!(shown, [(Some("2026-01-02".to_owned()), Some("ann")), (None, None)]);
    assert_eq!(codes(&findings), [("record-field", 2)]);
}

#[test]
fn relations_of_the_declaration_are_a_vocabulary_of_the_system() {
    let rest = "format: jsonl\nid: id\nedges: [{field: links, verb: blocks}]\n\
        relations: {needs: {inverse: is needed by, synonyms: [{name: blocks, inverted: true}]}}";
    let (graph, _) = read(rest, "{\"id\": 1, \"links\": 2}\n{\"id\": 2}\n");
    let edge = graph.edges().next().unwrap();
    let meaning = edge.meaning().unwrap();
    assert_eq!((&*meaning.relation.name, meaning.relation.system.name()), ("needs", "t"));
}

#[test]
fn key_of_a_row_can_be_its_id() {
    let rest = "format: yaml\nrows: services.*\nid: $key\nedges: [{field: depends_on, verb: needs}]";
    let (graph, findings) = read(rest, "services:\n  api:\n    depends_on: [db]\n  db: {}\n");
    assert_eq!(findings, []);
    assert_eq!(edges(&graph), ["api needs db 3"]);
}

#[test]
fn name_in_braces_is_a_key_that_the_document_names() {
    let rest = "format: json\nrows: versions.{meta.current}.*\nid: id";
    let text =
        r#"{"meta": {"current": "1.0"}, "versions": {"1.0": [{"id": "a"}], "2": [{"id": "b"}], "": [{"id": "c"}]}}"#;
    let ids = |text: &str| nodes(&read(rest, text).0).iter().map(|node| node[..1].to_owned()).collect::<Vec<_>>();
    assert_eq!(ids(text), ["a"]);
    assert_eq!(ids(&text.replace("\"1.0\"}", "2}")), ["b"], "a number is a key too");
    assert_eq!(ids(&text.replace("\"1.0\"}", "\"\"}")), ["c"]);
    for missing in ["\"3\"}", "null}", "[1]}"] {
        let (graph, findings) = read(rest, &text.replace("\"1.0\"}", missing));
        assert_eq!((graph.node_count(), codes(&findings)), (0, vec![("records-none", 0)]), "{missing}");
    }
}

#[test]
fn schema_of_a_document_names_further_edges() {
    let rest = "format: yaml\nrows: rows\nid: id\nedges: [{field: links, verb: links-to}]\nids: {ignore: [never]}\n\
        edge_schema: {fields: schema, when: {type: link, many: true}, ignore: {type: back}}";
    let text = "schema:
  links: {type: link, many: true}
  uses: {type: link, many: true}
  one.two: {type: link, many: true}
  single: {type: link, many: false}
  never: {type: link, many: true}
  ' ': {type: link, many: true}
  used_by: {type: back}
  wrong: 5
rows:
  - {id: a, links: b, uses: [b, c], one.two: b, single: b, never: b, ' ': b, used_by: b}
  - {id: b}
  - {id: c}
---
rows: [{id: d, uses: a}]
";
    let (graph, findings) = read(rest, text);
    assert_eq!(findings, []);
    assert_eq!(edges(&graph), ["a links-to b 11", "a uses b 11", "a uses c 11", "a one.two b 11"]);
}

#[test]
fn schema_with_too_many_fields_is_a_warning() {
    let fields: Vec<_> = (0..101).map(|n| format!("\"f{n}\": {{\"e\": 1}}")).collect();
    let text = format!("{{\"s\": {{{}}}, \"r\": [{{\"id\": 1, \"f0\": 1, \"f100\": 1}}]}}", fields.join(", "));
    let (graph, findings) = read("format: json\nrows: r\nid: id\nedge_schema: {fields: s, when: {e: 1}}", &text);
    assert_eq!((codes(&findings), edges(&graph)), (vec![("record-field", 1)], vec!["1 f0 1 1".to_owned()]));
}

#[test]
fn part_of_a_record_leads_to_the_record_with_a_note() {
    let rest = "format: jsonl\nid: id\nedges: [{field: links, verb: needs}]\nids: {part: .}";
    let (graph, _) = read(rest, "{\"id\": \"a\", \"links\": [\"b.1.2\", \"b\", \".x\", \"y.\"]}\n{\"id\": \"b\"}\n");
    let shown: Vec<_> = graph.edges().map(|edge| (edge.to().id().to_owned(), edge.note())).collect();
    let found: Vec<_> = shown.iter().map(|(id, note)| (&**id, *note)).collect();
    assert_eq!(found, [("b", Some("part 1.2")), ("b", None), (".x", None), ("y.", None)]);
}

#[test]
fn target_that_is_missing_can_be_left_to_the_check_of_the_system() {
    let (graph, _) = read("format: jsonl\nid: id\nmissing: note", "{\"id\": 1}\n");
    let system = graph.find("1").unwrap().system();
    assert_eq!(graph.spec(system).dangling, crate::graph::Dangling::OwnCheck);
}

#[test]
fn nested_edges_and_empty_values_are_left_out_of_the_fields() {
    let folder = crate::system::kit::fixture::folder(&[(
        "f",
        "id: a\nspec: {on: b, x: 1}\nonly: {on: b}\nempty: {}\nnone:\nfalse: false\nblank: ''\nlist: []\n",
    )]);
    let rest = "format: yaml\nid: id\nedges: [{field: spec.on, verb: v}, {field: only.on, verb: v}, {field: empty.on, verb: v}]";
    let (systems, batch) = parse(&settings(rest), "f", "id: a\n").unwrap();
    let mut builder = GraphBuilder::new(Arc::clone(systems.registry()));
    builder.add(batch);
    let (graph, _) = builder.finish();
    let fields = systems.fields(folder.path(), graph.find("a").unwrap()).unwrap();
    assert_eq!(Value::Object(fields), serde_json::json!({"id": "a", "spec": {"x": 1}, "false": false}));
}

#[test]
fn fields_are_read_again_without_edges_and_ignored_fields() {
    let folder =
        crate::system::kit::fixture::folder(&[("f", "{\"id\": 1, \"links\": 2, \"b\": 3, \"c\": {\"d\": 4}}\n")]);
    for extra in ["", "\nfile: nowhere"] {
        let rest =
            format!("format: jsonl\nid: id\nedges: [{{field: links, verb: needs}}]\nids: {{ignore: [b]}}{extra}");
        let (systems, _) = parse(&settings(&rest), "f", "").unwrap();
        let (graph, _) = read(&rest, "{\"id\": 1, \"nowhere\": \"x/y\"}\n{\"id\": 9}\n");
        let fields = |id: &str| systems.fields(folder.path(), graph.find(id).unwrap()).unwrap();
        assert_eq!(Value::Object(fields("1")), serde_json::json!({"id": 1, "c": {"d": 4}}));
        assert!(fields("9").is_empty());
    }
}
