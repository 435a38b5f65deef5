//! `audit.jsonl`: who did what, when, and how long it took.

use super::append;
use crate::source::reference::{Retraction, Row};
use crate::time;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

const AUDIT_FILE: &str = "audit.jsonl";

/// Something that was done to a workspace.
pub(super) enum Entry<'a> {
    /// An edge was added.
    RefsAdd { row: &'a Row<'a> },
    /// An edge was taken back.
    RefsRetract { retraction: &'a Retraction<'a> },
    /// An artifact's status was changed.
    ArtifactStatus { id: &'a str, new_status: &'a str, actor: &'a str, reason: Option<&'a str> },
    /// The ids of the log were rewritten.
    RefsMigrate { rewritten: usize, actor: &'a str },
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
        }
    }
}

/// Appends a row to the audit trail. What it tells of is already done, so a failure is a warning.
pub(super) fn record(root: &Path, entry: &Entry<'_>, started: Instant, patience: Duration) -> Vec<String> {
    let mut row = Map::new();
    row.insert("ts".to_owned(), time::format(time::now()).into());
    if let Value::Object(fields) = entry.fields() {
        row.extend(fields);
    }
    row.insert("duration_ms".to_owned(), u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX).into());
    match append::append_line(&root.join(AUDIT_FILE), &Value::Object(row).to_string(), patience) {
        Ok(appended) => appended.warnings,
        Err(error) => vec![format!("it is done, but {AUDIT_FILE} has no row of it ({})", error.reason())],
    }
}
