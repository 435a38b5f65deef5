//! A grid of box-drawing lines: each cell has a bit mask of the directions in which lines leave it, which selects its
//! character.

use crate::tui::symbols::Symbols;
use crate::tui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use std::ops::Range;

const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;

/// The importance of a line. Where two meet, the higher one determines the style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) enum Tone {
    /// Implicit, or with low confidence.
    #[default]
    Dim,
    /// An ordinary relation.
    Relation,
    /// Affected by a change, or on a cycle.
    Lit,
    /// On the path from the selected node to the root.
    Path,
}

impl Tone {
    pub(super) fn role(self) -> Role {
        match self {
            Self::Dim => Role::Dim,
            Self::Relation => Role::Relation,
            Self::Lit => Role::Lit,
            Self::Path => Role::Path,
        }
    }
}

/// Content of a cell that replaces its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Over {
    #[default]
    Nothing,
    HeadLeft,
    HeadRight,
    /// Part of a relation, which is drawn separately.
    Verb,
}

#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    arms: u8,
    over: Over,
    tone: Tone,
}

/// A relation written over a line.
#[derive(Debug)]
struct Verb {
    x: u16,
    y: u16,
    text: String,
    tone: Tone,
}

/// The lines between two columns of nodes.
#[derive(Debug)]
pub(super) struct Grid {
    width: u16,
    height: u16,
    cells: Vec<Cell>,
    verbs: Vec<Verb>,
}

impl Grid {
    pub(super) fn new(width: u16, height: u16) -> Self {
        let cells = vec![Cell::default(); usize::from(width) * usize::from(height)];
        Self { width, height, cells, verbs: Vec::new() }
    }

    /// A line from a node at `from` to a trunk on its right.
    pub(super) fn join_left(&mut self, y: u16, from: u16, trunk: u16, tone: Tone) {
        for x in from..trunk {
            self.add(x, y, EAST | WEST, tone);
        }
        self.add(trunk, y, WEST, tone);
    }

    /// A line from a trunk to the node directly right of the grid.
    pub(super) fn join_right(&mut self, y: u16, trunk: u16, tone: Tone) {
        self.add(trunk, y, EAST, tone);
        for x in trunk.saturating_add(1)..self.width {
            self.add(x, y, EAST | WEST, tone);
        }
    }

    /// A vertical line, which may begin and end outside the grid.
    pub(super) fn vertical(&mut self, x: u16, top: i32, bottom: i32, tone: Tone) {
        if top >= bottom {
            return;
        }
        for line in top.max(0)..=bottom.min(i32::from(self.height) - 1) {
            let Ok(y) = u16::try_from(line) else { continue };
            let (up, down) = (if line > top { NORTH } else { 0 }, if line < bottom { SOUTH } else { 0 });
            self.add(x, y, up | down, tone);
        }
    }

    /// An arrow head that points at a node on the left.
    pub(super) fn head_left(&mut self, x: u16, y: u16, tone: Tone) {
        self.put_over(x, y, Over::HeadLeft, tone);
    }

    /// An arrow head that points at the node directly right of the grid.
    pub(super) fn head_right(&mut self, y: u16, tone: Tone) {
        self.put_over(self.width.saturating_sub(1), y, Over::HeadRight, tone);
    }

    /// Writes a relation over the longest plain part of a line, if it fits with a bit of line on both sides.
    pub(super) fn verb(&mut self, y: u16, within: Range<u16>, text: String, columns: usize, tone: Tone) {
        let Some(run) = self.longest_plain(y, within) else { return };
        let (room, Ok(columns)) = (run.end - run.start, u16::try_from(columns)) else { return };
        if columns == 0 || columns.saturating_add(2) > room {
            return;
        }
        let x = run.start + (room - columns) / 2;
        for at in x..x + columns {
            self.put_over(at, y, Over::Verb, tone);
        }
        self.verbs.push(Verb { x, y, text, tone });
    }

    /// Draws the grid with its top left corner at this position.
    pub(super) fn draw(&self, (left, top): (u16, u16), theme: &Theme, symbols: &Symbols, buf: &mut Buffer) {
        for y in 0..self.height {
            for x in 0..self.width {
                let Some(cell) = self.at(x, y).filter(|cell| cell.arms != 0) else { continue };
                let symbol = match cell.over {
                    Over::Nothing => line(cell.arms, symbols),
                    Over::HeadLeft => symbols.into,
                    Over::HeadRight => symbols.out,
                    Over::Verb => continue,
                };
                buf.set_string(left + x, top + y, symbol, theme.style(cell.tone.role()));
            }
        }
        for verb in &self.verbs {
            let room = usize::from(self.width.saturating_sub(verb.x));
            buf.set_stringn(left + verb.x, top + verb.y, &verb.text, room, theme.style(verb.tone.role()));
        }
    }

    fn index(&self, x: u16, y: u16) -> Option<usize> {
        (x < self.width && y < self.height).then(|| usize::from(y) * usize::from(self.width) + usize::from(x))
    }

    fn at(&self, x: u16, y: u16) -> Option<Cell> {
        self.cells.get(self.index(x, y)?).copied()
    }

    fn add(&mut self, x: u16, y: u16, arms: u8, tone: Tone) {
        if let Some(cell) = self.index(x, y).and_then(|at| self.cells.get_mut(at)) {
            cell.tone = if cell.arms == 0 { tone } else { cell.tone.max(tone) };
            cell.arms |= arms;
        }
    }

    fn put_over(&mut self, x: u16, y: u16, over: Over, tone: Tone) {
        if let Some(cell) = self.index(x, y).and_then(|at| self.cells.get_mut(at)) {
            cell.over = over;
            cell.tone = cell.tone.max(tone);
        }
    }

    /// The longest part of a line without crossings or other content; the first of several equally long ones.
    fn longest_plain(&self, y: u16, within: Range<u16>) -> Option<Range<u16>> {
        let is_plain =
            |x: u16| self.at(x, y).is_some_and(|cell| cell.arms == EAST | WEST && cell.over == Over::Nothing);
        let mut best: Option<Range<u16>> = None;
        let mut from = None;
        for x in within.start..=within.end {
            if x < within.end && is_plain(x) {
                from.get_or_insert(x);
            } else if let Some(start) = from.take()
                && best.as_ref().is_none_or(|best| best.end - best.start < x - start)
            {
                best = Some(start..x);
            }
        }
        best
    }
}

/// The box-drawing character for these directions.
fn line(arms: u8, symbols: &Symbols) -> &'static str {
    const VERTICAL: u8 = NORTH | SOUTH;
    const HORIZONTAL: u8 = EAST | WEST;
    let is_vertical = arms & HORIZONTAL == 0;
    let is_horizontal = arms & VERTICAL == 0;
    if symbols.is_ascii {
        return match (is_horizontal, is_vertical) {
            (true, _) => "-",
            (_, true) => "|",
            _ => "+",
        };
    }
    match arms {
        _ if is_horizontal => "─",
        _ if is_vertical => "│",
        a if a == SOUTH | EAST => "┌",
        a if a == SOUTH | WEST => "┐",
        a if a == NORTH | EAST => "└",
        a if a == NORTH | WEST => "┘",
        a if a == VERTICAL | EAST => "├",
        a if a == VERTICAL | WEST => "┤",
        a if a == HORIZONTAL | SOUTH => "┬",
        a if a == HORIZONTAL | NORTH => "┴",
        _ => "┼",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::symbols::{ASCII, UNICODE};
    use ratatui::layout::Rect;

    fn drawn(grid: &Grid, symbols: &Symbols) -> String {
        let mut buf = Buffer::empty(Rect::new(0, 0, grid.width, grid.height));
        grid.draw((0, 0), &Theme::plain(), symbols, &mut buf);
        let line = |y| (0..grid.width).map(|x| buf[(x, y)].symbol().to_owned()).collect::<String>();
        (0..grid.height).map(line).collect::<Vec<_>>().join("\n")
    }

    fn fork() -> Grid {
        let mut grid = Grid::new(6, 3);
        grid.join_left(1, 0, 2, Tone::Relation);
        grid.vertical(2, 0, 2, Tone::Relation);
        grid.join_right(0, 2, Tone::Relation);
        grid.join_right(2, 2, Tone::Relation);
        grid.head_right(0, Tone::Relation);
        grid.head_left(0, 1, Tone::Relation);
        grid
    }

    #[test]
    fn directions_select_the_character() {
        assert_eq!(drawn(&fork(), &UNICODE), "  ┌──→\n←─┤   \n  └───");
        assert_eq!(drawn(&fork(), &ASCII), "  +-->\n<-+   \n  +---");
    }

    #[test]
    fn lines_may_begin_and_end_outside_the_grid() {
        let mut grid = Grid::new(1, 2);
        grid.vertical(0, -5, 90, Tone::Dim);
        assert_eq!(drawn(&grid, &UNICODE), "│\n│");
    }

    #[test]
    fn a_relation_needs_line_on_both_sides() {
        let mut grid = Grid::new(8, 2);
        grid.join_right(0, 0, Tone::Relation);
        grid.join_right(1, 0, Tone::Relation);
        grid.verb(0, 0..8, "cites".to_owned(), 5, Tone::Relation);
        grid.verb(1, 0..8, "led-to".to_owned(), 6, Tone::Relation);
        assert_eq!(drawn(&grid, &UNICODE), "──cites─\n────────");
    }

    #[test]
    fn where_lines_meet_the_more_important_one_determines_the_style() {
        let mut grid = Grid::new(3, 3);
        grid.vertical(1, 0, 2, Tone::Path);
        grid.join_left(1, 0, 1, Tone::Dim);
        assert_eq!(grid.at(1, 1).map(|cell| cell.tone), Some(Tone::Path));
        assert_eq!(grid.at(0, 1).map(|cell| cell.tone), Some(Tone::Dim));
    }
}
