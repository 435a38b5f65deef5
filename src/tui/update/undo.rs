//! Taking an edge back that was added in this run: looked at, confirmed, written.

use super::editor::stored;
use super::{ask, look_at_log, say};
use crate::graph::Edge;
use crate::query::NeighbourhoodItem;
use crate::source::reference::Row;
use crate::time;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{Added, Lane, Retracted, RetractionPreview};
use crate::tui::state::{LastWritten, Overlay, Pane, Phase, State, Undo};
use crate::tui::theme::Role;

/// Asks whether the selected edge is to be taken back, if it was added in this run, or else the last one that was.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    if state.is_waiting(Lane::Write) {
        return vec![say(state, Role::Note, "something is being written; try again when it is")];
    }
    if state.last_written == LastWritten::Closing {
        // Whoever asks again means the edge before.
        state.last_written = LastWritten::Edges;
        let words = "a closed signal is not taken back here: set its status, and `refscope refs retract` its edge";
        return vec![say(state, Role::Note, words)];
    }
    if let Some(edge) = selected_edge(state).filter(|_| selected(state).is_none()) {
        let (from, to, verb) = (edge.from().id(), edge.to().id(), edge.relation());
        let words = format!("it was not added in this run; `refscope refs retract {from} {to} {verb}` takes it back");
        return vec![say(state, Role::Note, words)];
    }
    let Some(added) = selected(state).or_else(|| last(state)).cloned() else {
        return vec![say(state, Role::Note, "no edge was added in this run, or all are taken back")];
    };
    let row = added.row.clone();
    let shown = Undo { added, retraction_preview: None, is_confirmed: false, problem: None, phase: Phase::Open };
    state.overlay = Some(Overlay::Undo(Box::new(shown)));
    ask::retraction_preview(state, row).into_iter().collect()
}

/// The last row of this run that still stands, as far as is known. If none does, the last one: asking for it tells why.
fn last(state: &State) -> Option<&Added> {
    // What was written just now is not in the graph yet.
    let stands = |added: &&Added| state.newest.is_some() || stored(&state.graph, &added.row).is_some();
    state.added.iter().rev().find(stands).or_else(|| state.added.last())
}

/// The row of this run behind the selected edge of the neighbourhood.
fn selected(state: &State) -> Option<&Added> {
    let edge = selected_edge(state)?;
    let ends = [edge.from(), edge.to()].map(|node| Some(node.ix()));
    let says_it = |row: &Row<'_>| {
        let named = [&row.from, &row.to].map(|id| state.graph.find(id).map(|node| node.ix()));
        named == ends && row.relation == edge.relation() && row.ts.as_deref().and_then(time::parse) == edge.millis()
    };
    state.added.iter().rev().find(|added| says_it(&added.row))
}

/// The selected edge of the neighbourhood, while that has the keys.
fn selected_edge(state: &State) -> Option<Edge<'_>> {
    if state.focused() != Pane::Neighbourhood {
        return None;
    }
    let row = state.neighbourhood.outline.rows.get(state.neighbourhood.rows.cursor)?;
    let NeighbourhoodItem::Edge { edge, .. } = row.item else { return None };
    Some(state.graph.edge(edge))
}

/// The row is there that would be written.
pub(super) fn reversed(state: &mut State, retraction_preview: Box<RetractionPreview>) -> Vec<Effect> {
    let Some(Overlay::Undo(shown)) = &mut state.overlay else { return Vec::new() };
    // If there is nothing to take back, the screen shows something older than the file.
    let is_older = retraction_preview.retraction.is_err();
    shown.retraction_preview = Some(retraction_preview);
    let mut effects = if std::mem::take(&mut shown.is_confirmed) { confirm(state) } else { Vec::new() };
    effects.extend(is_older.then(|| look_at_log(state)));
    effects
}

/// What an action does while it is asked.
pub(super) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Cancel => {
            state.overlay = None;
            Vec::new()
        }
        Action::Activate | Action::Accept => {
            let Some(Overlay::Undo(shown)) = &mut state.overlay else { return Vec::new() };
            if shown
                .retraction_preview
                .as_ref()
                .is_some_and(|retraction_preview| retraction_preview.retraction.is_err())
            {
                // What stood in the way may do so no longer.
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
    let Some(Overlay::Undo(shown)) = &mut state.overlay else { return Vec::new() };
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

/// It was to be taken back.
pub(super) fn taken_back(state: &mut State, answer: Result<Retracted, String>) -> Vec<Effect> {
    match answer {
        Ok(Retracted { retracts, written }) => {
            let says_it = |row: &Row<'_>| crate::source::reference::Retracts::of(row) == retracts;
            state.added.retain(|added| !says_it(&added.row));
            if matches!(state.overlay, Some(Overlay::Undo(_))) {
                state.overlay = None;
            }
            let place = format!("taken back {}:{}", written.file, written.line);
            let role = if written.warnings.is_empty() { Role::Good } else { Role::Warning };
            let mut effects = vec![look_at_log(state)];
            effects.push(say(state, role, [vec![place], written.warnings].concat().join("; ")));
            effects
        }
        Err(problem) => {
            state.leaving = false;
            // If there was nothing to take back, the screen shows something older than the file.
            let mut effects = vec![look_at_log(state)];
            if let Some(Overlay::Undo(shown)) = &mut state.overlay {
                shown.phase = Phase::Open;
                shown.problem = Some(problem);
            } else {
                effects.push(say(state, Role::Error, problem));
            }
            effects
        }
    }
}
