//! Closing a signal: the preview and the change itself, by the rules of `refscope status`.

use super::write::{Unwritten, Wrote, still_holds};
use crate::edge_log::{
    ADDRESSED, AppendError, EdgeLog, StatusChange, StatusError, Written, change_status, preview_status,
};
use crate::graph::{Cancelled, Graph, Node};
use crate::query::advice::{Advice, advise_cancellable};
use crate::query::{Sentence, sentence};
use crate::system::log::Row;
use crate::text::quoted;
use crate::time::Millis;
use crate::workspace::Workspace;
use std::sync::Arc;
use std::time::Instant;

/// A signal to close, and the node that addresses it.
#[derive(Debug)]
pub struct CloseRequest {
    pub workspace: Arc<Workspace>,
    pub id: String,
    /// The id of the node that addresses it, as written in the row; `None` until one is chosen.
    pub by: Option<String>,
    pub reason: Option<String>,
    pub actor: String,
}

/// Preview of closing a signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    pub id: String,
    /// The change of status, or the error if it is not allowed.
    pub step: Result<StatusStep, String>,
    /// The sentence the row states.
    pub sentence: Option<Sentence>,
    pub advice: Vec<Advice>,
    /// The time in the row.
    pub shown: Millis,
}

/// A valid change of status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusStep {
    /// The old status.
    pub previous: String,
    /// The file to change.
    pub file: String,
    /// The line to change.
    pub line: u32,
    /// The row to add, once a node is chosen.
    pub row: Option<Row<'static>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// The old status.
    pub previous: String,
    /// File and line of the change, relative to the workspace.
    pub file: String,
    /// The row that was added.
    pub edge: Option<Written>,
    /// Warnings; both changes are written nevertheless.
    pub warnings: Vec<String>,
}

impl CloseRequest {
    /// The preview at time `now`; `None` if cancelled.
    pub fn foresee(&self, now: Millis, cancelled: Cancelled<'_>) -> Option<Outlook> {
        let graph = &*self.workspace.graph;
        let foreseen = self.change(now).and_then(|change| {
            let root = &self.workspace.root;
            let log = EdgeLog::at(root, &self.workspace.settings.log);
            let foreseen = preview_status(root, &log, &change).map_err(|error| error.to_string())?;
            let row = foreseen.row.map(Row::into_owned);
            Ok(StatusStep { previous: foreseen.previous, file: change.file.to_owned(), line: foreseen.line, row })
        });
        let row = foreseen.as_ref().ok().and_then(|step| step.row.as_ref());
        let advice = match row {
            Some(row) => advise_cancellable(graph, row, cancelled)?,
            None => Vec::new(),
        };
        Some(Outlook {
            id: self.id.clone(),
            sentence: row.map(|row| sentence(graph, row)),
            advice,
            step: foreseen,
            shown: now,
        })
    }

    /// Writes both the status and the row, or neither. `shown` is the time of the preview.
    pub fn close(self, log: &EdgeLog, shown: Millis, now: Millis) -> Wrote {
        let at = if still_holds(shown, now) { shown } else { now };
        let outcome = match self.change(at) {
            Ok(change) => match change_status(&self.workspace.root, log, &change, Instant::now()) {
                Ok(changed) => {
                    let file = format!("{}:{}", change.file, changed.line);
                    Ok(Closed { previous: changed.previous, file, edge: changed.edge, warnings: changed.warnings })
                }
                Err(StatusError::Edge(AppendError::NoLog { .. })) => {
                    return Wrote::NoLog { unwritten: Unwritten::Closing(self.id) };
                }
                Err(error) => Err(error.to_string()),
            },
            Err(problem) => Err(problem),
        };
        Wrote::Closed { outcome, id: self.id }
    }

    fn change(&self, at: Millis) -> Result<StatusChange<'_>, String> {
        let graph = &*self.workspace.graph;
        let node = signal(graph, &self.id).ok_or_else(|| format!("{} is no longer defined", quoted(&self.id)))?;
        let (statuses, file) = self.workspace.artifact(node).map_err(|error| error.to_string())?;
        if let Some(by) = self.by.as_deref()
            && graph.find(by).is_none_or(|node| node.is_missing())
        {
            return Err(format!("{} is undefined; only a defined node can address a signal", quoted(by)));
        }
        Ok(StatusChange {
            id: node.id(),
            file,
            statuses,
            status: ADDRESSED,
            addressed_by: self.by.as_deref(),
            reason: self.reason.as_deref(),
            actor: &self.actor,
            at,
        })
    }
}

fn signal<'g>(graph: &'g Graph, id: &str) -> Option<Node<'g>> {
    graph.with_id(id).find(|node| node.spec().has_statuses && !node.is_missing())
}
