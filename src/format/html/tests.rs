use super::*;
use crate::graph::Graph;
use crate::graph::fixture::{REFERENCE, batch_of, graph_from, graph_of};
use crate::graph::relation::Family;
use crate::query::{ProposedEdge, Subgraph};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

fn written(graph: &Graph, subgraph: &Subgraph, title: &str) -> (String, Notices) {
    let export = Export::new(graph, subgraph, title).with_command("refscope export -f html");
    let mut out = Vec::new();
    let notices = FORMAT.write(&export, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), notices)
}

/// The text of the element with the data, found as a browser finds it: up to the first end of a script.
fn data_text(page: &str) -> &str {
    let (_, after) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    after.split_once("</script").unwrap().0
}

fn data(page: &str) -> Value {
    serde_json::from_str(data_text(page)).unwrap()
}

#[test]
fn the_page_contains_its_parts_and_nothing_to_load() {
    let (page, notices) = written(&graph_of(&["a"], &[]), &Subgraph::whole(), "A & <b>");
    assert!(page.contains("<title>A &amp; &lt;b&gt;</title>"), "{page}");
    assert!(page.contains(STYLE) && page.contains(&SCRIPT.concat()) && !page.contains("{{"));
    assert!(page.contains("content=\"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "));
    let page = page.replace("url(#arrow-", "");
    for loads in ["src=", "href=", "@import", "url(", "fetch(", "import("] {
        assert!(!page.contains(loads), "{loads}");
    }
    assert!(notices.is_empty());
}

#[test]
fn the_script_creates_no_markup_from_text() {
    for unsafe_use in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "</", "<!--"] {
        assert!(!SCRIPT.concat().contains(unsafe_use), "{unsafe_use}");
    }
    assert!(!STYLE.contains("</"));
}

#[test]
fn every_file_of_the_script_is_in_the_page() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/export/page");
    let texts = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    assert_eq!(texts.collect::<BTreeSet<_>>(), SCRIPT.iter().map(ToString::to_string).collect());
}

#[test]
fn each_family_of_relations_has_a_colour() {
    for family in Family::ALL.map(Family::name) {
        assert_eq!(STYLE.matches(&format!("--{family}: #")).count(), 2, "{family}");
        assert!(SCRIPT.concat().contains(&format!("\"{family}\"")), "{family}");
    }
}

#[test]
fn nodes_and_edges_have_all_their_data() {
    let time = "2026-05-01T00:00:00Z";
    let graph =
        graph_of(&["a", "b"], &[("a", "b", "led-to", time), ("a", "b", "cites", ""), ("b", "gone", "cites", "")]);
    let [a, b] = ["a", "b"].map(|id| graph.find(id).unwrap().ix());
    let proposed = ProposedEdge { from: b, to: a, relation: "supersedes".to_owned(), score: Some(0.5) };
    let subgraph = Subgraph::whole().with_roots([b]).with_distances([(a, -1)]).with_proposed(vec![proposed]);
    let data = data(&written(&graph, &subgraph, "All").0);
    assert_eq!(data["roots"], serde_json::json!([1]));
    assert_eq!((&data["nodes"][0]["id"], &data["nodes"][0]["distance"]), (&"a".into(), &(-1).into()));
    assert_eq!(data["nodes"][2]["missing"], true);
    let edge = &data["edges"][0];
    assert_eq!((&edge["from"], &edge["to"], &edge["relation"]), (&0.into(), &1.into(), &"led-to".into()));
    assert_eq!((&edge["ts"], &edge["file"], &edge["line"]), (&time.into(), &"file.md".into(), &1.into()));
    assert_eq!(data["edges"].as_array().unwrap().len(), 4);
    assert_eq!((&data["edges"][3]["suggested"], &data["edges"][3]["score"]), (&true.into(), &0.5.into()));
    assert_eq!(data["relations"][0], serde_json::json!({"name": "led-to", "family": "lineage"}));
}

#[test]
fn positions_of_ends_are_those_in_the_list_of_a_part() {
    let graph = graph_of(&["a", "b", "c"], &[("c", "b", "led-to", "")]);
    let [b, c] = ["b", "c"].map(|id| graph.find(id).unwrap().ix());
    let data = data(&written(&graph, &Subgraph::induced(&graph, [c, b]), "Part").0);
    assert_eq!(data["nodes"][0]["id"], "c");
    assert_eq!((&data["edges"][0]["from"], &data["edges"][0]["to"]), (&0.into(), &1.into()));
}

#[test]
fn a_graph_too_large_to_draw_is_grouped_by_kind() {
    let ids: Vec<_> = (0..MOST_NODES).map(|at| format!("node-{at}")).collect();
    let mut edges: Vec<_> = ids.windows(2).map(|pair| (&*pair[0], &*pair[1], "led-to", "")).collect();
    edges.push(("node-7", "gone", "cites", ""));
    let graph = graph_of(&ids.iter().map(|id| &**id).collect::<Vec<_>>(), &edges);
    let (page, notices) = written(&graph, &Subgraph::whole(), "All");
    assert_eq!(notices, ["5,001 nodes are grouped by kind: the page draws at most 5,000 nodes one by one"]);
    let data = data(&page);
    assert_eq!((&data["left_out"][0], &data["is_grouped"]), (&notices[0].as_str().into(), &true.into()));
    let [tasks, missing] = &**data["nodes"].as_array().unwrap() else { panic!("{data}") };
    assert_eq!((&tasks["title"], &tasks["count"], &missing["count"]), (&"task".into(), &5_000.into(), &1.into()));
    assert_eq!(tasks["members"].as_array().unwrap().len(), 50);
    assert_eq!(tasks["members"][0]["id"], "node-7");
    let expected = serde_json::json!([
        {"from": 0, "to": 0, "relation": "led-to", "count": 4_999},
        {"from": 0, "to": 1, "relation": "cites", "count": 1},
    ]);
    assert_eq!(data["edges"], expected);
}

#[test]
fn five_thousand_nodes_are_drawn_one_by_one() {
    let ids: Vec<_> = (0..MOST_NODES).map(|at| format!("node-{at}")).collect();
    let graph = graph_of(&ids.iter().map(|id| &**id).collect::<Vec<_>>(), &[]);
    let (page, notices) = written(&graph, &Subgraph::whole(), "All");
    assert_eq!(data(&page)["nodes"].as_array().unwrap().len(), MOST_NODES);
    assert!(notices.is_empty());
}

proptest! {
    #[test]
    fn data_is_exact_and_cannot_end_its_element(
        title in "(?s)(\\PC|[<>&\"'/!-]|</script|<!--|]]>|\u{2028}|\u{2029}|\\x00|\\x1b|\u{7f}|\u{202e}){0,20}",
    ) {
        let graph = graph_from([batch_of(REFERENCE, 0, &[("a", &title)], &[])]);
        let expected = graph.find("a").unwrap().title();
        let (page, _) = written(&graph, &Subgraph::whole(), &title);
        let data = data(&page);
        prop_assert_eq!(data["nodes"][0]["title"].as_str(), Some(expected));
        prop_assert_eq!(data["title"].as_str(), Some(&*title));
        let is_raw = |c: char| matches!(c, '<' | '>' | '&') || (is_unsafe(c) && c != '\n');
        prop_assert!(!data_text(&page).contains(is_raw));
        let (_, after) = page.split_once("<title>").unwrap();
        prop_assert!(!after.split_once("</title>").unwrap().0.contains(['<', '>', '\n']));
    }
}
