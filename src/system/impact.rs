//! What systems add to the question `impact`.

use super::question::Parameter;
use crate::graph::Edge;

/// Options that a system adds to `impact`, which is then about one of its nodes.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImpactOptions {
    /// What the node is a part of, such as "an architecture model".
    pub of: &'static str,
    pub parameters: &'static [Parameter],
}

/// The part of a node that changes, such as a method.
pub struct ChangedPart<'a> {
    /// The kind of part, which is its key in JSON.
    pub key: &'static str,
    pub name: String,
    /// Whether an edge of the node concerns the part.
    pub concerns: Box<dyn Fn(Edge<'_>) -> bool + 'a>,
    /// What the direct dependents do with it, such as `consume charge`.
    pub about: String,
    /// The message if no edge concerns it.
    pub unknown: String,
}
