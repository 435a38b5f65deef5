//! `impact` compared with a distance table over a table of dependencies.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::{Batch, EdgeRecord, Graph, GraphBuilder, NodeRecord};
use refscope::query::{EdgeFilter, RelationFilter, Trust, impact};
use std::collections::BTreeSet;

/// Which end depends on the other, by the specification of each relation.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Rests {
    /// The source depends on the target.
    Source,
    /// The target depends on the source.
    Target,
    Neither,
}

/// The source of a structural relation depends on its target, events are no dependencies; a node depends on its files;
/// an effect depends on its cause; an action, a continuation and a summary depend on their subject.
const TABLE: [(&str, Rests); 20] = [
    ("uses", Rests::Source),
    ("calls", Rests::Source),
    ("extends", Rests::Source),
    ("implements", Rests::Source),
    ("maps-to", Rests::Source),
    ("emits", Rests::Neither),
    ("listens", Rests::Neither),
    ("has-aspect", Rests::Neither),
    ("implies", Rests::Neither),
    ("participates", Rests::Neither),
    ("child-of", Rests::Neither),
    ("led-to", Rests::Target),
    ("triggered", Rests::Target),
    ("caused-by", Rests::Source),
    ("addresses", Rests::Source),
    ("cites", Rests::Source),
    ("follows-up", Rests::Source),
    ("supersedes", Rests::Neither),
    ("mentions", Rests::Neither),
    ("own-verb", Rests::Neither),
];

/// Number of relations in the table that a model file can contain; those of the log follow.
const OF_THE_MODEL: usize = 10;
/// Those of them that are implicit; the others are explicit.
const IMPLICIT: [&str; 4] = ["maps-to", "has-aspect", "implies", "participates"];

/// Nodes 0–5 belong to the model, 6–8 are artifacts.
const NODES: usize = 9;
const MODEL_NODES: usize = 6;

#[derive(Debug, Clone)]
struct PlainEdge {
    from: usize,
    to: usize,
    /// Index in the table.
    verb: usize,
    in_log: bool,
}

fn edge() -> impl Strategy<Value = PlainEdge> {
    let of_model = (0..MODEL_NODES, 0..MODEL_NODES, 0..OF_THE_MODEL).prop_map(|(from, to, verb)| PlainEdge {
        from,
        to,
        verb,
        in_log: false,
    });
    let of_log =
        (0..NODES, 0..NODES, 0..TABLE.len()).prop_map(|(from, to, verb)| PlainEdge { from, to, verb, in_log: true });
    prop_oneof![of_model, of_log]
}

fn id(node: usize) -> String {
    format!("n{node}")
}

fn build(edges: &[PlainEdge], parents: &[Option<usize>]) -> Graph {
    let mut builder = GraphBuilder::new(refscope::system::registry());
    for (system, nodes) in [
        (refscope::system::yggdrasil::SYSTEM, 0..MODEL_NODES),
        (refscope::system::reference::SYSTEM, MODEL_NODES..NODES),
    ] {
        let in_log = system == refscope::system::reference::SYSTEM;
        let mut batch = Batch::new(system, 0);
        let (kind, file) = (batch.word("module"), batch.word("file"));
        for node in nodes {
            let id = batch.word(&id(node));
            batch.node(NodeRecord::new(id, kind, id, file, 1));
        }
        for edge in edges.iter().filter(|edge| edge.in_log == in_log) {
            let (from, to) = (batch.word(&id(edge.from)), batch.word(&id(edge.to)));
            let verb = TABLE[edge.verb].0;
            let implicit = !in_log && IMPLICIT.contains(&verb);
            let verb = batch.word(verb);
            batch.edge(EdgeRecord { implicit, ..EdgeRecord::new(from, to, verb, file, 1) });
        }
        if !in_log {
            for (child, parent) in parents.iter().enumerate().filter_map(|(child, parent)| Some((child, (*parent)?))) {
                let (from, to, verb) = (batch.word(&id(child)), batch.word(&id(parent)), batch.word("child-of"));
                batch.edge(EdgeRecord { implicit: true, ..EdgeRecord::new(from, to, verb, file, 1) });
            }
        }
        builder.add(batch);
    }
    builder.finish().0
}

const FAR: u32 = u32::MAX / 2;

/// Distances from each node to each of its direct and indirect dependents (Floyd-Warshall).
fn distances(edges: impl Iterator<Item = (usize, usize)>) -> [[u32; NODES]; NODES] {
    let mut table = [[FAR; NODES]; NODES];
    for (changes, rests) in edges {
        table[changes][rests] = 1;
    }
    for through in 0..NODES {
        for from in 0..NODES {
            for to in 0..NODES {
                table[from][to] = table[from][to].min(table[from][through] + table[through][to]);
            }
        }
    }
    table
}

/// The relations of the log follow those of the model, including `child-of`.
const FIRST_OF_THE_LOG: usize = 11;

/// An edge as a pair of a node and its dependent. A relation of the model between two artifacts has no meaning.
fn rests(edge: &PlainEdge) -> Option<(usize, usize)> {
    if edge.verb < FIRST_OF_THE_LOG && edge.from.min(edge.to) >= MODEL_NODES {
        return None;
    }
    match TABLE[edge.verb].1 {
        Rests::Source => Some((edge.to, edge.from)),
        Rests::Target => Some((edge.from, edge.to)),
        Rests::Neither => None,
    }
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn impact_agrees_with_a_table_of_distances(
        edges in proptest::collection::vec(edge(), 0..18),
        parents in proptest::collection::vec(proptest::option::of(any::<prop::sample::Index>()), MODEL_NODES),
    ) {
        let parent = |(child, parent): (usize, &Option<prop::sample::Index>)| {
            parent.filter(|_| child > 0).map(|parent| parent.index(child))
        };
        let parents: Vec<_> = parents.iter().enumerate().map(parent).collect();
        let graph = build(&edges, &parents);
        let table = distances(edges.iter().filter_map(rests));
        let below = distances(parents.iter().enumerate().filter_map(|(child, parent)| Some(((*parent)?, child))));
        for root in 0..NODES {
            let found = impact(&graph, graph.find(&id(root)).unwrap().ix(), &EdgeFilter::of(RelationFilter::Any));
            let name = |ix| graph.node(ix).id().to_owned();

            let expected: BTreeSet<_> = edges
                .iter()
                .filter_map(|edge| Some((rests(edge)?, edge)))
                .filter(|((changes, rests), _)| *changes == root && *rests != root)
                .map(|((_, rests), edge)| (id(rests), id(edge.from), TABLE[edge.verb].0, id(edge.to)))
                .collect();
            let direct: Vec<_> = found.direct.iter().map(|one| {
                let edge = graph.edge(one.edge);
                (name(one.node), edge.from().id().to_owned(), edge.relation(), edge.to().id().to_owned())
            }).collect();
            prop_assert_eq!(direct.len(), expected.len(), "each distinct edge once");
            prop_assert_eq!(direct.into_iter().collect::<BTreeSet<_>>(), expected);

            let mut expected: Vec<_> =
                (0..NODES).filter(|to| *to != root && (2..FAR).contains(&table[root][*to])).map(|to| (table[root][to], id(to))).collect();
            expected.sort();
            let transitive: Vec<_> = found.transitive.iter().map(|one| (one.distance, name(one.node))).collect();
            prop_assert_eq!(transitive, expected, "from {}", root);

            let expected: Vec<_> = (0..NODES).filter(|to| below[root][*to] < FAR).map(id).collect();
            prop_assert_eq!(refscope::system::yggdrasil::impact::model_impact(&graph, found.root, refscope::graph::NEVER).descendants.iter().map(|(node, _)| name(*node)).collect::<Vec<_>>(), expected);
        }
    }
}

/// Causal edges between some nodes, with their confidence in tenths; the log links some without confidence.
fn uncertain_edge() -> impl Strategy<Value = (usize, usize, Option<u8>)> {
    (0..MODEL_NODES, 0..MODEL_NODES, prop::option::weighted(0.8, 0..=10_u8))
}

fn uncertain(edges: &[(usize, usize, Option<u8>)]) -> Graph {
    let mut builder = GraphBuilder::new(refscope::system::registry());
    for (system, verb) in
        [(refscope::system::causal::SYSTEM, "caused"), (refscope::system::reference::SYSTEM, "led-to")]
    {
        let mut batch = Batch::new(system, 0);
        let (kind, file, verb) = (batch.word("node"), batch.word("file"), batch.word(verb));
        for node in (0..MODEL_NODES).filter(|_| system == refscope::system::causal::SYSTEM) {
            let id = batch.word(&id(node));
            batch.node(NodeRecord::new(id, kind, id, file, 1));
        }
        for (line, (from, to, tenths)) in (1..).zip(edges) {
            if tenths.is_some() == (system == refscope::system::causal::SYSTEM) {
                let (from, to) = (batch.word(&id(*from)), batch.word(&id(*to)));
                let confidence = tenths.map(|tenths| f64::from(tenths) / 10.0);
                batch.edge(EdgeRecord { confidence, ..EdgeRecord::new(from, to, verb, file, line) });
            }
        }
        builder.add(batch);
    }
    builder.finish().0
}

/// The best product along any path, by relaxing all edges repeatedly (Bellman-Ford).
fn weights(edges: &[(usize, usize, f64)], root: usize) -> [Option<f64>; MODEL_NODES] {
    let mut best = [None; MODEL_NODES];
    best[root] = Some(1.0_f64);
    for _ in 0..MODEL_NODES {
        for (from, to, confidence) in edges {
            if let Some(weight) = best[*from].map(|weight| weight * confidence) {
                best[*to] = Some(best[*to].map_or(weight, |known: f64| known.max(weight)));
            }
        }
    }
    best
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn the_weight_is_the_best_product_of_confidences(
        edges in proptest::collection::vec(uncertain_edge(), 0..14), least in 0..4_u8,
    ) {
        let graph = uncertain(&edges);
        let least = f64::from(least) / 10.0 - 0.05;
        let trust = Trust { least, ..Trust::ALL };
        let kept: Vec<_> = edges.iter().map(|(from, to, tenths)| (*from, *to, tenths.map_or(1.0, |tenths| f64::from(tenths) / 10.0)))
            .filter(|(_, _, confidence)| *confidence >= least).collect();
        for root in 0..MODEL_NODES {
            let ix = graph.find(&id(root)).unwrap().ix();
            let found = impact(&graph, ix, &EdgeFilter { trust, ..EdgeFilter::of(RelationFilter::Any) });
            let expected = weights(&kept, root);
            let mut listed: Vec<_> = found.direct.iter().map(|one| (one.node, one.reach)).collect();
            listed.extend(found.transitive.iter().map(|one| (one.node, one.reach)));
            for (node, reach) in listed {
                let number: usize = graph.node(node).id()[1..].parse().unwrap();
                let weight = expected[number].unwrap();
                prop_assert!((reach.weight - weight).abs() < 1e-9, "{} is not {}", reach.weight, weight);
                // The edges reported as the reason form a path with that weight.
                let way = found.because(node);
                let product: f64 = way.iter().map(|ix| trust.of(graph.edge(*ix)).unwrap_or(1.0)).product();
                prop_assert!((product - weight).abs() < 1e-9);
                let ends: Vec<_> = way.iter().map(|ix| (graph.edge(*ix).from().ix(), graph.edge(*ix).to().ix())).collect();
                prop_assert!(ends[0].0 == ix && ends[ends.len() - 1].1 == node);
                prop_assert!(ends.windows(2).all(|pair| pair[0].1 == pair[1].0));
                prop_assert_eq!(way[way.len() - 1], reach.edge);
            }
            let reached: BTreeSet<_> = found.reaches().map(|(node, _)| graph.node(node).id().to_owned()).collect();
            let expected: BTreeSet<_> = (0..MODEL_NODES).filter(|node| *node != root && expected[*node].is_some()).map(id).collect();
            prop_assert_eq!(reached, expected);
        }
    }
}
