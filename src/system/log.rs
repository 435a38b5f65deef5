//! The edge log, `references.jsonl`: rows that are only ever appended, retractions, and the audit trail
//! beside it.
//!
//! A log is read in blocks and refreshed from where it ended. Writing to it is done elsewhere.

mod audit;
mod growing;
mod lines;
mod parts;
mod plain_row;
mod retraction;
mod row;
mod rules;

pub use crate::graph::Row;
pub use crate::graph::Ts;
pub use audit::{
    AUDIT_FILE, AuditEvent, AuditRow, EdgeKey, INTENT, IntendedEdge, Intent, audit_rows, unfinished_intents,
};
pub use growing::{Log, ReadLog};
pub use lines::{LOG_FILE, parse, without_mark};
pub use parts::Growth;
pub use retraction::{Retraction, Retracts};
pub use row::{Entry, Incomplete, Record, RowError, readable, records};

use super::kit::file;
use std::io;
use std::path::Path;

/// Reads the edges on one line of a log again, for their exact spelling. `line` counts from 1.
pub fn rows_on_line(log: &Path, line: u32) -> io::Result<Vec<Row<'static>>> {
    let bytes = file::read_bytes(log)?;
    let mut lines = without_mark(&bytes).split(|byte| *byte == b'\n');
    let line = lines.nth((line as usize).saturating_sub(1)).unwrap_or_default();
    let edge = |record: Record<'_>| match record.content {
        Ok(Entry::Edge(row)) => Some(row.into_owned()),
        _ => None,
    };
    Ok(records(line).into_iter().filter_map(edge).collect())
}
