//! Draws lists of choices.

use crate::graph::NodeIx;
use crate::query::{Hit, Matcher};
use crate::text::grouped;
use crate::tui::draw::names::{marked, names, role};
use crate::tui::draw::pen::Pen;
use crate::tui::kind_symbol::kind_symbol;
use crate::tui::state::ListCursor;
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// A label with a count, "label 9 of 20" if not all rows are shown.
pub(in crate::tui) fn counted(label: &str, shown: usize, total: usize) -> String {
    match (shown, total) {
        (0, _) => String::new(),
        (shown, total) if shown < total => format!("{label} {} of {}", grouped(shown), grouped(total)),
        (shown, _) => format!("{label} {}", grouped(shown)),
    }
}

/// Draws a list of nodes with the matched characters marked; `meant` is the highlighted row.
pub(in crate::tui) fn nodes(
    pen: &mut Pen<'_>,
    hits: &[Hit],
    rows: ListCursor,
    meant: Option<usize>,
    typed: &str,
    area: Rect,
) {
    let words: Vec<String> = typed.split_whitespace().map(str::to_owned).collect();
    let matcher = (!words.is_empty()).then(|| Matcher::new(&words));
    let seen = || hits.iter().enumerate().skip(rows.offset).take(usize::from(area.height));
    let widest = seen().map(|(_, hit)| words::width(names(pen.state.session.graph.node(hit.node)).0)).max();
    let columns = Columns::with(widest, usize::from(area.width).saturating_sub(2), 0);
    for (row, (at, hit)) in seen().enumerate() {
        let spans = node(pen, hit.node, false, columns, matcher.as_ref());
        put(pen, area, row as u16, spans, meant == Some(at));
    }
}

pub(in crate::tui) fn put(pen: &mut Pen<'_>, area: Rect, row: u16, mut spans: Vec<Span<'static>>, is_meant: bool) {
    let cursor = if is_meant { pen.symbols.cursor } else { " " };
    spans.insert(0, Span::raw(format!("{cursor} ")));
    pen.line(area, row, &Line::from(spans));
    if is_meant {
        pen.highlight(area, row, Role::Selection);
    }
}

/// Column widths, shared by all rows so that they align.
#[derive(Clone, Copy)]
pub(in crate::tui) struct Columns {
    pub(in crate::tui) name: usize,
    pub(in crate::tui) rest: usize,
    pub(in crate::tui) count: usize,
}

impl Columns {
    pub(in crate::tui) fn with(widest: Option<usize>, width: usize, count: usize) -> Self {
        let room = width.saturating_sub(2 + count);
        let name = widest.unwrap_or(0).min(if room >= 40 { room * 3 / 5 } else { room });
        Self { name, rest: room.saturating_sub(name + 2), count }
    }
}

pub(in crate::tui) fn fill(spans: &mut Vec<Span<'static>>, parts: Vec<Span<'static>>, width: usize) {
    let taken: usize = parts.iter().map(|part| words::width(&part.content)).sum();
    spans.extend(parts);
    spans.push(Span::raw(" ".repeat(width.saturating_sub(taken))));
}

/// A row for a node; a suggested one is labelled before its title.
pub(in crate::tui) fn node(
    pen: &Pen<'_>,
    ix: NodeIx,
    is_suggested: bool,
    columns: Columns,
    matcher: Option<&Matcher>,
) -> Vec<Span<'static>> {
    let node = pen.state.session.graph.node(ix);
    let (name, title) = names(node);
    let mut spans = vec![pen.span(Role::Kind, &kind_symbol(node, pen.symbols), 1), Span::raw(" ")];
    fill(&mut spans, marked(pen, name, role(node), columns.name, matcher), columns.name);
    spans.push(Span::raw("  "));
    let word = if is_suggested { "suggested  " } else { "" };
    let word = pen.span(Role::Note, word, columns.rest);
    let rest = columns.rest.saturating_sub(words::width(&word.content));
    spans.push(word);
    spans.extend(marked(pen, title, Role::Dim, rest, matcher));
    spans
}
