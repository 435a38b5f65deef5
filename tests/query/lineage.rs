//! `trace`, compared with the specification.

use super::graph::{PlainEdge, PlainGraph, graph, many_cases, relation};
use proptest::prelude::*;
use refscope::query::{EdgeFilter, LineageDirection, LineageRequest, Orient, RelationFilter, lineage};
use std::collections::{HashMap, HashSet};

/// The edges a step can take from a node, each with the node it leads to.
fn steps<'g>(graph: &'g PlainGraph, id: &str, forward: bool, orient: Orient) -> Vec<(&'g PlainEdge, String)> {
    let later_to_earlier = ["cites", "addresses", "supersedes", "follows-up"];
    let along = |edge: &PlainEdge| {
        let turned = orient == Orient::Meaning && later_to_earlier.contains(&edge.relation.as_str());
        forward != turned
    };
    let out = graph.refs_out(id).into_iter().filter(|edge| along(edge)).map(|edge| (edge, edge.to.clone()));
    let into = graph.refs_in(id).into_iter().filter(|edge| !along(edge)).map(|edge| (edge, edge.from.clone()));
    out.chain(into).collect()
}

/// Its distance, its id, its other distance.
type TracedNode = (i32, String, Option<i32>);

struct Naive<'a> {
    graph: &'a PlainGraph,
    relations: &'a [String],
    max_depth: Option<u32>,
    orient: Orient,
}

impl Naive<'_> {
    fn walk(&self, root: &str, forward: bool, distances: &mut HashMap<String, i32>, edges: &mut Vec<String>) {
        let mut seen: HashSet<String> = edges.iter().cloned().collect();
        let mut frontier = vec![root.to_owned()];
        let mut depth: i32 = 0;
        while !frontier.is_empty() && self.max_depth.is_none_or(|most| depth.unsigned_abs() < most) {
            depth += 1;
            let mut next = Vec::new();
            for node in frontier {
                for (edge, other) in steps(self.graph, &node, forward, self.orient) {
                    if !self.relations.contains(&edge.relation) {
                        continue;
                    }
                    if seen.insert(edge.key()) {
                        edges.push(edge.key());
                    }
                    if !distances.contains_key(&other) {
                        distances.insert(other.clone(), if forward { depth } else { -depth });
                        next.push(other);
                    }
                }
            }
            frontier = next;
        }
    }

    /// Nodes in order, and edges in the order they are met.
    fn trace(&self, root: &str, direction: LineageDirection) -> (Vec<TracedNode>, Vec<String>) {
        let start = || HashMap::from([(root.to_owned(), 0)]);
        let (mut distances, mut edges) = (start(), Vec::new());
        if direction != LineageDirection::Backward {
            self.walk(root, true, &mut distances, &mut edges);
        }
        if direction != LineageDirection::Forward {
            self.walk(root, false, &mut distances, &mut edges);
        }
        let mut causes = start();
        if direction == LineageDirection::Both {
            self.walk(root, false, &mut causes, &mut Vec::new());
        }
        let defined = distances.iter().filter(|(id, _)| self.graph.is_defined(id));
        let mut nodes: Vec<_> = defined
            .map(|(id, distance)| (*distance, id.clone(), causes.get(id).copied().filter(|_| *distance > 0)))
            .collect();
        nodes.sort();
        (nodes, edges)
    }
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn trace_agrees_with_the_specification(
        mut plain in graph(),
        root in 0..5_u32,
        direction in prop_oneof![
            Just(LineageDirection::Forward), Just(LineageDirection::Backward), Just(LineageDirection::Both)
        ],
        relations in proptest::collection::vec(relation(), 1..4),
        max_depth in proptest::option::of(1..4_u32),
        orient in prop_oneof![Just(Orient::Stored), Just(Orient::Meaning)],
    ) {
        let root = format!("n{root}");
        if !plain.is_defined(&root) {
            plain.nodes.push((root.clone(), None));
        }
        let naive = Naive { graph: &plain, relations: &relations, max_depth, orient };
        let (nodes, edges) = naive.trace(&root, direction);

        let graph = plain.build();
        let filter = RelationFilter::only(&graph, &relations);
        let request = LineageRequest { direction, edges: EdgeFilter::of(filter), max_depth, orient };
        let found = lineage(&graph, graph.find(&root).unwrap().ix(), &request);
        let found_nodes: Vec<_> = found
            .nodes
            .iter()
            .map(|entry| (entry.distance, graph.node(entry.node).id().to_owned(), entry.other_distance))
            .collect();
        let found_edges: Vec<_> =
            found.edges.iter().map(|ix| plain.edges[graph.edge(*ix).line() as usize - 1].key()).collect();
        prop_assert_eq!(found_nodes, nodes);
        prop_assert_eq!(found_edges, edges);
    }

    #[test]
    fn oriented_by_meaning_a_cause_never_has_a_positive_distance(effects in proptest::collection::vec((0..6_u32, 0..6_u32), 0..12)) {
        // In time, every fact goes from a lower to a higher number, whichever way its relation is stored.
        let verbs = ["led-to", "cites", "supersedes", "follows-up", "addresses"];
        let edge = |(number, (one, other)): (usize, &(u32, u32))| {
            let (earlier, later) = (one.min(other), one.max(other));
            let relation = verbs[number % verbs.len()];
            let (from, to) = if relation == "led-to" { (earlier, later) } else { (later, earlier) };
            let ts = format!("2026-01-01T00:00:00.{number:03}Z");
            PlainEdge { from: format!("n{from}"), to: format!("n{to}"), relation: relation.to_owned(), ts }
        };
        let edges = effects.iter().filter(|(one, other)| one != other).enumerate().map(edge).collect();
        let nodes = (0..6).map(|number| (format!("n{number}"), None)).collect();
        let graph = PlainGraph { nodes, edges }.build();
        let relations = RelationFilter::only(&graph, &verbs);
        let request = LineageRequest {
            direction: LineageDirection::Both, edges: EdgeFilter::of(relations), max_depth: None, orient: Orient::Meaning
        };
        let found = lineage(&graph, graph.find("n3").unwrap().ix(), &request);
        for entry in found.nodes {
            let id = graph.node(entry.node).id();
            prop_assert_eq!(id.cmp("n3"), entry.distance.cmp(&0), "{} {}", id, entry.distance);
        }
    }
}
