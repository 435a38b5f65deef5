use super::super::fixture::{nasty_graph, random_graph, whole};
use super::*;
use crate::graph::Graph;
use crate::graph::fixture::graph_of;
use crate::query::Subgraph;
use csv::{ReaderBuilder, StringRecord};
use proptest::prelude::*;

/// The rows of a table with a header, all of the same length.
fn rows(text: &str) -> (StringRecord, Vec<StringRecord>) {
    let mut reader = ReaderBuilder::new().from_reader(text.as_bytes());
    (reader.headers().unwrap().clone(), reader.records().map(Result::unwrap).collect())
}

fn part(graph: &Graph, dialect: &str, suffix: &str) -> String {
    let subgraph = Subgraph::whole();
    let export = Export::new(graph, &subgraph, "").in_dialect(Some(dialect));
    let mut out = Vec::new();
    let part = FORMAT.parts.iter().find(|part| part.suffix == suffix).unwrap();
    part.write(&export, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn check(graph: &Graph, dialect: &str) {
    let [nodes, edges] = ["-nodes", "-edges"].map(|suffix| part(graph, dialect, suffix));
    assert_eq!(whole("csv", graph, Some(dialect)), format!("{nodes}\r\n{edges}"));
    let (_, nodes) = rows(&nodes);
    assert_eq!(nodes.len(), graph.node_count());
    for (node, read) in graph.nodes().zip(&nodes) {
        assert_eq!(read[0], *escape::id(&node.address()));
        if dialect == NEO4J {
            assert!(read.iter().all(|value| !value.contains(['\n', '\r'])), "{read:?}");
        } else {
            assert_eq!(read[1], escape::without_control(node.title()));
        }
    }
    let (_, edges) = rows(&edges);
    let expected: Vec<_> = Subgraph::whole().edges(graph).collect();
    assert_eq!(edges.len(), expected.len());
    for (edge, read) in expected.into_iter().zip(&edges) {
        let ends = [edge.from(), edge.to()].map(|end| escape::id(&end.address()).into_owned());
        assert_eq!([&read[0], &read[1]], [&*ends[0], &*ends[1]]);
    }
}

#[test]
fn nasty_texts_are_read_back() {
    check(&nasty_graph(), "gephi");
    check(&nasty_graph(), NEO4J);
}

proptest! {
    #[test]
    fn any_graph_is_read_back(random in random_graph()) {
        check(&random.build(), "gephi");
        check(&random.build(), NEO4J);
    }
}

#[test]
fn gephi_finds_its_columns() {
    let graph = graph_of(&["a"], &[("a", "b", "led-to", "2026-01-01"), ("a", "b", "relates-to", "")]);
    let (header, rows) = rows(&part(&graph, "gephi", "-edges"));
    let of = |at: usize| header.iter().zip(&rows[at]).take(7).collect::<Vec<_>>();
    let expected = [
        ("Source", "a"),
        ("Target", "b"),
        ("Type", "Directed"),
        ("Id", "e0"),
        ("Label", "led-to"),
        ("Kind", "led-to"),
        ("ts", "2026-01-01"),
    ];
    assert_eq!(of(0), expected);
    let symmetric = graph.edges().nth(1).unwrap().is_symmetric();
    assert_eq!(&rows[1][2], if symmetric { "Undirected" } else { "Directed" });
}

#[test]
fn neo4j_finds_its_columns() {
    let graph = graph_of(&["a"], &[("a", "gone", "led-to", "")]);
    let (header, nodes) = rows(&part(&graph, NEO4J, "-nodes"));
    assert_eq!(header.iter().take(4).collect::<Vec<_>>(), ["id:ID", "title", ":LABEL", "kind"]);
    assert!(header.iter().any(|name| name == "line:int") && header.iter().any(|name| name == "missing:boolean"));
    let labels: Vec<_> = nodes.iter().map(|row| (&row[0], &row[2])).collect();
    assert_eq!(labels, [("a", "task"), ("gone", "missing")]);
    let (header, edges) = rows(&part(&graph, NEO4J, "-edges"));
    assert_eq!(header.iter().take(4).collect::<Vec<_>>(), [":START_ID", ":END_ID", ":TYPE", "relation"]);
    assert_eq!(edges[0].iter().take(4).collect::<Vec<_>>(), ["a", "gone", "LED_TO", "led-to"]);
}

#[test]
fn every_relation_is_a_type() {
    assert_eq!(["a b-c", "größer", "→", ""].map(type_name), ["A_B_C", "GRÖSSER", "_", "_"]);
}
