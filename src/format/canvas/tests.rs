use super::*;
use crate::graph::Graph;
use crate::graph::fixture::{REFERENCE, batch_of, graph_from, graph_of};
use crate::query::Subgraph;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn whole(graph: &Graph) -> Value {
    let mut out = Vec::new();
    write(&Export::new(graph, &Subgraph::whole(), "Title"), &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn list<'v>(canvas: &'v Value, key: &str) -> &'v Vec<Value> {
    canvas[key].as_array().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_canvas_is_valid(edges in prop::collection::vec((0..8_usize, 4..12_usize, 0..3_usize), 0..30), title in ".*") {
        let ids: Vec<_> = (0..12).map(|number| format!("n{number}")).collect();
        let nodes: Vec<_> = ids[..9].iter().map(|id| (&**id, &*title)).collect();
        let edges = edges.iter().map(|(from, to, relation)| (&*ids[*from], &*ids[*to], ["led-to", "cites", "x"][*relation], ""));
        let graph = graph_from([batch_of(REFERENCE, 0, &nodes, &edges.collect::<Vec<_>>())]);
        let canvas = whole(&graph);
        let known: BTreeSet<_> = list(&canvas, "nodes").iter().map(|node| node["id"].as_str().unwrap()).collect();
        prop_assert_eq!(known.len(), graph.node_count());
        for node in list(&canvas, "nodes") {
            prop_assert_eq!(&node["type"], "text");
            for key in ["x", "y", "width", "height"] {
                prop_assert!(node[key].is_i64(), "{}", node);
            }
        }
        let distinct = graph.edges().filter(|edge| !edge.is_repeated()).count();
        prop_assert_eq!(list(&canvas, "edges").len(), distinct);
        let edge_ids: BTreeSet<_> = list(&canvas, "edges").iter().map(|edge| edge["id"].as_str().unwrap()).collect();
        prop_assert_eq!(edge_ids.len(), distinct);
        for edge in list(&canvas, "edges") {
            for key in ["fromNode", "toNode"] {
                prop_assert!(known.contains(edge[key].as_str().unwrap()), "{}", edge);
            }
        }
        for item in list(&canvas, "nodes").iter().chain(list(&canvas, "edges")) {
            prop_assert!(item["color"].is_null() || ["1", "2", "3", "4", "5", "6"].contains(&item["color"].as_str().unwrap()));
        }
    }
}

#[test]
fn titles_have_no_meaning_in_markdown() {
    assert_eq!(
        markdown("![[x]] **a** `b` <i> #tag $1$ a.md:3"),
        "\\!\\[\\[x\\]\\] \\*\\*a\\*\\* \\`b\\` \\<i\\> \\#tag \\$1\\$ a.md:3"
    );
}

#[test]
fn cards_have_title_kind_id_and_place() {
    let graph = graph_from([batch_of(REFERENCE, 0, &[("a", "A title")], &[("a", "gone", "led-to", "")])]);
    let canvas = whole(&graph);
    let texts: Vec<_> = list(&canvas, "nodes").iter().map(|node| node["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["**A title**\ntask · a\nfile.md:1", "**gone**\nmissing"]);
    assert_eq!(canvas["nodes"][1]["color"], Value::Null);
}

#[test]
fn a_large_star_has_a_card_that_counts_the_rest() {
    let ids: Vec<_> = std::iter::once("more 7".to_owned()).chain((0..20).map(|at| format!("m{at}"))).collect();
    let edges: Vec<_> = ids.iter().map(|id| ("hub", &**id, "led-to", "")).collect();
    let canvas = whole(&graph_of(&["hub"].into_iter().chain(ids.iter().map(|id| &**id)).collect::<Vec<_>>(), &edges));
    assert_eq!((list(&canvas, "nodes").len(), list(&canvas, "edges").len()), (8, 7));
    let (card, edge) = (&canvas["nodes"][7], &canvas["edges"][6]);
    assert_eq!(canvas["nodes"][1]["id"], "more 7");
    assert_eq!(card["id"], "more 7+");
    assert_eq!((&card["text"], &card["color"]), (&"**▸ 15 more tasks**".into(), &Value::Null));
    assert_eq!(
        (&edge["fromNode"], &edge["toNode"], &edge["label"]),
        (&"hub".into(), &card["id"], &"led-to ×15".into())
    );
}

#[test]
fn edges_have_label_colour_and_sides() {
    let edge = &whole(&graph_of(&["a", "b"], &[("a", "b", "led-to", "")]))["edges"][0];
    let expected = value!({
        "id": "e0", "fromNode": "a", "fromSide": "right", "toNode": "b", "toSide": "left", "label": "led-to", "color": "2",
    });
    assert_eq!(*edge, expected);
}
