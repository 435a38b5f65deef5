//! Draws the tree view with its search line.

use super::TREE;
use super::rows::{TreeItem, TreeRow};
use super::state::{pane, row_is_selected};
use crate::query::Matcher;
use crate::text::grouped;
use crate::tui::draw::names::marked;
use crate::tui::draw::pen::Pen;
use crate::tui::kind_symbol::kind_symbol;
use crate::tui::pane_layout;
use crate::tui::theme::Role;
use crate::tui::widget::folded_rows::{FoldedRows, SeenRow, room};
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let pane = pane(state);
    let found = pane.shown.found.map(|found| format!("{} found", grouped(found))).unwrap_or_default();
    pen.frame(area, TREE, "Tree", &found);
    let typing = state.typing && state.focused() == TREE && state.overlay.is_none();
    if let Some(line) = pane_layout::prompt_of(TREE, area) {
        pen.prompt(line, "/", &pane.prompt, typing, "search the tree");
    }
    let rows = pane_layout::rows_of(TREE, area);
    if pane.shown.rows.is_empty() {
        let words = match (&pane.tree, pane.prompt.is_empty()) {
            (None, _) => "Loading",
            (Some(_), true) => "No nodes",
            (Some(_), false) => "No matches",
        };
        pen.empty(rows, words);
        return;
    }
    let seen = pane.shown.rows.iter().skip(pane.rows.offset).take(usize::from(rows.height));
    let deepest = seen.clone().map(|row| row.depth).max().unwrap_or(0);
    let typed: Vec<String> = pane.prompt.text().split_whitespace().map(str::to_owned).collect();
    let matcher = (!typed.is_empty()).then(|| Matcher::new(&typed));
    let seen: Vec<_> = seen
        .map(|row| {
            let line = line(pen, row, room(rows.width, row.depth, deepest), matcher.as_ref());
            SeenRow { depth: row.depth, fold: row.fold, line }
        })
        .collect();
    let selected = pane.rows.cursor.checked_sub(pane.rows.offset).filter(|at| *at < seen.len());
    let selected = selected.filter(|_| row_is_selected(state));
    let highlight = pen.style(pen.selection(TREE));
    FoldedRows { rows: seen, selected, highlight, symbols: pen.symbols }.render(rows, pen.buf);
}

fn line(pen: &Pen<'_>, row: &TreeRow, room: usize, matcher: Option<&Matcher>) -> Line<'static> {
    let state = pen.state;
    let entry = match row.item {
        TreeItem::Entry(at) => pane(state).tree.as_ref().and_then(|tree| tree.entries.get(at)),
        TreeItem::More(shown, total) => {
            let words = format!("{} of {}: enter shows more", grouped(shown), grouped(total));
            return Line::from(pen.span(Role::Key, &words, room));
        }
    };
    let Some(entry) = entry else { return Line::default() };
    let node = entry.node.map(|node| state.session.graph.node(node));
    let mut spans = Vec::new();
    let mut left = room;
    let mut push = |spans: &mut Vec<Span<'static>>, parts: Vec<Span<'static>>| {
        left = left.saturating_sub(parts.iter().map(|part| words::width(&part.content)).sum());
        spans.extend(parts);
        left
    };
    if let Some(node) = node {
        let mark = if state.session.marks.nodes.contains(&node.ix()) { pen.symbols.mark } else { "" };
        push(&mut spans, vec![pen.whole(Role::Kind, &format!("{mark}{} ", kind_symbol(node, pen.symbols)))]);
        if state.session.is_drifted(node.ix()) {
            push(&mut spans, vec![pen.whole(Role::Warning, pen.symbols.drifted), Span::raw(" ")]);
        }
    }
    let role = if node.is_some() { Role::Id } else { Role::Strong };
    let left = push(&mut spans, marked(pen, &entry.label, role, room.saturating_sub(2), matcher));
    let below = entry.nodes - usize::from(entry.node.is_some());
    if below > 0 {
        spans.push(pen.span(Role::Dim, &format!(" ({})", grouped(below)), left));
    } else if let Some(node) = node.filter(|node| node.title() != node.id() && left > 10) {
        spans.push(Span::raw("  "));
        spans.extend(marked(pen, node.title(), Role::Dim, left - 2, matcher));
    }
    Line::from(spans)
}
