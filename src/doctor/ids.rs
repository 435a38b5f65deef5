//! Ids that two systems use.

use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Graph, Node};
use crate::text::quoted;

const AMBIGUOUS: Rule = Rule { code: "id-ambiguous", severity: Severity::Warning, check: "ids" };

/// One finding for each bare id that several systems define, at the node it does not mean.
pub(super) fn check(graph: &Graph) -> Vec<Finding> {
    let hidden = graph.nodes().filter(|node| !node.is_missing()).filter_map(|node| {
        let first = graph.with_id(node.id()).find(|other| !other.is_missing())?;
        (first.ix() != node.ix()).then(|| ambiguous(first, node))
    });
    hidden.collect()
}

fn ambiguous(first: Node<'_>, node: Node<'_>) -> Finding {
    let (meant, other) = (first.system().name(), node.system().name());
    let id = quoted(node.id());
    let message =
        format!("the id {id} is defined by {meant} and by {other}; without a system it means that of {meant}");
    let finding = Finding::new(&AMBIGUOUS, other, message).about(node.address());
    let finding = Finding { file: node.file().map(str::to_owned), line: node.line(), ..finding };
    finding.suggest(format!("write {} for this one", quoted(&node.address())))
}
