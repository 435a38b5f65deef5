//! The `ts` of an edge, as its source has it.
//!
//! It should be a text that is a time. Whatever else a writer put there still tells two edges apart, so it is kept as it is
//! spelt: the number `5` is neither the text `"5"` nor the number `6`.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

/// What an edge has for a time. Dereferences to its spelling, without the quotes of a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ts<'t> {
    /// A text, usually a time.
    Text(Cow<'t, str>),
    /// The JSON of any other value.
    Json(Cow<'t, str>),
}

/// Starts the stored form of everything that is not a plain text. A text that starts with it is stored as JSON too.
const JSON_MARK: char = '\0';

impl<'t> Ts<'t> {
    /// Whether it is a text, as it should be.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Text(_))
    }

    /// The same without what it borrows from.
    pub fn into_owned(self) -> Ts<'static> {
        match self {
            Self::Text(text) => Ts::Text(Cow::Owned(text.into_owned())),
            Self::Json(json) => Ts::Json(Cow::Owned(json.into_owned())),
        }
    }

    /// One text for each value: what the store keeps and compares.
    pub(super) fn stored(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) if text.starts_with(JSON_MARK) => {
                format!("{JSON_MARK}{}", serde_json::Value::from(&**text)).into()
            }
            Self::Text(text) => Cow::Borrowed(text),
            Self::Json(json) => format!("{JSON_MARK}{json}").into(),
        }
    }

    /// The value behind its stored form.
    pub(super) fn from_stored(stored: &'t str) -> Self {
        match stored.strip_prefix(JSON_MARK) {
            None => Self::Text(Cow::Borrowed(stored)),
            Some(json) => match serde_json::from_str(json) {
                Ok(text) => Self::Text(Cow::Owned(text)),
                Err(_) => Self::Json(Cow::Borrowed(json)),
            },
        }
    }
}

impl Deref for Ts<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Text(text) | Self::Json(text) => text,
        }
    }
}

impl fmt::Display for Ts<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self)
    }
}

impl<'t> From<&'t str> for Ts<'t> {
    fn from(text: &'t str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Ts<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl PartialEq<str> for Ts<'_> {
    fn eq(&self, text: &str) -> bool {
        self.is_text() && **self == *text
    }
}

impl PartialEq<&str> for Ts<'_> {
    fn eq(&self, text: &&str) -> bool {
        *self == **text
    }
}

/// As a row of the log has it: a value that is not a text keeps its spelling.
impl Serialize for Ts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Json(json) => {
                serde_json::from_str::<&RawValue>(json).map_err(serde::ser::Error::custom)?.serialize(serializer)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_values_are_stored_differently_and_come_back() {
        let texts = ["", "5", "null", "\"5\"", "\0", "\u{0}5", "\u{0}\"5\"", "2026-01-01", "{\"a\":1}"];
        let values = ["5", "5.0", "6", "null", "true", "[]", "{\"a\":1}", "{\"a\": 1}", "1e999"];
        let all: Vec<Ts<'_>> =
            texts.map(Ts::from).into_iter().chain(values.map(|json| Ts::Json(json.into()))).collect();
        let stored: std::collections::BTreeSet<_> = all.iter().map(|ts| ts.stored().into_owned()).collect();
        assert_eq!(stored.len(), all.len());
        for ts in &all {
            assert_eq!(Ts::from_stored(&ts.stored()), *ts);
        }
    }

    #[test]
    fn it_is_written_as_it_was_read() {
        for (ts, json) in
            [(Ts::from("5"), "\"5\""), (Ts::Json("5.0".into()), "5.0"), (Ts::Json("1e999".into()), "1e999")]
        {
            assert_eq!(serde_json::to_string(&ts).unwrap(), json);
        }
    }
}
