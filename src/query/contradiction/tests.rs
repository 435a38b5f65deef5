//! Hand-written contradictions, and a comparison with a direct transcription of the definition on random graphs.

use super::*;
use crate::graph::NEVER;
use crate::graph::fixture::{EdgeSpec, batch_of, graph_from};
use crate::graph::fixture::{REFERENCE, UNIT};
use crate::graph::relation::Argues;
use crate::query::RelationFilter;
use crate::query::both_sides::{is_chain, role};
use proptest::prelude::*;
use std::collections::BTreeSet;

const PLENTY: usize = 1_000_000;

fn units(edges: &[(&str, &str, &str)]) -> Graph {
    let edges: Vec<EdgeSpec<'_>> = edges.iter().map(|(from, verb, to)| (*from, *to, *verb, "")).collect();
    graph_from([batch_of(UNIT, 0, &[], &edges)])
}

fn search(graph: &Graph, most_steps: usize) -> Contradictions {
    contradictions(graph, &EdgeFilter::of(RelationFilter::Any), Faded::Counts, most_steps, NEVER).unwrap()
}

fn found(edges: &[(&str, &str, &str)]) -> Vec<(String, String)> {
    of_kind(edges, ContradictionKind::Sides)
}

fn of_kind(edges: &[(&str, &str, &str)], kind: ContradictionKind) -> Vec<(String, String)> {
    let graph = units(edges);
    let all = search(&graph, PLENTY);
    assert_eq!(all.left_out, 0);
    let id = |ix| graph.node(ix).id().to_owned();
    all.found.iter().filter(|one| one.kind == kind).map(|one| (id(one.node), id(one.claim))).collect()
}

/// A chain as text.
fn shown(graph: &Graph, chain: &[EdgeIx]) -> String {
    let step = |ix: &EdgeIx| format!(" {} {}", graph.edge(*ix).relation(), graph.edge(*ix).to().id());
    graph.edge(chain[0]).from().id().to_owned() + &chain.iter().map(step).collect::<String>()
}

fn pair(unit: &str, claim: &str) -> (String, String) {
    (unit.to_owned(), claim.to_owned())
}

#[test]
fn direct_contradiction_is_found() {
    assert_eq!(found(&[("u", "supports", "c"), ("u", "rebuts", "c")]), [pair("u", "c")]);
    assert_eq!(found(&[("u", "supports", "c"), ("v", "rebuts", "c")]), []);
}

#[test]
fn support_and_rebuttal_can_both_be_chains() {
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
fn chain_without_supports_does_not_support() {
    assert_eq!(found(&[("u", "derives-from", "a"), ("a", "refines", "c"), ("u", "rebuts", "c")]), []);
    assert_eq!(found(&[("u", "questions", "a"), ("a", "supports", "c"), ("u", "rebuts", "c")]), []);
}

#[test]
fn only_the_origin_is_reported() {
    let edges = [("u", "supports", "c"), ("u", "rebuts", "c"), ("v", "derives-from", "u"), ("w", "refines", "v")];
    assert_eq!(found(&edges), [pair("u", "c")]);
}

#[test]
fn cycle_of_units_is_reported_once() {
    let edges = [("u", "supports", "v"), ("v", "supports", "u"), ("v", "supports", "c"), ("v", "rebuts", "c")];
    assert_eq!(found(&edges), [pair("v", "c")]);
    assert_eq!(found(&[("u", "refines", "u"), ("u", "supports", "c"), ("u", "rebuts", "c")]), [pair("u", "c")]);
}

#[test]
fn edges_of_the_log_are_included() {
    let log = batch_of(REFERENCE, 0, &[], &[("u", "c", "rebuts", "")]);
    let nodes = [("u", "u"), ("c", "c")];
    let graph = graph_from([log, batch_of(UNIT, 0, &nodes, &[("u", "c", "supports", "")])]);
    assert_eq!(search(&graph, PLENTY).found.len(), 1);
}

#[test]
fn both_chains_are_listed_step_by_step() {
    let edges = [
        ("u", "derives-from", "a"),
        ("a", "supports", "b"),
        ("b", "refines", "c"),
        ("u", "refines", "d"),
        ("d", "rebuts", "c"),
    ];
    let graph = units(&edges);
    let all = search(&graph, PLENTY);
    assert_eq!(shown(&graph, &all.found[0].supporting), "u derives-from a supports b refines c");
    assert_eq!(shown(&graph, &all.found[0].against), "u refines d rebuts c");
}

#[test]
fn grounds_that_rebut_each_other_are_found() {
    let grounds = |edges| of_kind(edges, ContradictionKind::Grounds);
    let edges = [("u", "derives-from", "a"), ("u", "derives-from", "b"), ("a", "rebuts", "b")];
    assert_eq!(grounds(&edges), [pair("u", "b")]);
    let edges = [("u", "derives-from", "a"), ("a", "refines", "b"), ("u", "refines", "c"), ("c", "rebuts", "b")];
    assert_eq!(grounds(&edges), [pair("u", "b")]);
}

#[test]
fn deriving_from_a_claim_to_rebut_it_is_not_a_contradiction() {
    let edges = [("a", "derives-from", "b"), ("a", "rebuts", "b"), ("u", "derives-from", "a")];
    assert_eq!(of_kind(&edges, ContradictionKind::Grounds), []);
    assert_eq!(found(&edges), []);
}

#[test]
fn filtered_edges_are_ignored() {
    let graph = units(&[("u", "supports", "c"), ("u", "rebuts", "c")]);
    let edges = EdgeFilter::of(RelationFilter::all_but(&graph, &["supports"]));
    assert_eq!(contradictions(&graph, &edges, Faded::Counts, PLENTY, NEVER).unwrap().found, []);
}

#[test]
fn search_without_budget_reports_what_it_left_out_and_continues_where_it_can() {
    let graph = units(&[("u", "supports", "c"), ("u", "rebuts", "c"), ("u", "rebuts", "c"), ("v", "rebuts", "d")]);
    let all = search(&graph, 3);
    assert_eq!((all.found.len(), all.left_out), (1, 2));
    assert_eq!(search(&graph, 0).left_out, 3);
}

#[test]
fn a_direct_contradiction_is_found_without_a_budget_for_chains() {
    let graph = units(&[("u", "supports", "c"), ("u", "rebuts", "c"), ("u", "rebuts", "c")]);
    let all = search(&graph, 0);
    assert_eq!(all.found.len(), 1);
    assert_eq!(shown(&graph, &all.found[0].supporting), "u supports c");
    assert_eq!(shown(&graph, &all.found[0].against), "u rebuts c");
}

#[test]
fn direct_contradiction_is_reported_even_if_it_depends_on_another() {
    let own = |unit| [(unit, "supports", "c"), (unit, "rebuts", "c")];
    let edges = [&own("u")[..], &own("v"), &[("v", "derives-from", "u"), ("w", "refines", "v")]].concat();
    assert_eq!(found(&edges), [pair("u", "c"), pair("v", "c")]);
    let cycle = [&own("u")[..], &own("v"), &[("v", "derives-from", "u"), ("u", "refines", "v")]].concat();
    assert_eq!(found(&cycle), [pair("u", "c"), pair("v", "c")]);
}

/// Reproducible pseudo-random numbers (a linear congruential generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

#[test]
fn fifty_planted_contradictions_among_20_000_units_are_all_found() {
    const UNITS: usize = 20_000;
    const VERBS: [&str; 6] = ["supports", "supports", "derives-from", "refines", "questions", "rebuts"];
    let ids: Vec<String> = (0..UNITS).map(|number| format!("n{number}")).collect();
    let mut numbers = Numbers(1);
    let mut edges = Vec::new();
    for _ in 0..4 * UNITS {
        edges.push((numbers.below(UNITS), VERBS[numbers.below(VERBS.len())], numbers.below(UNITS)));
    }
    let planted: BTreeSet<_> = (0..50).map(|number| (number * 400, numbers.below(UNITS))).collect();
    for (unit, claim) in &planted {
        edges.push((*unit, "rebuts", *claim));
        edges.push((*unit, "supports", *claim));
    }
    let of = |verb: &str| {
        let pairs = edges.iter().filter(|(_, of, _)| *of == verb).map(|(unit, _, claim)| (*unit, *claim));
        pairs.collect::<BTreeSet<_>>()
    };
    let expected: BTreeSet<_> = of("supports").intersection(&of("rebuts")).copied().collect();
    assert!(planted.len() == 50 && planted.is_subset(&expected));

    let named: Vec<_> = edges.iter().map(|(from, verb, to)| (&*ids[*from], *verb, &*ids[*to])).collect();
    let graph = units(&named);
    // This graph is too dense to search all its chains.
    let all = search(&graph, 100_000);
    let number = |ix| graph.node(ix).id()[1..].parse::<usize>().unwrap();
    let direct = all.found.iter().filter(|one| one.supporting.len() == 1 && one.against.len() == 1);
    let direct: Vec<_> = direct.map(|one| (number(one.node), number(one.claim))).collect();
    assert_eq!(direct.len(), expected.len(), "each once");
    assert_eq!(direct.into_iter().collect::<BTreeSet<_>>(), expected);
    assert!(all.left_out > 0);
}

#[test]
fn chain_longer_than_any_stack_is_followed() {
    let ids: Vec<String> = (0..100_000).map(|number| format!("n{number}")).collect();
    let mut edges: Vec<_> = ids.windows(2).map(|pair| (&*pair[0], "supports", &*pair[1])).collect();
    edges.push((&ids[0], "rebuts", &ids[ids.len() - 1]));
    assert_eq!(found(&edges), [pair(&ids[0], &ids[ids.len() - 1])]);
}

/// Number of nodes in random graphs.
const NODES: usize = 6;

type Plain = (usize, &'static str, usize);
type Pairs = BTreeSet<(usize, usize)>;

fn is_chain_verb(verb: &str) -> bool {
    ["supports", "derives-from", "refines"].contains(&verb)
}

/// Closure of a set of pairs under chains: a node that depends on the first node of a pair forms a pair with the
/// second.
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

/// The contradictions by definition: kind, units of the same cycle, and claim. Direct contradictions are all included,
/// each with its unit alone.
fn naive(edges: &[Plain]) -> BTreeSet<(ContradictionKind, Vec<usize>, usize)> {
    let reached = grown(edges, (0..NODES).map(|node| (node, node)).collect());
    let beyond = |verb: &'static str| {
        let steps = edges.iter().filter(move |(_, of, _)| *of == verb);
        let pairs = steps.flat_map(|(from, _, to)| {
            reached.iter().filter(move |pair| pair.0 == *to).map(move |pair| (*from, pair.1)).collect::<Vec<_>>()
        });
        pairs.collect::<Pairs>()
    };
    let supports = grown(edges, beyond("supports"));
    let without: Vec<_> = edges.iter().copied().filter(|(_, verb, _)| *verb != "supports").collect();
    let own_steps = without.iter().filter(|(_, verb, _)| is_chain_verb(verb)).map(|(from, _, to)| (*from, *to));
    let rests = grown(&without, own_steps.collect());
    let rebuttals: Pairs =
        edges.iter().filter(|(_, verb, _)| *verb == "rebuts").map(|(from, _, to)| (*from, *to)).collect();
    let rebuts = grown(edges, rebuttals.clone());
    let is_taken_up = |pair: &(usize, usize)| rests.contains(pair) || supports.contains(pair);
    let rebuts_elsewhere = grown(edges, rebuttals.iter().copied().filter(|pair| !is_taken_up(pair)).collect());

    let sides: Pairs = supports.intersection(&rebuts).copied().collect();
    let grounds: Pairs =
        rests.intersection(&rebuts_elsewhere).copied().filter(|pair| !supports.contains(pair)).collect();
    let cycle = |unit: usize| -> Vec<usize> {
        (0..NODES).filter(|node| reached.contains(&(unit, *node)) && reached.contains(&(*node, unit))).collect()
    };
    let of = |verb: &str| -> Pairs {
        edges.iter().filter(|(_, of, _)| *of == verb).map(|(from, _, to)| (*from, *to)).collect()
    };
    let direct: Pairs = of("supports").intersection(&of("rebuts")).copied().collect();
    let is_origin = |(unit, claim): &(usize, usize)| {
        let own = cycle(*unit);
        if own.iter().any(|member| direct.contains(&(*member, *claim))) {
            return false;
        }
        let leaving =
            edges.iter().filter(|(from, verb, to)| own.contains(from) && is_chain_verb(verb) && !own.contains(to));
        leaving.map(|(_, _, to)| (*to, *claim)).all(|pair| !sides.contains(&pair) && !grounds.contains(&pair))
    };
    let kinds = [(ContradictionKind::Sides, &sides), (ContradictionKind::Grounds, &grounds)];
    let all = kinds.into_iter().flat_map(|(kind, pairs)| pairs.iter().map(move |pair| (kind, *pair)));
    let chained = all.filter(|(_, pair)| is_origin(pair)).map(|(kind, (unit, claim))| (kind, cycle(unit), claim));
    let alone = |(unit, claim): &(usize, usize)| (ContradictionKind::Sides, vec![*unit], *claim);
    chained.chain(direct.iter().map(alone)).collect()
}

fn edge() -> impl Strategy<Value = Plain> {
    const VERBS: &[&str] = &["supports", "supports", "rebuts", "rebuts", "derives-from", "refines", "questions"];
    (0..NODES, prop::sample::select(VERBS), 0..NODES)
}

/// Whether the edges form a chain between these two nodes.
fn leads(graph: &Graph, chain: &[EdgeIx], from: NodeIx, to: NodeIx) -> bool {
    let ends: Vec<_> = chain.iter().map(|ix| (graph.edge(*ix).from().ix(), graph.edge(*ix).to().ix())).collect();
    ends.windows(2).all(|pair| pair[0].1 == pair[1].0) && ends[0].0 == from && ends[ends.len() - 1].1 == to
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn the_search_agrees_with_the_definition(edges in prop::collection::vec(edge(), 0..12)) {
        let ids: Vec<String> = (0..NODES).map(|number| number.to_string()).collect();
        let named: Vec<_> = edges.iter().map(|(from, verb, to)| (&*ids[*from], *verb, &*ids[*to])).collect();
        let graph = units(&named);
        let all = search(&graph, PLENTY);
        let number = |ix| graph.node(ix).id().parse::<usize>().unwrap();
        let expected = naive(&edges);
        prop_assert_eq!(all.found.len(), expected.len());
        for one in &all.found {
            let (unit, claim) = (number(one.node), number(one.claim));
            let fits = |(kind, cycle, about): &(ContradictionKind, Vec<usize>, usize)| {
                *kind == one.kind && cycle.contains(&unit) && *about == claim
            };
            prop_assert!(expected.iter().any(fits), "{:?} of {:?}", one, expected);
            let roles = |chain: &[EdgeIx]| chain.iter().map(|ix| role(graph.edge(*ix))).collect::<Vec<_>>();
            prop_assert!(leads(&graph, &one.supporting, one.node, one.claim));
            prop_assert!(leads(&graph, &one.against, one.node, one.claim));
            let supporting = roles(&one.supporting);
            prop_assert!(supporting.iter().all(|role| is_chain(*role)));
            prop_assert_eq!(supporting.contains(&Some(Argues::For)), one.kind == ContradictionKind::Sides);
            let against = roles(&one.against);
            let (last, before) = against.split_last().unwrap();
            prop_assert!(*last == Some(Argues::Against) && before.iter().all(|role| is_chain(*role)));
            prop_assert!(one.kind == ContradictionKind::Sides || !before.is_empty());
        }
    }
}
