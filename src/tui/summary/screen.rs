//! The screen as a whole: view, focus, open overlay, pending keys, theme.

use crate::tui::key;
use crate::tui::state::State;
use crate::tui::theme::ThemeChoice;
use serde_json::{Value, json};

pub(in crate::tui) fn summary(state: &State) -> Value {
    json!({
        "view": state.view.about().name,
        "focused": state.pane_context().name(),
        "typing": state.typing,
        "overlay": state.overlay.map(|overlay| overlay.name()),
        "pending": key::written(&state.pending),
        "theme": state.theme.name(),
        "theme_choice": match &state.setup.choice {
            ThemeChoice::Auto => "auto",
            ThemeChoice::Named(name) => name,
        },
        "asks_for_log": state.asks_for_log(),
        "is_at_rest": state.session.at_rest,
    })
}
