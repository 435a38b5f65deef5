//! Whether a log says now what somebody wants to take back.
//!
//! A graph may be older than the file: others cut, replace and retract. So the file itself is asked, by the same words that
//! decide what a retraction takes back.

use crate::source::reference::{Entry, Retracts, records, without_mark};
use memchr::{memchr, memmem};

/// What a log says of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// That there is one.
    Stands,
    /// Nothing.
    Gone,
    /// That it was taken back, on this line.
    Retracted(u64),
}

impl Standing {
    /// What these bytes of a log say of the rows that `retracts` means.
    pub(super) fn of(retracts: &Retracts<'_>, log: &[u8]) -> Self {
        let from = memmem::Finder::new(retracts.from.as_bytes());
        // Only where something is escaped, an id can be spelt in another way. Most lines need no closer look.
        let may_name_it = |line: &[u8]| from.find(line).is_some() || memchr(b'\\', line).is_some();
        let mut standing = Self::Gone;
        for (number, line) in (1..).zip(without_mark(log).split(|byte| *byte == b'\n')) {
            if !may_name_it(line) {
                continue;
            }
            for record in records(line) {
                match record.content {
                    Ok(Entry::Edge(row)) if Retracts::of(&row) == *retracts => standing = Self::Stands,
                    // Wherever it stands: merges reorder the lines of a log.
                    Ok(Entry::Retraction(other)) if other.retracts == *retracts => return Self::Retracted(number),
                    _ => {}
                }
            }
        }
        standing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = r#"{"ts":"2026-01-01","from":"a","to":"b","relation":"cites"}"#;
    const BACK: &str = r#"{"retracts":{"from":"a","to":"b","relation":"cites","ts":"2026-01-01"}}"#;

    fn standing(lines: &[&str]) -> Standing {
        let ts = Some("2026-01-01".into());
        let retracts = Retracts { from: "a".into(), to: "b".into(), relation: "cites".into(), ts };
        Standing::of(&retracts, lines.join("\n").as_bytes())
    }

    #[test]
    fn an_edge_stands_until_a_row_takes_it_back_wherever_that_is() {
        assert_eq!(standing(&["{torn", ROW]), Standing::Stands);
        assert_eq!(standing(&[ROW, BACK, ""]), Standing::Retracted(2));
        assert_eq!(standing(&[BACK, ROW]), Standing::Retracted(1));
    }

    #[test]
    fn what_only_resembles_it_is_another_edge() {
        let others = [("\"b\"", "\"c\""), ("cites", "led-to"), ("2026-01-01", "2026-01-02"), ("\"a\"", "\"aa\"")];
        for (part, other) in others {
            assert_eq!(standing(&[&ROW.replace(part, other)]), Standing::Gone, "{other}");
            assert_eq!(standing(&[ROW, &BACK.replace(part, other)]), Standing::Stands, "{other}");
        }
    }

    #[test]
    fn an_id_counts_however_it_is_escaped_and_whatever_else_is_on_its_line() {
        assert_eq!(standing(&[&ROW.replace("\"a\"", r#""\u0061""#)]), Standing::Stands);
        assert_eq!(standing(&[&format!("{ROW}{BACK}")]), Standing::Retracted(1));
        assert_eq!(standing(&[&format!("\u{feff}{ROW}")]), Standing::Stands);
    }
}
