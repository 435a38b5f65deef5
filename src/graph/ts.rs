//! [`Ts`]: the `ts` value of an edge, exactly as written in its file.
//!
//! It should be a string with a time. Any other JSON value is preserved verbatim, because `ts` is part of an edge's
//! identity: the number `5` differs from the string `"5"` and from the number `6`.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

/// The `ts` of an edge. Dereferences to its text, without the quotes of a string.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ts<'t> {
    /// A string, usually a time.
    Text(Cow<'t, str>),
    /// The JSON text of any other value.
    Json(Cow<'t, str>),
}

/// Prefix of the stored form of non-strings. A string that starts with it is stored as JSON, too.
const JSON_MARK: char = '\0';

impl<'t> Ts<'t> {
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Text(_))
    }

    pub fn into_owned(self) -> Ts<'static> {
        match self {
            Self::Text(text) => Ts::Text(Cow::Owned(text.into_owned())),
            Self::Json(json) => Ts::Json(Cow::Owned(json.into_owned())),
        }
    }

    /// An injective encoding as one string, for interning and comparison.
    pub(super) fn stored(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) if text.starts_with(JSON_MARK) => {
                format!("{JSON_MARK}{}", serde_json::Value::from(&**text)).into()
            }
            Self::Text(text) => Cow::Borrowed(text),
            Self::Json(json) => format!("{JSON_MARK}{json}").into(),
        }
    }

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

/// Serializes the value as the log has it; non-strings verbatim.
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
    fn stored_form_is_unique_and_round_trips() {
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
    fn serialization_preserves_the_original_text() {
        for (ts, json) in
            [(Ts::from("5"), "\"5\""), (Ts::Json("5.0".into()), "5.0"), (Ts::Json("1e999".into()), "1e999")]
        {
            assert_eq!(serde_json::to_string(&ts).unwrap(), json);
        }
    }
}
