//! The past as of a time and between two times, compared with truncated logs and with sets of facts.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::SystemId;
use refscope::graph::{
    Batch, Direction, Edge, EdgeIx, EdgeRecord, Graph, GraphBuilder, NEVER, Node, NodeRecord, Stamp,
};
use refscope::query::{DiffGroup, Moments, Stride, diff};
use refscope::system::log::{LOG_FILE, parse};
use refscope::system::reference::SYSTEM as LOG_SYSTEM;
use refscope::time::{self, Millis};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeSet;

const IDS: [&str; 7] = ["a", "gone", "unit:u", "u", "sn.one", "sn.two", "unit:lost"];
const RELATIONS: [&str; 3] = ["led-to", "related_to", "cites"];
const TIMES: [Option<&str>; 6] = [
    None,
    Some("yesterday"),
    Some("2026-01-01T00:00:00.000Z"),
    Some("2026-01-01T00:00:00Z"),
    Some("2026-01-02T00:00:00.000Z"),
    Some("2026-01-03T00:00:00.000Z"),
];

/// Times before, between, at and after those times.
const MOMENTS: [&str; 5] = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-01-02T12:00:00Z", "2027-01-01"];

fn moment(at: usize) -> Millis {
    time::parse(MOMENTS[at]).unwrap()
}

/// One row: an edge, or a retraction with its own time.
fn row() -> impl Strategy<Value = Value> {
    (0..7_usize, 0..7_usize, 0..3_usize, 0..6_usize, prop::option::weighted(0.25, 0..6_usize)).prop_map(
        |(from, to, relation, ts, retracted_at)| {
            let mut row = json!({"from": IDS[from], "to": IDS[to], "relation": RELATIONS[relation]});
            if let Some(ts) = TIMES[ts] {
                row["ts"] = ts.into();
            }
            let Some(retracted_at) = retracted_at else {
                row["actor"] = ["cli", "agent"][from % 2].into();
                return row;
            };
            let mut retraction = json!({"actor": "kim", "retracts": row});
            if let Some(ts) = TIMES[retracted_at] {
                retraction["ts"] = ts.into();
            }
            retraction
        },
    )
}

/// Rows with distinct content, independent of their position.
fn rows() -> impl Strategy<Value = Vec<Value>> {
    proptest::collection::vec(row(), 0..14).prop_map(|mut rows| {
        for (number, row) in rows.iter_mut().enumerate() {
            row["reason"] = format!("row {number}").into();
        }
        rows
    })
}

/// The content of other files; each has its own name, and a time if it is dated.
fn files(dated: bool) -> Vec<Batch> {
    let created = |text: &str| Some(time::parse(text).unwrap()).filter(|_| dated);
    let mut references = Batch::new(refscope::system::reference::SYSTEM, 1);
    let (kind, mentions) = (references.word("task"), references.word("mentions"));
    for (id, (file, modified)) in ["a", "late"].into_iter().zip(FILES) {
        let (id, file, note) = (references.word(id), references.word(file), references.word(file));
        let to = references.word("gone");
        references.node(NodeRecord::new(id, kind, id, file, 1));
        let stamp = if dated { Stamp::at(modified) } else { Stamp::NONE };
        let edge = EdgeRecord::new(id, to, mentions, file, 2);
        references.edge(EdgeRecord { implicit: true, stamp, note: Some(note), ..edge });
    }
    let mut units = Batch::new(refscope::system::unit::SYSTEM, 0);
    let (kind, file, supports) = (units.word("assertion"), units.word("u.json"), units.word("supports"));
    let (u, late, lost) = (units.word("u"), units.word("late"), units.word("lost"));
    units.node(NodeRecord { created: created("2026-01-02"), ..NodeRecord::new(u, kind, u, file, 1) });
    units.node(NodeRecord { created: created("2026-01-03"), ..NodeRecord::new(late, kind, late, file, 2) });
    let note = Some(units.word("unit edge"));
    units.edge(EdgeRecord { note, ..EdgeRecord::new(u, lost, supports, file, 3) });
    let mut records = Batch::new(refscope::system::sidecar::SYSTEM, 0);
    let (kind, file, related) = (records.word("skill"), records.word("sn.json"), records.word("related_to"));
    let (one, two) = (records.word("sn.one"), records.word("sn.two"));
    for id in [one, two] {
        records.node(NodeRecord::new(id, kind, id, file, 1));
    }
    let note = Some(records.word("record edge"));
    records.edge(EdgeRecord { note, ..EdgeRecord::new(one, two, related, file, 3) });
    vec![references, units, records]
}

/// The times of those files; 0 stands for no time.
const FILES: [(&str, Millis); 4] =
    [("a.md", 1_767_312_000_000), ("late.md", 1_767_355_200_000), ("u.json", 1_767_398_400_000), ("sn.json", 0)];

fn read(rows: &[Value], dated: bool) -> Graph {
    let log: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let mut builder = GraphBuilder::new(refscope::system::registry());
    for batch in files(dated) {
        builder.add(batch);
    }
    builder.add(parse(LOG_SYSTEM, log.as_bytes(), LOG_FILE));
    builder.finish().0
}

fn changed(file: &str) -> Option<Millis> {
    FILES.into_iter().find(|(name, time)| *name == file && *time > 0).map(|(_, time)| time)
}

/// The id of a node. A missing node is addressed by the spelling of the rows present, so only its bare id is compared.
fn id(node: Node<'_>) -> Cow<'_, str> {
    if node.is_missing() { Cow::Borrowed(node.id()) } else { node.address() }
}

/// An edge by its content, independent of the position of its row.
fn edge(edge: Edge<'_>) -> String {
    let (from, to) = (id(edge.from()), id(edge.to()));
    let meaning = edge.meaning().map(|meaning| meaning.relation.name.clone());
    let marks = (edge.is_repeated(), edge.is_retracted(), edge.is_symmetric(), edge.is_implicit());
    format!("{from} {} {to} {:?} {:?} {marks:?} {meaning:?}", edge.relation(), edge.ts(), edge.note())
}

/// The complete content of a graph except indices.
fn dump(graph: &Graph) -> BTreeSet<String> {
    let mut lines: BTreeSet<String> = graph.edges().chain(graph.retracted()).map(edge).collect();
    for node in graph.nodes() {
        let found = graph.find(&node.address()).map(|found| (found.system(), found.id()));
        assert_eq!(found, Some((node.system(), node.id())));
        lines.insert(format!("{} {} {:?}", id(node), node.is_missing(), node.file()));
        for direction in [Direction::In, Direction::Out] {
            let rows = [graph.edges_of(node.ix(), direction), graph.retracted_of(node.ix(), direction)];
            let rows = rows.map(|row| row.iter().map(|ix| edge(graph.edge(*ix))).collect::<Vec<_>>());
            lines.insert(format!("{} {direction:?} {rows:?}", id(node)));
        }
    }
    let unmatched = graph.unmatched_retractions();
    lines.extend(unmatched.map(|one| format!("{} {} {} {:?}", one.from, one.relation, one.to, one.ts)));
    let (nodes, edges, retracted) = (graph.node_count(), graph.edge_count(), graph.retracted_count());
    lines.insert(format!("{nodes} nodes, {edges} edges, {retracted} retracted, {:?}", graph.systems()));
    lines
}

/// Whether a row was in the log by then. Rows without a valid time have always existed.
fn was_written(row: &Value, by: Millis) -> bool {
    row.get("ts").and_then(Value::as_str).and_then(time::parse).is_none_or(|ts| ts <= by)
}

/// The properties of a node that do not depend on the rest of the graph.
fn named(node: Node<'_>) -> String {
    format!("{}:{}", node.system().name(), node.id())
}

/// The content of an edge: two edges with equal content are one.
fn fact(edge: Edge<'_>) -> String {
    let (from, to) = (named(edge.from()), named(edge.to()));
    if edge.is_symmetric() {
        return format!("{} {} {}", edge.relation(), from.as_str().min(&to), from.as_str().max(&to));
    }
    format!("{from} {} {to} {:?}", edge.relation(), edge.ts())
}

/// A graph as sets of facts: its nodes, its edges, and its retracted edges.
fn facts(graph: &Graph) -> [BTreeSet<String>; 3] {
    [graph.nodes().map(named).collect(), graph.edges().map(fact).collect(), graph.retracted().map(fact).collect()]
}

/// All moments, computed naively: times, and the actor of the changes at each.
fn moments(rows: &[Value]) -> Vec<(Millis, Option<String>)> {
    let mut all: Vec<_> = rows
        .iter()
        .filter_map(|row| Some((time::parse(row.get("ts")?.as_str()?)?, row["actor"].as_str().map(str::to_owned))))
        .collect();
    all.sort_by_key(|(time, _)| *time);
    all
}

proptest! {
    #![proptest_config(many_cases())]
    /// Steps by edge and by day, and the number of changes at each, by counting.
    #[test]
    fn stepping_through_time_stops_at_every_moment(
        rows in proptest::collection::vec(row().prop_filter("an edge", |row| row.get("retracts").is_none()), 1..14),
        parts in 1..9_usize,
    ) {
        let rows: Vec<_> = rows.into_iter().enumerate().map(|(number, mut row)| {
            row["reason"] = number.to_string().into();
            row
        }).collect();
        let graph = read(&rows, false);
        let walked = Moments::of(&graph, &graph.timeline(|_| None, NEVER).unwrap(), NEVER).unwrap();
        let all = moments(&rows);
        prop_assert_eq!(walked.len(), all.len());
        prop_assert_eq!(walked.density(parts).iter().sum::<usize>(), all.len());
        let distinct: BTreeSet<Millis> = all.iter().map(|(time, _)| *time).collect();
        let days: BTreeSet<Millis> = distinct.iter().map(|time| {
            let same_day = distinct.iter().filter(|other| other.div_euclid(time::DAY) == time.div_euclid(time::DAY));
            *same_day.max().unwrap()
        }).collect();
        let forward = |stride| -> Vec<Millis> {
            std::iter::successors(walked.next(Millis::MIN, stride), |at| walked.next(*at, stride)).collect()
        };
        let backward = |stride| -> Vec<Millis> {
            let back = std::iter::successors(walked.before(Millis::MAX, stride), |at| walked.before(*at, stride));
            let mut back: Vec<_> = back.collect();
            back.reverse();
            back
        };
        for (stride, expected) in [(Stride::Edge, &distinct), (Stride::Day, &days)] {
            prop_assert!(forward(stride).iter().eq(expected));
        }
        prop_assert!(backward(Stride::Edge).iter().eq(&distinct));
        // At every change of the actor, and at the end.
        let changes: BTreeSet<Millis> =
            all.iter().zip(all.iter().skip(1)).filter(|(one, next)| one.1 != next.1).map(|(one, _)| one.0).collect();
        let by_actor = forward(Stride::Actor);
        prop_assert!(by_actor.iter().all(|time| changes.contains(time) || distinct.last() == Some(time)));
        for time in &distinct {
            let part = walked.part(*time, parts);
            let before = all.iter().filter(|(other, _)| walked.part(*other, parts) == part).count();
            prop_assert_eq!(walked.density(parts)[part], before);
            prop_assert_eq!(walked.until(*time), all.iter().filter(|(other, _)| other <= time).count());
        }
    }

    /// The graph as of a time is that of the log without its later rows, whatever their order.
    #[test]
    fn as_of_equals_the_graph_of_a_truncated_log(rows in rows(), at in 0..5_usize) {
        let whole = read(&rows, false);
        let timeline = whole.timeline(|_| None, NEVER).unwrap();
        let then = whole.as_of(&timeline, moment(at), NEVER).unwrap();
        let cut: Vec<_> = rows.iter().filter(|row| was_written(row, moment(at))).cloned().collect();
        prop_assert_eq!(dump(&then), dump(&read(&cut, false)));
        prop_assert_eq!(then.as_of_time(), Some(moment(at)));
    }

    /// The content of a file counts from the time of the file, or from the time it names itself; the ends of an edge
    /// exist with it.
    #[test]
    fn the_content_of_files_counts_from_their_times_on(rows in rows(), at in 0..5_usize) {
        let (whole, at) = (read(&rows, true), moment(at));
        let then = whole.as_of(&whole.timeline(changed, NEVER).unwrap(), at, NEVER).unwrap();
        let is_there = |edge: &Edge<'_>| {
            let since = edge.millis().or_else(|| changed(edge.file()));
            since.is_none_or(|since| since <= at)
        };
        let edges: Vec<_> = whole.edges().chain(whole.retracted()).filter(is_there).collect();
        let notes = |edges: &mut dyn Iterator<Item = Edge<'_>>| -> BTreeSet<String> {
            edges.map(|edge| edge.note().unwrap().to_owned()).collect()
        };
        let shown = notes(&mut then.edges().chain(then.retracted()));
        prop_assert_eq!(shown, notes(&mut edges.iter().copied()));
        let since = |id: &str, system: SystemId| match (id, system) {
            ("a", _) => changed("a.md").unwrap(),
            ("late", refscope::system::reference::SYSTEM) => changed("late.md").unwrap(),
            ("late", _) => time::parse("2026-01-03").unwrap(),
            ("u", _) => time::parse("2026-01-02").unwrap(),
            ("sn.one" | "sn.two", _) => Millis::MIN,
            _ => Millis::MAX,
        };
        let is_named = |node: &Node<'_>| {
            edges.iter().any(|edge| [edge.from().ix(), edge.to().ix()].contains(&node.ix()))
        };
        let nodes = whole.nodes().filter(|node| is_named(node) || since(node.id(), node.system()) <= at);
        let nodes: BTreeSet<_> = nodes.map(|node| (node.system(), node.id().to_owned())).collect();
        let shown: BTreeSet<_> = then.nodes().map(|node| (node.system(), node.id().to_owned())).collect();
        prop_assert_eq!(shown, nodes);
    }

    /// The changes between two times are the difference between the later and the earlier graph.
    #[test]
    fn a_diff_equals_the_difference_of_two_graphs(rows in rows(), from in 0..5_usize, to in 0..5_usize, open in any::<bool>()) {
        let whole = read(&rows, true);
        let timeline = whole.timeline(changed, NEVER).unwrap();
        let (from, to) = (moment(from.min(to)), moment(from.max(to)));
        let before = facts(&whole.as_of(&timeline, from, NEVER).unwrap());
        let whole = if open { whole } else { whole.as_of(&timeline, to, NEVER).unwrap() };
        let (timeline, after) = (whole.timeline(changed, NEVER).unwrap(), facts(&whole));
        let found = diff(&whole, &timeline, from);
        let came: Vec<Vec<String>> =
            before.iter().zip(&after).map(|(before, after)| after.difference(before).cloned().collect()).collect();
        prop_assert_eq!(found.nodes.len(), came[0].len());
        prop_assert_eq!(found.came(), came[1].len());
        prop_assert_eq!(found.retracted(), came[2].len());
        let listed = |edges: fn(&DiffGroup) -> &Vec<EdgeIx>| -> BTreeSet<String> {
            found.groups.iter().flat_map(edges).map(|ix| fact(whole.edge(*ix))).collect()
        };
        prop_assert_eq!(listed(|group| &group.came), came[1].iter().cloned().collect());
        prop_assert_eq!(listed(|group| &group.retracted), came[2].iter().cloned().collect());
        for group in &found.groups {
            let actor = |edge: &EdgeIx| whole.edge(*edge).actor_sym() == group.actor;
            prop_assert!(group.came.iter().all(actor));
            let by = |edge: &EdgeIx| timeline.retraction(*edge).unwrap().actor == group.actor;
            prop_assert!(group.retracted.iter().all(by));
            let all = group.came.iter().chain(&group.retracted);
            prop_assert!(all.into_iter().all(|edge| whole.edge(*edge).relation_sym() == group.relation));
        }
    }
}
