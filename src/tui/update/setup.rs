//! Switches theme and mouse capture at runtime.

use super::say;
use crate::tui::effect::Effect;
use crate::tui::state::State;
use crate::tui::theme::{Role, ThemeChoice};

pub(in crate::tui) fn use_theme(state: &mut State, choice: ThemeChoice) {
    state.setup.choice = choice;
    state.theme = state.setup.theme();
}

/// Toggles mouse capture.
pub(in crate::tui) fn toggle_mouse(state: &mut State) -> Vec<Effect> {
    state.setup.mouse = !state.setup.mouse;
    let words = if state.setup.mouse { "Mouse enabled" } else { "Mouse disabled; the terminal selects text" };
    vec![Effect::ListenToMouse(state.setup.mouse), say(state, Role::Good, words)]
}
