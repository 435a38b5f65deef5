//! Layout of a page: wraps its sections and rows into lines of a given width, in two columns where they fit, and
//! answers which row is above, below, beside or under the mouse.

use super::content::{Page, PageBlock, Section};
use crate::text::grouped;
use crate::tui::symbols::Symbols;
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine};
use std::ops::Range;

/// Minimum width for two columns; reached on a terminal of 80 columns.
const SIDE_BY_SIDE: usize = 76;
/// Below this width, continuation lines are indented less.
const NARROW: usize = 48;
/// Columns between the two sides.
const GAP: usize = 3;
/// Columns in front of each row for the cursor and a mark.
pub(super) const GUTTER: usize = 3;

/// A column of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    /// The left column, or the only one.
    Left,
    Right,
}

/// A piece of a line: a heading, or a line of a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) row: Option<usize>,
    /// Whether it is the row's first line.
    pub(super) is_first: bool,
    pub(super) words: TextLine,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PageLine {
    /// The piece in the left column, or in the only one.
    pub(super) left: Piece,
    pub(super) right: Piece,
    /// Whether there are two columns.
    pub(super) is_split: bool,
}

/// The position of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RowPosition {
    part: usize,
    side: Side,
    /// Its lines, including those of the heading directly above it.
    with_heading: Range<usize>,
    first: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PageLayout {
    pub(super) lines: Vec<PageLine>,
    /// The width it was laid out for.
    pub(super) columns: usize,
    rows: Vec<RowPosition>,
}

/// The width of the left side and the offset of the right one; `None` if there is only one column.
pub(super) fn split(columns: usize) -> Option<(usize, usize)> {
    let left = (columns.checked_sub(GAP)?) / 2;
    (columns >= SIDE_BY_SIDE).then_some((left, left + GAP))
}

impl PageLayout {
    /// Lays a page out in the given width.
    pub(super) fn new(page: &Page, columns: usize, symbols: &Symbols) -> Self {
        let mut layout = Self { columns, ..Self::default() };
        for (part, content) in page.parts.iter().enumerate() {
            match (content, split(columns)) {
                (PageBlock::Whole(sections), _) => layout.stack(part, Side::Left, sections, columns, symbols),
                (PageBlock::Beside(left, right), None) => {
                    layout.stack(part, Side::Left, left, columns, symbols);
                    layout.stack(part, Side::Left, right, columns, symbols);
                }
                (PageBlock::Beside(left, right), Some((width, at))) => {
                    let start = layout.lines.len();
                    layout.stack(part, Side::Left, left, width, symbols);
                    let mut beside = Self { rows: std::mem::take(&mut layout.rows), ..Self::default() };
                    // Both sides start on the same line.
                    beside.lines.resize(start, PageLine::default());
                    beside.stack(part, Side::Right, right, columns - at, symbols);
                    layout.rows = std::mem::take(&mut beside.rows);
                    let longest = layout.lines.len().max(beside.lines.len());
                    layout.lines.resize(longest, PageLine::default());
                    for (line, beside) in layout.lines.iter_mut().zip(beside.lines).skip(start) {
                        line.right = beside.left;
                    }
                    layout.lines[start..].iter_mut().for_each(|line| line.is_split = true);
                }
            }
        }
        layout
    }

    /// Stacks sections vertically.
    fn stack(&mut self, part: usize, side: Side, sections: &[Section], width: usize, symbols: &Symbols) {
        for section in sections {
            let top = self.lines.len();
            if top > 0 {
                self.lines.push(PageLine::default());
            }
            if !section.heading.is_empty() {
                self.wrap(&heading(section), "", width, None, symbols);
            }
            if section.rows.is_empty() && !section.if_none.is_empty() {
                let none = [(Role::Text, "   ".to_owned()), (Role::Dim, section.if_none.to_owned())];
                self.wrap(&none, "   ", width, None, symbols);
            }
            for (at, row) in section.rows.iter().enumerate() {
                let number = self.rows.len();
                let first = self.lines.len();
                let indent = " ".repeat(usize::from(row.indent) * 2);
                let mut words = vec![(Role::Text, indent.clone())];
                words.extend(row.words.iter().cloned());
                let hang = format!("{indent}{}", if width < NARROW { "  " } else { "    " });
                self.wrap(&words, &hang, width.saturating_sub(GUTTER), Some(number), symbols);
                self.put_aside(&row.aside, width.saturating_sub(GUTTER), symbols);
                let with_heading = if at == 0 { top } else { first }..self.lines.len();
                self.rows.push(RowPosition { part, side, with_heading, first });
            }
        }
    }

    fn wrap(&mut self, words: &[(Role, String)], hang: &str, width: usize, row: Option<usize>, symbols: &Symbols) {
        let lines = words::wrapped(words, hang, width, symbols);
        // Even without room for a single character, the cursor needs a line.
        let lines = if lines.is_empty() { vec![Vec::new()] } else { lines };
        for (at, words) in lines.into_iter().enumerate() {
            let left = Piece { row, is_first: at == 0, words };
            self.lines.push(PageLine { left, ..PageLine::default() });
        }
    }

    /// Right-aligns text on the last line, if it fits.
    fn put_aside(&mut self, aside: &str, width: usize, symbols: &Symbols) {
        let Some(line) = self.lines.last_mut().filter(|_| !aside.is_empty()) else { return };
        let aside = words::shown(aside, symbols);
        let taken = words::line_width(&line.left.words);
        if let Some(blanks) = width.checked_sub(taken + words::width(&aside)).filter(|blanks| *blanks > 1) {
            line.left.words.extend([(None, " ".repeat(blanks)), (Some(Role::Dim), aside)]);
        }
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The row above or below, staying in the same column of a part.
    pub(super) fn next(&self, row: usize, is_down: bool) -> Option<usize> {
        let here = self.rows.get(row)?;
        let strays = |place: &RowPosition| place.side != here.side;
        let others = self.rows.iter().enumerate();
        if is_down {
            let below = others.filter(|(_, place)| {
                place.part > here.part || (place.part == here.part && !strays(place) && place.first > here.first)
            });
            below.min_by_key(|(_, place)| (place.part, strays(place), place.first)).map(|(at, _)| at)
        } else {
            let above = others.filter(|(_, place)| {
                place.part < here.part || (place.part == here.part && !strays(place) && place.first < here.first)
            });
            above.max_by_key(|(_, place)| (place.part, !strays(place), place.first)).map(|(at, _)| at)
        }
    }

    /// The nearest row of the other column.
    pub(super) fn beside(&self, row: usize, wanted: Side) -> Option<usize> {
        let here = self.rows.get(row)?;
        let others = self.rows.iter().enumerate();
        let others = others.filter(|(_, place)| place.part == here.part && place.side == wanted && here.side != wanted);
        others.min_by_key(|(_, place)| place.first.abs_diff(here.first)).map(|(at, _)| at)
    }

    /// The row `lines` further down or up, or the last or first one.
    pub(super) fn far(&self, row: usize, lines: usize, is_down: bool) -> usize {
        let first = |row: usize| self.rows.get(row).map_or(0, |place| place.first);
        let mut at = row;
        while let Some(next) = self.next(at, is_down) {
            if at != row && first(next).abs_diff(first(row)) > lines {
                break;
            }
            at = next;
        }
        at
    }

    /// The scroll offset at which a row, and its heading if it fits, is among the `seen` visible lines.
    pub(super) fn follow(&self, row: usize, offset: usize, seen: usize) -> usize {
        let last = self.lines.len().saturating_sub(seen);
        let Some(place) = self.rows.get(row) else { return offset.min(last) };
        let top = if place.with_heading.len() <= seen { place.with_heading.start } else { place.first };
        let below = place.with_heading.end.saturating_sub(seen);
        // A row taller than the visible area is shown from its start.
        offset.max(below).min(top).min(last.max(below.min(top)))
    }

    /// The row and scroll offset after moving by `lines`, and whether the page only scrolled. It only scrolls while the
    /// next row is further away than the visible area, or if there is none, so no line is skipped.
    pub(super) fn step(
        &self,
        (row, offset): (usize, usize),
        lines: usize,
        seen: usize,
        is_down: bool,
    ) -> (usize, usize, bool) {
        let next = if lines > 1 { self.far(row, lines, is_down) } else { self.next(row, is_down).unwrap_or(row) };
        let to = self.follow(next, offset, seen);
        let first = self.rows.get(row).map_or(offset, |place| place.first);
        // If the selected row was scrolled out of view, moving towards it scrolls back first.
        let (is_away, passes_over) =
            if is_down { (first >= offset + seen, to > offset + seen) } else { (first < offset, to + seen < offset) };
        if next != row && !is_away && !passes_over {
            return (next, to, false);
        }
        let last = self.lines.len().saturating_sub(seen);
        (row, if is_down { (offset + lines).min(last) } else { offset.saturating_sub(lines) }, true)
    }

    /// The row at a line and column.
    pub(super) fn row_at(&self, line: usize, column: usize) -> Option<usize> {
        let line = self.lines.get(line)?;
        match split(self.columns).filter(|_| line.is_split) {
            Some((_, right)) if column >= right => line.right.row,
            Some((left, _)) if column >= left => None,
            _ => line.left.row,
        }
    }
}

/// A heading with its count, "N of M" where rows are left out.
fn heading(section: &Section) -> Vec<(Role, String)> {
    let (shown, total) = (section.rows.len(), section.total);
    let count = match total {
        0 => String::new(),
        _ if shown < total => format!(" ({} of {})", grouped(shown), grouped(total)),
        _ => format!(" ({})", grouped(total)),
    };
    let about = if section.about.is_empty() { String::new() } else { format!("  {}", section.about) };
    vec![(Role::Heading, section.heading.clone()), (Role::Dim, count + &about)]
}

#[cfg(test)]
mod tests;
