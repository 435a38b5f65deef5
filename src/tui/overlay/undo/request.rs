//! The tasks of the confirmation: a preview with the sentence that will no longer hold and the exact row to write, and the
//! write.

use super::update;
use crate::edge_log::{EdgeLog, NewRetraction, Written};
use crate::graph::{Cancelled, Graph};
use crate::query::{Sentence, sentence};
use crate::system::log::{Retraction, Retracts, Row};
use crate::time::{self, Millis};
use crate::tui::effect::Effect;
use crate::tui::state::State;
use crate::tui::task::{Key, Run, Task};
use crate::tui::write::{self, IfNoLog};
use std::sync::Arc;
use std::time::Instant;

/// Preview of a retraction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RetractionPreview {
    /// The sentence that will no longer hold.
    pub(super) sentence: Sentence,
    /// The row, or the error if there is nothing to retract.
    pub(super) retraction: Result<Retraction<'static>, String>,
    /// The time in the row.
    pub(super) shown: Millis,
}

impl RetractionPreview {
    /// Previews the retraction of a row by `actor` at time `now`; `None` if cancelled.
    fn of(
        graph: &Graph,
        log: &EdgeLog,
        row: &Row<'static>,
        actor: &str,
        now: Millis,
        cancelled: Cancelled<'_>,
    ) -> Option<Self> {
        let retracts = Retracts::of(row);
        // Check the file itself: the graph may be older.
        let standing = log.check_retractable_cancellable(&retracts, cancelled)?.map_err(|error| error.reason());
        let retraction = NewRetraction { retracts, actor, reason: None }.row(now);
        let owned = |retraction: Retraction<'_>| Retraction {
            ts: retraction.ts.map(|ts| ts.into_owned().into()),
            actor: retraction.actor.map(|actor| actor.into_owned().into()),
            retracts: Retracts::of(row),
            reason: None,
        };
        let retraction = standing.and_then(|()| retraction.map(owned).map_err(|error| error.to_string()));
        Some(Self { sentence: sentence(graph, row), retraction, shown: now })
    }
}

/// A retraction stored in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Retracted {
    /// The retracted edge.
    pub(super) retracts: Retracts<'static>,
    pub(super) written: Written,
}

/// A preview of a retraction.
pub(super) fn preview(state: &mut State, row: Row<'static>) -> Option<Effect> {
    let workspace = state.session.workspace.as_ref()?;
    let log = EdgeLog::at(&workspace.root, &workspace.settings.log);
    let (graph, actor) = (Arc::clone(&state.session.graph), state.setup.actor.clone());
    let preview =
        move |run: &Run<'_>| RetractionPreview::of(&graph, &log, &row, &actor, run.now, run.cancelled).map(Box::new);
    Some(state.tasks.start(Task::new(Key::ADVISE, preview, update::previewed)))
}

/// Writes the retraction of the preview of this time.
pub(super) fn retraction(state: &mut State, mut retraction: Retraction<'static>, shown: Millis) -> Option<Effect> {
    let retract = move |log: &EdgeLog, now| {
        retraction.ts = Some(time::format(write::time_of(shown, now)).into());
        let written = log.retract(&retraction, Instant::now()).map_err(|error| error.to_string())?;
        Ok(Retracted { retracts: retraction.retracts, written })
    };
    // A log that contains the edge to retract exists.
    write::start(state, IfNoLog::Ask, retract, update::retracted)
}
