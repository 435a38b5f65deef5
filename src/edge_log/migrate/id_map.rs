//! A map of old to new ids, read from JSON.

use crate::edge_log::check_field;
use crate::text::quoted;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Debug, PartialEq, Eq)]
pub struct IdMap {
    new_of: BTreeMap<String, String>,
}

/// Why a map of ids is invalid.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdMapError {
    #[error("the map is not valid JSON: {0}")]
    NotJson(String),
    #[error("the map must be a JSON object such as {{\"old-id\": \"new-id\"}}")]
    NotAMap,
    #[error("invalid entry {}: {reason}", quoted(old))]
    NotAnId { old: String, reason: String },
}

impl IdMap {
    /// Parses `{"old": "new"}`, or the `{"byOldId": {"old": {"newId": "new"}}}` that the reference graph's own
    /// migration writes.
    pub fn parse(text: &str) -> Result<Self, IdMapError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let value: Value = serde_json::from_str(text).map_err(|error| IdMapError::NotJson(error.to_string()))?;
        let entries = match value {
            Value::Object(mut map) => match map.remove("byOldId") {
                Some(Value::Object(inner)) => inner,
                Some(other) => {
                    map.insert("byOldId".to_owned(), other);
                    map
                }
                None => map,
            },
            _ => return Err(IdMapError::NotAMap),
        };
        let mut new_of = BTreeMap::new();
        for (old, new) in entries {
            let new = new.get("newId").unwrap_or(&new).as_str().ok_or_else(|| "the new id is not a string".to_owned());
            let checked = new.and_then(|new| {
                check_field("the new id", new).map(|()| new.to_owned()).map_err(|error| error.to_string())
            });
            let new = checked.map_err(|reason| IdMapError::NotAnId { old: old.clone(), reason })?;
            check_field("the old id", &old)
                .map_err(|error| IdMapError::NotAnId { old: old.clone(), reason: error.to_string() })?;
            new_of.insert(old, new);
        }
        Ok(Self { new_of })
    }

    /// The entry of an old id: itself and the new one.
    pub(super) fn get(&self, id: &str) -> Option<(&str, &str)> {
        self.new_of.get_key_value(id).map(|(old, new)| (&**old, &**new))
    }

    pub fn old_ids(&self) -> impl Iterator<Item = &str> {
        self.new_of.keys().map(String::as_str)
    }

    pub fn new_ids(&self) -> impl Iterator<Item = &str> {
        self.new_of.values().map(String::as_str)
    }

    /// Ids that are both old and new: applying the map twice would change the log twice.
    pub fn chained(&self) -> Vec<&str> {
        self.new_of
            .values()
            .filter(|new| self.new_of.get(*new).is_some_and(|next| next != *new))
            .map(String::as_str)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_a_map_are_parsed() {
        let plain = IdMap::parse(r#"{"a": "b"}"#).unwrap();
        let nested = IdMap::parse(r#"{"version": 1, "byOldId": {"a": {"newId": "b", "kind": "task"}}}"#).unwrap();
        assert_eq!(plain, nested);
        assert_eq!(plain.get("a"), Some(("a", "b")));
    }

    #[test]
    fn invalid_map_is_rejected() {
        assert!(matches!(IdMap::parse("{"), Err(IdMapError::NotJson(_))));
        assert_eq!(IdMap::parse("[]"), Err(IdMapError::NotAMap));
        for map in [r#"{"a": 1}"#, r#"{"a": ""}"#, r#"{"a": " b"}"#, r#"{"a": "b\nc"}"#, r#"{"": "b"}"#] {
            assert!(matches!(IdMap::parse(map), Err(IdMapError::NotAnId { .. })), "{map}");
        }
    }

    #[test]
    fn chained_ids_are_detected() {
        assert_eq!(IdMap::parse(r#"{"a": "b", "b": "c", "d": "d"}"#).unwrap().chained(), ["b"]);
    }
}
