//! Tests of ids that several repositories use.

use crate::graph::fixture::{CAUSAL, REFERENCE};
use crate::graph::fixture::{EdgeSpec, batch_of, build, graph_from};
use crate::graph::{Batch, Graph, Node};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn map(part: u64, repo: Option<&str>, ids: &[&str], edges: &[EdgeSpec<'_>]) -> Batch {
    let nodes: Vec<_> = ids.iter().map(|id| (*id, *id)).collect();
    let mut batch = batch_of(CAUSAL, part, &nodes, edges);
    if let Some(repo) = repo {
        batch.set_repo(repo);
    }
    batch
}

fn names(graph: &Graph) -> Vec<&str> {
    graph.nodes().map(Node::id).collect()
}

fn edges(graph: &Graph) -> Vec<(&str, &str)> {
    graph.edges().map(|edge| (edge.from().id(), edge.to().id())).collect()
}

#[test]
fn shared_id_of_two_repositories_gives_two_qualified_nodes() {
    let (graph, findings) = build(vec![
        map(1, Some("shop"), &["app", "db"], &[("app", "db", "calls", "")]),
        map(2, Some("web"), &["app", "ui"], &[("app", "ui", "calls", "")]),
    ]);
    assert_eq!(names(&graph), ["shop/app", "db", "web/app", "ui"]);
    assert_eq!(edges(&graph), [("shop/app", "db"), ("web/app", "ui")]);
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn bare_form_of_a_shared_id_resolves_to_no_node() {
    let graph = graph_from([map(1, Some("shop"), &["app"], &[]), map(2, Some("web"), &["app"], &[])]);
    assert!(graph.find("app").is_none() && graph.find("causal:app").is_none());
    assert_eq!(graph.nodes_sharing_id("app").iter().map(|node| node.id()).collect::<Vec<_>>(), ["shop/app", "web/app"]);
}

#[test]
fn every_node_is_found_by_repository_and_id() {
    let graph = graph_from([map(1, Some("shop"), &["app", "src/db"], &[]), map(2, Some("web"), &["app"], &[])]);
    for address in ["shop/app", "causal:shop/app"] {
        let node = graph.find(address).unwrap();
        assert_eq!((node.repo(), node.id_in_file()), (Some("shop"), "app"));
    }
    for address in ["src/db", "shop/src/db", "causal:shop/src/db"] {
        assert_eq!(graph.find(address).unwrap().address(), "src/db");
    }
    assert!(graph.find("web/src/db").is_none());
}

#[test]
fn duplicate_id_within_one_repository_is_a_finding() {
    for repo in [Some("shop"), None] {
        let (graph, findings) =
            build(vec![map(1, repo, &["app"], &[]), map(2, repo, &["app"], &[]), map(3, Some("web"), &["app"], &[])]);
        assert_eq!(findings.iter().map(|one| one.rule.code).collect::<Vec<_>>(), ["causal-id-duplicate"]);
        assert_eq!(graph.node_count(), 2);
    }
}

#[test]
fn ids_of_files_without_a_repository_stay_bare() {
    let graph = graph_from([
        map(1, Some("shop"), &["app"], &[]),
        map(2, None, &["app", "note"], &[("note", "app", "explains", "")]),
    ]);
    assert_eq!(names(&graph), ["shop/app", "app", "note"]);
    assert_eq!(edges(&graph), [("note", "app")]);
}

#[test]
fn file_without_a_repository_may_refer_to_any_repository() {
    let rows = [("note", "db", "explains", ""), ("note", "app", "explains", ""), ("note", "web/app", "explains", "")];
    let graph = graph_from([
        map(1, Some("shop"), &["app", "db"], &[]),
        map(2, Some("web"), &["app"], &[]),
        map(3, None, &["note"], &rows),
    ]);
    let targets: Vec<_> = graph.edges().map(|edge| (edge.to().id(), edge.to().is_missing())).collect();
    assert_eq!(targets, [("db", false), ("app", true), ("web/app", false)]);
}

#[test]
fn missing_id_is_not_resolved_to_another_repository() {
    let graph = graph_from([
        map(1, Some("shop"), &["app"], &[("app", "ui", "calls", ""), ("app", "gone", "calls", "")]),
        map(2, Some("web"), &["ui"], &[("ui", "gone", "calls", "")]),
    ]);
    assert_eq!(edges(&graph), [("app", "shop/ui"), ("app", "shop/gone"), ("ui", "web/gone")]);
    let missing: Vec<_> = graph.nodes().filter(|node| node.is_missing()).map(|node| node.repo()).collect();
    assert_eq!(missing, [Some("shop"), Some("shop"), Some("web")]);
}

#[test]
fn edge_may_cross_repositories_by_address() {
    let rows =
        [("app", "web/ui", "calls", ""), ("app", "causal:web/ui", "calls", ""), ("app", "causal:app", "calls", "")];
    let graph = graph_from([map(1, Some("shop"), &["app"], &rows), map(2, Some("web"), &["app", "ui"], &[])]);
    assert_eq!(edges(&graph), [("shop/app", "ui"), ("shop/app", "ui"), ("shop/app", "shop/app")]);
}

#[test]
fn bare_id_that_equals_an_address_hides_no_node() {
    let graph = graph_from([
        map(1, Some("mono"), &["web/app"], &[]),
        map(2, Some("web"), &["app"], &[]),
        map(3, Some("shop"), &["app"], &[]),
    ]);
    assert_eq!(names(&graph), ["mono/web/app", "web/app", "shop/app"]);
}

#[test]
fn repositories_with_overlapping_names_stay_distinct() {
    let graph = graph_from([map(1, Some("a"), &["b/x", "x"], &[]), map(2, Some("a/b"), &["x", "b/x"], &[])]);
    // Both `a` + `b/x` and `a/b` + `x` would be `a/b/x`.
    assert_eq!(names(&graph), ["a//b/x", "a/x", "a/b//x", "a/b/b/x"]);
}

#[test]
fn log_rows_refer_to_nodes_by_address() {
    let rows = [("shop/app", "web/app", "led-to", ""), ("app", "shop/db", "led-to", "")];
    let graph = graph_from([
        map(1, Some("shop"), &["app", "db"], &[]),
        map(2, Some("web"), &["app"], &[]),
        batch_of(REFERENCE, 0, &[], &rows),
    ]);
    assert_eq!(edges(&graph), [("shop/app", "web/app"), ("app", "db")]);
    assert!(graph.find("app").unwrap().is_missing());
}

type File = (Option<usize>, BTreeSet<usize>, Vec<(usize, usize)>);
const REPOS: [&str; 3] = ["a", "b", "a/b"];
const IDS: [&str; 6] = ["x", "y", "b/x", "a/x", "a/b/x", "causal:x"];

fn files() -> impl Strategy<Value = Vec<File>> {
    let id = || 0..IDS.len();
    let file = (
        proptest::option::weighted(0.8, 0..REPOS.len()),
        proptest::collection::btree_set(0..IDS.len() - 1, 0..4),
        proptest::collection::vec((id(), id()), 0..5),
    );
    proptest::collection::vec(file, 1..6)
}

fn built(files: &[File], order: &[usize]) -> Graph {
    graph_from(files.iter().zip(order).map(|((repo, ids, edges), part)| {
        let ids: Vec<_> = ids.iter().map(|id| IDS[*id]).collect();
        let edges: Vec<_> = edges.iter().map(|(from, to)| (IDS[*from], IDS[*to], "calls", "")).collect();
        map(1 + *part as u64, repo.map(|repo| REPOS[repo]), &ids, &edges)
    }))
}

/// The nodes and edges of a graph, independent of order.
fn content(graph: &Graph) -> (BTreeSet<String>, Vec<String>) {
    let node =
        |node: Node<'_>| format!("{} {:?} {} {}", node.address(), node.repo(), node.id_in_file(), node.is_missing());
    let mut edges: Vec<_> =
        graph.edges().map(|edge| format!("{} {}", edge.from().address(), edge.to().address())).collect();
    edges.sort();
    (graph.nodes().map(node).collect(), edges)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn names_do_not_depend_on_the_order_of_files(files in files()) {
        let order: Vec<_> = (0..files.len()).collect();
        let reversed: Vec<_> = order.iter().rev().copied().collect();
        prop_assert_eq!(content(&built(&files, &order)), content(&built(&files, &reversed)));
    }

    #[test]
    fn each_id_of_each_repository_is_one_defined_node(files in files()) {
        let graph = built(&files, &(0..files.len()).collect::<Vec<_>>());
        let expected: BTreeSet<_> = files
            .iter()
            .flat_map(|(repo, ids, _)| ids.iter().map(|id| (repo.map(|repo| REPOS[repo]), IDS[*id])))
            .collect();
        let defined: Vec<_> = graph.nodes().filter(|node| !node.is_missing()).collect();
        let found: BTreeSet<_> = defined.iter().map(|node| (node.repo(), node.id_in_file())).collect();
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(defined.len(), expected.len());
        for node in graph.nodes() {
            prop_assert_eq!(graph.find(&node.address()).map(Node::ix), Some(node.ix()));
        }
    }

    #[test]
    fn bare_ids_do_not_cross_repositories(files in files()) {
        let graph = built(&files, &(0..files.len()).collect::<Vec<_>>());
        let written = files.iter().flat_map(|(repo, _, edges)| edges.iter().map(move |edge| (repo, edge)));
        for (edge, (repo, (from, to))) in graph.edges().zip(written) {
            let Some(repo) = repo.map(|repo| REPOS[repo]) else { continue };
            for (end, id) in [(edge.from(), IDS[*from]), (edge.to(), IDS[*to])] {
                let own = end.repo() == Some(repo) || (end.is_missing() && end.repo().is_none());
                let id = id.strip_prefix("causal:").unwrap_or(id);
                let addressed = end.repo().is_some_and(|other| id == format!("{other}/{}", end.id_in_file()));
                prop_assert!(own || addressed, "{repo}: {id} became {} of {:?}", end.address(), end.repo());
            }
        }
    }
}
