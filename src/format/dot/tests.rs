use super::super::fixture::{nasty_graph, random_graph, whole, written};
use super::*;
use crate::graph::fixture::{REFERENCE, graph_from, graph_of};
use crate::graph::{Batch, EdgeRecord, Graph, NodeRecord};
use crate::query::{ProposedEdge, Subgraph};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A statement of the graph: one or two ids with attributes.
#[derive(Debug)]
struct Statement {
    ids: Vec<String>,
    attributes: BTreeMap<String, String>,
}

/// A naive reader of tokens as Graphviz has them; only quoted texts, names and punctuation.
fn tokens(line: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        let mut token = String::new();
        match c {
            ' ' => continue,
            '"' => loop {
                match rest.next().unwrap() {
                    '"' => break,
                    '\\' => token.push(match rest.next().unwrap() {
                        'n' => '\n',
                        c @ ('"' | '\\') => c,
                        c => panic!("\\{c}"),
                    }),
                    c => token.push(c),
                }
            },
            c => {
                token.push(c);
                while c.is_alphabetic() && rest.peek().is_some_and(|c| c.is_alphanumeric() || *c == '_') {
                    token.extend(rest.next());
                }
            }
        }
        found.push((c == '"', token));
    }
    found
}

/// The statements for nodes and edges; each is on a line.
fn statements(dot: &str) -> Vec<Statement> {
    let lines: Vec<_> = dot.lines().collect();
    assert!(lines[0].starts_with("// ") && lines[1].starts_with("digraph \"") && lines.last() == Some(&"}"), "{dot}");
    let statement = |line: &&str| {
        let tokens = tokens(line);
        let at = tokens.iter().position(|token| *token == (false, "[".to_owned())).unwrap();
        let ids = tokens[..at].iter().filter(|(is_quoted, _)| *is_quoted).map(|(_, id)| id.clone()).collect();
        let pairs = tokens[at + 1..].chunks(4).map(|chunk| {
            assert_eq!((chunk[0].0, &*chunk[1].1, chunk[2].0), (false, "=", true), "{line}");
            (chunk[0].1.clone(), chunk[2].1.clone())
        });
        Statement { ids, attributes: pairs.collect() }
    };
    lines[5..lines.len() - 1].iter().map(statement).collect()
}

fn check(graph: &Graph) {
    let read = statements(&whole("dot", graph, None));
    let (nodes, edges): (Vec<_>, Vec<_>) = read.into_iter().partition(|statement| statement.ids.len() == 1);
    assert_eq!(nodes.len(), graph.node_count());
    for (node, read) in graph.nodes().zip(nodes) {
        assert_eq!(read.ids[0], escape::id(&node.address()));
        let label = read.attributes["label"].replace("&amp;", "&").replace("&amp;", "&");
        assert_eq!(label, escape::without_control(node.title()).replace("&amp;", "&"));
    }
    let expected: Vec<_> = Subgraph::whole().edges(graph).collect();
    assert_eq!(edges.len(), expected.len());
    for (edge, read) in expected.into_iter().zip(edges) {
        assert_eq!(read.ids, [edge.from(), edge.to()].map(|end| escape::id(&end.address()).into_owned()));
    }
}

#[test]
fn nasty_texts_are_read_back() {
    check(&nasty_graph());
}

proptest! {
    #[test]
    fn any_graph_is_read_back(random in random_graph()) {
        check(&random.build());
    }
}

#[test]
fn drawing_shows_what_nodes_and_edges_are() {
    let mut batch = Batch::new(REFERENCE, 0);
    let [a, task, title, file, gone] = ["a", "task", "A", "docs/a b.md", "gone"].map(|text| batch.word(text));
    batch.node(NodeRecord { status: Some(task), layer: Some(task), ..NodeRecord::new(a, task, title, file, 7) });
    let edge = EdgeRecord::new(a, gone, title, file, 9);
    batch.edge(EdgeRecord { implicit: true, symmetric: true, confidence: Some(0.5), ..edge });
    let graph = graph_from([batch]);
    let [a, gone] = ["a", "gone"].map(|id| graph.find(id).unwrap().ix());
    let proposed = ProposedEdge { from: gone, to: a, relation: "cites".to_owned(), score: Some(0.25) };
    let some = Subgraph::induced(&graph, [a, gone]).with_roots([a]).with_proposed(vec![proposed]);
    let dot = written("dot", &graph, &some, None);
    let lines: Vec<_> = dot.lines().skip(5).collect();
    assert_eq!(
        lines,
        [
            "  \"a\" [label=\"A\", tooltip=\"a\\ndocs/a b.md:7\", URL=\"docs/a%20b.md#L7\", class=\"root\", \
             penwidth=\"2\", kind=\"task\", system=\"reference\", status=\"task\", layer_name=\"task\"]",
            "  \"gone\" [label=\"gone\", tooltip=\"gone\", style=\"rounded,dashed\", color=\"gray\", \
             fontcolor=\"gray\", system=\"reference\", missing=\"true\"]",
            "  \"a\" -> \"gone\" [label=\"A\", tooltip=\"docs/a b.md:9\", URL=\"docs/a%20b.md#L9\", style=\"dashed\", \
             dir=\"none\", confidence=\"0.5\", implicit=\"true\", symmetric=\"true\", system=\"reference\"]",
            "  \"gone\" -> \"a\" [label=\"cites\", style=\"dashed\", arrowhead=\"onormal\", suggested=\"true\", \
             score=\"0.25\"]",
            "}",
        ]
    );
}

#[test]
fn parallel_edges_are_kept() {
    let graph =
        graph_of(&["a", "b"], &[("a", "b", "cites", ""), ("a", "b", "led-to", ""), ("a", "b", "cites", "2026")]);
    let dot = whole("dot", &graph, None);
    assert_eq!((dot.matches("\"a\" -> \"b\"").count(), dot.contains("strict")), (3, false));
}

#[test]
fn no_file_name_is_an_address_of_another_kind() {
    let url = |file: &str| {
        let mut out = Vec::new();
        write_url(file, 3, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(url("javascript:alert(1)"), ", URL=\"javascript%3Aalert%281%29#L3\"");
    assert_eq!(url("ä\"\\\n#?.md"), ", URL=\"%C3%A4%22%5C%0A%23%3F.md#L3\"");
    assert_eq!(url("//evil.example/x"), "");
}

#[test]
fn entities_in_labels_are_shown_as_written() {
    let label = |text: &str| Label(text).to_string();
    assert_eq!(label("a & b && c; &"), "\"a & b && c; &\"");
    assert_eq!(label("&amp; &#60;&lt;"), "\"&amp;amp; &amp;#60;&amp;lt;\"");
}
