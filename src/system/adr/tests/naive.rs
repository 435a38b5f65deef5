//! Compares the reader with a second, naive implementation on random folders in the format of adr-tools.

use super::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const VERBS: [(&str, &str, bool); 8] = [
    ("Supersedes", "supersedes", false),
    ("Superceded by", "supersedes", true),
    ("superseded by", "supersedes", true),
    ("Amends", "amends", false),
    ("Amended by", "amends", true),
    ("Clarifies", "clarifies", false),
    ("Clarified by", "clarifies", true),
    ("Relates to", "relates to", false),
];

/// A record: its status lines as verb and target, and the targets of links in its text.
type Plain = (Vec<(usize, usize)>, Vec<usize>);

fn records() -> impl Strategy<Value = Vec<Plain>> {
    let lines = proptest::collection::vec((0..VERBS.len(), 0..6_usize), 0..4);
    proptest::collection::vec((lines, proptest::collection::vec(0..6_usize, 0..3)), 1..5)
}

fn name(at: usize) -> String {
    format!("{:04}-r{at}", at + 1)
}

fn text((lines, targets): &Plain, at: usize) -> String {
    let status = |(verb, to): &(usize, usize)| format!("{} [x]({}.md)\n\n", VERBS[*verb].0, name(*to));
    let sentence = |to: &usize| format!("See [x](./{}.md).\n", name(*to));
    let status: String = lines.iter().map(status).collect();
    let context: String = targets.iter().map(sentence).collect();
    format!("# {}. R{at}\n\n## Status\n\nAccepted\n\n{status}## Context\n\n{context}", at + 1)
}

/// The edges as `from relation to`, each with its number of places.
fn expected(records: &[Plain]) -> BTreeMap<String, usize> {
    let mut edges = BTreeMap::new();
    for (at, (lines, targets)) in records.iter().enumerate() {
        for (verb, to) in lines {
            let (_, relation, is_passive) = VERBS[*verb];
            let (from, to) = if is_passive { (*to, at) } else { (at, *to) };
            *edges.entry(format!("{} {relation} {}", name(from), name(to))).or_default() += 1;
        }
        for to in targets.iter().filter(|to| **to != at) {
            *edges.entry(format!("{} mentions {}", name(at), name(*to))).or_default() += 1;
        }
    }
    edges
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn records_are_read_like_by_hand(records in records()) {
        let files: Vec<_> = records
            .iter()
            .enumerate()
            .map(|(at, record)| (format!("docs/adr/{}.md", name(at)), text(record, at)))
            .collect();
        let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let (graph, _) = read(&files);
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        let mut distinct = BTreeSet::new();
        for edge in graph.edges() {
            let fact = format!("{} {} {}", edge.from().id(), edge.relation(), edge.to().id());
            prop_assert_eq!(edge.is_implicit(), edge.relation() == "mentions");
            prop_assert_eq!(!distinct.insert(fact.clone()), edge.is_repeated());
            *found.entry(fact).or_default() += 1;
            let line = files.iter().find(|(path, _)| *path == edge.file()).unwrap().1.lines();
            let line = line.collect::<Vec<_>>()[edge.line() as usize - 1];
            prop_assert!([edge.from().id(), edge.to().id()].iter().any(|id| line.contains(id)), "{}", line);
        }
        prop_assert_eq!(found, expected(&records));
        let missing = graph.nodes().filter(|node| node.is_missing()).count();
        prop_assert_eq!(graph.nodes().count() - missing, records.len());
    }
}
