//! Unknown units, units that both support and rebut a claim, and cycles of `derives-from`.

use super::{SYSTEM, is_unit_id};
use crate::finding::{Finding, Rule, Severity, Subject};
use crate::graph::{Cancelled, Edge, EdgeIx, Graph, NodeIx, UntilCancelled as _};
use crate::query::{Contradiction, ContradictionKind, EdgeFilter, MOST_STEPS, RelationFilter, two_sided};
use crate::system::check::{Summary, shown, system_cycles};
use crate::text::{count, plain, quoted};

const CHECK: &str = "units";
const UNKNOWN: Rule = Rule { code: "unit-unknown", severity: Severity::Note, check: CHECK };
const CONTRADICTION: Rule = Rule { code: "unit-contradiction", severity: Severity::Warning, check: CHECK };
const CONFLICT: Rule = Rule { code: "unit-conflict", severity: Severity::Warning, check: CHECK };
const CYCLE: Rule = Rule { code: "unit-cycle", severity: Severity::Warning, check: CHECK };
const UNFINISHED: Rule = Rule { code: "unit-contradiction-unfinished", severity: Severity::Note, check: CHECK };

pub(super) const CYCLE_CODE: &str = CYCLE.code;
pub(super) const CONTRADICTION_CODES: [&str; 2] = [CONTRADICTION.code, CONFLICT.code];

pub(super) fn summary() -> Summary {
    Summary {
        name: CHECK,
        position: 200,
        applies: |input| input.defined(SYSTEM) > 0,
        subject: |input| count(input.defined(SYSTEM), "unit"),
        healthy: "all valid, no contradictions",
    }
}

pub(super) fn check(graph: &Graph, cancelled: Cancelled<'_>) -> impl Iterator<Item = Finding> {
    let unknown = graph.edges().until(cancelled).filter(|edge| is_to_unknown(*edge)).map(unknown);
    let edges = EdgeFilter::of(RelationFilter::Any);
    let all = two_sided(graph, &edges, MOST_STEPS, cancelled).unwrap_or_default();
    let own = all.found.into_iter().filter(|one| is_own(graph, one));
    let contradictions = own.map(|one| contradiction(graph, &one));
    let cycles = system_cycles(graph, &CYCLE, SYSTEM, cancelled);
    unknown.chain(contradictions).chain(unfinished(all.left_out)).chain(cycles)
}

/// Whether every step of a contradiction is a relation of units.
pub(super) fn is_own(graph: &Graph, found: &Contradiction) -> bool {
    let is_of_units = |ix: &EdgeIx| graph.edge(*ix).meaning().is_some_and(|one| one.relation.system == SYSTEM);
    found.supporting.iter().chain(&found.against).all(is_of_units)
}

/// Whether a unit refers to another one that is missing here but may exist elsewhere.
fn is_to_unknown(edge: Edge<'_>) -> bool {
    let to = edge.to();
    edge.system() == SYSTEM && to.is_missing() && to.system() == SYSTEM && is_unit_id(to.id())
}

fn at(rule: &'static Rule, edge: Edge<'_>, message: String) -> Finding {
    Finding::new(rule, SYSTEM.name(), message).in_file(edge.file()).at_line(edge.line())
}

fn unknown(edge: Edge<'_>) -> Finding {
    let message = format!("{}, which is not in this workspace", shown(edge));
    at(&UNKNOWN, edge, message).about(edge.to().id()).naming(subject(edge, edge.file()))
}

/// An edge as a subject of a finding in `file`; with its line only if it is in the same file.
fn subject(edge: Edge<'_>, file: &str) -> Subject {
    let subject = Subject::edge(edge.from().address(), edge.relation(), edge.to().address());
    subject.at_line((edge.file() == file).then(|| edge.line()))
}

/// The finding for a contradiction.
pub(super) fn contradiction(graph: &Graph, one: &Contradiction) -> Finding {
    // The text of a unit is easier to recognise than its id.
    let title = |ix: NodeIx| quoted(graph.node(ix).title());
    let step = |ix: EdgeIx| format!("{} {}", plain(graph.edge(ix).relation()), title(graph.edge(ix).to().ix()));
    let (unit, claim) = (title(one.node), title(one.claim));
    let (supporting, rebutting) = (step(one.supporting[0]), step(one.against[0]));
    let rebutter = one.against.last().map_or(one.node, |ix| graph.edge(*ix).from().ix());
    let through = match one.against.len() {
        1 => String::new(),
        2 => ", which rebuts it".to_owned(),
        _ => format!(", which leads to {}, which rebuts it", title(rebutter)),
    };
    let (rule, what) = match one.kind {
        ContradictionKind::Grounds => (&CONFLICT, format!("rests on {claim} and on its rebuttal")),
        _ => (&CONTRADICTION, format!("both supports and rebuts {claim}")),
    };
    let message = format!("{unit} {what}: it {supporting}, and it {rebutting}{through}");
    let id = graph.node(one.node).id();
    let turn = graph.edge(one.against[0]);
    let named = |ix: NodeIx| Subject::node(graph.node(ix).address());
    let finding = at(rule, turn, message).about(id).naming(named(one.claim));
    let finding = [graph.edge(one.supporting[0]), turn]
        .into_iter()
        .fold(finding, |finding, edge| finding.naming(subject(edge, turn.file())));
    // The message names the rebutting unit if the chain has more than one step before it.
    let finding = if one.against.len() > 2 { finding.naming(named(rebutter)) } else { finding };
    finding.suggest(format!("keep only one side; `refscope show {id}` lists its edges"))
}

fn unfinished(left_out: usize) -> Option<Finding> {
    let rebuttals = count(left_out, "rebuttal");
    let message = format!("The graph is too complex to search the chains of {rebuttals} for contradictions");
    (left_out > 0).then(|| Finding::new(&UNFINISHED, SYSTEM.name(), message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::REFERENCE;
    use crate::graph::fixture::{EdgeSpec, batch_of, graph_from};
    use rstest::rstest;

    const HERE: &str = "01890a5d-ac96-774b-bcce-b302099a8057";
    const ELSEWHERE: &str = "01890a5d-ac96-774b-8cce-b302099a8058";

    #[test]
    fn unit_of_another_workspace_is_only_a_note() {
        let edges = [
            (HERE, ELSEWHERE, "supports", ""),
            (HERE, "causal:gone", "supports", ""),
            (HERE, "odd", "supports", ""),
            (HERE, HERE, "supports", ""),
        ];
        let log = batch_of(REFERENCE, 0, &[], &[(HERE, ELSEWHERE, "cites", "")]);
        let graph = graph_from([log, batch_of(SYSTEM, 0, &[(HERE, "a")], &edges)]);
        let findings: Vec<_> = check(&graph, crate::graph::NEVER).collect();
        assert_eq!(findings.len(), 1);
        assert_eq!((findings[0].rule, findings[0].line), (&UNKNOWN, Some(1)));
        assert_eq!(findings[0].node.as_deref(), Some(ELSEWHERE));
    }

    #[test]
    fn cycle_of_derives_from_is_a_finding() {
        let codes = |verb: &str| {
            let graph = graph_from([batch_of(SYSTEM, 0, &[], &[("u", "v", verb, ""), ("v", "u", verb, "")])]);
            check(&graph, crate::graph::NEVER).map(|finding| finding.rule.code).collect::<Vec<_>>()
        };
        assert_eq!(codes("derives-from"), ["unit-cycle"]);
        assert_eq!(codes("refines"), [] as [&str; 0]);
    }

    #[test]
    fn contradiction_is_located_at_the_first_edge_of_the_rebuttal() {
        let edges = [("u", "v", "derives-from", ""), ("v", "c", "rebuts", ""), ("u", "c", "supports", "")];
        let graph = graph_from([batch_of(SYSTEM, 0, &[], &edges)]);
        let findings: Vec<_> = check(&graph, crate::graph::NEVER).collect();
        assert_eq!(findings.len(), 1);
        let expected_message =
            r#""u" both supports and rebuts "c": it supports "c", and it derives-from "v", which rebuts it"#;
        assert_eq!((findings[0].rule, &*findings[0].message), (&CONTRADICTION, expected_message));
        assert_eq!((findings[0].node.as_deref(), findings[0].line), (Some("u"), Some(1)));
    }

    /// The subjects of a finding as one line: kind, fields and line of each.
    fn about(finding: &Finding) -> String {
        let subject = |one: &Subject| {
            let fields: String = one.fields().map(|(_, value)| format!(" {value}")).collect();
            format!("{}{fields}{}", one.kind(), one.line().map(|line| format!(":{line}")).unwrap_or_default())
        };
        finding.subjects().iter().map(|one| subject(one)).collect::<Vec<_>>().join(", ")
    }

    #[rstest]
    #[case::unknown("unit-unknown", &[(HERE, ELSEWHERE, "supports", "")],
        &format!("node {ELSEWHERE}, edge {HERE} supports {ELSEWHERE}:1"))]
    #[case::direct("unit-contradiction", &[("u", "c", "supports", ""), ("u", "c", "rebuts", "")],
        "node u, node c, edge u supports c:1, edge u rebuts c:2")]
    #[case::through_a_chain("unit-contradiction",
        &[("u", "c", "supports", ""), ("u", "v", "refines", ""), ("v", "w", "refines", ""), ("w", "c", "rebuts", "")],
        "node u, node c, edge u supports c:1, edge u refines v:2, node w")]
    #[case::conflict("unit-conflict",
        &[("u", "c", "derives-from", ""), ("u", "v", "derives-from", ""), ("v", "c", "rebuts", "")],
        "node u, node c, edge u derives-from c:1, edge u derives-from v:2")]
    #[case::cycle("unit-cycle", &[("u", "v", "derives-from", ""), ("v", "u", "derives-from", "")], "node u, node v")]
    fn subjects_match_the_message(#[case] code: &str, #[case] edges: &[EdgeSpec<'_>], #[case] expected: &str) {
        let graph = graph_from([batch_of(SYSTEM, 0, &[(HERE, "here")], edges)]);
        let findings: Vec<_> = check(&graph, crate::graph::NEVER).collect();
        assert_eq!(
            findings.iter().map(|one| (one.rule.code, about(one))).collect::<Vec<_>>(),
            [(code, expected.to_owned())]
        );
    }

    #[test]
    fn rebuttals_that_were_not_searched_are_counted() {
        assert_eq!(unfinished(0), None);
        let message = unfinished(2).unwrap().message;
        assert_eq!(message, "The graph is too complex to search the chains of 2 rebuttals for contradictions");
    }
}
