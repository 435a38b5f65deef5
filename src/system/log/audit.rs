//! `audit.jsonl`: the audit trail of a workspace, written by refscope and other programs, one JSON object per line.
//!
//! Only the rows that the doctor and the status writer need are read. A line that is not JSON, or has unexpected types,
//! is skipped: the trail is a record, and nothing depends on every row of it.

use crate::time::{self, Millis};
use memchr::memmem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub const AUDIT_FILE: &str = "audit.jsonl";
/// The `op` of a row that announces a write.
pub const INTENT: &str = "refscope.intent";

const STATUS: &str = "artifact.status";
const ADDED: &str = "refs.add";
const RETRACTED: &str = "refs.retract";
const MIGRATED: &str = "refs.migrate";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRow {
    pub ts: Option<Millis>,
    pub what: AuditEvent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuditEvent {
    Added(EdgeKey),
    Retracted(EdgeKey),
    Status {
        id: String,
        new_status: String,
    },
    /// The ids of the log were rewritten: rows before this one use ids that the log no longer has.
    Migrated,
    /// A status and its edge are about to be written.
    Intended(Intent),
    /// Another operation, or one that failed.
    Other,
}

/// An edge, identified by its ends and relation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
pub struct EdgeKey {
    pub from: String,
    pub to: String,
    pub relation: String,
}

/// An intended status change that needs two writes: the edge, then the file.
///
/// Written before both, as in a write-ahead log. If only the edge exists afterwards, the change was interrupted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intent {
    /// The operation, as named in the row about the completed change.
    pub op: String,
    pub id: String,
    pub previous: String,
    pub new_status: String,
    /// The edge that is written together with the status.
    pub edge: IntendedEdge,
}

/// Exactly one row of the log: no other row has the same `ts` too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntendedEdge {
    pub from: String,
    pub to: String,
    pub relation: String,
    /// The time, verbatim.
    pub ts: String,
}

impl Intent {
    pub fn of_status(id: &str, previous: &str, new_status: &str, edge: IntendedEdge) -> Self {
        let (previous, new_status) = (previous.to_owned(), new_status.to_owned());
        Self { op: STATUS.to_owned(), id: id.to_owned(), previous, new_status, edge }
    }
}

/// A row as written. Fields of other operations are ignored.
#[derive(Deserialize)]
struct Written {
    ts: Option<String>,
    op: Option<String>,
    from: Option<String>,
    to: Option<String>,
    relation: Option<String>,
    id: Option<String>,
    new_status: Option<String>,
    retracts: Option<EdgeKey>,
    intends: Option<Intent>,
    error: Option<serde::de::IgnoredAny>,
}

impl From<Written> for AuditRow {
    fn from(row: Written) -> Self {
        let ts = row.ts.as_deref().and_then(time::parse);
        let edge = |from, to, relation| Some(EdgeKey { from: from?, to: to?, relation: relation? });
        let what = match row.op.as_deref() {
            _ if row.error.is_some() => None,
            Some(ADDED) => edge(row.from, row.to, row.relation).map(AuditEvent::Added),
            Some(RETRACTED) => row.retracts.map(AuditEvent::Retracted),
            Some(STATUS) => row.id.zip(row.new_status).map(|(id, new_status)| AuditEvent::Status { id, new_status }),
            Some(MIGRATED) => Some(AuditEvent::Migrated),
            Some(INTENT) => row.intends.map(AuditEvent::Intended),
            _ => None,
        };
        Self { ts, what: what.unwrap_or(AuditEvent::Other) }
    }
}

/// The rows of a trail, in order.
pub fn audit_rows(trail: &[u8]) -> impl Iterator<Item = AuditRow> {
    rows_of(trail, |_| true)
}

fn rows_of(trail: &[u8], wanted: impl Fn(&[u8]) -> bool) -> impl Iterator<Item = AuditRow> {
    let lines = trail.split(|byte| *byte == b'\n').filter(move |line| wanted(line));
    // Other programs may have written several rows on one line.
    let rows =
        lines.flat_map(|line| serde_json::Deserializer::from_slice(line).into_iter::<Written>().map_while(Result::ok));
    rows.map(AuditRow::from)
}

/// The last intent for each artifact that is not followed by a row about a changed status, by the artifact's id.
///
/// Such a change failed, or was interrupted before or between its two writes, or before its rows in the trail; only the
/// log and the artifact show which.
pub fn unfinished_intents(trail: &[u8]) -> BTreeMap<String, Intent> {
    // Nearly every line is about something else.
    let of_intents = memmem::Finder::new(INTENT);
    let of_statuses = memmem::Finder::new(STATUS);
    let wanted = |line: &[u8]| of_intents.find(line).is_some() || of_statuses.find(line).is_some();
    let mut unfinished = BTreeMap::new();
    for row in rows_of(trail, wanted) {
        match row.what {
            AuditEvent::Intended(intent) => {
                unfinished.insert(intent.id.clone(), intent);
            }
            AuditEvent::Status { id, .. } => {
                unfinished.remove(&id);
            }
            _ => {}
        }
    }
    unfinished
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTENDED: &str = r#"{"ts":"2026-01-01T00:00:00.000Z","op":"refscope.intent","intends":{"op":"artifact.status","id":"s","previous":"open","new_status":"addressed","edge":{"from":"t","to":"s","relation":"addresses","ts":"x"}},"actor":"cli","duration_ms":1}"#;
    const DONE: &str =
        r#"{"ts":"x","op":"artifact.status","id":"s","new_status":"addressed","actor":"cli","duration_ms":1}"#;

    fn ids(lines: &[&str]) -> Vec<String> {
        unfinished_intents(lines.join("\n").as_bytes()).into_keys().collect()
    }

    #[test]
    fn an_intent_is_completed_by_the_next_status_of_the_same_artifact() {
        assert_eq!(ids(&[INTENDED]), ["s"]);
        assert_eq!(ids(&[INTENDED, DONE]), [] as [&str; 0]);
        assert_eq!(ids(&[DONE, INTENDED]), ["s"]);
        assert_eq!(ids(&[INTENDED, &DONE.replace("\"s\"", "\"r\"")]), ["s"]);
        assert_eq!(ids(&[INTENDED, &DONE.replace("\"actor\"", "\"error\":\"no\",\"actor\"")]), ["s"]);
    }

    #[test]
    fn an_intent_is_not_a_row_about_a_completed_change() {
        let rows: Vec<_> = audit_rows(INTENDED.as_bytes()).collect();
        assert!(matches!(&rows[..], [AuditRow { what: AuditEvent::Intended(_), .. }]), "{rows:?}");
        let row: serde_json::Value = serde_json::from_str(INTENDED).unwrap();
        let keys: Vec<_> = row.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["ts", "op", "intends", "actor", "duration_ms"]);
    }

    #[test]
    fn invalid_lines_are_skipped_and_rows_on_one_line_are_both_read() {
        let trail = format!("{{torn\n\n[1]\n{{\"op\":5}}\n{DONE}{INTENDED}\n");
        assert_eq!(audit_rows(trail.as_bytes()).count(), 2);
    }
}
