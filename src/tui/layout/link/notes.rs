//! The notes at the bottom of the edge editor: the sentence that the new edge states, errors and warnings, and the exact
//! row that will be appended. The form that closes a signal and the confirmation of an undo show the same.

use super::key_of;
use crate::query::Sentence;
use crate::query::advice::{Advice, Fix};
use crate::system::log::Row;
use crate::tui::action::Action;
use crate::tui::state::{Field, LinkDraft, Phase, State};
use crate::tui::symbols::Symbols;
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine, wrapped};
use ratatui::layout::Rect;

/// Number of lines needed to show everything.
pub(super) fn wanted(state: &State, draft: &LinkDraft, width: usize) -> usize {
    let rows: usize = rows(draft).iter().map(|row| exact(row, width, usize::MAX, state.setup.symbols).len()).sum();
    head(state, draft, width).len() + advice(state, draft, width, usize::MAX).len() + rows
}

/// Whether all rows fit, not only the first one.
pub fn shows_all_rows(state: &State, draft: &LinkDraft, area: Rect) -> bool {
    wanted(state, draft, usize::from(area.width)) <= usize::from(area.height)
}

/// The notes in an area: the head, the advice, and the rows at the bottom.
pub fn lines(state: &State, draft: &LinkDraft, area: Rect) -> Vec<TextLine> {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    if height == 0 || width == 0 {
        return Vec::new();
    }
    let mut lines = head(state, draft, width);
    let left = height.saturating_sub(lines.len());
    let (rows, symbols) = (rows(draft), state.setup.symbols);
    let row: Vec<_> = if shows_all_rows(state, draft, area) {
        rows.iter().flat_map(|row| exact(row, width, usize::MAX, symbols)).collect()
    } else {
        // Every piece of advice gets one line before the row gets a second one.
        let most = left.saturating_sub(advised(draft)).max(usize::from(left > 1));
        rows.first().map(|row| exact(row, width, most, symbols)).unwrap_or_default()
    };
    let room = left - row.len().min(left);
    lines.extend(advice(state, draft, width, room).into_iter().take(room));
    // The row is at the bottom so that it does not jump while the user types.
    lines.resize(height - row.len().min(height), TextLine::new());
    lines.extend(row);
    lines
}

/// Progress, an error, or the sentence that the new edge states.
fn head(state: &State, draft: &LinkDraft, width: usize) -> Vec<TextLine> {
    let (problem, symbols) = (problem(state, width), state.setup.symbols);
    let first = match &draft.preview {
        _ if draft.phase == Phase::Writing => Some(writing(symbols)),
        _ if !problem.is_empty() => None,
        Some(preview) => {
            let others = preview.rows.as_ref().map_or(0, |rows| rows.len().saturating_sub(1));
            Some(said(&preview.sentence, others, width, symbols))
        }
        None => Some(vec![words::part(Role::Dim, &still_needed(draft), width, symbols)]),
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
pub(super) fn problem(state: &State, width: usize) -> Vec<TextLine> {
    let problem = state.draft.as_ref().and_then(|draft| draft.problem.as_ref());
    problem.map(|problem| in_full(problem, width, state.setup.symbols)).unwrap_or_default()
}

/// That the rows are being written.
pub(in super::super) fn writing(symbols: &Symbols) -> TextLine {
    vec![(Some(Role::Note), format!("Writing{}", symbols.ellipsis))]
}

/// An error, wrapped but never truncated.
pub(in super::super) fn in_full(problem: &str, width: usize, symbols: &Symbols) -> Vec<TextLine> {
    wrapped(&[(Role::Error, format!("! {problem}"))], "  ", width, symbols)
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

/// The sentence that the new edge states, and the number of further edges.
pub(in super::super) fn said(sentence: &Sentence, others: usize, width: usize, symbols: &Symbols) -> TextLine {
    let Sentence { subject, verb, object, roles } = sentence;
    let roles = roles.as_ref().map(|(one, other)| format!("  {one} {} {other}", symbols.out)).unwrap_or_default();
    let others = if others == 0 { String::new() } else { format!(", and {others} more") };
    let fixed = words::width(verb) + words::width(&others) + 2;
    // The ids share the room that the verb leaves; the roles of the ends are shown only if they fit.
    let ids = words::width(subject) + words::width(object);
    let room = width.saturating_sub(fixed);
    let each = if ids <= room { room } else { room / 2 };
    let mut line = vec![
        (Some(Role::Id), words::fitted_middle(subject, each, symbols)),
        (None, " ".to_owned()),
        words::part(Role::Relation, verb, width, symbols),
        (None, " ".to_owned()),
        (Some(Role::Id), words::fitted_middle(object, each, symbols)),
        (None, others),
    ];
    if words::line_width(&line) + words::width(&roles) <= width {
        line.push((Some(Role::Dim), words::shown(&roles, symbols)));
    }
    line
}

/// All advice, worst first, in at most `room` lines: each piece gets one line before any gets a second.
fn advice(state: &State, draft: &LinkDraft, width: usize, room: usize) -> Vec<TextLine> {
    let Some(preview) = draft.preview.as_ref().filter(|_| draft.problem.is_none()) else { return Vec::new() };
    let symbols = state.setup.symbols;
    if let Err(problem) = &preview.rows {
        return in_full(problem, width, symbols);
    }
    if preview.advice.is_empty() {
        return vec![vec![words::part(Role::Good, "No warnings", width, symbols)]];
    }
    let fix = draft.fix();
    let takes = |one: &Advice| one.fix.clone().filter(|own| fix == Some(own));
    let said: Vec<_> = preview.advice.iter().map(|one| spoken(state, one, takes(one).as_ref())).collect();
    let mut spare = room.saturating_sub(said.len());
    let mut lines = Vec::new();
    for parts in said {
        let whole = wrapped(&parts, "  ", width, symbols);
        let more = whole.len().saturating_sub(1);
        if more <= spare {
            spare -= more;
            lines.extend(whole);
        } else {
            lines.push(on_one_line(&parts, width, symbols));
        }
    }
    lines
}

/// One piece of advice; the key that applies it comes first so that it is never truncated.
pub(in super::super) fn spoken(state: &State, advice: &Advice, fix: Option<&Fix>) -> Vec<(Role, String)> {
    let (role, prefix) = if advice.refuses { (Role::Error, "! refused: ") } else { (Role::Warning, "! ") };
    let takes = fix.map(|fix| match fix {
        Fix::Relation(name) | Fix::Source(name) | Fix::Target(name) => {
            format!("uses {}", words::fitted_middle(name, 32, state.setup.symbols))
        }
        Fix::Turn(verb) => format!("swaps and uses {verb}"),
    });
    let offer = takes.map(|takes| (Role::Key, format!("{} {takes}: ", key_of(state, Action::ApplyFix))));
    let prefix = (role, prefix.to_owned());
    [Some(prefix), offer, Some((role, advice.message.clone()))].into_iter().flatten().collect()
}

fn on_one_line(parts: &[(Role, String)], width: usize, symbols: &Symbols) -> TextLine {
    let mut left = width;
    let parts = parts.iter().map(|(role, text)| {
        let part = words::part(*role, text, left, symbols);
        left -= words::width(&part.1);
        part
    });
    parts.collect()
}

/// A row exactly as it will be written to the file, in at most `most` lines.
pub(in super::super) fn exact(row: &Row<'_>, width: usize, most: usize, symbols: &Symbols) -> Vec<TextLine> {
    let json = words::shown(&serde_json::to_string(row).unwrap_or_default(), symbols);
    let mut lines = Vec::new();
    let mut rest = &json[..];
    while !rest.is_empty() && lines.len() < most {
        let is_last = lines.len() + 1 == most;
        let part = if is_last { words::fitted(rest, width, symbols) } else { words::start(rest, width).to_owned() };
        if part.is_empty() {
            break;
        }
        rest = rest.get(part.len()..).filter(|_| !is_last).unwrap_or_default();
        lines.push(vec![(Some(Role::Code), part)]);
    }
    lines
}
