//! Undo: retracts an edge that was added in this session, after a preview and a confirmation.

use super::editor::stored;
use super::{ask, refresh_log, say};
use crate::system::log::Row;
use crate::time;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{Added, Retracted, RetractionPreview};
use crate::tui::overlay::UNDO;
use crate::tui::state::{LastWritten, Phase, State, Undo};
use crate::tui::task::Key;
use crate::tui::theme::Role;

/// Opens the confirmation for the selected edge if this session added it, or else for the last edge it added.
pub(in crate::tui) fn open(state: &mut State) -> Vec<Effect> {
    if state.tasks.is_waiting(Key::WRITE) {
        return vec![say(state, Role::Note, "A write is in progress; try again when it is done")];
    }
    if state.written.last == LastWritten::Closing {
        // Pressing undo again means the edge before.
        state.written.last = LastWritten::Edges;
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
    let shown = Undo { added, retraction_preview: None, is_confirmed: false, problem: None, phase: Phase::Open };
    state.undo = Some(Box::new(shown));
    state.overlay = Some(UNDO);
    ask::retraction_preview(state, row).into_iter().collect()
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
pub(in crate::tui) fn previewed(state: &mut State, retraction_preview: Box<RetractionPreview>) -> Vec<Effect> {
    let Some(shown) = &mut state.undo else { return Vec::new() };
    // If there is nothing to retract, the screen is older than the file.
    let is_older = retraction_preview.retraction.is_err();
    shown.retraction_preview = Some(retraction_preview);
    let mut effects = if std::mem::take(&mut shown.is_confirmed) { confirm(state) } else { Vec::new() };
    effects.extend(is_older.then(|| refresh_log(state)));
    effects
}

/// Handles an action in the confirmation.
pub(in crate::tui) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Cancel => {
            (state.overlay, state.undo) = (None, None);
            Vec::new()
        }
        Action::Activate | Action::Accept => {
            let Some(shown) = &mut state.undo else { return Vec::new() };
            if shown
                .retraction_preview
                .as_ref()
                .is_some_and(|retraction_preview| retraction_preview.retraction.is_err())
            {
                // The obstacle may be gone: ask for a new preview.
                shown.is_confirmed = true;
                let row = shown.added.row.clone();
                return ask::retraction_preview(state, row).into_iter().collect();
            }
            confirm(state)
        }
        _ => Vec::new(),
    }
}

fn confirm(state: &mut State) -> Vec<Effect> {
    let Some(shown) = &mut state.undo else { return Vec::new() };
    if shown.phase == Phase::Writing {
        return Vec::new();
    }
    let Some(retraction_preview) = &shown.retraction_preview else {
        shown.is_confirmed = true;
        return Vec::new();
    };
    let (at, row) = (retraction_preview.shown, retraction_preview.retraction.clone());
    match row {
        Ok(retraction) => {
            shown.problem = None;
            shown.phase = Phase::Writing;
            ask::retraction(state, retraction, at).into_iter().collect()
        }
        Err(problem) => {
            shown.problem = Some(format!("{problem}. Nothing was written"));
            Vec::new()
        }
    }
}

/// Handles the result of writing the retraction.
pub(in crate::tui) fn retracted(state: &mut State, answer: Result<Retracted, String>) -> Vec<Effect> {
    match answer {
        Ok(Retracted { retracts, written }) => {
            let is_same = |row: &Row<'_>| crate::system::log::Retracts::of(row) == retracts;
            state.written.added.retain(|added| !is_same(&added.row));
            if state.undo.take().is_some() {
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
            if let Some(shown) = &mut state.undo {
                shown.phase = Phase::Open;
                shown.problem = Some(problem);
            } else {
                effects.push(say(state, Role::Error, problem));
            }
            effects
        }
    }
}
