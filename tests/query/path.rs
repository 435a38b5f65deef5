//! `path` compared with brute-force enumeration of all walks.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::{Batch, EdgeRecord, Graph, GraphBuilder, NEVER, NodeIx, NodeRecord, Stamp};
use refscope::query::{Directions, EdgeFilter, Orient, PathRequest, RelationFilter, Trust, paths};

const NODES: usize = 7;

/// Relations of records: one forward in time, one backward, one symmetric, one without a meaning.
const VERBS: [&str; 4] = ["upgrades_to", "derived_from", "related_to", "own-verb"];
const BACKWARD: usize = 1;
const SYMMETRIC: usize = 2;

#[derive(Debug, Clone)]
struct PlainEdge {
    from: usize,
    to: usize,
    verb: usize,
    /// The confidence is ½ to the power of this, exact in a float; 3 stands for none.
    halvings: i32,
    implicit: bool,
}

impl PlainEdge {
    fn confidence(&self) -> f64 {
        if self.halvings == 3 { 1.0 } else { 0.5_f64.powi(self.halvings) }
    }
}

fn edge() -> impl Strategy<Value = PlainEdge> {
    (0..NODES, 0..NODES, 0..VERBS.len(), 0..4, prop::bool::weighted(0.3))
        .prop_map(|(from, to, verb, halvings, implicit)| PlainEdge { from, to, verb, halvings, implicit })
}

fn build(edges: &[PlainEdge]) -> Graph {
    let mut batch = Batch::new(refscope::system::sidecar::SYSTEM, 0);
    let [kind, file] = ["skill", "meta.json"].map(|text| batch.word(text));
    for node in 0..NODES {
        let id = batch.word(&id(node));
        batch.node(NodeRecord::new(id, kind, id, file, 1));
    }
    for (line, edge) in (1..).zip(edges) {
        let [from, to] = [edge.from, edge.to].map(|node| batch.word(&id(node)));
        let verb = batch.word(VERBS[edge.verb]);
        let confidence = (edge.halvings != 3).then(|| edge.confidence());
        let draft = EdgeRecord::new(from, to, verb, file, line);
        batch.edge(EdgeRecord { implicit: edge.implicit, confidence, stamp: Stamp::NONE, ..draft });
    }
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(batch);
    builder.finish().0
}

fn id(node: usize) -> String {
    format!("n{node}")
}

/// The edges without duplicates: of equal edges the most trusted stays, and an edge of a system without confidence is
/// the most trusted.
fn distinct(edges: &[PlainEdge]) -> Vec<PlainEdge> {
    let key = |edge: &PlainEdge| {
        let (from, to) = (edge.from, edge.to);
        (edge.verb, if edge.verb == SYMMETRIC { (from.min(to), from.max(to)) } else { (from, to) })
    };
    let trusted = |edge: &PlainEdge| if edge.halvings == 3 { -1 } else { edge.halvings };
    let mut kept: Vec<PlainEdge> = Vec::new();
    for edge in edges {
        match kept.iter_mut().find(|other| key(other) == key(edge)) {
            Some(other) if trusted(edge) < trusted(other) => *other = edge.clone(),
            Some(_) => {}
            None => kept.push(edge.clone()),
        }
    }
    kept
}

/// A request as plain values.
#[derive(Debug, Clone)]
struct Asked {
    directions: usize,
    by_meaning: bool,
    verbs: Option<Vec<usize>>,
    least: f64,
    max_hops: Option<u32>,
}

impl Asked {
    fn request(&self, graph: &Graph, most: usize) -> PathRequest {
        let verbs = self.verbs.as_ref().map(|verbs| verbs.iter().map(|verb| VERBS[*verb]).collect::<Vec<_>>());
        let relations = verbs.map_or(RelationFilter::Any, |verbs| RelationFilter::only(graph, &verbs));
        let trust = Trust { least: self.least, ..Trust::ALL };
        PathRequest {
            edges: EdgeFilter { trust, ..EdgeFilter::of(relations) },
            directions: [Directions::Both, Directions::Out, Directions::In][self.directions],
            orient: if self.by_meaning { Orient::Meaning } else { Orient::Stored },
            max_hops: self.max_hops,
            most,
        }
    }

    /// Whether the request allows a step over an edge.
    fn steps(&self, edge: &PlainEdge, from: usize, to: usize) -> bool {
        let is_wanted = self.verbs.as_ref().is_none_or(|verbs| verbs.contains(&edge.verb))
            && (edge.halvings == 3 || edge.confidence() >= self.least);
        let (mut along, mut against) = ((edge.from, edge.to) == (from, to), (edge.to, edge.from) == (from, to));
        // The source of a derivation came before the derived node.
        if self.by_meaning && edge.verb == BACKWARD {
            (along, against) = (against, along);
        }
        let either = along || against;
        is_wanted
            && match self.directions {
                1 => along || edge.verb == SYMMETRIC && either,
                2 => against || edge.verb == SYMMETRIC && either,
                _ => either,
            }
    }
}

fn asked() -> impl Strategy<Value = Asked> {
    let verbs = proptest::option::weighted(0.3, prop::collection::vec(0..VERBS.len(), 1..3));
    let least = prop_oneof![3 => Just(0.0), 1 => Just(0.5)];
    (0..3_usize, any::<bool>(), verbs, least, proptest::option::weighted(0.3, 1..4_u32)).prop_map(
        |(directions, by_meaning, verbs, least, max_hops)| Asked { directions, by_meaning, verbs, least, max_hops },
    )
}

/// Every walk of `hops` steps, by brute force: its nodes, its confidence, and its number of inferred edges.
fn walks(edges: &[PlainEdge], asked: &Asked, from: usize, to: usize, hops: u32) -> Vec<(Vec<usize>, f64, u32)> {
    if hops == 0 {
        return if from == to { vec![(vec![to], 1.0, 0)] } else { Vec::new() };
    }
    let mut found = Vec::new();
    for next in (0..NODES).filter(|next| *next != from) {
        let over = edges.iter().filter(|edge| asked.steps(edge, from, next));
        let best = over.map(|edge| (edge.confidence(), !edge.implicit));
        let Some((confidence, is_explicit)) = best.max_by(|one, other| one.partial_cmp(other).unwrap()) else {
            continue;
        };
        for (rest, trusted, inferred) in walks(edges, asked, next, to, hops - 1) {
            let nodes = [&[from], &rest[..]].concat();
            found.push((nodes, trusted * confidence, inferred + u32::from(!is_explicit)));
        }
    }
    found
}

/// The shortest walks, best first: those of the first length that has any.
fn shortest(edges: &[PlainEdge], asked: &Asked, from: usize, to: usize) -> Vec<(Vec<usize>, f64, u32)> {
    let most = asked.max_hops.unwrap_or(NODES as u32);
    let found = (0..=most).map(|hops| walks(edges, asked, from, to, hops)).find(|found| !found.is_empty());
    let mut found = found.unwrap_or_default();
    found.sort_by(|one, other| {
        other.1.partial_cmp(&one.1).unwrap().then(one.2.cmp(&other.2)).then_with(|| one.0.cmp(&other.0))
    });
    found
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn paths_agree_with_brute_force(
        edges in prop::collection::vec(edge(), 0..14), asked in asked(), from in 0..NODES, to in 0..NODES, most in 0..5_usize,
    ) {
        let graph = build(&edges);
        let node = |number: usize| graph.find(&id(number)).unwrap().ix();
        let number = |ix: NodeIx| (0..NODES).find(|number| node(*number) == ix).unwrap();
        let edges = distinct(&edges);
        let expected = shortest(&edges, &asked, from, to);
        for most in [most, usize::MAX] {
            let found = paths(&graph, node(from), node(to), &asked.request(&graph, most), NEVER).unwrap();
            prop_assert_eq!(found.hops, expected.first().map(|(nodes, ..)| nodes.len() as u32 - 1));
            prop_assert_eq!(found.count, expected.len() as u64);
            prop_assert_eq!(found.listed.len(), expected.len().min(most));
            for (path, (nodes, trusted, _)) in found.listed.iter().zip(&expected) {
                let walked: Vec<_> = path.steps.iter().map(|step| number(step.to)).collect();
                prop_assert_eq!(&[&[from], &walked[..]].concat(), nodes);
                prop_assert!((path.confidence - trusted).abs() < 1e-12);
                for step in &path.steps {
                    let ends = (number(step.from), number(step.to));
                    let ways = edges.iter().filter(|edge| asked.steps(edge, ends.0, ends.1)).count();
                    prop_assert_eq!(step.also.len() + 1, ways);
                }
            }
        }
    }
}

#[test]
fn paths_are_listed_even_if_their_number_overflows() {
    // Each of 100 steps can go through either of two nodes.
    let ladder: Vec<_> = (0..100)
        .flat_map(|step| ["a", "b"].map(|side| (step, side)))
        .flat_map(|(step, side)| {
            let (near, far) = (format!("s{step:03}"), format!("s{:03}", step + 1));
            [(near, format!("{side}{step}")), (format!("{side}{step}"), far)]
        })
        .collect();
    let mut batch = Batch::new(refscope::system::reference::SYSTEM, 0);
    let [verb, file] = ["led-to", "references.jsonl"].map(|text| batch.word(text));
    for (from, to) in &ladder {
        let [from, to] = [from, to].map(|id| batch.word(id));
        batch.edge(EdgeRecord::new(from, to, verb, file, 1));
    }
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(batch);
    let graph = builder.finish().0;
    let request = PathRequest {
        edges: EdgeFilter::of(RelationFilter::Any),
        directions: Directions::Both,
        orient: Orient::Stored,
        max_hops: None,
        most: 3,
    };
    let [from, to] = ["s000", "s100"].map(|id| graph.find(id).unwrap().ix());
    let found = paths(&graph, from, to, &request, NEVER).unwrap();
    assert_eq!((found.hops, found.count), (Some(200), u64::MAX));
    assert!(found.is_beyond_counting());
    let last_sides = |path: &refscope::query::Path| {
        let ids = path.steps.iter().map(|step| graph.node(step.to).id()).filter(|id| !id.starts_with('s'));
        ids.skip(98).collect::<Vec<_>>().join(" ")
    };
    let sides: Vec<_> = found.listed.iter().map(last_sides).collect();
    assert_eq!(sides, ["a98 a99", "a98 b99", "b98 a99"]);
}
