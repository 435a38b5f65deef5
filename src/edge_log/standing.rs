//! Checks whether the log currently contains an edge to retract.
//!
//! The graph in memory can be older than the file: other programs edit, replace and retract. So the file itself is
//! checked, with the same comparison that decides which rows a retraction matches.

use crate::graph::{Cancelled, UntilCancelled as _};
use crate::system::log::{Entry, Retracts, records, without_mark};
use memchr::{memchr, memmem};
use std::ops::Range;

/// The state of an edge in a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Standing {
    /// Present: the byte range of the last matching row.
    Stands(Range<usize>),
    /// No matching row.
    Gone,
    /// Retracted on this line.
    Retracted(u64),
}

impl Standing {
    /// The state of the rows that `retracts` matches, in the bytes of a log. `None` if cancelled.
    pub(super) fn of(retracts: &Retracts<'_>, log: &[u8], cancelled: Cancelled<'_>) -> Option<Self> {
        let from = memmem::Finder::new(retracts.from.as_bytes());
        // An id can have another spelling only with escapes or invalid UTF-8. Most lines need not be parsed.
        let is_repaired = retracts.from.contains('\u{fffd}');
        let may_name_it = |line: &[u8]| {
            let is_odd = || memchr(b'\\', line).is_some() || (is_repaired && std::str::from_utf8(line).is_err());
            from.find(line).is_some() || is_odd()
        };
        let mut standing = Self::Gone;
        let rows = without_mark(log);
        let mut next = log.len() - rows.len();
        for (number, line) in (1..).zip(rows.split(|byte| *byte == b'\n')).until(cancelled) {
            let start = next;
            next += line.len() + 1;
            if !may_name_it(line) {
                continue;
            }
            for record in records(line) {
                let bytes = start + record.span.start..start + record.span.end;
                match record.content {
                    Ok(Entry::Edge(row)) if Retracts::of(&row) == *retracts => standing = Self::Stands(bytes),
                    // Retractions count anywhere, because merges can reorder the lines of a log.
                    Ok(Entry::Retraction(other)) if other.retracts == *retracts => {
                        return Some(Self::Retracted(number));
                    }
                    _ => {}
                }
            }
        }
        (!cancelled()).then_some(standing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::NEVER;

    const ROW: &str = r#"{"ts":"2026-01-01","from":"a","to":"b","relation":"cites"}"#;
    const BACK: &str = r#"{"retracts":{"from":"a","to":"b","relation":"cites","ts":"2026-01-01"}}"#;

    fn standing(lines: &[&str]) -> Standing {
        let ts = Some("2026-01-01".into());
        let retracts = Retracts { from: "a".into(), to: "b".into(), relation: "cites".into(), ts };
        Standing::of(&retracts, lines.join("\n").as_bytes(), NEVER).unwrap()
    }

    #[test]
    fn edge_stands_until_a_row_anywhere_retracts_it() {
        assert_eq!(standing(&["{torn", ROW]), Standing::Stands(6..6 + ROW.len()));
        assert_eq!(standing(&[ROW, BACK, ""]), Standing::Retracted(2));
        assert_eq!(standing(&[BACK, ROW]), Standing::Retracted(1));
    }

    #[test]
    fn similar_row_is_another_edge() {
        let others = [("\"b\"", "\"c\""), ("cites", "led-to"), ("2026-01-01", "2026-01-02"), ("\"a\"", "\"aa\"")];
        for (part, other) in others {
            assert_eq!(standing(&[&ROW.replace(part, other)]), Standing::Gone, "{other}");
            assert_eq!(standing(&[ROW, &BACK.replace(part, other)]), Standing::Stands(0..ROW.len()), "{other}");
        }
    }

    #[test]
    fn id_with_invalid_utf8_is_compared_as_the_reader_decodes_it() {
        let retracts = Retracts { from: "a\u{fffd}".into(), to: "b".into(), relation: "cites".into(), ts: None };
        for id in [&b"a\xff"[..], b"a\\ud800", "a\u{fffd}".as_bytes()] {
            let log = [b"{\"from\":\"", id, b"\",\"to\":\"b\",\"relation\":\"cites\"}\n"].concat();
            assert_eq!(Standing::of(&retracts, &log, NEVER), Some(Standing::Stands(0..log.len() - 1)), "{id:?}");
        }
    }

    #[test]
    fn timestamp_that_is_not_a_string_is_compared_by_spelling() {
        let (five, text) = (ROW.replace("\"2026-01-01\"", "5"), ROW.replace("2026-01-01", "5"));
        let back = BACK.replace("\"2026-01-01\"", "5");
        let ts = Some(crate::system::log::Ts::Json("5".into()));
        let retracts = Retracts { from: "a".into(), to: "b".into(), relation: "cites".into(), ts };
        let standing = |lines: &[&str]| Standing::of(&retracts, lines.join("\n").as_bytes(), NEVER).unwrap();
        assert_eq!(
            (standing(&[&five]), standing(&[&text]), standing(&[&five, &back])),
            (Standing::Stands(0..five.len()), Standing::Gone, Standing::Retracted(2))
        );
    }

    #[test]
    fn id_matches_with_any_escaping_and_other_rows_on_its_line() {
        let escaped = ROW.replace("\"a\"", r#""\u0061""#);
        assert_eq!(standing(&[&escaped]), Standing::Stands(0..escaped.len()));
        assert_eq!(standing(&[&format!("{ROW}{BACK}")]), Standing::Retracted(1));
        assert_eq!(standing(&[&format!("\u{feff}{ROW}")]), Standing::Stands(3..3 + ROW.len()));
    }
}
