//! The errors in the user's configuration files. They are shown at startup, before the user wonders why a setting has no
//! effect.

use super::text::TextBox;
use crate::tui::action::Action;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::words::{TextLine, wrapped};

pub(super) static CONFIG_ERRORS: TextBox = TextBox {
    name: "config-errors",
    title: "Configuration errors",
    action: Action::ConfigErrors,
    columns: 100,
    lines,
    refusal: |state| state.setup.config_errors.is_empty().then_some((Role::Good, "No configuration errors")),
    is_open_at_start: |state| !state.setup.config_errors.is_empty(),
};

fn lines(state: &State, width: usize) -> Vec<TextLine> {
    let error = |error: String| wrapped(&[(Role::Text, error)], "  ", width, state.setup.symbols);
    let errors = state.setup.config_errors.iter().map(ToString::to_string);
    errors.flat_map(|text| error(text).into_iter().chain([TextLine::new()])).collect()
}
