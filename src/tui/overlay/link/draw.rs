//! Draws the edge editor: the fields, the choices for the focused field, and the notes.

mod list;

use super::Link;
use super::layout::{areas, lines, shows_all_rows};
use super::state::{Field, LinkDraft, draft_of, drafts};
use crate::text::count;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::form::layout::key_of;
use crate::tui::form::{FormOverlay as _, Phase, draw as form};
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let Some(draft) = draft_of(state) else { return };
    pen.boxed(area, true, "Link", &notice(pen, draft));
    let places = areas(state);
    for (name, line) in &places.fields {
        field(pen, draft, *name, *line);
    }
    form::rules(pen, &places, &list::heading(state, draft), &next_step(pen, draft, places.notes));
    list::draw(pen, draft, places.list);
    form::notes(pen, Link.is_waiting(state), places.notes, lines(state, draft, places.notes));
}

/// Whether the draft was resumed, or which saved draft can be restored instead of it.
fn notice(pen: &Pen<'_>, draft: &LinkDraft) -> String {
    let named = |draft: &LinkDraft| match &draft.start.on[..] {
        [one] => words::fitted_middle(one, 24, pen.symbols),
        many => count(many.len(), "node"),
    };
    let (dot, over, restore) =
        (pen.symbols.dot, key_of(pen.state, Action::StartOver), key_of(pen.state, Action::RestoreDraft));
    match (draft.is_resumed, &drafts(pen.state).saved[..]) {
        (true, _) => format!("resumed draft {dot} {over} starts over"),
        (false, []) => String::new(),
        (false, [last]) => format!("{restore} restores the draft for {}", named(last)),
        (false, [others @ .., last]) => {
            format!("{restore} restores the draft for {}, {} more", named(last), others.len())
        }
    }
}

/// The key that adds the rows, once all fields are filled in, and the number of rows.
fn next_step(pen: &Pen<'_>, draft: &LinkDraft, notes: Rect) -> String {
    let rows = draft.preview.as_ref().and_then(|preview| Some(preview.rows.as_ref().ok()?.len())).unwrap_or(0);
    let is_ready = draft.missing().is_none() && draft.form.phase == Phase::Open;
    let key = key_of(pen.state, Action::Accept);
    let are_all_seen = shows_all_rows(pen.state, draft, notes);
    match (rows, is_ready) {
        (0, _) | (1, false) => String::new(),
        (1, true) => format!("{key} adds this row"),
        (_, true) if are_all_seen => format!("{key} adds these {}", count(rows, "row")),
        (_, true) => format!("{key} adds {}, first:", count(rows, "row")),
        (_, false) if are_all_seen => count(rows, "row"),
        (_, false) => format!("{}, first:", count(rows, "row")),
    }
}

fn field(pen: &mut Pen<'_>, draft: &LinkDraft, name: Field, line: Rect) {
    let has_keys = draft.focus == name;
    let taken = draft.entry(name).map(|entry| &entry.taken[..]).unwrap_or_default();
    if taken.is_empty() {
        let prompt = draft.entry(name).map_or(&draft.form.reason, |entry| &entry.prompt);
        let hint = if name == Field::Reason { form::WHY } else { "" };
        return form::typed(pen, name.name(), prompt, has_keys, hint, line);
    }
    let role = if name == Field::Relation { Role::Relation } else { Role::Id };
    form::chosen(pen, name.name(), taken, has_keys, role, line);
}
