//! The command palette.

use crate::tui::state::{Overlay, State};
use serde_json::{Value, json};

pub(in crate::tui) fn summary(state: &State) -> Value {
    let Some(Overlay::Palette { prompt, found, rows }) = &state.overlay else { return Value::Null };
    let actions: Vec<_> = found.iter().map(|action| action.name()).collect();
    json!({ "search": prompt.text(), "actions": actions, "cursor": rows.cursor })
}
