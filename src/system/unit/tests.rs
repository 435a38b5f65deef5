//! Units from files to nodes, edges and findings.

use super::*;
use crate::graph::fixture::graph_from;
use crate::system::kit::wanted_fields::fields_of_one;
use crate::system::text_format::FILES_A_BATCH;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::json;
use std::fs;
use std::os::unix::fs::symlink;

const ONE: &str = "01890a5d-ac96-774b-bcce-b302099a8057";
const TWO: &str = "01890a5d-ac96-774b-8cce-b302099a8058";
const THREE: &str = "01890a5d-ac96-774b-9cce-b302099a8059";

/// A valid unit with these fields set or replaced.
fn unit(fields: &Value) -> Value {
    let mut unit = json!({
        "id": ONE, "type": "assertion", "content": "Caches lie.", "created_at": "2026-01-01T00:00:00.000Z", "author": "ada",
    });
    for (name, value) in fields.as_object().unwrap() {
        unit[name] = value.clone();
    }
    unit
}

fn codes(batches: &[Batch]) -> Vec<&'static str> {
    batches.iter().flat_map(|batch| batch.findings()).map(|finding| finding.rule.code).collect()
}

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

#[test]
fn units_of_every_type_with_every_field_have_no_finding() {
    let refers = |id: &str, rel: &str| json!([{ "id": id, "rel": rel }]);
    let units = json!([
        unit(&json!({
            "confidence": 1, "assumptions": ["Clocks run."], "source": { "label": "A", "uri": "b", "page": 3 },
            "visibility": "limited", "audience": ["bob"], "proof": proof(), "x-org.example.mood": null,
        })),
        unit(&json!({ "id": TWO, "type": "question", "references": refers(ONE, "questions"), "source": "a book" })),
        unit(
            &json!({ "id": THREE, "type": "inference", "references": refers(ONE, "derives-from"), "confidence": 0.0 })
        ),
        unit(&json!({ "id": ONE.replace('a', "b"), "type": "challenge", "references": refers(ONE, "rebuts") })),
        unit(&json!({ "id": ONE.replace('a', "c"), "type": "constraint", "visibility": "public", "references": [
            { "id": ONE, "rel": "refines" }, { "id": TWO, "rel": "supports" },
            { "id": "causal:app", "rel": "x-org.example.weakens" }], "audience": null, "confidence": null })),
    ]);
    let batch = parse("units.json", &units.to_string());
    assert_eq!(batch.findings(), []);
    assert_eq!((batch.node_count(), batch.edges().len()), (5, 6));
}

fn proof() -> Value {
    json!({ "method": "did:key:z6Mk#z6Mk", "value": "z3hG", "created": "2026-01-01T00:00:00Z" })
}

/// A proof with one field replaced, or removed if the value is null.
fn proof_with(field: &str, value: Value) -> Value {
    let mut proof = proof();
    proof[field] = value;
    json!({ "proof": proof })
}

#[rstest]
#[case::label_only(json!({ "source": { "label": "A" } }))]
#[case::blank_content(json!({ "content": " " }))]
#[case::blank_author(json!({ "author": "\t" }))]
#[case::blank_assumption(json!({ "assumptions": [" "] }))]
#[case::blank_source(json!({ "source": " " }))]
#[case::blank_audience(json!({ "visibility": "limited", "audience": [" "] }))]
#[case::offset(json!({ "created_at": "2026-01-01T00:00:00+02:00" }))]
#[case::fraction(json!({ "created_at": "2026-01-01T00:00:00.123456Z" }))]
#[case::proof(json!({ "proof": proof() }))]
#[case::hyphen_behind_the_first_segment(json!({ "x-org.my-example.mood": 1 }))]
#[case::two_segments(json!({ "x-org.mood": 1 }))]
fn a_unit_that_breaks_no_rule_has_no_finding(#[case] fields: Value) {
    assert_eq!(parse("u.json", &unit(&fields).to_string()).findings(), []);
}

/// Breaks exactly one rule of a unit.
#[rstest]
#[case::no_id("unit-invalid", json!({ "id": null }))]
#[case::id_of_another_type("unit-invalid", json!({ "id": 7 }))]
#[case::empty_id("unit-invalid", json!({ "id": "" }))]
#[case::version_4("unit-field", json!({ "id": "01890a5d-ac96-474b-bcce-b302099a8057" }))]
#[case::upper_case("unit-field", json!({ "id": "01890A5D-AC96-774B-BCCE-B302099A8057" }))]
#[case::variant("unit-field", json!({ "id": "01890a5d-ac96-774b-ccce-b302099a8057" }))]
#[case::long_id("unit-field", json!({ "id": "x".repeat(1001) }))]
#[case::unknown_type("unit-field", json!({ "type": "claim" }))]
#[case::no_type("unit-field", json!({ "type": null }))]
#[case::no_content("unit-field", json!({ "content": null }))]
#[case::empty_content("unit-field", json!({ "content": "" }))]
#[case::content_that_is_no_text("unit-field", json!({ "content": ["a"] }))]
#[case::no_time("unit-field", json!({ "created_at": null }))]
#[case::vague_time("unit-field", json!({ "created_at": "yesterday" }))]
#[case::no_author("unit-field", json!({ "author": null }))]
#[case::empty_author("unit-field", json!({ "author": "" }))]
#[case::long_author("unit-field", json!({ "author": "x".repeat(1001) }))]
#[case::too_sure("unit-field", json!({ "confidence": 1.01 }))]
#[case::negative("unit-field", json!({ "confidence": -0.1 }))]
#[case::confidence_in_words("unit-field", json!({ "confidence": "0.5" }))]
#[case::one_assumption("unit-field", json!({ "assumptions": "Clocks run." }))]
#[case::empty_assumption("unit-field", json!({ "assumptions": ["Clocks run.", ""] }))]
#[case::empty_source("unit-field", json!({ "source": "" }))]
#[case::source_without_label("unit-field", json!({ "source": { "uri": "b" } }))]
#[case::empty_label("unit-field", json!({ "source": { "label": "", "uri": "b" } }))]
#[case::uri_of_another_type("unit-field", json!({ "source": { "label": "A", "uri": 7 } }))]
#[case::no_assumptions("unit-field", json!({ "assumptions": [] }))]
#[case::no_references("unit-field", json!({ "references": [] }))]
#[case::time_without_zone("unit-field", json!({ "created_at": "2026-01-01T00:00:00" }))]
#[case::time_without_seconds("unit-field", json!({ "created_at": "2026-01-01T00:00Z" }))]
#[case::date_only("unit-field", json!({ "created_at": "2026-01-01" }))]
#[case::proof_that_is_no_object("unit-field", json!({ "proof": "z3hG" }))]
#[case::proof_without_method("unit-field", proof_with("method", Value::Null))]
#[case::proof_with_an_empty_method("unit-field", proof_with("method", json!("")))]
#[case::proof_without_value("unit-field", proof_with("value", Value::Null))]
#[case::proof_that_is_not_multibase("unit-field", proof_with("value", json!("3hG")))]
#[case::proof_without_time("unit-field", proof_with("created", Value::Null))]
#[case::proof_with_a_vague_time("unit-field", proof_with("created", json!("2026-01-01")))]
#[case::hyphen_in_the_first_segment("unit-field", json!({ "x-my-org.example.mood": 1 }))]
#[case::one_segment("unit-field", json!({ "x-mood": 1 }))]
#[case::hyphen_in_the_first_segment_of_a_verb("unit-relation", json!({ "references": [{ "id": TWO, "rel": "x-my-org.weakens" }] }))]
#[case::source_list("unit-field", json!({ "source": ["A"] }))]
#[case::references_map("unit-field", json!({ "references": { "id": TWO, "rel": "supports" } }))]
#[case::visibility("unit-field", json!({ "visibility": "secret", "audience": ["bob"] }))]
#[case::no_audience("unit-field", json!({ "visibility": "limited" }))]
#[case::empty_audience("unit-field", json!({ "visibility": "limited", "audience": [] }))]
#[case::nameless_audience("unit-field", json!({ "visibility": "limited", "audience": [""] }))]
#[case::public_audience("unit-field", json!({ "visibility": "public", "audience": ["bob"] }))]
#[case::audience_alone("unit-field", json!({ "audience": ["bob"] }))]
#[case::stranger("unit-field", json!({ "mood": "fine" }))]
#[case::stranger_of_null("unit-field", json!({ "mood": null }))]
#[case::upper_extension("unit-field", json!({ "x-Org.example.mood": "fine" }))]
#[case::bare_reference("unit-reference", json!({ "references": [TWO] }))]
#[case::no_target("unit-reference", json!({ "references": [{ "rel": "supports" }] }))]
#[case::no_rel("unit-reference", json!({ "references": [{ "id": TWO }] }))]
#[case::empty_rel("unit-reference", json!({ "references": [{ "id": TWO, "rel": "" }] }))]
#[case::long_rel("unit-reference", json!({ "references": [{ "id": TWO, "rel": "x".repeat(1001) }] }))]
#[case::long_target("unit-reference", json!({ "references": [{ "id": "x".repeat(1001), "rel": "supports" }] }))]
#[case::odd_target("unit-reference", json!({ "references": [{ "id": "fix-cache", "rel": "supports" }] }))]
#[case::foreign_verb("unit-relation", json!({ "references": [{ "id": TWO, "rel": "led-to" }] }))]
#[case::own_verb("unit-relation", json!({ "references": [{ "id": TWO, "rel": "x-weakens" }] }))]
#[case::notifies("unit-notifies", json!({ "references": [{ "id": TWO, "rel": "notifies" }] }))]
#[case::rebutting_question("unit-unusual", json!({ "type": "question", "references": [{ "id": TWO, "rel": "rebuts" }] }))]
#[case::mild_challenge("unit-unusual", json!({ "type": "challenge", "references": [{ "id": TWO, "rel": "supports" }] }))]
#[case::lonely_inference("unit-unusual", json!({ "type": "inference" }))]
#[case::broken_challenge("unit-reference", json!({ "type": "challenge", "references": [{ "id": TWO }] }))]
fn each_broken_rule_gives_just_its_finding(#[case] code: &str, #[case] fields: Value) {
    let text = unit(&fields).to_string();
    for name in ["u.json", "u.jsonl"] {
        let batch = parse(name, &text);
        assert_eq!(codes(std::slice::from_ref(&batch)), [code], "{:?}", batch.findings());
        assert!(batch.findings()[0].message.len() < 500);
    }
}

#[test]
fn a_reference_is_an_edge_as_soon_as_it_has_both_ends_and_a_verb() {
    let references = json!([
        { "id": TWO, "rel": "supports" }, { "id": "odd", "rel": "supports" }, { "id": TWO, "rel": "own" },
        { "id": TWO, "rel": "notifies" }, { "id": TWO }, { "rel": "supports" }, 7,
    ]);
    let graph = graph_from([parse("u.json", &unit(&json!({ "references": references })).to_string())]);
    let seen: Vec<_> = graph.edges().map(|edge| (edge.to().id(), edge.relation())).collect();
    assert_eq!(seen, [(TWO, "supports"), ("odd", "supports"), (TWO, "own"), (TWO, "notifies")]);
    let first = graph.edges().next().unwrap();
    assert_eq!((first.actor(), first.ts().as_deref()), (Some("ada"), Some("2026-01-01T00:00:00.000Z")));
    assert!(!first.is_implicit());
}

#[test]
fn the_title_is_the_first_line_of_the_content() {
    let title = |content: &str| {
        let graph = graph_from([parse("u.json", &unit(&json!({ "content": content })).to_string())]);
        graph.find(ONE).unwrap().title().to_owned()
    };
    assert_eq!(title("\n \t\n  Caches lie. \r\nAlways."), "Caches lie.");
    assert_eq!(title(" "), ONE);
    assert_eq!(title(&"ä".repeat(200)), "ä".repeat(200));
    assert_eq!(title(&"ä".repeat(201)), format!("{}…", "ä".repeat(199)));
}

#[test]
fn an_invalid_unit_is_still_a_node() {
    let graph = graph_from([parse("u.json", r#"[{"id": "a"}, {"id": "b", "type": "own"}]"#)]);
    let seen: Vec<_> = graph.nodes().map(|node| (node.id(), node.kind().unwrap(), node.title())).collect();
    assert_eq!(seen, [("a", "unit", "a"), ("b", "own", "b")]);
}

#[test]
fn every_finding_edge_and_node_of_a_json_file_knows_its_line() {
    let text = format!(
        "\u{feff}[\n  7,\n  {{\n    \"id\": \"{ONE}\", \"type\": \"assertion\",\n    \"content\": \"\",\n    \
         \"created_at\": \"2026-01-01T00:00:00Z\", \"author\": \"ada\",\n    \"references\": [\n      \
         {{\"id\": \"{TWO}\", \"rel\": \"supports\"}},\n      {{\"id\": \"{TWO}\"}}]}}]"
    );
    let batch = parse("u.json", &text);
    let seen: Vec<_> = batch.findings().iter().map(|finding| (finding.rule.code, finding.line.unwrap())).collect();
    assert_eq!(seen, [("unit-invalid", 2), ("unit-field", 5), ("unit-reference", 9)]);
    let graph = graph_from([batch]);
    assert_eq!(graph.find(ONE).unwrap().line(), Some(3));
    assert_eq!(graph.edges().next().unwrap().line(), 8);
}

#[test]
fn a_line_that_is_not_a_unit_does_not_affect_the_others() {
    let first = unit(&json!({ "references": [{ "id": TWO, "rel": "supports" }] }));
    let text = format!("\u{feff}{first}\r\n\n{{\"id\":\n[]\n  {}", unit(&json!({ "id": TWO })));
    let batch = parse("u.jsonl", &text);
    let seen: Vec<_> = batch.findings().iter().map(|finding| (finding.rule.code, finding.line.unwrap())).collect();
    assert_eq!(seen, [("json-invalid", 3), ("unit-invalid", 4)]);
    let graph = graph_from([batch]);
    assert_eq!((graph.find(ONE).unwrap().line(), graph.find(TWO).unwrap().line()), (Some(1), Some(5)));
    assert_eq!(graph.edges().next().unwrap().line(), 1);
}

#[test]
fn one_error_in_a_json_file_is_one_finding_at_its_line() {
    let batch = parse("u.json", "[\n{\"id\": }]");
    assert_eq!((codes(std::slice::from_ref(&batch)), batch.findings()[0].line), (vec!["json-invalid"], Some(2)));
    assert_eq!(codes(&[parse("u.json", "")]), ["json-invalid"]);
    assert_eq!(codes(&[parse("u.jsonl", "")]), [] as [&str; 0]);
}

#[test]
fn deep_and_large_values_are_handled() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let named = |field: &str| format!("{{\"id\": \"{ONE}\", \"{field}\": {deep}}}");
    for text in [deep.clone(), named("proof"), named("references"), named("content"), named("x-a.b")] {
        let batch = parse("u.json", &text);
        assert!(batch.findings().iter().all(|finding| finding.message.len() < 200), "{:?}", batch.findings());
    }
}

#[test]
fn units_are_found_in_their_folder_and_in_further_places_once() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(root, "units/a.json", unit(&json!({})).to_string());
    write(root, "units/deep/b.jsonl", unit(&json!({ "id": TWO })).to_string());
    write(root, "units/.hidden.json", "?");
    write(root, "units/notes.md", "?");
    write(root, "units/old/c.json", "?");
    write(root, "units/.gitignore", "/old\n");
    write(root, "more/d.txt", unit(&json!({ "id": THREE })).to_string());
    symlink(root.join("units"), root.join("more/units")).unwrap();
    let further = [root.join("more/d.txt"), root.join("more"), root.join("units/a.json"), root.join("gone")];
    let batches = load(root, &further, &Progress::default());
    let missing: Vec<_> = batches.iter().flat_map(|batch| batch.findings()).collect();
    assert_eq!(codes(&batches), ["source-missing"]);
    assert_eq!(missing[0].file.as_deref(), Some("gone"));
    let graph = graph_from(batches);
    let mut seen: Vec<_> = graph.nodes().map(|node| node.file().unwrap()).collect();
    seen.sort_unstable();
    assert_eq!(seen, ["more/d.txt", "units/a.json", "units/deep/b.jsonl"]);
}

#[test]
fn a_workspace_without_units_has_no_nodes_or_findings() {
    let folder = tempfile::tempdir().unwrap();
    let batches = load(folder.path(), &[], &Progress::default());
    assert_eq!(codes(&batches), [] as [&str; 0]);
    assert_eq!(graph_from(batches).node_count(), 0);
}

#[test]
fn an_unreadable_file_is_a_finding_and_the_rest_still_loads() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(root, "units/a.json", unit(&json!({})).to_string());
    write(root, "units/b.jsonl", [unit(&json!({ "id": TWO })).to_string().as_bytes(), b"\n\xff\n"].concat());
    symlink("nowhere", root.join("units/c.json")).unwrap();
    let batches = load(root, &[], &Progress::default());
    assert_eq!(codes(&batches), ["file-not-utf8", "json-invalid", "file-unreadable"]);
    assert_eq!(graph_from(batches).node_count(), 2);
}

#[test]
fn the_graph_does_not_depend_on_thread_timing() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..=FILES_A_BATCH * 2 {
        let same = json!({ "content": format!("In file {number:04}") });
        write(folder.path(), &format!("units/{number:04}.json"), unit(&same).to_string());
    }
    let graph = graph_from(load(folder.path(), &[], &Progress::default()));
    assert_eq!(graph.find(ONE).unwrap().title(), "In file 0000");
}

#[test]
fn the_fields_of_a_unit_are_read_again_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let unit = unit(&json!({ "references": [], "x-a.b": { "c": [1] } }));
    write(root, "u.jsonl", format!("\u{feff}?\n{{\"id\": \"other\"}}\n{unit}\n"));
    let fields = |file: &str, id: &str| {
        fields_of_one(&root.join(file), id, |text, wanted| {
            fields(file, text, wanted);
            Ok(())
        })
    };
    let found = fields("u.jsonl", ONE).unwrap();
    let names: Vec<_> = found.keys().map(String::as_str).collect();
    assert_eq!(names, ["id", "type", "content", "created_at", "author", "x-a.b"]);
    assert_eq!(found["x-a.b"], unit["x-a.b"]);
    assert!(fields("u.jsonl", TWO).unwrap().is_empty());
    assert!(fields("gone.json", ONE).is_err());
}

#[rstest]
#[case::no_object("[7]", "file u.json:1")]
#[case::no_id(r#"{"type": "assertion"}"#, "file u.json:1, field id")]
#[case::missing_field(&unit(&json!({ "author": null })).to_string(), &format!("node {ONE}, field author:1"))]
#[case::field_of_the_proof(&unit(&proof_with("value", json!("a"))).to_string(), &format!("node {ONE}, field proof.value:1"))]
#[case::unknown_field(&unit(&json!({ "mood": 1 })).to_string(), &format!("node {ONE}, field mood:1"))]
#[case::no_rel(&refers(&json!({ "id": TWO })), &format!("node {ONE}, field rel:1"))]
#[case::bare_reference(&refers(&json!(TWO)), &format!("node {ONE}, field references:1"))]
#[case::odd_id(&refers(&json!({ "id": "odd", "rel": "supports" })), &format!("node {ONE}, edge {ONE} supports odd:1"))]
#[case::unknown_verb(&refers(&json!({ "id": TWO, "rel": "own" })), &format!("node {ONE}, relation own:1"))]
#[case::notifies(&refers(&json!({ "id": TWO, "rel": "notifies" })), &format!("node {ONE}, relation notifies:1"))]
#[case::rebutting_question(
    &unit(&json!({ "type": "question", "references": [{ "id": TWO, "rel": "rebuts" }] })).to_string(),
    &format!("node {ONE}, edge {ONE} rebuts {TWO}:1")
)]
#[case::lonely_inference(
    &unit(&json!({ "type": "inference" })).to_string(), &format!("node {ONE}, type inference, relation derives-from")
)]
#[case::not_json("{", "file u.json:1")]
fn a_finding_is_about_what_its_message_names(#[case] text: &str, #[case] expected: &str) {
    let batch = parse("u.json", text);
    let [finding] = batch.findings() else { panic!("{:?}", batch.findings()) };
    let subject = |one: &crate::finding::Subject| {
        let fields: String = one.fields().map(|(_, value)| format!(" {value}")).collect();
        format!("{}{fields}{}", one.kind(), one.line().map(|line| format!(":{line}")).unwrap_or_default())
    };
    let about: Vec<_> = finding.subjects().iter().map(|one| subject(one)).collect();
    assert_eq!(about.join(", "), expected);
}

fn refers(reference: &Value) -> String {
    unit(&json!({ "references": [reference] })).to_string()
}

const WORDS: &[&str] = &[
    "",
    " ",
    ONE,
    TWO,
    "causal:app",
    "question",
    "challenge",
    "rebuts",
    "notifies",
    "limited",
    "2026-01-01",
    "\n\u{0}",
];

#[rustfmt::skip]
const NAMES: &[&str] = &[
    "id", "type", "content", "created_at", "author", "confidence", "assumptions", "source", "label", "uri", "references",
    "rel", "visibility", "audience", "proof", "x-a.b", "mood",
];

/// JSON that often has the names and values of units in the wrong places.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        prop::sample::select(WORDS).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 64, 12, |inner| {
        let entry = (prop::sample::select(NAMES).prop_map(str::to_owned), inner.clone());
        let object = prop::collection::vec(entry, 0..12).prop_map(|entries| entries.into_iter().collect());
        prop_oneof![prop::collection::vec(inner, 0..4).prop_map(Value::Array), object.prop_map(Value::Object)]
    })
}

/// Number of values that became a node or a finding that says why not.
fn accounted_for(batch: &Batch) -> usize {
    let findings =
        batch.findings().iter().filter(|finding| ["unit-invalid", "json-invalid"].contains(&finding.rule.code));
    batch.node_count() + findings.count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_value_is_a_node_or_a_finding(values in prop::collection::vec(value(), 0..5)) {
        let lines: String = values.iter().map(|value| format!("{value}\n")).collect();
        prop_assert_eq!(accounted_for(&parse("u.jsonl", &lines)), values.len());
        let number = values.len();
        let batch = parse("u.json", &serde_json::to_string_pretty(&Value::Array(values)).unwrap());
        prop_assert_eq!(accounted_for(&batch), number);
        prop_assert!(batch.findings().iter().all(|finding| finding.line.is_some() && !finding.message.ends_with('.')));
        graph_from([batch]);
    }

    #[test]
    fn arbitrary_bytes_never_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..64),
        text in "[\\[\\]{}\":,a-z0-9\\\\\n ]{0,40}",
    ) {
        for text in [&*String::from_utf8_lossy(&bytes), &text] {
            prop_assert!(accounted_for(&parse("u.json", text)) > 0 || text.trim().starts_with('['));
            let filled = text.split('\n').filter(|line| !line.trim().is_empty()).count();
            prop_assert_eq!(accounted_for(&parse("u.jsonl", text)), filled);
        }
    }
}

#[test]
fn namespaced_names_are_lower_case_reverse_domains() {
    for verb in ["x-org.example.weakens", "x-example.a-b_c"] {
        assert!(is_namespaced(verb), "{verb}");
    }
    let others = [
        "weakens",
        "x-weakens",
        "X-org.example.weakens",
        "x-org.Example.w",
        "x-.a",
        "x-org..w",
        "x-org.w ",
        "x-org.",
        "x-my-org.example.w",
        "x-my_org.w",
        "x-org.-w",
    ];
    for verb in others {
        assert!(!is_namespaced(verb), "{verb}");
    }
}
