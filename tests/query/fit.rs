//! Relations that fit between two ends, counted and ordered as in the specification.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::SystemId;
use refscope::graph::{Batch, EdgeRecord, Graph, GraphBuilder, NodeRecord};
use refscope::query::Usage;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Id, system and kind of every node; `gone` is undefined.
const NODES: [(&str, SystemId, &str); 6] = [
    ("t1", refscope::system::reference::SYSTEM, "task"),
    ("t2", refscope::system::reference::SYSTEM, "task"),
    ("s1", refscope::system::reference::SYSTEM, "signal"),
    ("u1", refscope::system::unit::SYSTEM, "claim"),
    ("r1", refscope::system::sidecar::SYSTEM, "record"),
    ("r2", refscope::system::sidecar::SYSTEM, "task"),
];

const IDS: [&str; 7] = ["t1", "t2", "s1", "u1", "r1", "r2", "gone"];

/// The relations of each system, in documented order.
const VERBS: [(SystemId, &[&str]); 3] = [
    (refscope::system::reference::SYSTEM, &["led-to", "addresses", "mentions", "supersedes", "follows-up", "cites"]),
    (refscope::system::unit::SYSTEM, &["supports", "rebuts", "derives-from", "questions", "refines"]),
    (refscope::system::sidecar::SYSTEM, &["upgrades_to", "granted_by", "related_to", "derived_from"]),
];

/// Relations of the rows: known ones, synonyms of `led-to` (one of them inverse), a symmetric one, a reserved one, and
/// an unknown one.
const WRITTEN: [&str; 8] =
    ["led-to", "triggered", "caused-by", "cites", "supports", "related_to", "notifies", "own-verb"];

type Row = (&'static str, &'static str, &'static str);

fn end(id: &str) -> (SystemId, Option<&'static str>) {
    let node = NODES.iter().find(|(node, ..)| *node == id);
    node.map_or((refscope::system::reference::SYSTEM, None), |(_, system, kind)| (*system, Some(*kind)))
}

fn build(rows: &[Row]) -> Graph {
    let mut builder = GraphBuilder::new(refscope::system::registry());
    for system in
        [refscope::system::reference::SYSTEM, refscope::system::unit::SYSTEM, refscope::system::sidecar::SYSTEM]
    {
        let mut batch = Batch::new(system, 0);
        let file = batch.word("file");
        for (id, _, kind) in NODES.iter().filter(|(_, home, _)| *home == system) {
            let (id, kind) = (batch.word(id), batch.word(kind));
            batch.node(NodeRecord::new(id, kind, id, file, 1));
        }
        for (line, (from, to, verb)) in (1..).zip(rows).filter(|_| system == refscope::system::reference::SYSTEM) {
            let [from, to, verb] = [from, to, verb].map(|text| batch.word(text));
            batch.edge(EdgeRecord::new(from, to, verb, file, line));
        }
        builder.add(batch);
    }
    builder.finish().0
}

/// The canonical relation of a row and the ends it counts for, one pair per direction; `None` for a reserved relation.
fn meant((from, to, verb): Row) -> Option<(&'static str, Vec<(&'static str, &'static str)>)> {
    let touches = |system| end(from).0 == system || end(to).0 == system;
    match verb {
        "triggered" => Some(("led-to", vec![(from, to)])),
        "caused-by" => Some(("led-to", vec![(to, from)])),
        "related_to" if touches(refscope::system::sidecar::SYSTEM) => Some((verb, vec![(from, to), (to, from)])),
        "notifies" if touches(refscope::system::unit::SYSTEM) => None,
        _ => Some((verb, vec![(from, to)])),
    }
}

/// Equal rows count once; rows have no time here.
fn distinct(rows: &[Row]) -> BTreeSet<Row> {
    let symmetric = |row: Row| meant(row).is_some_and(|(_, ways)| ways.len() == 2);
    rows.iter()
        .map(
            |&(from, to, verb)| {
                if symmetric((from, to, verb)) && to < from { (to, from, verb) } else { (from, to, verb) }
            },
        )
        .collect()
}

/// Relation, number of uses between such ends and in total, and whether it is known.
fn naive(rows: &[Row], from: Option<&str>, to: Option<&str>) -> Vec<(String, usize, usize, bool)> {
    let used = |verb: &str, from: Option<&str>, to: Option<&str>| {
        let fits = |wanted: Option<&str>, id: &str| wanted.is_none_or(|wanted| end(wanted) == end(id));
        let says = |row: &Row| {
            meant(*row).is_some_and(|(name, ways)| {
                name == verb && ways.into_iter().any(|(one, other)| fits(from, one) && fits(to, other))
            })
        };
        distinct(rows).iter().filter(|row| says(row)).count()
    };
    let homes: Vec<_> = [from, to].into_iter().flatten().map(|id| end(id).0).collect();
    let vocabularies =
        VERBS.iter().filter(|(system, _)| *system == refscope::system::reference::SYSTEM || homes.contains(system));
    let known = vocabularies.flat_map(|(system, verbs)| verbs.iter().map(|verb| (*verb, !homes.contains(system))));
    let mut known: Vec<_> = known.collect();
    known.sort_by_key(|(verb, foreign)| (Reverse(used(verb, from, to)), *foreign, Reverse(used(verb, None, None))));
    let known: Vec<_> = known.into_iter().map(|(verb, _)| verb).collect();
    let written: BTreeSet<_> = rows.iter().filter_map(|row| Some(meant(*row)?.0)).collect();
    let mut others: Vec<_> = written.into_iter().filter(|verb| !known.contains(verb) && *verb != "notifies").collect();
    others.sort_by_key(|verb| (Reverse(used(verb, from, to)), Reverse(used(verb, None, None)), *verb));
    let row = |verb: &&str, known: bool| ((*verb).to_owned(), used(verb, from, to), used(verb, None, None), known);
    known.iter().map(|verb| row(verb, true)).chain(others.iter().map(|verb| row(verb, false))).collect()
}

fn id() -> impl Strategy<Value = &'static str> {
    prop::sample::select(IDS.to_vec())
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn relations_are_counted_and_ordered_as_specified(
        rows in proptest::collection::vec((id(), id(), prop::sample::select(WRITTEN.to_vec())), 0..24),
        from in proptest::option::weighted(0.8, id()),
        to in proptest::option::weighted(0.8, id()),
    ) {
        let graph = build(&rows);
        // An undefined node exists only if a row names it.
        let [from, to] = [from, to].map(|end| end.filter(|id| graph.find(id).is_some()));
        let [first, second] = [from, to].map(|end| end.and_then(|id| graph.find(id)).map(|node| node.ix()));
        let found: Vec<_> = Usage::of(&graph).fitting(&graph, first, second).into_iter()
            .map(|fit| (fit.relation, fit.used_here, fit.used, fit.known)).collect();
        prop_assert_eq!(found, naive(&rows, from, to));
    }
}
