//! How checks speak about an edge.

use crate::finding::{Finding, Rule};
use crate::graph::Edge;
use crate::text::{plain, quoted};

/// A finding about an edge, at the place where it is written.
pub(super) fn at(rule: &'static Rule, edge: Edge<'_>, message: String) -> Finding {
    Finding::new(rule, edge.system().name(), message).about(edge.from().id()).in_file(edge.file()).at_line(edge.line())
}

/// An edge inside a sentence.
pub(super) fn shown(edge: Edge<'_>) -> String {
    format!("{} {} {}", quoted(edge.from().id()), plain(edge.relation()), quoted(edge.to().id()))
}
