//! Parses YAML into JSON values, with limits on size, nesting and alias expansion.
//!
//! The only module that uses `serde_yaml`, which is no longer maintained, so that replacing it changes only this file.

mod control;
mod fields;
mod lines;
mod plain;
mod tabs;

pub use control::Unread;
pub use fields::{Field, Fields, Plain};
pub(in crate::system) use lines::{LinePosition, Lines};

use super::file;
use crate::text::quoted;
use serde::de::{self, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess as _, Visitor};
use serde_json::{Map, Number, Value};
use std::cell::Cell;
use std::fmt;

/// Why a text is not YAML.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct YamlError {
    pub message: String,
    /// The line of the text, from 1, if known.
    pub line: Option<u32>,
}

/// Maximum size of a text: the parser needs many times that much memory, and hand-written YAML is never this large.
const MOST_BYTES: usize = 4 << 20;

/// Limit on the expanded size of a text, in values and bytes: a multiple of its length, but at least a fixed minimum. A
/// few lines of aliases, or of maps used as keys, could otherwise fill the memory.
const EXPANSION_FACTOR: usize = 8;
const MIN_EXPANSION: usize = 1 << 20;

/// Parses one YAML document. An empty text is `Null`. Keys become strings, merge keys (`<<`) are merged, tags are
/// dropped.
pub fn parse(text: &str) -> Result<Value, YamlError> {
    match plain::fields(text) {
        Some(fields) => Ok(Value::Object(Fields::Plain(fields).into_map())),
        None => parse_fully(text),
    }
}

/// Parses one YAML document that should be a map; an empty text is an empty map. `None` if it is something else. A
/// value that contains a character YAML does not allow is left out and reported.
pub fn fields(text: &str) -> Result<Option<(Fields<'_>, Vec<Unread>)>, YamlError> {
    if let Some(fields) = plain::fields(text) {
        return Ok(Some((Fields::Plain(fields), Vec::new())));
    }
    if let Some(rest) = control::recover(text) {
        return rest.map(|rest| Some((Fields::Parsed(rest.fields), rest.unread)));
    }
    Ok(match parse_fully(text)? {
        Value::Object(fields) => Some((Fields::Parsed(fields), Vec::new())),
        Value::Null => Some((Fields::Parsed(Map::new()), Vec::new())),
        _ => None,
    })
}

/// Like [`parse`] without the fast path for simple texts. The fast path must agree with it.
pub fn parse_fully(text: &str) -> Result<Value, YamlError> {
    let text = readable(text);
    if text.len() > MOST_BYTES {
        return Err(YamlError { message: "the text is too large".to_owned(), line: None });
    }
    if is_nested_too_deeply(text) {
        return Err(YamlError { message: "the text is nested too deeply".to_owned(), line: None });
    }
    let read = |text: &str| {
        let left = Cell::new(MIN_EXPANSION + EXPANSION_FACTOR * text.len());
        Node { left: &left }.deserialize(serde_yaml::Deserializer::from_str(text))
    };
    with_tabs(text, read)
}

/// Parses a text; if that fails, parses it again without the valid tabs that this parser rejects.
fn with_tabs<T>(text: &str, read: impl Fn(&str) -> serde_yaml::Result<T>) -> Result<T, YamlError> {
    read(text).or_else(|error| match tabs::without_odd_tabs(text) {
        Some(spaced) => read(&spaced).map_err(|error| describe(&error, &spaced)),
        None => Err(describe(&error, text)),
    })
}

/// The parser takes a byte order mark for an indent, so that the second line would start another document.
fn readable(text: &str) -> &str {
    file::without_mark(text)
}

/// Whether there are too many open brackets: the parser's time grows with the square of their number.
fn is_nested_too_deeply(text: &str) -> bool {
    const MOST: i32 = 200;
    let mut open = 0;
    text.bytes().any(|byte| {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' if open > 0 => open -= 1,
            _ => {}
        }
        open > MOST
    })
}

fn describe(error: &serde_yaml::Error, text: &str) -> YamlError {
    let line = error.location().map(|place| line_at(text, place.index()));
    // The caller reports the position together with the file, so it is removed from the parser's message.
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
    YamlError { message, line }
}

/// The line of a byte position. The parser's own count also includes line ends that no editor recognises, such as a
/// lone carriage return, and one more at the end of the text.
fn line_at(text: &str, index: usize) -> u32 {
    let before = &text.as_bytes()[..index.min(text.len())];
    memchr::memchr_iter(b'\n', before).count() as u32 + 1
}

/// A deserialization seed that builds a JSON value within the size limit.
#[derive(Clone, Copy)]
struct Node<'b> {
    /// How much the document may still grow.
    left: &'b Cell<usize>,
}

impl Node<'_> {
    fn spend<E: de::Error>(self, size: usize) -> Result<(), E> {
        let left = self.left.get().checked_sub(size);
        self.left.set(left.ok_or_else(|| E::custom("the text is too large once aliases and keys are expanded"))?);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.spend(1)?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("YAML")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    // Beyond the range of JSON's numbers: huge, infinite and NaN values are kept as text.
    fn visit_i128<E>(self, number: i128) -> Result<Value, E> {
        Ok(number.to_string().into())
    }

    fn visit_u128<E>(self, number: u128) -> Result<Value, E> {
        Ok(number.to_string().into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or_else(|| number.to_string().into(), Value::Number))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        self.visit_string(text.to_owned())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Value, E> {
        self.spend(text.len())?;
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        let mut merged = Vec::new();
        while let Some((key, entry)) = entries.next_entry_seed(self, self)? {
            let key = key_text(key);
            self.spend(key.len())?;
            match (key, entry) {
                (key, Value::Object(base)) if key == "<<" => merged.push(base),
                (key, Value::Array(bases)) if key == "<<" && bases.iter().all(Value::is_object) => {
                    merged.extend(bases.into_iter().filter_map(|base| match base {
                        Value::Object(base) => Some(base),
                        _ => None,
                    }));
                }
                (key, _) if map.contains_key(&key) => {
                    return Err(de::Error::custom(format!("the key {} occurs twice", quoted(&key))));
                }
                (key, entry) => {
                    map.insert(key, entry);
                }
            }
        }
        for (key, entry) in merged.into_iter().flatten() {
            map.entry(key).or_insert(entry);
        }
        Ok(Value::Object(map))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Value, A::Error> {
        let (_tag, content) = tagged.variant::<de::IgnoredAny>()?;
        content.newtype_variant_seed(self)
    }
}

fn key_text(key: Value) -> String {
    match key {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// `text` as a YAML scalar on one line that parses back to exactly this text.
pub fn scalar(text: &str) -> String {
    let reads_back = |written: &str| parse(written).ok().as_ref().and_then(Value::as_str) == Some(text);
    let inside_a_map = |written: &str| {
        parse(&format!("k: {written}")).ok().and_then(|map| map["k"].as_str().map(str::to_owned)).as_deref()
            == Some(text)
    };
    if reads_back(text) && inside_a_map(text) {
        return text.to_owned();
    }
    // A JSON string is a YAML double-quoted scalar.
    Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn any_yaml_becomes_plain_values() {
        let text = "a: 1\nb: [x, 'y', 2.5]\nc: {d: null}\n1: one\ntrue: yes\ne: !tag t\nf: .inf\ng: 2026-01-02\n";
        let expected = json!({
            "a": 1, "b": ["x", "y", 2.5], "c": {"d": null}, "1": "one", "true": "yes", "e": "t", "f": "inf",
            "g": "2026-01-02"
        });
        assert_eq!(parse(text).unwrap(), expected);
        assert_eq!(parse("").unwrap(), Value::Null);
    }

    #[test]
    fn anchors_and_merge_keys_are_followed() {
        let text = "base: &base {a: 1}\nuse:\n  <<: *base\n  b: 2\n";
        assert_eq!(parse(text).unwrap()["use"], json!({"a": 1, "b": 2}));
    }

    #[test]
    fn numbers_too_large_for_json_stay_readable() {
        let text = "a: 12345678901234567890123456789\nb: -12345678901234567890123456789\nc: 18446744073709551615\n";
        let expected = json!({
            "a": "12345678901234567890123456789", "b": "-12345678901234567890123456789", "c": 18_446_744_073_709_551_615_u64
        });
        assert_eq!(parse(text).unwrap(), expected);
    }

    #[test]
    fn deep_nesting_is_refused_at_once() {
        for text in ["[".repeat(100_000), "a: {".repeat(100_000), "- ".repeat(10_000)] {
            assert!(parse(&text).is_err());
        }
    }

    #[test]
    fn an_error_names_its_line() {
        let error = parse("a: 1\nb: [\n").unwrap_err();
        assert!(error.line.is_some(), "{error:?}");
        assert!(!error.message.contains(" at line "), "{error:?}");
    }

    #[test]
    fn a_byte_order_mark_makes_no_difference() {
        let expected = json!({"a": 1, "b": 2});
        assert_eq!(parse("\u{feff}a: 1\nb: 2\n").unwrap(), expected);
    }

    #[test]
    fn line_numbers_match_those_of_an_editor() {
        for (text, line) in [
            ("a: 1\nb: [", 2),
            ("\u{feff}a: 1\nb: [}", 2),
            ("a: 1\r\nb: [}\r\n", 2),
            ("a: 'x\r\r\ry'\nb: [}", 2),
            ("# \u{85} \u{2028}\nb: [}", 2),
        ] {
            assert_eq!(parse(text).unwrap_err().line, Some(line), "{text:?}");
        }
    }

    #[test]
    fn a_duplicate_key_is_an_error() {
        assert!(parse("a: 1\na: 2\n").is_err());
    }

    #[test]
    fn a_text_that_would_read_as_something_else_is_quoted() {
        assert_eq!(scalar("in_review"), "in_review");
        for text in ["null", "12", "true", "a: b", "# x", "", "- x", " x"] {
            assert_ne!(scalar(text), text);
            assert_eq!(parse(&scalar(text)).unwrap(), json!(text));
        }
    }

    #[test]
    fn alias_expansion_is_limited() {
        let level = |(from, to): (char, char)| format!("{to}: &{to} [{}]\n", vec![format!("*{from}"); 8].join(", "));
        let levels: String = ('a'..'k').zip('b'..='k').map(level).collect();
        let text = format!("a: &a [x, x, x, x, x, x, x, x]\n{levels}");
        assert!(parse(&text).is_err());
    }

    fn error_message(text: &str) -> String {
        parse(text).err().map(|error| error.message).unwrap_or_default()
    }

    #[test]
    fn alias_expansion_of_long_lists_and_texts_is_limited() {
        let list = |item: &str, count: usize| vec![item; count].join(", ");
        let lists = format!("a: &a [{}]\nb: &b [{}]\nc: [{}]\n", list("x", 150), list("*a", 150), list("*b", 60));
        let texts = format!("a: &a {}\nb: [{}]\n", "x".repeat(10_000), list("*a", 1000));
        for text in [lists, texts] {
            assert!(error_message(&text).contains("too large"), "{}", error_message(&text));
        }
        let few = format!("a: &a x\nb: [{}]\n", list("*a", 100));
        assert_eq!(parse(&few).unwrap()["b"].as_array().map(Vec::len), Some(100));
    }

    #[test]
    fn expansion_of_maps_as_keys_is_limited() {
        let nested = |depth: usize| format!("{}a{}", "{".repeat(depth), "}".repeat(depth));
        assert_eq!(parse(&nested(2)).unwrap(), json!({"{\"a\":null}": null}));
        assert!(error_message(&nested(24)).contains("too large"), "{}", error_message(&nested(24)));
    }
}
