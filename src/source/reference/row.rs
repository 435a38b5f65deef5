//! One line of the log.
//!
//! A line normally holds one JSON object. Other programs append to the same file without a lock, merges glue lines and
//! crashes tear them, so a line may also hold several records, or a torn one with a whole one behind it. Every byte of a
//! line ends up in a record: a row, or a problem that is reported.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::ops::Range;

/// An edge as the log stores it. Fields keep this order when written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row<'t> {
    /// When it was written, as its writer put it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ts: Option<Cow<'t, str>>,
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

/// Why a record is not a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// It is not JSON.
    Malformed(String),
    /// It is JSON, but not an edge.
    Incomplete(String),
}

/// A part of a line and what it turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<'t> {
    /// The bytes of the line it takes.
    pub span: Range<usize>,
    /// The row, or why it is none.
    pub content: Result<Row<'t>, Problem>,
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
    let is_text = std::str::from_utf8(line).is_ok();
    match serde_json::from_slice::<Fields<'_>>(line) {
        Ok(fields) if is_text && is_object(line) => vec![Record { span: 0..line.len(), content: fields.into_row() }],
        _ => one_by_one(line),
    }
}

/// A list would do for the derived reader, field by field; only an object is a row.
fn is_object(record: &[u8]) -> bool {
    record.trim_ascii_start().starts_with(b"{")
}

/// The careful way, for lines that are not exactly one plain row.
fn one_by_one(line: &[u8]) -> Vec<Record<'_>> {
    let mut found: Vec<Record<'_>> = Vec::new();
    let mut left = MOST_LOOKS * line.len();
    let mut at = 0;
    while !line[at..].trim_ascii().is_empty() {
        let (length, content) = first_record(&line[at..]).unwrap_or_else(|problem| {
            let end = next_row(line, at + 1, &mut left).unwrap_or(line.len());
            (end - at, Err(problem))
        });
        found.push(Record { span: at..at + length, content });
        at += length;
    }
    if let Some(last) = found.last_mut() {
        last.span.end = line.len();
    }
    found
}

/// How many bytes the record at the start of `line` takes, and what it is; or why there is none.
fn first_record(line: &[u8]) -> Result<(usize, Result<Row<'_>, Problem>), Problem> {
    let mut plain = serde_json::Deserializer::from_slice(line).into_iter::<Fields<'_>>();
    if let Some(Ok(fields)) = plain.next()
        && is_object(line)
        && std::str::from_utf8(&line[..plain.byte_offset()]).is_ok()
    {
        return Ok((plain.byte_offset(), fields.into_row()));
    }
    // Fields of other types, and keys that stand there twice.
    let mut any = serde_json::Deserializer::from_slice(line).into_iter::<Value>();
    match any.next() {
        Some(Ok(value)) => Ok((any.byte_offset(), row_of(value))),
        Some(Err(error)) => Err(Problem::Malformed(describe(&error))),
        None => Err(Problem::Malformed("there is nothing".to_owned())),
    }
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

fn row_of(value: Value) -> Result<Row<'static>, Problem> {
    let Value::Object(mut fields) = value else {
        return Err(Problem::Incomplete("it is not an object".to_owned()));
    };
    let mut text = |name: &str| match fields.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(Text(Cow::Owned(text)))),
        Some(_) => Err(Problem::Incomplete(format!("\"{name}\" is not a text"))),
    };
    let (from, to, relation) = (text("from")?, text("to")?, text("relation")?);
    // Whatever a writer put into the other fields, the edge itself is there.
    let mut optional = |name: &str| text(name).unwrap_or_default();
    let (ts, actor, reason) = (optional("ts"), optional("actor"), optional("reason"));
    Fields { ts, from, to, relation, actor, reason }.into_row()
}

/// A text that borrows from the line where it has no escapes.
#[derive(Deserialize)]
struct Text<'t>(#[serde(borrow)] Cow<'t, str>);

#[derive(Deserialize)]
struct Fields<'t> {
    #[serde(borrow, default)]
    ts: Option<Text<'t>>,
    #[serde(borrow, default)]
    from: Option<Text<'t>>,
    #[serde(borrow, default)]
    to: Option<Text<'t>>,
    #[serde(borrow, default)]
    relation: Option<Text<'t>>,
    #[serde(borrow, default)]
    actor: Option<Text<'t>>,
    #[serde(borrow, default)]
    reason: Option<Text<'t>>,
}

impl<'t> Fields<'t> {
    fn into_row(self) -> Result<Row<'t>, Problem> {
        let filled = |field: Option<Text<'t>>| field.map(|text| text.0).filter(|text| !text.is_empty());
        let (from, to, relation) = (filled(self.from), filled(self.to), filled(self.relation));
        let lacking: Vec<&str> = [("from", &from), ("to", &to), ("relation", &relation)]
            .into_iter()
            .filter(|(_, field)| field.is_none())
            .map(|(name, _)| name)
            .collect();
        match (from, to, relation) {
            (Some(from), Some(to), Some(relation)) => Ok(Row {
                ts: self.ts.map(|text| text.0),
                from,
                to,
                relation,
                actor: self.actor.map(|text| text.0),
                reason: self.reason.map(|text| text.0),
            }),
            _ => Err(Problem::Incomplete(format!("it lacks {}", lacking.join(", ")))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = r#"{"ts":"2026-01-01T00:00:00.000Z","from":"a","to":"b","relation":"led-to","actor":"cli"}"#;
    const NEXT: &str = r#"{"ts":"2026-01-02T00:00:00.000Z","from":"c","to":"d","relation":"cites","actor":"cli"}"#;

    /// Each record as `from>to`, `malformed` or `incomplete`.
    fn read(line: &str) -> Vec<String> {
        let shown = |record: Record<'_>| match record.content {
            Ok(row) => format!("{}>{}", row.from, row.to),
            Err(Problem::Malformed(_)) => "malformed".to_owned(),
            Err(Problem::Incomplete(_)) => "incomplete".to_owned(),
        };
        records(line.as_bytes()).into_iter().map(shown).collect()
    }

    #[test]
    fn a_row_is_an_edge_with_its_fields() {
        let line = r#" {"relation":"cites","from":"a","to":"ü","x":{"y":[1]},"reason":"\n"} "#;
        let [record] = &records(line.as_bytes())[..] else { panic!("one record") };
        let row = record.content.as_ref().unwrap();
        assert_eq!((&*row.from, &*row.to, &*row.relation), ("a", "ü", "cites"));
        assert_eq!((row.ts.as_deref(), row.actor.as_deref(), row.reason.as_deref()), (None, None, Some("\n")));
    }

    #[test]
    fn blank_lines_hold_nothing() {
        for line in ["", "  ", "\t\r"] {
            assert_eq!(read(line), [] as [&str; 0]);
        }
    }

    #[test]
    fn a_row_without_from_to_or_relation_is_incomplete() {
        let lines = [
            r#"{"to":"b","relation":"r"}"#,
            r#"{"from":"","to":"b","relation":"r"}"#,
            r#"{"from":null,"to":"b","relation":"r"}"#,
            r#"{"from":1,"to":"b","relation":"r"}"#,
            r#"{"from":"a","relation":"r"}"#,
            r#"{"from":"a","to":"b"}"#,
            "[]",
            "42",
            r#"["2026-01-01","a","b","led-to","cli","why"]"#,
        ];
        for line in lines {
            assert_eq!(read(line), ["incomplete"], "{line}");
        }
    }

    #[test]
    fn odd_values_in_other_fields_do_not_cost_the_edge() {
        assert_eq!(read(r#"{"ts":5,"from":"a","to":"b","relation":"r","actor":{"x":1}}"#), ["a>b"]);
        assert_eq!(read(r#"{"from":"x","from":"a","to":"b","relation":"r"}"#), ["a>b"]);
    }

    #[test]
    fn glued_records_are_both_read() {
        assert_eq!(read(&format!("{ROW}{NEXT}")), ["a>b", "c>d"]);
        assert_eq!(read(&format!("{ROW} {NEXT}{ROW}")), ["a>b", "c>d", "a>b"]);
    }

    #[test]
    fn what_is_read_alone_is_read_glued_too() {
        for odd in [r#""\ud800""#, "1e999", &format!("{}{}", "[".repeat(120), "]".repeat(120))] {
            let row = ROW.replace("\"cli\"", &format!("\"cli\",\"x\":{odd}"));
            assert_eq!(read(&row), ["a>b"], "{odd}");
            assert_eq!(read(&format!("{row}{NEXT}")), ["a>b", "c>d"], "{odd}");
            assert_eq!(read(&format!("{NEXT}{row}")), ["c>d", "a>b"], "{odd}");
        }
    }

    #[test]
    fn a_whole_row_behind_a_torn_one_is_found_wherever_the_tear_is() {
        for cut in 1..ROW.len() {
            assert_eq!(read(&format!("{}{NEXT}", &ROW[..cut])), ["malformed", "c>d"], "{cut}");
            assert_eq!(read(&format!("{NEXT}{}", &ROW[..cut])), ["c>d", "malformed"], "{cut}");
        }
    }

    #[test]
    fn an_object_inside_a_torn_record_is_not_taken_for_a_row() {
        let torn = r#"{"ts":"x","actor":"a","retracts":{"from":"a","to":"b","relation":"r","ts":"x"}"#;
        assert_eq!(read(torn), ["malformed"]);
        let torn = r#"{"ts":"x","meta":{"ts":"x","from":"ghost","to":"b","relation":"r"},"ac"#;
        assert_eq!(read(torn), ["malformed"]);
    }

    #[test]
    fn a_long_row_of_starts_is_one_record() {
        for start in ["{\"ts\":", "{\"ts\":["] {
            assert_eq!(read(&start.repeat(100_000)), ["malformed"]);
        }
    }

    #[test]
    fn noise_is_malformed() {
        assert_eq!(read("not json"), ["malformed"]);
        assert_eq!(read(&format!("\0\0\0{ROW}")), ["malformed", "a>b"]);
        assert_eq!(read(&format!("{{\"ts\":\"20{ROW}\0\0\0")), ["malformed", "a>b", "malformed"]);
        assert_eq!(read(&"[".repeat(100_000)), ["malformed"]);
        assert!(records(b"{\"from\":\"\xff\",\"to\":\"b\",\"relation\":\"r\"}")[0].content.is_err());
        assert!(records(b"{\"from\":\"a\",\"to\":\"b\",\"relation\":\"r\",\"x\":\"\xff\"}")[0].content.is_err());
    }

    #[test]
    fn the_records_of_a_line_cover_it() {
        for end in ["x", "  \r", ""] {
            covers(&format!("{}{NEXT} {ROW}{end}", &ROW[..30]));
        }
    }

    fn covers(line: &str) {
        let records = records(line.as_bytes());
        assert_eq!(records[0].span.start, 0);
        assert!(records.windows(2).all(|pair| pair[0].span.end == pair[1].span.start));
        assert_eq!(records.last().unwrap().span.end, line.len());
    }
}
