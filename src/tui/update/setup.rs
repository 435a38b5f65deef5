//! Looks and the mouse, changed while the program runs.

use super::say;
use crate::tui::effect::Effect;
use crate::tui::state::State;
use crate::tui::theme::{Role, ThemeChoice};

/// Uses another theme.
pub(super) fn use_theme(state: &mut State, choice: ThemeChoice) {
    state.setup.choice = choice;
    state.theme = state.setup.theme();
}

/// Listens to the mouse, or leaves it to the terminal.
pub(super) fn toggle_mouse(state: &mut State) -> Vec<Effect> {
    state.setup.mouse = !state.setup.mouse;
    let words = if state.setup.mouse {
        "the mouse clicks and scrolls here"
    } else {
        "the mouse is the terminal's own: it selects text"
    };
    vec![Effect::ListenToMouse(state.setup.mouse), say(state, Role::Good, words)]
}
