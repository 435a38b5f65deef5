//! `cycles` compared with a distance table (Floyd-Warshall).

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::{Batch, EdgeIx, EdgeRecord, Graph, GraphBuilder, NEVER};
use refscope::query::{Cycle, CycleRequest, EdgeFilter, Orient, RelationFilter, Trust, cycles};
use std::collections::BTreeSet;

const NODES: usize = 6;
const FAR: usize = usize::MAX / 4;

#[derive(Debug, Clone)]
struct Plain {
    from: usize,
    to: usize,
    verb: &'static str,
    tenths: u8,
    day: u8,
}

fn edge() -> impl Strategy<Value = Plain> {
    const VERBS: &[&str] = &["caused", "caused", "prevented", "explains", "calls"];
    let parts = (0..NODES, 0..NODES, prop::sample::select(VERBS), 1..=10_u8, 1..=3_u8);
    parts.prop_map(|(from, to, verb, tenths, day)| Plain { from, to, verb, tenths, day })
}

fn build(edges: &[Plain]) -> Graph {
    let mut batch = Batch::new(refscope::system::causal::SYSTEM, 0);
    let file = batch.word("x.causal.json");
    for (line, edge) in (1..).zip(edges) {
        let [from, to] = [edge.from, edge.to].map(|node| batch.word(&node.to_string()));
        let (verb, stamp) = (batch.word(edge.verb), batch.stamp(&format!("2026-01-{:02}", edge.day)));
        let confidence = Some(f64::from(edge.tenths) / 10.0);
        batch.edge(EdgeRecord { stamp, confidence, ..EdgeRecord::new(from, to, verb, file, line) });
    }
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(batch);
    builder.finish().0
}

/// Shortest distances between all pairs of nodes, at least one step (Floyd-Warshall).
fn distances(links: &[(usize, usize)]) -> [[usize; NODES]; NODES] {
    let mut table = [[FAR; NODES]; NODES];
    for (from, to) in links {
        table[*from][*to] = 1;
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

/// Each cycle as its nodes, the length of its shortest closed path, and the number of linked pairs inside it.
fn naive(links: &[(usize, usize)]) -> BTreeSet<(Vec<usize>, usize, usize)> {
    let table = distances(links);
    let together = |one: usize, other: usize| table[one][other] < FAR && table[other][one] < FAR;
    let cycle = |node: usize| {
        let nodes: Vec<usize> = (0..NODES).filter(|other| together(node, *other)).collect();
        let shortest = nodes.iter().map(|node| table[*node][*node]).min().unwrap();
        let inside: BTreeSet<_> =
            links.iter().filter(|(from, to)| nodes.contains(from) && nodes.contains(to)).collect();
        (nodes.clone(), shortest, inside.len())
    };
    (0..NODES).filter(|node| together(*node, *node)).map(cycle).collect()
}

const TRUST: Trust = Trust { now: 1_768_000_000_000, half_life_days: 30.0, dim: 0.0, least: 0.0 };

/// Asserts that the shortest path is closed, consists of the most trusted parallel edges, and names its weakest edge.
fn check_path(
    graph: &Graph,
    edges: &[Plain],
    cycle: &Cycle,
    turned: &dyn Fn(&Plain) -> bool,
) -> Result<(), TestCaseError> {
    let plain = |ix: EdgeIx| &edges[graph.edge(ix).line() as usize - 1];
    let ends = |ix: EdgeIx| {
        let edge = plain(ix);
        if turned(edge) { (edge.to, edge.from) } else { (edge.from, edge.to) }
    };
    let way: Vec<_> = cycle.shortest.iter().map(|ix| ends(*ix)).collect();
    prop_assert!(way.windows(2).all(|pair| pair[0].1 == pair[1].0), "each goes on where the last one ended");
    prop_assert_eq!(way[way.len() - 1].1, way[0].0);
    let trusted = |ix: EdgeIx| TRUST.of(graph.edge(ix)).unwrap();
    for ix in &cycle.shortest {
        let same = graph
            .edges()
            .map(|edge| edge.ix())
            .filter(|other| ends(*other) == ends(*ix) && counts(plain(*other), plain(*ix)));
        prop_assert!(same.into_iter().all(|other| trusted(other) <= trusted(*ix)), "the most trusted stands for all");
    }
    let doubt = |ix: EdgeIx| (trusted(ix), -i32::from(plain(ix).day));
    prop_assert!(cycle.shortest.contains(&cycle.weakest));
    prop_assert!(cycle.shortest.iter().all(|ix| doubt(cycle.weakest) <= doubt(*ix)));
    Ok(())
}

/// Whether two edges are followed together.
fn counts(one: &Plain, other: &Plain) -> bool {
    let is_causal = |edge: &Plain| ["caused", "prevented"].contains(&edge.verb);
    is_causal(one) == is_causal(other)
}

const NAMED: [&str; 2] = ["explains", "calls"];

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn cycles_agree_with_a_table_of_distances(edges in prop::collection::vec(edge(), 0..16), by_meaning: bool) {
        let graph = build(&edges);
        let orient = if by_meaning { Orient::Meaning } else { Orient::Stored };
        // A pattern that explains something comes later in time.
        let turned = |edge: &Plain| by_meaning && edge.verb == "explains";
        for (relations, verbs) in [
            (RelationFilter::Any, ["caused", "prevented"]),
            (RelationFilter::only(&graph, &NAMED), NAMED),
        ] {
            let link = |edge: &Plain| if turned(edge) { (edge.to, edge.from) } else { (edge.from, edge.to) };
            let links: Vec<_> = edges.iter().filter(|edge| verbs.contains(&edge.verb)).map(link).collect();
            let filter = EdgeFilter { trust: TRUST, ..EdgeFilter::of(relations) };
            let found = cycles(&graph, &CycleRequest { edges: filter, orient }, 1_000_000, NEVER).unwrap();
            let shown = |cycle: &Cycle| {
                let mut nodes: Vec<usize> = cycle.nodes.iter().map(|ix| graph.node(*ix).id().parse().unwrap()).collect();
                nodes.sort_unstable();
                (nodes, cycle.shortest.len(), cycle.links)
            };
            prop_assert!(found.iter().all(|cycle| cycle.is_proven));
            prop_assert_eq!(found.iter().map(shown).collect::<BTreeSet<_>>(), naive(&links));
            for cycle in &found {
                check_path(&graph, &edges, cycle, &turned)?;
            }
        }
    }
}
