//! The screen as a whole: view, focus, open overlay, pending keys, theme.

use crate::tui::key;
use crate::tui::state::{Overlay, State};
use crate::tui::theme::ThemeChoice;
use serde_json::{Value, json};

pub(in crate::tui) fn summary(state: &State) -> Value {
    json!({
        "view": view(state),
        "focused": state.pane_context().name(),
        "typing": state.typing,
        "overlay": overlay(state),
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

/// The name of the view.
pub fn view(state: &State) -> &'static str {
    state.view.name()
}

/// The name of the open overlay.
pub fn overlay(state: &State) -> Option<&'static str> {
    state.overlay.as_ref().map(|overlay| match overlay {
        Overlay::Palette { .. } => "palette",
        Overlay::Help(_) => "help",
        Overlay::Relations { .. } => "relations",
        Overlay::Themes { .. } => "themes",
        Overlay::Editor => "link",
        Overlay::Undo(_) => "undo",
        Overlay::Closing(_) => "closing",
        Overlay::Log => "log",
        Overlay::Page => "page",
        Overlay::Marks(_) => "marks",
        Overlay::ConfigErrors(_) => "config-errors",
        Overlay::Messages(_) => "messages",
        Overlay::Share(_) => "share",
        Overlay::When(_) => "when",
    })
}
