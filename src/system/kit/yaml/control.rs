//! Recovers fields from a text with characters that YAML does not allow.
//!
//! The parser rejects a whole text for one control character. Here only the value that contains it is lost.

use super::{YamlError, parse_fully};
use serde_json::{Map, Value};

/// The fields of a map, without the values that contain such a character.
#[derive(Debug, PartialEq)]
pub(super) struct Recovered {
    pub(super) fields: Map<String, Value>,
    pub(super) unread: Vec<Unread>,
}

/// A field whose value could not be read, or only in part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    pub field: String,
    /// Whether the rest of its value was read.
    pub is_part: bool,
}

fn is_allowed(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' => true,
        '\u{feff}' => false,
        c => ('\u{a0}'..='\u{fffd}').contains(&c) || c > '\u{ffff}',
    }
}

/// Parses a text with such characters; `None` if it contains none, or is otherwise not a map.
pub(super) fn recover(text: &str) -> Option<Result<Recovered, YamlError>> {
    if text.chars().all(is_allowed) {
        return None;
    }
    // While parsing, all of them are replaced by a noncharacter that the text does not contain.
    let mark = ('\u{fdd0}'..='\u{fdef}').find(|mark| !text.contains(*mark))?;
    let marked: String = text.chars().map(|c| if is_allowed(c) { c } else { mark }).collect();
    match parse_fully(&marked) {
        Ok(Value::Object(fields)) => Some(Ok(without_marked(fields, mark))),
        Ok(Value::Null) => Some(Ok(Recovered { fields: Map::new(), unread: Vec::new() })),
        Ok(_) => None,
        Err(error) => Some(Err(error)),
    }
}

fn without_marked(all: Map<String, Value>, mark: char) -> Recovered {
    let mut rest = Recovered { fields: Map::new(), unread: Vec::new() };
    for (name, value) in all {
        let (value, is_whole) = if name.contains(mark) { (None, false) } else { pruned(value, mark) };
        if !is_whole {
            let field = name.replace(mark, "\u{fffd}");
            rest.unread.push(Unread { field, is_part: value.is_some() });
        }
        rest.fields.extend(value.map(|value| (name, value)));
    }
    rest
}

/// The readable part of a value, and whether that is all of it.
fn pruned(value: Value, mark: char) -> (Option<Value>, bool) {
    let mut is_whole = true;
    let value = match value {
        Value::String(text) if text.contains(mark) => return (None, false),
        Value::Array(items) => {
            let mut keep = |item| {
                let (item, whole) = pruned(item, mark);
                is_whole &= whole;
                item
            };
            Value::Array(items.into_iter().filter_map(&mut keep).collect())
        }
        Value::Object(fields) => {
            let rest = without_marked(fields, mark);
            is_whole = rest.unread.is_empty();
            Value::Object(rest.fields)
        }
        other => other,
    };
    (Some(value), is_whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(text: &str) -> (Value, Vec<(String, bool)>) {
        let rest = recover(text).unwrap().unwrap();
        let unread = rest.unread.into_iter().map(|unread| (unread.field, unread.is_part)).collect();
        (Value::Object(rest.fields), unread)
    }

    fn whole(field: &str) -> Vec<(String, bool)> {
        vec![(field.to_owned(), false)]
    }

    fn part(field: &str) -> Vec<(String, bool)> {
        vec![(field.to_owned(), true)]
    }

    #[test]
    fn a_control_character_costs_only_its_value() {
        let others = json!({"b": 1});
        for value in ["x\u{7}y", "'x\u{1b}[31m'", "\"x\u{0}\"", "\u{7f}", "|\n  x\u{8}\n  y", "5\u{9b}", "x\u{feff}"] {
            assert_eq!(read(&format!("a: {value}\nb: 1\n")), (others.clone(), whole("a")), "{value:?}");
        }
        assert_eq!(read("a: [x, \"y\u{1}\", z]\nb: 1\n"), (json!({"a": ["x", "z"], "b": 1}), part("a")));
        assert_eq!(read("a:\n  - x\n  -\ty\u{1}\nb: 1\n"), (json!({"a": ["x"], "b": 1}), part("a")));
        assert_eq!(read("a: {c: \u{1}, d: 2}\nb: 1\n"), (json!({"a": {"d": 2}, "b": 1}), part("a")));
        assert_eq!(read("a\u{1}: x\nb: 1\n"), (others.clone(), whole("a\u{fffd}")));
        assert_eq!(read("# \u{1}\nb: 1\n"), (others, vec![]));
    }

    #[test]
    fn characters_that_yaml_allows_are_left_to_the_parser() {
        assert_eq!(recover("a: \"\\x07 é \u{85} \u{1f600} \u{fdd0}\"\tb\r\n"), None);
    }

    #[test]
    fn a_text_that_is_otherwise_not_a_map_is_refused() {
        assert_eq!(recover("- \u{1}\n"), None);
        assert!(recover("a: [\u{1}\n").unwrap().is_err());
    }
}
