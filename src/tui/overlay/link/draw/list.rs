//! The list of choices for the focused field.

use super::super::state::{Choice, Field, LinkDraft};
use crate::graph::relation::Spelling;
use crate::query::{Fit, Matcher, Recognised};
use crate::text::{grouped, quoted};
use crate::tui::draw::names::{marked, names};
use crate::tui::draw::pen::Pen;
use crate::tui::form::list::{Columns, counted, fill, node, put};
use crate::tui::state::State;
use crate::tui::task::Key;
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::Span;

/// The label and count of the list.
pub(super) fn heading(state: &State, draft: &LinkDraft) -> String {
    match draft.focus {
        Field::From | Field::To => counted("nodes", draft.form.nodes.hits.len(), draft.form.nodes.total),
        Field::Relation if state.session.counted.usage.is_none() && state.tasks.is_waiting(Key::FIT) => {
            "counting relations".to_owned()
        }
        Field::Relation => counted("relations", draft.relations.fits.len(), draft.relations.total),
        Field::Reason => String::new(),
    }
}

pub(super) fn draw(pen: &mut Pen<'_>, draft: &LinkDraft, area: Rect) {
    let graph = &pen.state.session.graph;
    let typed: Vec<String> = draft.typed().split_whitespace().map(str::to_owned).collect();
    let matcher = (!typed.is_empty()).then(|| Matcher::new(&typed));
    let width = usize::from(area.width).saturating_sub(2);
    let seen = (draft.form.rows.offset..).take(usize::from(area.height));
    let choices: Vec<_> = seen.map_while(|at| Some((at, draft.choice(graph, at)?))).collect();
    let columns = columns(pen, draft, &choices, width);
    for (row, (at, choice)) in choices.into_iter().enumerate() {
        let is_meant = draft.form.is_meant && draft.form.rows.cursor == at;
        let spans = match (choice, draft.focus) {
            (Choice::AsTyped, _) => as_typed(pen, draft, width),
            (Choice::Found(nth), Field::Relation) => {
                let number = if matcher.is_none() && nth < 9 { Some(nth + 1) } else { None };
                relation(pen, &draft.relations.fits[nth], number, columns, matcher.as_ref())
            }
            (Choice::Found(nth), _) => {
                let is_suggested = nth < draft.form.nodes.suggested;
                node(pen, draft.form.nodes.hits[nth].node, is_suggested, columns, matcher.as_ref())
            }
        };
        put(pen, area, row as u16, spans, is_meant);
    }
}

/// The widths of the columns.
fn columns(pen: &Pen<'_>, draft: &LinkDraft, choices: &[(usize, Choice)], width: usize) -> Columns {
    let graph = &pen.state.session.graph;
    let widest = choices.iter().filter_map(|(_, choice)| match (choice, draft.focus) {
        (Choice::Found(nth), Field::Relation) => draft.relations.fits.get(*nth).map(|fit| words::width(&fit.relation)),
        (Choice::Found(nth), _) => {
            draft.form.nodes.hits.get(*nth).map(|hit| words::width(names(graph.node(hit.node)).0))
        }
        (Choice::AsTyped, _) => None,
    });
    let count = if draft.focus == Field::Relation && width >= 60 { 16 } else { 0 };
    Columns::with(widest.max(), width, count)
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
