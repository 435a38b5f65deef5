//! The lower part of the edge editor: the sentence that the new edge states, errors and warnings, and the exact row
//! that will be appended.

use super::super::pen::Pen;
use super::key_of;
use crate::query::Sentence;
use crate::query::advice::{Advice, Fix};
use crate::system::log::Row;
use crate::tui::action::Action;
use crate::tui::job::{Lane, Preview};
use crate::tui::state::{Field, LinkDraft, Phase};
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Number of lines needed to show everything.
pub(super) fn wanted(pen: &Pen<'_>, draft: &LinkDraft, width: usize) -> usize {
    let rows: usize = rows(draft).iter().map(|row| exact(pen, row, width, usize::MAX).len()).sum();
    head(pen, draft, width).len() + advice(pen, draft, width, usize::MAX).len() + rows
}

/// Whether all rows fit, not only the first one.
pub(super) fn shows_all_rows(pen: &Pen<'_>, draft: &LinkDraft, area: Rect) -> bool {
    wanted(pen, draft, usize::from(area.width)) <= usize::from(area.height)
}

pub(super) fn draw(pen: &mut Pen<'_>, draft: &LinkDraft, area: Rect) {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    if height == 0 || width == 0 {
        return;
    }
    let mut lines = head(pen, draft, width);
    let left = height.saturating_sub(lines.len());
    let rows = rows(draft);
    let row: Vec<_> = if shows_all_rows(pen, draft, area) {
        rows.iter().flat_map(|row| exact(pen, row, width, usize::MAX)).collect()
    } else {
        // Every piece of advice gets one line before the row gets a second one.
        let most = left.saturating_sub(advised(draft)).max(usize::from(left > 1));
        rows.first().map(|row| exact(pen, row, width, most)).unwrap_or_default()
    };
    let room = left - row.len().min(left);
    lines.extend(advice(pen, draft, width, room).into_iter().take(room));
    // The row is at the bottom so that it does not jump while the user types.
    lines.truncate(height - row.len().min(height));
    lines.resize(height - row.len().min(height), Line::default());
    lines.extend(row);
    let is_old = [Lane::Complete, Lane::Fit, Lane::Advise].into_iter().any(|lane| pen.state.is_waiting(lane));
    for (at, line) in lines.iter().enumerate() {
        pen.line(area, at as u16, line);
        if is_old {
            pen.highlight(area, at as u16, Role::Dim);
        }
    }
}

/// Progress, an error, or the sentence that the new edge states.
fn head(pen: &Pen<'_>, draft: &LinkDraft, width: usize) -> Vec<Line<'static>> {
    let problem = problem(pen, width);
    let first = match &draft.preview {
        _ if draft.phase == Phase::Writing => {
            Some(Line::from(pen.whole(Role::Note, &format!("Writing{}", pen.symbols.ellipsis))))
        }
        _ if !problem.is_empty() => None,
        Some(preview) => Some(sentence(pen, preview, width)),
        None => Some(Line::from(pen.span(Role::Dim, &still_needed(draft), width))),
    };
    first.into_iter().chain(problem).collect()
}

/// The rows that will be appended.
fn rows(draft: &LinkDraft) -> &[Row<'static>] {
    draft.preview.as_ref().and_then(|preview| preview.rows.as_deref().ok()).unwrap_or_default()
}

/// Number of advice lines; none while an error is shown.
fn advised(draft: &LinkDraft) -> usize {
    let preview = draft.preview.as_ref().filter(|_| draft.problem.is_none());
    preview.map_or(0, |preview| preview.advice.len().max(1))
}

/// Why the draft could not be written, in full.
pub(super) fn problem(pen: &Pen<'_>, width: usize) -> Vec<Line<'static>> {
    let problem = pen.state.draft.as_ref().and_then(|draft| draft.problem.as_ref());
    problem.map(|problem| in_full(pen, problem, width)).unwrap_or_default()
}

/// An error, wrapped but never truncated.
pub(in super::super) fn in_full(pen: &Pen<'_>, problem: &str, width: usize) -> Vec<Line<'static>> {
    pen.wrapped(&[(Role::Error, format!("! {problem}"))], "  ", width)
}

fn still_needed(draft: &LinkDraft) -> String {
    match draft.missing() {
        Some(Field::Relation) => "Choose a relation: its number, part of its name, or enter".to_owned(),
        Some(field @ (Field::From | Field::To)) => {
            format!("{}: type part of an id or title, then enter", field.name())
        }
        Some(Field::Reason) | None => String::new(),
    }
}

fn sentence(pen: &Pen<'_>, preview: &Preview, width: usize) -> Line<'static> {
    let others = preview.rows.as_ref().map_or(0, |rows| rows.len().saturating_sub(1));
    said(pen, &preview.sentence, others, width)
}

/// The sentence that the new edge states, and the number of further edges.
pub(in super::super) fn said(pen: &Pen<'_>, sentence: &Sentence, others: usize, width: usize) -> Line<'static> {
    let Sentence { subject, verb, object, roles } = sentence;
    let roles = roles.as_ref().map(|(one, other)| format!("  {one} {} {other}", pen.symbols.out)).unwrap_or_default();
    let others = if others == 0 { String::new() } else { format!(", and {others} more") };
    let fixed = words::width(verb) + words::width(&others) + 2;
    // The ids share the room that the verb leaves; the roles of the ends are shown only if they fit.
    let ids = words::width(subject) + words::width(object);
    let room = width.saturating_sub(fixed);
    let each = if ids <= room { room } else { room / 2 };
    let strong = pen.style(Role::Relation).patch(pen.style(Role::Strong));
    let mut spans = vec![
        Span::styled(words::fitted_middle(subject, each, pen.symbols), pen.style(Role::Id)),
        Span::raw(" "),
        Span::styled(words::fitted(verb, width, pen.symbols), strong),
        Span::raw(" "),
        Span::styled(words::fitted_middle(object, each, pen.symbols), pen.style(Role::Id)),
        Span::raw(others),
    ];
    let taken: usize = spans.iter().map(|span| words::width(&span.content)).sum();
    if taken + words::width(&roles) <= width {
        spans.push(pen.whole(Role::Dim, &roles));
    }
    Line::from(spans)
}

/// All advice, worst first, in at most `room` lines: each piece gets one line before any gets a second.
fn advice(pen: &Pen<'_>, draft: &LinkDraft, width: usize, room: usize) -> Vec<Line<'static>> {
    let Some(preview) = draft.preview.as_ref().filter(|_| draft.problem.is_none()) else { return Vec::new() };
    if let Err(problem) = &preview.rows {
        return in_full(pen, problem, width);
    }
    if preview.advice.is_empty() {
        return vec![Line::from(pen.span(Role::Good, "No warnings", width))];
    }
    let fix = draft.fix();
    let takes = |one: &Advice| one.fix.clone().filter(|own| fix == Some(own));
    let said: Vec<_> = preview.advice.iter().map(|one| spoken(pen, one, takes(one).as_ref())).collect();
    let mut spare = room.saturating_sub(said.len());
    let mut lines = Vec::new();
    for parts in said {
        let whole = pen.wrapped(&parts, "  ", width);
        let more = whole.len().saturating_sub(1);
        if more <= spare {
            spare -= more;
            lines.extend(whole);
        } else {
            lines.push(on_one_line(pen, &parts, width));
        }
    }
    lines
}

/// One piece of advice; the key that applies it comes first so that it is never truncated.
pub(in super::super) fn spoken(pen: &Pen<'_>, advice: &Advice, fix: Option<&Fix>) -> Vec<(Role, String)> {
    let (role, prefix) = if advice.refuses { (Role::Error, "! refused: ") } else { (Role::Warning, "! ") };
    let takes = fix.map(|fix| match fix {
        Fix::Relation(name) | Fix::Source(name) | Fix::Target(name) => {
            format!("uses {}", words::fitted_middle(name, 32, pen.symbols))
        }
        Fix::Turn(verb) => format!("swaps and uses {verb}"),
    });
    let offer = takes.map(|takes| (Role::Key, format!("{} {takes}: ", key_of(pen, Action::ApplyFix))));
    let prefix = (role, prefix.to_owned());
    [Some(prefix), offer, Some((role, advice.message.clone()))].into_iter().flatten().collect()
}

fn on_one_line(pen: &Pen<'_>, parts: &[(Role, String)], width: usize) -> Line<'static> {
    let mut left = width;
    let spans = parts.iter().map(|(role, text)| {
        let span = pen.span(*role, text, left);
        left -= words::width(&span.content);
        span
    });
    Line::from(spans.collect::<Vec<_>>())
}

/// A row exactly as it will be written to the file, in at most `most` lines.
pub(in super::super) fn exact(pen: &Pen<'_>, row: &Row<'_>, width: usize, most: usize) -> Vec<Line<'static>> {
    let json = words::shown(&serde_json::to_string(row).unwrap_or_default(), pen.symbols);
    let mut lines = Vec::new();
    let mut rest = &json[..];
    while !rest.is_empty() && lines.len() < most {
        let is_last = lines.len() + 1 == most;
        let part = if is_last { words::fitted(rest, width, pen.symbols) } else { words::start(rest, width).to_owned() };
        if part.is_empty() {
            break;
        }
        rest = rest.get(part.len()..).filter(|_| !is_last).unwrap_or_default();
        lines.push(Line::from(Span::styled(part, pen.style(Role::Code))));
    }
    lines
}
