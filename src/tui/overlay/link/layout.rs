//! The areas of the edge editor, and its notes: the sentence that the new edge states, errors and warnings, and the rows to
//! be appended.

use super::state::{Field, LinkDraft, draft_of};
use super::{Link, Overlay as _};
use crate::query::advice::Advice;
use crate::system::log::Row;
use crate::tui::form::layout::{FormAreas, Wants, few, split};
use crate::tui::form::{Phase, notes};
use crate::tui::pane_layout;
use crate::tui::state::State;
use crate::tui::symbols::Symbols;
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine, wrapped};
use ratatui::layout::Rect;

/// Number of relations that can be chosen by digit; all of them should be visible.
const NUMBERED: usize = 9;

/// The areas of the parts of the editor. An error is shown in full, at the cost of the list.
pub(super) fn areas(state: &State) -> FormAreas<Field> {
    let area = pane_layout::inside(Link.area(state));
    let Some(draft) = draft_of(state) else { return split(area, &Field::ALL, Field::From, Wants::default()) };
    let width = usize::from(area.width);
    let choices = draft.choices(&state.session.graph);
    let has_numbers = draft.focus == Field::Relation && draft.typed().is_empty();
    let list = if has_numbers { choices.min(NUMBERED) } else { few(choices) };
    let wants = Wants::new(list, wanted(state, draft, width), problem(state, width).len());
    split(area, &Field::ALL, draft.focus, wants)
}

/// Number of lines needed to show everything.
fn wanted(state: &State, draft: &LinkDraft, width: usize) -> usize {
    let rows: usize =
        rows(draft).iter().map(|row| notes::exact(row, width, usize::MAX, state.setup.symbols).len()).sum();
    head(state, draft, width).len() + advice(state, draft, width, usize::MAX).len() + rows
}

/// Whether all rows fit, not only the first one.
pub(super) fn shows_all_rows(state: &State, draft: &LinkDraft, area: Rect) -> bool {
    wanted(state, draft, usize::from(area.width)) <= usize::from(area.height)
}

/// The notes in an area: the head, the advice, and the rows at the bottom.
pub(super) fn lines(state: &State, draft: &LinkDraft, area: Rect) -> Vec<TextLine> {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    if height == 0 || width == 0 {
        return Vec::new();
    }
    let mut lines = head(state, draft, width);
    let left = height.saturating_sub(lines.len());
    let (rows, symbols) = (rows(draft), state.setup.symbols);
    let row: Vec<_> = if shows_all_rows(state, draft, area) {
        rows.iter().flat_map(|row| notes::exact(row, width, usize::MAX, symbols)).collect()
    } else {
        // Every piece of advice gets one line before the row gets a second one.
        let most = left.saturating_sub(advised(draft)).max(usize::from(left > 1));
        rows.first().map(|row| notes::exact(row, width, most, symbols)).unwrap_or_default()
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
        _ if draft.form.phase == Phase::Writing => Some(notes::writing(symbols)),
        _ if !problem.is_empty() => None,
        Some(preview) => {
            let others = preview.rows.as_ref().map_or(0, |rows| rows.len().saturating_sub(1));
            Some(notes::said(&preview.sentence, others, width, symbols))
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
    let preview = draft.preview.as_ref().filter(|_| draft.form.problem.is_none());
    preview.map_or(0, |preview| preview.advice.len().max(1))
}

/// Why the draft could not be written, in full.
fn problem(state: &State, width: usize) -> Vec<TextLine> {
    let problem = draft_of(state).and_then(|draft| draft.form.problem.as_ref());
    problem.map(|problem| notes::in_full(problem, width, state.setup.symbols)).unwrap_or_default()
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

/// All advice, worst first, in at most `room` lines: each piece gets one line before any gets a second.
fn advice(state: &State, draft: &LinkDraft, width: usize, room: usize) -> Vec<TextLine> {
    let Some(preview) = draft.preview.as_ref().filter(|_| draft.form.problem.is_none()) else { return Vec::new() };
    let symbols = state.setup.symbols;
    if let Err(problem) = &preview.rows {
        return notes::in_full(problem, width, symbols);
    }
    if preview.advice.is_empty() {
        return vec![vec![words::part(Role::Good, "No warnings", width, symbols)]];
    }
    let fix = draft.fix();
    let takes = |one: &Advice| one.fix.clone().filter(|own| fix == Some(own));
    let said: Vec<_> = preview.advice.iter().map(|one| notes::spoken(state, one, takes(one).as_ref())).collect();
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

fn on_one_line(parts: &[(Role, String)], width: usize, symbols: &Symbols) -> TextLine {
    let mut left = width;
    let parts = parts.iter().map(|(role, text)| {
        let part = words::part(*role, text, left, symbols);
        left -= words::width(&part.1);
        part
    });
    parts.collect()
}
