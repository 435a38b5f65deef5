//! Missing records, supersessions that contradict a status or are stated on one side only, cycles.

use super::rules::{self, CHECK};
use super::statement::{ACCEPTED, SUPERSEDED, SUPERSEDES};
use super::{DECISION, SYSTEM, name};
use crate::finding::{Finding, Subject};
use crate::graph::{Cancelled, Direction, Edge, Graph, Node, NodeIx, UntilCancelled as _};
use crate::query::Class;
use crate::system::check::{CheckInput, End, Summary, at, called, class_cycles, missing_ends, subject};
use crate::text::{self, listed, quoted};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Statuses of records that are not in force, so that they do not replace anything yet.
const NOT_IN_FORCE: [&str; 3] = ["proposed", "draft", "rejected"];

/// The relations of the acyclic class, for messages.
const OVER: &str = "supersedes, amends and clarifies";

/// Maximum number of records in a message.
const MOST_NAMED: usize = 5;

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
    input.graph.nodes().until(input.cancelled).filter(|node| is_record(*node)).count()
}

pub(super) fn check(graph: &Graph, cancelled: Cancelled<'_>) -> impl Iterator<Item = Finding> {
    let numbered = Numbered::of(graph, cancelled);
    let is_undefined = |node: Node<'_>| node.system() == SYSTEM && numbered.meant_by(node).is_empty();
    let rule = |_: End, node: Node<'_>| is_undefined(node).then_some(&rules::TARGET_MISSING);
    let missing = missing_ends(graph, SYSTEM, rule, cancelled);
    let own = graph.edges().until(cancelled).filter(|edge| edge.system() == SYSTEM);
    let unclear: Vec<_> = missing.chain(own.filter_map(|edge| numbered.ambiguous(edge))).collect();
    let records = graph.nodes().until(cancelled).filter(|node| is_record(*node));
    let statuses = records.filter_map(|node| status(graph, node));
    let classes = Class::all(graph.registry()).into_iter().filter(|class| class.system == SYSTEM);
    let cycles = classes.flat_map(|class| class_cycles(graph, &rules::CYCLE, &class, OVER, cancelled));
    unclear.into_iter().chain(statuses).chain(one_sided(graph, cancelled)).chain(cycles)
}

fn is_record(node: Node<'_>) -> bool {
    node.system() == SYSTEM && !node.is_missing() && node.kind() == Some(DECISION)
}

fn is_supersession(edge: Edge<'_>) -> bool {
    edge.meaning().is_some_and(|meaning| meaning.relation.name == SUPERSEDES)
}

/// The records by number.
struct Numbered<'g>(HashMap<u32, Vec<Node<'g>>>);

impl<'g> Numbered<'g> {
    fn of(graph: &'g Graph, cancelled: Cancelled<'_>) -> Self {
        let mut records: HashMap<u32, Vec<Node<'_>>> = HashMap::new();
        for node in graph.nodes().until(cancelled).filter(|node| is_record(*node)) {
            if let Some(number) = name::number_of_id(node.id()) {
                records.entry(number).or_default().push(node);
            }
        }
        Self(records)
    }

    /// The records that a missing node with the form of a number may stand for, if there are several.
    fn meant_by(&self, missing: Node<'_>) -> &[Node<'g>] {
        let number = name::alias(missing.id()).filter(|_| missing.is_missing() && missing.system() == SYSTEM);
        let records = number.and_then(|number| self.0.get(&number)).filter(|records| records.len() > 1);
        records.map(Vec::as_slice).unwrap_or_default()
    }

    /// The finding for an edge that names a record by a number which several have.
    fn ambiguous(&self, edge: Edge<'_>) -> Option<Finding> {
        let missing = [edge.from(), edge.to()].into_iter().find(|end| !self.meant_by(*end).is_empty())?;
        let records = self.meant_by(missing);
        let first = || records.iter().take(MOST_NAMED);
        let more = records.len().checked_sub(MOST_NAMED).filter(|more| *more > 0);
        let more = more.map(|more| format!("{} more", text::grouped(more)));
        let names: Vec<_> = first().map(|node| quoted(node.id())).chain(more).collect();
        let message = format!("{} is ambiguous: {} have this number", quoted(missing.id()), listed(&names));
        let finding = at(&rules::AMBIGUOUS, edge, message).naming(subject(edge));
        let finding = first().fold(finding, |finding, node| finding.naming(Subject::node(node.id())));
        Some(finding.suggest("link to the file of the record instead"))
    }
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
fn one_sided(graph: &Graph, cancelled: Cancelled<'_>) -> Vec<Finding> {
    let mut facts: BTreeMap<(NodeIx, NodeIx), (Edge<'_>, BTreeSet<&str>)> = BTreeMap::new();
    let is_stated = |edge: &Edge<'_>| edge.system() == SYSTEM && !edge.is_log_row() && is_supersession(*edge);
    let stated = graph.edges().until(cancelled).filter(is_stated);
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
