//! A row as every writer of the log writes it, read without a JSON parser.
//!
//! Nearly all of a million rows have the same keys in the same order and no escapes; they are cut at their quotes. Whatever
//! else a line holds is left to [`super::row::records`], which says the same of these lines, only several times slower.

use super::row::Row;
use std::borrow::Cow;

/// The row that a line is, if it is a plain one.
pub(super) fn plain_row(line: &str) -> Option<Row<'_>> {
    // Control characters are not allowed in JSON's texts. Looking at all is quicker than stopping at the first.
    if line.bytes().fold(0, |any, byte| any | u8::from(byte < 0x20)) != 0 {
        return None;
    }
    let (ts, rest) = value(line.strip_prefix("{\"ts\":\"")?)?;
    let (from, rest) = filled(rest.strip_prefix(",\"from\":\"")?)?;
    let (to, rest) = filled(rest.strip_prefix(",\"to\":\"")?)?;
    let (relation, rest) = filled(rest.strip_prefix(",\"relation\":\"")?)?;
    let (actor, rest) = optional(rest, ",\"actor\":\"")?;
    let (reason, rest) = optional(rest, ",\"reason\":\"")?;
    let text = Cow::Borrowed;
    let row = Row {
        ts: Some(text(ts)),
        from: text(from),
        to: text(to),
        relation: text(relation),
        actor: actor.map(text),
        reason: reason.map(text),
    };
    (rest == "}").then_some(row)
}

/// The text up to the next quote, and what stands behind that; `None` if there are escapes in it.
fn value(rest: &str) -> Option<(&str, &str)> {
    let end = memchr::memchr2(b'"', b'\\', rest.as_bytes())?;
    (rest.as_bytes()[end] == b'"').then(|| (&rest[..end], &rest[end + 1..]))
}

/// The same; an id or verb that is empty is none.
fn filled(rest: &str) -> Option<(&str, &str)> {
    value(rest).filter(|(text, _)| !text.is_empty())
}

/// The value of a key that may be left out.
fn optional<'t>(rest: &'t str, key: &str) -> Option<(Option<&'t str>, &'t str)> {
    match rest.strip_prefix(key) {
        Some(rest) => value(rest).map(|(text, rest)| (Some(text), rest)),
        None => Some((None, rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::row::{Entry, records};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_writers_write_is_plain() {
        for line in [
            r#"{"ts":"2026-01-01T00:00:00.000Z","from":"a","to":"ü","relation":"led-to","actor":"cli"}"#,
            r#"{"ts":"","from":"a","to":"b","relation":"r"}"#,
            r#"{"ts":"x","from":"a","to":"b","relation":"r","actor":"","reason":"why, {so}: [1]"}"#,
        ] {
            assert!(plain_row(line).is_some(), "{line}");
        }
    }

    #[test]
    fn everything_else_is_left_to_the_parser() {
        for line in [
            "",
            "{}",
            r#" {"ts":"x","from":"a","to":"b","relation":"r"}"#,
            r#"{"ts":"x","from":"a","to":"b","relation":"r"} "#,
            r#"{"ts":"x","from":"","to":"b","relation":"r"}"#,
            r#"{"ts":"x","from":"a\n","to":"b","relation":"r"}"#,
            r#"{"ts":"x","to":"b","from":"a","relation":"r"}"#,
            r#"{"ts":"x","from":"a","to":"b","relation":"r","x":1}"#,
            r#"{"ts":"x","from":"a","to":"b","relation":"r","actor":null}"#,
            "{\"ts\":\"x\",\"from\":\"a\tb\",\"to\":\"b\",\"relation\":\"r\"}",
        ] {
            assert_eq!(plain_row(line), None, "{line}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]
        /// Of every line that is taken for a plain row, the parser says the same.
        #[test]
        fn a_plain_row_is_what_the_parser_reads(pieces in proptest::collection::vec(prop_oneof![
            Just("{\"ts\":\""), Just("\",\"from\":\""), Just("\",\"to\":\""), Just("\",\"relation\":\""),
            Just("\",\"actor\":\""), Just("\",\"reason\":\""), Just("\"}"), Just("a"), Just("é"), Just("\\"), Just("\""),
            Just("\\\""), Just("\u{7f}"), Just("\t"), Just("\0"), Just("}"), Just(","), Just(" "),
        ], 0..14), whole in any::<[bool; 4]>()) {
            let mut line = String::new();
            if whole[0] {
                line.push_str("{\"ts\":\"t\",\"from\":\"f\",\"to\":\"t\",\"relation\":\"r");
            }
            line.extend(pieces);
            if whole[1] {
                line.push_str("\"}");
            }
            if let Some(row) = plain_row(&line) {
                let read: Vec<_> = records(line.as_bytes()).into_iter().map(|record| record.content).collect();
                prop_assert_eq!(read, [Ok(Entry::Edge(row))], "{}", line);
            }
        }
    }
}
