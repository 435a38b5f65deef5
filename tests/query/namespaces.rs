//! Several repositories in one graph: every end of an edge refers to the node that the rules of decision 0042 name.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::{Batch, EdgeRecord, Graph, GraphBuilder, Node, NodeRecord};
use refscope::system::{registry, sidecar, unit};
use std::collections::BTreeSet;

/// The repositories: the workspace itself, which has no name, and two sources.
const NAMES: [Option<&str>; 3] = [None, Some("a"), Some("b")];

/// What one system reads in one repository: the ids it defines, and the ends of edges.
#[derive(Debug, Clone)]
struct Plain {
    repository: usize,
    is_unit: bool,
    nodes: BTreeSet<usize>,
    edges: Vec<(usize, usize)>,
}

fn repositories() -> impl Strategy<Value = Vec<Plain>> {
    let ends = || 0..4_usize;
    let one = |(repository, is_unit): (usize, bool)| {
        let nodes = proptest::collection::btree_set(ends(), 0..3);
        let edges = proptest::collection::vec((ends(), ends()), 0..4);
        (nodes, edges).prop_map(move |(nodes, edges)| Plain { repository, is_unit, nodes, edges })
    };
    let all = (0..NAMES.len()).flat_map(|repository| [(repository, false), (repository, true)]);
    all.map(one).collect::<Vec<_>>()
}

fn id(number: usize) -> String {
    format!("x-{number}")
}

fn full(repository: usize, number: usize) -> String {
    NAMES[repository].map_or_else(|| id(number), |name| format!("{name}/{}", id(number)))
}

fn build(all: &[Plain]) -> Graph {
    let mut builder = GraphBuilder::new(registry());
    for plain in all {
        let system = if plain.is_unit { unit::SYSTEM } else { sidecar::SYSTEM };
        let mut batch = Batch::new(system, plain.repository as u64);
        if let Some(name) = NAMES[plain.repository] {
            batch.set_namespace(name);
        }
        let (kind, file) = (batch.word("kind"), batch.word("file"));
        for number in &plain.nodes {
            let id = batch.word(&full(plain.repository, *number));
            batch.node(NodeRecord::new(id, kind, id, file, 1));
        }
        for (from, to) in &plain.edges {
            let is_own = |number: &usize| plain.nodes.contains(number);
            let end = |number: &usize| if is_own(number) { full(plain.repository, *number) } else { id(*number) };
            let ends = [from, to].map(end).map(|end| batch.word(&end));
            let verb = batch.word("verb");
            batch.edge(EdgeRecord::new(ends[0], ends[1], verb, file, 1));
        }
        builder.add(batch);
    }
    builder.finish().0
}

/// The id of the node that an end refers to: in its own repository, else in the only other one that defines it, else a
/// missing one of its own repository.
fn meant(all: &[Plain], plain: &Plain, number: usize) -> (String, bool) {
    let definers = all.iter().filter(|one| one.is_unit == plain.is_unit && one.nodes.contains(&number));
    let definers: Vec<_> = definers.map(|one| one.repository).collect();
    if definers.contains(&plain.repository) {
        return (full(plain.repository, number), false);
    }
    match definers[..] {
        [other] => (full(other, number), false),
        _ => (full(plain.repository, number), true),
    }
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn an_end_refers_to_its_own_repository_or_to_the_only_other_one(all in repositories()) {
        let graph = build(&all);
        let shown = |node: Node<'_>| (node.id().to_owned(), node.is_missing());
        let mut found: Vec<_> = graph
            .edges_from(0)
            .map(|edge| (edge.system() == unit::SYSTEM, shown(edge.from()), shown(edge.to())))
            .collect();
        let edges = all.iter().flat_map(|plain| plain.edges.iter().map(move |edge| (plain, edge)));
        let mut expected: Vec<_> = edges
            .map(|(plain, (from, to))| (plain.is_unit, meant(&all, plain, *from), meant(&all, plain, *to)))
            .collect();
        found.sort();
        expected.sort();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn every_address_finds_its_node(all in repositories()) {
        let graph = build(&all);
        for node in graph.nodes() {
            prop_assert_eq!(graph.find(&node.address()).unwrap().ix(), node.ix(), "{}", node.address());
            if let Some(name) = node.namespace() {
                let own = node.id().strip_prefix(&format!("{name}/")).unwrap();
                let full = format!("{name}/{}:{own}", node.system().name());
                prop_assert_eq!(graph.find(&full).unwrap().ix(), node.ix(), "{}", full);
            }
        }
    }

    #[test]
    fn a_bare_id_finds_the_node_of_the_workspace_or_of_the_only_source(all in repositories()) {
        let graph = build(&all);
        for number in 0..4 {
            let of = |repository: usize| all.iter().any(|it| it.repository == repository && it.nodes.contains(&number));
            let sources: Vec<_> = [1, 2].into_iter().filter(|repository| of(*repository)).collect();
            let expected = match sources[..] {
                _ if of(0) => Some(full(0, number)),
                [only] => Some(full(only, number)),
                _ => None,
            };
            let found = graph.find(&id(number)).filter(|node| !node.is_missing()).map(|node| node.id().to_owned());
            prop_assert_eq!(found, expected);
        }
    }
}
