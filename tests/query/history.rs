//! The history of a log, compared with its rows.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::{Graph, GraphBuilder, NEVER};
use refscope::query::{Happening, HistoryRequest, HistoryScope, LogQuery, history};
use refscope::system::log::{LOG_FILE, parse};
use refscope::system::reference::SYSTEM as LOG_SYSTEM;
use refscope::time;
use serde_json::{Value, json};

const IDS: [&str; 3] = ["a", "b", "c"];
const RELATIONS: [&str; 2] = ["led-to", "cites"];
const ACTORS: [Option<&str>; 3] = [None, Some("cli"), Some("agent")];
const TIMES: [Option<&str>; 5] = [
    None,
    Some("yesterday"),
    Some("2026-01-01T00:00:00.000Z"),
    Some("2026-01-02T00:00:00Z"),
    Some("2026-01-03T00:00:00.000Z"),
];

/// Rows of a log: each an edge or a retraction.
fn rows() -> impl Strategy<Value = Vec<Value>> {
    let any = |count: usize| 0..count;
    let row = (any(3), any(3), any(2), any(5), any(3), any(5), 0..4_u32);
    let row = row.prop_map(|(from, to, relation, time, actor, then, kind)| {
        let (from, to, relation) = (IDS[from], IDS[to], RELATIONS[relation]);
        match kind {
            0 => json!({"ts": TIMES[time], "actor": ACTORS[actor], "retracts": {"from": from, "to": to, "relation": relation, "ts": TIMES[then]}}),
            _ => json!({"ts": TIMES[time], "from": from, "to": to, "relation": relation, "actor": ACTORS[actor]}),
        }
    });
    proptest::collection::vec(row, 0..14)
}

fn read(rows: &[Value]) -> Graph {
    // Null fields are omitted.
    let bare = |row: &Value| {
        let mut row = row.clone();
        row.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        if let Some(retracts) = row.get_mut("retracts") {
            retracts.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        }
        format!("{row}\n")
    };
    let log: String = rows.iter().map(bare).collect();
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(parse(LOG_SYSTEM, log.as_bytes(), LOG_FILE));
    builder.finish().0
}

/// The lines of the requested rows, newest first.
fn naive(
    rows: &[Value],
    node: Option<&str>,
    actor: Option<&str>,
    relation: Option<&str>,
    since: Option<&str>,
) -> Vec<u32> {
    let millis = |row: &Value| row["ts"].as_str().and_then(time::parse);
    let mut kept: Vec<(Option<i64>, u32)> = Vec::new();
    for (line, row) in (1..).zip(rows) {
        let said = row.get("retracts").unwrap_or(row);
        let is_about = node.is_none_or(|node| said["from"] == node || said["to"] == node);
        let is_by = actor.is_none_or(|actor| row["actor"] == actor);
        let has = relation.is_none_or(|relation| said["relation"] == relation);
        let is_late = since.is_none_or(|since| millis(row).is_some_and(|then| then >= time::parse(since).unwrap()));
        if is_about && is_by && has && is_late {
            kept.push((millis(row), line));
        }
    }
    kept.sort_by(|one, other| other.cmp(one));
    kept.into_iter().map(|(_, line)| line).collect()
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn the_history_of_a_log_is_its_rows_newest_first(
        rows in rows(),
        node in prop::option::of(0..3_usize),
        actor in prop::option::of(1..3_usize),
        relation in prop::option::of(0..2_usize),
        since in prop::option::of(2..5_usize),
    ) {
        let graph = read(&rows);
        let (actor, relation) = (actor.and_then(|at| ACTORS[at]), relation.map(|at| RELATIONS[at]));
        let words = |word: Option<&str>| word.map(str::to_owned).into_iter().collect::<Vec<_>>();
        let query = LogQuery::exactly(&words(actor), &words(relation));
        let id = node.map(|at| IDS[at]);
        // A node named only by a retraction does not exist.
        let found = id.and_then(|id| graph.find(id));
        prop_assume!(id.is_none() || found.is_some());
        let since = since.and_then(|at| TIMES[at]);
        let request = HistoryRequest {
            node: found.map(|node| node.ix()),
            query: &query,
            since: since.and_then(time::parse),
            scope: HistoryScope::ByLog,
            layer: None,
        };
        let line = |happening: &Happening| match happening {
            Happening::Said(edge) => graph.edge(*edge).line(),
            Happening::Retracted(at) => graph.retraction(*at).line,
        };
        let lines: Vec<_> = history(&graph, &request, NEVER).unwrap().iter().map(line).collect();
        // A retraction of an edge with an undefined end belongs to no node.
        let expected: Vec<_> = naive(&rows, id, actor, relation, since).into_iter().filter(|line| {
            let row = &rows[*line as usize - 1];
            let ends = row.get("retracts").map(|said| ["from", "to"].map(|end| graph.find(said[end].as_str().unwrap()).is_some()));
            id.is_none() || ends.is_none_or(|ends| ends == [true, true])
        }).collect();
        prop_assert_eq!(lines, expected);
        // There are no statements outside the log.
        let anywhere = HistoryRequest { scope: HistoryScope::Anywhere, ..request };
        prop_assert_eq!(history(&graph, &anywhere, NEVER).unwrap(), history(&graph, &request, NEVER).unwrap());
    }

    #[test]
    fn a_matching_retraction_refers_to_the_retracted_edge(rows in rows()) {
        let graph = read(&rows);
        for row in graph.retractions() {
            let edge = graph.retracted_by(&row).map(|edge| graph.edge(edge));
            prop_assert_eq!(edge.is_some(), row.fits);
            if let Some(edge) = edge {
                prop_assert_eq!((edge.from().id(), edge.relation(), edge.to().id()), (row.from, row.relation, row.to));
                prop_assert!(edge.is_retracted() && edge.ts() == row.ts);
            }
        }
    }
}
