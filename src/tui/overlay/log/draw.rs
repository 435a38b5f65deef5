//! Draws the log: its last rows, the newest at the bottom, following new rows like `tail -f`.

use super::prompt_area;
use super::state::{LogRows, Tail, pane};
use crate::graph::Edge;
use crate::text::{count, grouped};
use crate::time::{self, Millis};
use crate::tui::draw::age::age;
use crate::tui::draw::edge::edge_summary;
use crate::tui::draw::pen::Pen;
use crate::tui::names::role;
use crate::tui::pane_layout;
use crate::tui::state::Loading;
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use std::sync::Arc;

/// Labels of retracted and of recently appended rows.
const RETRACTED: &str = "retracted";
const NEW: &str = "new";

/// Draws the log; `rows` is the area of its rows.
pub(super) fn draw(pen: &mut Pen<'_>, area: Rect, rows: Rect) {
    let state = pen.state;
    let pane = pane(state);
    pen.boxed(area, true, "Log", &about(pen));
    pen.prompt(prompt_area(state), "/", &pane.prompt, pane.typing, "filter  actor:cli -relation:mentions words");
    let summary = pane_layout::row_summary(state);
    let Some(shown) = pane.shown.as_ref().filter(|shown| !shown.edges.is_empty()) else {
        let words = match &pane.shown {
            _ if matches!(state.session.loading, Loading::Reading { .. }) && state.session.workspace.is_none() => {
                "Reading"
            }
            None => "Loading",
            Some(shown) if shown.total() == 0 => "The log is empty",
            Some(_) => "No matches",
        };
        pen.empty(rows, words);
        return;
    };
    let seen = shown.edges.iter().skip(pane.rows.offset).take(usize::from(rows.height));
    let seen: Vec<Edge<'_>> = seen.map(|edge| shown.graph.edge(*edge)).collect();
    let columns = Columns::of(pen, &seen, usize::from(rows.width));
    for (row, edge) in seen.into_iter().enumerate() {
        let is_selected = pane.rows.offset + row == pane.rows.cursor;
        let line = columns.line(pen, edge, is_selected, is_new(pen, shown, edge));
        pen.line(rows, row as u16, &line);
        if is_selected {
            pen.highlight(rows, row as u16, Role::Selection);
        }
    }
    if let Some(edge) = pane.selected().filter(|_| summary.height > 0) {
        pen.rule(summary);
        edge_summary(pen, summary, edge);
    }
}

/// The row count, and whether new rows are followed.
fn about(pen: &Pen<'_>) -> String {
    let pane = pane(pen.state);
    let Some(shown) = &pane.shown else { return String::new() };
    let (fitting, total) = (grouped(shown.edges.len()), count(shown.total(), "row"));
    let rows = match (shown.is_cut(), pane.query.is_empty()) {
        (true, _) => format!("last {fitting} of {total}"),
        (false, true) => total,
        (false, false) => format!("{fitting} of {total}"),
    };
    let tail = match (pane.tail, pane.came_below()) {
        (Tail::Following, _) => "following".to_owned(),
        (Tail::Held { .. }, 0) => "paused".to_owned(),
        (Tail::Held { .. }, came) => format!("{} new below", grouped(came)),
    };
    let dot = pen.symbols.dot;
    format!("{dot} {rows} {dot} {tail}")
}

/// Whether a row was just appended; unknown, hence false, while rows of another graph are shown.
fn is_new(pen: &Pen<'_>, shown: &LogRows, edge: Edge<'_>) -> bool {
    Arc::ptr_eq(&shown.graph, &pen.state.session.graph) && pen.state.recent.has_edge(edge.ix())
}

/// Column widths; 0 if a column is left out.
#[derive(Debug)]
struct Columns {
    time: usize,
    actor: usize,
    from: usize,
    relation: usize,
    to: usize,
    /// The label at the end.
    word: usize,
    all: usize,
}

impl Columns {
    /// Columns as wide as the visible rows need, within the available width.
    fn of(pen: &Pen<'_>, seen: &[Edge<'_>], all: usize) -> Self {
        let widest = |of: &dyn Fn(Edge<'_>) -> usize| seen.iter().map(|edge| of(*edge)).max().unwrap_or(0);
        let width = |text: &str| words::width(&words::shown(text, pen.symbols));
        let time = if all >= 48 { 8 } else { 0 };
        let actor = if all >= 60 { widest(&|edge| width(edge.actor().unwrap_or_default())).min(12) } else { 0 };
        let relation = widest(&|edge| width(edge.relation())).min(if all >= 48 { 16 } else { all / 4 });
        // A retracted row is labelled, because its style alone may not show.
        let is_any_retracted = seen.iter().any(|edge| edge.is_retracted());
        let word = match all {
            _ if all < 20 => 0,
            _ if is_any_retracted => RETRACTED.len(),
            _ => NEW.len(),
        };
        let gaps = [time, actor, word].iter().map(|part| if *part > 0 { part + 1 } else { 0 }).sum::<usize>();
        // The cursor, and the arrow behind the relation.
        let room = all.saturating_sub(2 + gaps + relation + 4);
        let (from, to) = (widest(&|edge| width(edge.from().id())), widest(&|edge| width(edge.to().id())));
        let from = from.min((room / 2).max(room.saturating_sub(to)));
        let to = to.min(room - from);
        Self { time, actor, from, relation, to, word, all }
    }

    fn line(&self, pen: &Pen<'_>, edge: Edge<'_>, is_selected: bool, is_new: bool) -> Line<'static> {
        let own = |role: Role| if edge.is_retracted() { Role::Retracted } else { role };
        let cursor = if is_selected { pen.symbols.cursor } else { " " };
        let mut spans = vec![Span::raw(format!("{cursor} "))];
        let mut part = |text: String, role: Role, columns: usize| {
            if columns > 0 {
                let blanks = (columns + 1).saturating_sub(words::width(&text));
                spans.extend([Span::styled(text, pen.style(role)), Span::raw(" ".repeat(blanks))]);
            }
        };
        let fitted = |text: &str, columns: usize| words::fitted(text, columns, pen.symbols);
        let id = |text: &str, columns: usize| words::fitted_middle(text, columns, pen.symbols);
        part(format!("{:>8}", written(edge, pen.state.session.clock.now)), Role::Dim, self.time);
        part(fitted(edge.actor().unwrap_or_default(), self.actor), Role::Dim, self.actor);
        part(id(edge.from().id(), self.from), own(role(edge.from())), self.from);
        part(fitted(edge.relation(), self.relation), own(Role::Relation), self.relation);
        part(pen.symbols.out.to_owned(), Role::Relation, 1);
        part(id(edge.to().id(), self.to), own(role(edge.to())), self.to);
        let (word, role) = match edge {
            _ if edge.is_retracted() => (RETRACTED, Role::Dim),
            _ if is_new => (NEW, Role::Good),
            _ => ("", Role::Dim),
        };
        let taken: usize = spans.iter().map(|span| words::width(&span.content)).sum();
        let left = self.all.saturating_sub(taken);
        let note = edge.note().unwrap_or_default();
        let note = pen.span(Role::Dim, note, left.saturating_sub(self.word + 2));
        // A note truncated to a few characters is useless.
        let note = if words::width(&note.content) > 8 || !note.content.ends_with(pen.symbols.ellipsis) {
            note
        } else {
            Span::default()
        };
        let blanks = left.saturating_sub(words::width(&note.content) + self.word);
        spans.extend([
            note,
            Span::raw(" ".repeat(blanks)),
            pen.span(role, &format!("{word:>width$}", width = self.word), self.word),
        ]);
        Line::from(spans)
    }
}

/// The time of day if a row was written less than a day ago (or ahead: clocks of other machines may differ), otherwise
/// its age.
fn written(edge: Edge<'_>, now: Millis) -> String {
    const DAY: Millis = 24 * 60 * 60 * 1_000;
    let Some(then) = edge.millis() else { return String::new() };
    if now.saturating_sub(then).saturating_abs() < DAY {
        return time::format(then).chars().skip(11).take(8).collect();
    }
    age(then, now)
}
