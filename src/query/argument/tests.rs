//! Hand-written arguments. `tests/query/argument.rs` compares random ones with a second implementation.

use super::*;
use crate::graph::NEVER;
use crate::graph::fixture::{CAUSAL, UNIT};
use crate::graph::fixture::{EdgeSpec, batch_of, graph_from, graph_of};
use crate::query::RelationFilter;

fn units(edges: &[(&str, &str, &str)]) -> Graph {
    let edges: Vec<EdgeSpec<'_>> = edges.iter().map(|(from, verb, to)| (*from, *to, *verb, "")).collect();
    graph_from([batch_of(UNIT, 0, &[], &edges)])
}

fn about(graph: &Graph, claim: &str) -> Argument {
    argument(graph, graph.find(claim).unwrap().ix(), &EdgeFilter::of(RelationFilter::Any), NEVER).unwrap()
}

/// The voices of a list, each with its chain as text.
fn said(graph: &Graph, found: &Argument, voices: &[Voice]) -> Vec<String> {
    let step = |edge: &EdgeIx| {
        let edge = graph.edge(*edge);
        format!("{} {} {}", edge.from().id(), edge.relation(), edge.to().id())
    };
    let chain = |voice: &Voice| found.chain(voice).iter().map(step).collect::<Vec<_>>().join(", ");
    voices.iter().map(|voice| format!("{}: {}", graph.node(voice.node).id(), chain(voice))).collect()
}

#[test]
fn stance_follows_from_the_steps_of_the_chain() {
    let graph = units(&[
        ("a", "supports", "c"),
        ("b", "supports", "a"),
        ("x", "rebuts", "a"),
        ("y", "rebuts", "x"),
        ("z", "derives-from", "y"),
        ("r", "rebuts", "c"),
    ]);
    let found = about(&graph, "c");
    assert_eq!(
        said(&graph, &found, &found.supporting),
        [
            "a: a supports c",
            "b: b supports a, a supports c",
            "y: y rebuts x, x rebuts a, a supports c",
            "z: z derives-from y, y rebuts x, x rebuts a, a supports c",
        ]
    );
    assert_eq!(said(&graph, &found, &found.against), ["r: r rebuts c", "x: x rebuts a, a supports c"]);
    let [a, b, y, z] = &found.supporting[..] else { panic!("{:?}", found.supporting) };
    assert!(found.answers(b, a) && found.answers(z, y) && found.answers(y, &found.against[1]));
    assert!(!found.answers(a, b) && !found.answers(y, a));
}

#[test]
fn argument_about_a_premise_counts_for_the_claim() {
    let graph = units(&[
        ("c", "derives-from", "p"),
        ("p", "refines", "q"),
        ("x", "rebuts", "q"),
        ("y", "supports", "p"),
        ("why", "questions", "q"),
        ("sibling", "derives-from", "p"),
    ]);
    let found = about(&graph, "c");
    assert_eq!(said(&graph, &found, &found.premises), ["p: c derives-from p", "q: p refines q, c derives-from p"]);
    assert_eq!(said(&graph, &found, &found.supporting), ["y: y supports p, c derives-from p"]);
    assert_eq!(said(&graph, &found, &found.against), ["x: x rebuts q, p refines q, c derives-from p"]);
    assert_eq!(said(&graph, &found, &found.questions), ["why: why questions q, p refines q, c derives-from p"]);
}

#[test]
fn rebuttal_of_a_conclusion_or_refinement_does_not_rebut_the_claim() {
    let graph = units(&[
        ("n", "refines", "c"),
        ("d", "derives-from", "c"),
        ("x", "rebuts", "n"),
        ("y", "rebuts", "d"),
        ("z", "supports", "n"),
        ("which", "questions", "n"),
    ]);
    let found = about(&graph, "c");
    assert_eq!(found.against, []);
    assert_eq!(said(&graph, &found, &found.supporting), ["z: z supports n, n refines c"]);
    assert_eq!(said(&graph, &found, &found.refinements), ["n: n refines c"]);
    assert_eq!(said(&graph, &found, &found.questions), ["which: which questions n, n refines c"]);
}

#[test]
fn nodes_on_both_sides_are_marked_and_the_claim_takes_no_side() {
    let graph = units(&[("u", "supports", "c"), ("u", "rebuts", "c"), ("c", "rebuts", "u"), ("v", "supports", "c")]);
    let found = about(&graph, "c");
    let both = |voices: &[Voice]| {
        let ids = voices.iter().map(|voice| (graph.node(voice.node).id(), voice.is_on_both_sides));
        ids.collect::<Vec<_>>()
    };
    assert_eq!(both(&found.supporting), [("u", true), ("v", false)]);
    assert_eq!(both(&found.against), [("u", true)]);
}

/// The nodes of both lists that are marked as being on both sides.
fn on_both_sides<'g>(graph: &'g Graph, found: &Argument) -> Vec<&'g str> {
    let voices = found.supporting.iter().chain(&found.against).filter(|voice| voice.is_on_both_sides);
    voices.map(|voice| graph.node(voice.node).id()).collect()
}

#[test]
fn rebutting_a_claim_and_a_rebuttal_of_it_is_not_both_sides() {
    let graph = units(&[("x", "rebuts", "a"), ("x", "rebuts", "c"), ("a", "rebuts", "c")]);
    let found = about(&graph, "c");
    assert_eq!(on_both_sides(&graph, &found), [] as [&str; 0]);
    let listed = |voices: &[Voice]| voices.iter().map(|voice| graph.node(voice.node).id()).collect::<Vec<_>>();
    assert_eq!((listed(&found.supporting), listed(&found.against)), (vec!["x"], vec!["a", "x"]));
}

#[test]
fn supporting_a_premise_and_rebutting_the_conclusion_is_not_both_sides() {
    let graph = units(&[("c", "derives-from", "p"), ("x", "supports", "p"), ("x", "rebuts", "c")]);
    assert_eq!(on_both_sides(&graph, &about(&graph, "c")), [] as [&str; 0]);
}

#[test]
fn causing_and_preventing_at_the_same_time_is_both_sides() {
    let edges = [("x", "y", "caused", ""), ("x", "y", "prevented", "")];
    let graph = graph_from([batch_of(CAUSAL, 0, &[], &edges)]);
    assert_eq!(on_both_sides(&graph, &about(&graph, "y")), ["x", "x"]);
}

#[test]
fn node_with_another_ground_stands_and_so_do_its_dependents() {
    let graph = units(&[
        ("a", "derives-from", "c"),
        ("c", "supports", "b"),
        ("o", "supports", "b"),
        ("d", "derives-from", "b"),
        ("e", "derives-from", "a"),
        ("a", "derives-from", "e"),
    ]);
    let found = about(&graph, "c");
    let fates: Vec<_> = found.falls.iter().map(|one| (graph.node(one.node).id(), one.distance, one.fate)).collect();
    let expected = [("a", 1, Fate::Falls), ("b", 1, Fate::Stands), ("d", 2, Fate::Stands), ("e", 2, Fate::Falls)];
    assert_eq!(fates, expected);
    let ground = graph.edge(found.falls[1].held_by[0]);
    assert_eq!((ground.from().id(), ground.relation()), ("o", "supports"));
    assert_eq!(found.fall(&found.falls[2]).len(), 2);
}

#[test]
fn conclusion_that_loses_one_of_two_premises_is_shaken() {
    let graph = units(&[("i", "derives-from", "c"), ("i", "derives-from", "x")]);
    let found = about(&graph, "c");
    assert_eq!(found.falls.iter().map(|one| one.fate).collect::<Vec<_>>(), [Fate::Shaken]);
}

fn fates<'g>(graph: &'g Graph, claim: &str) -> Vec<(&'g str, Fate)> {
    about(graph, claim).falls.iter().map(|one| (graph.node(one.node).id(), one.fate)).collect()
}

#[test]
fn conclusion_whose_only_ground_is_shaken_is_shaken() {
    let edges =
        [("i", "derives-from", "c"), ("i", "derives-from", "x"), ("j", "derives-from", "i"), ("j", "supports", "k")];
    let graph = units(&edges);
    assert_eq!(fates(&graph, "c"), [("i", Fate::Shaken), ("j", Fate::Shaken), ("k", Fate::Shaken)]);
}

#[test]
fn conclusion_with_one_shaken_premise_is_shaken() {
    let edges = [
        ("i", "derives-from", "c"),
        ("i", "derives-from", "x"),
        ("j", "derives-from", "i"),
        ("j", "derives-from", "y"),
    ];
    assert_eq!(fates(&units(&edges), "c"), [("i", Fate::Shaken), ("j", Fate::Shaken)]);
}

#[test]
fn node_supported_by_a_shaken_node_stands_with_another_supporter() {
    let edges =
        [("i", "derives-from", "c"), ("i", "derives-from", "x"), ("i", "supports", "k"), ("y", "supports", "k")];
    assert_eq!(fates(&units(&edges), "c"), [("i", Fate::Shaken), ("k", Fate::Stands)]);
}

#[test]
fn nodes_that_support_each_other_on_a_shaken_ground_are_shaken() {
    let edges = [
        ("i", "derives-from", "c"),
        ("i", "derives-from", "x"),
        ("i", "supports", "k"),
        ("k", "supports", "l"),
        ("l", "supports", "k"),
    ];
    assert_eq!(fates(&units(&edges), "c"), [("i", Fate::Shaken), ("k", Fate::Shaken), ("l", Fate::Shaken)]);
}

#[test]
fn argument_about_a_premise_of_a_supporter_counts_for_the_supporter() {
    let graph = units(&[
        ("s", "supports", "c"),
        ("s", "derives-from", "p"),
        ("r", "rebuts", "p"),
        ("q", "questions", "p"),
        ("t", "rebuts", "c"),
        ("t", "derives-from", "u"),
        ("v", "rebuts", "u"),
    ]);
    let found = about(&graph, "c");
    let ids = |voices: &[Voice]| voices.iter().map(|voice| graph.node(voice.node).id()).collect::<Vec<_>>();
    assert_eq!(ids(&found.supporting), ["s", "v"]);
    assert_eq!(ids(&found.against), ["t", "r"]);
    assert_eq!(ids(&found.questions), ["q"]);
    assert_eq!(found.premises, []);
    assert_eq!(found.chain(&found.against[1]).len(), 3);
}

#[test]
fn artifacts_argue_by_the_meaning_of_their_verbs() {
    let edges = [
        ("signal", "task", "led-to", ""),
        ("task", "root", "caused-by", ""),
        ("brief", "task", "cites", ""),
        ("better", "task", "supersedes", ""),
        ("aside", "task", "mentions", ""),
    ];
    let graph = graph_of(&["signal", "task", "root", "brief", "better", "aside"], &edges);
    let found = about(&graph, "task");
    assert_eq!(said(&graph, &found, &found.supporting), ["root: task caused-by root", "signal: signal led-to task"]);
    assert_eq!(said(&graph, &found, &found.against), ["better: better supersedes task"]);
    assert_eq!(found.falls.iter().map(|one| graph.node(one.node).id()).collect::<Vec<_>>(), ["brief"]);
}

#[test]
fn chain_longer_than_any_stack_is_followed() {
    let ids: Vec<String> = (0..100_000).map(|number| format!("n{number}")).collect();
    let edges: Vec<_> = ids.windows(2).map(|pair| (&*pair[0], "supports", &*pair[1])).collect();
    let graph = units(&edges);
    let found = about(&graph, &ids[ids.len() - 1]);
    let farthest = found.supporting.last().unwrap();
    assert_eq!((found.supporting.len(), found.chain(farthest).len()), (99_999, 99_999));
}
