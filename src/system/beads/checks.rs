//! Rules that need the whole graph: undefined ends, cycles, parents and successions the wrong way round.
//!
//! Edges of deleted issues are history and never findings.

use super::reading::WISP;
use super::vocabulary::{BLOCKS, CONDITIONAL_BLOCKS, PARENT_CHILD, SUPERSEDES, WAITS_FOR};
use super::{SYSTEM, is_deleted, is_done, rules};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Cancelled, Edge, Graph, Node, NodeIx, UntilCancelled as _, cycles_of};
use crate::system::check::{End, at, missing_ends_among, shown, subject};
use crate::text::{grouped, listed, quoted};

pub(super) const CYCLE_CODES: [&str; 1] = [rules::CYCLE.code];

/// Maximum number of members of a cycle in a message.
const MOST_NAMED: usize = 5;

const EPIC: &str = "epic";

/// The relations that must not form cycles.
const CYCLIC: [&str; 4] = [BLOCKS, CONDITIONAL_BLOCKS, WAITS_FOR, PARENT_CHILD];

pub(super) fn check(graph: &Graph, cancelled: Cancelled<'_>) -> Vec<Finding> {
    let is_own = |node: Node<'_>| node.system() == SYSTEM;
    let rule = |_: End, node: Node<'_>| match node.id() {
        id if is_own(node) && id.contains(WISP) => Some(&rules::WISP),
        _ => is_own(node).then_some(&rules::MISSING),
    };
    let missing = missing_ends_among(graph, SYSTEM, is_current, rule, cancelled);
    let mut findings: Vec<_> = missing.collect();
    let is_own = |edge: &Edge<'_>| edge.system() == SYSTEM && !edge.is_repeated() && is_current(*edge);
    let own = graph.edges().until(cancelled).filter(is_own);
    findings.extend(own.filter_map(finding));
    findings.extend(cycles(graph, cancelled));
    findings
}

/// Whether no end of an edge is a deleted issue.
fn is_current(edge: Edge<'_>) -> bool {
    !is_deleted(edge.from()) && !is_deleted(edge.to())
}

/// The name of the relation of an edge, if it is one of this system.
fn relation(edge: Edge<'_>) -> Option<&str> {
    edge.meaning().map(|meaning| meaning.relation).filter(|relation| relation.system == SYSTEM).map(|one| &*one.name)
}

/// The finding about one edge alone.
fn finding(edge: Edge<'_>) -> Option<Finding> {
    let (from, to) = (edge.from(), edge.to());
    if from.ix() == to.ix() {
        let message = format!("{}: the issue refers to itself", shown(edge));
        return Some(at(&rules::SELF, edge, message).naming(subject(edge)));
    }
    let is_epic = |node: Node<'_>| node.kind() == Some(EPIC);
    let is_known = |node: Node<'_>| !node.is_missing() && !node.is_external();
    match relation(edge)? {
        PARENT_CHILD if is_epic(from) && !is_epic(to) && is_known(to) && !edge.is_implicit() => {
            let kind = quoted(to.kind().unwrap_or_default());
            let message = format!("{}, but an epic should not be below an issue of kind {kind}", shown(edge));
            let finding = at(&rules::PARENT_REVERSED, edge, message).naming(subject(edge));
            Some(finding.suggest("swap the two ends if the epic is the parent"))
        }
        SUPERSEDES if from.created().zip(to.created()).is_some_and(|(new, old)| new < old) => {
            let message = format!("{}, but was created before it", shown(edge));
            let finding = at(&rules::SUPERSEDES_ORDER, edge, message).naming(subject(edge));
            Some(finding.suggest("the row of the old issue names the new one; swap them if it was added by hand"))
        }
        BLOCKS if to.status() == Some("closed") && is_known(from) && !is_done(from) => {
            let message = format!("{}, which is closed although its blocker is not", shown(edge));
            Some(at(&rules::OPEN_BLOCKER, edge, message).naming(subject(edge)))
        }
        _ => None,
    }
}

/// A link from an issue to one that must be done first.
fn order(edge: Edge<'_>) -> Option<(NodeIx, NodeIx)> {
    match relation(edge)? {
        BLOCKS | CONDITIONAL_BLOCKS => Some((edge.to().ix(), edge.from().ix())),
        WAITS_FOR => Some((edge.from().ix(), edge.to().ix())),
        _ => None,
    }
}

/// A link from a child to its parent.
fn parent(edge: Edge<'_>) -> Option<(NodeIx, NodeIx)> {
    (relation(edge)? == PARENT_CHILD).then(|| (edge.from().ix(), edge.to().ix()))
}

fn cycles(graph: &Graph, cancelled: Cancelled<'_>) -> Vec<Finding> {
    let either = |edge: Edge<'_>| order(edge).or_else(|| parent(edge));
    let (ordered, nested) = (groups(graph, order, cancelled), groups(graph, parent, cancelled));
    let mixed = groups(graph, either, cancelled).into_iter();
    let mixed = mixed.filter(|group| !ordered.contains(group) && !nested.contains(group));
    let mixed = mixed.filter_map(|group| cycle(graph, &rules::MIXED_CYCLE, &group, either));
    let ordered = ordered.iter().filter_map(|group| cycle(graph, &rules::CYCLE, group, order));
    let nested = nested.iter().filter_map(|group| cycle(graph, &rules::CYCLE, group, parent));
    ordered.chain(nested).chain(mixed).collect()
}

/// The strongly connected components over the links of edges. A loop is reported as an edge, not as a cycle. None
/// if cancelled.
fn groups(
    graph: &Graph,
    link: impl Fn(Edge<'_>) -> Option<(NodeIx, NodeIx)>,
    cancelled: Cancelled<'_>,
) -> Vec<Vec<NodeIx>> {
    let links: Vec<_> = graph.edges().until(cancelled).filter(|edge| is_current(*edge)).filter_map(link).collect();
    if cancelled() {
        return Vec::new();
    }
    cycles_of(&links).into_iter().filter(|group| group.len() > 1).collect()
}

/// The finding for one component, located at the first edge inside it. It names the relations inside.
fn cycle(
    graph: &Graph,
    rule: &'static Rule,
    group: &[NodeIx],
    link: impl Fn(Edge<'_>) -> Option<(NodeIx, NodeIx)>,
) -> Option<Finding> {
    let is_member = |node: NodeIx| group.binary_search(&node).is_ok();
    let is_inside = |edge: &Edge<'_>| {
        is_current(*edge) && link(*edge).is_some_and(|(one, other)| is_member(one) && is_member(other))
    };
    let around = group.iter().flat_map(|ix| graph.edges_of(*ix, crate::graph::Direction::Out));
    let inside: Vec<_> = around.map(|ix| graph.edge(*ix)).filter(is_inside).collect();
    let first = inside.iter().copied().min_by_key(|edge| edge.ix())?;
    let is_there = |name: &&str| inside.iter().any(|edge| relation(*edge) == Some(*name));
    let over: Vec<_> = CYCLIC.into_iter().filter(is_there).collect();
    let named = || group.iter().take(MOST_NAMED).map(|ix| graph.node(*ix));
    let mut members: Vec<_> = named().map(|node| quoted(node.id())).collect();
    if group.len() > MOST_NAMED {
        members.push(format!("{} more", grouped(group.len() - MOST_NAMED)));
    }
    let finding = at(rule, first, format!("Cycle over {}: {}", listed(&over), members.join(", ")));
    let others = named().filter(|node| node.ix() != first.from().ix());
    Some(others.fold(finding, |finding, node| finding.naming(Subject::node(node.id()))))
}
