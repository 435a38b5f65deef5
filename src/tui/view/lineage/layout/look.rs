//! The viewport of a lineage: selected node and scroll position.
//!
//! A viewport that scrolls by one line per key resends the whole pane each time. Here it stays until the selected node
//! would leave it, and then jumps by half a page.

use super::geometry::{Geometry, Measure, body_height};
use super::{LineageLayout, ListRow};
use crate::graph::NodeIx;
use ratatui::layout::Rect;

/// The viewport of a lineage in columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::view::lineage) struct LineageLook {
    pub selected: NodeIx,
    pub row_offset: i32,
    pub column_offset: usize,
}

impl LineageLook {
    /// A viewport with a node selected and centred.
    pub(crate) fn at(selected: NodeIx, layout: &LineageLayout, area: Rect) -> Self {
        let mut look = Self { selected, row_offset: 0, column_offset: 0 };
        if let Some(position) = layout.position(selected) {
            look.column_offset = columns_around(position.column, layout, area);
            look.row_offset = rows_around(position.row, layout, area);
        }
        look
    }

    /// Scrolls the selected node into view, and the column of the root if both fit.
    pub(crate) fn follow(&mut self, layout: &LineageLayout, area: Rect) {
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

    /// The node at a cell of the screen.
    pub(crate) fn node_at(&self, layout: &LineageLayout, area: Rect, x: u16, y: u16) -> Option<NodeIx> {
        layout.node_at(Geometry::new(area, layout, self).position_at(x, y)?)
    }
}

/// The column offset that shows a column and, if both fit, that of the root, centred.
fn columns_around(column: usize, layout: &LineageLayout, area: Rect) -> usize {
    let count = layout.columns().len();
    let shown = Measure::new(area.width, count).shown;
    let root = layout.root_column();
    let other = if column.abs_diff(root) < shown { root } else { column };
    let (left, right) = (column.min(other), column.max(other));
    left.saturating_sub((shown.saturating_sub(right - left + 1)) / 2).min(count.saturating_sub(shown))
}

/// The row offset that centres a row, within bounds.
fn rows_around(row: i32, layout: &LineageLayout, area: Rect) -> i32 {
    kept_inside(row.saturating_sub(i32::from(body_height(area)) / 2), layout, area)
}

/// Clamps the row offset so that no line is empty above the first node or below the last one.
fn kept_inside(top: i32, layout: &LineageLayout, area: Rect) -> i32 {
    let (first, last) = layout.row_bounds();
    let most = last.saturating_add(1).saturating_sub(i32::from(body_height(area)));
    top.min(most).max(first)
}

/// The viewport of a lineage as a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::view::lineage) struct LineageListLook {
    pub selected: NodeIx,
    pub offset: usize,
}

impl LineageListLook {
    /// A viewport with a node selected and centred.
    pub(crate) fn at(selected: NodeIx, layout: &LineageLayout, area: Rect) -> Self {
        let offset = layout.list_row_of(selected).map_or(0, |row| list_around(row, layout, area));
        Self { selected, offset }
    }

    /// Scrolls the selected node into view, with the row above it, which may be its header.
    pub(crate) fn follow(&mut self, layout: &LineageLayout, area: Rect) {
        let Some(row) = layout.list_row_of(self.selected) else { return };
        let height = usize::from(area.height);
        let margin = usize::from(height >= 5);
        let visible = self.offset.saturating_add(margin)..self.offset.saturating_add(height.saturating_sub(margin));
        let is_last = self.offset.saturating_add(height) == layout.list_len() && row >= self.offset;
        if !visible.contains(&row) && !is_last || self.offset > layout.list_len().saturating_sub(height) {
            self.offset = list_around(row, layout, area);
        }
    }

    /// The node at a cell of the screen.
    pub(crate) fn node_at(&self, layout: &LineageLayout, area: Rect, x: u16, y: u16) -> Option<NodeIx> {
        if !area.contains((x, y).into()) {
            return None;
        }
        match layout.list_row(self.offset.checked_add(usize::from(y - area.y))?)? {
            ListRow::Node(node) => Some(node),
            ListRow::Header(_) => None,
        }
    }
}

fn list_around(row: usize, layout: &LineageLayout, area: Rect) -> usize {
    let height = usize::from(area.height);
    row.saturating_sub(height / 2).min(layout.list_len().saturating_sub(height))
}
