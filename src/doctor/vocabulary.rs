//! Verbs that fragment the graph, facts stored twice, circles that cannot be.

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

/// With fewer explicit edges than this, one verb for all of them says nothing.
const ENOUGH_EDGES: usize = 20;

/// "Nearly every", in percent.
const NEARLY_ALL: usize = 95;

pub(super) fn check(graph: &Graph) -> Vec<Finding> {
    let mut findings = synonyms(graph);
    findings.extend(both_ways(graph));
    // Other systems have findings of their own for theirs.
    findings.extend(cycle::check_system(graph, &CYCLE, System::Reference));
    findings.extend(monotone(graph));
    findings
}

fn explicit(graph: &Graph) -> impl Iterator<Item = Edge<'_>> {
    graph.edges().filter(|edge| edge.system() == System::Reference && !edge.is_implicit())
}

/// Synonyms, unless the fact is there under its canonical verb too: in a log that only grows, that is how one is mended.
fn synonyms(graph: &Graph) -> Vec<Finding> {
    let canonical = |edge: Edge<'_>| edge.meaning().filter(|meaning| meaning.spelling != Spelling::Own);
    let suspects: Vec<_> = explicit(graph).filter(|edge| canonical(*edge).is_some()).collect();
    if suspects.is_empty() {
        return Vec::new();
    }
    let told: HashSet<Fact<'_>> = explicit(graph).filter(|edge| canonical(*edge).is_none()).map(Fact::of).collect();
    let finding = |edge: Edge<'_>| {
        let canonical = canonical(edge)?;
        let verb = canonical.relation.name;
        let is_inverse = canonical.spelling == Spelling::Inverse;
        let (turned, fix) = if is_inverse {
            (" the other way round", "write it that way from now on; --direction in asks for the other side".to_owned())
        } else {
            ("", format!("add the edge again with {verb}, the verb that queries look for"))
        };
        let target_suggested = !is_inverse && told.contains(&Fact::of(edge));
        let message = format!("{}: {} is a synonym of {verb}{turned}", shown(edge), quoted(edge.relation()));
        (!target_suggested).then(|| at(&SYNONYM, edge, message).suggest(fix))
    };
    suspects.into_iter().filter_map(finding).collect()
}

/// A fact under its verb and again, turned round, under the verb's inverse.
fn both_ways<'g>(graph: &'g Graph) -> Vec<Finding> {
    let is_inverse = |edge: Edge<'_>| edge.meaning().is_some_and(|meaning| meaning.spelling == Spelling::Inverse);
    let inverse: HashMap<Fact<'_>, Edge<'_>> =
        explicit(graph).filter(|edge| is_inverse(*edge)).map(|edge| (Fact::of(edge), edge)).collect();
    if inverse.is_empty() {
        return Vec::new();
    }
    let mut told = BTreeSet::new();
    let finding = |edge: Edge<'g>| {
        let fact = Fact::of(edge);
        let other = inverse.get(&fact).filter(|_| told.insert(fact))?;
        let place = format!("{}:{}", other.file(), other.line());
        let message = format!("{} is also stored the other way round, {} ({place})", shown(edge), shown(*other));
        Some(at(&BOTH_WAYS, edge, message).suggest("one direction is enough: ask for the other with --direction in"))
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
