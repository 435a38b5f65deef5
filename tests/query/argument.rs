//! `argument` compared with rules applied to a list of edges up to a fixed point.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::{Batch, EdgeIx, EdgeRecord, Graph, GraphBuilder, NEVER, NodeIx};
use refscope::query::{
    Argument, ContradictionKind, EdgeFilter, Faded, Fate, MOST_STEPS, RelationFilter, Voice, argument, contradictions,
};
use std::collections::{BTreeMap, BTreeSet};

const NODES: usize = 6;

type Plain = (usize, &'static str, usize);

fn edge() -> impl Strategy<Value = Plain> {
    const VERBS: &[&str] = &["supports", "rebuts", "derives-from", "refines", "questions", "notifies"];
    (0..NODES, prop::sample::select(VERBS), 0..NODES)
}

fn id(node: usize) -> String {
    format!("n{node}")
}

fn build(edges: &[Plain]) -> Graph {
    let mut batch = Batch::new(refscope::system::unit::SYSTEM, 0);
    let file = batch.word("units/all.json");
    for node in 0..NODES {
        // Defines every node.
        let (node, verb) = (batch.word(&id(node)), batch.word("notifies"));
        batch.edge(EdgeRecord::new(node, node, verb, file, 1));
    }
    for (line, (from, verb, to)) in (2..).zip(edges) {
        let (from, to, verb) = (batch.word(&id(*from)), batch.word(&id(*to)), batch.word(verb));
        batch.edge(EdgeRecord::new(from, to, verb, file, line));
    }
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(batch);
    builder.finish().0
}

/// Each node of a set with its distance from the claim.
type Set = BTreeMap<usize, u32>;

/// The sets by name, grown by the rules of the specification up to a fixed point.
#[derive(Debug, Default, Clone, PartialEq)]
struct Sets {
    premises: Set,
    narrower: Set,
    conclusions: Set,
    supporting: Set,
    against: Set,
    under_for: Set,
    under_against: Set,
    questions: Set,
}

fn put(set: &mut Set, claim: usize, node: usize, distance: Option<u32>) {
    let Some(distance) = distance.filter(|_| node != claim) else { return };
    let known = set.entry(node).or_insert(distance + 1);
    *known = (*known).min(distance + 1);
}

fn sets(edges: &[Plain], claim: usize) -> Sets {
    let own: Set = [(claim, 0)].into();
    let mut sets = Sets::default();
    loop {
        let before = sets.clone();
        let at = |set: &Set, node: usize| set.get(&node).copied();
        let least = |found: &[Option<u32>]| found.iter().flatten().min().copied();
        for &(from, verb, to) in edges {
            let old = sets.clone();
            let is_claim = |node| at(&own, node);
            let rests = matches!(verb, "derives-from" | "refines");
            if rests {
                put(&mut sets.premises, claim, to, least(&[is_claim(from), at(&old.premises, from)]));
                put(&mut sets.under_for, claim, to, least(&[at(&old.supporting, from), at(&old.under_for, from)]));
                put(&mut sets.under_against, claim, to, least(&[at(&old.against, from), at(&old.under_against, from)]));
            }
            match verb {
                "refines" => {
                    put(&mut sets.narrower, claim, from, least(&[is_claim(to), at(&old.narrower, to)]));
                    put(&mut sets.conclusions, claim, from, at(&old.conclusions, to));
                }
                "derives-from" => {
                    let under = [is_claim(to), at(&old.narrower, to), at(&old.conclusions, to)];
                    put(&mut sets.conclusions, claim, from, least(&under));
                }
                "supports" => {
                    let sides = [is_claim(to), at(&old.premises, to), at(&old.narrower, to), at(&old.conclusions, to)];
                    put(&mut sets.supporting, claim, from, least(&[least(&sides), at(&old.under_for, to)]));
                    put(&mut sets.against, claim, from, at(&old.under_against, to));
                }
                "rebuts" => {
                    let attacked =
                        [is_claim(to), at(&old.premises, to), at(&old.supporting, to), at(&old.under_for, to)];
                    put(&mut sets.against, claim, from, least(&attacked));
                    put(&mut sets.supporting, claim, from, least(&[at(&old.against, to), at(&old.under_against, to)]));
                }
                "questions" => {
                    let asked = [is_claim(to), at(&old.premises, to), at(&old.narrower, to)];
                    let under = [at(&old.under_for, to), at(&old.under_against, to)];
                    let sides = [at(&old.supporting, to), at(&old.against, to), least(&under)];
                    put(&mut sets.questions, claim, from, least(&[least(&asked), least(&sides)]));
                }
                _ => {}
            }
            if rests || verb == "supports" {
                put(&mut sets.supporting, claim, from, at(&old.supporting, to));
                put(&mut sets.against, claim, from, at(&old.against, to));
            }
        }
        if sets == before {
            return sets;
        }
    }
}

/// Pairs of a dependent and the node it rests on.
fn resting(edges: &[Plain]) -> Vec<(usize, usize)> {
    let pair = |(from, verb, to): &Plain| match *verb {
        "derives-from" | "refines" => Some((*from, *to)),
        "supports" => Some((*to, *from)),
        _ => None,
    };
    edges.iter().filter_map(pair).collect()
}

/// The dependents of the claim, and whether each falls: it has no support left once everything that rests only on the
/// claim is removed.
fn fates(edges: &[Plain], claim: usize) -> BTreeMap<usize, bool> {
    let pairs = resting(edges);
    let mut reached: BTreeSet<usize> = [claim].into();
    while let Some((node, _)) = pairs.iter().find(|(node, on)| reached.contains(on) && !reached.contains(node)) {
        reached.insert(*node);
    }
    let mut stands: BTreeSet<usize> = (0..NODES).filter(|node| !reached.contains(node)).collect();
    while let Some((node, _)) =
        pairs.iter().find(|(node, on)| stands.contains(on) && !stands.contains(node) && *node != claim)
    {
        stands.insert(*node);
    }
    reached.into_iter().filter(|node| *node != claim).map(|node| (node, !stands.contains(&node))).collect()
}

/// The nodes that stand: those that do not rest on the claim, and those that do not fall, are held by a node that
/// stands, and whose premises all stand. Grown up to a fixed point.
fn standing(edges: &[Plain], claim: usize, falls: &BTreeMap<usize, bool>) -> BTreeSet<usize> {
    let pairs = resting(edges);
    let mut stands: BTreeSet<usize> = (0..NODES).filter(|node| *node != claim && !falls.contains_key(node)).collect();
    loop {
        let stands_now = |node: &usize| {
            let is_held = pairs.iter().any(|(one, on)| one == node && on != node && stands.contains(on));
            let mut premises =
                edges.iter().filter(|(from, verb, to)| from == node && *verb == "derives-from" && to != node);
            falls.get(node) == Some(&false) && is_held && premises.all(|(_, _, to)| stands.contains(to))
        };
        let Some(more) = (0..NODES).find(|node| !stands.contains(node) && stands_now(node)) else { return stands };
        stands.insert(more);
    }
}

/// The units that both support and rebut a claim as defined in `formats.md`, as closures over all nodes.
fn on_both_sides(edges: &[Plain], claim: usize) -> BTreeSet<usize> {
    let is_chain = |verb: &str| matches!(verb, "supports" | "derives-from" | "refines");
    let grown = |mut set: BTreeSet<usize>| loop {
        let step = edges.iter().find(|(from, verb, to)| is_chain(verb) && set.contains(to) && !set.contains(from));
        let Some((from, ..)) = step else { return set };
        set.insert(*from);
    };
    let from = |verb: &'static str, set: &BTreeSet<usize>| {
        let steps = edges.iter().filter(|(_, of, to)| *of == verb && set.contains(to));
        steps.map(|(from, ..)| *from).collect::<BTreeSet<_>>()
    };
    let supporting = grown(from("supports", &grown([claim].into())));
    let rebutting = grown(from("rebuts", &[claim].into()));
    supporting.intersection(&rebutting).copied().collect()
}

fn number(graph: &Graph, node: NodeIx) -> usize {
    graph.node(node).id()[1..].parse().unwrap()
}

/// Whether a chain connects a node to the claim, each edge sharing an end with the next.
fn leads(graph: &Graph, chain: &[EdgeIx], node: NodeIx, claim: NodeIx) -> bool {
    let mut at = node;
    for edge in chain.iter().map(|ix| graph.edge(*ix)) {
        if edge.from().ix() != at && edge.to().ix() != at {
            return false;
        }
        at = edge.other(at);
    }
    at == claim
}

fn check(graph: &Graph, found: &Argument, voices: &[Voice], expected: &Set) -> Result<(), TestCaseError> {
    let listed: Set = voices.iter().map(|voice| (number(graph, voice.node), voice.distance)).collect();
    prop_assert_eq!(voices.len(), listed.len(), "each once");
    prop_assert_eq!(&listed, expected);
    for voice in voices {
        let chain = found.chain(voice);
        prop_assert_eq!(chain.len(), voice.distance as usize);
        prop_assert_eq!(chain[0], voice.edge);
        prop_assert!(leads(graph, &chain, voice.node, found.claim));
    }
    Ok(())
}

/// Number of rebuttals in a chain.
fn rebuttals(graph: &Graph, chain: &[EdgeIx]) -> usize {
    chain.iter().filter(|ix| graph.edge(**ix).relation() == "rebuts").count()
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn sides_questions_and_premises_agree_with_the_rules(edges in prop::collection::vec(edge(), 0..12)) {
        let graph = build(&edges);
        for claim in 0..NODES {
            let ix = graph.find(&id(claim)).unwrap().ix();
            let found = argument(&graph, ix, &EdgeFilter::of(RelationFilter::Any), NEVER).unwrap();
            let expected = sets(&edges, claim);
            check(&graph, &found, &found.supporting, &expected.supporting)?;
            check(&graph, &found, &found.against, &expected.against)?;
            check(&graph, &found, &found.questions, &expected.questions)?;
            check(&graph, &found, &found.refinements, &expected.narrower)?;
            check(&graph, &found, &found.premises, &expected.premises)?;
            for (voices, odd) in [(&found.supporting, 0), (&found.against, 1)] {
                for voice in voices {
                    prop_assert_eq!(rebuttals(&graph, &found.chain(voice)) % 2, odd);
                    let both = on_both_sides(&edges, claim).contains(&number(&graph, voice.node));
                    prop_assert_eq!(voice.is_on_both_sides, both);
                }
            }
        }
    }

    #[test]
    fn argument_and_contradictions_agree_on_nodes_on_both_sides(edges in prop::collection::vec(edge(), 0..12)) {
        let graph = build(&edges);
        let filter = EdgeFilter::of(RelationFilter::Any);
        let all = contradictions(&graph, &filter, Faded::Counts, MOST_STEPS, NEVER).unwrap();
        prop_assert_eq!(all.left_out, 0);
        let sides = || all.found.iter().filter(|one| one.kind == ContradictionKind::Sides);
        let reported: BTreeSet<_> = sides().map(|one| (number(&graph, one.node), number(&graph, one.claim))).collect();
        for claim in 0..NODES {
            let found = argument(&graph, graph.find(&id(claim)).unwrap().ix(), &filter, NEVER).unwrap();
            let voices = found.supporting.iter().chain(&found.against).filter(|voice| voice.is_on_both_sides);
            let flagged: BTreeSet<_> = voices.map(|voice| number(&graph, voice.node)).collect();
            for (unit, _) in reported.iter().filter(|(unit, about)| *about == claim && *unit != claim) {
                prop_assert!(flagged.contains(unit), "{} is reported about {}", unit, claim);
            }
            // Units that follow from a reported unit are not reported themselves.
            let about = all.found.iter().filter(|one| number(&graph, one.claim) == claim);
            let mut known: BTreeSet<_> = about.map(|one| number(&graph, one.node)).collect();
            let rests = |known: &BTreeSet<usize>| {
                let chain = |verb: &str| matches!(verb, "supports" | "derives-from" | "refines");
                edges.iter().find(|(from, verb, to)| chain(verb) && known.contains(to) && !known.contains(from)).copied()
            };
            while let Some((from, ..)) = rests(&known) {
                known.insert(from);
            }
            prop_assert!(flagged.is_subset(&known), "{:?} are flagged about {}, {:?} known", flagged, claim, known);
        }
    }

    #[test]
    fn falling_nodes_agree_with_removing_the_claim(edges in prop::collection::vec(edge(), 0..12)) {
        let graph = build(&edges);
        for claim in 0..NODES {
            let ix = graph.find(&id(claim)).unwrap().ix();
            let found = argument(&graph, ix, &EdgeFilter::of(RelationFilter::Any), NEVER).unwrap();
            let fates = fates(&edges, claim);
            let stands = standing(&edges, claim, &fates);
            let listed: BTreeMap<_, _> = found.falls.iter().map(|one| (number(&graph, one.node), one.fate == Fate::Falls)).collect();
            prop_assert_eq!(found.falls.len(), listed.len(), "each once");
            prop_assert_eq!(&listed, &fates);
            for one in &found.falls {
                prop_assert!(leads(&graph, &found.fall(one), one.node, ix));
                for ground in one.held_by.iter().map(|ix| graph.edge(*ix)) {
                    let other = number(&graph, ground.other(one.node));
                    prop_assert!(other != claim && fates.get(&other) != Some(&true), "it does not fall");
                }
                let node = number(&graph, one.node);
                let expected = match (fates[&node], stands.contains(&node)) {
                    (true, _) => Fate::Falls,
                    (false, true) => Fate::Stands,
                    (false, false) => Fate::Shaken,
                };
                prop_assert_eq!(one.fate, expected);
            }
        }
    }
}
