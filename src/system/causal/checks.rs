//! Contradictions in causal graphs: cycles, opposite edges, impossible inheritance, dangling edges. The specification
//! allows only warnings, so that nothing stops the user.

use super::SYSTEM;
use crate::finding::{Finding, Rule, Severity, Subject};
use crate::graph::{Cancelled, Edge, Graph, UntilCancelled as _};
use crate::query::{Class, Contradiction, EdgeFilter, RelationFilter, Trust, opposed_edges};
use crate::system::check::{Summary, at, class_cycles, missing_ends, shown, subject};
use crate::text::{self, quoted};

const CHECK: &str = "causal graphs";
const CYCLE: Rule = Rule { code: "causal-cycle", severity: Severity::Warning, check: CHECK };
const CONTRADICTION: Rule = Rule { code: "causal-contradiction", severity: Severity::Warning, check: CHECK };
const INHERITANCE: Rule = Rule { code: "causal-inheritance", severity: Severity::Warning, check: CHECK };
const DANGLING: Rule = Rule { code: "causal-dangling", severity: Severity::Warning, check: CHECK };

/// Languages with single inheritance, in lower case, under the names that tools use for them.
///
/// In these languages a class declares its base class separately from interfaces, protocols and mixins, so an external
/// base class rules out a local one. Not listed are languages with multiple inheritance (Python, C++, Perl, Eiffel,
/// Common Lisp, Solidity); Scala, where `extends` also names traits with code and state; and Go, Rust and others
/// without base classes, where an edge represents one of any number of traits, interfaces or embedded types. When in
/// doubt, nothing is reported.
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

pub(super) const CYCLE_CODE: &str = CYCLE.code;
pub(super) const CONTRADICTION_CODE: &str = CONTRADICTION.code;

pub(super) fn summary() -> Summary {
    Summary {
        name: CHECK,
        position: 210,
        applies: |input| input.defined(SYSTEM) > 0,
        subject: |input| text::count(input.defined(SYSTEM), "node"),
        healthy: "no cycles, no contradictions",
    }
}

/// Whether a contradiction is between relations of this system.
pub(super) fn is_own(graph: &Graph, found: &Contradiction) -> bool {
    graph.edge(found.supporting[0]).meaning().is_some_and(|meaning| meaning.relation.system == SYSTEM)
}

pub(super) fn check(graph: &Graph, trust: &Trust, cancelled: Cancelled<'_>) -> impl Iterator<Item = Finding> {
    let causes = Class { system: SYSTEM, name: "causal".into() };
    let mut findings = class_cycles(graph, &CYCLE, &causes, "causes and effects", cancelled);
    let edges = EdgeFilter { trust: *trust, ..EdgeFilter::of(RelationFilter::Any) };
    let contradictions = opposed_edges(graph, &edges, cancelled);
    let own = contradictions.iter().filter(|one| is_own(graph, one));
    findings.extend(own.map(|one| contradicting(graph, one)));
    let dangling = missing_ends(graph, SYSTEM, |_, _| Some(&DANGLING), cancelled);
    findings.into_iter().chain(graph.edges().until(cancelled).filter_map(inheritance)).chain(dangling)
}

/// The finding for a node that both causes and prevents another at the same time.
pub(super) fn contradicting(graph: &Graph, found: &Contradiction) -> Finding {
    let [one, other] = [found.supporting[0], found.against[0]];
    let (first, second) = (graph.edge(one.min(other)), graph.edge(one.max(other)));
    let place = format!("{}:{}", second.file(), second.line());
    let message = format!("{}, but at the same time {} ({place})", shown(first), shown(second));
    let finding = at(&CONTRADICTION, first, message).naming(subject(first)).naming(subject(second));
    let place = Subject::file(second.file()).at_line(second.line());
    finding.naming(place).suggest("retract one of the two")
}

/// The finding for a local class with an external base class in a language with single inheritance.
fn inheritance(edge: Edge<'_>) -> Option<Finding> {
    let relation = edge.meaning()?.relation;
    let (own, base) = (edge.from(), edge.to());
    let is_external = |kind: Option<&str>| kind == Some("external");
    if relation.system != SYSTEM || relation.name != "extends" || edge.is_repeated() {
        return None;
    }
    if base.system() != SYSTEM || !is_external(base.kind()) || is_external(own.kind()) {
        return None;
    }
    let language = own.language()?;
    if !ONE_BASE_CLASS.contains(&&*language.trim().to_lowercase()) {
        return None;
    }
    let named = Subject::new("language", "name", language);
    let language = quoted(language);
    let message = format!("{}, which is external; a class in {language} has only one base class", shown(edge));
    Some(at(&INHERITANCE, edge, message).naming(subject(edge)).naming(named))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_from;
    use crate::system::causal::parse;
    use crate::system::kit::fixture::subjects;
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
        check(graph, trust, crate::graph::NEVER).map(|finding| finding.rule.code).collect()
    }

    #[rstest]
    #[case::nothing(&["a caused b 2026-01-01", "b caused c 2026-01-01", "a imports lib 2026-01-01"], &[])]
    #[case::cycle(&["a caused b 2026-01-01", "b causes-to-fail a 2026-01-01"], &["causal-cycle"])]
    #[case::itself(&["a prevented a 2026-01-01"], &["causal-cycle"])]
    #[case::calls_may_be_cyclic(&["a calls b 2026-01-01", "b calls a 2026-01-01"], &[])]
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
    fn each_violation_gives_exactly_its_finding(#[case] edges: &[&str], #[case] expected: &[&str]) {
        assert_eq!(codes(&graph(edges), &Trust::ALL), expected);
    }

    #[rstest]
    #[case::cycle(&["a caused b 2026-01-01", "b caused a 2026-01-01"], &["node id=a", "node id=b"])]
    #[case::both(
        &["a caused b 2026-01-01", "a prevented b 2026-01-02"],
        &["node id=a", "edge from=a relation=caused to=b line=5", "edge from=a relation=prevented to=b line=6",
          "file path=x.causal.json line=6"])]
    #[case::outside_base(
        &["a extends lib 2026-01-01"],
        &["node id=a", "edge from=a relation=extends to=lib line=5", "language name=Java"])]
    #[case::no_target(&["a calls gone 2026-01-01"], &["node id=gone", "edge from=a relation=calls to=gone line=5"])]
    fn findings_name_their_subjects(#[case] edges: &[&str], #[case] expected: &[&str]) {
        let graph = graph(edges);
        let finding = check(&graph, &Trust::ALL, crate::graph::NEVER).next().unwrap();
        assert_eq!(subjects(&finding), expected);
    }

    #[test]
    fn faded_edges_do_not_contradict() {
        let graph = graph(&["a caused b 2025-01-01", "a prevented b 2026-01-01"]);
        let fading = Trust { half_life_days: 60.0, least: 0.05, ..Trust::ALL };
        assert_eq!(codes(&graph, &fading), [] as [&str; 0]);
        assert_eq!(codes(&graph, &Trust { half_life_days: 180.0, ..fading }), ["causal-contradiction"]);
    }

    #[test]
    fn findings_have_a_location_and_a_node() {
        let graph = graph(&["a calls gone 2026-01-01", "a prevented b 2026-01-01", "a caused b 2026-01-01"]);
        let findings: Vec<_> = check(&graph, &Trust::ALL, crate::graph::NEVER).collect();
        let places: Vec<_> = findings.iter().map(|one| (one.node.as_deref().unwrap(), one.line.unwrap())).collect();
        assert_eq!(places, [("a", 6), ("gone", 5)]);
        assert_eq!(
            findings[0].message,
            "\"a\" prevented \"b\", but at the same time \"a\" caused \"b\" (x.causal.json:7)"
        );
    }
}
