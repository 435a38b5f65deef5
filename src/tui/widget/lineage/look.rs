//! What belongs to looking at a lineage: the selected node and how far it is scrolled.
//!
//! A view that moves a line with every key sends the whole pane each time. It stays where it is until the selected node
//! would leave it, and then jumps by half a page.

use super::geometry::{Measure, body_height};
use crate::graph::NodeIx;
use crate::tui::layout::lineage::LineageLayout;
use ratatui::layout::Rect;

/// How a lineage is looked at in columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineageLook {
    /// The selected node.
    pub selected: NodeIx,
    /// The row at the top.
    pub row_offset: i32,
    /// The leftmost column.
    pub column_offset: usize,
}

impl LineageLook {
    /// With a node selected and in the middle.
    pub fn at(selected: NodeIx, layout: &LineageLayout, area: Rect) -> Self {
        let mut look = Self { selected, row_offset: 0, column_offset: 0 };
        if let Some(position) = layout.position(selected) {
            look.column_offset = columns_around(position.column, layout, area);
            look.row_offset = rows_around(position.row, layout, area);
        }
        look
    }

    /// Brings the selected node into view, and the column of the root if both fit.
    pub fn follow(&mut self, layout: &LineageLayout, area: Rect) {
        let Some(position) = layout.position(self.selected) else { return };
        let count = layout.columns().len();
        let shown = Measure::new(area.width, count).shown;
        let visible = self.column_offset..self.column_offset.saturating_add(shown);
        let root = layout.root_column();
        let root_fits = position.column.abs_diff(root) < shown;
        let is_kept = visible.contains(&position.column) && (visible.contains(&root) || !root_fits);
        if !is_kept || visible.end > count.max(shown) {
            self.column_offset = columns_around(position.column, layout, area);
        }

        let height = i32::from(body_height(area));
        let margin = i32::from(height >= 5);
        let top = self.row_offset.saturating_add(margin);
        let bottom = self.row_offset.saturating_add(height - margin);
        if !(top..bottom).contains(&position.row) || self.row_offset != kept_inside(self.row_offset, layout, area) {
            self.row_offset = rows_around(position.row, layout, area);
        }
    }
}

/// The leftmost column that shows a column and, if both fit, that of the root; the rest of the width is shared.
fn columns_around(column: usize, layout: &LineageLayout, area: Rect) -> usize {
    let count = layout.columns().len();
    let shown = Measure::new(area.width, count).shown;
    let root = layout.root_column();
    let other = if column.abs_diff(root) < shown { root } else { column };
    let (left, right) = (column.min(other), column.max(other));
    left.saturating_sub((shown.saturating_sub(right - left + 1)) / 2).min(count.saturating_sub(shown))
}

/// The top row that has a row in the middle, as far as there are rows to show.
fn rows_around(row: i32, layout: &LineageLayout, area: Rect) -> i32 {
    kept_inside(row.saturating_sub(i32::from(body_height(area)) / 2), layout, area)
}

/// The nearest top row that leaves no line empty above the first node or below the last, if there are enough.
fn kept_inside(top: i32, layout: &LineageLayout, area: Rect) -> i32 {
    let (first, last) = layout.row_bounds();
    let most = last.saturating_add(1).saturating_sub(i32::from(body_height(area)));
    top.min(most).max(first)
}

/// How a lineage is looked at as a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineageListLook {
    /// The selected node.
    pub selected: NodeIx,
    /// The row of the list at the top.
    pub offset: usize,
}

impl LineageListLook {
    /// With a node selected and in the middle.
    pub fn at(selected: NodeIx, layout: &LineageLayout, area: Rect) -> Self {
        let offset = layout.list_row_of(selected).map_or(0, |row| list_around(row, layout, area));
        Self { selected, offset }
    }

    /// Brings the selected node into view, with the row above it, which may be its header.
    pub fn follow(&mut self, layout: &LineageLayout, area: Rect) {
        let Some(row) = layout.list_row_of(self.selected) else { return };
        let height = usize::from(area.height);
        let margin = usize::from(height >= 5);
        let visible = self.offset.saturating_add(margin)..self.offset.saturating_add(height.saturating_sub(margin));
        let is_last = self.offset.saturating_add(height) == layout.list_len() && row >= self.offset;
        if !visible.contains(&row) && !is_last || self.offset > layout.list_len().saturating_sub(height) {
            self.offset = list_around(row, layout, area);
        }
    }
}

fn list_around(row: usize, layout: &LineageLayout, area: Rect) -> usize {
    let height = usize::from(area.height);
    row.saturating_sub(height / 2).min(layout.list_len().saturating_sub(height))
}
