//! The edge that goes with a change of status: stored before the file is put in place, taken back if that fails.

use super::{StatusError, Steps};
use crate::edge_log::append::LockedFile;
use crate::edge_log::{AppendError, EdgeLog, NewRetraction, Written, audit};
use crate::source::reference::{Retracts, Row};
use crate::time;
use std::time::Instant;

/// An edge, and the log it goes into, which nobody else of us writes to in the meantime.
pub(super) struct Companion<'a, S> {
    steps: &'a S,
    log: &'a EdgeLog,
    locked: LockedFile,
    row: Row<'a>,
    started: Instant,
}

impl<'a, S: Steps> Companion<'a, S> {
    /// Waits for the log.
    pub(super) fn lock(steps: &'a S, log: &'a EdgeLog, row: Row<'a>, started: Instant) -> Result<Self, StatusError> {
        let locked = log.lock().map_err(StatusError::Edge)?;
        Ok(Self { steps, log, locked, row, started })
    }

    /// Appends the edge. One that only may be there is taken back: nobody could say later whether it counts.
    pub(super) fn store(&mut self) -> Result<Written, StatusError> {
        let stored = self.steps.append(self.log, &mut self.locked, &self.row);
        stored.map_err(|error| match error {
            AppendError::Unconfirmed { .. } => match self.take_back() {
                Ok(retraction) => StatusError::TakenBack { stored: None, retraction, cause: error.reason() },
                Err(_) => StatusError::Edge(error),
            },
            error => StatusError::Edge(error),
        })
    }

    /// Takes back the edge that was stored on `line`, because of `cause`; what to say then.
    pub(super) fn undo(&mut self, line: u64, cause: String) -> StatusError {
        self.note_stored();
        match self.take_back() {
            Ok(retraction) => StatusError::TakenBack { stored: Some(line), retraction, cause },
            Err(problem) => StatusError::HalfDone { line, cause, problem },
        }
    }

    /// Appends a row that takes the edge back; its line.
    fn take_back(&mut self) -> Result<u64, String> {
        let retraction = NewRetraction {
            retracts: Retracts::of(&self.row),
            actor: self.row.actor.as_deref().unwrap_or_default(),
            reason: Some("the status that goes with it could not be changed"),
        };
        let retraction = retraction.row(time::now()).map_err(|error| error.to_string())?;
        let written = self.steps.append(self.log, &mut self.locked, &retraction);
        let line = written.map_err(|error| error.to_string())?.line;
        // If the audit trail can have no row of it, what is said of the change matters more.
        self.note(&audit::Entry::RefsRetract { retraction: &retraction });
        Ok(line)
    }

    /// Leaves a row of the stored edge in the audit trail; what went wrong with that.
    pub(super) fn note_stored(&self) -> Vec<String> {
        self.note(&audit::Entry::RefsAdd { row: &self.row })
    }

    fn note(&self, entry: &audit::Entry<'_>) -> Vec<String> {
        audit::record(&self.log.root, entry, self.started, self.log.patience)
    }
}
