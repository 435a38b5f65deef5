//! A window onto a tree of any size, drawn by `tui-tree-widget`.
//!
//! That widget flattens all its items on every draw, so it gets only the visible rows, nested below as many placeholder
//! ancestors as the first row is deep; the placeholders are drawn into a scratch buffer and cut off.

use crate::query::Fold;
use crate::tui::symbols::Symbols;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{StatefulWidget, Widget};
use tui_tree_widget::{Tree, TreeItem, TreeState};

/// A visible row.
#[derive(Debug, Clone)]
pub struct SeenRow<'a> {
    pub depth: usize,
    pub fold: Fold,
    pub line: Line<'a>,
}

/// The visible rows of a tree.
#[derive(Debug)]
pub struct FoldedRows<'a> {
    pub rows: Vec<SeenRow<'a>>,
    /// Index of the selected row.
    pub selected: Option<usize>,
    /// Style of the selected row.
    pub highlight: Style,
    pub symbols: &'a Symbols,
}

/// Columns in front of a top-level row: cursor and fold symbol, each with a blank.
const SYMBOLS: usize = 4;

/// Number of columns for the text of a row.
pub fn room(width: u16, depth: usize, deepest: usize) -> usize {
    let depth = depth.saturating_sub(shift(width, deepest));
    usize::from(width).saturating_sub(SYMBOLS + 2 * depth)
}

/// Number of levels that are not indented, so that there is room for text.
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
        let rows = self.rows.into_iter().map(|row| with_fold_symbol(row, self.symbols)).collect();
        let items = Nesting { rows, at: 0, shift, state: &mut state, path: Vec::new(), selected: self.selected };
        let items = items.build(above);
        let Ok(tree) = Tree::new(&items) else { return };
        let cursor = format!("{} ", self.symbols.cursor);
        // The fold symbols are part of the text: where levels are not indented any more, an open row has no children
        // here.
        let tree = tree
            .highlight_style(self.highlight)
            .highlight_symbol(&cursor)
            .node_open_symbol("")
            .node_closed_symbol("")
            .node_no_children_symbol("");
        let hidden = u16::try_from(above).unwrap_or(u16::MAX);
        let mut scratch = Buffer::empty(Rect::new(0, 0, area.width, area.height.saturating_add(hidden)));
        // Without a selected row the widget leaves no room for the cursor.
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

/// Prepends the fold symbol to a row.
fn with_fold_symbol<'a>(mut row: SeenRow<'a>, symbols: &Symbols) -> SeenRow<'a> {
    let symbol = match row.fold {
        Fold::Leaf => " ",
        Fold::Closed => symbols.closed,
        Fold::Open => symbols.open,
    };
    row.line.spans.insert(0, Span::raw(format!("{symbol} ")));
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
    /// All items, below as many placeholders as the first row is deep.
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

    /// The following rows at this depth or deeper, each with its children.
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
    fn rows_are_indented_and_have_fold_symbols() {
        let spec = [(0, Fold::Open, "a"), (1, Fold::Closed, "b"), (1, Fold::Leaf, "c"), (0, Fold::Open, "d")];
        assert_eq!(drawn(&spec, Some(2), 20), ["  ▾ a", "    ▸ b", ">     c", "  ▾ d"]);
    }

    #[test]
    fn a_window_may_start_at_a_deep_level() {
        let spec = [(2, Fold::Leaf, "a"), (1, Fold::Open, "b"), (2, Fold::Leaf, "c"), (0, Fold::Leaf, "d")];
        assert_eq!(drawn(&spec, None, 20), ["        a", "    ▾ b", "        c", "    d"]);
    }

    #[test]
    fn unindented_levels_leave_no_empty_line() {
        let spec: Vec<_> = (0..12).map(|depth| (depth, Fold::Open, "x")).collect();
        let lines = drawn(&spec, None, 20);
        assert!(lines.iter().all(|line| line.trim_start() == "▾ x"), "{lines:?}");
    }

    #[test]
    fn very_deep_rows_still_have_room_for_text() {
        let spec = [(40, Fold::Open, "deep"), (41, Fold::Leaf, "er")];
        assert!(drawn(&spec, None, 20).iter().all(|line| !line.trim().is_empty()));
        assert!(room(20, 41, 41) >= 4);
    }

    #[test]
    fn tiny_areas_are_drawn_without_a_panic() {
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
