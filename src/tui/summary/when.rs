//! The prompt for a time.

use super::word;
use crate::tui::state::{Overlay, State};
use serde_json::{Value, json};

pub(in crate::tui) fn summary(state: &State) -> Value {
    let Some(Overlay::When(when)) = &state.overlay else { return Value::Null };
    json!({ "purpose": word(&when.purpose), "text": when.prompt.text(), "is_wrong": when.is_wrong })
}
