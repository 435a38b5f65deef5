//! A window onto a tree of any size, drawn by `tui-tree-widget`.
//!
//! The widget flattens everything it is given on every draw, so it is given only the rows that are seen, and above the
//! first of them as many nameless ones as it is deep; those are drawn outside of what is seen.

use crate::query::Fold;
use crate::tui::symbols::Symbols;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{StatefulWidget, Widget};
use tui_tree_widget::{Tree, TreeItem, TreeState};

/// A row that is seen.
#[derive(Debug, Clone)]
pub struct SeenRow<'a> {
    /// How far it is indented.
    pub depth: usize,
    /// Whether it is open.
    pub fold: Fold,
    /// What it says.
    pub line: Line<'a>,
}

/// The rows that are seen.
#[derive(Debug)]
pub struct FoldedRows<'a> {
    /// In order.
    pub rows: Vec<SeenRow<'a>>,
    /// Which of them is selected.
    pub selected: Option<usize>,
    /// How the selected one looks.
    pub highlight: Style,
    /// The signs.
    pub symbols: &'a Symbols,
}

/// Columns in front of a row at the margin: the cursor's sign and the sign for open or closed, each with a blank.
const SIGNS: usize = 4;

/// How many columns the words of a row have.
pub fn room(width: u16, depth: usize, deepest: usize) -> usize {
    let depth = depth.saturating_sub(shift(width, deepest));
    usize::from(width).saturating_sub(SIGNS + 2 * depth)
}

/// How many levels are not indented because there would be no room left for words.
fn shift(width: u16, deepest: usize) -> usize {
    deepest.saturating_sub(usize::from(width) / 4)
}

impl Widget for FoldedRows<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        let deepest = self.rows.iter().map(|row| row.depth).max().unwrap_or(0);
        let shift = shift(area.width, deepest);
        let above = self.rows.first().map_or(0, |row| row.depth.saturating_sub(shift));
        let mut state = TreeState::default();
        let rows = self.rows.into_iter().map(|row| with_sign(row, self.symbols)).collect();
        let items = Nesting { rows, at: 0, shift, state: &mut state, path: Vec::new(), selected: self.selected };
        let items = items.build(above);
        let Ok(tree) = Tree::new(&items) else { return };
        let cursor = format!("{} ", self.symbols.cursor);
        // The signs are part of the words: where levels are not indented any more, what is open has nothing below it here.
        let tree = tree
            .highlight_style(self.highlight)
            .highlight_symbol(&cursor)
            .node_open_symbol("")
            .node_closed_symbol("")
            .node_no_children_symbol("");
        let hidden = u16::try_from(above).unwrap_or(u16::MAX);
        let mut scratch = Buffer::empty(Rect::new(0, 0, area.width, area.height.saturating_add(hidden)));
        // Without a selected row the widget leaves no room for the cursor's sign.
        if state.selected().is_empty() {
            state.select(vec![usize::MAX]);
        }
        StatefulWidget::render(tree, scratch.area, &mut scratch, &mut state);
        for y in 0..area.height.min(scratch.area.height.saturating_sub(hidden)) {
            for x in 0..area.width {
                buf[(area.x + x, area.y + y)] = scratch[(x, hidden + y)].clone();
            }
        }
    }
}

/// The row with the sign for open or closed in front of its words.
fn with_sign<'a>(mut row: SeenRow<'a>, symbols: &Symbols) -> SeenRow<'a> {
    let sign = match row.fold {
        Fold::Leaf => " ",
        Fold::Closed => symbols.closed,
        Fold::Open => symbols.open,
    };
    row.line.spans.insert(0, Span::raw(format!("{sign} ")));
    row
}

struct Nesting<'a, 's> {
    rows: Vec<SeenRow<'a>>,
    at: usize,
    shift: usize,
    state: &'s mut TreeState<usize>,
    path: Vec<usize>,
    selected: Option<usize>,
}

impl<'a> Nesting<'a, '_> {
    /// All items, below as many nameless ones as the first row is deep.
    fn build(mut self, above: usize) -> Vec<TreeItem<'a, usize>> {
        for level in 0..above {
            self.path.push(usize::MAX - 1 - level);
            self.state.open(self.path.clone());
        }
        let mut items = self.level(above);
        for level in (0..above).rev() {
            let name = self.path.pop().unwrap_or(usize::MAX - 1 - level);
            let Ok(item) = TreeItem::new(name, "", items) else { return Vec::new() };
            items = vec![item];
            items.extend(self.level(level));
        }
        items
    }

    fn depth(&self) -> Option<usize> {
        self.rows.get(self.at).map(|row| row.depth.saturating_sub(self.shift))
    }

    /// The rows from here on that are as deep as this, each with what is below it.
    fn level(&mut self, depth: usize) -> Vec<TreeItem<'a, usize>> {
        let mut items = Vec::new();
        while self.depth().is_some_and(|found| found >= depth) {
            let at = self.at;
            let line = std::mem::take(&mut self.rows[at].line);
            self.at += 1;
            self.path.push(at);
            if self.selected == Some(at) {
                self.state.select(self.path.clone());
            }
            let children = self.level(depth + 1);
            self.state.open(self.path.clone());
            self.path.pop();
            items.extend(TreeItem::new(at, line, children));
        }
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::symbols::{ASCII, UNICODE};

    fn rows(spec: &[(usize, Fold, &'static str)]) -> Vec<SeenRow<'static>> {
        spec.iter().map(|(depth, fold, text)| SeenRow { depth: *depth, fold: *fold, line: Line::raw(*text) }).collect()
    }

    fn drawn(spec: &[(usize, Fold, &'static str)], selected: Option<usize>, width: u16) -> Vec<String> {
        let area = Rect::new(0, 0, width, spec.len() as u16);
        let mut buf = Buffer::empty(area);
        let rows = FoldedRows { rows: rows(spec), selected, highlight: Style::new(), symbols: &UNICODE };
        rows.render(area, &mut buf);
        let line = |y| (0..width).map(|x| buf[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..area.height).map(line).collect()
    }

    #[test]
    fn rows_are_indented_and_say_whether_they_are_open() {
        let spec = [(0, Fold::Open, "a"), (1, Fold::Closed, "b"), (1, Fold::Leaf, "c"), (0, Fold::Open, "d")];
        assert_eq!(drawn(&spec, Some(2), 20), ["  ▾ a", "    ▸ b", ">     c", "  ▾ d"]);
    }

    #[test]
    fn a_window_may_start_deep_inside_and_come_up_again() {
        let spec = [(2, Fold::Leaf, "a"), (1, Fold::Open, "b"), (2, Fold::Leaf, "c"), (0, Fold::Leaf, "d")];
        assert_eq!(drawn(&spec, None, 20), ["        a", "    ▾ b", "        c", "    d"]);
    }

    #[test]
    fn levels_that_are_not_indented_any_more_leave_no_line_empty() {
        let spec: Vec<_> = (0..12).map(|depth| (depth, Fold::Open, "x")).collect();
        let lines = drawn(&spec, None, 20);
        assert!(lines.iter().all(|line| line.trim_start() == "▾ x"), "{lines:?}");
    }

    #[test]
    fn what_is_very_deep_still_has_room_for_words() {
        let spec = [(40, Fold::Open, "deep"), (41, Fold::Leaf, "er")];
        assert!(drawn(&spec, None, 20).iter().all(|line| !line.trim().is_empty()));
        assert!(room(20, 41, 41) >= 4);
    }

    #[test]
    fn the_smallest_areas_do_no_harm() {
        for width in 0..6 {
            for height in 0..4 {
                let area = Rect::new(0, 0, width, height);
                let mut buf = Buffer::empty(area);
                let rows = rows(&[(3, Fold::Open, "a"), (0, Fold::Closed, "b")]);
                FoldedRows { rows, selected: Some(0), highlight: Style::new(), symbols: &ASCII }.render(area, &mut buf);
            }
        }
    }
}
