//! Parses `references.jsonl`, the append-only log of edges, line by line. Unusual lines are handled in [`super::row`].

use super::plain_row::{PlainRow, plain_row};
use super::retraction::Retraction;
use super::row::{Entry, Incomplete, Record, RowError, records};
use super::rules;
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Batch, EdgeRecord, RetractionRecord, Row, Stamp, Sym, SystemId, Ts};
use crate::system::kit::length::LONGEST_WORD;
use crate::text::quoted;
use crate::time::{self, CanonicalTimes};
use std::borrow::Cow;

pub const LOG_FILE: &str = "references.jsonl";

/// The bytes without a byte order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}

/// Parses bytes as a whole log of a system.
pub fn parse(system: SystemId, bytes: &[u8], shown: &str) -> Batch {
    let mut batch = Batch::of_log(system, 0);
    read_lines(without_mark(bytes), 1, shown, &mut batch);
    batch
}

/// Number of plain rows added at a time, so that their ids are looked up one right after the other.
const ROWS_AT_ONCE: usize = 64;

/// Parses lines into a batch. Returns the number of line ends.
pub(super) fn read_lines(bytes: &[u8], first_line: u32, shown: &str, batch: &mut Batch) -> u32 {
    let file = batch.word(shown);
    let mut part =
        LogPart { shown, file, recent: [None; RECENT], times: CanonicalTimes::default(), ends: Vec::new(), batch };
    let text = std::str::from_utf8(bytes).ok();
    let mut rows = Vec::with_capacity(ROWS_AT_ONCE);
    let mut line = first_line;
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', bytes).chain(std::iter::once(bytes.len())) {
        // In a line no longer than the limit, no word exceeds the limit.
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

/// Number of verbs and actors kept in a small cache in front of the interner. A log has few of them, in every row.
const RECENT: usize = 16;

struct LogPart<'a, 't> {
    shown: &'a str,
    file: Sym,
    recent: [Option<(&'t str, Sym)>; RECENT],
    times: CanonicalTimes,
    /// A buffer reused for all rows.
    ends: Vec<Sym>,
    batch: &'a mut Batch,
}

impl<'t> LogPart<'_, 't> {
    /// Interns a word that probably occurred recently.
    fn intern_recent(&mut self, text: &'t str) -> Sym {
        let first = text.as_bytes().first().copied().unwrap_or_default();
        let place = (usize::from(first) + 3 * text.len()) % RECENT;
        match self.recent[place] {
            Some((recent, sym)) if recent == text => sym,
            _ => self.recent[place].insert((text, self.batch.word(text))).1,
        }
    }

    /// Adds rows without overlong words, each with its line.
    fn rows(&mut self, rows: &mut Vec<(PlainRow<'t>, u32)>) {
        let mut ends = std::mem::take(&mut self.ends);
        self.batch.words(rows.iter().flat_map(|(row, _)| [row.from, row.to]), &mut ends);
        for ((row, line), ends) in rows.drain(..).zip(ends.as_chunks().0) {
            let (relation, actor) =
                (self.intern_recent(row.relation), row.actor.map(|actor| self.intern_recent(actor)));
            let stamp = self.times.parse(row.ts).map_or_else(|| self.batch.stamp(row.ts), Stamp::at);
            if stamp.millis.is_none() {
                self.undated(Some(&row.ts.into()), [row.from, row.relation, row.to], line);
            }
            self.edge(*ends, (relation, actor), stamp, row.reason, line);
        }
        ends.clear();
        self.ends = ends;
    }

    fn line(&mut self, bytes: &[u8], line: u32) {
        let records = records(bytes);
        let rows = records.iter().filter(|record| record.content.is_ok()).count();
        if rows > 1 {
            let message = format!("{rows} rows on one line; all of them are read");
            self.finding(&rules::ROW_GLUED, message, line, Some("put each row on a line of its own"));
        }
        for record in records {
            self.record(bytes, record, line);
        }
    }

    fn record(&mut self, bytes: &[u8], record: Record<'_>, line: u32) {
        match record.content {
            Ok(Entry::Edge(row)) => self.row(&row, record.is_damaged, line),
            Ok(Entry::Retraction(retraction)) => self.retraction(&retraction, record.is_damaged, line),
            Err(RowError::Malformed(reason)) => {
                let message = format!("Not JSON ({reason}): {}", excerpt(&bytes[record.span]));
                self.finding(&rules::ROW_MALFORMED, message, line, None);
            }
            Err(RowError::Incomplete(Incomplete { reason, fields })) => {
                let message = format!("Not an edge ({reason}): {}", excerpt(&bytes[record.span]));
                let finding = self.at(&rules::ROW_INCOMPLETE, message, line);
                self.batch.finding(naming_fields(finding.naming(self.here(line)), &fields));
            }
        }
    }

    fn row(&mut self, row: &Row<'_>, is_damaged: bool, line: u32) {
        if self.has_long_words("Not an edge", [&row.from, &row.to, &row.relation], line) {
            return;
        }
        let (edge, ts) = ([&*row.from, &*row.relation, &*row.to], row.ts.as_ref());
        if is_damaged {
            self.damaged(edge, [ts.map(|ts| &**ts), row.actor.as_deref(), row.reason.as_deref()], line);
        }
        let ends = [self.batch.word(&row.from), self.batch.word(&row.to)];
        let actor = row.actor.as_deref().map(|actor| self.batch.word(actor));
        let relation = self.batch.word(&row.relation);
        let stamp = ts.map_or(Stamp::NONE, |ts| self.batch.stamp_of(ts));
        if stamp.millis.is_none() {
            self.undated(ts, edge, line);
        }
        self.edge(ends, (relation, actor), stamp, row.reason.as_deref(), line);
    }

    /// Reports text that is not Unicode, in these fields or in one that is not read.
    fn damaged(&mut self, [from, relation, to]: [&str; 3], [ts, actor, reason]: [Option<&str>; 3], line: u32) {
        let texts = [
            ("from", Some(from)),
            ("to", Some(to)),
            ("relation", Some(relation)),
            ("ts", ts),
            ("actor", actor),
            ("reason", reason),
        ];
        let broken = texts.into_iter().filter(|(_, text)| text.is_some_and(|text| text.contains('\u{fffd}')));
        let fields: Vec<&str> = broken.map(|(name, _)| name).collect();
        let place = if fields.is_empty() { "another field".to_owned() } else { fields.join(", ") };
        let message =
            format!("The row has text that is not Unicode in {place}; it is read as U+FFFD, and the row is kept");
        let finding = self.at(&rules::ROW_DAMAGED, message, line);
        let finding = finding.naming(Subject::edge(from, relation, to).at_line(line));
        let finding = naming_fields(finding, &fields);
        let fix = "retract the edge, and add it again with the text it should have";
        let has_wrong_words = [from, relation, to].iter().any(|text| text.contains('\u{fffd}'));
        self.batch.finding(if has_wrong_words { finding.suggest(fix) } else { finding });
    }

    /// Reports an edge without a time.
    fn undated(&mut self, ts: Option<&Ts<'_>>, [from, relation, to]: [&str; 3], line: u32) {
        let ts = match ts {
            None => "no ts".to_owned(),
            Some(Ts::Text(text)) => format!("the ts {}", quoted(text)),
            Some(Ts::Json(json)) => format!("the ts {}, which is not a string", excerpt(json.as_bytes())),
        };
        let message = format!("The row has {ts}, so its edge has no date");
        let finding = self.at(&rules::ROW_UNDATED, message, line);
        self.batch
            .finding(finding.naming(Subject::edge(from, relation, to).at_line(line)).naming(Subject::field("ts")));
    }

    fn edge(
        &mut self,
        [from, to]: [Sym; 2],
        (relation, actor): (Sym, Option<Sym>),
        stamp: Stamp,
        reason: Option<&str>,
        line: u32,
    ) {
        let edge = EdgeRecord {
            from,
            to,
            relation,
            actor,
            stamp,
            implicit: false,
            symmetric: false,
            file: self.file,
            line,
            note: reason.map(|reason| self.batch.word(reason)),
            confidence: None,
        };
        self.batch.edge(edge);
    }

    fn retraction(&mut self, row: &Retraction<'_>, is_damaged: bool, line: u32) {
        let retracts = &row.retracts;
        let words = [&*retracts.from, &retracts.to, &retracts.relation];
        if self.has_long_words("Nothing is retracted", words, line) {
            return;
        }
        if is_damaged {
            let others = [retracts.ts.as_deref(), row.actor.as_deref(), row.reason.as_deref()];
            self.damaged([&retracts.from, &retracts.relation, &retracts.to], others, line);
        }
        let retraction = RetractionRecord {
            from: self.batch.word(&retracts.from),
            to: self.batch.word(&retracts.to),
            relation: self.batch.word(&retracts.relation),
            stamp: retracts.ts.as_ref().map_or(Stamp::NONE, |ts| self.batch.stamp_of(ts)),
            retracted_at: row.ts.as_deref().and_then(time::parse),
            actor: row.actor.as_deref().map(|actor| self.batch.word(actor)),
            note: row.reason.as_deref().map(|reason| self.batch.word(reason)),
            file: self.file,
            line,
        };
        self.batch.retraction(retraction);
    }

    /// Whether `from`, `to` or `relation` exceeds the length limit, which is reported.
    fn has_long_words(&mut self, what: &str, words: [&str; 3], line: u32) -> bool {
        let named = ["from", "to", "relation"].into_iter().zip(words);
        let Some((name, word)) = named.into_iter().find(|(_, word)| word.len() > LONGEST_WORD) else { return false };
        let message = format!("{what} ({name} is too long): {}", excerpt(word.as_bytes()));
        let finding = self.at(&rules::ROW_INCOMPLETE, message, line).naming(self.here(line));
        self.batch.finding(naming_fields(finding, &[name]));
        true
    }

    fn finding(&mut self, rule: &'static Rule, message: String, line: u32, suggestion: Option<&str>) {
        let finding = self.at(rule, message, line).naming(self.here(line));
        self.batch.finding(Finding { suggestion: suggestion.map(str::to_owned), ..finding });
    }

    fn at(&self, rule: &'static Rule, message: String, line: u32) -> Finding {
        Finding::new(rule, self.batch.system().name(), message).in_file(self.shown).at_line(line)
    }

    fn here(&self, line: u32) -> Subject {
        Subject::file(self.shown).at_line(line)
    }
}

fn naming_fields(finding: Finding, fields: &[&str]) -> Finding {
    fields.iter().fold(finding, |finding, field| finding.naming(Subject::field(*field)))
}

/// The start of a record, to identify it in a message.
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
    use crate::graph::fixture::{REFERENCE, build};
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
    fn a_retracted_row_is_no_longer_an_edge() {
        let (back, other) =
            (retraction(1).replace("\"r\"", r#""led-to","ts":"2026-01-01T00:00:00.000Z""#), retraction(2));
        let log = [back, row(1), row(2), row(1), other].join("\n");
        let (graph, findings) = build([parse(REFERENCE, log.as_bytes(), LOG_FILE)]);
        assert_eq!(findings, []);
        assert_eq!(graph.edges().map(|edge| edge.line()).collect::<Vec<_>>(), [3]);
        assert_eq!(graph.retracted().map(|edge| edge.line()).collect::<Vec<_>>(), [2, 4]);
        let unmatched: Vec<_> = graph.unmatched_retractions().map(|one| (one.file, one.line)).collect();
        assert_eq!(unmatched, [(LOG_FILE, 5)]);
    }

    #[test]
    fn a_retraction_with_an_overlong_id_is_reported() {
        let row = retraction(1).replace("a1", &"x".repeat(LONGEST_WORD + 1));
        let batch = parse(REFERENCE, row.as_bytes(), LOG_FILE);
        let [finding] = batch.findings() else { panic!("one finding") };
        assert!(finding.message.starts_with("Nothing is retracted (from is too long)"), "{}", finding.message);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        /// Every line that is not blank becomes an edge or a finding.
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
            1 => (0..9_u32, "(//|#|-|>|[a-z]{1,5}|[0-9]) ?").prop_map(|(n, text)| text + &row(n).replace("cli", "quoted")),
            1 => (0..9_u32).prop_map(|n| row(n).replace("\"b\"", r#""\ud83d""#)),
            1 => (0..9_u32).prop_map(|n| row(n).replace("\"2026-01-01T00:00:00.000Z\"", "5")),
            1 => "[ -~]{0,30}",
        ], 0..12), ending in prop_oneof![Just("\n"), Just("\r\n")]) {
            let log = lines.join(ending);
            let batch = parse(REFERENCE, log.as_bytes(), LOG_FILE);
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
