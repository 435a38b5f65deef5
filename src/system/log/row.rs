//! Parses one line of the log, including damaged ones.
//!
//! A line normally contains one JSON object. Other programs append to the same file without a lock, merges glue lines
//! together and crashes tear them, so a line may also contain several records, or a torn record followed by a complete
//! one. Every byte of a line belongs to a record: a row, or an error that is reported. Text before a row, such as a
//! comment, is not a torn row, and the rest of the line belongs to that text.

mod damage;
mod fields;

use super::retraction::Retraction;
use crate::graph::Row;
use serde::Serialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;
use std::ops::Range;

pub(super) fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

/// The content of a row.
///
/// Any row with a `from`, a `to` and a `relation` is an edge, even with a `retracts` beside them: readers that do not
/// support retractions treat it so, and all readers should see the same edges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Entry<'t> {
    Edge(Row<'t>),
    Retraction(Retraction<'t>),
}

impl Entry<'_> {
    fn into_owned(self) -> Entry<'static> {
        match self {
            Self::Edge(row) => Entry::Edge(row.into_owned()),
            Self::Retraction(row) => Entry::Retraction(row.into_owned()),
        }
    }
}

/// Why a record is not a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowError {
    /// Not JSON.
    Malformed(String),
    /// JSON, but neither an edge nor a retraction.
    Incomplete(Incomplete),
}

/// What prevents a JSON value from being a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incomplete {
    pub reason: String,
    /// The fields that the reason names.
    pub fields: Vec<&'static str>,
}

impl Incomplete {
    fn of(reason: &str, fields: &[&'static str]) -> RowError {
        RowError::Incomplete(Self { reason: reason.to_owned(), fields: fields.to_vec() })
    }
}

/// A part of a line and its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<'t> {
    /// The byte range of the record in the line.
    pub span: Range<usize>,
    pub content: Result<Entry<'t>, RowError>,
    /// Whether some of its text is not Unicode and is read as U+FFFD.
    pub is_damaged: bool,
}

/// The start of every row: identifies a complete row after a torn one.
const ROW_START: &[u8] = b"{\"ts\":";

/// Limits the total work of the search for complete rows to this many passes over the line. Nested row starts would
/// otherwise each be parsed to the end of the line.
const MAX_PASSES: usize = 64;

/// The records of one line, in order. A blank line has none.
pub fn records(line: &[u8]) -> Vec<Record<'_>> {
    if line.trim_ascii().is_empty() {
        return Vec::new();
    }
    // Nearly always, the line is one row that needs no repair.
    if let Some(fields) = sound_object(line).and_then(fields::usual) {
        return vec![Record { span: 0..line.len(), content: fields.into_entry(), is_damaged: false }];
    }
    one_by_one(line)
}

/// The text of a record that starts with `{`, if all of it is Unicode. Without the check, derived deserializers would
/// also accept a list of the fields.
fn sound_object(record: &[u8]) -> Option<&str> {
    let text = is_object(record).then(|| std::str::from_utf8(record).ok())??;
    damage::is_sound(text).then_some(text)
}

fn is_object(record: &[u8]) -> bool {
    record.trim_ascii_start().starts_with(b"{")
}

/// The slow path, for lines that are not exactly one normal row.
fn one_by_one(line: &[u8]) -> Vec<Record<'_>> {
    let mut found: Vec<Record<'_>> = Vec::new();
    let mut left = MAX_PASSES * line.len();
    let mut at = 0;
    while !line[at..].trim_ascii().is_empty() {
        let record = next_record(line, at, &mut left);
        at = record.span.end;
        found.push(record);
    }
    if let Some(last) = found.last_mut() {
        last.span.end = line.len();
    }
    found
}

/// The record that starts at `at`.
fn next_record<'t>(line: &'t [u8], at: usize, left: &mut usize) -> Record<'t> {
    let rest = &line[at..];
    let not_a_row = |end: usize, error| Record { span: at..end, content: Err(error), is_damaged: false };
    match first_value(rest) {
        Ok(length) if is_object(rest) => {
            let (content, is_damaged) = entry(&rest[..length]);
            Record { span: at..at + length, content, is_damaged }
        }
        Ok(length) if rest[length..].trim_ascii().is_empty() => {
            not_a_row(line.len(), Incomplete::of("not an object", &[]))
        }
        Ok(length) => {
            let reason = format!("trailing characters at column {}", length + 1);
            not_a_row(line.len(), RowError::Malformed(reason))
        }
        Err(reason) => {
            // Blanks before a torn record belong to it and are not a record of their own.
            let start = line.len() - rest.trim_ascii_start().len();
            // A torn row starts like a row, or with zeros where a crash lost it. After any other text, nothing can be
            // recovered.
            let is_torn = matches!(line[start], b'{' | 0);
            let end = if is_torn { next_row(line, start + 1, left) } else { None };
            not_a_row(end.unwrap_or(line.len()), RowError::Malformed(reason))
        }
    }
}

/// The length of the JSON value at the start of `line`, regardless of its encoding; or why there is none.
fn first_value(line: &[u8]) -> Result<usize, String> {
    let mut values = serde_json::Deserializer::from_slice(line).into_iter::<IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => Ok(values.byte_offset()),
        Some(Err(error)) => Err(describe(&error)),
        None => Err("empty".to_owned()),
    }
}

/// The content of an object, and whether it had to be repaired.
fn entry(object: &[u8]) -> (Result<Entry<'_>, RowError>, bool) {
    match readable(object) {
        Cow::Borrowed(text) => (fields::entry(text), false),
        Cow::Owned(text) => (fields::entry(&text).map(Entry::into_owned), true),
    }
}

/// The text of a record with U+FFFD in place of everything that is not Unicode. The escape of half a surrogate pair
/// becomes an escape of the same length; a run of invalid bytes becomes one character, as in
/// [`String::from_utf8_lossy`].
pub fn readable(record: &[u8]) -> Cow<'_, str> {
    damage::repaired(record)
}

/// The start of the next complete row from `at` on that is followed by another row or by nothing. A row followed by
/// anything else belongs to the torn record, as does everything once the budget `left` is used up.
fn next_row(line: &[u8], at: usize, left: &mut usize) -> Option<usize> {
    for start in memchr::memmem::find_iter(&line[at..], ROW_START).map(|start| at + start) {
        let mut stream = serde_json::Deserializer::from_slice(&line[start..]).into_iter::<IgnoredAny>();
        let looked_at = if let Some(Err(error)) = stream.next() {
            // The parser sees a single line, so the column is the number of bytes it read.
            error.column()
        } else {
            // A crash can leave zeros after a row.
            let mut behind = line[start + stream.byte_offset()..].iter().filter(|byte| !is_blank(**byte));
            if behind.next().is_none_or(|byte| *byte == b'{') {
                return Some(start);
            }
            stream.byte_offset()
        };
        *left = left.checked_sub(looked_at)?;
    }
    None
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

fn describe(error: &serde_json::Error) -> String {
    // Each line is parsed on its own, so the parser's "at line 1 column n" would be misleading.
    let text = error.to_string();
    let reason = text.split(" at line ").next().unwrap_or(&text);
    format!("{reason} at column {}", error.column())
}

#[cfg(test)]
mod tests;
