//! Reads the standard keymap, and the parts of the format that it shares with the user's keymap.

use super::{Bound, Context, Keymap};
use crate::system::kit::config_error::{ConfigError, Document, KeyPath, unknown};
use crate::tui::action::Action;
use crate::tui::key::{self, Key};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

const STANDARD: &str = include_str!("../../../assets/keymap.yaml");

impl Keymap {
    /// The built-in keymap.
    pub fn standard() -> Self {
        // The file is part of the program; a test checks that it has no errors.
        read_standard(STANDARD).0
    }
}

fn read_standard(text: &str) -> (Keymap, Vec<ConfigError>) {
    let mut keymap = Keymap { bound: Vec::new(), does: HashMap::new() };
    let document = match Document::read(Path::new("assets/keymap.yaml"), text) {
        Ok(document) => document,
        Err(error) => return (keymap, vec![error]),
    };
    let mut errors = Vec::new();
    for written in actions(&document, &mut errors) {
        let Written { context, action, value, path: [in_context, of_action] } = written;
        let path = [in_context, of_action, KeyPath::Key("keys")];
        let chords = chords(&document, &path, &value["keys"], &mut errors);
        let chords = chords.into_iter().map(|(chord, _)| chord).collect();
        keymap.bound.push(Bound { context, action, chords });
        let does = value["does"].as_str().map(str::to_owned);
        if does.and_then(|does| keymap.does.insert(action, does)).is_some() {
            errors.push(document.error(&path, format!("Duplicate description of {}", action.name())));
        }
    }
    keymap.bound.sort_by_key(|bound| bound.context);
    (keymap, errors)
}

/// The entry of one action in one context of a file.
pub(super) struct Written<'d> {
    pub(super) context: Context,
    pub(super) action: Action,
    pub(super) value: &'d Value,
    pub(super) path: [KeyPath<'d>; 2],
}

/// All entries with a known context and action; the others are errors.
pub(super) fn actions<'d>(document: &'d Document<'_>, errors: &mut Vec<ConfigError>) -> Vec<Written<'d>> {
    let mut written = Vec::new();
    for (context_name, entries) in document.entries() {
        let in_context = KeyPath::Key(context_name);
        let Some(context) = Context::from_name(context_name) else {
            let message = unknown("context", context_name, &Context::all().map(Context::name).collect::<Vec<_>>());
            errors.push(document.error(&[in_context], message));
            continue;
        };
        let entries = match entries {
            Value::Object(entries) => entries,
            Value::Null => continue,
            _ => {
                let message = format!("{context_name} must be a map of actions to keys");
                errors.push(document.error(&[in_context], message));
                continue;
            }
        };
        for (action_name, value) in entries {
            let path = [in_context, KeyPath::Key(action_name)];
            if let Some(action) = Action::from_name(action_name) {
                written.push(Written { context, action, value, path });
            } else {
                let message = unknown("action", action_name, &Action::all().map(Action::name).collect::<Vec<_>>());
                errors.push(document.error(&path, message));
            }
        }
    }
    written
}

/// One key or a list of keys, each with its line. Invalid keys are errors; the others are kept.
pub(super) fn chords(
    document: &Document<'_>,
    path: &[KeyPath<'_>],
    value: &Value,
    errors: &mut Vec<ConfigError>,
) -> Vec<(Vec<Key>, u32)> {
    let mut chords = Vec::new();
    let mut read = |path: &[KeyPath<'_>], value: &Value| {
        let chord = match value {
            Value::String(text) => key::chord(text).map_err(|error| error.to_string()),
            Value::Number(number) => key::chord(&number.to_string()).map_err(|error| error.to_string()),
            _ => Err("Expected a key, a list of keys, or [] for none".to_owned()),
        };
        match chord {
            Ok(chord) => chords.push((chord, document.line(path))),
            Err(message) => errors.push(document.error(path, message)),
        }
    };
    match value {
        Value::Array(items) => {
            for (nth, item) in items.iter().enumerate() {
                read(&[path, &[KeyPath::Item(nth)]].concat(), item);
            }
        }
        one => read(path, one),
    }
    chords
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_keymap_has_no_errors() {
        assert_eq!(read_standard(STANDARD).1, []);
    }

    #[test]
    fn a_duplicate_description_is_an_error() {
        let text = "everywhere:\n  up: {keys: [k], does: Up}\nlist:\n  up: {keys: [k], does: Up}\n";
        let errors = read_standard(text).1;
        assert_eq!(errors.iter().map(|error| error.line).collect::<Vec<_>>(), [Some(4)]);
    }
}
