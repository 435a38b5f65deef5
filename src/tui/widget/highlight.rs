//! Highlights in a picture, besides the path to the root: nodes and edges affected by a change, and cycles.

use crate::graph::{EdgeIx, NodeIx};

/// Which nodes and edges are highlighted.
#[derive(Clone, Copy)]
pub struct Glow<'a> {
    /// Symbol and text of a highlighted node.
    pub node: &'a dyn Fn(NodeIx) -> Option<Lit>,
    /// Whether an edge is highlighted.
    pub edge: &'a dyn Fn(EdgeIx) -> bool,
    /// Whether anything can be highlighted; if not, lines need not be checked.
    pub is_on: bool,
}

/// Symbol and text in front of a highlighted node, so that it does not depend on colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lit {
    pub symbol: &'static str,
    /// A short text, such as a weight.
    pub words: String,
}

impl Glow<'static> {
    pub const NONE: Self = Self { node: &|_| None, edge: &|_| false, is_on: false };
}

impl Glow<'_> {
    /// The text in front of a title.
    pub(in crate::tui) fn before_title(&self, node: NodeIx) -> String {
        (self.node)(node).map(|lit| format!("{}{} ", lit.symbol, lit.words)).unwrap_or_default()
    }
}
