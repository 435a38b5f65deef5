//! Hand-written cycles. `tests/query/cycle.rs` compares random graphs with a second implementation.

use super::*;
use crate::graph::NEVER;
use crate::graph::fixture::{CAUSAL, SIDECAR};
use crate::graph::fixture::{EdgeSpec, graph_of};
use crate::graph::{Batch, EdgeRecord};

const PLENTY: usize = 1_000_000;

fn cycles(graph: &Graph, request: &CycleRequest, budget: usize) -> Vec<Cycle> {
    super::cycles(graph, request, budget, NEVER).unwrap()
}

fn any() -> CycleRequest {
    CycleRequest { edges: EdgeFilter::of(RelationFilter::Any), orient: Orient::Stored }
}

fn over(graph: &Graph, verbs: &[&str], orient: Orient) -> CycleRequest {
    CycleRequest { edges: EdgeFilter::of(RelationFilter::only(graph, verbs)), orient }
}

fn ids(graph: &Graph, nodes: &[NodeIx]) -> Vec<String> {
    let mut ids: Vec<_> = nodes.iter().map(|node| graph.node(*node).id().to_owned()).collect();
    ids.sort();
    ids
}

/// The ids of the shortest cycle, concatenated.
fn way(graph: &Graph, cycle: &Cycle) -> String {
    cycle.shortest.iter().map(|ix| graph.edge(*ix).from().id()).collect()
}

#[test]
fn classes_are_those_of_the_registry() {
    let all = Class::all(&crate::system::registry());
    let classes: Vec<_> = all.iter().map(|class| (class.system.name(), &*class.name)).collect();
    let reference = ["led-to", "supersedes", "follows-up"].map(|name| ("reference", name));
    assert_eq!(classes[..3], reference);
    let others =
        [("unit", "derives-from"), ("causal", "causal"), ("yggdrasil", "structural"), ("yggdrasil", "implies")];
    assert_eq!(classes[3..7], others);
    assert_eq!(classes[7..9], [("sidecar", "upgrades_to"), ("sidecar", "derived_from")]);
    assert_eq!(classes[9..11], [("beads", "order"), ("beads", "tree")]);
    let rest = [("adr", "order"), ("taskmaster", "order"), ("taskmaster", "tree"), ("note", "tree")];
    assert_eq!(classes[11..15], rest);
    let presets = [("backstage", "parts"), ("backstage", "order"), ("backstage", "tree"), ("need", "tree")];
    assert_eq!(classes[15..], presets);
}

#[test]
fn each_class_is_searched_by_itself() {
    let rows: [EdgeSpec<'_>; 5] = [
        ("a", "b", "led-to", ""),
        ("b", "a", "supersedes", ""),
        ("c", "d", "led-to", ""),
        ("d", "e", "led-to", ""),
        ("e", "c", "led-to", ""),
    ];
    let graph = graph_of(&["a", "b", "c", "d", "e"], &rows);
    let found = cycles(&graph, &any(), PLENTY);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].class.as_ref().map(|class| &*class.name), Some("led-to"));
    assert_eq!((ids(&graph, &found[0].nodes), found[0].links), (vec!["c".into(), "d".into(), "e".into()], 3));
    let named = cycles(&graph, &over(&graph, &["led-to", "supersedes"], Orient::Stored), PLENTY);
    assert_eq!(named.iter().map(|cycle| cycle.nodes.len()).collect::<Vec<_>>(), [3, 2]);
}

#[test]
fn inverse_verbs_are_reversed() {
    let rows = [("a", "b", "led-to", ""), ("b", "c", "triggered", ""), ("a", "c", "caused-by", "")];
    let graph = graph_of(&["a", "b", "c"], &rows);
    for orient in [Orient::Stored, Orient::Meaning] {
        let found = cycles(&graph, &CycleRequest { orient, ..any() }, PLENTY);
        assert_eq!(found.iter().map(|cycle| ids(&graph, &cycle.nodes).concat()).collect::<Vec<_>>(), ["abc"]);
        assert_eq!(found[0].shortest.len(), 3);
    }
    let straight = graph_of(&["a", "b"], &[("a", "b", "led-to", ""), ("b", "a", "caused-by", "")]);
    assert_eq!(cycles(&straight, &any(), PLENTY), []);
    let members = [&straight, &graph].map(|graph| CycleMembers::of(graph, crate::graph::NEVER).unwrap());
    assert_eq!(members.map(|members| members.is_empty()), [true, false]);
}

#[test]
fn verbs_that_point_back_in_time_are_reversed_when_oriented_by_meaning() {
    let rows = [("a", "b", "led-to", ""), ("a", "b", "cites", ""), ("c", "d", "led-to", ""), ("d", "c", "cites", "")];
    let graph = graph_of(&["a", "b", "c", "d"], &rows);
    let found = |orient| {
        let found = cycles(&graph, &over(&graph, &["led-to", "cites"], orient), PLENTY);
        found.iter().map(|cycle| ids(&graph, &cycle.nodes).concat()).collect::<Vec<_>>()
    };
    assert_eq!(found(Orient::Stored), ["cd"]);
    assert_eq!(found(Orient::Meaning), ["ab"]);
}

#[test]
fn shortest_cycle_is_reported() {
    let rows: Vec<EdgeSpec<'_>> =
        ["ab", "bc", "cd", "da", "ca"].iter().map(|pair| (&pair[..1], &pair[1..], "led-to", "")).collect();
    let graph = graph_of(&["a", "b", "c", "d"], &rows);
    let found = cycles(&graph, &any(), PLENTY);
    assert_eq!((way(&graph, &found[0]).as_str(), found[0].is_proven), ("abc", true));
    let loops = graph_of(&["a", "b"], &[("a", "b", "led-to", ""), ("b", "a", "led-to", ""), ("b", "b", "led-to", "")]);
    assert_eq!(way(&loops, &cycles(&loops, &any(), PLENTY)[0]), "b");
}

#[test]
fn exhausted_search_reports_the_first_cycle_as_unproven() {
    // The cycle through a has five steps; the shortest one, through b, has two.
    let rows: Vec<EdgeSpec<'_>> =
        ["ab", "bc", "cb", "cd", "de", "ea"].iter().map(|pair| (&pair[..1], &pair[1..], "led-to", "")).collect();
    let graph = graph_of(&["a", "b", "c", "d", "e"], &rows);
    let hurried = cycles(&graph, &any(), 0);
    assert_eq!((way(&graph, &hurried[0]).as_str(), hurried[0].is_proven), ("abcde", false));
    let found = cycles(&graph, &any(), PLENTY);
    assert_eq!((way(&graph, &found[0]).as_str(), found[0].is_proven), ("bc", true));
}

#[test]
fn ring_longer_than_any_stack_is_traversed_once() {
    let ids: Vec<String> = (0..100_000).map(|number| format!("n{number:06}")).collect();
    let next = |at: usize| &*ids[(at + 1) % ids.len()];
    let rows: Vec<EdgeSpec<'_>> = (0..ids.len()).map(|at| (&*ids[at], next(at), "led-to", "")).collect();
    let graph = graph_of(&[], &rows);
    let found = cycles(&graph, &any(), PLENTY);
    assert_eq!((found[0].shortest.len(), found[0].is_proven), (100_000, true));
}

fn causal(edges: &[(&str, &str, f64, &str)]) -> Graph {
    let mut batch = Batch::new(CAUSAL, 0);
    for (line, (from, to, confidence, ts)) in (1..).zip(edges) {
        let [from, to, verb, file] = [from, to, "caused", "x.causal.json"].map(|text| batch.word(text));
        let stamp = batch.stamp(ts);
        let confidence = Some(*confidence);
        batch.edge(EdgeRecord { stamp, confidence, ..EdgeRecord::new(from, to, verb, file, line) });
    }
    crate::graph::fixture::graph_from([batch])
}

#[test]
fn weakest_edge_is_the_least_trusted_and_then_the_newest() {
    let weakest = |edges: &[(&str, &str, f64, &str)]| {
        let graph = causal(edges);
        let found = cycles(&graph, &any(), PLENTY);
        graph.edge(found[0].weakest).line()
    };
    let (old, new) = ("2026-01-01", "2026-02-01");
    assert_eq!(weakest(&[("a", "b", 0.9, new), ("b", "a", 0.5, old)]), 2);
    assert_eq!(weakest(&[("a", "b", 0.5, new), ("b", "a", 0.5, old)]), 1);
    assert_eq!(weakest(&[("a", "b", 0.5, old), ("b", "a", 0.5, old)]), 2);
    // Retracting the untrusted one of two parallel edges would not break the cycle.
    assert_eq!(weakest(&[("a", "b", 0.9, old), ("a", "b", 0.1, new), ("b", "a", 0.5, old)]), 3);
}

#[test]
fn symmetric_edge_is_not_a_cycle() {
    let mut batch = Batch::new(SIDECAR, 0);
    let [one, other, verb, file] = ["ev.a", "ev.b", "related_to", "meta.json"].map(|text| batch.word(text));
    batch.edge(EdgeRecord::new(one, other, verb, file, 1));
    let graph = crate::graph::fixture::graph_from([batch]);
    assert_eq!(cycles(&graph, &over(&graph, &["related_to"], Orient::Stored), PLENTY), []);
}

#[test]
fn members_report_nodes_and_edges_on_cycles() {
    let rows = [
        ("a", "b", "led-to", ""),
        ("b", "a", "led-to", ""),
        ("a", "b", "cites", ""),
        ("b", "c", "led-to", ""),
        ("c", "d", "supersedes", ""),
        ("d", "c", "supersedes", ""),
    ];
    let graph = graph_of(&["a", "b", "c", "d", "e"], &rows);
    let members = CycleMembers::of(&graph, crate::graph::NEVER).unwrap();
    let nodes: Vec<_> = graph.nodes().filter(|node| members.has(node.ix())).map(|node| node.id()).collect();
    assert_eq!(nodes, ["a", "b", "c", "d"]);
    let lines: Vec<_> = graph.edges().filter(|edge| members.has_edge(*edge)).map(|edge| edge.line()).collect();
    assert_eq!(lines, [1, 2, 5, 6]);
}
