//! Nodes as words: ids, names, titles, facts.

use super::line::{Give, Line, Role};
use crate::graph::Node;
use std::borrow::Cow;

/// A node's id. A missing node is marked with a word, not only dimmed.
pub fn id(node: Node<'_>) -> Line {
    let id = if node.is_missing() {
        Line::of(Role::Missing, &node.address()).with(Role::Bad, " (missing)")
    } else {
        Line::of(if node.is_dimmed() { Role::Dim } else { Role::Id }, &node.address())
    };
    id.giving(Give::Rest(12))
}

/// The display name of a node: the title of a unit with a generated id, otherwise the id.
pub fn name(node: Node<'_>) -> Line {
    if is_numbered(node) { Line::of(Role::Id, node.title()).giving(Give::Rest(12)) } else { id(node) }
}

/// Like [`name`], as a string.
pub fn called(node: Node<'_>) -> Cow<'_, str> {
    if is_numbered(node) { node.title().into() } else { node.address() }
}

/// The secondary name of a node: the generated id of a unit, otherwise the title.
pub fn other_name(node: Node<'_>) -> Line {
    if is_numbered(node) { Line::of(Role::Dim, node.id()).giving(Give::All) } else { title(node) }
}

/// The generated id of a unit, for use in commands; empty for nodes that are shown by id.
pub fn number_of(node: Node<'_>) -> Line {
    if is_numbered(node) { other_name(node) } else { Line::new() }
}

fn is_numbered(node: Node<'_>) -> bool {
    node.spec().is_number.is_some_and(|is_number| is_number(node.id())) && node.title() != node.id()
}

/// The title of a node; empty if it equals the id.
pub fn title(node: Node<'_>) -> Line {
    let title = if node.title() == node.id() { Line::new() } else { Line::new().plain(node.title()) };
    title.giving(Give::End(16))
}

/// `task · done · infra`.
pub fn facts(node: Node<'_>) -> Line {
    let known = [node.kind(), node.status(), node.domain(), node.layer(), node.sub_layer()];
    let facts: Vec<_> = known.into_iter().flatten().collect();
    Line::of(Role::Dim, &facts.join(" · ")).giving(Give::All)
}
