//! `audit.jsonl`: who did what, when, and how long it took.

use super::EdgeLog;
use super::lock::{LockedFile, open_locked};
use crate::source::reference::{AUDIT_FILE, INTENT, Intent, Retraction, Row};
use crate::time;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The audit trail of a workspace.
pub(super) fn path(root: &Path) -> PathBuf {
    root.join(AUDIT_FILE)
}

/// Something that was done to a workspace, or is about to be.
pub(super) enum Entry<'a> {
    /// An edge was added.
    RefsAdd { row: &'a Row<'a> },
    /// An edge was taken back.
    RefsRetract { retraction: &'a Retraction<'a> },
    /// An artifact's status was changed.
    ArtifactStatus { id: &'a str, new_status: &'a str, actor: &'a str, reason: Option<&'a str> },
    /// The ids of the log were rewritten.
    RefsMigrate { rewritten: usize, actor: &'a str },
    /// A status and its edge are about to be written. Everything is below `intends`, where no reader of rows about what was
    /// done looks for it.
    Intent { intends: &'a Intent, actor: &'a str },
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

    /// What it means that the trail has no row of it.
    fn without_row(&self, reason: &str) -> String {
        match self {
            Self::Intent { .. } => format!(
                "{AUDIT_FILE} cannot be written ({reason}); if this change had been interrupted, doctor could not have reported it"
            ),
            _ => format!("it is done, but {AUDIT_FILE} has no row of it ({reason})"),
        }
    }
}

/// The audit trail, locked for as long as rows are added.
///
/// A trail that cannot be opened or written keeps nobody from working: the warnings say so.
pub(super) struct Trail {
    path: PathBuf,
    file: Result<LockedFile, String>,
}

impl Trail {
    /// Opens and locks the trail of a workspace. It is created if there is none.
    pub(super) fn open(log: &EdgeLog) -> Self {
        let path = path(&log.root);
        let file = open_locked(log.target(&path), log.patience).map_err(|error| error.reason());
        Self { path, file }
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
