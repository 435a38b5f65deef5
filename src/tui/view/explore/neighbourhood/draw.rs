//! Draws the neighbourhood of a node: its edges grouped by relation and direction, as a foldable tree.

use super::NEIGHBOURHOOD;
use super::state::pane;
use crate::graph::{Direction, Edge, EdgeIx, NodeIx};
use crate::query::{NeighbourhoodItem, NeighbourhoodRow};
use crate::text::grouped;
use crate::tui::draw::age::age;
use crate::tui::draw::edge::edge_summary;
use crate::tui::draw::names::{names, role};
use crate::tui::draw::pen::Pen;
use crate::tui::kind_symbol::kind_symbol;
use crate::tui::layout::filters;
use crate::tui::pane_layout;
use crate::tui::theme::Role;
use crate::tui::widget::folded_rows::{FoldedRows, SeenRow, room};
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

/// Shown when the filters hide every edge.
const HIDDEN: &str = "No edges match the filters";

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let pane = pane(state);
    let name = pane.root.map_or("", |root| names(state.session.graph.node(root)).0);
    pen.frame(area, NEIGHBOURHOOD, if name.is_empty() { "Neighbourhood" } else { name }, &filters::summary(state));
    let rows = pane_layout::rows_of(NEIGHBOURHOOD, area);
    if pane.list.rows.is_empty() {
        let words = match (pane.root, is_filtered(pen)) {
            _ if pane.wanted.is_some() => "Loading",
            (None, _) => "No node selected",
            (Some(_), true) => HIDDEN,
            (Some(_), false) => "No edges",
        };
        pen.empty(rows, words);
        if words == HIDDEN {
            name_filters(pen, rows);
        }
        return;
    }
    let seen = pane.list.rows.iter().skip(pane.rows.offset).take(usize::from(rows.height));
    let deepest = seen.clone().map(|row| row.depth).max().unwrap_or(0);
    let seen: Vec<_> = seen
        .map(|row| {
            let line = line(pen, row, room(rows.width, row.depth, deepest));
            SeenRow { depth: row.depth, fold: row.fold, line }
        })
        .collect();
    let selected = pane.rows.cursor.checked_sub(pane.rows.offset).filter(|at| *at < seen.len());
    let highlight = pen.style(pen.selection(NEIGHBOURHOOD));
    FoldedRows { rows: seen, selected, highlight, symbols: pen.symbols }.render(rows, pen.buf);
    summary(pen, pane_layout::summary_of(NEIGHBOURHOOD, area));
}

/// Lists the filters in full below the centred message; the border often has no room for all of them.
fn name_filters(pen: &mut Pen<'_>, area: Rect) {
    let below = area.height / 3 + 1;
    let lines = pen.wrapped(&[(Role::Dim, filters::summary(pen.state))], "", usize::from(area.width));
    for (row, line) in (below..area.height).zip(&lines) {
        pen.line(area, row, line);
    }
}

fn is_filtered(pen: &Pen<'_>) -> bool {
    pen.state.session.filters
        != crate::tui::state::Filters { depth: pen.state.session.filters.depth, ..Default::default() }
}

fn line(pen: &Pen<'_>, row: &NeighbourhoodRow, room: usize) -> Line<'static> {
    match &row.item {
        NeighbourhoodItem::Group { direction, reading, is_symmetric, relation, shown, total } => {
            let arrow = match direction {
                _ if *is_symmetric => pen.symbols.both,
                Direction::Out => pen.symbols.out,
                Direction::In => pen.symbols.into,
            };
            let verb = pen.state.session.graph.text(*relation);
            let count = if shown < total {
                format!(" ({} of {})", grouped(*shown), grouped(*total))
            } else {
                format!(" ({})", grouped(*total))
            };
            let mut spans = vec![
                Span::styled(format!("{arrow} "), pen.style(Role::Relation)),
                pen.span(Role::Relation, verb, room.saturating_sub(2)),
                Span::styled(count, pen.style(Role::Dim)),
            ];
            let left = room.saturating_sub(spans.iter().map(|span| words::width(&span.content)).sum::<usize>() + 2);
            if reading != verb && left >= 6 {
                spans.extend([Span::raw("  "), pen.span(Role::Dim, reading, left)]);
            }
            Line::from(spans)
        }
        NeighbourhoodItem::Edge { edge, node, is_cycle } => edge_line(pen, *edge, *node, *is_cycle, room),
        NeighbourhoodItem::More { shown, total } => {
            let words = format!("{} of {}: enter shows more", grouped(*shown), grouped(*total));
            Line::from(pen.span(Role::Key, &words, room))
        }
    }
}

fn edge_line(pen: &Pen<'_>, edge: EdgeIx, ix: NodeIx, is_cycle: bool, room: usize) -> Line<'static> {
    let state = pen.state;
    let (edge, node) = (state.session.graph.edge(edge), state.session.graph.node(ix));
    let (name, title) = names(node);
    let is_dim = edge.is_implicit() || state.session.trust().dims(edge);
    let role = |role: Role| match role {
        _ if edge.is_retracted() => Role::Retracted,
        _ if is_dim => Role::Dim,
        role => role,
    };
    let by = written(edge, state.session.moment());
    // Actor and age are right-aligned if they fit beside the names.
    let new = if state.is_new_edge(edge.ix()) && !edge.is_retracted() { "new " } else { "" };
    let by_width = words::width(&by) + new.len();
    // A retracted edge is labelled, because its style alone may not show.
    let least = if edge.is_retracted() { 6 } else { 24 };
    let by_room = if room >= by_width + least { by_width + 1 } else { 0 };
    let names_room = room.saturating_sub(by_room);
    let mark = if state.session.marks.nodes.contains(&ix) { pen.symbols.mark } else { "" };
    let cycle = if is_cycle { pen.symbols.cycle } else { "" };
    let symbol = format!("{mark}{cycle}{} ", kind_symbol(node, pen.symbols));
    let mut spans = vec![pen.whole(role(Role::Kind), &symbol)];
    let mut left = names_room.saturating_sub(words::width(&symbol));
    let title_room = if title.is_empty() || left < 24 { 0 } else { (left / 2).min(words::width(title) + 2) };
    let shown = pen.span(role(self::role(node)), name, left - title_room);
    left -= words::width(&shown.content);
    spans.push(shown);
    if !title.is_empty() && left > 8 {
        let shown = pen.span(role(Role::Text), title, left - 2);
        left -= words::width(&shown.content) + 2;
        spans.extend([Span::raw("  "), shown]);
    }
    if by_room > 0 {
        spans.push(Span::raw(" ".repeat(left + 1)));
        spans.push(pen.whole(Role::Good, new));
        spans.push(pen.whole(Role::Dim, &by));
    }
    let line = Line::from(spans);
    if is_dim { line.style(Style::new()) } else { line }
}

/// The actor and age of an edge.
fn written(edge: Edge<'_>, now: crate::time::Millis) -> String {
    let age = edge.millis().map(|then| age(then, now));
    let who = match edge {
        _ if edge.is_retracted() => Some("retracted"),
        _ if edge.is_implicit() => Some("implicit"),
        _ => edge.actor(),
    };
    let who = who.map(|who| who.chars().take(12).collect::<String>());
    who.into_iter().chain(age).collect::<Vec<_>>().join(" ")
}

/// Details of the last selected edge: its place, sentence and note.
fn summary(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    if area.height == 0 {
        return;
    }
    pen.rule(area);
    let Some(row) = pane(state).list.rows.get(pane(state).described) else { return };
    if let NeighbourhoodItem::Edge { edge, .. } = row.item {
        edge_summary(pen, area, state.session.graph.edge(edge));
    }
}
