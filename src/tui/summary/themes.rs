//! The theme picker.

use crate::tui::state::{Overlay, State};
use serde_json::{Value, json};

pub(in crate::tui) fn summary(state: &State) -> Value {
    let Some(Overlay::Themes { names, rows, .. }) = &state.overlay else { return Value::Null };
    json!({ "names": names, "cursor": rows.cursor })
}
