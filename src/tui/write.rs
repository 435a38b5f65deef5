//! Writing to the log: the only work with side effects on the workspace. An outcome was read back from the file, or is the
//! error that stopped the write.

use super::config::Consent;
use super::effect::Effect;
use super::state::State;
use super::task::{Key, Run, Task};
use crate::edge_log::{AppendError, EdgeLog, Written};
use crate::system::log::Row;
use crate::time::Millis;
use std::time::Instant;

/// A row is written with the time of its preview, unless the preview is older than this (in milliseconds).
const SHOWN_TIME_HOLDS: Millis = 60_000;

/// What to do if the log does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfNoLog {
    /// Write nothing, so that the user can be asked.
    Ask,
    Create,
}

/// The outcome of adding rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addition {
    /// The rows that are in the file: a prefix of the requested ones.
    pub rows: Vec<Added>,
    /// Error that stopped the rest.
    pub problem: Option<String>,
}

/// A row stored in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    pub row: Row<'static>,
    pub written: Written,
}

/// Starts a task that writes at the time it is passed; none without a workspace.
pub(in crate::tui) fn start<T: Send + 'static>(
    state: &mut State,
    if_no_log: IfNoLog,
    write: impl FnOnce(&EdgeLog, Millis) -> T + Send + 'static,
    deliver: impl FnOnce(&mut State, T) -> Vec<Effect> + Send + 'static,
) -> Option<Effect> {
    let workspace = state.session.workspace.as_ref()?;
    let log = EdgeLog::at(&workspace.root, &workspace.settings.log);
    let log = if if_no_log == IfNoLog::Ask { log.without_creating() } else { log };
    let consent = state.setup.consent.clone();
    let work = move |run: &Run<'_>| Some(write(&allowed(log, &consent), run.now));
    Some(state.tasks.start(Task::new(Key::WRITE, work, deliver).as_write()))
}

/// The log within what the user allows outside the workspace. Evaluated at the time of writing, since the user may have
/// trusted a folder after the workspace was loaded.
fn allowed(log: EdgeLog, consent: &Consent) -> EdgeLog {
    let boundary = consent.boundary(log.root());
    log.within(boundary)
}

/// The time to write: that of the preview, unless it is too old.
pub(in crate::tui) fn time_of(shown: Millis, now: Millis) -> Millis {
    if (0..=SHOWN_TIME_HOLDS).contains(&(now - shown)) { shown } else { now }
}

/// Adds rows in this order. `shown` is the time of their preview. `None` if the log does not exist and may not be created.
pub(in crate::tui) fn add(log: &EdgeLog, rows: Vec<Row<'static>>, shown: Millis, now: Millis) -> Option<Addition> {
    let mut added = Vec::new();
    for row in rows {
        let row = row.at(time_of(shown, now));
        match log.add(&row, Instant::now()) {
            Ok(written) => added.push(Added { row, written }),
            Err(AppendError::NoLog { .. }) if added.is_empty() => return None,
            Err(error) => return Some(Addition { rows: added, problem: Some(error.to_string()) }),
        }
    }
    Some(Addition { rows: added, problem: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time;
    use std::fs;
    use std::path::Path;

    const SHOWN: Millis = 1_780_000_000_000;

    fn write(root: &Path, now: Millis) -> Addition {
        write_to(EdgeLog::of(root), now).unwrap()
    }

    fn write_to(log: EdgeLog, now: Millis) -> Option<Addition> {
        let row = |to: &'static str| Row::new("a", "cites", to).by("tui").at(SHOWN);
        add(&allowed(log, &Consent::default()), vec![row("b"), row("c")], SHOWN, now)
    }

    fn stamps(root: &Path) -> Vec<String> {
        let text = fs::read_to_string(root.join("references.jsonl")).unwrap();
        let ts = |line| serde_json::from_str::<serde_json::Value>(line).unwrap()["ts"].as_str().unwrap().to_owned();
        text.lines().map(ts).collect()
    }

    #[test]
    fn rows_are_written_in_order_and_reported_with_their_lines() {
        let folder = tempfile::tempdir().unwrap();
        let Addition { rows, problem } = write(folder.path(), SHOWN);
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
        assert_eq!(write_to(log(), SHOWN), None);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        // Another program has created it in the meantime.
        fs::create_dir(folder.path().join("logs")).unwrap();
        fs::write(folder.path().join("logs/edges.jsonl"), "{}\n").unwrap();
        let Some(Addition { rows, problem: None }) = write_to(log(), SHOWN) else { panic!("other outcome") };
        assert_eq!(rows.iter().map(|row| row.written.line).collect::<Vec<_>>(), [2, 3]);
    }

    #[test]
    fn a_failed_write_reports_the_error_and_no_added_rows() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("references.jsonl")).unwrap();
        let Addition { rows, problem } = write(folder.path(), SHOWN);
        assert_eq!(rows, []);
        assert!(problem.unwrap().starts_with("cannot append to "));
    }
}
