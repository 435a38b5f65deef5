//! Draws the overlays: palette, help, configuration errors, relations, themes and marks; the larger ones have modules
//! of their own.

use super::names::{names, role};
use super::pen::Pen;
use crate::graph::NodeIx;
use crate::query::Matcher;
use crate::text::grouped;
use crate::tui::kind_symbol::kind_symbol;
use crate::tui::layout::{config_errors, help, messages, new_log, undo};
use crate::tui::pane_layout;
use crate::tui::state::{ListCursor, Overlay, RelationEntry};
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget as _};
use std::collections::BTreeSet;

pub(in crate::tui) fn draw(pen: &mut Pen<'_>, shown: &Overlay) {
    let state = pen.state;
    let area = pane_layout::overlay(state, shown);
    clear(pen, area);
    let rows = pane_layout::overlay_rows(state, shown);
    match shown {
        Overlay::Palette { prompt, found, rows: place } => {
            pen.boxed(area, true, "Commands", &format!("{}", found.len()));
            let line = Rect { height: 1.min(pane_layout::inside(area).height), ..pane_layout::inside(area) };
            pen.prompt(line, ":", prompt, true, "");
            let typed: Vec<String> = prompt.text().split_whitespace().map(str::to_owned).collect();
            let matcher = (!typed.is_empty()).then(|| Matcher::new(&typed));
            pick(pen, rows, *place, found, |pen, action, width| {
                let keymap = &pen.state.setup.keymap;
                let keys = all_keys(pen, *action);
                let keys_room = if width >= 40 { 16 } else { 0 };
                let mut spans = super::names::marked(pen, action.name(), Role::Id, 16, matcher.as_ref());
                let taken: usize = spans.iter().map(|span| words::width(&span.content)).sum();
                spans.push(Span::raw(" ".repeat(18usize.saturating_sub(taken))));
                let room = width.saturating_sub(19 + keys_room);
                spans.push(Span::raw(words::padded(keymap.does(*action), room, pen.symbols)));
                spans.push(Span::raw(" "));
                spans.push(Span::styled(words::padded(&keys, keys_room, pen.symbols), pen.style(Role::Key)));
                Line::from(spans)
            });
        }
        Overlay::Help(place) => {
            let lines = help::lines(state, usize::from(rows.width));
            text(pen, area, rows, "Help", *place, lines);
        }
        Overlay::ConfigErrors(place) => {
            let lines = config_errors::lines(state, usize::from(rows.width));
            text(pen, area, rows, "Configuration errors", *place, lines);
        }
        Overlay::Messages(place) => {
            let lines = messages::lines(state, usize::from(rows.width));
            text(pen, area, rows, "Messages", *place, lines);
        }
        Overlay::Relations { entries, rows: place, .. } => relations(pen, area, rows, entries, *place),
        Overlay::Themes { names, rows: place, .. } => {
            pen.boxed(area, true, "Theme", "");
            pick(pen, rows, *place, names, |pen, name, width| {
                let about = pen.state.setup.themes.about(name).unwrap_or_default();
                let name = words::padded(name, 16, pen.symbols);
                Line::from(vec![Span::raw(name), pen.span(Role::Dim, about, width.saturating_sub(16))])
            });
        }
        Overlay::Share(place) => super::share::draw(pen, area, rows, *place),
        Overlay::When(typed) => super::past::draw_when(pen, typed, area),
        Overlay::Editor => super::editor::draw(pen, area),
        Overlay::Undo(shown) => {
            pen.boxed(area, true, "Undo", "");
            let inner = pane_layout::inside(area);
            pen.text(inner, undo::lines(state, shown, usize::from(inner.width)));
        }
        Overlay::Closing(_) => super::closing::draw(pen, area),
        Overlay::Log => super::log::draw(pen, area),
        Overlay::Page => super::page::draw(pen, area),
        Overlay::Marks(place) => {
            let marked: Vec<NodeIx> = state.session.marks.nodes.iter().copied().collect();
            pen.boxed(area, true, "Marks", &grouped(marked.len()));
            pick(pen, rows, *place, &marked, |pen, node, width| {
                let node = pen.state.session.graph.node(*node);
                let (name, title) = names(node);
                let name = pen.span(role(node), name, width * 3 / 5);
                let left = width.saturating_sub(words::width(&name.content) + 4);
                let symbol = pen.span(Role::Kind, &kind_symbol(node, pen.symbols), 1);
                Line::from(vec![symbol, Span::raw(" "), name, Span::raw("  "), pen.span(Role::Dim, title, left)])
            });
        }
    }
}

/// Draws the question whether to create the log.
pub(in crate::tui) fn draw_new_log(pen: &mut Pen<'_>) {
    let area = new_log::area(pen.state);
    clear(pen, area);
    pen.boxed(area, true, "New log", "");
    let inner = pane_layout::inside(area);
    pen.text(inner, new_log::lines(pen.state, usize::from(inner.width)));
    // The fields behind it have no cursor now.
    pen.cursor = None;
}

fn clear(pen: &mut Pen<'_>, area: Rect) {
    Clear.render(area, pen.buf);
    let style = pen.style(Role::Text);
    pen.buf.set_style(area, style);
}

/// Draws rows of which one is selected.
pub(in crate::tui) fn pick<T>(
    pen: &mut Pen<'_>,
    area: Rect,
    place: ListCursor,
    items: &[T],
    line: impl Fn(&Pen<'_>, &T, usize) -> Line<'static>,
) {
    let seen = items.iter().enumerate().skip(place.offset).take(usize::from(area.height));
    for (row, (at, item)) in seen.enumerate() {
        let is_selected = at == place.cursor;
        let mut shown = line(pen, item, usize::from(area.width).saturating_sub(2));
        let cursor = if is_selected { pen.symbols.cursor } else { " " };
        shown.spans.insert(0, Span::raw(format!("{cursor} ")));
        pen.line(area, row as u16, &shown);
        if is_selected {
            pen.highlight(area, row as u16, Role::Selection);
        }
    }
}

/// Draws read-only lines.
fn text(pen: &mut Pen<'_>, area: Rect, rows: Rect, name: &str, place: ListCursor, lines: Vec<TextLine>) {
    let end = place.offset + usize::from(rows.height);
    let more = if end < lines.len() { format!("{} more below", pen.symbols.down) } else { String::new() };
    pen.boxed(area, true, name, &more);
    pen.text(rows, lines.into_iter().skip(place.offset));
}

fn relations(pen: &mut Pen<'_>, area: Rect, rows: Rect, entries: &[RelationEntry], place: ListCursor) {
    let state = pen.state;
    let choice = state.relation_choice();
    let chosen = entries.iter().filter(|entry| choice.keeps(&entry.name)).count();
    let title = match state.view.relations(state) {
        Some(_) => format!("Relations of the {}", state.view.name()),
        None => "Relations".to_owned(),
    };
    pen.boxed(area, true, &title, &format!("{chosen} of {}", entries.len()));
    pick(pen, rows, place, entries, |pen, entry, width| {
        let tick = if choice.keeps(&entry.name) { pen.symbols.ticked } else { pen.symbols.unticked };
        let counts = if width >= 48 {
            format!("{:>6} here {:>9} total", grouped(entry.here), grouped(entry.total))
        } else {
            format!("{:>6} here", grouped(entry.here))
        };
        let room = width.saturating_sub(words::width(&counts) + 5);
        let name_room = words::width(&entry.name).min(room);
        let reading_room = room.saturating_sub(name_room + 2);
        Line::from(vec![
            Span::raw(format!("[{tick}] ")),
            Span::styled(words::padded(&entry.name, name_room, pen.symbols), pen.style(Role::Relation)),
            Span::raw("  "),
            Span::styled(words::padded(&entry.reading, reading_room, pen.symbols), pen.style(Role::Dim)),
            pen.span(Role::Dim, &counts, width),
        ])
    });
}

/// All keys of an action, in every context.
fn all_keys(pen: &Pen<'_>, action: crate::tui::action::Action) -> String {
    let entries = pen.state.setup.keymap.entries();
    let mut seen = BTreeSet::new();
    let keys = entries.filter(|entry| entry.action == action).flat_map(|entry| entry.keys);
    keys.filter(|key| seen.insert(key.clone())).collect::<Vec<_>>().join(" ")
}
