use super::super::fixture::{elements, nasty_graph, random_graph, whole};
use super::*;
use crate::graph::Graph;
use crate::graph::fixture::graph_of;
use crate::query::Subgraph;
use proptest::prelude::*;

fn check(graph: &Graph) {
    let all = elements(&whole("gexf", graph, None));
    let named = |name: &str| all.iter().filter(|one| one.name == name).collect::<Vec<_>>();
    let nodes = named("node");
    assert_eq!((nodes.len(), &*named("nodes")[0].attributes["count"]), (graph.node_count(), &*nodes.len().to_string()));
    for (node, read) in graph.nodes().zip(nodes) {
        assert_eq!(read.attributes["id"], escape::id(&node.address()));
        assert_eq!(read.attributes["label"].replace(['\r', '\n'], " "), legal(node.title()));
    }
    let (edges, expected) = (named("edge"), Subgraph::whole().edges(graph).collect::<Vec<_>>());
    assert_eq!((edges.len(), &*named("edges")[0].attributes["count"]), (expected.len(), &*edges.len().to_string()));
    for (edge, read) in expected.into_iter().zip(edges) {
        let ends = [edge.from(), edge.to()].map(|end| escape::id(&end.address()).into_owned());
        assert_eq!([&read.attributes["source"], &read.attributes["target"]], [&ends[0], &ends[1]]);
        assert_eq!(read.attributes["label"].replace(['\r', '\n'], " "), legal(edge.relation()));
        assert_eq!(read.attributes.get("timestamp").cloned(), edge.millis().map(time::format));
    }
}

/// A text as XML can have it, with blanks for line breaks.
fn legal(text: &str) -> String {
    let is_legal = |c: char| c == '\t' || !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'));
    text.replace(['\r', '\n'], " ").chars().map(|c| if is_legal(c) { c } else { '\u{fffd}' }).collect()
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
fn a_graph_is_dynamic_if_any_edge_has_a_time() {
    let mode = |ts: &str| {
        let all = elements(&whole("gexf", &graph_of(&["a"], &[("a", "a", "cites", ts)]), None));
        let graph = all.into_iter().find(|one| one.name == "graph").unwrap().attributes;
        (graph["mode"].clone(), graph.get("timeformat").cloned())
    };
    assert_eq!(mode("2026-01-01T00:00:00Z"), ("dynamic".to_owned(), Some("dateTime".to_owned())));
    assert_eq!(mode("some day"), ("static".to_owned(), None));
}
