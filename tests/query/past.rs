//! The past: as of a time, and between two of them, against logs that are cut and graphs that are compared as sets.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::{Batch, Direction, Edge, EdgeDraft, Graph, GraphBuilder, NodeDraft, Stamp, System};
use refscope::query::{DiffRequest, diff};
use refscope::source::reference::parse_log;
use refscope::time::{self, Millis};
use serde_json::{Value, json};
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

/// Moments before, between, at and after those times.
const MOMENTS: [&str; 5] = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-01-02T12:00:00Z", "2027-01-01"];

fn moment(at: usize) -> Millis {
    time::parse(MOMENTS[at]).unwrap()
}

/// One row: an edge, or something that takes edges back at a time of its own.
fn row() -> impl Strategy<Value = Value> {
    (0..7_usize, 0..7_usize, 0..3_usize, 0..6_usize, prop::option::weighted(0.25, 0..6_usize)).prop_map(
        |(from, to, relation, ts, taken_back)| {
            let mut row = json!({"from": IDS[from], "to": IDS[to], "relation": RELATIONS[relation]});
            if let Some(ts) = TIMES[ts] {
                row["ts"] = ts.into();
            }
            let Some(taken_back) = taken_back else {
                row["actor"] = ["cli", "agent"][from % 2].into();
                return row;
            };
            let mut retraction = json!({"actor": "kim", "retracts": row});
            if let Some(ts) = TIMES[taken_back] {
                retraction["ts"] = ts.into();
            }
            retraction
        },
    )
}

/// Rows that can be told apart by what they say, wherever they stand.
fn rows() -> impl Strategy<Value = Vec<Value>> {
    proptest::collection::vec(row(), 0..14).prop_map(|mut rows| {
        for (number, row) in rows.iter_mut().enumerate() {
            row["reason"] = format!("row {number}").into();
        }
        rows
    })
}

/// What other files say; each has a name of its own, and a time if it is given one.
fn files(dated: bool) -> Vec<Batch> {
    let created = |text: &str| Some(time::parse(text).unwrap()).filter(|_| dated);
    let mut references = Batch::new(System::Reference, 1);
    let (kind, mentions) = (references.word("task"), references.word("mentions"));
    for (id, (file, modified)) in ["a", "late"].into_iter().zip(FILES) {
        let (id, file, note) = (references.word(id), references.word(file), references.word(file));
        let to = references.word("gone");
        references.node(NodeDraft::new(id, kind, id, file, 1));
        let stamp = if dated { Stamp::at(modified) } else { Stamp::NONE };
        let edge = EdgeDraft::new(id, to, mentions, file, 2);
        references.edge(EdgeDraft { implicit: true, stamp, note: Some(note), ..edge });
    }
    let mut units = Batch::new(System::Unit, 0);
    let (kind, file, supports) = (units.word("assertion"), units.word("u.json"), units.word("supports"));
    let (u, late, lost) = (units.word("u"), units.word("late"), units.word("lost"));
    units.node(NodeDraft { created: created("2026-01-02"), ..NodeDraft::new(u, kind, u, file, 1) });
    units.node(NodeDraft { created: created("2026-01-03"), ..NodeDraft::new(late, kind, late, file, 2) });
    let note = Some(units.word("unit edge"));
    units.edge(EdgeDraft { note, ..EdgeDraft::new(u, lost, supports, file, 3) });
    let mut records = Batch::new(System::Sidecar, 0);
    let (kind, file, related) = (records.word("skill"), records.word("sn.json"), records.word("related_to"));
    let (one, two) = (records.word("sn.one"), records.word("sn.two"));
    for id in [one, two] {
        records.node(NodeDraft::new(id, kind, id, file, 1));
    }
    let note = Some(records.word("record edge"));
    records.edge(EdgeDraft { note, ..EdgeDraft::new(one, two, related, file, 3) });
    vec![references, units, records]
}

/// The times of those files; the one that is 0 has none.
const FILES: [(&str, Millis); 4] =
    [("a.md", 1_767_312_000_000), ("late.md", 1_767_355_200_000), ("u.json", 1_767_398_400_000), ("sn.json", 0)];

fn read(rows: &[Value], dated: bool) -> Graph {
    let log: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let mut builder = GraphBuilder::default();
    files(dated).into_iter().for_each(|batch| builder.add(batch));
    builder.add(parse_log(log.as_bytes()));
    builder.finish().0
}

fn known_times() -> hashbrown::HashMap<&'static str, Millis> {
    FILES.into_iter().filter(|(_, time)| *time > 0).collect()
}

/// An edge by what it says, wherever its row stands.
fn edge(edge: Edge<'_>) -> String {
    let (from, to) = (edge.from().address(), edge.to().address());
    let meaning = edge.meaning().map(|meaning| meaning.relation.name);
    let marks = (edge.is_repeated(), edge.is_retracted(), edge.is_symmetric(), edge.is_implicit());
    format!("{from} {} {to} {:?} {:?} {marks:?} {meaning:?}", edge.relation(), edge.ts(), edge.note())
}

/// Everything a graph says but the numbers.
fn told(graph: &Graph) -> BTreeSet<String> {
    let mut told: BTreeSet<String> = graph.edges().chain(graph.retracted()).map(edge).collect();
    for node in graph.nodes() {
        let found = graph.find(&node.address()).map(|found| (found.system(), found.id()));
        assert_eq!(found, Some((node.system(), node.id())));
        told.insert(format!("{} {} {:?}", node.address(), node.is_missing(), node.file()));
        for direction in [Direction::In, Direction::Out] {
            let rows = [graph.edges_of(node.ix(), direction), graph.retracted_of(node.ix(), direction)];
            let rows = rows.map(|row| row.iter().map(|ix| edge(graph.edge(*ix))).collect::<Vec<_>>());
            told.insert(format!("{} {direction:?} {rows:?}", node.address()));
        }
    }
    let unmatched = graph.unmatched_retractions();
    told.extend(unmatched.map(|one| format!("{} {} {} {:?}", one.from, one.relation, one.to, one.ts)));
    let (nodes, edges, retracted) = (graph.node_count(), graph.edge_count(), graph.retracted_count());
    told.insert(format!("{nodes} nodes, {edges} edges, {retracted} retracted, {:?}", graph.systems()));
    told
}

/// Whether a row was in the log by then: what has no time that can be read was always there.
fn was_written(row: &Value, by: Millis) -> bool {
    row.get("ts").and_then(Value::as_str).and_then(time::parse).is_none_or(|ts| ts <= by)
}

/// What a graph holds as a set of facts: its nodes, its edges, and the edges that were taken back.
fn facts(graph: &Graph) -> [BTreeSet<String>; 3] {
    let node = |node: refscope::graph::Node<'_>| format!("{}:{}", node.system().name(), node.id());
    let fact = |edge: Edge<'_>| {
        let (from, to) = (node(edge.from()), node(edge.to()));
        if edge.is_symmetric() {
            return format!("{} {} {}", edge.relation(), from.as_str().min(&to), from.as_str().max(&to));
        }
        format!("{from} {} {to} {:?}", edge.relation(), edge.ts())
    };
    [graph.nodes().map(node).collect(), graph.edges().map(fact).collect(), graph.retracted().map(fact).collect()]
}

proptest! {
    #![proptest_config(many_cases())]
    /// As of a time is the graph of the log without its later rows, in whatever order they stand.
    #[test]
    fn as_of_is_a_log_cut_at_that_time(rows in rows(), at in 0..5_usize) {
        let whole = read(&rows, false);
        let timeline = whole.timeline(&hashbrown::HashMap::new());
        let then = whole.as_of(&timeline, moment(at));
        let cut: Vec<_> = rows.iter().filter(|row| was_written(row, moment(at))).cloned().collect();
        prop_assert_eq!(told(&then), told(&read(&cut, false)));
        prop_assert_eq!(then.shown_as_of(), Some(moment(at)));
    }

    /// What files say counts from their times on, or from the time they name themselves; what an edge names is there.
    #[test]
    fn what_files_say_counts_from_their_times_on(rows in rows(), at in 0..5_usize) {
        let (whole, at) = (read(&rows, true), moment(at));
        let times = known_times();
        let then = whole.as_of(&whole.timeline(&times), at);
        let is_there = |edge: &Edge<'_>| {
            let of_file = || times.get(edge.file()).copied();
            let since = edge.millis().or_else(|| if edge.file() == "references.jsonl" { None } else { of_file() });
            since.is_none_or(|since| since <= at)
        };
        let edges: Vec<_> = whole.edges().chain(whole.retracted()).filter(is_there).collect();
        let notes = |edges: &mut dyn Iterator<Item = Edge<'_>>| -> BTreeSet<String> {
            edges.map(|edge| edge.note().unwrap().to_owned()).collect()
        };
        let shown = notes(&mut then.edges().chain(then.retracted()));
        prop_assert_eq!(shown, notes(&mut edges.iter().copied()));
        let since = |id: &str, system: System| match (id, system) {
            ("a", _) => times["a.md"],
            ("late", System::Reference) => times["late.md"],
            ("late", _) => time::parse("2026-01-03").unwrap(),
            ("u", _) => time::parse("2026-01-02").unwrap(),
            ("sn.one" | "sn.two", _) => Millis::MIN,
            _ => Millis::MAX,
        };
        let is_named = |node: &refscope::graph::Node<'_>| {
            edges.iter().any(|edge| [edge.from().ix(), edge.to().ix()].contains(&node.ix()))
        };
        let nodes = whole.nodes().filter(|node| is_named(node) || since(node.id(), node.system()) <= at);
        let nodes: BTreeSet<_> = nodes.map(|node| (node.system(), node.id().to_owned())).collect();
        let shown: BTreeSet<_> = then.nodes().map(|node| (node.system(), node.id().to_owned())).collect();
        prop_assert_eq!(shown, nodes);
    }

    /// What came between two times is what the later graph has and the earlier one has not.
    #[test]
    fn a_diff_is_two_graphs_compared(rows in rows(), from in 0..5_usize, to in 0..5_usize, open in any::<bool>()) {
        let whole = read(&rows, true);
        let timeline = whole.timeline(&known_times());
        let (from, to) = (moment(from.min(to)), moment(from.max(to)));
        let found = diff(&whole, &timeline, &DiffRequest { from, to: (!open).then_some(to) });
        let before = facts(&whole.as_of(&timeline, from));
        let after = facts(&whole.as_of(&timeline, if open { Millis::MAX } else { to }));
        let came: Vec<Vec<String>> =
            before.iter().zip(&after).map(|(before, after)| after.difference(before).cloned().collect()).collect();
        prop_assert_eq!(found.nodes.len(), came[0].len());
        prop_assert_eq!(found.came(), came[1].len());
        prop_assert_eq!(found.taken_back(), came[2].len());
        let one = |edge: Edge<'_>| {
            let node = |node: refscope::graph::Node<'_>| format!("{}:{}", node.system().name(), node.id());
            let (from, to) = (node(edge.from()), node(edge.to()));
            if edge.is_symmetric() {
                return format!("{} {} {}", edge.relation(), from.as_str().min(&to), from.as_str().max(&to));
            }
            format!("{from} {} {to} {:?}", edge.relation(), edge.ts())
        };
        let listed = |edges: fn(&refscope::query::DiffGroup) -> &Vec<refscope::graph::EdgeIx>| -> BTreeSet<String> {
            found.groups.iter().flat_map(edges).map(|ix| one(whole.edge(*ix))).collect()
        };
        prop_assert_eq!(listed(|group| &group.came), came[1].iter().cloned().collect());
        prop_assert_eq!(listed(|group| &group.taken_back), came[2].iter().cloned().collect());
        for group in &found.groups {
            let actor = |edge: &refscope::graph::EdgeIx| whole.edge(*edge).actor_sym() == group.actor;
            prop_assert!(group.came.iter().all(actor));
            let by = |edge: &refscope::graph::EdgeIx| timeline.taken_back(*edge).unwrap().actor == group.actor;
            prop_assert!(group.taken_back.iter().all(by));
            let all = group.came.iter().chain(&group.taken_back);
            prop_assert!(all.into_iter().all(|edge| whole.edge(*edge).relation_sym() == group.relation));
        }
    }
}
