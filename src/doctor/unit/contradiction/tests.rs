//! Contradictions by hand, and against the definition's own words on random graphs.

use super::*;
use crate::graph::fixture::{EdgeSpec, batch_of, graph_from};
use proptest::prelude::*;
use std::collections::BTreeSet;

const PLENTY: usize = 1_000_000;

fn units(edges: &[(&str, &str, &str)]) -> Graph {
    let edges: Vec<EdgeSpec<'_>> = edges.iter().map(|(from, verb, to)| (*from, *to, *verb, "")).collect();
    graph_from([batch_of(System::Unit, 0, &[], &edges)])
}

fn found(edges: &[(&str, &str, &str)]) -> Vec<(String, String)> {
    let graph = units(edges);
    let found = contradictions(&graph, PLENTY);
    assert_eq!(found.left_out, 0);
    let id = |ix| graph.node(ix).id().to_owned();
    found.contradictions.iter().map(|one| (id(one.unit), id(one.claim))).collect()
}

fn pair(unit: &str, claim: &str) -> (String, String) {
    (unit.to_owned(), claim.to_owned())
}

#[test]
fn a_direct_contradiction_is_found() {
    assert_eq!(found(&[("u", "supports", "c"), ("u", "rebuts", "c")]), [pair("u", "c")]);
    assert_eq!(found(&[("u", "supports", "c"), ("v", "rebuts", "c")]), []);
}

#[test]
fn both_ways_can_be_chains() {
    let edges = [
        ("u", "derives-from", "a"),
        ("a", "supports", "b"),
        ("b", "refines", "c"),
        ("u", "refines", "d"),
        ("d", "supports", "e"),
        ("e", "rebuts", "c"),
    ];
    assert_eq!(found(&edges), [pair("u", "c")]);
}

#[test]
fn a_chain_without_support_does_not_support() {
    assert_eq!(found(&[("u", "derives-from", "a"), ("a", "refines", "c"), ("u", "rebuts", "c")]), []);
    assert_eq!(found(&[("u", "questions", "a"), ("a", "supports", "c"), ("u", "rebuts", "c")]), []);
}

#[test]
fn only_the_origin_is_told() {
    let edges = [("u", "supports", "c"), ("u", "rebuts", "c"), ("v", "derives-from", "u"), ("w", "refines", "v")];
    assert_eq!(found(&edges), [pair("u", "c")]);
}

#[test]
fn a_circle_of_units_is_told_once() {
    let edges = [("u", "supports", "v"), ("v", "supports", "u"), ("v", "supports", "c"), ("v", "rebuts", "c")];
    assert_eq!(found(&edges), [pair("v", "c")]);
    assert_eq!(found(&[("u", "refines", "u"), ("u", "supports", "c"), ("u", "rebuts", "c")]), [pair("u", "c")]);
}

#[test]
fn edges_of_the_log_count() {
    let log = batch_of(System::Reference, 0, &[], &[("u", "c", "rebuts", "")]);
    let nodes = [("u", "u"), ("c", "c")];
    let graph = graph_from([log, batch_of(System::Unit, 0, &nodes, &[("u", "c", "supports", "")])]);
    assert_eq!(contradictions(&graph, PLENTY).contradictions.len(), 1);
}

#[test]
fn a_search_that_runs_out_of_steps_says_what_it_left_out_and_does_what_it_still_can() {
    let graph = units(&[("u", "supports", "c"), ("u", "rebuts", "c"), ("u", "rebuts", "c"), ("v", "rebuts", "d")]);
    let found = contradictions(&graph, 3);
    assert_eq!((found.contradictions.len(), found.left_out), (0, 2));
    assert_eq!(contradictions(&graph, 0).left_out, 3);
}

#[test]
fn a_chain_longer_than_any_stack_is_walked() {
    let ids: Vec<String> = (0..100_000).map(|number| format!("n{number}")).collect();
    let mut edges: Vec<_> = ids.windows(2).map(|pair| (&*pair[0], "supports", &*pair[1])).collect();
    edges.push((&ids[0], "rebuts", &ids[ids.len() - 1]));
    assert_eq!(found(&edges), [pair(&ids[0], &ids[ids.len() - 1])]);
}

/// Every number here is one of these.
const NODES: usize = 6;

type Plain = (usize, &'static str, usize);
type Pairs = BTreeSet<(usize, usize)>;

fn is_chain_verb(verb: &str) -> bool {
    ["supports", "derives-from", "refines"].contains(&verb)
}

/// Grows a set of pairs from these until chains add nothing more: whoever rests on the first of a pair is in one too.
fn grown(edges: &[Plain], mut pairs: Pairs) -> Pairs {
    loop {
        let steps = edges.iter().filter(|(_, verb, _)| is_chain_verb(verb));
        let more = |(from, _, to): &Plain| {
            let (from, to) = (*from, *to);
            pairs.iter().filter(move |pair| pair.0 == to).map(move |pair| (from, pair.1)).collect::<Vec<_>>()
        };
        let next: Pairs = steps.flat_map(more).chain(pairs.iter().copied()).collect();
        if next == pairs {
            return pairs;
        }
        pairs = next;
    }
}

/// The contradictions by the words of the definition: who is in the same circle, and about what.
fn naive(edges: &[Plain]) -> BTreeSet<(Vec<usize>, usize)> {
    let reached = grown(edges, (0..NODES).map(|node| (node, node)).collect());
    let supporting = edges.iter().filter(|(_, verb, _)| *verb == "supports");
    let beyond = |(from, _, to): &Plain| {
        let (from, to) = (*from, *to);
        reached.iter().filter(move |pair| pair.0 == to).map(move |pair| (from, pair.1)).collect::<Vec<_>>()
    };
    let supports = grown(edges, supporting.flat_map(beyond).collect());
    let rebuttals = edges.iter().filter(|(_, verb, _)| *verb == "rebuts").map(|(from, _, to)| (*from, *to));
    let rebuts = grown(edges, rebuttals.collect());
    let both: Pairs = supports.intersection(&rebuts).copied().collect();
    let circle = |unit: usize| -> Vec<usize> {
        (0..NODES).filter(|node| reached.contains(&(unit, *node)) && reached.contains(&(*node, unit))).collect()
    };
    let is_origin = |(unit, claim): &&(usize, usize)| {
        let own = circle(*unit);
        let leaving =
            edges.iter().filter(|(from, verb, to)| own.contains(from) && is_chain_verb(verb) && !own.contains(to));
        leaving.map(|(_, _, to)| *to).all(|to| !both.contains(&(to, *claim)))
    };
    both.iter().filter(is_origin).map(|(unit, claim)| (circle(*unit), *claim)).collect()
}

fn edge() -> impl Strategy<Value = Plain> {
    const VERBS: &[&str] = &["supports", "supports", "rebuts", "rebuts", "derives-from", "refines", "questions"];
    (0..NODES, prop::sample::select(VERBS), 0..NODES)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn the_search_agrees_with_the_definition(edges in prop::collection::vec(edge(), 0..12)) {
        let ids: Vec<String> = (0..NODES).map(|number| number.to_string()).collect();
        let named: Vec<_> = edges.iter().map(|(from, verb, to)| (&*ids[*from], *verb, &*ids[*to])).collect();
        let graph = units(&named);
        let search = contradictions(&graph, PLENTY);
        let number = |ix| graph.node(ix).id().parse::<usize>().unwrap();
        let expected = naive(&edges);
        prop_assert_eq!(search.contradictions.len(), expected.len());
        for one in &search.contradictions {
            let (unit, claim) = (number(one.unit), number(one.claim));
            prop_assert!(expected.iter().any(|(circle, about)| circle.contains(&unit) && *about == claim));
            let [supporting, rebutting, rebuttal] =
                [one.supporting, one.rebutting, one.rebuttal].map(|ix| graph.edge(ix));
            prop_assert!(is_chain(role(supporting)) && role(rebuttal) == Some(Role::Rebuts));
            prop_assert_eq!((supporting.from().ix(), rebutting.from().ix()), (one.unit, one.unit));
            prop_assert_eq!(rebuttal.to().ix(), one.claim);
        }
    }
}
