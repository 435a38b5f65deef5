//! Preview of a retraction: the sentence that will no longer hold, and the exact row to write.

use crate::edge_log::{EdgeLog, NewRetraction};
use crate::graph::{Cancelled, Graph};
use crate::query::{Sentence, sentence};
use crate::system::log::{Retraction, Retracts, Row};
use crate::time::Millis;
use std::sync::Arc;

/// The edge to retract.
#[derive(Debug)]
pub struct RetractionRequest {
    pub graph: Arc<Graph>,
    /// The log that contains it.
    pub log: EdgeLog,
    pub row: Row<'static>,
    pub actor: String,
}

/// Preview of a retraction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetractionPreview {
    /// The sentence that will no longer hold.
    pub sentence: Sentence,
    /// The row, or the error if there is nothing to retract.
    pub retraction: Result<Retraction<'static>, String>,
    /// The time in the row.
    pub shown: Millis,
}

impl RetractionRequest {
    /// Computes the preview at time `now`; `None` if cancelled.
    pub fn preview(&self, now: Millis, cancelled: Cancelled<'_>) -> Option<RetractionPreview> {
        let retracts = Retracts::of(&self.row);
        // Check the file itself: the graph may be older.
        let standing = self.log.check_retractable_cancellable(&retracts, cancelled)?;
        let standing = standing.map_err(|error| error.reason());
        let row = NewRetraction { retracts, actor: &self.actor, reason: None }.row(now);
        let owned = |row: Retraction<'_>| Retraction {
            ts: row.ts.map(|ts| ts.into_owned().into()),
            actor: row.actor.map(|actor| actor.into_owned().into()),
            retracts: Retracts::of(&self.row),
            reason: None,
        };
        Some(RetractionPreview {
            sentence: sentence(&self.graph, &self.row),
            retraction: standing.and_then(|()| row.map(owned).map_err(|error| error.to_string())),
            shown: now,
        })
    }
}
