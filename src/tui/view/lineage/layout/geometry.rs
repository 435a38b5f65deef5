//! Screen geometry of a lineage in columns: how many fit, how wide they are, and the mapping between cells and
//! positions.

use super::{LineageLayout, LineageLook, Position};
use ratatui::layout::Rect;
use std::ops::Range;

/// Minimum and maximum width of a column of nodes.
const COLUMN: (u16, u16) = (16, 36);
/// Minimum and maximum width of the gap between two columns.
const GAP: (u16, u16) = (6, 14);
/// Width of a gap with room for a short relation.
const GAP_WITH_VERB: u16 = 11;
/// Comfortable widths of column and gap; below these, no further column is shown.
const COMFORTABLE: (u16, u16) = (20, 8);
/// Number of columns (causes, root, effects) that may be narrower than comfortable.
const ENOUGH: u16 = 3;

/// The division of an area's width among columns and gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::view::lineage) struct Measure {
    /// Number of columns shown.
    pub shown: usize,
    /// Width of each column.
    pub column: u16,
    /// Width of each gap.
    pub gap: u16,
}

impl Measure {
    /// Divides `width` among at most `columns` columns.
    pub(crate) fn new(width: u16, columns: usize) -> Self {
        let fitting = |(column, gap): (u16, u16)| width.saturating_add(gap) / (column + gap);
        let shown = fitting(COMFORTABLE).max(fitting((COLUMN.0, GAP.0)).min(ENOUGH)).max(1);
        let shown = shown.min(u16::try_from(columns).unwrap_or(u16::MAX)).max(1);
        let gaps = shown - 1;
        let mut measure = Self { shown: usize::from(shown), column: COLUMN.0.min(width), gap: GAP.0 };
        let mut spare = width.saturating_sub(shown * measure.column + gaps * measure.gap);
        for most in [GAP_WITH_VERB, GAP.1] {
            if let Some(each) = spare.checked_div(gaps) {
                let each = each.min(most - measure.gap);
                measure.gap += each;
                spare -= each * gaps;
            }
            let each = (spare / shown).min(COLUMN.1.saturating_sub(measure.column));
            measure.column += each;
            spare -= each * shown;
        }
        measure
    }
}

/// The visible part of a lineage and its position on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui::view::lineage) struct Geometry {
    pub area: Rect,
    pub measure: Measure,
    pub columns: Range<usize>,
    pub rows: Range<i32>,
}

impl Geometry {
    pub(crate) fn new(area: Rect, layout: &LineageLayout, look: &LineageLook) -> Self {
        let count = layout.columns().len();
        let measure = Measure::new(area.width, count);
        let first = look.column_offset.min(count.saturating_sub(measure.shown));
        let columns = first..(first + measure.shown).min(count);
        let height = i32::from(body_height(area));
        Self { area, measure, columns, rows: look.row_offset..look.row_offset.saturating_add(height) }
    }

    pub(crate) fn body_top(&self) -> u16 {
        self.area.y.saturating_add(1)
    }

    /// Number of lines below the header.
    pub(crate) fn body_height(&self) -> u16 {
        body_height(self.area)
    }

    /// The x coordinate of a column.
    pub(crate) fn x_of(&self, column: usize) -> u16 {
        let before = u16::try_from(column.saturating_sub(self.columns.start)).unwrap_or(u16::MAX);
        let pitch = self.measure.column.saturating_add(self.measure.gap);
        self.area.x.saturating_add(before.saturating_mul(pitch))
    }

    /// The line of a row, relative to the first line below the header.
    pub(crate) fn line_of(&self, row: i32) -> Option<u16> {
        let line = row.checked_sub(self.rows.start)?;
        u16::try_from(line).ok().filter(|line| *line < self.body_height())
    }

    /// The position under a cell, if it is within a column.
    pub(crate) fn position_at(&self, x: u16, y: u16) -> Option<Position> {
        if !self.area.contains((x, y).into()) {
            return None;
        }
        let line = y.checked_sub(self.body_top())?;
        let (across, pitch) = (x - self.area.x, self.measure.column.saturating_add(self.measure.gap).max(1));
        let column = self.columns.start + usize::from(across / pitch);
        let inside = across % pitch < self.measure.column && self.columns.contains(&column);
        inside.then(|| Position { column, row: self.rows.start.saturating_add(i32::from(line)) })
    }
}

/// Number of lines of an area below the header.
pub(super) fn body_height(area: Rect) -> u16 {
    area.height.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_gaps_keep_their_bounds_and_fit() {
        for width in 16..400 {
            for columns in 1..12 {
                let Measure { shown, column, gap } = Measure::new(width, columns);
                assert!((COLUMN.0..=COLUMN.1).contains(&column), "{width} {columns}");
                assert!((GAP.0..=GAP.1).contains(&gap), "{width} {columns}");
                let taken = shown * usize::from(column) + (shown - 1) * usize::from(gap);
                assert!(taken <= usize::from(width), "{width} {columns}");
            }
        }
    }

    #[test]
    fn causes_root_and_effects_fit_side_by_side_from_sixty_columns_on() {
        assert_eq!(Measure::new(60, 9).shown, 3);
        assert_eq!(Measure::new(80, 9), Measure { shown: 3, column: 19, gap: 11 });
        assert_eq!(Measure::new(200, 9).shown, 7);
        assert_eq!(Measure::new(200, 2), Measure { shown: 2, column: 36, gap: 14 });
    }
}
