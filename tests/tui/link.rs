//! What the edge editor says about its draft.

use crate::support::Screen;
use serde_json::Value;

pub(super) fn is_open(screen: &Screen) -> bool {
    screen.overlay() == Some("link")
}

/// A value of the draft.
#[track_caller]
pub(super) fn draft(screen: &Screen, path: &str) -> Value {
    screen.says("link", &format!("draft/{path}"))
}

/// The values that a field has taken.
#[track_caller]
pub(super) fn taken(screen: &Screen, name: &str) -> Vec<String> {
    screen.lists("link", &format!("draft/fields/{name}/taken"))
}

/// The value of a field, in quotes if it is only typed.
#[track_caller]
pub(super) fn field(screen: &Screen, name: &str) -> String {
    if name == "reason" {
        return draft(screen, "reason").as_str().unwrap().to_owned();
    }
    match taken(screen, name) {
        taken if taken.is_empty() => draft(screen, &format!("fields/{name}/typed")).to_string(),
        taken => taken.join(" "),
    }
}

#[track_caller]
pub(super) fn fields(screen: &Screen) -> [String; 4] {
    ["from", "relation", "to", "reason"].map(|name| field(screen, name))
}

/// The name of the focused field.
#[track_caller]
pub(super) fn focus(screen: &Screen) -> String {
    draft(screen, "focus").as_str().unwrap().to_owned()
}

/// The error of the last attempt to write the draft.
#[track_caller]
pub(super) fn problem(screen: &Screen) -> String {
    draft(screen, "problem").as_str().expect("there is no error").to_owned()
}
