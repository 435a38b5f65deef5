//! Links to missing notes, cycles in the tree, and verbs that are probably misspelt.

use super::vocabulary::TREE;
use super::{SYSTEM, rules};
use crate::finding::{Finding, Subject};
use crate::graph::{Cancelled, Edge, Graph, UntilCancelled as _};
use crate::query::Class;
use crate::system::check::{Summary, at, class_cycles, missing_ends, shown};
use crate::text::{self, quoted};
use std::collections::BTreeMap;

/// Number of edges from which on a verb is frequent.
const FREQUENT: usize = 3;

pub(super) const CYCLE_CODE: &str = rules::CYCLE.code;

pub(super) fn summary() -> Summary {
    Summary {
        name: rules::CHECK,
        position: 260,
        applies: |input| {
            input.defined(SYSTEM) > 0 || input.findings.iter().any(|finding| finding.rule.check == rules::CHECK)
        },
        subject: |input| text::count(input.defined(SYSTEM), "note"),
        healthy: "all links resolved",
    }
}

pub(super) fn check(graph: &Graph, cancelled: Cancelled<'_>) -> Vec<Finding> {
    let tree = Class { system: SYSTEM, name: TREE.into() };
    let mut findings = class_cycles(graph, &rules::CYCLE, &tree, "parents", cancelled);
    findings.extend(missing_ends(graph, SYSTEM, |_, _| Some(&rules::MISSING), cancelled));
    findings.extend(rare_verbs(graph, cancelled));
    findings
}

/// Verbs that occur once and differ from a frequent one only by `s`, `_` or case.
fn rare_verbs(graph: &Graph, cancelled: Cancelled<'_>) -> Vec<Finding> {
    let mut verbs: BTreeMap<&str, (usize, Edge<'_>)> = BTreeMap::new();
    for edge in graph.edges().until(cancelled).filter(|edge| edge.system() == SYSTEM && !edge.is_implicit()) {
        verbs.entry(edge.relation()).or_insert((0, edge)).0 += 1;
    }
    let frequent: BTreeMap<_, _> =
        verbs.iter().filter(|(_, (count, _))| *count >= FREQUENT).map(|(verb, _)| (plain(verb), *verb)).collect();
    let rare = verbs.iter().filter(|(_, (count, _))| *count == 1);
    let finding = |(verb, (_, edge)): (&&str, &(usize, Edge<'_>))| {
        let usual = frequent.get(&plain(verb)).filter(|usual| *usual != verb)?;
        let message = format!("{}: the verb {} occurs only here", shown(*edge), quoted(verb));
        let finding = at(&rules::VERB, *edge, message).naming(Subject::relation(*verb));
        Some(finding.naming(Subject::relation(*usual)).suggest(format!("use {usual}, as elsewhere")))
    };
    rare.filter_map(finding).collect()
}

/// A verb without what is often mistyped.
fn plain(verb: &str) -> String {
    let verb = verb.to_lowercase().replace('_', "-");
    verb.strip_suffix('s').unwrap_or(&verb).to_owned()
}
