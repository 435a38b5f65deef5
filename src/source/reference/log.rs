//! `references.jsonl`: the append-only log of edges, line by line.

use super::retraction::Retracts;
use super::row::{Entry, Problem, Record, Row, records};
use super::{SYSTEM, rules};
use crate::finding::{Finding, Rule};
use crate::graph::{Batch, EdgeDraft, RetractionDraft, Stamp};
use crate::source::Progress;
use crate::source::length::LONGEST_WORD;
use crate::text::quoted;
use rayon::prelude::*;
use std::borrow::Cow;

/// The name of the log, relative to the workspace.
pub const LOG_FILE: &str = "references.jsonl";

/// The log is cut into parts of about this many bytes, each read by itself.
pub(super) const PART_BYTES: usize = 1 << 20;

/// The bytes behind a byte order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}

/// Reads bytes in parts, each into a batch of its own.
pub(super) fn parse(bytes: &[u8], shown: &str, first_part: u64, progress: &Progress) -> Vec<Batch> {
    let bytes = without_mark(bytes);
    let parts = split(bytes, PART_BYTES);
    let lines_in: Vec<u32> = parts.par_iter().map(|part| memchr::memchr_iter(b'\n', part).count() as u32).collect();
    let first_lines: Vec<u32> = lines_in
        .iter()
        .scan(1, |next, lines| {
            let first = *next;
            *next += lines;
            Some(first)
        })
        .collect();
    let read = |(part, (bytes, first_line)): (usize, (&[u8], u32))| {
        let mut batch = Batch::of_log(first_part + part as u64);
        if progress.is_cancelled() {
            return batch;
        }
        read_lines(bytes, first_line, shown, &mut batch);
        progress.add_rows(batch.edges().len());
        batch
    };
    parts.into_par_iter().zip(first_lines).enumerate().map(read).collect()
}

/// Reads lines into a batch.
pub(super) fn read_lines(bytes: &[u8], first_line: u32, shown: &str, batch: &mut Batch) {
    let mut part = LogPart { shown, batch };
    for (line, bytes) in (first_line..).zip(bytes.split(|byte| *byte == b'\n')) {
        part.line(bytes, line);
    }
}

/// Cuts the log behind line ends.
pub(super) fn split(bytes: &[u8], part_bytes: usize) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let mut rest = bytes;
    while rest.len() > part_bytes {
        let Some(end) = memchr::memchr(b'\n', &rest[part_bytes..]) else { break };
        let (part, after) = rest.split_at(part_bytes + end + 1);
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    parts
}

struct LogPart<'a> {
    shown: &'a str,
    batch: &'a mut Batch,
}

impl LogPart<'_> {
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
            Ok(Entry::Retraction(retraction)) => self.retraction(&retraction.retracts, line),
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
        if self.has_long_words("not an edge, its", [&row.from, &row.to, &row.relation], line) {
            return;
        }
        let stamp = row.ts.as_deref().map_or(Stamp::NONE, |ts| self.batch.stamp(ts));
        if stamp.millis.is_none() {
            let ts = row.ts.as_deref().map_or_else(|| "no ts".to_owned(), |ts| format!("the ts {}", quoted(ts)));
            let message = format!("the row has {ts}, so its edge has no place in time");
            self.finding(&rules::ROW_UNDATED, message, line, None);
        }
        let edge = EdgeDraft {
            from: self.batch.word(&row.from),
            to: self.batch.word(&row.to),
            relation: self.batch.word(&row.relation),
            actor: row.actor.as_deref().map(|actor| self.batch.word(actor)),
            stamp,
            implicit: false,
            file: self.batch.word(self.shown),
            line,
            note: row.reason.as_deref().map(|reason| self.batch.word(reason)),
            confidence: None,
        };
        self.batch.edge(edge);
    }

    fn retraction(&mut self, retracts: &Retracts<'_>, line: u32) {
        let words = [&*retracts.from, &retracts.to, &retracts.relation];
        if self.has_long_words("nothing is retracted, the row's", words, line) {
            return;
        }
        let retraction = RetractionDraft {
            from: self.batch.word(&retracts.from),
            to: self.batch.word(&retracts.to),
            relation: self.batch.word(&retracts.relation),
            stamp: retracts.ts.as_deref().map_or(Stamp::NONE, |ts| self.batch.stamp(ts)),
            file: self.batch.word(self.shown),
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
        let (graph, findings) = build(parse(log.as_bytes(), LOG_FILE, 1, &Progress::default()));
        assert_eq!(findings, []);
        assert_eq!(graph.edges().map(|edge| edge.line()).collect::<Vec<_>>(), [3]);
        assert_eq!(graph.retracted().map(|edge| edge.line()).collect::<Vec<_>>(), [2, 4]);
        let unmatched: Vec<_> = graph.unmatched_retractions().map(|one| (one.file, one.line)).collect();
        assert_eq!(unmatched, [(LOG_FILE, 5)]);
    }

    #[test]
    fn a_retraction_with_an_id_no_node_can_have_is_reported() {
        let row = retraction(1).replace("a1", &"x".repeat(LONGEST_WORD + 1));
        let [batch] = &parse(row.as_bytes(), LOG_FILE, 1, &Progress::default())[..] else { panic!("one batch") };
        let [finding] = batch.findings() else { panic!("one finding") };
        assert!(
            finding.message.starts_with("nothing is retracted, the row's from is far too long"),
            "{}",
            finding.message
        );
    }

    #[test]
    fn parts_end_behind_line_ends_and_lose_nothing() {
        let bytes = b"one\ntwo\n\nthree";
        for part_bytes in 0..20 {
            let parts = split(bytes, part_bytes);
            assert_eq!(parts.concat(), bytes);
            let (_, but_last) = parts.split_last().unwrap();
            assert!(but_last.iter().all(|part| part.ends_with(b"\n")));
        }
    }

    #[test]
    fn lines_keep_their_numbers_across_parts() {
        let rows: String = (0..30_000).map(|n| row(n) + "\n").collect();
        assert!(rows.len() > 2 * PART_BYTES);
        let (graph, findings) = build(parse(rows.as_bytes(), LOG_FILE, 1, &Progress::default()));
        assert_eq!(findings, []);
        assert_eq!(graph.edge_count(), 30_000);
        assert!(graph.edges().all(|edge| edge.from().id() == format!("a{}", edge.line() - 1)));
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
            let batches = parse(log.as_bytes(), LOG_FILE, 1, &Progress::default());
            let reported: BTreeSet<u32> =
                batches.iter().flat_map(|batch| batch.findings()).filter_map(|finding| finding.line).collect();
            let read: Vec<u32> = batches.iter().flat_map(|batch| batch.edges().iter()).map(|edge| edge.line).collect();
            for (number, line) in (1..).zip(&lines) {
                let rows = read.iter().filter(|line| **line == number).count();
                let is_one_row = (0..10).any(|n| [row(n), retraction(n)].contains(line));
                prop_assert_eq!(reported.contains(&number), !line.trim().is_empty() && !is_one_row, "{}", line);
                prop_assert_eq!(rows, line.matches(r#""actor":"cli"}"#).count(), "{}", line);
            }
        }
    }
}
