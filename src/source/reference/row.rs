//! One line of the log.
//!
//! A line normally holds one JSON object. Other programs append to the same file without a lock, merges glue lines and
//! crashes tear them, so a line may also hold several records, or a torn one with a whole one behind it. Every byte of a
//! line ends up in a record: a row, or a problem that is reported.

use super::retraction::{Retraction, Retracts};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
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

impl Row<'_> {
    /// The row without the line it was read from.
    pub fn into_owned(self) -> Row<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Row {
            ts: self.ts.map(owned),
            from: owned(self.from),
            to: owned(self.to),
            relation: owned(self.relation),
            actor: self.actor.map(owned),
            reason: self.reason.map(owned),
        }
    }
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

/// Why a record is not a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// It is not JSON.
    Malformed(String),
    /// It is JSON, but neither an edge nor a retraction.
    Incomplete(String),
}

/// A part of a line and what it turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<'t> {
    /// The bytes of the line it takes.
    pub span: Range<usize>,
    /// What the row says, or why it is none.
    pub content: Result<Entry<'t>, Problem>,
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
        Ok(fields) if is_text && is_object(line) => vec![Record { span: 0..line.len(), content: fields.into_entry() }],
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
            // Blanks before a torn record belong to it, and are none by themselves.
            let start = line.len() - line[at..].trim_ascii_start().len();
            let end = next_row(line, start + 1, &mut left).unwrap_or(line.len());
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
fn first_record(line: &[u8]) -> Result<(usize, Result<Entry<'_>, Problem>), Problem> {
    let mut plain = serde_json::Deserializer::from_slice(line).into_iter::<Fields<'_>>();
    if let Some(Ok(fields)) = plain.next()
        && is_object(line)
        && std::str::from_utf8(&line[..plain.byte_offset()]).is_ok()
    {
        return Ok((plain.byte_offset(), fields.into_entry()));
    }
    // Fields of other types, and keys that stand there twice.
    let mut any = serde_json::Deserializer::from_slice(line).into_iter::<Value>();
    match any.next() {
        Some(Ok(value)) => Ok((any.byte_offset(), entry_of(value))),
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

fn entry_of(value: Value) -> Result<Entry<'static>, Problem> {
    let Value::Object(mut fields) = value else {
        return Err(Problem::Incomplete("it is not an object".to_owned()));
    };
    let mut required = |name| text_field(&mut fields, name).map(|text| text.map(Text));
    let (from, to, relation) = (required("from")?, required("to")?, required("relation")?);
    // Whatever a writer put into the other fields, the edge itself is there.
    let mut optional = |name| optional_text(&mut fields, name).map(Text);
    let (ts, actor, reason) = (optional("ts"), optional("actor"), optional("reason"));
    let retracts = fields.remove("retracts").filter(|value| !value.is_null());
    Fields { ts, from, to, relation, actor, reason, retracts: None }.into_entry_with(|| Ok(retracts))
}

/// A field that must be a text if it is there at all.
pub(super) fn text_field(fields: &mut Map<String, Value>, name: &str) -> Result<Option<Cow<'static, str>>, Problem> {
    match fields.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(Cow::Owned(text))),
        Some(_) => Err(Problem::Incomplete(format!("\"{name}\" is not a text"))),
    }
}

/// A field that counts if it is a text.
pub(super) fn optional_text(fields: &mut Map<String, Value>, name: &str) -> Option<Cow<'static, str>> {
    text_field(fields, name).unwrap_or_default()
}

/// The names of those that are not there.
pub(super) fn lacking(from: Option<&str>, to: Option<&str>, relation: Option<&str>) -> String {
    let fields = [("from", from), ("to", to), ("relation", relation)];
    let lacking: Vec<&str> = fields.into_iter().filter(|(_, text)| text.is_none()).map(|(name, _)| name).collect();
    lacking.join(", ")
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
    /// Only looked into if the rest is no edge: a plain row costs no more for it.
    #[serde(borrow, default)]
    retracts: Option<&'t RawValue>,
}

impl<'t> Fields<'t> {
    fn into_entry(self) -> Result<Entry<'t>, Problem> {
        let retracts = self.retracts;
        self.into_entry_with(|| retracts.map(|raw| serde_json::from_str(raw.get())).transpose().map_err(unreadable))
    }

    fn into_entry_with(self, retracts: impl FnOnce() -> Result<Option<Value>, Problem>) -> Result<Entry<'t>, Problem> {
        let filled = |field: Option<Text<'t>>| field.map(|text| text.0).filter(|text| !text.is_empty());
        let [ts, actor, reason] = [self.ts, self.actor, self.reason].map(|field| field.map(|text| text.0));
        match (filled(self.from), filled(self.to), filled(self.relation)) {
            (Some(from), Some(to), Some(relation)) => Ok(Entry::Edge(Row { ts, from, to, relation, actor, reason })),
            (from, to, relation) => {
                let Some(retracts) = retracts()? else {
                    let lacking = lacking(from.as_deref(), to.as_deref(), relation.as_deref());
                    return Err(Problem::Incomplete(format!("it lacks {lacking}")));
                };
                let retracts = Retracts::parse(retracts)?;
                Ok(Entry::Retraction(Retraction { ts, actor, retracts, reason }))
            }
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands where an error is turned into another")]
fn unreadable(error: serde_json::Error) -> Problem {
    Problem::Incomplete(format!("its retracts cannot be read ({})", describe(&error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = r#"{"ts":"2026-01-01T00:00:00.000Z","from":"a","to":"b","relation":"led-to","actor":"cli"}"#;
    const NEXT: &str = r#"{"ts":"2026-01-02T00:00:00.000Z","from":"c","to":"d","relation":"cites","actor":"cli"}"#;

    const BACK: &str = r#"{"ts":"2026-01-03T00:00:00.000Z","actor":"tui","retracts":{"from":"a","to":"b","relation":"led-to","ts":"2026-01-01T00:00:00.000Z"}}"#;

    /// Each record as `from>to`, `-from>to` if it takes that back, `malformed` or `incomplete`.
    fn read(line: &str) -> Vec<String> {
        let shown = |record: Record<'_>| match record.content {
            Ok(Entry::Edge(row)) => format!("{}>{}", row.from, row.to),
            Ok(Entry::Retraction(row)) => format!("-{}>{}", row.retracts.from, row.retracts.to),
            Err(Problem::Malformed(_)) => "malformed".to_owned(),
            Err(Problem::Incomplete(_)) => "incomplete".to_owned(),
        };
        records(line.as_bytes()).into_iter().map(shown).collect()
    }

    #[test]
    fn a_row_is_an_edge_with_its_fields() {
        let line = r#" {"relation":"cites","from":"a","to":"ü","x":{"y":[1]},"reason":"\n"} "#;
        let [record] = &records(line.as_bytes())[..] else { panic!("one record") };
        let Ok(Entry::Edge(row)) = &record.content else { panic!("an edge") };
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
    fn a_retraction_says_which_rows_it_takes_back() {
        let line =
            r#"{"retracts":{"ts":"x","relation":"r","to":"\u0062","from":"a","more":1},"reason":"why","from":""}"#;
        let [record] = &records(line.as_bytes())[..] else { panic!("one record") };
        let Ok(Entry::Retraction(row)) = &record.content else { panic!("a retraction: {record:?}") };
        let retracts = Retracts { from: "a".into(), to: "b".into(), relation: "r".into(), ts: Some("x".into()) };
        assert_eq!((&row.ts, &row.actor, row.reason.as_deref(), &row.retracts), (&None, &None, Some("why"), &retracts));
    }

    #[test]
    fn a_retraction_without_from_to_or_relation_takes_nothing_back() {
        let rows = [
            ("1", "its retracts is not an object"),
            ("[]", "its retracts is not an object"),
            (r#"{"from":"a","to":"b"}"#, "its retracts lacks relation"),
            (r#"{"from":"","relation":"r"}"#, "its retracts lacks from, to"),
            (r#"{"from":1,"to":"b","relation":"r"}"#, "in its retracts \"from\" is not a text"),
            ("null", "it lacks from, to, relation"),
        ];
        for (retracts, reason) in rows {
            for row in
                [format!(r#"{{"retracts":{retracts}}}"#), format!(r#"{{"x":1,"retracts":0,"retracts":{retracts}}}"#)]
            {
                let [record] = &records(row.as_bytes())[..] else { panic!("one record") };
                assert_eq!(record.content, Err(Problem::Incomplete(reason.to_owned())), "{row}");
            }
        }
    }

    #[test]
    fn what_is_an_edge_to_others_is_an_edge_here() {
        let row = ROW.replace("\"cli\"", r#""cli","retracts":{"from":"x","to":"y","relation":"r"}"#);
        assert_eq!(read(&row), ["a>b"]);
    }

    #[test]
    fn a_time_that_is_no_text_is_none_in_a_retraction_as_in_a_row() {
        let [row] = &records(br#"{"retracts":{"from":"a","to":"b","relation":"r","ts":5}}"#)[..] else { panic!("one") };
        assert!(matches!(&row.content, Ok(Entry::Retraction(row)) if row.retracts.ts.is_none()));
    }

    #[test]
    fn what_is_written_is_read_again() {
        for row in [ROW, BACK] {
            let content = records(row.as_bytes()).remove(0).content.unwrap();
            assert_eq!(serde_json::to_string(&content).unwrap(), row);
        }
    }

    #[test]
    fn glued_records_are_both_read() {
        assert_eq!(read(&format!("{ROW}{NEXT}")), ["a>b", "c>d"]);
        assert_eq!(read(&format!("{ROW} {NEXT}{ROW}")), ["a>b", "c>d", "a>b"]);
        assert_eq!(read(&format!("{ROW}{BACK}{NEXT}")), ["a>b", "-a>b", "c>d"]);
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
        for torn in [ROW, BACK] {
            for cut in 1..torn.len() {
                for (whole, said) in [(NEXT, "c>d"), (BACK, "-a>b")] {
                    assert_eq!(read(&format!("{}{whole}", &torn[..cut])), ["malformed", said], "{cut}");
                    assert_eq!(read(&format!("{whole}{}", &torn[..cut])), [said, "malformed"], "{cut}");
                }
            }
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
    fn blanks_before_a_record_are_no_record() {
        let broken = r#"{"ts":1,"from":"\ud800","to":"b","relation":"r"}"#;
        for blanks in ["", " ", " \t "] {
            assert_eq!(read(&format!("{blanks}{broken}")), ["malformed"]);
            assert_eq!(read(&format!("{blanks}{broken}{NEXT}")), ["malformed", "c>d"]);
            assert_eq!(read(&format!("{ROW}{blanks}{broken}")), ["a>b", "malformed"]);
            covers(&format!("{blanks}{broken}{NEXT}"));
        }
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
