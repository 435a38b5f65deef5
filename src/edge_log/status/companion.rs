//! The edge of a status change: appended before the file is renamed into place, retracted if that fails.

use super::interrupted::Interrupted;
use super::{StatusChange, StatusError, Steps};
use crate::edge_log::append::Released;
use crate::edge_log::audit::{Entry, Trail};
use crate::edge_log::lock::LockedFile;
use crate::edge_log::{AppendError, EdgeLog, NewRetraction, Stored};
use crate::system::log::{IntendedEdge, Intent, Retracts, Row};
use crate::time;
use std::time::Instant;

/// An edge and the locked log.
pub(super) struct Companion<'a, S> {
    steps: &'a S,
    log: &'a EdgeLog,
    locked: LockedFile,
    row: Row<'a>,
    /// The row, if an interrupted change has already appended it.
    found: Option<Stored>,
}

impl<'a, S: Steps> Companion<'a, S> {
    /// Locks the log.
    pub(super) fn lock(steps: &'a S, log: &'a EdgeLog, row: Row<'a>) -> Result<Self, StatusError> {
        let locked = log.lock().map_err(StatusError::Edge)?;
        Ok(Self { steps, log, locked, row, found: None })
    }

    pub(super) fn responsible(&self) -> &str {
        &self.row.from
    }

    /// Resumes an interrupted change: uses its row instead of a new one.
    pub(super) fn resume(self, interrupted: Interrupted) -> Self {
        Self { row: interrupted.row, found: Some(interrupted.stored), ..self }
    }

    /// The intent to record first; `None` if an interrupted change has already recorded it.
    pub(super) fn intent(&self, change: &StatusChange<'_>, previous: &str) -> Option<Intent> {
        if self.found.is_some() {
            return None;
        }
        let Row { from, to, relation, ts, .. } = &self.row;
        let [from, to, relation] = [from, to, relation].map(|text| text.clone().into_owned());
        let edge = IntendedEdge { from, to, relation, ts: ts.as_deref().unwrap_or_default().to_owned() };
        Some(Intent::of_status(change.id, previous, change.status, edge))
    }

    /// Appends the edge unless an interrupted change has already done so.
    pub(super) fn store(&mut self) -> Result<Stored, AppendError> {
        match self.found.take() {
            Some(found) => Ok(found),
            None => self.steps.append(self.log, &mut self.locked, &self.row),
        }
    }

    /// The error for an edge that was not appended. If it may be in the log all the same, it is retracted, so that its
    /// state is known.
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

    /// Retracts the appended edge because of `cause`; returns the error to report.
    pub(super) fn undo(mut self, stored: &Stored, cause: String, trail: &mut Trail, started: Instant) -> StatusError {
        // A missing audit row matters less than the error to report.
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

    /// Appends a retraction of the edge.
    fn retract_edge(&mut self, trail: &mut Trail, started: Instant) -> Result<Stored, String> {
        let retraction = NewRetraction {
            retracts: Retracts::of(&self.row),
            actor: self.row.actor.as_deref().unwrap_or_default(),
            reason: Some("its status change failed"),
        };
        let retraction = retraction.row(time::now()).map_err(|error| error.to_string())?;
        let written = self.steps.append(self.log, &mut self.locked, &retraction);
        let stored = written.map_err(|error| error.to_string())?;
        trail.record(&Entry::RefsRetract { retraction: &retraction }, started);
        Ok(stored)
    }

    /// Unlocks the log.
    pub(super) fn release(self) -> (Row<'a>, Released) {
        (self.row, self.locked.release())
    }
}
