//! Retracted edges, compared with the specification over the rows of a log that is written and read.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::{Direction, Graph, GraphBuilder};
use refscope::query::{
    Directions, EdgeFilter, NeighbourhoodItem, NeighbourhoodList, NeighbourhoodListRequest, NeighbourhoodRequest,
    RelationFilter, Retracted, neighbourhood, stats,
};
use refscope::system::log::{LOG_FILE, parse};
use refscope::system::reference::SYSTEM as LOG_SYSTEM;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

const IDS: [&str; 3] = ["a", "b", "c"];
const RELATIONS: [&str; 2] = ["led-to", "cites"];
const TIMES: [Option<&str>; 3] = [None, Some("2026-01-01T00:00:00.000Z"), Some("yesterday")];

fn identity(from: usize, to: usize, relation: usize, time: usize) -> Value {
    let mut identity = json!({"from": IDS[from], "to": IDS[to], "relation": RELATIONS[relation]});
    if let Some(ts) = TIMES[time] {
        identity["ts"] = ts.into();
    }
    identity
}

/// Rows of a log: each an edge or a retraction.
fn rows() -> impl Strategy<Value = Vec<Value>> {
    let identity = (0..3_usize, 0..3_usize, 0..2_usize, 0..3_usize).prop_map(|(f, t, r, s)| identity(f, t, r, s));
    let row = (identity, 0..3_u32).prop_map(|(identity, kind)| match kind {
        0 => json!({"ts": "2026-02-01T00:00:00.000Z", "actor": "cli", "retracts": identity}),
        _ => identity,
    });
    proptest::collection::vec(row, 0..14)
}

fn read(rows: &[Value]) -> Graph {
    let log: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(parse(LOG_SYSTEM, log.as_bytes(), LOG_FILE));
    builder.finish().0
}

/// The lines that `refs` visits at one node, by the specification.
fn naive(rows: &[Value], root: &str, directions: Directions, retracted: Retracted) -> Vec<u32> {
    let retractions: Vec<_> = rows.iter().filter_map(|row| row.get("retracts")).collect();
    let edges = || (1_u32..).zip(rows).filter(|(_, row)| row.get("retracts").is_none());
    let holds = |row: &Value| !retractions.contains(&row);
    let at = |end: &str, holding: bool| -> Vec<(u32, &Value)> {
        edges().filter(|(_, row)| row[end] == root && holds(row) == holding).collect()
    };
    let sides: &[&str] = match directions {
        Directions::Out => &["from"],
        Directions::In => &["to"],
        Directions::Both => &["from", "to"],
    };
    let mut met: Vec<_> = sides.iter().flat_map(|end| at(end, true)).collect();
    if retracted == Retracted::Shown {
        met.extend(sides.iter().flat_map(|end| at(end, false)));
    }
    let mut seen = HashSet::new();
    met.into_iter().filter(|(_, row)| seen.insert(row.to_string())).map(|(line, _)| line).collect()
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn retracted_edges_come_last_if_requested(
        rows in rows(),
        root in 0..3_usize,
        directions in prop_oneof![Just(Directions::In), Just(Directions::Out), Just(Directions::Both)],
        retracted in prop_oneof![Just(Retracted::Hidden), Just(Retracted::Shown)],
    ) {
        let graph = read(&rows);
        let edges = EdgeFilter { retracted, ..EdgeFilter::of(RelationFilter::Any) };
        let request = NeighbourhoodRequest { directions, edges, depth: 1 };
        let met = graph.find(IDS[root]).map(|node| neighbourhood(&graph, node.ix(), &request)).unwrap_or_default();
        let lines: Vec<_> = met.into_iter().map(|ix| graph.edge(ix).line()).collect();
        prop_assert_eq!(lines, naive(&rows, IDS[root], directions, retracted));
    }

    #[test]
    fn the_neighbourhood_shows_the_same_edges_as_refs(
        rows in rows(),
        root in 0..3_usize,
        retracted in prop_oneof![Just(Retracted::Hidden), Just(Retracted::Shown)],
    ) {
        let graph = read(&rows);
        let Some(root) = graph.find(IDS[root]) else { return Ok(()) };
        let request = NeighbourhoodListRequest {
            root: root.ix(),
            directions: Directions::Both,
            edges: EdgeFilter { retracted, ..EdgeFilter::of(RelationFilter::Any) },
            depth: 1,
            toggled: HashMap::new(),
            limits: HashMap::new(),
        };
        let outline = NeighbourhoodList::new(&graph, &request, &|| false).unwrap();
        let mut shown: Vec<_> = outline.rows.iter().filter_map(|row| match &row.item {
            NeighbourhoodItem::Edge { edge, .. } => Some(graph.edge(*edge).line()),
            _ => None,
        }).collect();
        let by_group = outline.rows.windows(2).all(|pair| match (&pair[0].item, &pair[1].item) {
            (NeighbourhoodItem::Edge { edge, .. }, NeighbourhoodItem::Edge { edge: next, .. }) => {
                graph.edge(*edge).is_retracted() <= graph.edge(*next).is_retracted()
            }
            _ => true,
        });
        prop_assert!(by_group, "what is retracted does not come last");
        // A loop is listed in both directions.
        shown.sort_unstable();
        shown.dedup();
        let mut expected = naive(&rows, root.id(), Directions::Both, retracted);
        expected.sort_unstable();
        prop_assert_eq!(shown, expected);
    }

    #[test]
    fn retracted_edges_are_not_counted(rows in rows()) {
        let graph = read(&rows);
        let retractions: Vec<_> = rows.iter().filter_map(|row| row.get("retracts")).collect();
        let edges: Vec<_> = rows.iter().filter(|row| row.get("retracts").is_none()).collect();
        let holding: HashSet<_> = edges.iter().filter(|row| !retractions.contains(row)).map(|row| row.to_string()).collect();
        prop_assert_eq!(stats(&graph).edges, holding.len());
        let unmatched = retractions.iter().filter(|identity| !edges.contains(identity)).count();
        prop_assert_eq!(graph.unmatched_retractions().count(), unmatched);
    }
}

#[test]
fn a_retracted_symmetric_edge_is_listed_at_both_ends() {
    let row = json!({"from": "sidecar:a", "to": "sidecar:b", "relation": "related_to"});
    let graph = read(&[row.clone(), json!({"retracts": row})]);
    let [edge] = &graph.retracted().collect::<Vec<_>>()[..] else { panic!("one edge") };
    assert!(edge.is_symmetric());
    for end in [edge.from(), edge.to()] {
        assert_eq!(graph.retracted_of(end.ix(), Direction::Out), [edge.ix()]);
        assert_eq!(graph.retracted_of(end.ix(), Direction::In), [edge.ix()]);
    }
}
