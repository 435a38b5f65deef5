//! `rank` compared with a dense transition matrix, iterated until it converges.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::{Batch, EdgeRecord, Graph, GraphBuilder, NodeRecord, Stamp};
use refscope::query::{Directions, EdgeFilter, Orient, RankRequest, RelationFilter, rank};

const NODES: usize = 7;

/// Relations of records: one forward in time, one backward, one symmetric.
const VERBS: [&str; 3] = ["upgrades_to", "derived_from", "related_to"];
const BACKWARD: usize = 1;
const SYMMETRIC: usize = 2;

#[derive(Debug, Clone)]
struct PlainEdge {
    from: usize,
    to: usize,
    verb: usize,
    confidence: Option<f64>,
    implicit: bool,
    /// Each edge has its own time, so that none is a duplicate.
    day: u32,
}

fn edges() -> impl Strategy<Value = Vec<PlainEdge>> {
    let edge = (0..NODES, 0..NODES, 0..VERBS.len(), proptest::option::of(0.0..1.0_f64), any::<bool>());
    prop::collection::vec(edge, 0..16).prop_map(|edges| {
        let mut seen = std::collections::HashSet::new();
        let plain =
            |(day, (from, to, verb, confidence, implicit))| PlainEdge { from, to, verb, confidence, implicit, day };
        // Symmetric edges are duplicates whatever their time.
        let is_new =
            |edge: &PlainEdge| edge.verb != SYMMETRIC || seen.insert((edge.from.min(edge.to), edge.from.max(edge.to)));
        (1..).zip(edges).map(plain).filter(is_new).collect()
    })
}

fn id(node: usize) -> String {
    format!("n{node}")
}

/// Nodes with `inside` set belong to the layer `code`.
fn build(edges: &[PlainEdge], inside: [bool; NODES]) -> Graph {
    let mut batch = Batch::new(refscope::system::sidecar::SYSTEM, 0);
    let [kind, file, code] = ["skill", "meta.json", "code"].map(|text| batch.word(text));
    for (node, is_inside) in inside.iter().enumerate() {
        let id = batch.word(&id(node));
        batch.node(NodeRecord { layer: is_inside.then_some(code), ..NodeRecord::new(id, kind, id, file, 1) });
    }
    for edge in edges {
        let [from, to] = [edge.from, edge.to].map(|node| batch.word(&id(node)));
        let verb = batch.word(VERBS[edge.verb]);
        let stamp = batch.stamp(&format!("2026-01-{:02}T00:00:00.000Z", edge.day));
        assert_ne!(stamp, Stamp::NONE);
        let draft = EdgeRecord::new(from, to, verb, file, edge.day);
        batch.edge(EdgeRecord { implicit: edge.implicit, confidence: edge.confidence, stamp, ..draft });
    }
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(batch);
    builder.finish().0
}

/// The PageRank of each node by definition: with probability 0.85 the walker follows an edge in proportion to its
/// weight; otherwise, or if there is no edge to follow, it restarts.
#[expect(clippy::cast_precision_loss, reason = "there are seven nodes")]
fn naive(edges: &[PlainEdge], inside: &[bool], directions: Directions, orient: Orient, seeds: &[usize]) -> Vec<f64> {
    let mut degree = [0.0; NODES];
    for edge in edges {
        // A symmetric edge is both outgoing and incoming at both its ends; a loop has only one end.
        let ends = if edge.verb == SYMMETRIC && edge.from != edge.to { 2.0 } else { 1.0 };
        degree[edge.from] += ends;
        degree[edge.to] += ends;
    }
    let mut steps = [[0.0; NODES]; NODES];
    for edge in edges.iter().filter(|edge| edge.from != edge.to && inside[edge.from] && inside[edge.to]) {
        let weight = edge.confidence.unwrap_or(1.0) * if edge.implicit { 0.5 } else { 1.0 };
        let turned = orient == Orient::Meaning && edge.verb == BACKWARD;
        let (first, second) = if turned { (edge.to, edge.from) } else { (edge.from, edge.to) };
        let is_symmetric = edge.verb == SYMMETRIC;
        if directions != Directions::In || is_symmetric {
            steps[first][second] += weight / f64::max(1.0, f64::log2(1.0 + degree[second]));
        }
        if directions != Directions::Out || is_symmetric {
            steps[second][first] += weight / f64::max(1.0, f64::log2(1.0 + degree[first]));
        }
    }
    let all: Vec<usize> = (0..NODES).collect();
    let starts: Vec<_> = if seeds.is_empty() { &all[..] } else { seeds }.iter().filter(|node| inside[**node]).collect();
    let start = |node: usize| if starts.contains(&&node) { 1.0 / starts.len() as f64 } else { 0.0 };
    let mut shares: Vec<f64> = (0..NODES).map(start).collect();
    for _ in 0..400 {
        let mut next = vec![0.0; NODES];
        for from in 0..NODES {
            let all: f64 = steps[from].iter().sum();
            for (to, next) in next.iter_mut().enumerate() {
                let goes_on = if all > 0.0 { 0.85 * steps[from][to] / all } else { 0.0 };
                let starts_over = if all > 0.0 { 0.15 } else { 1.0 };
                *next += shares[from] * (goes_on + starts_over * start(to));
            }
        }
        shares = next;
    }
    shares
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn ranks_agree_with_a_transition_matrix(
        edges in edges(), directions in 0..3_usize, by_meaning in any::<bool>(),
        seeds in prop::collection::btree_set(0..NODES, 0..4), inside in any::<[bool; NODES]>(), layered in any::<bool>(),
    ) {
        let graph = build(&edges, inside);
        let directions = [Directions::Out, Directions::In, Directions::Both][directions];
        let orient = if by_meaning { Orient::Meaning } else { Orient::Stored };
        let seeds: Vec<_> = seeds.into_iter().collect();
        let node = |number: usize| graph.find(&id(number)).unwrap().ix();
        let edges_of =
            EdgeFilter { layer: layered.then(|| "code".to_owned()), ..EdgeFilter::of(RelationFilter::Any) };
        let inside = if layered { inside } else { [true; NODES] };
        let request = RankRequest { edges: edges_of, directions, orient, seeds: seeds.iter().map(|seed| node(*seed)).collect() };
        let ranking = rank(&graph, &request);
        let expected = naive(&edges, &inside, directions, orient, &seeds);
        for (number, expected) in expected.iter().enumerate() {
            let share = ranking.of(node(number));
            prop_assert!((share - expected).abs() < 1e-6, "{}: {} is not {}", id(number), share, expected);
        }
        let starts = (0..NODES).filter(|node| inside[*node] && (seeds.is_empty() || seeds.contains(node))).count();
        let all = ranking.best(&graph, &request.edges, usize::MAX);
        prop_assert_eq!(all.len(), inside.iter().filter(|is_inside| **is_inside).count());
        let sum: f64 = all.iter().map(|ix| ranking.of(*ix)).sum();
        let expected = if starts > 0 { 1.0 } else { 0.0 };
        prop_assert!((sum - expected).abs() < 1e-6);
        let best = ranking.best(&graph, &request.edges, 3);
        prop_assert_eq!(&all[..best.len()], &best[..]);
        let shares: Vec<_> = all.into_iter().map(|ix| ranking.of(ix)).collect();
        prop_assert!(shares.is_sorted_by(|one, other| one >= other));
    }
}

#[test]
fn the_ranking_is_the_same_on_any_number_of_threads() {
    let edges: Vec<_> = (0..20_000_usize).map(|at| ((at * 7919) % 6007, (at * at + 31 * at) % 5003)).collect();
    let mut batch = Batch::new(refscope::system::reference::SYSTEM, 0);
    let [verb, file] = ["cites", "references.jsonl"].map(|text| batch.word(text));
    for (from, to) in edges {
        let [from, to] = [from, to].map(|node| batch.word(&id(node)));
        batch.edge(EdgeRecord::new(from, to, verb, file, 1));
    }
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(batch);
    let graph = builder.finish().0;
    let request = RankRequest {
        edges: EdgeFilter::of(RelationFilter::Any),
        directions: Directions::Out,
        orient: Orient::Stored,
        seeds: Vec::new(),
    };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| rank(&graph, &request))
    };
    let alone = on(1);
    assert!(graph.node_count() > 5_000);
    assert_eq!(alone, on(2));
    assert_eq!(alone, on(3));
}
