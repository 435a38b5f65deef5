//! The one-column symbol for a node's kind.

use super::symbols::Symbols;
use super::words;
use crate::graph::Node;

/// The first letter of a node's kind, one column wide; `?` for a missing node.
pub fn kind_symbol(node: Node<'_>, symbols: &Symbols) -> String {
    if node.is_missing() {
        return "?".to_owned();
    }
    let first = node.kind().and_then(|kind| kind.chars().find(|c| c.is_alphanumeric()));
    let letter = first.map(|c| words::shown(&c.to_uppercase().to_string(), symbols)).unwrap_or_default();
    if words::width(&letter) == 1 { letter } else { symbols.node.to_owned() }
}
