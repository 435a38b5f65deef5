//! A page in lines: where its rows stand in so many columns, and which row is next to which.

use crate::text::grouped;
use crate::tui::job::{Page, PageBlock, Section};
use crate::tui::symbols::Symbols;
use crate::tui::theme::Role;
use crate::tui::words;
use std::ops::Range;

/// Parts stand side by side from here on: on a terminal of 80 columns they do.
const SIDE_BY_SIDE: usize = 76;
/// In fewer columns the lines of a row stand less far in.
const NARROW: usize = 48;
/// So many columns between them.
const GAP: usize = 3;
/// In front of each row there is room for the cursor and for a mark.
pub const GUTTER: usize = 3;

/// Which column of a part something stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The only one, or the left one.
    Left,
    /// The right one.
    Right,
}

/// A piece of a line: a heading, or a line of a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Piece {
    /// The row it belongs to.
    pub row: Option<usize>,
    /// Whether it is the row's first line.
    pub is_first: bool,
    /// Its words; those without a role are blanks.
    pub words: Vec<(Option<Role>, String)>,
}

/// A line of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageLine {
    /// What stands in the only column, or in the left one.
    pub left: Piece,
    /// What stands in the right one.
    pub right: Piece,
    /// Whether there are two.
    pub is_split: bool,
}

/// Where a row stands.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RowPosition {
    part: usize,
    side: Side,
    /// Its lines, and those of the heading right above it.
    with_heading: Range<usize>,
    first: usize,
}

/// A page in lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageLayout {
    /// Its lines.
    pub lines: Vec<PageLine>,
    /// So many columns it was made for.
    pub columns: usize,
    rows: Vec<RowPosition>,
}

/// The columns of the left side, where there are two, and at which column the right one starts.
pub fn split(columns: usize) -> Option<(usize, usize)> {
    let left = (columns.checked_sub(GAP)?) / 2;
    (columns >= SIDE_BY_SIDE).then_some((left, left + GAP))
}

impl PageLayout {
    /// The lines of a page in so many columns.
    pub fn new(page: &Page, columns: usize, symbols: &Symbols) -> Self {
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
                    // The right side has the same lines as the left one.
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

    /// Puts sections one below the other.
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
        // Where there is no room for a single letter, there still is a line for the cursor.
        let lines = if lines.is_empty() { vec![Vec::new()] } else { lines };
        for (at, words) in lines.into_iter().enumerate() {
            let left = Piece { row, is_first: at == 0, words };
            self.lines.push(PageLine { left, ..PageLine::default() });
        }
    }

    /// Puts words at the right end of the last line, if there is room.
    fn put_aside(&mut self, aside: &str, width: usize, symbols: &Symbols) {
        let Some(line) = self.lines.last_mut().filter(|_| !aside.is_empty()) else { return };
        let aside = words::shown(aside, symbols);
        let taken: usize = line.left.words.iter().map(|(_, words)| words::width(words)).sum();
        if let Some(blanks) = width.checked_sub(taken + words::width(&aside)).filter(|blanks| *blanks > 1) {
            line.left.words.extend([(None, " ".repeat(blanks)), (Some(Role::Dim), aside)]);
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The row above or below, in the same column as long as there is one.
    pub fn next(&self, row: usize, is_down: bool) -> Option<usize> {
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

    /// The row beside: the nearest one of the other column.
    pub fn beside(&self, row: usize, wanted: Side) -> Option<usize> {
        let here = self.rows.get(row)?;
        let others = self.rows.iter().enumerate();
        let others = others.filter(|(_, place)| place.part == here.part && place.side == wanted && here.side != wanted);
        others.min_by_key(|(_, place)| place.first.abs_diff(here.first)).map(|(at, _)| at)
    }

    /// The row so many lines below or above; the last or first one if there are not so many.
    pub fn far(&self, row: usize, lines: usize, is_down: bool) -> usize {
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

    /// The first line to be seen of `seen` ones, so that a row is among them, with the heading above it if that has room.
    pub fn follow(&self, row: usize, offset: usize, seen: usize) -> usize {
        let last = self.lines.len().saturating_sub(seen);
        let Some(place) = self.rows.get(row) else { return offset.min(last) };
        let top = if place.with_heading.len() <= seen { place.with_heading.start } else { place.first };
        let below = place.with_heading.end.saturating_sub(seen);
        // A row that is longer than what is seen is seen from its start.
        offset.max(below).min(top).min(last.max(below.min(top)))
    }

    /// The row and the first line to be seen after a step of so many lines from such ones, and whether only the lines moved.
    /// They do as long as the next row is farther away than what is seen, or there is none: so nothing is passed over.
    pub fn step(
        &self,
        (row, offset): (usize, usize),
        lines: usize,
        seen: usize,
        is_down: bool,
    ) -> (usize, usize, bool) {
        let next = if lines > 1 { self.far(row, lines, is_down) } else { self.next(row, is_down).unwrap_or(row) };
        let to = self.follow(next, offset, seen);
        let first = self.rows.get(row).map_or(offset, |place| place.first);
        // Whoever has read on beyond the selected row reads back to it first.
        let (is_away, passes_over) =
            if is_down { (first >= offset + seen, to > offset + seen) } else { (first < offset, to + seen < offset) };
        if next != row && !is_away && !passes_over {
            return (next, to, false);
        }
        let last = self.lines.len().saturating_sub(seen);
        (row, if is_down { (offset + lines).min(last) } else { offset.saturating_sub(lines) }, true)
    }

    /// The row at a line and column.
    pub fn row_at(&self, line: usize, column: usize) -> Option<usize> {
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
    vec![(Role::Heading, section.heading.clone()), (Role::Dim, count)]
}

#[cfg(test)]
mod tests;
