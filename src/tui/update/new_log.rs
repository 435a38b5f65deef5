//! The question whether to create the log, asked when a change is about to be written and the log does not exist.
//!
//! The change stays in its form: `enter` writes it and creates the log, `esc` returns to the form. Once the log exists,
//! the question is not asked again.

use super::{closing, editor, say};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{IfNoLog, Unwritten};
use crate::tui::overlay;
use crate::tui::state::{Phase, State};
use crate::tui::theme::Role;

/// Handles a change that was not written because the log does not exist.
pub(in crate::tui) fn needed(state: &mut State, unwritten: &Unwritten) -> Vec<Effect> {
    // Do not quit: the change is not written.
    state.leaving = false;
    let is_open = match unwritten {
        Unwritten::Edges => state.overlay == Some(overlay::LINK),
        Unwritten::Closing(id) => state.closing().is_some_and(|open| open.id == *id),
    };
    let phase = match unwritten {
        Unwritten::Edges => state.draft.as_mut().map(|draft| &mut draft.phase),
        Unwritten::Closing(id) => state.closings.get_mut(id).map(|closing| &mut closing.phase),
    };
    let Some(phase) = phase else { return Vec::new() };
    if is_open {
        *phase = Phase::AsksForLog;
        return Vec::new();
    }
    // The form was closed in the meantime: a question now would get a key that is meant for something else.
    *phase = Phase::Open;
    if *unwritten == Unwritten::Edges {
        state.saved_drafts.extend(state.draft.take());
    }
    let file = state.session.log_file();
    vec![say(
        state,
        Role::Warning,
        format!("Nothing was written: {file} does not exist. Resume the draft to create it"),
    )]
}

/// Handles an action while the question is shown.
pub(in crate::tui) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Activate | Action::Accept => {
            reopen(state);
            match state.overlay == Some(overlay::LINK) {
                true => editor::write(state, IfNoLog::Create),
                false => closing::write(state, IfNoLog::Create),
            }
        }
        Action::Cancel => {
            reopen(state);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// Returns to the form.
fn reopen(state: &mut State) {
    if state.overlay == Some(overlay::LINK) {
        if let Some(draft) = &mut state.draft {
            draft.phase = Phase::Open;
        }
    } else if let Some(closing) = state.closing_mut() {
        closing.phase = Phase::Open;
    }
}
