//! Lazy JSON parsing with source positions.
//!
//! A [`Json`] value is a slice of the text and is parsed one level at a time, so that a finding can name the line of an
//! entry and a file with a million edges is never held as a tree. Parsing does not recurse, so deep nesting cannot
//! overflow the stack.

mod scan;

use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Batch, SystemId};
use crate::system::kit::file;
use crate::system::kit::obstacle::ObstacleRules;
use crate::time::Millis;
use serde::de::{Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::path::Path;

/// A system's rules for files that are missing or cannot be used at all.
#[derive(Debug)]
pub struct FileRules {
    pub(in crate::system) missing: Rule,
    pub(in crate::system) obstacles: ObstacleRules,
    pub(in crate::system) not_utf8: Rule,
    pub(in crate::system) not_json: Rule,
}

impl FileRules {
    /// The rules, grouped under one check of the doctor's report.
    pub const fn of(check: &'static str) -> Self {
        Self {
            missing: Rule { code: "source-missing", severity: Severity::Error, check },
            obstacles: ObstacleRules::of(check),
            not_utf8: Rule { code: "file-not-utf8", severity: Severity::Warning, check },
            not_json: Rule { code: "json-invalid", severity: Severity::Error, check },
        }
    }

    pub(in crate::system) fn unreadable(&'static self, system: SystemId, shown: &str, error: &io::Error) -> Finding {
        let message = format!("The file could not be read: {}", file::reason(error));
        Finding::new(&self.obstacles.unreadable, system.name(), message).in_file(shown)
    }

    /// A file that is not UTF-8, from this line on.
    pub(in crate::system) fn not_utf8_at(&'static self, system: SystemId, shown: &str, line: u32) -> Finding {
        let message = "The file is not UTF-8; invalid characters are shown as \u{fffd}";
        Finding::new(&self.not_utf8, system.name(), message.to_owned()).in_file(shown).at_line(line)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::system) struct JsonError {
    pub(in crate::system) message: String,
    /// The line of the parsed text, from 1.
    pub(in crate::system) line: u32,
}

impl From<serde_json::Error> for JsonError {
    fn from(error: serde_json::Error) -> Self {
        // The caller reports the position together with the file, so it is removed from the parser's message.
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
        Self { message, line: error.line() as u32 }
    }
}

/// Bytes of a list whose items may all be held at a time.
const SHORT_LIST: usize = 64 << 10;

/// A value, as a slice of the text that contains it.
#[derive(Clone, Copy)]
pub(in crate::system) struct Json<'a> {
    raw: &'a str,
}

impl<'a> Json<'a> {
    /// Checks that a text is one JSON value.
    pub(in crate::system) fn parse(text: &'a str) -> Result<Self, JsonError> {
        #[cfg(test)]
        counted::one();
        let raw: &RawValue = serde_json::from_str(text)?;
        Ok(Self { raw: raw.get() })
    }

    /// The entries of a text that is one JSON object. Faster than checking it first; `None` if it is anything else.
    pub(in crate::system) fn object(text: &'a str) -> Option<Fields<'a>> {
        if let Some(entries) = scan::object(text, MOST_FIELDS) {
            return Some(Fields { entries });
        }
        let mut parser = serde_json::Deserializer::from_str(text);
        let entries = parser.deserialize_map(FieldsVisitor).ok()?;
        parser.end().ok().map(|()| Fields { entries })
    }

    /// Visits the items of a list without keeping them; returns `false` if the value is not a list.
    pub(in crate::system) fn each_item(self, visit: impl FnMut(Self)) -> bool {
        if self.raw.len() <= SHORT_LIST
            && let Some(items) = scan::list(self.raw)
        {
            items.into_iter().for_each(visit);
            return true;
        }
        let mut parser = serde_json::Deserializer::from_str(self.raw);
        self.starts_with(b'[') && parser.deserialize_seq(ItemsVisitor { visit }).is_ok()
    }

    /// The items, if the value is a list.
    pub(in crate::system) fn items(self) -> Option<Vec<Self>> {
        if let Some(items) = scan::list(self.raw) {
            return Some(items);
        }
        let items: Vec<&RawValue> = self.starts_with(b'[').then(|| serde_json::from_str(self.raw).ok())??;
        Some(items.into_iter().map(|raw| Self { raw: raw.get() }).collect())
    }

    /// The entries, if the value is an object with at most [`MOST_FIELDS`] fields.
    pub(in crate::system) fn fields(self) -> Option<Fields<'a>> {
        #[cfg(test)]
        counted::one();
        if self.starts_with(b'{') { Self::object(self.raw) } else { None }
    }

    /// Visits the entries, if the value is an object, however many there are.
    pub(in crate::system) fn each_field(self, visit: impl FnMut(&str, Self)) -> bool {
        let mut parser = serde_json::Deserializer::from_str(self.raw);
        self.starts_with(b'{') && parser.deserialize_map(EachFieldVisitor { visit }).is_ok()
    }

    pub(in crate::system) fn text(self) -> Option<Cow<'a, str>> {
        // A string without escapes is its own text.
        if let Some(text) = self.raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'))
            && memchr::memchr(b'\\', text.as_bytes()).is_none()
        {
            return Some(Cow::Borrowed(text));
        }
        self.starts_with(b'"').then(|| serde_json::from_str::<Text<'a>>(self.raw).ok())?.map(|text| text.0)
    }

    /// The text, if the value is a string that is not blank.
    pub(in crate::system) fn filled_text(self) -> Option<Cow<'a, str>> {
        self.text().filter(|text| !text.trim().is_empty())
    }

    /// A string, or a number or boolean as written.
    pub(in crate::system) fn scalar(self) -> Option<Cow<'a, str>> {
        match self.raw.as_bytes().first()? {
            b'"' => self.text(),
            b'{' | b'[' | b'n' => None,
            _ => Some(Cow::Borrowed(self.raw)),
        }
    }

    pub(in crate::system) fn is_list(self) -> bool {
        self.starts_with(b'[')
    }

    pub(in crate::system) fn is_object(self) -> bool {
        self.starts_with(b'{')
    }

    /// The value as written.
    pub(in crate::system) fn raw(self) -> &'a str {
        self.raw
    }

    pub(in crate::system) fn number(self) -> Option<f64> {
        serde_json::from_str(self.raw).ok()
    }

    pub(in crate::system) fn bool(self) -> Option<bool> {
        serde_json::from_str(self.raw).ok()
    }

    pub(in crate::system) fn is_null(self) -> bool {
        self.raw == "null"
    }

    /// The value as a tree; `None` if it is nested too deeply.
    pub(in crate::system) fn value(self) -> Option<Value> {
        serde_json::from_str(self.raw).ok()
    }

    fn starts_with(self, byte: u8) -> bool {
        self.raw.as_bytes().first() == Some(&byte)
    }
}

/// Number of values parsed, for tests that a text is not parsed once for every question.
#[cfg(test)]
pub(in crate::system) mod counted {
    use std::cell::Cell;

    thread_local!(static PARSED: Cell<usize> = const { Cell::new(0) });

    pub(super) fn one() {
        PARSED.set(PARSED.get() + 1);
    }

    /// The number of values that `run` parses on this thread.
    pub(in crate::system) fn during<T>(run: impl FnOnce() -> T) -> (T, usize) {
        let before = PARSED.get();
        let result = run();
        (result, PARSED.get() - before)
    }
}

/// Maximum size in bytes of a file that is only looked at.
const MOST_LOOKED_AT: u64 = 16 << 20;

/// Whether a file is JSON of moderate size that fits.
pub(in crate::system) fn with_small_json(path: &Path, fits: impl FnOnce(Json<'_>) -> bool) -> bool {
    let text = file::start(path, MOST_LOOKED_AT);
    text.is_some_and(|text| Json::parse(&text).is_ok_and(fits))
}

/// A string, borrowed if it contains no escapes.
#[derive(serde::Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The entries of an object, in file order.
#[derive(Default)]
pub(in crate::system) struct Fields<'a> {
    entries: Vec<(Cow<'a, str>, Json<'a>)>,
}

impl<'a> Fields<'a> {
    /// The entry with this name; the last one if there are several, as usual for JSON.
    pub(in crate::system) fn get(&self, name: &str) -> Option<Json<'a>> {
        self.entries.iter().rev().find(|(key, _)| key == name).map(|(_, value)| *value)
    }

    /// The entry with this name, unless it is `null`.
    pub(in crate::system) fn given(&self, name: &str) -> Option<Json<'a>> {
        self.get(name).filter(|value| !value.is_null())
    }

    pub(in crate::system) fn iter(&self) -> impl Iterator<Item = (&str, Json<'a>)> {
        self.entries.iter().map(|(key, value)| (&**key, *value))
    }

    /// The entries with a wanted name, as values. Values that are nested too deeply are left out.
    pub(in crate::system) fn to_map(&self, wanted: impl Fn(&str) -> bool) -> Map<String, Value> {
        let wanted = self.iter().filter(|(key, _)| wanted(key));
        wanted.filter_map(|(key, json)| Some((key.to_owned(), json.value()?))).collect()
    }
}

struct ItemsVisitor<F> {
    visit: F,
}

impl<'a, F: FnMut(Json<'a>)> Visitor<'a> for ItemsVisitor<F> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'a>>(mut self, mut items: A) -> Result<(), A::Error> {
        while let Some(raw) = items.next_element::<&'a RawValue>()? {
            (self.visit)(Json { raw: raw.get() });
        }
        Ok(())
    }
}

/// Maximum number of fields of an object: in memory, a field takes many times its size in the file.
const MOST_FIELDS: usize = 100_000;

struct FieldsVisitor;

impl<'a> Visitor<'a> for FieldsVisitor {
    type Value = Vec<(Cow<'a, str>, Json<'a>)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some((key, raw)) = map.next_entry::<Text<'a>, &'a RawValue>()? {
            if entries.len() == MOST_FIELDS {
                return Err(serde::de::Error::custom("too many fields"));
            }
            entries.push((key.0, Json { raw: raw.get() }));
        }
        Ok(entries)
    }
}

struct EachFieldVisitor<V> {
    visit: V,
}

impl<'a, V: FnMut(&str, Json<'a>)> Visitor<'a> for EachFieldVisitor<V> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((key, raw)) = map.next_entry::<Text<'a>, &'a RawValue>()? {
            (self.visit)(&key.0, Json { raw: raw.get() });
        }
        Ok(())
    }
}

/// Bytes per block of the line index.
const BLOCK: usize = 4096;

/// A sparse line index: the number of line ends before each block. Storing every line end would be too much for a text
/// that consists of nothing else.
pub(in crate::system) struct Lines<'a> {
    text: &'a str,
    /// Number of line ends before each block of the text.
    ended: Vec<u32>,
}

impl<'a> Lines<'a> {
    pub(in crate::system) fn new(text: &'a str) -> Self {
        let mut ended = 0;
        let before = |block: &[u8]| {
            let before = ended;
            ended += line_ends(block);
            before
        };
        Self { text, ended: text.as_bytes().chunks(BLOCK).map(before).collect() }
    }

    /// The line on which a part of the text begins, from 1.
    pub(in crate::system) fn of(&self, part: Json<'_>) -> u32 {
        let at = (part.raw.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let block = at / BLOCK;
        let in_block = self.text.as_bytes().get(block * BLOCK..at).map_or(0, line_ends);
        self.ended.get(block).or(self.ended.last()).copied().unwrap_or_default() + in_block + 1
    }
}

fn line_ends(bytes: &[u8]) -> u32 {
    memchr::memchr_iter(b'\n', bytes).count() as u32
}

pub(in crate::system) struct JsonFile {
    /// The path as displayed.
    pub(in crate::system) shown: String,
    pub(in crate::system) text: String,
    pub(in crate::system) modified: Millis,
}

impl JsonFile {
    /// Reads a file; reports a finding if that fails.
    pub(in crate::system) fn read(
        root: &Path,
        path: &Path,
        system: SystemId,
        rules: &'static FileRules,
        batch: &mut Batch,
    ) -> Option<Self> {
        let shown = file::relative(root, path);
        let read = match file::read(path) {
            Ok(read) => read,
            Err(error) => {
                batch.finding(rules.unreadable(system, &shown, &error));
                return None;
            }
        };
        if let Some(line) = read.broken_line {
            batch.finding(rules.not_utf8_at(system, &shown, line));
        }
        let mut text = read.text.into_owned();
        text.drain(..text.len() - file::without_mark(&text).len());
        Some(Self { shown, text, modified: read.modified })
    }

    /// The parsed file; invalid JSON is a finding.
    pub(in crate::system) fn json(
        &self,
        system: SystemId,
        rules: &'static FileRules,
        batch: &mut Batch,
    ) -> Option<Json<'_>> {
        match Json::parse(&self.text) {
            Ok(json) => Some(json),
            Err(error) => {
                let message = format!("The file is not JSON: {}", error.message);
                let finding = Finding::new(&rules.not_json, system.name(), message).in_file(&*self.shown);
                batch.finding(finding.at_line(error.line.max(1)));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_know_their_lines() {
        let text = "{\n \"a\": [1,\n  {\"b\": \"x\\ny\"}],\n \"a\\u0062\": null}";
        let lines = Lines::new(text);
        let fields = Json::parse(text).unwrap().fields().unwrap();
        let items = fields.get("a").unwrap().items().unwrap();
        assert_eq!(lines.of(items[0]), 2);
        assert_eq!(lines.of(items[1]), 3);
        assert_eq!(items[0].number(), Some(1.0));
        assert_eq!(items[1].fields().unwrap().get("b").unwrap().text().unwrap(), "x\ny");
        assert!(fields.get("ab").unwrap().is_null() && fields.given("ab").is_none());
        assert_eq!(lines.of(fields.get("ab").unwrap()), 4);
    }

    #[test]
    fn lines_are_found_in_any_order() {
        let text = format!("[{}]", (0..50_000).map(|n| format!("{n}\n")).collect::<Vec<_>>().join(","));
        let lines = Lines::new(&text);
        let items = Json::parse(&text).unwrap().items().unwrap();
        for at in (0..items.len()).rev().step_by(97).chain([0, 49_999]) {
            assert_eq!(lines.of(items[at]), at as u32 + 1);
        }
        assert!(lines.ended.len() < 100);
    }

    #[test]
    fn an_object_with_too_many_fields_is_refused() {
        let object = |fields: usize| format!("{{\"a\": 1{}}}", ",\"b\":2".repeat(fields - 1));
        assert!(Json::parse(&object(MOST_FIELDS)).unwrap().fields().is_some());
        assert!(Json::parse(&object(MOST_FIELDS + 1)).unwrap().fields().is_none());
    }

    #[test]
    fn a_value_has_exactly_one_type() {
        for (text, is) in [("[1]", "list"), ("{}", "object"), ("\"x\"", "text"), ("1.5", "number"), ("true", "bool")] {
            let json = Json::parse(text).unwrap();
            assert_eq!(json.items().is_some(), is == "list");
            assert_eq!(json.fields().is_some(), is == "object");
            assert_eq!(json.text().is_some(), is == "text");
            assert_eq!(json.number().is_some(), is == "number");
            assert_eq!(json.bool().is_some(), is == "bool");
        }
    }

    #[test]
    fn an_error_names_its_line_and_deep_nesting_is_harmless() {
        let error = Json::parse("{\n\"a\": }").err().unwrap();
        assert_eq!((error.line, error.message.contains(" at line ")), (2, false));
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let json = Json::parse(&deep).unwrap();
        assert_eq!(json.items().unwrap().len(), 1);
        assert!(json.value().is_none());
    }
}
