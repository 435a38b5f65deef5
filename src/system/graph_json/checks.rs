//! Edges to nodes that do not exist, and graphs that were made from another commit.

use super::{BUILT_AT, HYPEREDGE, SYSTEM, commit, rules};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Cancelled, Graph, Node, UntilCancelled as _};
use crate::system::check::{CheckInput, End, Summary, missing_ends};
use crate::system::kit::file;
use crate::system::kit::json::Json;
use crate::text;
use std::collections::{BTreeSet, HashSet};

/// Length of an abbreviated commit.
const SHORT: usize = 10;

pub(super) fn summary() -> Summary {
    Summary {
        name: rules::CHECK,
        position: 270,
        applies: |input| input.defined(SYSTEM) > 0,
        subject: |input| text::count(input.defined(SYSTEM), "node"),
        healthy: "all ends exist",
    }
}

pub(super) fn check(input: &CheckInput<'_>) -> Vec<Finding> {
    let mut findings = missing(input.graph, input.cancelled);
    findings.extend(stale(input));
    findings
}

/// Missing ends of edges, and missing members of hyperedges.
pub(super) fn missing(graph: &Graph, cancelled: Cancelled<'_>) -> Vec<Finding> {
    let is_hyperedge = |node: Node<'_>| node.system() == SYSTEM && node.kind() == Some(HYPEREDGE);
    // A node may be missing in several edges, and only some of them belong to hyperedges.
    let members: HashSet<_> = graph
        .edges()
        .until(cancelled)
        .filter(|edge| edge.system() == SYSTEM && edge.is_implicit())
        .flat_map(|edge| [(edge.from(), edge.to()), (edge.to(), edge.from())])
        .filter(|(end, other)| end.is_missing() && is_hyperedge(*other))
        .map(|(end, _)| end.ix())
        .collect();
    let rule = |_: End, node: Node<'_>| -> Option<&'static Rule> {
        Some(if members.contains(&node.ix()) { &rules::MEMBER } else { &rules::MISSING })
    };
    missing_ends(graph, SYSTEM, rule, cancelled).collect()
}

/// Graphs that name a commit other than the one that is checked out.
fn stale(input: &CheckInput<'_>) -> Vec<Finding> {
    let own = input.graph.nodes().until(input.cancelled).filter(|node| node.system() == SYSTEM && !node.is_missing());
    let files: BTreeSet<&str> = own.filter_map(Node::repo).collect();
    if files.is_empty() {
        return Vec::new();
    }
    let Some(head) = commit::head(input.root) else { return Vec::new() };
    files.into_iter().filter_map(|name| stale_file(input, name, &head)).collect()
}

fn stale_file(input: &CheckInput<'_>, name: &str, head: &str) -> Option<Finding> {
    let path = input.root.join(name);
    if input.boundary.target_outside(&path).is_some() {
        return None;
    }
    let text = file::read_text(&path).ok()?;
    let built = Json::parse(file::without_mark(&text)).ok()?.fields()?.given(BUILT_AT)?.text()?.into_owned();
    if !commit::is_commit(&built) || built.eq_ignore_ascii_case(head) {
        return None;
    }
    let message = format!("The graph was made from commit {}, but HEAD is {}", &built[..SHORT], &head[..SHORT]);
    let finding = Finding::new(&rules::STALE, SYSTEM.name(), message).in_file(name).naming(Subject::field(BUILT_AT));
    Some(finding.suggest("run the tool that made the graph again"))
}
