//! The list of choices for the focused field of the edge editor.

use super::super::names::{marked, names, role};
use super::super::pen::Pen;
use crate::graph::NodeIx;
use crate::graph::relation::Spelling;
use crate::query::{Fit, Hit, Matcher, Recognised};
use crate::text::{grouped, quoted};
use crate::tui::kind_symbol::kind_symbol;
use crate::tui::state::{Choice, Field, LinkDraft, ListCursor, State};
use crate::tui::task::Key;
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

/// The label and count of the list.
pub(in crate::tui) fn heading(state: &State, draft: &LinkDraft) -> String {
    match draft.focus {
        Field::From | Field::To => counted("nodes", draft.nodes.hits.len(), draft.nodes.total),
        Field::Relation if state.session.counted.usage.is_none() && state.tasks.is_waiting(Key::FIT) => {
            "counting relations".to_owned()
        }
        Field::Relation => counted("relations", draft.relations.fits.len(), draft.relations.total),
        Field::Reason => String::new(),
    }
}

pub(in crate::tui) fn draw(pen: &mut Pen<'_>, draft: &LinkDraft, area: Rect) {
    let graph = &pen.state.session.graph;
    let typed: Vec<String> = draft.typed().split_whitespace().map(str::to_owned).collect();
    let matcher = (!typed.is_empty()).then(|| Matcher::new(&typed));
    let width = usize::from(area.width).saturating_sub(2);
    let seen = (draft.rows.offset..).take(usize::from(area.height));
    let choices: Vec<_> = seen.map_while(|at| Some((at, draft.choice(graph, at)?))).collect();
    let columns = Columns::new(pen, draft, &choices, width);
    for (row, (at, choice)) in choices.into_iter().enumerate() {
        let is_meant = draft.is_meant && draft.rows.cursor == at;
        let spans = match (choice, draft.focus) {
            (Choice::AsTyped, _) => as_typed(pen, draft, width),
            (Choice::Found(nth), Field::Relation) => {
                let number = if matcher.is_none() && nth < 9 { Some(nth + 1) } else { None };
                relation(pen, &draft.relations.fits[nth], number, columns, matcher.as_ref())
            }
            (Choice::Found(nth), _) => {
                let is_suggested = nth < draft.nodes.suggested;
                node(pen, draft.nodes.hits[nth].node, is_suggested, columns, matcher.as_ref())
            }
        };
        put(pen, area, row as u16, spans, is_meant);
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

fn put(pen: &mut Pen<'_>, area: Rect, row: u16, mut spans: Vec<Span<'static>>, is_meant: bool) {
    let cursor = if is_meant { pen.symbols.cursor } else { " " };
    spans.insert(0, Span::raw(format!("{cursor} ")));
    pen.line(area, row, &Line::from(spans));
    if is_meant {
        pen.highlight(area, row, Role::Selection);
    }
}

/// Column widths, shared by all rows so that they align.
#[derive(Clone, Copy)]
struct Columns {
    name: usize,
    rest: usize,
    count: usize,
}

impl Columns {
    fn new(pen: &Pen<'_>, draft: &LinkDraft, choices: &[(usize, Choice)], width: usize) -> Self {
        let graph = &pen.state.session.graph;
        let widest = choices.iter().filter_map(|(_, choice)| match (choice, draft.focus) {
            (Choice::Found(nth), Field::Relation) => {
                draft.relations.fits.get(*nth).map(|fit| words::width(&fit.relation))
            }
            (Choice::Found(nth), _) => {
                draft.nodes.hits.get(*nth).map(|hit| words::width(names(graph.node(hit.node)).0))
            }
            (Choice::AsTyped, _) => None,
        });
        let count = if draft.focus == Field::Relation && width >= 60 { 16 } else { 0 };
        Self::with(widest.max(), width, count)
    }

    fn with(widest: Option<usize>, width: usize, count: usize) -> Self {
        let room = width.saturating_sub(2 + count);
        let name = widest.unwrap_or(0).min(if room >= 40 { room * 3 / 5 } else { room });
        Self { name, rest: room.saturating_sub(name + 2), count }
    }
}

fn fill(spans: &mut Vec<Span<'static>>, parts: Vec<Span<'static>>, width: usize) {
    let taken: usize = parts.iter().map(|part| words::width(&part.content)).sum();
    spans.extend(parts);
    spans.push(Span::raw(" ".repeat(width.saturating_sub(taken))));
}

/// A row for a node; a suggested one is labelled before its title.
fn node(
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

fn relation(
    pen: &Pen<'_>,
    fit: &Fit,
    number: Option<usize>,
    columns: Columns,
    matcher: Option<&Matcher>,
) -> Vec<Span<'static>> {
    let number = number.map_or(" ".to_owned(), |number| number.to_string());
    let mut spans = vec![Span::styled(number, pen.style(Role::Key)), Span::raw(" ")];
    fill(&mut spans, marked(pen, &fit.relation, Role::Relation, columns.name, matcher), columns.name);
    spans.push(Span::raw("  "));
    // A custom relation has no other reading than its name, which is already shown.
    let has_readings = fit.known || [&fit.forward, &fit.backward] != [&fit.relation; 2];
    let readings =
        if has_readings { format!("{} {} {}", fit.forward, pen.symbols.both, fit.backward) } else { String::new() };
    let tag = pen.span(Role::Note, fit.recognised.as_ref().map_or("", tag), columns.rest);
    let left = columns.rest.saturating_sub(words::width(&tag.content));
    fill(&mut spans, vec![tag, pen.span(Role::Dim, &readings, left)], columns.rest);
    if columns.count > 0 {
        let words = match (fit.used_here, fit.used) {
            (0, 0) => String::new(),
            (0, used) => format!("{} elsewhere", grouped(used)),
            (here, _) => format!("{} here", grouped(here)),
        };
        let words = words::fitted(&words, columns.count - 1, pen.symbols);
        spans.push(Span::styled(format!("{words:>width$}", width = columns.count), pen.style(Role::Dim)));
    }
    spans
}

/// The label in front of the readings of a relation that differs from the typed text.
fn tag(recognised: &Recognised) -> &'static str {
    match recognised.spelling {
        Spelling::Own | Spelling::Synonym => "nearest  ",
        Spelling::Inverse => "ends swapped  ",
    }
}

fn as_typed(pen: &Pen<'_>, draft: &LinkDraft, width: usize) -> Vec<Span<'static>> {
    let (label, role) = match draft.focus {
        Field::Relation => ("new relation", Role::Warning),
        _ if pen.state.session.graph.find(draft.typed()).is_some() => ("as typed", Role::Dim),
        _ => ("undefined id", Role::Dim),
    };
    let room = width.saturating_sub(words::width(label) + 4);
    vec![
        Span::raw("  "),
        pen.span(Role::Text, &quoted(draft.typed()), room),
        Span::raw("  "),
        pen.span(role, label, width),
    ]
}
