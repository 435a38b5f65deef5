//! Misused relations: synonyms, facts stored in both directions, cycles, and one relation for nearly everything.

use super::cycle;
use super::edge::{at, shown};
use crate::finding::{Finding, Rule, Severity};
use crate::graph::relation::Spelling;
use crate::graph::{Edge, Graph, System};
use crate::query::advice::Fact;
use crate::text::{grouped, quoted};
use std::collections::{BTreeSet, HashMap, HashSet};

const CHECK: &str = "relations";
const SYNONYM: Rule = Rule { code: "relation-synonym", severity: Severity::Warning, check: CHECK };
const BOTH_WAYS: Rule = Rule { code: "stored-both-ways", severity: Severity::Warning, check: CHECK };
const CYCLE: Rule = Rule { code: "relation-cycle", severity: Severity::Warning, check: CHECK };
const MONOTONE: Rule = Rule { code: "relation-monotone", severity: Severity::Note, check: CHECK };

/// Minimum number of explicit edges for the finding about a single relation.
const ENOUGH_EDGES: usize = 20;

/// Threshold of that finding, in percent.
const NEARLY_ALL: usize = 95;

pub(super) fn check(graph: &Graph) -> Vec<Finding> {
    let mut findings = synonyms(graph);
    findings.extend(both_ways(graph));
    // Cycles of other systems are reported by their own checks.
    findings.extend(cycle::check_system(graph, &CYCLE, System::Reference));
    findings.extend(monotone(graph));
    findings
}

fn explicit(graph: &Graph) -> impl Iterator<Item = Edge<'_>> {
    graph.edges().filter(|edge| edge.system() == System::Reference && !edge.is_implicit())
}

/// Synonyms, unless the fact is also stored under its canonical relation: in an append-only log, that is how to fix
/// one.
fn synonyms(graph: &Graph) -> Vec<Finding> {
    let canonical = |edge: Edge<'_>| edge.meaning().filter(|meaning| meaning.spelling != Spelling::Own);
    let suspects: Vec<_> = explicit(graph).filter(|edge| canonical(*edge).is_some()).collect();
    if suspects.is_empty() {
        return Vec::new();
    }
    let canonical_facts: HashSet<Fact<'_>> =
        explicit(graph).filter(|edge| canonical(*edge).is_none()).map(Fact::of).collect();
    let finding = |edge: Edge<'_>| {
        let canonical = canonical(edge)?;
        let verb = canonical.relation.name;
        let is_inverse = canonical.spelling == Spelling::Inverse;
        let (kind, fix) = if is_inverse {
            ("the inverse", format!("use {verb} with the ends swapped; --direction in shows the other direction"))
        } else {
            ("a synonym", format!("add the edge again with {verb}, the relation that queries use"))
        };
        let is_fixed = !is_inverse && canonical_facts.contains(&Fact::of(edge));
        let message = format!("{}: {} is {kind} of {verb}", shown(edge), quoted(edge.relation()));
        (!is_fixed).then(|| at(&SYNONYM, edge, message).suggest(fix))
    };
    suspects.into_iter().filter_map(finding).collect()
}

/// Facts stored under a relation and again under its inverse.
fn both_ways<'g>(graph: &'g Graph) -> Vec<Finding> {
    let is_inverse = |edge: Edge<'_>| edge.meaning().is_some_and(|meaning| meaning.spelling == Spelling::Inverse);
    let inverse: HashMap<Fact<'_>, Edge<'_>> =
        explicit(graph).filter(|edge| is_inverse(*edge)).map(|edge| (Fact::of(edge), edge)).collect();
    if inverse.is_empty() {
        return Vec::new();
    }
    let mut reported = BTreeSet::new();
    let finding = |edge: Edge<'g>| {
        let fact = Fact::of(edge);
        let other = inverse.get(&fact).filter(|_| reported.insert(fact))?;
        let place = format!("{}:{}", other.file(), other.line());
        let message = format!("{} is also stored in reverse: {} ({place})", shown(edge), shown(*other));
        Some(at(&BOTH_WAYS, edge, message).suggest("one direction is enough; --direction in shows the other"))
    };
    explicit(graph).filter(|edge| !is_inverse(*edge)).filter_map(finding).collect()
}

fn monotone(graph: &Graph) -> Option<Finding> {
    let total = explicit(graph).count();
    let led_to = explicit(graph).filter(|edge| edge.relation() == "led-to").count();
    if total < ENOUGH_EDGES || led_to * 100 < total * NEARLY_ALL {
        return None;
    }
    let message = format!("{} of {} explicit edges are led-to", grouped(led_to), grouped(total));
    let finding = Finding::new(&MONOTONE, System::Reference.name(), message);
    Some(finding.suggest("use addresses for responsibility, cites for evidence, mentions for the rest"))
}
