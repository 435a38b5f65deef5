//! A fast path for log rows in the usual form, parsed without a JSON parser.
//!
//! Nearly all of a million rows have the same keys in the same order and no escapes, so they can be split at their
//! quotes. Any other line is left to [`super::row::records`], which gives the same result for these rows, but several
//! times slower.

use crate::system::kit::odd_byte::odd_byte;

/// A row whose fields are borrowed from the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlainRow<'t> {
    pub(super) ts: &'t str,
    pub(super) from: &'t str,
    pub(super) to: &'t str,
    pub(super) relation: &'t str,
    pub(super) actor: Option<&'t str>,
    pub(super) reason: Option<&'t str>,
}

/// The row on a line, if it has the usual form.
pub(super) fn plain_row(line: &str) -> Option<PlainRow<'_>> {
    let (ts, rest) = value(line.strip_prefix("{\"ts\":\"")?)?;
    let (from, rest) = filled(rest.strip_prefix(",\"from\":\"")?)?;
    let (to, rest) = filled(rest.strip_prefix(",\"to\":\"")?)?;
    let (relation, rest) = filled(rest.strip_prefix(",\"relation\":\"")?)?;
    let (actor, rest) = optional(rest, ",\"actor\":\"")?;
    let (reason, rest) = optional(rest, ",\"reason\":\"")?;
    (rest == "}").then_some(PlainRow { ts, from, to, relation, actor, reason })
}

/// The text up to the next quote, and the rest after it; `None` if the text contains anything that JSON would escape or
/// reject.
#[inline]
fn value(rest: &str) -> Option<(&str, &str)> {
    let end = odd_byte(rest.as_bytes())?;
    (rest.as_bytes()[end] == b'"').then(|| (&rest[..end], &rest[end + 1..]))
}

/// Like [`value`], but `None` if the text is empty.
#[inline]
fn filled(rest: &str) -> Option<(&str, &str)> {
    value(rest).filter(|(text, _)| !text.is_empty())
}

/// The value of an optional key.
#[inline]
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
    use crate::graph::Row;
    use proptest::prelude::*;

    #[test]
    fn rows_in_the_usual_form_are_plain() {
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
            r#"{"ts":"x","from":"\ud800","to":"b","relation":"r"}"#,
            r#"{"ts":5,"from":"a","to":"b","relation":"r"}"#,
            r#"// {"ts":"x","from":"a","to":"b","relation":"r"}"#,
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
        /// Where the fast path accepts a line, the parser gives the same result.
        #[test]
        fn a_plain_row_is_what_the_parser_reads(pieces in proptest::collection::vec(prop_oneof![
            Just("{\"ts\":\""), Just("\",\"from\":\""), Just("\",\"to\":\""), Just("\",\"relation\":\""),
            Just("\",\"actor\":\""), Just("\",\"reason\":\""), Just("\"}"), Just("a"), Just("é"), Just("\\"), Just("\""),
            Just("\\\""), Just("\\ud800"), Just("\u{fffd}"), Just("// "), Just("\u{7f}"), Just("\t"), Just("\0"), Just("}"), Just(","), Just(" "),
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
                let read: Vec<_> = records(line.as_bytes()).into_iter().map(|record| (record.content, record.is_damaged)).collect();
                let expected = Row {
                    ts: Some(row.ts.into()),
                    from: row.from.into(),
                    to: row.to.into(),
                    relation: row.relation.into(),
                    actor: row.actor.map(Into::into),
                    reason: row.reason.map(Into::into),
                };
                prop_assert_eq!(read, [(Ok(Entry::Edge(expected)), false)], "{}", line);
            }
        }
    }
}
