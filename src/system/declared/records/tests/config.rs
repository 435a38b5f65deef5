//! Configuration errors: each names its line, its key and what is allowed.

use super::*;
use rstest::rstest;

fn refused(text: &str) -> (u32, String) {
    let document = Document::read(Path::new("x.yaml"), text).ok().unwrap();
    let entries = Entry::all(&document, &["records"]).ok().unwrap();
    let error = records(&entries[0].1, &Systems::built_in(), &[]).expect_err(text);
    (error.line.unwrap(), error.message)
}

/// The error of a declaration with these lines instead of the same keys of a valid one.
fn refused_with(lines: &str) -> (u32, String) {
    let keys: Vec<_> = lines.lines().filter_map(|line| Some(line.split_once(':')?.0)).collect();
    let valid = ["system: t", "files: [a]", "format: json", "id: id"];
    let kept = valid.iter().filter(|line| !keys.contains(&line.split_once(':').unwrap().0)).copied();
    let all: Vec<_> = kept.chain(lines.lines()).collect();
    refused(&format!("records:\n  - {}\n", all.join("\n    ")))
}

#[rstest]
#[case::unknown_key(
    "titel: a",
    6,
    "records[0]: Unknown key \"titel\"; did you mean \"title\"? Valid: preset, system, files"
)]
#[case::built_in_name("system: unit", 5, "records[0].system: \"unit\" is the name of another system")]
#[case::user_name("system: user", 5, "records[0].system: \"user\" is the name of another system")]
#[case::name_with_colon(
    "system: a:b",
    5,
    "records[0].system: \"a:b\" is not a name: at most 40 bytes without spaces, :, /"
)]
#[case::name_with_slash("system: a/b", 5, "is not a name")]
#[case::name_with_space("system: a b", 5, "is not a name")]
#[case::name_with_control("system: \"a\\u0007\"", 5, "contains a control character")]
#[case::long_name("system: aaaaaaaaaabbbbbbbbbbccccccccccdddddddddde", 5, "at most 40 bytes")]
#[case::no_globs("files: []", 5, "records[0].files: must be between 1 and 100 globs, not 0")]
#[case::absolute_glob(
    "files: [a, /etc/*]",
    5,
    "records[0].files[1]: \"/etc/*\" is not a glob: it must be a path inside the"
)]
#[case::glob_above("files: ../*.json", 5, "without a leading / and without ..")]
#[case::invalid_glob("files: ['a[']", 5, "records[0].files[0]: \"a[\" is not a glob: unclosed character class")]
#[case::workspace_glob("files: ./", 5, "names the workspace itself")]
#[case::format(
    "format: xml",
    5,
    "records[0].format: Unknown value \"xml\". Valid: json, jsonl, yaml, csv, frontmatter"
)]
#[case::rows_of_csv("format: csv\nrows: a", 6, "records[0].rows: is for json, jsonl and yaml")]
#[case::alternatives_with_wildcards(
    "files: [[a.json, 'b/*.json']]",
    5,
    "records[0].files[0][1]: \"b/*.json\" has wildcards, but alternatives are files"
)]
#[case::recognised_by("recognised_by: [5]", 6, "records[0].recognised_by[0]: must be a text, not 5")]
#[case::open_name("rows: 'a.{b'", 6, "records[0].rows: \"a.{b\" is not a path: { without }")]
#[case::text_after_name("rows: 'a.{b}c'", 6, "records[0].rows: \"a.{b}c\" is not a path: } must be followed by a dot")]
#[case::empty_name("rows: 'a.{}'", 6, "a key is empty")]
#[case::star_in_name("rows: 'a.{*}'", 6, "records[0].rows: \"*\" is not a path")]
#[case::name_in_an_edge("edges: [{field: 'a.{b}', verb: v}]", 6, "{, } and | are not allowed here")]
#[case::schema_of_csv(
    "format: csv\nedge_schema: {fields: a, when: {b: c}}",
    6,
    "records[0].edge_schema: is for json, jsonl and yaml"
)]
#[case::schema_key(
    "edge_schema: {field: a}",
    6,
    "records[0].edge_schema: Unknown key \"field\"; did you mean \"fields\"?"
)]
#[case::schema_without_fields("edge_schema: {when: {a: b}}", 6, "records[0].edge_schema: missing fields")]
#[case::schema_without_when("edge_schema: {fields: a}", 6, "records[0].edge_schema: missing when")]
#[case::star_in_schema(
    "edge_schema: {fields: 'a.*', when: {a: b}}",
    6,
    "records[0].edge_schema.fields: \"a.*\" is not a path"
)]
#[case::missing("missing: maybe", 6, "records[0].missing: Unknown value \"maybe\". Valid: error, note")]
#[case::part("ids: {part: 5}", 6, "records[0].ids.part: must be a text, not 5")]
#[case::two_stars("ids: {ignore: ['*a*']}", 6, "records[0].ids.ignore[0]: \"*a*\" has more than one *")]
#[case::ignored_edges(
    "edges: [{field: o_back, verb: v}]\nids: {ignore: ['*_back']}",
    7,
    "records[0].ids.ignore[0]: \"o_back\" is the field of an edge"
)]
#[case::empty_key("rows: a..b", 6, "records[0].rows: \"a..b\" is not a path: a key is empty")]
#[case::long_path("rows: a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a", 6, "more than 32 keys")]
#[case::star(
    "title: a.*",
    6,
    "records[0].title: \"a.*\" is not a path: * is allowed in rows and in the field of an edge only"
)]
#[case::open_template("id: \"{a\"", 5, "records[0].id: \"{a\" is not a template: { without }")]
#[case::closed_template("id: \"a}\"", 5, "} without {")]
#[case::empty_template("id: \"{}\"", 5, "a key is empty")]
#[case::number("id: 5", 5, "records[0].id: must be a text, not 5")]
#[case::lower("lower: 1", 6, "records[0].lower: must be true or false, not 1")]
#[case::line_without_file("line: l", 6, "records[0].line: needs file")]
#[case::edges("edges: {field: a}", 6, "records[0].edges: must be a list, not a map")]
#[case::edge_key(
    "edges: [{fild: a}]",
    6,
    "records[0].edges[0]: Unknown key \"fild\"; did you mean \"field\"? Valid: field, verb"
)]
#[case::edge_without_field("edges: [{verb: a}]", 6, "records[0].edges[0]: missing field")]
#[case::edge_without_verb("edges: [{field: a}]", 6, "records[0].edges[0]: missing verb; write verb, or verb_field")]
#[case::verb_without_target("edges: [{field: a, verb_field: b}]", 6, "records[0].edges[0].verb_field: needs target")]
#[case::edge_rows("edge_rows: {from: a, verb: b}", 6, "records[0].edge_rows: missing to")]
#[case::edge_rows_verb("edge_rows: {from: a, to: b}", 6, "records[0].edge_rows: missing verb")]
#[case::empty_when("edge_rows: {from: a, to: b, verb: c, when: {}}", 6, "records[0].edge_rows.when: must not be empty")]
#[case::when_list(
    "edge_rows: {from: a, to: b, verb: c, when: {a: []}}",
    6,
    "when.a: must be a text, a number, true or false, not a list"
)]
#[case::id_of_edges(
    "edge_rows: {from: a, to: b, verb: c}",
    5,
    "records[0].id: has no effect because all rows are edges"
)]
#[case::ids("ids: {kinds: {}}", 6, "records[0].ids: Unknown key \"kinds\". Valid: default_kind, ignore, part")]
#[case::kind_of_unknown_field(
    "ids: {default_kind: {owner: group}}",
    6,
    "records[0].ids.default_kind.owner: Unknown edge field \"owner\""
)]
#[case::kind_without_template(
    "edges: [{field: o, verb: v}]\nids: {default_kind: {o: group}}",
    7,
    "needs an id template"
)]
#[case::ignored_edge(
    "edges: [{field: o, verb: v}]\nids: {ignore: [o]}",
    7,
    "records[0].ids.ignore[0]: \"o\" is the field of an edge"
)]
#[case::separator("separator: ''", 6, "records[0].separator: must not be empty")]
#[case::relations(
    "relations: {a: {reeds: b}}",
    6,
    "records[0].relations.a: Unknown key \"reeds\"; did you mean \"reads\"?"
)]
fn error_names_its_line_its_key_and_what_is_allowed(#[case] lines: &str, #[case] line: u32, #[case] message: &str) {
    let (found, error) = refused_with(lines);
    assert!(error.contains(message), "{error}");
    assert_eq!(found, line, "{error}");
}

#[rstest]
#[case::system("system", "the name before the colon")]
#[case::files("files", "globs relative to the workspace")]
#[case::format("format", "valid: json, jsonl, yaml, csv, frontmatter")]
#[case::id("id", "a path such as id, or a template")]
fn missing_key_is_explained(#[case] key: &str, #[case] message: &str) {
    let (line, error) = refused_with(&format!("{key}:"));
    assert!(error.starts_with(&format!("records[0]: missing {key}; {message}")), "{error}");
    assert_eq!(line, 2);
}

#[test]
fn name_can_be_used_once() {
    let one = "  - {system: a, files: [a], format: json, id: id}\n";
    let (line, message) = refused(&format!("records:\n{one}{one}"));
    assert_eq!((line, message.contains("\"a\" is the name of another system")), (3, true), "{message}");
}

#[test]
fn number_of_systems_and_edges_is_limited() {
    let systems: String =
        (0..51).map(|n| format!("  - {{system: s{n}, files: [a], format: json, id: id}}\n")).collect();
    assert_eq!(refused(&format!("records:\n{systems}")), (1, "records: has more than 50 items".to_owned()));
    let edges = vec!["{field: a, verb: b}"; 101].join(", ");
    assert_eq!(refused_with(&format!("edges: [{edges}]")), (6, "records[0].edges: has more than 100 items".to_owned()));
    assert_eq!(refused("records: 5\n").1, "records: must be a list, not 5");
    assert_eq!(refused("records: [x]\n").1, "records[0]: must be a map with system, files, format and id, not \"x\"");
}
