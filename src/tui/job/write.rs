//! Changes to the workspace's files: the only job that does more than look.
//!
//! What it answers was read back from the file, or is the reason why nothing, or not all of it, is there.

use super::close::{CloseRequest, Closed};
use crate::edge_log::{EdgeLog, Written};
use crate::source::reference::{Retraction, Retracts, Row};
use crate::time::{self, Millis};
use crate::tui::config::Consent;
use std::borrow::Cow;
use std::time::Instant;

/// A row is written with the time it was shown with, unless somebody looked at it for longer than this.
const SHOWN_TIME_HOLDS: Millis = 60_000;

/// What to write, and where.
#[derive(Debug)]
pub struct WriteRequest {
    /// The log of the workspace.
    pub log: EdgeLog,
    /// What the user allows outside the workspace. It is asked when the change is written, as the user may have trusted a
    /// folder since the workspace was read.
    pub consent: Consent,
    /// What to change.
    pub change: Change,
}

/// A change.
#[derive(Debug)]
pub enum Change {
    /// These rows are added, in this order, all shown with one time.
    Add {
        /// The rows.
        rows: Vec<Row<'static>>,
        /// The time they were shown with.
        shown: Millis,
    },
    /// Edges are taken back.
    Undo {
        /// The row that says so.
        retraction: Box<Retraction<'static>>,
        /// The time it was shown with.
        shown: Millis,
    },
    /// A signal is closed.
    Close {
        /// Which, and by whom.
        request: CloseRequest,
        /// The time its row was shown with.
        shown: Millis,
    },
}

/// What came of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrote {
    /// Rows were to be added.
    Added {
        /// Those that are in the file, in order: the first so many of those asked for.
        rows: Vec<Added>,
        /// Why the others are not.
        problem: Option<String>,
    },
    /// An edge was to be taken back.
    Retracted(Result<Retracted, String>),
    /// A signal was to be closed.
    Closed {
        /// Its id.
        id: String,
        /// What was written, or why nothing was.
        outcome: Result<Closed, String>,
    },
}

/// A retraction that is in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retracted {
    /// What it takes back.
    pub retracts: Retracts<'static>,
    /// Where it stands.
    pub written: Written,
}

/// A row that is in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    /// The row.
    pub row: Row<'static>,
    /// Where it stands.
    pub written: Written,
}

impl WriteRequest {
    /// Writes it at the moment `now`.
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

/// Whether a row that was shown with a time can be written with it.
pub(super) fn still_holds(shown: Millis, now: Millis) -> bool {
    (0..=SHOWN_TIME_HOLDS).contains(&(now - shown))
}

fn stamp(now: Millis) -> Cow<'static, str> {
    Cow::Owned(time::format(now))
}

fn add(log: &EdgeLog, rows: Vec<Row<'static>>, shown: Millis, now: Millis) -> Wrote {
    let mut added = Vec::new();
    for mut row in rows {
        if !still_holds(shown, now) {
            row.ts = Some(time::format(now).into());
        }
        match log.add(&row, Instant::now()) {
            Ok(written) => added.push(Added { row, written }),
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
        let row = |to| Row {
            ts: Some(time::format(SHOWN).into()),
            from: "a".into(),
            to: Cow::Borrowed(to),
            relation: "cites".into(),
            actor: Some("tui".into()),
            reason: None,
        };
        let change = Change::Add { rows: vec![row("b"), row("c")], shown: SHOWN };
        WriteRequest { log: EdgeLog::of(root), consent: Consent::default(), change }.write(now)
    }

    fn stamps(root: &Path) -> Vec<String> {
        let text = fs::read_to_string(root.join("references.jsonl")).unwrap();
        let ts = |line| serde_json::from_str::<serde_json::Value>(line).unwrap()["ts"].as_str().unwrap().to_owned();
        text.lines().map(ts).collect()
    }

    #[test]
    fn rows_are_written_in_order_and_answered_with_their_lines() {
        let folder = tempfile::tempdir().unwrap();
        let Wrote::Added { rows, problem } = write(folder.path(), SHOWN) else { panic!("other rows") };
        assert_eq!(problem, None);
        let text = fs::read_to_string(folder.path().join("references.jsonl")).unwrap();
        let told: Vec<_> = rows.iter().map(|row| (row.written.line, &*row.written.json)).collect();
        let stored: Vec<_> = (1..).zip(text.lines()).collect();
        assert_eq!(told, stored);
        assert_eq!(rows.iter().map(|added| &*added.row.to).collect::<Vec<_>>(), ["b", "c"]);
    }

    #[test]
    fn a_row_keeps_the_time_it_was_shown_with_for_a_minute() {
        for (later, expected) in [(0, SHOWN), (60_000, SHOWN), (60_001, SHOWN + 60_001), (-1, SHOWN - 1)] {
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), SHOWN + later);
            assert_eq!(stamps(folder.path()), [time::format(expected), time::format(expected)], "{later}");
        }
    }

    #[test]
    fn what_cannot_be_written_is_told_and_nothing_is_called_added() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("references.jsonl")).unwrap();
        let Wrote::Added { rows, problem } = write(folder.path(), SHOWN) else { panic!("other rows") };
        assert_eq!(rows, []);
        assert!(problem.unwrap().starts_with("cannot append to "));
    }
}
