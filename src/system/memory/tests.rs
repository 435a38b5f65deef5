//! Tests of the whole reader.

use super::*;
use crate::graph::fixture::build;
use crate::graph::{Graph, SystemId};
use crate::system::kit::fixture::{folder, subjects};
use crate::time;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::json;
use std::collections::BTreeMap;

fn read(text: &str) -> (Graph, Vec<Finding>) {
    let (graph, mut findings) = build([parse("memory.jsonl", text)]);
    findings.extend(checks::check(&graph, crate::graph::NEVER));
    (graph, findings)
}

fn codes(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|one| format!("{}:{}", one.rule.code, one.line.unwrap_or_default())).collect()
}

fn edges(graph: &Graph) -> Vec<String> {
    let shown = |edge: crate::graph::Edge<'_>| {
        format!("{} | {} | {} :{}", edge.from().id(), edge.relation(), edge.to().id(), edge.line())
    };
    graph.edges().map(shown).collect()
}

const MEMORY: &str = r#"{"type":"entity","name":"Веб-редактор","entityType":"project","observations":["one file"]}
{"type":"entity","name":"D3.js","entityType":"library","observations":[]}

{"type":"relation","from":"Веб-редактор","to":"D3.js","relationType":"visualizes data from"}"#;

#[test]
fn entities_are_nodes_and_relations_are_edges_as_written() {
    let (graph, findings) = read(MEMORY);
    assert_eq!(codes(&findings), [] as [&str; 0]);
    let nodes: Vec<_> = graph.nodes().map(|node| (node.id(), node.title(), node.kind(), node.line())).collect();
    let expected =
        [("Веб-редактор", "Веб-редактор", Some("project"), Some(1)), ("D3.js", "D3.js", Some("library"), Some(2))];
    assert_eq!(nodes, expected);
    assert_eq!(edges(&graph), ["Веб-редактор | visualizes data from | D3.js :4"]);
    let edge = graph.edges().next().unwrap();
    assert!(edge.meaning().is_none() && !edge.is_implicit() && edge.ts().is_none());
    assert!(graph.nodes().all(|node| node.status().is_none() && node.created().is_none()));
}

#[test]
fn no_verb_has_a_direction_in_time() {
    assert!(crate::system::registry().relations().iter().all(|relation| relation.system != SYSTEM));
}

#[test]
fn forks_write_other_names_and_times_of_observations() {
    let text = r#"{"_type":"entity","name":"a","entityType":"x","observations":[{"text":"p","timestamp":"2026-01-02T00:00:00Z"},"q"]}
{"_type":"entity","name":"a","observations":[{"text":"r","timestamp":"2026-01-03T00:00:00Z"}],"_savedAt":"x"}
{"_type":"relation","from":"a","to":"a","relationType":"is"}"#;
    let (graph, findings) = read(text);
    assert_eq!(codes(&findings), ["memory-entity-repeated:2"]);
    assert_eq!(graph.find("a").unwrap().created(), time::parse("2026-01-03"));
    assert_eq!(edges(&graph), ["a | is | a :3"]);
}

#[test]
fn observations_of_all_rows_are_joined() {
    let text = r#"{"type":"entity","name":"a","entityType":"x","observations":["p"],"more":1}
{"type":"entity","name":"b","observations":["q"]}
{"type":"entity","name":"a","entityType":"y","observations":["r",{"text":"s"}]}"#;
    let folder = folder(&[("memory.json", text)]);
    let (graph, findings) = build(load(folder.path(), &[], &Progress::default()));
    assert_eq!(codes(&findings), ["memory-entity-repeated:3"]);
    assert_eq!(subjects(&findings[0]), ["node id=a"]);
    let node = graph.find("a").unwrap();
    assert_eq!((node.kind(), node.line()), (Some("x"), Some(1)));
    assert_eq!(graph.find("b").unwrap().kind(), Some("entity"));
    let fields = MemoryGraphs.fields(folder.path(), &[node]).unwrap().remove(0);
    assert_eq!(Value::Object(fields), json!({"entityType": "x", "observations": ["p", "r", {"text": "s"}], "more": 1}));
}

#[rstest]
#[case::not_json("{\n", &["json-invalid:1"])]
#[case::no_object("[1]\n", &["memory-type:1"])]
#[case::neither("{\"type\":\"event\"}", &["memory-type:1"])]
#[case::no_name("{\"type\":\"entity\",\"name\":\" \"}", &["memory-invalid:1"])]
#[case::no_verb("{\"type\":\"relation\",\"from\":\"a\",\"to\":\"b\"}", &["memory-invalid:1"])]
#[case::observations("{\"type\":\"entity\",\"name\":\"a\",\"observations\":\"p\"}", &["memory-observations:1"])]
#[case::dangling("\n{\"type\":\"relation\",\"from\":\"a\",\"to\":\"b\",\"relationType\":\"r\"}",
    &["memory-dangling:2", "memory-dangling:2"])]
#[case::repeated(
    "{\"type\":\"entity\",\"name\":\"a\"}\n{\"type\":\"relation\",\"from\":\"a\",\"to\":\"a\",\"relationType\":\"r\"}\n\
    {\"type\":\"relation\",\"from\":\"a\",\"to\":\"a\",\"relationType\":\"r\"}", &["memory-relation-repeated:3"])]
#[case::empty("\n", &["memory-none:1"])]
fn a_violated_rule_is_a_finding_and_the_rest_is_read(#[case] text: &str, #[case] expected: &[&str]) {
    let (_, findings) = read(text);
    assert_eq!(codes(&findings), expected);
    let more = format!("{}\n{{\"type\":\"entity\",\"name\":\"z\"}}", text.trim_end());
    assert!(read(&more).0.find("z").is_some());
}

#[test]
fn overlong_names_are_not_read() {
    let long = "x".repeat(5_000);
    let text = format!(
        "{{\"type\":\"entity\",\"name\":\"{long}\"}}\n{{\"type\":\"relation\",\"from\":\"a\",\"to\":\"b\",\"relationType\":\"{long}\"}}"
    );
    let (graph, findings) = read(&text);
    assert_eq!(
        (codes(&findings), graph.node_count()),
        (vec!["memory-invalid:1".to_owned(), "memory-invalid:2".to_owned()], 0)
    );
}

#[test]
fn a_name_that_looks_like_an_address_is_an_entity() {
    let text = r#"{"type":"entity","name":"unit:tests"}
{"type":"relation","from":"unit:tests","to":"unit:other","relationType":"r"}"#;
    let (graph, _) = read(text);
    let edge = graph.edges().next().unwrap();
    let system = |node: crate::graph::Node<'_>| -> SystemId { node.system() };
    assert_eq!((system(edge.from()), edge.from().is_missing(), edge.from().id()), (SYSTEM, false, "unit:tests"));
    assert_ne!(system(edge.to()), SYSTEM);
}

#[rstest]
#[case::entity("\n \n{\"type\":\"entity\"}\n", true)]
#[case::relation("{\"_type\": \"relation\"}", true)]
#[case::log_of_an_agent("{\"ts\":1,\"content\":\"x\"}\n{\"type\":\"entity\"}\n", false)]
#[case::other_type("{\"type\":\"note\"}\n", false)]
#[case::document("{\n\"type\": \"entity\"\n}", false)]
#[case::empty("", false)]
#[case::blank("\n\n", false)]
#[case::list("[{\"type\":\"entity\"}]", false)]
fn the_first_row_decides_whether_a_file_is_a_memory(#[case] text: &str, #[case] expected: bool) {
    for name in NAMES {
        let folder = folder(&[(name, text)]);
        let is_marked = MemoryGraphs.markers().iter().any(|marker| (marker.is_sure)(folder.path()));
        assert_eq!(is_marked, expected, "{name}");
        let batches = load(folder.path(), &[], &Progress::default());
        let is_read = batches.iter().any(|batch| batch.node_count() > 0 || !batch.findings().is_empty());
        assert!(expected || !is_read);
    }
}

#[test]
fn named_files_and_folders_are_read() {
    let folder = folder(&[
        ("x/notes.jsonl", "{\"type\":\"entity\",\"name\":\"a\"}"),
        ("y/z/memory.json", "{\"type\":\"entity\",\"name\":\"b\"}"),
        ("y/memory.jsonl", "{\"ts\":1}"),
        ("y/other.jsonl", "{\"type\":\"entity\",\"name\":\"c\"}"),
        ("empty.jsonl", ""),
    ]);
    let further = ["x/notes.jsonl", "y", "empty.jsonl", "gone"].map(|name| folder.path().join(name));
    let (graph, findings) = build(load(folder.path(), &further, &Progress::default()));
    assert_eq!(graph.nodes().map(|node| node.id()).collect::<Vec<_>>(), ["a", "b"]);
    let mut codes: Vec<_> = findings.iter().map(|finding| finding.rule.code).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["memory-none", "source-missing"]);
}

#[test]
fn an_entity_in_two_files_is_a_warning() {
    let row = "{\"type\":\"entity\",\"name\":\"a\"}";
    let folder = folder(&[("memory.jsonl", row), ("memory.json", row)]);
    let (_, findings) = build(load(folder.path(), &[], &Progress::default()));
    assert_eq!(codes(&findings), ["memory-entity-repeated:1"]);
}

/// A row: an entity with a name, or a relation with its ends and its verb.
type Plain = (u8, u8, u8, bool);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn rows_are_read_like_by_hand(plain in proptest::collection::vec(any::<Plain>(), 0..12)) {
        let name = |number: u8| ["a b", "é\"", "x:y", "memory:m", "日本"][usize::from(number) % 5];
        let row = |(one, two, three, is_entity): &Plain| if *is_entity {
            json!({"type": "entity", "name": name(*one), "entityType": name(*two), "observations": []})
        } else {
            json!({"relationType": name(*three), "to": name(*two), "from": name(*one), "type": "relation"})
        };
        let text: String = plain.iter().map(|one| row(one).to_string() + "\n").collect();
        let (graph, findings) = read(&text);
        let (mut nodes, mut expected_edges, mut repeated) = (BTreeMap::new(), Vec::new(), 0);
        for (line, (one, two, three, is_entity)) in (1..).zip(&plain) {
            if *is_entity && nodes.contains_key(name(*one)) {
                repeated += 1;
            } else if *is_entity {
                nodes.insert(name(*one), (name(*two), line));
            } else {
                expected_edges.push(format!("{} | {} | {} :{line}", name(*one), name(*three), name(*two)));
            }
        }
        let defined = graph.nodes().filter(|node| !node.is_missing());
        let found: BTreeMap<_, _> = defined.map(|node| (node.id(), (node.kind().unwrap(), node.line().unwrap()))).collect();
        prop_assert_eq!(found, nodes.clone());
        // An undefined end with the prefix of the system is the address of a node with the rest as its id.
        let strip = |edge: &String| edge.replace("memory:m", "m");
        let known = |edges: Vec<String>| edges.iter().map(strip).collect::<Vec<_>>();
        prop_assert_eq!(known(edges(&graph)), known(expected_edges));
        let count = |code: &str| findings.iter().filter(|finding| finding.rule.code == code).count();
        prop_assert_eq!(count("memory-entity-repeated"), repeated);
        let missing = graph.edges().flat_map(|edge| [edge.from(), edge.to()]).filter(|node| node.is_missing()).count();
        prop_assert_eq!(count("memory-dangling"), missing);
    }
}
