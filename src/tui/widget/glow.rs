//! What is lit in a picture besides the way to the root: what a change reaches, and what goes round in a circle.

use crate::graph::{EdgeIx, NodeIx};

/// Which nodes and edges are lit.
#[derive(Clone, Copy)]
pub struct Glow<'a> {
    /// What stands in front of a node that is lit.
    pub node: &'a dyn Fn(NodeIx) -> Option<Lit>,
    /// Whether an edge is lit.
    pub edge: &'a dyn Fn(EdgeIx) -> bool,
    /// Whether anything can be: if not, lines need not be looked at one by one.
    pub is_on: bool,
}

/// What stands in front of a node that is lit, so that no colour has to say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lit {
    /// One sign.
    pub sign: &'static str,
    /// What more there is to say, in a few letters.
    pub words: String,
}

impl Glow<'static> {
    /// Nothing is lit.
    pub const NONE: Self = Self { node: &|_| None, edge: &|_| false, is_on: false };
}

impl Glow<'_> {
    /// What stands in front of a title.
    pub(super) fn before_title(&self, node: NodeIx) -> String {
        (self.node)(node).map(|lit| format!("{}{} ", lit.sign, lit.words)).unwrap_or_default()
    }
}
