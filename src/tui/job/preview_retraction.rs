//! What taking an edge back would mean: the row that says so, with the time at which it was made.

use crate::edge_log::{EdgeLog, NewRetraction};
use crate::graph::Graph;
use crate::query::advice::Proposal;
use crate::query::{Sentence, sentence};
use crate::source::reference::{Retraction, Retracts, Row};
use crate::time::Millis;
use std::sync::Arc;

/// The edge somebody is about to take back.
#[derive(Debug)]
pub struct RetractionRequest {
    /// The graph.
    pub graph: Arc<Graph>,
    /// The log it stands in.
    pub log: EdgeLog,
    /// The row that added it.
    pub row: Row<'static>,
    /// Who takes it back.
    pub actor: String,
}

/// What taking it back would mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetractionPreview {
    /// What will no longer be said.
    pub sentence: Sentence,
    /// The row, or why there can be none.
    pub retraction: Result<Retraction<'static>, String>,
    /// The time the row has.
    pub shown: Millis,
}

impl RetractionRequest {
    /// Looks at the moment `now`.
    pub fn reverse(&self, now: Millis) -> RetractionPreview {
        let Row { from, to, relation, .. } = &self.row;
        let retracts = Retracts::of(&self.row);
        // The graph may be older than the file, and there must be something to take back.
        let standing = self.log.check_stands(&retracts).map_err(|error| error.reason());
        let row = NewRetraction { retracts, actor: &self.actor, reason: None }.row(now);
        let owned = |row: Retraction<'_>| Retraction {
            ts: row.ts.map(|ts| ts.into_owned().into()),
            actor: row.actor.map(|actor| actor.into_owned().into()),
            retracts: Retracts::of(&self.row),
            reason: None,
        };
        RetractionPreview {
            sentence: sentence(&self.graph, &Proposal { from, to, relation }),
            retraction: standing.and_then(|()| row.map(owned).map_err(|error| error.to_string())),
            shown: now,
        }
    }
}
