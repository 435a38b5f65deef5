//! The errors in the user's configuration files.

use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::words::{TextLine, wrapped};

pub fn lines(state: &State, width: usize) -> Vec<TextLine> {
    let error = |error: String| wrapped(&[(Role::Text, error)], "  ", width, state.setup.symbols);
    let errors = state.setup.config_errors.iter().map(ToString::to_string);
    errors.flat_map(|text| error(text).into_iter().chain([TextLine::new()])).collect()
}
