//! `audit.jsonl`: what was done to a workspace, by refscope and by other programs, one JSON object a line.
//!
//! Only what the doctor and the writer of a status need is read. A line that is not JSON, or has other types than expected, is
//! passed over: the trail is a record, and nothing depends on every row of it.

use crate::time::{self, Millis};
use memchr::memmem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of the audit trail.
pub const AUDIT_FILE: &str = "audit.jsonl";
/// The `op` of a row that says what is about to be written.
pub const INTENT: &str = "refscope.intent";

const STATUS: &str = "artifact.status";
const ADDED: &str = "refs.add";
const RETRACTED: &str = "refs.retract";
const MIGRATED: &str = "refs.migrate";

/// A row of the trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRow {
    /// When it was written.
    pub ts: Option<Millis>,
    /// What it says.
    pub what: Audited,
}

/// What a row of the trail says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audited {
    /// An edge was added.
    Added(EdgeNamed),
    /// An edge was retracted.
    Retracted(EdgeNamed),
    /// A status was changed.
    Status {
        /// The artifact.
        id: String,
        /// The status it got.
        new_status: String,
    },
    /// The ids of the log were rewritten: rows before this one have other ids than the log.
    Migrated,
    /// A status and its edge are about to be written.
    Intended(Intent),
    /// Something else, or an operation that failed.
    Other,
}

/// An edge, by its ends and its relation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
pub struct EdgeNamed {
    /// The id it leaves.
    pub from: String,
    /// The id it reaches.
    pub to: String,
    /// The verb.
    pub relation: String,
}

/// A change of a status that needs two writes: the edge, then the file.
///
/// Written before both. If only the edge is there afterwards, the change was interrupted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intent {
    /// The operation, as the row about the finished change calls it.
    pub op: String,
    /// The artifact.
    pub id: String,
    /// Its status before.
    pub previous: String,
    /// The status it is to get.
    pub new_status: String,
    /// The edge that goes with it.
    pub edge: IntendedEdge,
}

/// One row of the log, exactly: no other row has this `ts` too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntendedEdge {
    /// The id it leaves.
    pub from: String,
    /// The id it reaches.
    pub to: String,
    /// The verb.
    pub relation: String,
    /// Its time as written.
    pub ts: String,
}

impl Intent {
    /// The intent to change a status.
    pub fn of_status(id: &str, previous: &str, new_status: &str, edge: IntendedEdge) -> Self {
        let (previous, new_status) = (previous.to_owned(), new_status.to_owned());
        Self { op: STATUS.to_owned(), id: id.to_owned(), previous, new_status, edge }
    }
}

/// A row as it is written. Fields of other operations are ignored.
#[derive(Deserialize)]
struct Written {
    ts: Option<String>,
    op: Option<String>,
    from: Option<String>,
    to: Option<String>,
    relation: Option<String>,
    id: Option<String>,
    new_status: Option<String>,
    retracts: Option<EdgeNamed>,
    intends: Option<Intent>,
    error: Option<serde::de::IgnoredAny>,
}

impl From<Written> for AuditRow {
    fn from(row: Written) -> Self {
        let ts = row.ts.as_deref().and_then(time::parse);
        let edge = |from, to, relation| Some(EdgeNamed { from: from?, to: to?, relation: relation? });
        let what = match row.op.as_deref() {
            _ if row.error.is_some() => None,
            Some(ADDED) => edge(row.from, row.to, row.relation).map(Audited::Added),
            Some(RETRACTED) => row.retracts.map(Audited::Retracted),
            Some(STATUS) => row.id.zip(row.new_status).map(|(id, new_status)| Audited::Status { id, new_status }),
            Some(MIGRATED) => Some(Audited::Migrated),
            Some(INTENT) => row.intends.map(Audited::Intended),
            _ => None,
        };
        Self { ts, what: what.unwrap_or(Audited::Other) }
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

/// The last intent for each artifact that no row about a changed status follows, by the artifact's id.
///
/// Such a change failed, or was interrupted before or between its two writes, or before its rows in the trail: only the log and
/// the artifact say which.
pub fn unfinished_intents(trail: &[u8]) -> BTreeMap<String, Intent> {
    // Nearly every line is about something else.
    let of_intents = memmem::Finder::new(INTENT);
    let of_statuses = memmem::Finder::new(STATUS);
    let wanted = |line: &[u8]| of_intents.find(line).is_some() || of_statuses.find(line).is_some();
    let mut unfinished = BTreeMap::new();
    for row in rows_of(trail, wanted) {
        match row.what {
            Audited::Intended(intent) => {
                unfinished.insert(intent.id.clone(), intent);
            }
            Audited::Status { id, .. } => {
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
    fn an_intent_is_finished_by_the_next_status_of_the_same_artifact() {
        assert_eq!(ids(&[INTENDED]), ["s"]);
        assert_eq!(ids(&[INTENDED, DONE]), [] as [&str; 0]);
        assert_eq!(ids(&[DONE, INTENDED]), ["s"]);
        assert_eq!(ids(&[INTENDED, &DONE.replace("\"s\"", "\"r\"")]), ["s"]);
        assert_eq!(ids(&[INTENDED, &DONE.replace("\"actor\"", "\"error\":\"no\",\"actor\"")]), ["s"]);
    }

    #[test]
    fn an_intent_is_none_of_the_rows_about_what_was_done() {
        let rows: Vec<_> = audit_rows(INTENDED.as_bytes()).collect();
        assert!(matches!(&rows[..], [AuditRow { what: Audited::Intended(_), .. }]), "{rows:?}");
        let row: serde_json::Value = serde_json::from_str(INTENDED).unwrap();
        let keys: Vec<_> = row.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["ts", "op", "intends", "actor", "duration_ms"]);
    }

    #[test]
    fn lines_that_are_no_rows_are_passed_over_and_rows_on_one_line_are_both_read() {
        let trail = format!("{{torn\n\n[1]\n{{\"op\":5}}\n{DONE}{INTENDED}\n");
        assert_eq!(audit_rows(trail.as_bytes()).count(), 2);
    }
}
