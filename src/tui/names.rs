//! Names of nodes as shown in rows.

use super::theme::Role;
use crate::graph::Node;

/// Primary name and secondary text of a node. A unit is shown by its title, since its id is only a number.
pub fn names(node: Node<'_>) -> (&str, &str) {
    let title = if node.title() == node.id() { "" } else { node.title() };
    let by_number = node.spec().is_number.is_some_and(|is_number| is_number(node.id()));
    if by_number && !title.is_empty() { (title, "") } else { (node.id(), title) }
}

/// The style of a node's name.
pub fn role(node: Node<'_>) -> Role {
    if node.is_dimmed() { Role::Missing } else { Role::Id }
}
