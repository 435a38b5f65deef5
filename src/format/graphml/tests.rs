use super::super::fixture::{Element, elements, nasty_graph, random_graph, whole, written};
use super::*;
use crate::graph::Graph;
use crate::graph::fixture::graph_of;
use crate::query::{ProposedEdge, Subgraph};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The elements with a name, each with its data by key.
fn with_data<'e>(all: &'e [Element], name: &str) -> Vec<(&'e Element, BTreeMap<&'e str, &'e str>)> {
    let data = |at: usize| {
        let of_it = all.iter().filter(move |one| one.name == "data" && one.parent == Some(at));
        of_it.map(|one| (&*one.attributes["key"], &*one.text)).collect()
    };
    let named = all.iter().enumerate().filter(|(_, one)| one.name == name);
    named.map(|(at, one)| (one, data(at))).collect()
}

/// A text as XML can have it. Line breaks stay as they are.
fn legal(text: &str) -> String {
    let is_legal =
        |c: char| matches!(c, '\t' | '\n' | '\r') || !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'));
    text.chars().map(|c| if is_legal(c) { c } else { '\u{fffd}' }).collect()
}

fn check(graph: &Graph, dialect: &str) {
    let all = elements(&whole("graphml", graph, Some(dialect)));
    let nodes = with_data(&all, "node");
    assert_eq!(nodes.len(), graph.node_count());
    for (node, (read, data)) in graph.nodes().zip(nodes) {
        assert_eq!(read.attributes["id"], escape::id(&node.address()));
        assert_eq!(
            (data["n_label"], data.get("n_kind").copied()),
            (&*legal(node.title()), node.kind().map(legal).as_deref())
        );
    }
    let edges = with_data(&all, "edge");
    let ids: BTreeSet<_> = edges.iter().map(|(edge, _)| &edge.attributes["id"]).collect();
    let expected: Vec<_> = Subgraph::whole().edges(graph).collect();
    assert_eq!((edges.len(), ids.len()), (expected.len(), expected.len()));
    for (edge, (read, data)) in expected.into_iter().zip(edges) {
        let ends = [edge.from(), edge.to()].map(|end| escape::id(&end.address()).into_owned());
        assert_eq!([&read.attributes["source"], &read.attributes["target"]], [&ends[0], &ends[1]]);
        assert_eq!(data["e_label"], legal(edge.relation()));
    }
    let keys: BTreeSet<_> = all.iter().filter(|one| one.name == "key").map(|one| &one.attributes["id"]).collect();
    let used: BTreeSet<_> = all.iter().filter(|one| one.name == "data").map(|one| &one.attributes["key"]).collect();
    assert!(used.is_subset(&keys), "{used:?}");
}

#[test]
fn nasty_texts_are_read_back() {
    check(&nasty_graph(), "gephi");
    check(&nasty_graph(), YED);
}

proptest! {
    #[test]
    fn any_graph_is_read_back(random in random_graph()) {
        check(&random.build(), "gephi");
        check(&random.build(), YED);
    }
}

#[test]
fn labels_of_nodes_and_edges_have_keys_and_no_key_has_a_reserved_name() {
    let all = elements(&whole("graphml", &graph_of(&["a"], &[]), None));
    let keys: Vec<_> = all.iter().filter(|one| one.name == "key").map(|one| &one.attributes).collect();
    let labels: Vec<_> = keys.iter().filter(|key| key["attr.name"] == "label").map(|key| &*key["for"]).collect();
    assert_eq!(labels, ["node", "edge"]);
    let reserved = ["id", "key", "color", "size", "x", "y", "weight"];
    assert!(keys.iter().all(|key| !reserved.contains(&&*key["attr.name"])));
}

#[test]
fn yed_gets_boxes_in_different_places_with_labels() {
    let graph = graph_of(&["a", "b"], &[("a", "b", "led-to", ""), ("b", "gone", "cites", "")]);
    let [a, b] = ["a", "b"].map(|id| graph.find(id).unwrap().ix());
    let proposed = ProposedEdge { from: b, to: a, relation: "refines".to_owned(), score: Some(0.5) };
    let some = Subgraph::induced(&graph, graph.nodes().map(Node::ix)).with_proposed(vec![proposed]);
    let all = elements(&written("graphml", &graph, &some, Some(YED)));
    let texts = |name: &str| all.iter().filter(|one| one.name == name).map(|one| &*one.text).collect::<Vec<_>>();
    assert_eq!(texts("y:NodeLabel"), ["a", "b", "gone"]);
    assert_eq!(texts("y:EdgeLabel"), ["led-to", "cites", "refines"]);
    let values = |name: &str, of: &str| -> Vec<_> {
        all.iter().filter(|one| one.name == name).map(|one| one.attributes[of].clone()).collect()
    };
    assert_eq!(values("y:Geometry", "y"), ["0", "60", "120"]);
    assert_eq!(values("y:BorderStyle", "type"), ["line", "line", "dashed"]);
    assert_eq!(values("y:LineStyle", "type"), ["line", "line", "dashed"]);
}
