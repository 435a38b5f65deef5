//! The only writer of workspace files.
//!
//! Owns appending to the log of edges and to the audit trail, changing an artifact's status, and rewriting the log's ids.
//! No row is called written before it was read back from the file. Must not know commands or screens.

mod append;
mod audit;
mod migrate;
mod replace;
mod status;

pub use append::AppendError;
pub use migrate::{IdMap, IdMapError, Migration, migrate_ids};
pub use status::{Changed, StatusChange, StatusError, change_status};

use crate::source::reference::{LOG_FILE, Row};
use crate::text::{is_unsafe, quoted};
use crate::time::{self, Millis};
use append::LockedFile;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long to wait for another writer's lock.
const PATIENCE: Duration = Duration::from_secs(10);

/// The log of a workspace.
#[derive(Debug, Clone)]
pub struct EdgeLog {
    root: PathBuf,
    path: PathBuf,
    patience: Duration,
}

/// An edge to be added.
#[derive(Debug, Clone)]
pub struct NewEdge<'a> {
    /// The id it leaves.
    pub from: &'a str,
    /// The id it reaches.
    pub to: &'a str,
    /// The verb.
    pub relation: &'a str,
    /// Who adds it.
    pub actor: &'a str,
    /// Why.
    pub reason: Option<&'a str>,
}

/// A row that is in the file: it was synced and read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The row, exactly as it stands in the file.
    pub json: String,
    /// The line it stands on.
    pub line: u64,
    /// What went less well than it should have, although the row is safe.
    pub warnings: Vec<String>,
}

/// Why an edge cannot be a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    /// There is nothing in it.
    #[error("{0} is empty")]
    Empty(&'static str),
    /// It starts or ends with a blank.
    #[error("{field} {} has blanks around it", quoted(text))]
    Blanks {
        /// The field.
        field: &'static str,
        /// What it holds.
        text: String,
    },
    /// It holds a character that has no place in an id or a verb.
    #[error("{field} {} holds a control character", quoted(text))]
    Control {
        /// The field.
        field: &'static str,
        /// What it holds.
        text: String,
    },
}

impl<'a> NewEdge<'a> {
    /// The row that says it, if every field can stand in a log.
    pub fn row(&self, now: Millis) -> Result<Row<'a>, FieldError> {
        for (field, text) in [("from", self.from), ("to", self.to), ("relation", self.relation), ("actor", self.actor)]
        {
            check_field(field, text)?;
        }
        Ok(Row {
            ts: Some(Cow::Owned(time::format(now))),
            from: Cow::Borrowed(self.from),
            to: Cow::Borrowed(self.to),
            relation: Cow::Borrowed(self.relation),
            actor: Some(Cow::Borrowed(self.actor)),
            reason: self.reason.map(Cow::Borrowed),
        })
    }
}

/// Whether a text can be an id, a verb or a name.
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
    /// The log of the workspace at `root`, in its usual place.
    pub fn of(root: &Path) -> Self {
        Self::at(root, Path::new(LOG_FILE))
    }

    /// The log of the workspace at `root`; `log` is relative to it.
    pub fn at(root: &Path, log: &Path) -> Self {
        Self { root: root.to_owned(), path: root.join(log), patience: PATIENCE }
    }

    /// Appends a row and leaves a `refs.add` row in the audit trail. `started` is when the work began.
    pub fn add(&self, row: &Row<'_>, started: Instant) -> Result<Written, AppendError> {
        let mut written = self.append(row)?;
        let entry = audit::Entry::RefsAdd { row };
        written.warnings.extend(audit::record(&self.root, &entry, started, self.patience));
        Ok(written)
    }

    /// Appends a row without an audit row of its own.
    fn append(&self, row: &Row<'_>) -> Result<Written, AppendError> {
        self.append_locked(&mut self.lock()?, row)
    }

    /// Keeps refscope's other writers away from the log until the result is dropped.
    fn lock(&self) -> Result<LockedFile, AppendError> {
        // The settings may name a folder that nobody has made yet. If it cannot be made, opening the log says why.
        if let Some(folder) = self.path.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        append::open_locked(&self.path, self.patience)
    }

    fn append_locked(&self, locked: &mut LockedFile, row: &Row<'_>) -> Result<Written, AppendError> {
        let json = serde_json::to_string(row).map_err(|error| AppendError::Encode(error.to_string()))?;
        let appended = append::append_locked(locked, &self.path, &json)?;
        Ok(Written { json, line: appended.line, warnings: appended.warnings })
    }
}
