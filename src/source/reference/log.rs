//! `references.jsonl`: the append-only log of edges, line by line.

use super::plain_row::{PlainRow, plain_row};
use super::retraction::Retraction;
use super::row::{Entry, Problem, Record, Row, records};
use super::{SYSTEM, rules};
use crate::finding::{Finding, Rule};
use crate::graph::{Batch, EdgeDraft, RetractionDraft, Stamp, Sym};
use crate::source::length::LONGEST_WORD;
use crate::text::quoted;
use crate::time::{self, CanonicalTimes};
use std::borrow::Cow;

/// The name of the log, relative to the workspace.
pub const LOG_FILE: &str = "references.jsonl";

/// The bytes behind a byte order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}

/// Reads bytes as a whole log.
pub(super) fn parse(bytes: &[u8], shown: &str) -> Batch {
    let mut batch = Batch::of_log(0);
    read_lines(without_mark(bytes), 1, shown, &mut batch);
    batch
}

/// So many plain rows are taken in at once: their ids are then looked up one right behind the other.
const ROWS_AT_ONCE: usize = 64;

/// Reads lines into a batch. How many line ends there are.
pub(super) fn read_lines(bytes: &[u8], first_line: u32, shown: &str, batch: &mut Batch) -> u32 {
    let file = batch.word(shown);
    let mut part =
        LogPart { shown, file, recent: [None; RECENT], times: CanonicalTimes::default(), ends: Vec::new(), batch };
    let text = std::str::from_utf8(bytes).ok();
    let mut rows = Vec::with_capacity(ROWS_AT_ONCE);
    let mut line = first_line;
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', bytes).chain(std::iter::once(bytes.len())) {
        // In a line that is no longer than a word may be, no word is too long.
        let plain = text.filter(|_| end - start <= LONGEST_WORD).and_then(|text| plain_row(&text[start..end]));
        if let Some(row) = plain {
            rows.push((row, line));
            if rows.len() == ROWS_AT_ONCE {
                part.rows(&mut rows);
            }
        } else {
            part.rows(&mut rows);
            part.line(&bytes[start..end], line);
        }
        (start, line) = (end + 1, line + 1);
    }
    part.rows(&mut rows);
    line - first_line - 1
}

/// So many verbs and actors are known without looking them up. A log has few of them, in every row.
const RECENT: usize = 16;

struct LogPart<'a, 't> {
    shown: &'a str,
    file: Sym,
    recent: [Option<(&'t str, Sym)>; RECENT],
    times: CanonicalTimes,
    /// Serves all rows.
    ends: Vec<Sym>,
    batch: &'a mut Batch,
}

impl<'t> LogPart<'_, 't> {
    /// Interns a word that most probably was met just before.
    fn often(&mut self, text: &'t str) -> Sym {
        let first = text.as_bytes().first().copied().unwrap_or_default();
        let place = (usize::from(first) + 3 * text.len()) % RECENT;
        match self.recent[place] {
            Some((recent, sym)) if recent == text => sym,
            _ => self.recent[place].insert((text, self.batch.word(text))).1,
        }
    }

    /// Takes in rows of which no word is too long, each with its line.
    fn rows(&mut self, rows: &mut Vec<(PlainRow<'t>, u32)>) {
        let mut ends = std::mem::take(&mut self.ends);
        self.batch.words(rows.iter().flat_map(|(row, _)| [row.from, row.to]), &mut ends);
        for ((row, line), ends) in rows.drain(..).zip(ends.as_chunks().0) {
            let (relation, actor) = (self.often(row.relation), row.actor.map(|actor| self.often(actor)));
            self.edge(&row, *ends, (relation, actor), line);
        }
        ends.clear();
        self.ends = ends;
    }

    fn line(&mut self, bytes: &[u8], line: u32) {
        let records = records(bytes);
        let rows = records.iter().filter(|record| record.content.is_ok()).count();
        if rows > 1 {
            let message = format!("{rows} rows stand on one line; all of them are read");
            self.finding(&rules::ROW_GLUED, message, line, Some("put each row on a line of its own"));
        }
        for record in records {
            self.record(bytes, record, line);
        }
    }

    fn record(&mut self, bytes: &[u8], record: Record<'_>, line: u32) {
        match record.content {
            Ok(Entry::Edge(row)) => self.row(&row, line),
            Ok(Entry::Retraction(retraction)) => self.retraction(&retraction, line),
            Err(Problem::Malformed(reason)) => {
                let message = format!("not JSON ({reason}): {}", excerpt(&bytes[record.span]));
                self.finding(&rules::ROW_MALFORMED, message, line, None);
            }
            Err(Problem::Incomplete(reason)) => {
                let message = format!("not an edge, {reason}: {}", excerpt(&bytes[record.span]));
                self.finding(&rules::ROW_INCOMPLETE, message, line, None);
            }
        }
    }

    fn row(&mut self, row: &Row<'_>, line: u32) {
        if !self.has_long_words("not an edge, its", [&row.from, &row.to, &row.relation], line) {
            let ends = [self.batch.word(&row.from), self.batch.word(&row.to)];
            let actor = row.actor.as_deref().map(|actor| self.batch.word(actor));
            let relation = self.batch.word(&row.relation);
            self.edge(&row.into(), ends, (relation, actor), line);
        }
    }

    fn edge(&mut self, row: &PlainRow<'_>, [from, to]: [Sym; 2], (relation, actor): (Sym, Option<Sym>), line: u32) {
        let stamp = row.ts.map_or(Stamp::NONE, |ts| self.stamp(ts));
        if stamp.millis.is_none() {
            let ts = row.ts.map_or_else(|| "no ts".to_owned(), |ts| format!("the ts {}", quoted(ts)));
            let message = format!("the row has {ts}, so its edge has no place in time");
            self.finding(&rules::ROW_UNDATED, message, line, None);
        }
        let edge = EdgeDraft {
            from,
            to,
            relation,
            actor,
            stamp,
            implicit: false,
            file: self.file,
            line,
            note: row.reason.map(|reason| self.batch.word(reason)),
            confidence: None,
        };
        self.batch.edge(edge);
    }

    fn stamp(&mut self, ts: &str) -> Stamp {
        self.times.parse(ts).map_or_else(|| self.batch.stamp(ts), Stamp::at)
    }

    fn retraction(&mut self, row: &Retraction<'_>, line: u32) {
        let retracts = &row.retracts;
        let words = [&*retracts.from, &retracts.to, &retracts.relation];
        if self.has_long_words("nothing is retracted, the row's", words, line) {
            return;
        }
        let retraction = RetractionDraft {
            from: self.batch.word(&retracts.from),
            to: self.batch.word(&retracts.to),
            relation: self.batch.word(&retracts.relation),
            stamp: retracts.ts.as_deref().map_or(Stamp::NONE, |ts| self.batch.stamp(ts)),
            taken_back: row.ts.as_deref().and_then(time::parse),
            actor: row.actor.as_deref().map(|actor| self.batch.word(actor)),
            note: row.reason.as_deref().map(|reason| self.batch.word(reason)),
            file: self.file,
            line,
        };
        self.batch.retraction(retraction);
    }

    /// Whether `from`, `to` or `relation` are too long to be anything, which is reported.
    fn has_long_words(&mut self, what: &str, words: [&str; 3], line: u32) -> bool {
        let named = ["from", "to", "relation"].into_iter().zip(words);
        let Some((name, word)) = named.into_iter().find(|(_, word)| word.len() > LONGEST_WORD) else { return false };
        let message = format!("{what} {name} is far too long: {}", excerpt(word.as_bytes()));
        self.finding(&rules::ROW_INCOMPLETE, message, line, None);
        true
    }

    fn finding(&mut self, rule: &'static Rule, message: String, line: u32, suggestion: Option<&str>) {
        let finding = Finding::new(rule, SYSTEM.name(), message).in_file(self.shown).at_line(line);
        self.batch.finding(Finding { suggestion: suggestion.map(str::to_owned), ..finding });
    }
}

/// The start of a record, to recognise it by.
fn excerpt(record: &[u8]) -> String {
    const LONGEST: usize = 60;
    let text: Cow<'_, str> = String::from_utf8_lossy(&record[..record.len().min(4 * LONGEST)]);
    let mut shown: String = text.trim().chars().take(LONGEST).collect();
    if shown.len() < record.trim_ascii().len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::build;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn row(n: u32) -> String {
        format!(r#"{{"ts":"2026-01-01T00:00:00.000Z","from":"a{n}","to":"b","relation":"led-to","actor":"cli"}}"#)
    }

    fn retraction(n: u32) -> String {
        format!(
            r#"{{"ts":"2026-01-02T00:00:00.000Z","actor":"tui","retracts":{{"from":"a{n}","to":"b","relation":"r"}}}}"#
        )
    }

    #[test]
    fn what_a_row_takes_back_is_no_edge_any_more() {
        let (back, other) =
            (retraction(1).replace("\"r\"", r#""led-to","ts":"2026-01-01T00:00:00.000Z""#), retraction(2));
        let log = [back, row(1), row(2), row(1), other].join("\n");
        let (graph, findings) = build([parse(log.as_bytes(), LOG_FILE)]);
        assert_eq!(findings, []);
        assert_eq!(graph.edges().map(|edge| edge.line()).collect::<Vec<_>>(), [3]);
        assert_eq!(graph.retracted().map(|edge| edge.line()).collect::<Vec<_>>(), [2, 4]);
        let unmatched: Vec<_> = graph.unmatched_retractions().map(|one| (one.file, one.line)).collect();
        assert_eq!(unmatched, [(LOG_FILE, 5)]);
    }

    #[test]
    fn a_retraction_with_an_id_no_node_can_have_is_reported() {
        let row = retraction(1).replace("a1", &"x".repeat(LONGEST_WORD + 1));
        let batch = parse(row.as_bytes(), LOG_FILE);
        let [finding] = batch.findings() else { panic!("one finding") };
        assert!(
            finding.message.starts_with("nothing is retracted, the row's from is far too long"),
            "{}",
            finding.message
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        /// Every line that is not blank is an edge or a reported problem, whatever it holds.
        #[test]
        fn no_line_is_lost(lines in proptest::collection::vec(prop_oneof![
            4 => (0..9_u32).prop_map(row),
            1 => (0..9_u32, 1..60_usize).prop_map(|(n, cut)| row(n)[..cut].to_owned()),
            1 => (0..9_u32).prop_map(|n| row(n) + &row(n + 1)),
            1 => (0..9_u32, 1..60_usize).prop_map(|(n, cut)| row(n)[..cut].to_owned() + &row(n + 1)),
            1 => (0..9_u32).prop_map(retraction),
            1 => (0..9_u32, 1..60_usize).prop_map(|(n, cut)| retraction(n)[..cut].to_owned()),
            1 => (0..9_u32).prop_map(|n| row(n) + &retraction(n)),
            1 => Just(String::new()),
            1 => Just("  \t".to_owned()),
            1 => Just(r#"{"from":"a"}"#.to_owned()),
            1 => "[ -~]{0,30}",
        ], 0..12), ending in prop_oneof![Just("\n"), Just("\r\n")]) {
            let log = lines.join(ending);
            let batch = parse(log.as_bytes(), LOG_FILE);
            let reported: BTreeSet<u32> = batch.findings().iter().filter_map(|finding| finding.line).collect();
            let read: Vec<u32> = batch.edges().iter().map(|edge| edge.line).collect();
            for (number, line) in (1..).zip(&lines) {
                let rows = read.iter().filter(|line| **line == number).count();
                let is_one_row = (0..10).any(|n| [row(n), retraction(n)].contains(line));
                prop_assert_eq!(reported.contains(&number), !line.trim().is_empty() && !is_one_row, "{}", line);
                prop_assert_eq!(rows, line.matches(r#""actor":"cli"}"#).count(), "{}", line);
            }
        }
    }
}
