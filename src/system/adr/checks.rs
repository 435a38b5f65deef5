//! Missing records, supersessions that contradict a status or are stated on one side only, cycles.

use super::rules::{self, CHECK};
use super::statement::{ACCEPTED, SUPERSEDED, SUPERSEDES};
use super::{DECISION, SYSTEM};
use crate::finding::{Finding, Subject};
use crate::graph::{Direction, Edge, Graph, Node, NodeIx};
use crate::query::Class;
use crate::system::check::{CheckInput, Summary, called, class_cycles, missing_ends, subject};
use crate::text;
use std::collections::{BTreeMap, BTreeSet};

/// Statuses of records that are not in force, so that they do not replace anything yet.
const NOT_IN_FORCE: [&str; 3] = ["proposed", "draft", "rejected"];

/// The relations of the acyclic class, for messages.
const OVER: &str = "supersedes, amends and clarifies";

pub(super) const CYCLE_CODE: &str = rules::CYCLE.code;

pub(super) fn summary() -> Summary {
    Summary {
        name: CHECK,
        position: 250,
        applies: |input| defined(input) > 0,
        subject: |input| text::count(defined(input), "decision record"),
        healthy: "links valid, statuses consistent",
    }
}

fn defined(input: &CheckInput<'_>) -> usize {
    input.graph.nodes().filter(|node| is_record(*node)).count()
}

pub(super) fn check(graph: &Graph) -> impl Iterator<Item = Finding> {
    let missing = missing_ends(graph, SYSTEM, |_, node| (node.system() == SYSTEM).then_some(&rules::TARGET_MISSING));
    let statuses = graph.nodes().filter(|node| is_record(*node)).filter_map(|node| status(graph, node));
    let classes = Class::all(graph.registry()).into_iter().filter(|class| class.system == SYSTEM);
    let cycles = classes.flat_map(|class| class_cycles(graph, &rules::CYCLE, &class, OVER));
    missing.chain(statuses).chain(one_sided(graph)).chain(cycles)
}

fn is_record(node: Node<'_>) -> bool {
    node.system() == SYSTEM && !node.is_missing() && node.kind() == Some(DECISION)
}

fn is_supersession(edge: Edge<'_>) -> bool {
    edge.meaning().is_some_and(|meaning| meaning.relation.name == SUPERSEDES)
}

/// The finding for a record whose status does not fit what supersedes it.
fn status(graph: &Graph, node: Node<'_>) -> Option<Finding> {
    let mut successors = supersessions(graph, node);
    let finding = |rule, message: String| {
        let finding = Finding::new(rule, SYSTEM.name(), message).about(node.id());
        finding.in_file(node.file().unwrap_or_default()).at_line(node.line().unwrap_or(1))
    };
    match node.status()? {
        SUPERSEDED if successors.next().is_none() => {
            let message = format!("The status of {} is superseded, but no record supersedes it", called(node));
            Some(
                finding(&rules::NO_SUCCESSOR, message)
                    .suggest("write \"Superseded by [title](file.md)\" as its status"),
            )
        }
        ACCEPTED => {
            let is_in_force = |edge: &Edge<'_>| !edge.from().status().is_some_and(|is| NOT_IN_FORCE.contains(&is));
            let edge = successors.find(is_in_force)?;
            let message = format!("{} is accepted, but {} supersedes it", called(node), called(edge.from()));
            Some(finding(&rules::IN_FORCE, message).naming(subject(edge)).suggest("update its status"))
        }
        _ => None,
    }
}

/// Supersessions between two records that only one of the two files states.
fn one_sided(graph: &Graph) -> Vec<Finding> {
    let mut facts: BTreeMap<(NodeIx, NodeIx), (Edge<'_>, BTreeSet<&str>)> = BTreeMap::new();
    let stated = graph.edges().filter(|edge| edge.system() == SYSTEM && !edge.is_log_row() && is_supersession(*edge));
    for edge in stated.filter(|edge| is_record(edge.from()) && is_record(edge.to())) {
        let fact = facts.entry((edge.from().ix(), edge.to().ix())).or_insert((edge, BTreeSet::new()));
        fact.1.insert(edge.file());
    }
    let is_silent = |node: Node<'_>, files: &BTreeSet<&str>| !node.file().is_some_and(|file| files.contains(file));
    let finding = |(edge, files): (Edge<'_>, BTreeSet<&str>)| {
        let silent = [edge.from(), edge.to()].into_iter().find(|node| is_silent(*node, &files))?;
        let (one, other) = (called(edge.from()), called(edge.to()));
        let file = text::plain(silent.file()?).into_owned();
        let message = format!("{one} supersedes {other}, but {file} does not say so");
        let found = Finding::new(&rules::ONE_SIDED, SYSTEM.name(), message).about(silent.id()).in_file(edge.file());
        Some(found.at_line(edge.line()).naming(subject(edge)).naming(Subject::file(silent.file()?)))
    };
    facts.into_values().filter_map(finding).collect()
}

/// The edges of records that supersede this one.
fn supersessions<'g>(graph: &'g Graph, node: Node<'g>) -> impl Iterator<Item = Edge<'g>> {
    node.listed(Direction::In).map(|ix| graph.edge(ix)).filter(|edge| is_supersession(*edge))
}
