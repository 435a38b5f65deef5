//! Each format: rows, lines, and parts that are not rows.

use super::*;

#[test]
fn json_lines_have_the_line_of_their_row() {
    let text = "{\"id\": \"a\", \"name\": \"One\", \"links\": [\"b\"]}\r\n\n[{\"id\": \"b\"}]\n{\n7\n";
    let (graph, findings) = read(&format!("format: jsonl\n{LINKS}"), text);
    assert_eq!(nodes(&graph), ["a t \"One\" - f:1", "b t \"b\" - f:3"]);
    assert_eq!(edges(&graph), ["a needs b 1"]);
    assert_eq!(codes(&findings), [("record-invalid", 4), ("record-invalid", 5)]);
}

#[test]
fn json_rows_have_their_own_line_and_edges_the_line_of_their_value() {
    let text = "[\n{\"id\": \"a\",\n \"links\": [\n  \"b\"\n ]},\n 7,\n{\"id\": \"b\"}]";
    let (graph, findings) = read(&format!("format: json\n{LINKS}"), text);
    assert_eq!(nodes(&graph), ["a t \"a\" - f:2", "b t \"b\" - f:7"]);
    assert_eq!(edges(&graph), ["a needs b 4"]);
    assert_eq!(codes(&findings), [("record-invalid", 6)]);
}

#[test]
fn json_document_is_a_row_unless_it_is_a_list() {
    let (graph, _) = read(&format!("format: json\n{LINKS}"), "\n{\"id\": \"a\"}");
    assert_eq!(nodes(&graph), ["a t \"a\" - f:2"]);
}

#[test]
fn path_of_keys_and_stars_finds_the_rows() {
    let text = "{\"v\": {\"1\": {\"needs\": {\"A\": {\"id\": \"a\"}, \"B\": {\"id\": \"b\"}}}, \"2\": {\"needs\": [{\"id\": \"c\"}]}}}";
    let ids = |rows: &str| {
        let (graph, findings) = read(&format!("format: json\nrows: {rows}\n{LINKS}"), text);
        (graph.nodes().map(|node| node.id().to_owned()).collect::<Vec<_>>().join(" "), codes(&findings))
    };
    assert_eq!(ids("v.*.needs.*"), ("a b c".to_owned(), vec![]));
    assert_eq!(ids("v.2.needs"), ("c".to_owned(), vec![]));
    assert_eq!(ids("v.3.needs.*"), (String::new(), vec![("records-none", 0)]));
}

#[test]
fn invalid_json_is_one_finding_with_its_line() {
    let (graph, findings) = read(&format!("format: json\n{LINKS}"), "[{\"id\": \"a\"},\n}");
    assert_eq!((graph.node_count(), codes(&findings)), (0, vec![("record-invalid", 2)]));
}

#[test]
fn several_yaml_documents_keep_their_lines() {
    let text = "%YAML 1.1\n---\nid: a\nlinks:\n  - b\n  - c\n---\n# only a comment\n---\n- id: b\n- id: c\n  links: [a]\n--- {id: d}\n---\nx: [\n---\n7\n";
    let (graph, findings) = read(&format!("format: yaml\n{LINKS}"), text);
    let expected = ["a t \"a\" - f:3", "b t \"b\" - f:10", "c t \"c\" - f:11", "d t \"d\" - f:13"];
    assert_eq!(nodes(&graph), expected);
    assert_eq!(edges(&graph), ["a needs b 5", "a needs c 6", "c needs a 12"]);
    assert_eq!(findings.iter().map(|one| one.rule.code).collect::<Vec<_>>(), ["record-invalid", "record-invalid"]);
    // A document without keys and items has the line of its start.
    assert_eq!(findings[1].line, Some(16));
}

#[test]
fn csv_cells_may_contain_lists_and_line_breaks() {
    let text = "id,name,links,a.b\r\na,\"One\r\nmore\",b; c ;,x\r\n\r\nb,,a\n\"c\",\"q \"\"x\"\"\",\"a\",y,z\n,,,\n";
    let rest = format!("format: csv\nstatus: a.b\n{LINKS}");
    let (graph, findings) = read(&rest, text);
    assert_eq!(nodes(&graph), ["a t \"One\" x f:2", "b t \"b\" - f:5", "c t \"q \\\"x\\\"\" y f:6"]);
    assert_eq!(edges(&graph), ["a needs b 2", "a needs c 2", "b needs a 5", "c needs a 6"]);
    assert_eq!(codes(&findings), [("record-field", 5), ("record-field", 6), ("record-id", 7)]);
}

#[test]
fn separator_splits_a_text_in_every_format() {
    let (graph, _) = read(&format!("format: csv\nseparator: '|'\n{LINKS}"), "id,links\na,b;c|d\n");
    assert_eq!(edges(&graph), ["a needs b;c 2", "a needs d 2"]);
    let (graph, _) = read(&format!("format: jsonl\nseparator: ','\n{LINKS}"), "{\"id\": 1, \"links\": \"a, b\"}");
    assert_eq!(edges(&graph), ["1 needs a 1", "1 needs b 1"]);
}

#[test]
fn csv_edge_list_needs_no_id() {
    let rest = "format: csv\nedge_rows: {from: source, to: target, verb: calls, reverse: true}";
    let (graph, findings) = read(rest, "source,target\na,b\nb,\n");
    assert_eq!(edges(&graph), ["b calls a 2"]);
    assert_eq!(codes(&findings), [("record-edge", 3)]);
}

#[test]
fn frontmatter_is_a_row_and_edges_have_the_line_of_their_item() {
    let text = "---\nid: a\nname: One\nlinks:\n  - b\n  - c\n---\n# Body\nid: x\n";
    let (graph, findings) = read(&format!("format: frontmatter\n{LINKS}"), text);
    assert_eq!(findings, []);
    assert_eq!(nodes(&graph), ["a t \"One\" - f:1"]);
    assert_eq!(edges(&graph), ["a needs b 5", "a needs c 6"]);
}

#[test]
fn frontmatter_that_is_missing_unclosed_or_invalid_is_reported() {
    let of = |text: &str| codes(&read(&format!("format: frontmatter\n{LINKS}"), text).1);
    assert_eq!(of("# Only a body\n"), [("records-none", 0)]);
    assert_eq!(of("---\nid: a\n"), [("record-invalid", 1)]);
    assert_eq!(of("---\nid: a\nlinks: [\n---\n")[0].0, "record-invalid");
    assert_eq!(of("---\nid: a\nlinks: \u{1}\n---\n"), [("record-field", 2)]);
}

#[test]
fn deep_nesting_is_harmless() {
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let (graph, findings) =
        read(&format!("format: jsonl\n{LINKS}"), &format!("{{\"id\": 1, \"links\": {deep}}}\n{deep}\n"));
    assert_eq!((graph.node_count(), codes(&findings)), (1, vec![("record-edge", 1), ("record-invalid", 2)]));
    let deep = format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
    let path = vec!["a"; 32].join(".");
    let (graph, _) = read(&format!("format: json\nrows: {path}\n{LINKS}"), &deep);
    assert_eq!(graph.node_count(), 0);
}
