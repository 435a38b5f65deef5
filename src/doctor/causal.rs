//! What cannot be true in a causal graph. Its specification wants warnings only: nothing of it halts anybody.

use super::circle;
use super::edge::{at, shown};
use super::references::missing_ends;
use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Edge, Graph, System};
use crate::query::{RelationFilter, Trust};
use crate::text::quoted;

const CHECK: &str = "causal graphs";
const CYCLE: Rule = Rule { code: "causal-cycle", severity: Severity::Warning, check: CHECK };
const CONTRADICTION: Rule = Rule { code: "causal-contradiction", severity: Severity::Warning, check: CHECK };
const INHERITANCE: Rule = Rule { code: "causal-inheritance", severity: Severity::Warning, check: CHECK };
const DANGLING: Rule = Rule { code: "causal-dangling", severity: Severity::Warning, check: CHECK };

/// The languages, in small letters, in which a class has at most one base class, under the names that tools give them.
///
/// Interfaces, protocols and mixins do not count: in these languages a class names its one base class apart from them, so
/// that an outside base class leaves no room for a local one. Left out are languages in which a type may inherit from
/// several (Python, C++, Perl, Eiffel, Common Lisp, Solidity); Scala, where traits with code and state come in through
/// the same `extends` as a class; and Go, Rust and others without base classes, where an edge can only stand for one of
/// any number of traits, interfaces or embedded types. Where in doubt, nothing is said.
const ONE_BASE_CLASS: [&str; 32] = [
    "actionscript",
    "apex",
    "c#",
    "coffeescript",
    "crystal",
    "cs",
    "csharp",
    "d",
    "dart",
    "delphi",
    "f#",
    "fsharp",
    "gdscript",
    "groovy",
    "haxe",
    "java",
    "javascript",
    "js",
    "jsx",
    "kotlin",
    "kt",
    "objc",
    "objective-c",
    "php",
    "rb",
    "ruby",
    "smalltalk",
    "swift",
    "ts",
    "tsx",
    "typescript",
    "vb.net",
];

pub(super) fn check(graph: &Graph, trust: &Trust) -> impl Iterator<Item = Finding> {
    let causes = RelationFilter::Class(System::Causal, "causal");
    let mut findings = circle::check(graph, &CYCLE, |edge| causes.keeps(edge), "causes and effects");
    findings.extend(contradictions(graph, trust));
    let dangling = missing_ends(graph, System::Causal, |_, _| Some(&DANGLING));
    findings.into_iter().chain(graph.edges().filter_map(inheritance)).chain(dangling)
}

/// Pairs of nodes of which one both causes and prevents the other at the same time.
fn contradictions(graph: &Graph, trust: &Trust) -> Vec<Finding> {
    let is_suspect = |edge: &Edge<'_>| !opposites(*edge).is_empty() && was_trusted(*edge, trust);
    let mut suspects: Vec<_> = graph.edges().filter(is_suspect).collect();
    let ends = |edge: &Edge<'_>| (edge.from().ix(), edge.to().ix());
    suspects.sort_by_key(|edge| (ends(edge), edge.millis(), edge.ix()));
    suspects.chunk_by(|one, other| ends(one) == ends(other)).filter_map(|pair| contradiction(pair, trust)).collect()
}

/// Whether an edge counted at least when it was written. One that never did contradicts nothing.
fn was_trusted(edge: Edge<'_>, trust: &Trust) -> bool {
    Trust { now: edge.millis().unwrap_or(trust.now), ..*trust }.keeps(edge)
}

/// What an edge cannot hold beside, if it is one of causes and effects.
fn opposites(edge: Edge<'_>) -> &'static [&'static str] {
    let causal = edge.meaning().filter(|meaning| meaning.relation.system == System::Causal);
    causal.map_or(&[], |meaning| meaning.relation.opposes)
}

/// The first contradiction among edges with the same ends, those without a time first, then by time.
///
/// Of the edges of one verb only the one that lasts longest is remembered: all fade at the same rate, so whatever
/// overlaps with any of them overlaps with that one, and a pair of nodes may have very many edges.
fn contradiction(edges: &[Edge<'_>], trust: &Trust) -> Option<Finding> {
    let mut lasting: Vec<(&str, Edge<'_>)> = Vec::new();
    for edge in edges {
        let against =
            |(verb, earlier): &&(&str, Edge<'_>)| opposites(*edge).contains(verb) && trust.overlap(*earlier, *edge);
        if let Some((_, earlier)) = lasting.iter().find(against) {
            return Some(contradicting(*earlier, *edge));
        }
        let verb = edge.meaning()?.relation.name;
        match lasting.iter_mut().find(|(known, _)| *known == verb) {
            Some((_, kept)) if !outlasts(*kept, *edge, trust) => *kept = *edge,
            Some(_) => {}
            None => lasting.push((verb, *edge)),
        }
    }
    None
}

/// Whether the earlier of two edges is trusted at least as far as the later one from then on.
fn outlasts(earlier: Edge<'_>, later: Edge<'_>, trust: &Trust) -> bool {
    let Some(now) = later.millis().filter(|_| earlier.millis().is_some()) else { return true };
    let then = Trust { now, ..*trust };
    match (then.of(earlier), then.of(later)) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(earlier), Some(later)) => earlier >= later,
    }
}

fn contradicting(one: Edge<'_>, other: Edge<'_>) -> Finding {
    let (first, second) = if one.ix() < other.ix() { (one, other) } else { (other, one) };
    let place = format!("{}:{}", second.file(), second.line());
    let message = format!("{}, but at the same time {} ({place})", shown(first), shown(second));
    at(&CONTRADICTION, first, message).suggest("take back one of the two")
}

/// An own class with an outside base class, where that leaves no room for another.
fn inheritance(edge: Edge<'_>) -> Option<Finding> {
    let relation = edge.meaning()?.relation;
    let (own, base) = (edge.from(), edge.to());
    let is_external = |kind: Option<&str>| kind == Some("external");
    if relation.system != System::Causal || relation.name != "extends" || edge.is_repeated() {
        return None;
    }
    if base.system() != System::Causal || !is_external(base.kind()) || is_external(own.kind()) {
        return None;
    }
    let language = own.language()?;
    if !ONE_BASE_CLASS.contains(&&*language.trim().to_lowercase()) {
        return None;
    }
    let language = quoted(language);
    let message = format!("{}, which is external, and a class of {language} has no second base class", shown(edge));
    Some(at(&INHERITANCE, edge, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_from;
    use crate::source::causal::parse;
    use proptest::prelude::*;
    use rstest::rstest;

    const NODES: &str = r#""nodes": [
        {"id": "a", "layer": "code", "kind": "type", "language": "Java"},
        {"id": "b", "layer": "code", "kind": "type", "language": "Python"},
        {"id": "c", "layer": "code", "kind": "type"},
        {"id": "lib", "layer": "code", "kind": "external", "language": "java"}]"#;

    fn graph(edges: &[&str]) -> Graph {
        let edge = |edge: &&str| {
            let [source, kind, target, ts] = edge.split(' ').collect::<Vec<_>>()[..] else { unreachable!() };
            format!(r#"{{"source": "{source}", "kind": "{kind}", "target": "{target}", "ts": "{ts}"}}"#)
        };
        let edges: Vec<_> = edges.iter().map(edge).collect();
        let text = format!("{{{NODES}, \"edges\": [{}]}}", edges.join(",\n"));
        graph_from([parse("x.causal.json", &text, 0, 0)])
    }

    fn codes(graph: &Graph, trust: &Trust) -> Vec<&'static str> {
        check(graph, trust).map(|finding| finding.rule.code).collect()
    }

    #[rstest]
    #[case::nothing(&["a caused b 2026-01-01", "b caused c 2026-01-01", "a imports lib 2026-01-01"], &[])]
    #[case::circle(&["a caused b 2026-01-01", "b causes-to-fail a 2026-01-01"], &["causal-cycle"])]
    #[case::itself(&["a prevented a 2026-01-01"], &["causal-cycle"])]
    #[case::calls_may_go_round(&["a calls b 2026-01-01", "b calls a 2026-01-01"], &[])]
    #[case::both(&["a caused b 2026-01-01", "a prevented b 2026-01-02"], &["causal-contradiction"])]
    #[case::both_in_the_present(&["a prevent b 2026-01-01", "a cause b 2026-01-01"], &["causal-contradiction"])]
    #[case::many_of_both(
        &["a caused b 2026-01-01", "a prevented b 2026-01-02", "a cause b 2026-01-03", "a prevent b 2026-01-04"],
        &["causal-contradiction"])]
    #[case::different_ends(&["a caused b 2026-01-01", "a prevented c 2026-01-01"], &[])]
    #[case::outside_base(&["a extends lib 2026-01-01"], &["causal-inheritance"])]
    #[case::several_bases(&["b extends lib 2026-01-01"], &[])]
    #[case::unknown_language(&["c extends lib 2026-01-01"], &[])]
    #[case::outside_heir(&["lib extends lib 2026-01-01"], &[])]
    #[case::own_base(&["a extends b 2026-01-01"], &[])]
    #[case::no_target(&["a calls gone 2026-01-01"], &["causal-dangling"])]
    #[case::no_source(&["gone calls a 2026-01-01"], &["causal-dangling"])]
    #[case::neither(&["gone calls lost 2026-01-01"], &["causal-dangling", "causal-dangling"])]
    fn each_broken_rule_gives_just_its_finding(#[case] edges: &[&str], #[case] expected: &[&str]) {
        assert_eq!(codes(&graph(edges), &Trust::ALL), expected);
    }

    #[test]
    fn what_has_faded_contradicts_nothing() {
        let graph = graph(&["a caused b 2025-01-01", "a prevented b 2026-01-01"]);
        let fading = Trust { half_life_days: 60.0, least: 0.05, ..Trust::ALL };
        assert_eq!(codes(&graph, &fading), [] as [&str; 0]);
        assert_eq!(codes(&graph, &Trust { half_life_days: 180.0, ..fading }), ["causal-contradiction"]);
    }

    #[test]
    fn findings_say_where_and_about_what() {
        let graph = graph(&["a calls gone 2026-01-01", "a prevented b 2026-01-01", "a caused b 2026-01-01"]);
        let findings: Vec<_> = check(&graph, &Trust::ALL).collect();
        let places: Vec<_> = findings.iter().map(|one| (one.node.as_deref().unwrap(), one.line.unwrap())).collect();
        assert_eq!(places, [("a", 6), ("gone", 5)]);
        assert_eq!(
            findings[0].message,
            "\"a\" prevented \"b\", but at the same time \"a\" caused \"b\" (x.causal.json:7)"
        );
    }

    proptest! {
        #[test]
        fn remembering_the_longest_lasting_edge_finds_what_comparing_all_pairs_finds(
            edges in proptest::collection::vec((0..4_usize, 1..=28_u8, 0..=10_u8), 0..12)
        ) {
            let entry = |(verb, day, tenths): &(usize, u8, u8)| {
                let (verb, ts) = (["caused", "prevented", "cause", "prevent"][*verb], format!("2026-01-{day:02}"));
                let confidence = f64::from(*tenths) / 10.0;
                format!(r#"{{"source": "a", "kind": "{verb}", "target": "b", "ts": "{ts}", "confidence": {confidence}}}"#)
            };
            let entries: Vec<_> = edges.iter().map(entry).collect();
            let text = format!("{{{NODES}, \"edges\": [{}]}}", entries.join(","));
            let graph = graph_from([parse("x.causal.json", &text, 0, 0)]);
            let trust = Trust { half_life_days: 5.0, least: 0.2, ..Trust::ALL };
            let all: Vec<_> = graph.edges().filter(|edge| edge.source_confidence() >= Some(0.2)).collect();
            let clash = |one: &Edge<'_>, other: &Edge<'_>| {
                opposites(*one).contains(&other.relation()) && trust.overlap(*one, *other)
            };
            let naive = all.iter().any(|one| all.iter().any(|other| clash(one, other)));
            prop_assert_eq!(contradictions(&graph, &trust).len(), usize::from(naive));
        }
    }
}
