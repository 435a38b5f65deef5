//! The sentence of an edge as a row.

use super::PageRow;
use crate::graph::Edge;
use crate::graph::relation::Spelling;
use crate::query::reading;
use crate::tui::theme::Role;

/// The sentence of an edge, as a row based on it.
pub(super) fn step(edge: Edge<'_>) -> PageRow {
    // An inverse synonym is read from its other end.
    let turned = edge.meaning().is_some_and(|meaning| meaning.spelling == Spelling::Inverse);
    let (from, to) = if turned { (edge.to(), edge.from()) } else { (edge.from(), edge.to()) };
    let verb = reading(edge, from.ix());
    let row = PageRow::default().naming(from).and(Role::Relation, format!(" {verb} ")).naming(to);
    row.by(edge.ix())
}
