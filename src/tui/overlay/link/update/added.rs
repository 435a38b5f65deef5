//! The result of adding edges: selects the new edge, or keeps the unwritten rest in the editor.

use super::super::state::{draft_mut, drafts_mut};
use super::super::{Link, is_open};
use crate::text::count;
use crate::tui::effect::Effect;
use crate::tui::form::{Phase, new_log};
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::update::listed::{hidden_by, stored};
use crate::tui::update::{go, refresh_log, say};
use crate::tui::write::{Added, Addition};

/// Handles the result of adding rows.
pub(in super::super) fn added(state: &mut State, addition: Option<Addition>) -> Vec<Effect> {
    let Some(Addition { rows, problem }) = addition else { return needs_log(state) };
    let place = |one: &Added| format!("{}:{}", one.written.file, one.written.line);
    let places: Vec<_> = rows.iter().map(place).collect();
    let warnings: Vec<_> = rows.iter().flat_map(|one| one.written.warnings.clone()).collect();
    // Also after an error: a row that failed may still have reached the file.
    let mut effects = vec![refresh_log(state)];
    if let Some(first) = rows.first() {
        state.written.last_is_status = false;
        state.written.relation = Some(first.row.relation.clone().into_owned());
        state.written.newest = Some(first.row.clone());
    }
    state.written.added.extend(rows);
    effects.extend(match problem {
        None => all_added(state, &places, warnings),
        Some(problem) => not_all_added(state, &places, warnings, problem),
    });
    effects
}

fn needs_log(state: &mut State) -> Vec<Effect> {
    let is_open = is_open(state, &Link);
    let effects = new_log::needed(state, is_open, |state| Some(&mut draft_mut(&mut state.parts)?.form));
    if !is_open {
        save(state);
    }
    effects
}

/// Saves the draft of a closed editor.
fn save(state: &mut State) {
    let drafts = drafts_mut(state);
    drafts.saved.extend(drafts.open.take());
}

fn all_added(state: &mut State, places: &[String], warnings: Vec<String>) -> Vec<Effect> {
    drafts_mut(state).open = None;
    if is_open(state, &Link) {
        state.overlay = None;
    }
    let words = match places {
        [place] => format!("Added {place}"),
        places => {
            let last = places.last().map(|last| format!(", the last at {last}")).unwrap_or_default();
            format!("Added {}{last}", count(places.len(), "edge"))
        }
    };
    let role = if warnings.is_empty() { Role::Good } else { Role::Warning };
    vec![say(state, role, [vec![words], warnings].concat().join("; "))]
}

fn not_all_added(state: &mut State, places: &[String], warnings: Vec<String>, problem: String) -> Vec<Effect> {
    // Do not quit: the user must see the error.
    state.leaving = false;
    let problem = match places {
        [] => problem,
        places => {
            let edges = count(places.len(), "edge");
            format!("{edges} added ({}); the rest failed: {problem}", places.join(", "))
        }
    };
    let problem = [vec![problem], warnings].concat().join("; ");
    if let Some(draft) = draft_mut(&mut state.parts) {
        draft.form.phase = Phase::Open;
        draft.form.problem = Some(problem.clone());
        // One end is a single node. At the other, nodes whose edge is stored already are not written again.
        let many = if draft.from.taken.len() > 1 { &mut draft.from } else { &mut draft.to };
        if many.taken.len() > 1 {
            many.taken.drain(..places.len().min(many.taken.len() - 1));
        }
    }
    if is_open(state, &Link) {
        return super::advise(state);
    }
    save(state);
    vec![say(state, Role::Error, problem)]
}

/// Selects the newest edge in the neighbourhood of one of its ends, once it is in the graph.
pub(in super::super) fn select_new_edge(state: &mut State) -> Vec<Effect> {
    let graph = std::sync::Arc::clone(&state.session.graph);
    let Some(edge) = state.written.newest.as_ref().and_then(|row| stored(&graph, row)) else { return Vec::new() };
    state.written.newest = None;
    // An open draft is for the current selection, which must not change.
    if is_open(state, &Link) {
        return Vec::new();
    }
    let (from, to) = (edge.from().ix(), edge.to().ix());
    if state.session.current != Some(from) && state.session.current != Some(to) {
        go::leave(state);
        go::select(state, from);
    }
    let root = if state.session.current == Some(from) { from } else { to };
    go::want_edge(state, root, edge.ix());
    match hidden_by(state, root, edge) {
        Some(filter) => {
            let line = edge.line();
            vec![say(state, Role::Note, format!("Added {}:{line}; hidden by the {filter}", edge.file()))]
        }
        None => Vec::new(),
    }
}
