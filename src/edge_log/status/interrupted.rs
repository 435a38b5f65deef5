//! Status changes that were interrupted between their two writes: the edge is in the log, the status is not changed.
//!
//! Recognised by an intent in the audit trail and the matching row in the log with the same `ts`. Edges that were added
//! in any other way do not match.

use super::{Companion, Steps};
use crate::edge_log::append::Placed;
use crate::edge_log::standing::Standing;
use crate::edge_log::{EdgeLog, Stored};
use crate::graph::NEVER;
use crate::system::kit::file;
use crate::system::log::{AUDIT_FILE, Entry, Intent, Retracts, Row, records, unfinished_intents};
use crate::text::quoted;
use std::path::Path;

/// The edge of an interrupted change.
pub(super) struct Interrupted {
    pub(super) row: Row<'static>,
    pub(super) stored: Stored,
}

impl Interrupted {
    /// Finds an unfinished intent for an artifact whose edge is in the log and not retracted. The caller checks in the
    /// file whether the status was changed.
    pub(super) fn find(root: &Path, log: &EdgeLog, id: &str) -> Option<Self> {
        let trail = file::read_bytes(&root.join(AUDIT_FILE)).ok()?;
        let intent = unfinished_intents(&trail).remove(id)?;
        let bytes = file::read_bytes(&log.path).ok()?;
        let Standing::Stands(place) = Standing::of(&retracts(&intent), &bytes, NEVER)? else { return None };
        let json = String::from_utf8(bytes[place.clone()].to_vec()).ok()?;
        let row = records(json.as_bytes()).into_iter().find_map(|record| match record.content {
            Ok(Entry::Edge(row)) => Some(row.into_owned()),
            _ => None,
        })?;
        Some(Self {
            row,
            stored: Stored {
                json,
                file: log.shown(&log.path),
                placed: Placed::at(place.start as u64),
                is_first: false,
                warnings: Vec::new(),
            },
        })
    }

    /// Whether the same change is requested again.
    pub(super) fn is_by(&self, responsible: &str) -> bool {
        self.row.from == responsible
    }
}

/// The row of an intent.
fn retracts(intent: &Intent) -> Retracts<'_> {
    let edge = &intent.edge;
    Retracts {
        from: (&*edge.from).into(),
        to: (&*edge.to).into(),
        relation: (&*edge.relation).into(),
        ts: Some((&*edge.ts).into()),
    }
}

/// Resumes an interrupted change if the same change is requested again. Otherwise its edge stays in the log, with a
/// warning.
pub(super) fn resume<S: Steps>(
    companion: Option<Companion<'_, S>>,
    interrupted: Option<Interrupted>,
) -> (Option<Companion<'_, S>>, Vec<String>) {
    match (companion, interrupted) {
        (companion, None) => (companion, Vec::new()),
        (Some(companion), Some(interrupted)) if interrupted.is_by(companion.responsible()) => {
            (Some(companion.resume(interrupted)), Vec::new())
        }
        (companion, Some(interrupted)) => {
            let Row { from, to, relation, .. } = &interrupted.row;
            let edge = format!("{} {relation} {}", quoted(from), quoted(to));
            let warning = format!(
                "an earlier change was interrupted, and its edge {edge} stays in the log; `refscope refs retract` retracts it"
            );
            (companion, vec![warning])
        }
    }
}
