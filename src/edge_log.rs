//! The edge log, an append-only file of JSON lines, and all other writes to a workspace.
//!
//! Appends to the log and the audit trail, changes the status of artifacts, rewrites ids, and writes drift records.
//! [`EdgeLog`] is the main type. Each write is synced and read back before it is reported as done: slower than a plain
//! append, but a row that was reported as written is in the file. Depends neither on commands nor on the screen.

mod append;
mod audit;
mod drift_records;
mod hold;
mod leftovers;
mod lock;
mod migrate;
mod outside;
mod replace;
mod standing;
mod status;

pub use append::AppendError;
pub use drift_records::{DriftRecords, RecordsError};
pub use hold::finish_writes;
pub use migrate::{IdMap, IdMapError, Migration, migrate_ids};
pub use status::{ADDRESSED, Changed, Foreseen, StatusChange, StatusError, change_status, check_step, preview_status};

use crate::graph::{Cancelled, NEVER};
use crate::system::log::{LOG_FILE, Retraction, Retracts, Row};
use crate::system::{Boundary, file};
use crate::text::{is_unsafe, quoted};
use crate::time::{self, Millis};
use append::{Placed, Released};
use audit::Trail;
use lock::LockedFile;
use outside::Target;
use serde::Serialize;
use standing::Standing;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Maximum time to wait for a lock held by another writer.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Clone)]
pub struct EdgeLog {
    root: PathBuf,
    path: PathBuf,
    boundary: Boundary,
    /// Whether a log that does not exist is created.
    creates: bool,
    patience: Duration,
}

#[derive(Debug, Clone)]
pub struct NewRetraction<'a> {
    /// The rows to retract, spelt exactly as in the log.
    pub retracts: Retracts<'a>,
    pub actor: &'a str,
    pub reason: Option<&'a str>,
}

/// A row that was appended, synced and read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The row exactly as in the file.
    pub json: String,
    /// The file, relative to the workspace; absolute if it is outside.
    pub file: String,
    /// The line number, from 1; 0 if the lines could not be counted, with a warning.
    pub line: u64,
    /// The files that were created for it, spelt like `file`: a new log, and an audit trail that is new as well. Empty
    /// if the log existed.
    pub created: Vec<String>,
    /// Non-fatal errors; the row is written in any case.
    pub warnings: Vec<String>,
}

/// A row that was written, with its byte position. Its line number is counted later, after the lock is released.
struct Stored {
    json: String,
    file: String,
    placed: Placed,
    /// Whether the log was created for it.
    is_first: bool,
    warnings: Vec<String>,
}

impl Stored {
    fn counted(self, log: &mut Released) -> Written {
        let Self { json, file, placed, is_first, mut warnings } = self;
        let line = log.line_of(&placed).unwrap_or_else(|problem| {
            warnings.push(format!("the row was written, but its line is unknown ({problem})"));
            0
        });
        warnings.extend(placed.warning(line));
        let created = is_first.then(|| file.clone()).into_iter().collect();
        Written { json, file, line, created, warnings }
    }
}

/// Why a field is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    #[error("{0} is empty")]
    Empty(&'static str),
    #[error("{field} {} has leading or trailing spaces", quoted(text))]
    Blanks { field: &'static str, text: String },
    #[error("{field} {} contains a control character", quoted(text))]
    Control { field: &'static str, text: String },
}

/// Checks that every field of an edge may be written. A row without an actor lacks one.
pub fn check_row(row: &Row<'_>) -> Result<(), FieldError> {
    let actor = row.actor.as_deref().unwrap_or_default();
    let fields = [("from", &*row.from), ("to", &*row.to), ("relation", &*row.relation), ("actor", actor)];
    fields.into_iter().try_for_each(|(field, text)| check_field(field, text))
}

impl<'a> NewRetraction<'a> {
    /// The row for the log. Ids and relation are not checked: any edge already in the log can be retracted.
    pub fn row(&self, now: Millis) -> Result<Retraction<'a>, FieldError> {
        check_field("actor", self.actor)?;
        Ok(Retraction {
            ts: Some(Cow::Owned(time::format(now))),
            actor: Some(Cow::Borrowed(self.actor)),
            retracts: self.retracts.clone(),
            reason: self.reason.map(Cow::Borrowed),
        })
    }
}

/// Checks an id, a relation or a name.
pub fn check_field(field: &'static str, text: &str) -> Result<(), FieldError> {
    if text.trim().is_empty() {
        return Err(FieldError::Empty(field));
    }
    if text.contains(is_unsafe) {
        return Err(FieldError::Control { field, text: text.to_owned() });
    }
    if text.trim() != text {
        return Err(FieldError::Blanks { field, text: text.to_owned() });
    }
    Ok(())
}

impl EdgeLog {
    /// The log of the workspace at `root`, at its default path.
    pub fn of(root: &Path) -> Self {
        Self::at(root, Path::new(LOG_FILE))
    }

    /// The log of the workspace at `root`; `log` is relative to it.
    pub fn at(root: &Path, log: &Path) -> Self {
        let boundary = Boundary::around(root);
        Self { root: root.to_owned(), path: root.join(log), boundary, creates: true, patience: PATIENCE }
    }

    /// Allows writes to everything within `boundary`. By default, only the workspace can be written.
    #[must_use]
    pub fn within(self, boundary: Boundary) -> Self {
        Self { boundary, ..self }
    }

    /// Fails with [`AppendError::NoLog`] instead of creating the log.
    #[must_use]
    pub fn without_creating(self) -> Self {
        Self { creates: false, ..self }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A path to write to, with the boundary it must be in.
    fn target<'a>(&'a self, path: &'a Path) -> Target<'a> {
        Target { path, boundary: &self.boundary }
    }

    /// Fails before anything is written if the log, the audit trail or `file` is outside the boundary.
    fn check_targets(&self, file: Option<&Path>) -> Result<(), AppendError> {
        let audit = audit::path(&self.root);
        let paths = [&*self.path, &*audit].into_iter().chain(file);
        paths.into_iter().try_for_each(|path| self.target(path).resolve().map(drop))
    }

    /// A path for messages: relative to the workspace, or absolute if it is outside.
    fn shown(&self, path: &Path) -> String {
        let [root, real] = [&*self.root, path].map(|path| path.canonicalize().unwrap_or_else(|_| path.to_owned()));
        real.strip_prefix(root).unwrap_or(&real).display().to_string()
    }

    /// Appends a row, and a `refs.add` row to the audit trail. `started` is when the command began.
    pub fn add(&self, row: &Row<'_>, started: Instant) -> Result<Written, AppendError> {
        self.check_targets(None)?;
        let mut written = self.append(row)?;
        let mut trail = Trail::open(self);
        trail.note_creation(self, &mut written);
        written.warnings.extend(trail.record(&audit::Entry::RefsAdd { row }, started));
        Ok(written)
    }

    /// Appends a retraction row, and a `refs.retract` row to the audit trail. The retracted rows stay in the log. Fails
    /// if the log does not contain the edge at this moment.
    pub fn retract(&self, retraction: &Retraction<'_>, started: Instant) -> Result<Written, AppendError> {
        self.check_targets(None)?;
        // Checked before locking, because locking creates the log if it does not exist.
        if !self.path.exists() {
            self.check_retractable(&retraction.retracts)?;
        }
        let mut locked = self.lock()?;
        self.check_retractable(&retraction.retracts)?;
        let stored = self.store(&mut locked, retraction)?;
        let mut written = stored.counted(&mut locked.release());
        let entry = audit::Entry::RefsRetract { retraction };
        written.warnings.extend(Trail::open(self).record(&entry, started));
        Ok(written)
    }

    /// Checks that the file contains an edge that matches and is not retracted.
    pub fn check_retractable(&self, retracts: &Retracts<'_>) -> Result<(), AppendError> {
        self.check_retractable_cancellable(retracts, NEVER).expect("never cancelled")
    }

    /// Like [`Self::check_retractable`]; `None` if cancelled.
    pub fn check_retractable_cancellable(
        &self,
        retracts: &Retracts<'_>,
        cancelled: Cancelled<'_>,
    ) -> Option<Result<(), AppendError>> {
        let read = match file::read_bytes(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            read => read.map_err(|cause| AppendError::Unreadable { path: self.path.clone(), cause }),
        };
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(error) => return Some(Err(error)),
        };
        Some(match Standing::of(retracts, &bytes, cancelled)? {
            Standing::Stands(_) => Ok(()),
            Standing::Retracted(line) => Err(AppendError::Retracted { file: self.shown(&self.path), line }),
            Standing::Gone => {
                let Retracts { from, to, relation, .. } = retracts;
                let edge = format!("{} {relation} {}", quoted(from), quoted(to));
                Err(AppendError::Gone { file: self.shown(&self.path), edge })
            }
        })
    }

    /// Appends a row without an audit row.
    fn append(&self, row: &impl Serialize) -> Result<Written, AppendError> {
        let mut locked = self.lock()?;
        let stored = self.store(&mut locked, row)?;
        Ok(stored.counted(&mut locked.release()))
    }

    /// Locks the log against other refscope writers until the result is dropped.
    fn lock(&self) -> Result<LockedFile, AppendError> {
        if !self.creates && !self.path.exists() {
            return Err(AppendError::NoLog { path: self.path.clone() });
        }
        lock::open_locked(self.target(&self.path), self.patience)
    }

    /// Appends a row while the log is locked.
    fn store(&self, locked: &mut LockedFile, row: &impl Serialize) -> Result<Stored, AppendError> {
        let json = serde_json::to_string(row).map_err(|error| AppendError::Encode(error.to_string()))?;
        let placed = locked.append(&self.path, &json)?;
        let warnings = std::mem::take(&mut locked.warnings);
        Ok(Stored { json, file: self.shown(&self.path), placed, is_first: locked.is_new, warnings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};

    fn retraction() -> Retraction<'static> {
        let retracts = Retracts { from: "a".into(), to: "b".into(), relation: "led-to".into(), ts: None };
        NewRetraction { retracts, actor: "tui", reason: None }.row(0).unwrap()
    }

    #[test]
    fn retraction_is_appended_and_the_retracted_row_stays() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join(LOG_FILE);
        let before = "{\"from\":\"a\",\"to\":\"b\",\"relation\":\"led-to\"}\n";
        fs::write(&log, before).unwrap();
        let written = EdgeLog::of(folder.path()).retract(&retraction(), Instant::now()).unwrap();
        let row =
            r#"{"ts":"1970-01-01T00:00:00.000Z","actor":"tui","retracts":{"from":"a","to":"b","relation":"led-to"}}"#;
        assert_eq!((&*written.json, written.line, written.warnings.len()), (row, 2, 0));
        assert_eq!(fs::read_to_string(&log).unwrap(), format!("{before}{row}\n"));
    }

    #[test]
    fn locked_log_is_reported_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let holder = File::create(folder.path().join(LOG_FILE)).unwrap();
        holder.lock().unwrap();
        let log = EdgeLog { patience: Duration::ZERO, ..EdgeLog::of(folder.path()) };
        let edge = Row::new("a", "led-to", "b").by("tui").at(0);
        let said = [log.add(&edge, Instant::now()), log.retract(&retraction(), Instant::now())];
        for error in said.map(Result::unwrap_err) {
            assert!(
                error.to_string().contains("is locked by another program. Nothing was written; wait until"),
                "{error}"
            );
        }
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!((left, holder.metadata().unwrap().len()), (vec![LOG_FILE.into()], 0));
    }

    #[test]
    fn missing_or_retracted_edge_cannot_be_retracted() {
        let folder = tempfile::tempdir().unwrap();
        let (path, log) = (folder.path().join(LOG_FILE), EdgeLog::of(folder.path()));
        let refused = || log.retract(&retraction(), Instant::now()).unwrap_err().to_string();
        assert!(
            refused().ends_with("no longer contains the edge \"a\" led-to \"b\". Nothing was written"),
            "{}",
            refused()
        );
        assert!(!path.exists(), "a log was created");
        fs::write(&path, "{\"from\":\"a\",\"to\":\"b\",\"relation\":\"led-to\"}\n").unwrap();
        log.retract(&retraction(), Instant::now()).unwrap();
        let before = fs::read_to_string(&path).unwrap();
        assert!(refused().ends_with("references.jsonl:2). Nothing was written"), "{}", refused());
        assert_eq!(fs::read_to_string(&path).unwrap(), before);
    }
}
