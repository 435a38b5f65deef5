//! One line of the log.
//!
//! A line normally holds one JSON object. Other programs append to the same file without a lock, merges glue lines and
//! crashes tear them, so a line may also hold several records, or a torn one with a whole one behind it. Every byte of a
//! line ends up in a record: a row, or a problem that is reported. Text in front of a row, such as a comment, is not a torn
//! row, and what is behind it stays a part of that text.

mod damage;
mod fields;

use super::retraction::Retraction;
use crate::graph::Ts;
use serde::Serialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;
use std::ops::Range;

/// An edge as the log stores it. Fields keep this order when written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row<'t> {
    /// When it was written, as its writer put it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ts: Option<Ts<'t>>,
    /// The id it leaves.
    pub from: Cow<'t, str>,
    /// The id it reaches.
    pub to: Cow<'t, str>,
    /// The verb.
    pub relation: Cow<'t, str>,
    /// Who wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<Cow<'t, str>>,
    /// Why, in the writer's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Cow<'t, str>>,
}

impl Row<'_> {
    /// The row without the line it was read from.
    pub fn into_owned(self) -> Row<'static> {
        Row {
            ts: self.ts.map(Ts::into_owned),
            from: owned(self.from),
            to: owned(self.to),
            relation: owned(self.relation),
            actor: self.actor.map(owned),
            reason: self.reason.map(owned),
        }
    }
}

pub(super) fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

/// What a row says.
///
/// Whatever has a `from`, a `to` and a `relation` is an edge, also with a `retracts` beside them: readers that know nothing of
/// retractions see it so, and all should see the same edges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Entry<'t> {
    /// That there is an edge.
    Edge(Row<'t>),
    /// That edges are taken back.
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
pub enum Problem {
    /// It is not JSON.
    Malformed(String),
    /// It is JSON, but neither an edge nor a retraction.
    Incomplete(Incomplete),
}

/// What JSON lacks to be a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incomplete {
    /// The sentence.
    pub reason: String,
    /// The fields it names.
    pub fields: Vec<&'static str>,
}

impl Incomplete {
    fn of(reason: &str, fields: &[&'static str]) -> Problem {
        Problem::Incomplete(Self { reason: reason.to_owned(), fields: fields.to_vec() })
    }
}

/// A part of a line and what it turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<'t> {
    /// The bytes of the line it takes.
    pub span: Range<usize>,
    /// What the row says, or why it is none.
    pub content: Result<Entry<'t>, Problem>,
    /// Whether some of its text is not Unicode, and is read as U+FFFD.
    pub is_damaged: bool,
}

/// How every writer of this log starts a row: behind a torn record, a whole one is recognised by it.
const ROW_START: &[u8] = b"{\"ts\":";

/// How often, all in all, the bytes of a line are looked at in search of a whole row. Starts that stand inside each other
/// would each be read to the end of the line.
const MOST_LOOKS: usize = 64;

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

/// The text of something that starts as an object does, if all of it is Unicode. A list would do for a derived reader too,
/// field by field.
fn sound_object(record: &[u8]) -> Option<&str> {
    let text = is_object(record).then(|| std::str::from_utf8(record).ok())??;
    damage::is_sound(text).then_some(text)
}

fn is_object(record: &[u8]) -> bool {
    record.trim_ascii_start().starts_with(b"{")
}

/// The careful way, for lines that are not exactly one usual row.
fn one_by_one(line: &[u8]) -> Vec<Record<'_>> {
    let mut found: Vec<Record<'_>> = Vec::new();
    let mut left = MOST_LOOKS * line.len();
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
    let not_a_row = |end: usize, problem| Record { span: at..end, content: Err(problem), is_damaged: false };
    match first_value(rest) {
        Ok(length) if is_object(rest) => {
            let (content, is_damaged) = entry(&rest[..length]);
            Record { span: at..at + length, content, is_damaged }
        }
        Ok(length) if rest[length..].trim_ascii().is_empty() => {
            not_a_row(line.len(), Incomplete::of("it is not an object", &[]))
        }
        Ok(length) => {
            let reason = format!("trailing characters at column {}", length + 1);
            not_a_row(line.len(), Problem::Malformed(reason))
        }
        Err(reason) => {
            // Blanks before a torn record belong to it, and are none by themselves.
            let start = line.len() - rest.trim_ascii_start().len();
            // A torn row starts like a row, or is zeros where a crash lost it. Behind any other text there is nothing to recover.
            let is_torn = matches!(line[start], b'{' | 0);
            let end = if is_torn { next_row(line, start + 1, left) } else { None };
            not_a_row(end.unwrap_or(line.len()), Problem::Malformed(reason))
        }
    }
}

/// How many bytes the JSON value at the start of `line` takes, whatever its texts are; or why there is none.
fn first_value(line: &[u8]) -> Result<usize, String> {
    let mut values = serde_json::Deserializer::from_slice(line).into_iter::<IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => Ok(values.byte_offset()),
        Some(Err(error)) => Err(describe(&error)),
        None => Err("there is nothing".to_owned()),
    }
}

/// What an object says, and whether it had to be repaired.
fn entry(object: &[u8]) -> (Result<Entry<'_>, Problem>, bool) {
    match readable(object) {
        Cow::Borrowed(text) => (fields::entry(text), false),
        Cow::Owned(text) => (fields::entry(&text).map(Entry::into_owned), true),
    }
}

/// The text of a record as it is read: with U+FFFD in place of everything that is not Unicode. The escape of half a surrogate pair
/// becomes one as long; a run of invalid bytes becomes one character, as [`String::from_utf8_lossy`] has it.
pub fn readable(record: &[u8]) -> Cow<'_, str> {
    damage::repaired(record)
}

/// Where, from `at` on, a whole row starts that is followed by another one or by nothing. What is followed by anything else
/// is a part of the torn record, and so is everything once there are no bytes `left` to look at.
fn next_row(line: &[u8], at: usize, left: &mut usize) -> Option<usize> {
    for start in memchr::memmem::find_iter(&line[at..], ROW_START).map(|start| at + start) {
        let mut stream = serde_json::Deserializer::from_slice(&line[start..]).into_iter::<IgnoredAny>();
        let looked_at = if let Some(Err(error)) = stream.next() {
            // To the parser, too, a line is one line: its column is how far it came.
            error.column()
        } else {
            // A crash can leave zeros behind a row.
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
    // A line is parsed by itself, so the parser's own "at line 1 column n" would only confuse.
    let text = error.to_string();
    let reason = text.split(" at line ").next().unwrap_or(&text);
    format!("{reason} at column {}", error.column())
}

#[cfg(test)]
mod tests;
