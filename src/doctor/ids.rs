//! Ambiguous ids: used by several systems or several repositories.

use crate::finding::{Finding, Rule, Severity, Subject};
use crate::graph::{Cancelled, Graph, Node, UntilCancelled as _};
use crate::text::{either, grouped, listed, quoted};
use std::collections::BTreeMap;

const AMBIGUOUS: Rule = Rule { code: "id-ambiguous", severity: Severity::Warning, check: "ids" };

/// One finding for each bare id that several systems define, at the node that the bare id does not refer to, and one
/// for each id that several repositories define.
pub(super) fn check(graph: &Graph, cancelled: Cancelled<'_>) -> Vec<Finding> {
    let defined = graph.nodes().until(cancelled).filter(|node| !node.is_missing() && !node.is_external());
    let hidden = defined.filter_map(|node| {
        let first = graph.with_id(node.id()).find(|other| !other.is_missing())?;
        (first.ix() != node.ix()).then(|| ambiguous(first, node))
    });
    hidden.chain(of_repositories(graph, cancelled)).collect()
}

fn ambiguous(first: Node<'_>, node: Node<'_>) -> Finding {
    let (meant, other) = (first.system().name(), node.system().name());
    let id = quoted(node.id());
    let message = format!("Id {id} is defined in {meant} and in {other}; without a system prefix it refers to {meant}");
    let finding = Finding::new(&AMBIGUOUS, other, message).about(node.address()).naming(in_system(first));
    let finding = Finding { file: node.file().map(str::to_owned), line: node.line(), ..finding };
    finding.suggest(format!("write {} to refer to this node", quoted(&node.address())))
}

/// One finding for each id that code maps of several repositories use, at the first of these nodes by name.
fn of_repositories(graph: &Graph, cancelled: Cancelled<'_>) -> impl Iterator<Item = Finding> {
    let mut by_id: BTreeMap<&str, Vec<Node<'_>>> = BTreeMap::new();
    let nodes = graph.has_namesakes().then(|| graph.nodes()).into_iter().flatten().until(cancelled);
    // Ids in namespaces always have a prefix.
    let nodes = nodes.filter(|node| !node.is_missing() && node.namespace().is_none());
    for node in nodes.filter(|node| node.id_in_file() != node.id()) {
        by_id.entry(node.id_in_file()).or_default().push(node);
    }
    by_id.into_iter().map(move |(id, mut nodes)| {
        nodes.sort_unstable_by_key(|node| node.id());
        shared(id, &nodes, graph.find(id).filter(|node| !node.is_missing()))
    })
}

fn shared(id: &str, nodes: &[Node<'_>], meant: Option<Node<'_>>) -> Finding {
    /// Maximum number of repositories in a message.
    const MOST: usize = 5;
    let named = &nodes[..nodes.len().min(MOST)];
    let mut definers: Vec<_> = named.iter().filter_map(|node| node.repo()).map(quoted).collect();
    if nodes.len() > MOST {
        definers.push(format!("{} more", grouped(nodes.len() - MOST)));
    }
    let what = if nodes.len() == 1 { "repository" } else { "repositories" };
    let file = meant.and_then(|node| node.file()).map(quoted);
    let also = file.as_ref().map(|file| format!(" and in {file}")).unwrap_or_default();
    let meaning = file.map_or_else(|| "no node".to_owned(), |file| format!("the node in {file}"));
    let (id, definers) = (quoted(id), listed(&definers));
    let message = format!(
        "Id {id} is defined in the {what} {definers}{also}; without a repository prefix it refers to {meaning}"
    );
    let addresses: Vec<_> = named.iter().map(|node| quoted(&node.address())).collect();
    let first = named[0];
    let finding = Finding::new(&AMBIGUOUS, first.system().name(), message).about(first.address());
    let finding = named[1..].iter().fold(finding, |finding, node| finding.naming(Subject::node(node.address())));
    let finding = meant.map(in_system).into_iter().fold(finding, Finding::naming);
    let finding = Finding { file: first.file().map(str::to_owned), line: first.line(), ..finding };
    finding.suggest(format!("write {}", either(&addresses)))
}

/// A node with its system prefix, because another node has the same bare id.
fn in_system(node: Node<'_>) -> Subject {
    Subject::node(format!("{}:{}", node.system().name(), node.id()))
}
