//! Text forms and findings for edges, shared by the checks.

use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Edge, Node};
use crate::text::{plain, quoted};

/// A finding about an edge, located where the edge is written.
pub fn at(rule: &'static Rule, edge: Edge<'_>, message: String) -> Finding {
    Finding::new(rule, edge.system().name(), message).about(edge.from().id()).in_file(edge.file()).at_line(edge.line())
}

/// An edge as a subject of a finding.
pub fn subject(edge: Edge<'_>) -> Subject {
    Subject::edge(edge.from().address(), edge.relation(), edge.to().address()).at_line(edge.line())
}

/// An edge in a message.
pub fn shown(edge: Edge<'_>) -> String {
    format!("{} {} {}", called(edge.from()), plain(edge.relation()), called(edge.to()))
}

/// A node in a message; a missing one as edges name it.
pub fn called(node: Node<'_>) -> String {
    if node.is_missing() { quoted(&node.address()) } else { quoted(node.id()) }
}
