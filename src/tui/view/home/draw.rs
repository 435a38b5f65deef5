//! Draws the rows: counts by system, findings by code, newest edges as sentences with their place.

use super::HOME;
use super::state::{Row, pane, rows, selected};
use crate::graph::Edge;
use crate::query::reading;
use crate::text::{count, grouped};
use crate::tui::draw::age::age;
use crate::tui::draw::names::names;
use crate::tui::draw::pen::Pen;
use crate::tui::pane_layout;
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Width of the column with names of systems, and of the one with numbers.
const NAME: usize = 14;
const NUMBER: usize = 12;
/// Width of the column with the actor of an edge.
const ACTOR: usize = 10;
/// Minimum widths for the actor of an edge and for its place.
const WITH_ACTOR: usize = 70;
const WITH_PLACE: usize = 60;

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    pen.frame(area, HOME, "Home", &about(pen));
    let (shown, cursor, area) = (rows(state), pane(state).rows, pane_layout::rows_of(HOME, area));
    let has_selection = selected(state).is_some();
    let visible = shown.iter().enumerate().skip(cursor.offset).take(usize::from(area.height));
    for (line, (at, row)) in (0..).zip(visible) {
        let is_selected = at == cursor.cursor && has_selection;
        let words = self::row(pen, *row, is_selected, usize::from(area.width));
        pen.line(area, line, &words);
        if is_selected {
            let role = pen.selection(HOME);
            pen.highlight(area, line, role);
        }
    }
}

/// The counts of the whole workspace.
fn about(pen: &Pen<'_>) -> String {
    let Some(stats) = pen.state.session.counted.stats.as_deref() else { return String::new() };
    let missing = if stats.missing > 0 { format!(" ({} missing)", grouped(stats.missing)) } else { String::new() };
    let nodes = count(stats.nodes + stats.missing, "node");
    let dot = pen.symbols.dot;
    format!("{dot} {nodes}{missing} {dot} {}", count(stats.edges, "edge"))
}

fn row(pen: &Pen<'_>, row: Row, is_selected: bool, width: usize) -> Line<'static> {
    let cursor = Span::raw(format!("{} ", if is_selected { pen.symbols.cursor } else { " " }));
    let left = width.saturating_sub(2);
    let name = |role, text: &str, room| Span::styled(words::padded(text, room, pen.symbols), pen.style(role));
    let number = |number: usize, noun| Span::raw(format!("{:>NUMBER$} ", count(number, noun)));
    let mut spans = vec![cursor];
    match row {
        Row::Blank => {}
        Row::Heading(text) => return Line::from(pen.span(Role::Heading, text, width)),
        Row::Empty(text) => spans.push(pen.span(Role::Dim, text, left)),
        Row::System(system, nodes, edges) => {
            spans.extend([name(Role::Strong, system.name(), NAME), number(nodes, "node"), number(edges, "edge")]);
        }
        Row::Findings(severity, code, count) => {
            spans.push(name(severity.into(), severity.name(), 8));
            spans.push(pen.span(Role::Dim, &format!("{:>6}  ", grouped(count)), 8));
            spans.push(pen.span(Role::Text, code, left.saturating_sub(16)));
        }
        Row::Edge(edge) => spans.extend(sentence(pen, pen.state.session.graph.edge(edge), left)),
    }
    Line::from(spans)
}

/// Age, actor, the edge as a sentence, and its place at the right edge.
fn sentence(pen: &Pen<'_>, edge: Edge<'_>, width: usize) -> Vec<Span<'static>> {
    let ago = edge.millis().map(|then| age(then, pen.state.session.moment())).unwrap_or_default();
    let mut spans = vec![Span::styled(words::padded(&ago, 5, pen.symbols), pen.style(Role::Dim))];
    if width >= WITH_ACTOR {
        let actor = words::padded(edge.actor().unwrap_or_default(), ACTOR, pen.symbols);
        spans.push(Span::styled(format!("{actor} "), pen.style(Role::Dim)));
    }
    let place = words::fitted_end(&format!("{}:{}", edge.file(), edge.line()), width / 3, pen.symbols);
    let place = if width >= WITH_PLACE { format!("  {place}") } else { String::new() };
    let taken: usize = spans.iter().map(|span| words::width(&span.content)).sum();
    let room = width.saturating_sub(taken + words::width(&place));
    let verb = format!(" {} ", reading(edge, edge.from().ix()));
    let title = |node| match names(node) {
        (id, "") => id.to_owned(),
        (_, title) => title.to_owned(),
    };
    let (from, to) = (title(edge.from()), title(edge.to()));
    let ends = room.saturating_sub(words::width(&verb));
    // The shorter end keeps its width.
    let first = words::width(&from).min((ends / 2).max(ends.saturating_sub(words::width(&to))));
    spans.push(pen.span(Role::Text, &from, first));
    spans.push(pen.span(Role::Relation, &verb, room.saturating_sub(first)));
    let rest = ends.saturating_sub(first);
    spans.push(Span::styled(words::padded(&to, rest, pen.symbols), pen.style(Role::Text)));
    spans.push(Span::styled(place, pen.style(Role::Dim)));
    spans
}
