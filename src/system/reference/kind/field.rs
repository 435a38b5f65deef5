//! The type of a frontmatter field, and the check of a value against it.

use super::Kind;
use crate::system::kit::yaml::{self, Fields};
use crate::text::{either, quoted};
use crate::time;
use serde_json::Value;

/// The values that a field may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FieldType {
    Text,
    Enum(Vec<String>),
    /// An ISO 8601 date or date-time.
    Date,
    Bool,
    Texts,
    Number,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) kind: FieldType,
    pub(super) required: bool,
}

/// A field whose value does not match its kind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Breach {
    pub(crate) field: String,
    pub(crate) message: String,
}

impl Kind {
    /// The fields of an artifact that do not match. An empty field counts as absent.
    pub(crate) fn breaches(&self, frontmatter: &Fields<'_>) -> Vec<Breach> {
        let breach = |field: &Field| {
            let message = match frontmatter.get(&field.name) {
                None => field.required.then(|| format!("{} is required by kind {}", quoted(&field.name), self.name)),
                Some(value) => field
                    .kind
                    .expected(value)
                    .map(|expected| format!("{} is {}, not {expected}", quoted(&field.name), shown(value))),
            };
            message.map(|message| Breach { field: field.name.clone(), message })
        };
        self.fields.iter().filter_map(breach).collect()
    }
}

impl FieldType {
    /// The expected value, if `value` does not match.
    fn expected(&self, value: yaml::Field<'_>) -> Option<String> {
        let fits = match self {
            Self::Text => value.text().is_some(),
            Self::Enum(values) => value.scalar().is_some_and(|text| values.iter().any(|value| *value == text)),
            Self::Date => value.text().is_some_and(|text| time::parse(text).is_some()),
            Self::Bool => value.is_bool(),
            Self::Texts => value.items().is_some_and(|items| items.iter().all(Option::is_some)),
            Self::Number => value.is_number(),
        };
        let expected = || match self {
            Self::Text => "a text".to_owned(),
            Self::Enum(values) => either(values),
            Self::Date => "a date such as 2026-05-01".to_owned(),
            Self::Bool => "true or false".to_owned(),
            Self::Texts => "a list of strings".to_owned(),
            Self::Number => "a number".to_owned(),
        };
        (!fits).then(expected)
    }
}

/// A scalar as written, near enough to compare: `yes`, `1` and `open` can all be values of an enum.
pub(super) fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        _ => None,
    }
}

fn shown(value: yaml::Field<'_>) -> String {
    const LONGEST: usize = 60;
    let text = value.text().map_or_else(|| value.json(), quoted);
    if text.chars().count() <= LONGEST { text } else { text.chars().take(LONGEST).chain("…".chars()).collect() }
}
