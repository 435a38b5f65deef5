//! Actions and answers of the confirmation.

use super::request::{self, Retracted, RetractionPreview};
use super::state::{Confirmation, shown_mut};
use super::{Undo, show};
use crate::system::log::{Retracts, Row};
use crate::time;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::form::Phase;
use crate::tui::state::State;
use crate::tui::task::Key;
use crate::tui::theme::Role;
use crate::tui::update::listed::stored;
use crate::tui::update::{refresh_log, say};
use crate::tui::write::Added;

/// Opens the confirmation for the selected edge if this session added it, or else for the last edge it added.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    if state.tasks.is_waiting(Key::WRITE) {
        return vec![say(state, Role::Note, "A write is in progress; try again when it is done")];
    }
    // Pressing undo again means the edge before.
    if std::mem::take(&mut state.written.last_is_status) {
        let words = "Cannot undo a closing: reset the status, then run `refscope refs retract`";
        return vec![say(state, Role::Note, words)];
    }
    if let Some(edge) = state.view.selected_edge(state).filter(|_| selected(state).is_none()) {
        let edge = state.session.graph.edge(edge);
        let (from, to, verb) = (edge.from().id(), edge.to().id(), edge.relation());
        let words = format!("Not added in this session; run `refscope refs retract {from} {to} {verb}`");
        return vec![say(state, Role::Note, words)];
    }
    let Some(added) = selected(state).or_else(|| last(state)).cloned() else {
        return vec![say(state, Role::Note, "Nothing to undo in this session")];
    };
    let row = added.row.clone();
    let shown = Confirmation { added, preview: None, is_confirmed: false, problem: None, phase: Phase::Open };
    *shown_mut(&mut state.parts) = Some(shown);
    show(state, &Undo);
    request::preview(state, row).into_iter().collect()
}

/// The last row added in this session that is not retracted, as far as is known; else the last one, whose preview says
/// why it cannot be undone.
fn last(state: &State) -> Option<&Added> {
    // A row that was just written is not in the graph yet.
    let stands = |added: &&Added| state.written.newest.is_some() || stored(&state.session.graph, &added.row).is_some();
    state.written.added.iter().rev().find(stands).or_else(|| state.written.added.last())
}

/// The row added in this session for the selected edge of the neighbourhood.
fn selected(state: &State) -> Option<&Added> {
    let edge = state.session.graph.edge(state.view.selected_edge(state)?);
    let ends = [edge.from(), edge.to()].map(|node| Some(node.ix()));
    let is_same = |row: &Row<'_>| {
        let named = [&row.from, &row.to].map(|id| state.session.graph.find(id).map(|node| node.ix()));
        named == ends && row.relation == edge.relation() && row.ts.as_deref().and_then(time::parse) == edge.millis()
    };
    state.written.added.iter().rev().find(|added| is_same(&added.row))
}

/// Handles the preview of the retraction.
pub(super) fn previewed(state: &mut State, preview: Box<RetractionPreview>) -> Vec<Effect> {
    let Some(shown) = shown_mut(&mut state.parts) else { return Vec::new() };
    // If there is nothing to retract, the screen is older than the file.
    let is_older = preview.retraction.is_err();
    shown.preview = Some(preview);
    let mut effects = if std::mem::take(&mut shown.is_confirmed) { confirm(state) } else { Vec::new() };
    effects.extend(is_older.then(|| refresh_log(state)));
    effects
}

/// Handles an action in the confirmation.
pub(super) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Cancel => {
            state.overlay = None;
            *shown_mut(&mut state.parts) = None;
            Vec::new()
        }
        Action::Activate | Action::Accept => {
            let Some(shown) = shown_mut(&mut state.parts) else { return Vec::new() };
            if shown.preview.as_ref().is_some_and(|preview| preview.retraction.is_err()) {
                // The obstacle may be gone: ask for a new preview.
                shown.is_confirmed = true;
                let row = shown.added.row.clone();
                return request::preview(state, row).into_iter().collect();
            }
            confirm(state)
        }
        _ => Vec::new(),
    }
}

fn confirm(state: &mut State) -> Vec<Effect> {
    let Some(shown) = shown_mut(&mut state.parts) else { return Vec::new() };
    if shown.phase == Phase::Writing {
        return Vec::new();
    }
    let Some(preview) = &shown.preview else {
        shown.is_confirmed = true;
        return Vec::new();
    };
    let (at, row) = (preview.shown, preview.retraction.clone());
    match row {
        Ok(retraction) => {
            shown.problem = None;
            shown.phase = Phase::Writing;
            request::retraction(state, retraction, at).into_iter().collect()
        }
        Err(problem) => {
            shown.problem = Some(format!("{problem}. Nothing was written"));
            Vec::new()
        }
    }
}

/// Handles the result of writing the retraction.
pub(super) fn retracted(state: &mut State, answer: Result<Retracted, String>) -> Vec<Effect> {
    match answer {
        Ok(Retracted { retracts, written }) => {
            let is_same = |row: &Row<'_>| Retracts::of(row) == retracts;
            state.written.added.retain(|added| !is_same(&added.row));
            if shown_mut(&mut state.parts).take().is_some() {
                state.overlay = None;
            }
            let place = format!("Retracted; see {}:{}", written.file, written.line);
            let role = if written.warnings.is_empty() { Role::Good } else { Role::Warning };
            let mut effects = vec![refresh_log(state)];
            effects.push(say(state, role, [vec![place], written.warnings].concat().join("; ")));
            effects
        }
        Err(problem) => {
            state.leaving = false;
            // If there was nothing to retract, the screen is older than the file.
            let mut effects = vec![refresh_log(state)];
            if let Some(shown) = shown_mut(&mut state.parts) {
                shown.phase = Phase::Open;
                shown.problem = Some(problem);
            } else {
                effects.push(say(state, Role::Error, problem));
            }
            effects
        }
    }
}
