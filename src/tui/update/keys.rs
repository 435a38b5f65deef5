//! Turns a key press into an action, a typed character or the start of a chord.

use super::act;
use crate::tui::effect::Effect;
use crate::tui::key::Key;
use crate::tui::keymap::Found;
use crate::tui::state::State;

pub(in crate::tui) fn pressed(state: &mut State, key: Key) -> Vec<Effect> {
    // A toast belongs to the previous action.
    state.toast = None;
    let contexts = state.contexts();
    let mut keys = std::mem::take(&mut state.pending);
    keys.push(key);
    match state.setup.keymap.find(&contexts, &keys) {
        Found::Action(action) => act::act(state, action),
        Found::Prefix => {
            state.pending = keys;
            Vec::new()
        }
        // A key that does not continue the chord cancels it and is then handled on its own.
        Found::Nothing if keys.len() > 1 => pressed(state, key),
        Found::Nothing => match key.typed().filter(|_| is_typing(state)) {
            Some(character) => typed(state, character.encode_utf8(&mut [0; 4])),
            None => Vec::new(),
        },
    }
}

pub(in crate::tui) fn pasted(state: &mut State, text: &str) -> Vec<Effect> {
    if is_typing(state) { typed(state, text.trim()) } else { Vec::new() }
}

/// Whether a text field has the focus.
fn is_typing(state: &State) -> bool {
    state.overlay.map_or(state.typing, |overlay| overlay.is_typing(state) && !overlay.asks_for_log(state))
}

fn typed(state: &mut State, text: &str) -> Vec<Effect> {
    match state.overlay {
        Some(overlay) => overlay.typed(state, text),
        None => act::edit(state, |prompt| prompt.insert(text)),
    }
}
