//! Misused relations: synonyms, facts stored in both directions, cycles, and relations that oppose each other.

use crate::finding::{Finding, Rule, Severity, Subject};
use crate::graph::relation::{Meaning, Relation, Spelling};
use crate::graph::{Cancelled, Edge, Graph, SystemId, UntilCancelled as _};
use crate::query::advice::Fact;
use crate::query::{Contradiction, ContradictionKind, EdgeFilter, RelationFilter, Trust, opposed_edges};
use crate::system::Systems;
use crate::system::check::{at, shown, subject, system_cycles};
use crate::text::quoted;
use std::collections::{BTreeSet, HashMap, HashSet};

const CHECK: &str = "relations";
const SYNONYM: Rule = Rule { code: "relation-synonym", severity: Severity::Warning, check: CHECK };
const BOTH_WAYS: Rule = Rule { code: "stored-both-ways", severity: Severity::Warning, check: CHECK };
const CYCLE: Rule = Rule { code: "relation-cycle", severity: Severity::Warning, check: CHECK };
const OPPOSED: Rule = Rule { code: "relation-opposed", severity: Severity::Warning, check: CHECK };

pub(super) const CYCLE_CODE: &str = CYCLE.code;
pub(super) const OPPOSED_CODE: &str = OPPOSED.code;

pub(super) fn check(systems: &Systems, graph: &Graph, trust: &Trust, cancelled: Cancelled<'_>) -> Vec<Finding> {
    let mut findings = synonyms(graph, cancelled);
    findings.extend(both_ways(graph, cancelled));
    // Systems with rules about cycles report their own.
    let silent = systems.iter().filter(|(_, system)| system.cycle_codes().is_empty()).map(|(id, _)| id);
    let cyclic = silent.chain([SystemId::USER]).flat_map(|system| system_cycles(graph, &CYCLE, system, cancelled));
    findings.extend(cyclic);
    findings.extend(opposed(systems, graph, trust, cancelled));
    findings
}

/// Nodes linked by relations that oppose each other, unless a system has a rule of its own for the pair.
fn opposed(systems: &Systems, graph: &Graph, trust: &Trust, cancelled: Cancelled<'_>) -> Vec<Finding> {
    let has_rule = |system| systems.get(system).is_some_and(|system| !system.contradiction_codes().is_empty());
    let is_general = |relation: &Relation| !relation.opposes.is_empty() && !has_rule(relation.system);
    if !graph.registry().relations().iter().any(is_general) {
        return Vec::new();
    }
    let edges = EdgeFilter { trust: *trust, ..EdgeFilter::of(RelationFilter::Any) };
    opposed_edges(graph, &edges, cancelled).iter().filter_map(|one| contradiction(graph, one)).collect()
}

/// The finding for opposed edges between two nodes.
pub(super) fn contradiction(graph: &Graph, found: &Contradiction) -> Option<Finding> {
    if found.kind != ContradictionKind::Opposed {
        return None;
    }
    let [one, other] = [found.supporting[0], found.against[0]];
    let (first, second) = (graph.edge(one.min(other)), graph.edge(one.max(other)));
    let place = format!("{}:{}", second.file(), second.line());
    let message = format!("{}, but also {} ({place})", shown(first), shown(second));
    let finding = at(&OPPOSED, first, message).naming(subject(first)).naming(subject(second));
    let place = Subject::file(second.file()).at_line(second.line());
    Some(finding.naming(place).suggest("retract one of the two"))
}

/// The edges that people and agents wrote into the log.
fn explicit<'g>(graph: &'g Graph, cancelled: Cancelled<'_>) -> impl Iterator<Item = Edge<'g>> {
    let log = graph.registry().log_system();
    graph.edges().until(cancelled).filter(move |edge| edge.system() == log && !edge.is_implicit())
}

/// The relation that an edge should have, if it has a synonym.
fn canonical(edge: Edge<'_>) -> Option<Meaning<'_>> {
    edge.meaning().filter(|meaning| meaning.spelling != Spelling::Own)
}

/// Synonyms, unless the fact is also stored under its canonical relation: in an append-only log, that is how to fix
/// one.
fn synonyms(graph: &Graph, cancelled: Cancelled<'_>) -> Vec<Finding> {
    let suspects: Vec<_> = explicit(graph, cancelled).filter(|edge| canonical(*edge).is_some()).collect();
    if suspects.is_empty() {
        return Vec::new();
    }
    let canonical_facts: HashSet<Fact<'_>> =
        explicit(graph, cancelled).filter(|edge| canonical(*edge).is_none()).map(Fact::of).collect();
    let finding = |edge: Edge<'_>| {
        let canonical = canonical(edge)?;
        let verb = &*canonical.relation.name;
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
fn both_ways<'g>(graph: &'g Graph, cancelled: Cancelled<'_>) -> Vec<Finding> {
    let is_inverse = |edge: Edge<'_>| edge.meaning().is_some_and(|meaning| meaning.spelling == Spelling::Inverse);
    let inverse: HashMap<Fact<'_>, Edge<'_>> =
        explicit(graph, cancelled).filter(|edge| is_inverse(*edge)).map(|edge| (Fact::of(edge), edge)).collect();
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
    explicit(graph, cancelled).filter(|edge| !is_inverse(*edge)).filter_map(finding).collect()
}
