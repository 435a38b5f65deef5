//! The share dialog.

use super::state::{ShareItem, pane};
use crate::tui::state::State;
use serde_json::{Value, json};

pub(super) fn summary(state: &State) -> Value {
    let Some(pane) = pane(state) else { return Value::Null };
    json!({
        "title": pane.shown.shared.title,
        "command": pane.command.as_ref().ok(),
        "why_no_command": pane.command.as_ref().err(),
        "sentence": pane.shown.sentence,
        "items": pane.items.iter().map(item).collect::<Vec<_>>(),
    })
}

fn item(item: &ShareItem) -> String {
    let (verb, name) = item.words();
    format!("{verb} {name}")
}
