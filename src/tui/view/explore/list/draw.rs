//! Draws the list of nodes with the search line above it.

use super::LIST;
use super::state::pane;
use crate::graph::NodeIx;
use crate::query::{Matcher, Sort};
use crate::text::grouped;
use crate::tui::draw::names::{marked, names, role};
use crate::tui::draw::pen::Pen;
use crate::tui::kind_symbol::kind_symbol;
use crate::tui::pane_layout;
use crate::tui::state::Loading;
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Columns that are not name, title or degree: cursor, mark, kind and blanks.
const SYMBOLS: usize = 5;

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let pane = pane(state);
    // The number of matches is final only when the search is complete.
    let more = if pane.listing.is_partial { pen.symbols.ellipsis } else { "" };
    let (shown, total) = (grouped(pane.fitting), grouped(pane.listing.total));
    let sort = if pane.sort == Sort::Relevance { String::new() } else { format!("by {}", pane.sort.name()) };
    pen.counted_frame(area, LIST, &format!("Nodes {shown}{more}/{total}"), &[&sort, pane.sort.name()]);
    pen.query_error(area, &pane.query.errors);
    let typing = state.typing && state.focused() == LIST && state.overlay.is_none();
    if let Some(line) = pane_layout::prompt_of(LIST, area) {
        pen.prompt(line, "/", &pane.prompt, typing, "search  kind:task -status:done");
    }
    let rows = pane_layout::rows_of(LIST, area);
    if pane.listing.nodes.is_empty() {
        let words = match (&state.session.loading, pane.query.errors.first()) {
            (_, Some(error)) => error.clone(),
            (Loading::Reading { .. }, _) => "Reading".to_owned(),
            (Loading::Failed(_), _) => "Loading failed".to_owned(),
            (Loading::Done, _) if pane.prompt.is_empty() => "No nodes".to_owned(),
            (Loading::Done, _) => "No matches".to_owned(),
        };
        pen.empty(rows, &words);
        return;
    }
    let seen: Vec<NodeIx> =
        pane.listing.nodes.iter().skip(pane.rows.offset).take(usize::from(rows.height)).copied().collect();
    let room = usize::from(rows.width).saturating_sub(SYMBOLS);
    let widest = seen.iter().map(|node| words::width(names(state.session.graph.node(*node)).0)).max().unwrap_or(0);
    let degrees = seen.iter().filter_map(|node| state.session.counted.degrees.get(node.index()));
    let columns = Columns::new(room, widest, degrees.copied().max().unwrap_or(0));
    let matcher = (!pane.query.words.is_empty()).then(|| Matcher::new(&pane.query.words));
    for (row, node) in seen.into_iter().enumerate() {
        let at = pane.rows.offset + row;
        let is_selected = at == pane.rows.cursor && state.session.current == Some(node);
        let line = line(pen, node, is_selected, columns, matcher.as_ref());
        pen.line(rows, row as u16, &line);
        if is_selected {
            let role = pen.selection(LIST);
            pen.highlight(rows, row as u16, role);
        }
    }
}

/// Column widths of name, title and degree.
#[derive(Clone, Copy)]
struct Columns {
    name: usize,
    title: usize,
    number: usize,
}

impl Columns {
    /// Columns for the widest name and the highest degree.
    fn new(room: usize, widest: usize, highest: u32) -> Self {
        let number = if room >= 24 { 1 + highest.to_string().len().max(4) } else { 0 };
        let words = room - number;
        let name = widest.min(if words >= 48 { words * 3 / 5 } else { words });
        let left = words.saturating_sub(name + 2);
        let title = if left >= 8 { left } else { 0 };
        Self { name: if title == 0 { words } else { name }, title, number }
    }
}

fn line(pen: &Pen<'_>, ix: NodeIx, is_selected: bool, columns: Columns, matcher: Option<&Matcher>) -> Line<'static> {
    let state = pen.state;
    let node = state.session.graph.node(ix);
    let (name, title) = names(node);
    let cursor = if is_selected { pen.symbols.cursor } else { " " };
    let (came, came_role) = state.came(ix).map_or((" ", Role::Dim), |came| (came.sign(), Role::Good));
    let (mark, mark_role) = match () {
        () if state.session.marks.nodes.contains(&ix) => (pen.symbols.mark, Role::Mark),
        // New nodes are marked here if there is no degree column.
        () if columns.number == 0 && state.came(ix).is_some() => (came, came_role),
        () if state.session.is_drifted(ix) => (pen.symbols.drifted, Role::Warning),
        () => (" ", Role::Mark),
    };
    let mut spans = vec![
        Span::raw(cursor),
        Span::styled(mark, pen.style(mark_role)),
        pen.span(Role::Kind, &kind_symbol(node, pen.symbols), 1),
        Span::raw(" "),
    ];
    let push = |spans: &mut Vec<Span<'static>>, text: &str, role: Role, width: usize| {
        let parts = marked(pen, text, role, width, matcher);
        let taken: usize = parts.iter().map(|part| words::width(&part.content)).sum();
        spans.extend(parts);
        spans.push(Span::raw(" ".repeat(width.saturating_sub(taken))));
    };
    push(&mut spans, name, role(node), columns.name);
    if columns.title > 0 {
        spans.push(Span::raw("  "));
        push(&mut spans, title, Role::Dim, columns.title);
    }
    if columns.number > 0 {
        let degree = state.session.counted.degrees.get(ix.index()).map(u32::to_string).unwrap_or_default();
        // In front of the degree, in a column that is otherwise blank.
        spans.push(Span::styled(format!("{came}{degree:>width$}", width = columns.number - 1), pen.style(came_role)));
    }
    Line::from(spans)
}
