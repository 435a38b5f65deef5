//! The edge that goes with a change of status: stored before the file is put in place, taken back if that fails.

use super::interrupted::Interrupted;
use super::{StatusChange, StatusError, Steps};
use crate::edge_log::append::Released;
use crate::edge_log::audit::{Entry, Trail};
use crate::edge_log::lock::LockedFile;
use crate::edge_log::{AppendError, EdgeLog, NewRetraction, Stored};
use crate::source::reference::{IntendedEdge, Intent, Retracts, Row};
use crate::time;
use std::time::Instant;

/// An edge, and the log it goes into, locked.
pub(super) struct Companion<'a, S> {
    steps: &'a S,
    log: &'a EdgeLog,
    locked: LockedFile,
    row: Row<'a>,
    /// The row, if a change that was interrupted has stored it already.
    found: Option<Stored>,
}

impl<'a, S: Steps> Companion<'a, S> {
    /// Waits for the log.
    pub(super) fn lock(steps: &'a S, log: &'a EdgeLog, row: Row<'a>) -> Result<Self, StatusError> {
        let locked = log.lock().map_err(StatusError::Edge)?;
        Ok(Self { steps, log, locked, row, found: None })
    }

    /// The node that takes responsibility.
    pub(super) fn responsible(&self) -> &str {
        &self.row.from
    }

    /// Goes on with a change that was interrupted: its row is used instead of a new one.
    pub(super) fn resume(self, interrupted: Interrupted) -> Self {
        Self { row: interrupted.row, found: Some(interrupted.stored), ..self }
    }

    /// The row of the audit trail to be written first. None if there is one already.
    pub(super) fn intent(&self, change: &StatusChange<'_>, previous: &str) -> Option<Intent> {
        if self.found.is_some() {
            return None;
        }
        let Row { from, to, relation, ts, .. } = &self.row;
        let [from, to, relation] = [from, to, relation].map(|text| text.clone().into_owned());
        let edge = IntendedEdge { from, to, relation, ts: ts.as_deref().unwrap_or_default().to_owned() };
        Some(Intent::of_status(change.id, previous, change.status, edge))
    }

    /// Appends the edge unless it is there already.
    pub(super) fn store(&mut self) -> Result<Stored, AppendError> {
        match self.found.take() {
            Some(found) => Ok(found),
            None => self.steps.append(self.log, &mut self.locked, &self.row),
        }
    }

    /// Why the edge is not stored. One that only may be there is taken back: nobody could say later whether it counts.
    pub(super) fn not_stored(mut self, error: AppendError, trail: &mut Trail, started: Instant) -> StatusError {
        if !matches!(error, AppendError::Unconfirmed { .. }) {
            return StatusError::Edge(error);
        }
        match self.retract_edge(trail, started) {
            Ok(back) => {
                let retraction = back.counted(&mut self.locked.release()).line;
                StatusError::Retracted { stored: None, retraction, cause: error.reason() }
            }
            Err(_) => StatusError::Edge(error),
        }
    }

    /// Takes back the stored edge because of `cause`; what to say then.
    pub(super) fn undo(mut self, stored: &Stored, cause: String, trail: &mut Trail, started: Instant) -> StatusError {
        // If the audit trail can have no row of it, what is said of the change matters more.
        trail.record(&Entry::RefsAdd { row: &self.row }, started);
        let back = self.retract_edge(trail, started);
        let mut log = self.locked.release();
        let line = log.line_of(&stored.placed).unwrap_or_default();
        match back {
            Ok(back) => {
                let retraction = back.counted(&mut log).line;
                StatusError::Retracted { stored: Some(line), retraction, cause }
            }
            Err(problem) => StatusError::HalfDone { line, cause, problem },
        }
    }

    /// Appends a row that takes the edge back.
    fn retract_edge(&mut self, trail: &mut Trail, started: Instant) -> Result<Stored, String> {
        let retraction = NewRetraction {
            retracts: Retracts::of(&self.row),
            actor: self.row.actor.as_deref().unwrap_or_default(),
            reason: Some("the status that goes with it could not be changed"),
        };
        let retraction = retraction.row(time::now()).map_err(|error| error.to_string())?;
        let written = self.steps.append(self.log, &mut self.locked, &retraction);
        let stored = written.map_err(|error| error.to_string())?;
        trail.record(&Entry::RefsRetract { retraction: &retraction }, started);
        Ok(stored)
    }

    /// Releases the log.
    pub(super) fn release(self) -> (Row<'a>, Released) {
        (self.row, self.locked.release())
    }
}
