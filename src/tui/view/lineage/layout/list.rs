//! A lineage as a list, for narrow screens: the columns stacked vertically, each with a header.

use super::{Column, LineageLayout};
use crate::graph::NodeIx;

/// A row of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::view::lineage) enum ListRow<'a> {
    /// The header of the nodes at one distance.
    Header(&'a Column),
    Node(NodeIx),
}

impl LineageLayout {
    /// Number of rows: one header per distance, plus the nodes.
    pub(crate) fn list_len(&self) -> usize {
        self.columns.len() + self.nodes.len()
    }

    /// The row of a node.
    pub(crate) fn list_row_of(&self, node: NodeIx) -> Option<usize> {
        let place = self.place(node)?;
        Some(place as usize + self.column_of(place) + 1)
    }

    pub(crate) fn list_row(&self, row: usize) -> Option<ListRow<'_>> {
        // Binary search: column `c` begins after all nodes before it and `c` headers.
        let starts_after = |(at, column): (usize, &Column)| column.places.start as usize + at > row;
        let (mut from, mut to) = (0, self.columns.len());
        while from < to {
            let middle = from.midpoint(to);
            if starts_after((middle, self.columns.get(middle)?)) { to = middle } else { from = middle + 1 }
        }
        let at = from.checked_sub(1)?;
        let column = self.columns.get(at)?;
        match row - (column.places.start as usize + at) {
            0 => Some(ListRow::Header(column)),
            _ => self.nodes.get(row - at - 1).copied().map(ListRow::Node),
        }
    }

    /// The node `by` nodes further down (up if negative), clamped to the list. Headers do not count.
    pub(crate) fn list_moved(&self, node: NodeIx, by: i64) -> Option<NodeIx> {
        let last = i64::try_from(self.nodes.len()).ok()? - 1;
        let wanted = i64::from(self.place(node)?).saturating_add(by).clamp(0, last);
        self.nodes.get(usize::try_from(wanted).ok()?).copied()
    }
}
