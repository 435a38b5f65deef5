//! The audit trail, `audit.jsonl`: one row per change with actor, time and duration.

use super::lock::{LockedFile, open_locked};
use super::{EdgeLog, Written};
use crate::system::log::{AUDIT_FILE, INTENT, Intent, Retraction, Row};
use crate::time;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::time::Instant;

pub(super) fn path(root: &Path) -> PathBuf {
    root.join(AUDIT_FILE)
}

/// A change to a workspace, done or intended.
pub(super) enum Entry<'a> {
    RefsAdd {
        row: &'a Row<'a>,
    },
    RefsRetract {
        retraction: &'a Retraction<'a>,
    },
    ArtifactStatus {
        id: &'a str,
        new_status: &'a str,
        actor: &'a str,
        reason: Option<&'a str>,
    },
    RefsMigrate {
        rewritten: usize,
        actor: &'a str,
    },
    /// A status and its edge are about to be written. All fields are nested below `intends`, so that readers do not
    /// take the row for a completed change.
    Intent {
        intends: &'a Intent,
        actor: &'a str,
    },
}

impl Entry<'_> {
    fn fields(&self) -> Value {
        match self {
            Self::RefsAdd { row } => json!({
                "op": "refs.add", "from": row.from, "to": row.to, "relation": row.relation, "actor": row.actor,
            }),
            Self::RefsRetract { retraction } => json!({
                "op": "refs.retract", "retracts": retraction.retracts, "actor": retraction.actor,
            }),
            Self::ArtifactStatus { id, new_status, actor, reason: None } => json!({
                "op": "artifact.status", "id": id, "new_status": new_status, "actor": actor,
            }),
            Self::ArtifactStatus { id, new_status, actor, reason } => json!({
                "op": "artifact.status", "id": id, "new_status": new_status, "reason": reason, "actor": actor,
            }),
            Self::RefsMigrate { rewritten, actor } => json!({
                "op": "refs.migrate", "rewritten": rewritten, "actor": actor,
            }),
            Self::Intent { intends, actor } => json!({ "op": INTENT, "intends": intends, "actor": actor }),
        }
    }

    fn json(&self, started: Instant) -> String {
        let mut row = Map::new();
        row.insert("ts".to_owned(), time::format(time::now()).into());
        if let Value::Object(fields) = self.fields() {
            row.extend(fields);
        }
        row.insert("duration_ms".to_owned(), u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX).into());
        Value::Object(row).to_string()
    }

    /// The warning for a missing audit row.
    fn without_row(&self, reason: &str) -> String {
        match self {
            Self::Intent { .. } => {
                format!("cannot write {AUDIT_FILE} ({reason}); doctor would have missed an interruption of this change")
            }
            _ => format!("done, but not recorded in {AUDIT_FILE} ({reason})"),
        }
    }
}

/// The audit trail, locked for as long as rows are added.
///
/// Failing to open or write the trail does not stop the change; it only adds a warning.
pub(super) struct Trail {
    path: PathBuf,
    file: Result<LockedFile, String>,
}

impl Trail {
    /// Opens and locks the trail of a workspace, creating it if necessary.
    pub(super) fn open(log: &EdgeLog) -> Self {
        let path = path(&log.root);
        let file = open_locked(log.target(&path), log.patience).map_err(|error| error.reason());
        Self { path, file }
    }

    /// Adds the trail to the files that were created for a row, if both it and the log are new.
    pub(super) fn note_creation(&self, log: &EdgeLog, written: &mut Written) {
        if !written.created.is_empty() && self.file.as_ref().is_ok_and(|file| file.is_new) {
            written.created.push(log.shown(&self.path));
        }
    }

    /// Appends a row; returns the warnings.
    pub(super) fn record(&mut self, entry: &Entry<'_>, started: Instant) -> Vec<String> {
        let appended = match &mut self.file {
            Ok(file) => file.append(&self.path, &entry.json(started)).map_err(|error| error.reason()),
            Err(reason) => Err(reason.clone()),
        };
        match appended {
            Ok(_) => self.file.as_mut().map(|file| std::mem::take(&mut file.warnings)).unwrap_or_default(),
            Err(reason) => vec![entry.without_row(&reason)],
        }
    }
}
