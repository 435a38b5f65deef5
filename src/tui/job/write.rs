//! Writes to the workspace's files: adding edges, retracting an edge, closing a signal.
//!
//! The only job with side effects. Its answer was read back from the file, or is the error that stopped the write.

use super::close::{CloseRequest, Closed};
use crate::edge_log::{AppendError, EdgeLog, Written};
use crate::system::log::{Retraction, Retracts, Row};
use crate::time::{self, Millis};
use crate::tui::config::Consent;
use std::borrow::Cow;
use std::time::Instant;

/// A row is written with the time of its preview, unless the preview is older than this (in milliseconds).
const SHOWN_TIME_HOLDS: Millis = 60_000;

/// A change to write.
#[derive(Debug)]
pub struct WriteRequest {
    /// The workspace's log.
    pub log: EdgeLog,
    /// What the user allows outside the workspace. Evaluated at the time of writing, since the user may have trusted a
    /// folder after the workspace was loaded.
    pub consent: Consent,
    pub change: Change,
}

#[derive(Debug)]
pub enum Change {
    /// Add these rows, in this order.
    Add {
        rows: Vec<Row<'static>>,
        /// The time of their preview.
        shown: Millis,
    },
    /// Retract edges.
    Undo {
        /// The retraction row.
        retraction: Box<Retraction<'static>>,
        /// The time of its preview.
        shown: Millis,
    },
    /// Close a signal.
    Close {
        request: CloseRequest,
        /// The time of its preview.
        shown: Millis,
    },
}

/// What to do if the log does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfNoLog {
    /// Write nothing, so that the user can be asked.
    Ask,
    Create,
}

/// A change that was not written because the log does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unwritten {
    Edges,
    /// Closing the signal with this id.
    Closing(String),
}

/// The outcome of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrote {
    /// Of adding rows.
    Added {
        /// The rows that are in the file: a prefix of the requested ones.
        rows: Vec<Added>,
        /// Error that stopped the rest.
        problem: Option<String>,
    },
    /// Of a change that would have created the log without the user's consent. Nothing was written.
    NoLog { unwritten: Unwritten },
    /// Of a retraction.
    Retracted(Result<Retracted, String>),
    /// Of closing a signal.
    Closed {
        id: String,
        /// The change, or the error if nothing was written.
        outcome: Result<Closed, String>,
    },
}

/// A retraction stored in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retracted {
    /// The retracted edge.
    pub retracts: Retracts<'static>,
    pub written: Written,
}

/// A row stored in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    pub row: Row<'static>,
    pub written: Written,
}

impl WriteRequest {
    /// Writes the change at time `now`.
    pub fn write(self, now: Millis) -> Wrote {
        let boundary = self.consent.boundary(self.log.root());
        let log = self.log.within(boundary);
        match self.change {
            Change::Add { rows, shown } => add(&log, rows, shown, now),
            Change::Undo { mut retraction, shown } => {
                if !still_holds(shown, now) {
                    retraction.ts = Some(stamp(now));
                }
                let written = log.retract(&retraction, Instant::now()).map_err(|error| error.to_string());
                Wrote::Retracted(written.map(|written| Retracted { retracts: retraction.retracts, written }))
            }
            Change::Close { request, shown } => request.close(&log, shown, now),
        }
    }
}

/// Whether the time of the preview is recent enough to be written.
pub(super) fn still_holds(shown: Millis, now: Millis) -> bool {
    (0..=SHOWN_TIME_HOLDS).contains(&(now - shown))
}

fn stamp(now: Millis) -> Cow<'static, str> {
    Cow::Owned(time::format(now))
}

fn add(log: &EdgeLog, rows: Vec<Row<'static>>, shown: Millis, now: Millis) -> Wrote {
    let mut added = Vec::new();
    for row in rows {
        let row = if still_holds(shown, now) { row } else { row.at(now) };
        match log.add(&row, Instant::now()) {
            Ok(written) => added.push(Added { row, written }),
            Err(AppendError::NoLog { .. }) if added.is_empty() => {
                return Wrote::NoLog { unwritten: Unwritten::Edges };
            }
            Err(error) => return Wrote::Added { rows: added, problem: Some(error.to_string()) },
        }
    }
    Wrote::Added { rows: added, problem: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    const SHOWN: Millis = 1_780_000_000_000;

    fn write(root: &Path, now: Millis) -> Wrote {
        write_to(EdgeLog::of(root), now)
    }

    fn write_to(log: EdgeLog, now: Millis) -> Wrote {
        let row = |to: &'static str| Row::new("a", "cites", to).by("tui").at(SHOWN);
        let change = Change::Add { rows: vec![row("b"), row("c")], shown: SHOWN };
        WriteRequest { log, consent: Consent::default(), change }.write(now)
    }

    fn stamps(root: &Path) -> Vec<String> {
        let text = fs::read_to_string(root.join("references.jsonl")).unwrap();
        let ts = |line| serde_json::from_str::<serde_json::Value>(line).unwrap()["ts"].as_str().unwrap().to_owned();
        text.lines().map(ts).collect()
    }

    #[test]
    fn rows_are_written_in_order_and_reported_with_their_lines() {
        let folder = tempfile::tempdir().unwrap();
        let Wrote::Added { rows, problem } = write(folder.path(), SHOWN) else { panic!("other rows") };
        assert_eq!(problem, None);
        let text = fs::read_to_string(folder.path().join("references.jsonl")).unwrap();
        let reported: Vec<_> = rows.iter().map(|row| (row.written.line, &*row.written.json)).collect();
        let stored: Vec<_> = (1..).zip(text.lines()).collect();
        assert_eq!(reported, stored);
        assert_eq!(rows.iter().map(|added| &*added.row.to).collect::<Vec<_>>(), ["b", "c"]);
    }

    #[test]
    fn a_row_keeps_the_time_of_its_preview_for_a_minute() {
        for (later, expected) in [(0, SHOWN), (60_000, SHOWN), (60_001, SHOWN + 60_001), (-1, SHOWN - 1)] {
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), SHOWN + later);
            assert_eq!(stamps(folder.path()), [time::format(expected), time::format(expected)], "{later}");
        }
    }

    #[test]
    fn nothing_is_written_if_the_log_does_not_exist_and_may_not_be_created() {
        let folder = tempfile::tempdir().unwrap();
        let log = || EdgeLog::at(folder.path(), Path::new("logs/edges.jsonl")).without_creating();
        let Wrote::NoLog { unwritten: Unwritten::Edges } = write_to(log(), SHOWN) else { panic!("other outcome") };
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        // Another program has created it in the meantime.
        fs::create_dir(folder.path().join("logs")).unwrap();
        fs::write(folder.path().join("logs/edges.jsonl"), "{}\n").unwrap();
        let Wrote::Added { rows, problem: None } = write_to(log(), SHOWN) else { panic!("other outcome") };
        assert_eq!(rows.iter().map(|row| row.written.line).collect::<Vec<_>>(), [2, 3]);
    }

    #[test]
    fn a_failed_write_reports_the_error_and_no_added_rows() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("references.jsonl")).unwrap();
        let Wrote::Added { rows, problem } = write(folder.path(), SHOWN) else { panic!("other rows") };
        assert_eq!(rows, []);
        assert!(problem.unwrap().starts_with("cannot append to "));
    }
}
