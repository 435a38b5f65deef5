//! Draws a page: the answer to a question as sections of rows, in two columns where they fit.

use super::content::{Page, PageRow};
use super::layout::{GUTTER, Piece, split};
use super::state::{PagePane, pane};
use crate::graph::{Graph, Node};
use crate::text::count;
use crate::tui::draw::edge::edge_summary;
use crate::tui::draw::pen::Pen;
use crate::tui::names::names;
use crate::tui::pane_layout;
use crate::tui::task::Key;
use crate::tui::theme::Role;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws the page; `rows` is the area of its rows.
pub(super) fn draw(pen: &mut Pen<'_>, area: Rect, rows: Rect) {
    let state = pen.state;
    let Some(pane) = pane(state) else { return };
    let Some((shown, graph)) = &pane.shown else {
        pen.boxed(area, true, "Page", "");
        pen.empty(rows, "Loading");
        return;
    };
    pen.boxed(area, true, &shown.title, &about(pen, shown, pane, rows));
    let of_page: Vec<&PageRow> = shown.rows().collect();
    let seen = pane.layout.lines.iter().skip(pane.rows.offset).take(usize::from(rows.height));
    for (at, line) in (0..).zip(seen) {
        match split(pane.layout.columns).filter(|_| line.is_split) {
            Some((width, column)) => {
                let (width, column) = (width as u16, column as u16);
                piece(pen, &of_page, Rect { width: width.min(rows.width), ..rows }, at, &line.left);
                let right = Rect { x: rows.x + column, width: rows.width.saturating_sub(column), ..rows };
                piece(pen, &of_page, right, at, &line.right);
            }
            None => piece(pen, &of_page, rows, at, &line.left),
        }
    }
    let lines = pane_layout::row_summary(state);
    if let Some(row) = of_page.get(pane.rows.cursor).filter(|_| lines.height > 0) {
        pen.rule(lines);
        summary(pen, lines, row, graph);
    }
}

/// The count of the list or of rows, whether there is more below, and whether the page is being updated.
fn about(pen: &Pen<'_>, page: &Page, list: &PagePane, rows: Rect) -> String {
    let dot = pen.symbols.dot;
    let total = if page.total.is_empty() { count(list.layout.len(), "row") } else { page.total.clone() };
    let mut parts = vec![total];
    if list.rows.offset + usize::from(rows.height) < list.layout.lines.len() {
        parts.push(format!("{} more below", pen.symbols.down));
    }
    if pen.state.tasks.is_waiting(Key::PAGE) {
        parts.push("updating".to_owned());
    }
    format!("{dot} {}", parts.join(&format!(" {dot} ")))
}

/// One line of a heading or row, with cursor and mark in front of a row.
fn piece(pen: &mut Pen<'_>, rows: &[&PageRow], area: Rect, at: u16, piece: &Piece) {
    let words = pen.parts(piece.words.clone());
    let Some((number, row)) = piece.row.and_then(|number| Some((number, rows.get(number)?))) else {
        return pen.line(area, at, &words);
    };
    let is_selected = pane(pen.state).is_some_and(|pane| pane.rows.cursor == number);
    let is_marked = row.node.is_some_and(|node| pen.state.session.marks.nodes.contains(&node));
    let symbol = |is_there: bool, symbol: &'static str| if is_there && piece.is_first { symbol } else { " " };
    let gutter = format!("{}{}", symbol(is_selected, pen.symbols.cursor), symbol(is_marked, pen.symbols.mark));
    let mut line = Line::from(Span::raw(format!("{gutter:GUTTER$}")));
    line.spans.extend(words.spans);
    pen.line(area, at, &line);
    if is_selected {
        pen.highlight(area, at, Role::Selection);
    }
}

/// Details of the selected row: its edge, its file and line, and its node or other facts.
fn summary(pen: &mut Pen<'_>, area: Rect, row: &PageRow, graph: &Graph) {
    if let Some(edge) = row.edge.filter(|_| row.place.is_none()) {
        return edge_summary(pen, area, graph.edge(edge));
    }
    let width = usize::from(area.width);
    let place = row.place(graph).map(|(file, line)| line.map_or(file.clone(), |line| format!("{file}:{line}")));
    let node = row.node.map(|node| graph.node(node)).filter(|_| row.details.is_none());
    let facts = |node: Node<'_>| [node.kind(), node.status(), node.domain()].map(|fact| fact.map(str::to_owned));
    let (details, words) = row.details.clone().unzip();
    let facts =
        place.into_iter().chain(details.into_iter().flatten()).chain(node.into_iter().flat_map(facts).flatten());
    let dot = format!(" {} ", pen.symbols.dot);
    let facts = Line::from(pen.span(Role::Dim, &facts.collect::<Vec<_>>().join(&dot), width));
    pen.line(area, 1, &facts);
    if let Some(words) = words {
        let line = Line::from(pen.span(Role::Text, &words, width));
        pen.line(area, 2, &line);
    }
    if let Some((name, title)) = node.map(names) {
        let name = pen.span(Role::Id, name, width);
        let left = width.saturating_sub(name.width() + 2);
        let line = Line::from(vec![name, Span::raw("  "), pen.span(Role::Text, title, left)]);
        pen.line(area, 2, &line);
    }
}
