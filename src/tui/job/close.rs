//! Closing a signal: what it would do, and doing it. Both by the rules of `refscope status`.

use super::write::{Wrote, still_holds};
use crate::edge_log::{ADDRESSED, EdgeLog, StatusChange, Written, change_status, foresee_status};
use crate::graph::{Graph, Node, System};
use crate::query::advice::{Advice, Proposal, advise};
use crate::query::{Sentence, sentence};
use crate::source::reference::Row;
use crate::text::quoted;
use crate::time::Millis;
use crate::workspace::Workspace;
use std::sync::Arc;
use std::time::Instant;

/// A signal, and who is to have addressed it.
#[derive(Debug)]
pub struct CloseRequest {
    /// The workspace.
    pub workspace: Arc<Workspace>,
    /// The id of the signal.
    pub id: String,
    /// The id of the node that takes responsibility, as it is to stand in the row; none as long as nobody is named.
    pub by: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// Who closes it.
    pub actor: String,
}

/// What closing a signal would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// The id of the signal.
    pub id: String,
    /// The change of its status, or why there can be none.
    pub step: Result<StatusStep, String>,
    /// What the row says.
    pub sentence: Option<Sentence>,
    /// What speaks against it.
    pub advice: Vec<Advice>,
    /// The time the row has.
    pub shown: Millis,
}

/// A change of status that can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusStep {
    /// The status before.
    pub previous: String,
    /// The file that says it.
    pub file: String,
    /// The line of that file that will say it.
    pub line: u32,
    /// The row that goes with it, once somebody is named.
    pub row: Option<Row<'static>>,
}

/// A signal that is closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// The status before.
    pub previous: String,
    /// The file that was changed, relative to the workspace, and its line.
    pub file: String,
    /// The row that was stored with it.
    pub edge: Option<Written>,
    /// What went less well than it should have, although both are written.
    pub warnings: Vec<String>,
}

impl CloseRequest {
    /// What it would do at the moment `now`.
    pub fn foresee(&self, now: Millis) -> Outlook {
        let graph = &*self.workspace.graph;
        let foreseen = self.change(now).and_then(|change| {
            let root = &self.workspace.root;
            let log = EdgeLog::at(root, &self.workspace.settings.log);
            let foreseen = foresee_status(root, &log, &change).map_err(|error| error.to_string())?;
            let row = foreseen.row.map(Row::into_owned);
            Ok(StatusStep { previous: foreseen.previous, file: change.file.to_owned(), line: foreseen.line, row })
        });
        let row = foreseen.as_ref().ok().and_then(|step| step.row.as_ref());
        let proposal = row.map(|row| Proposal { from: &row.from, to: &row.to, relation: &row.relation });
        Outlook {
            id: self.id.clone(),
            sentence: proposal.map(|proposal| sentence(graph, &proposal)),
            advice: proposal.map(|proposal| advise(graph, &proposal)).unwrap_or_default(),
            step: foreseen,
            shown: now,
        }
    }

    /// Writes both the status and the row, or neither. `shown` is the time the row was shown with.
    pub fn close(self, log: &EdgeLog, shown: Millis, now: Millis) -> Wrote {
        let at = if still_holds(shown, now) { shown } else { now };
        let changed = self.change(at).and_then(|change| {
            let changed = change_status(&self.workspace.root, log, &change, Instant::now());
            let changed = changed.map_err(|error| error.to_string())?;
            let file = format!("{}:{}", change.file, changed.line);
            Ok(Closed { previous: changed.previous, file, edge: changed.edge, warnings: changed.warnings })
        });
        Wrote::Closed { outcome: changed, id: self.id }
    }

    fn change(&self, at: Millis) -> Result<StatusChange<'_>, String> {
        let graph = &*self.workspace.graph;
        let node = signal(graph, &self.id).ok_or_else(|| format!("nothing defines {} any more", quoted(&self.id)))?;
        let (kind, file) = self.workspace.artifact(node).map_err(|error| error.to_string())?;
        if let Some(by) = self.by.as_deref()
            && graph.find(by).is_none_or(|node| node.is_missing())
        {
            return Err(format!("nothing defines {}; only a node that is there can address something", quoted(by)));
        }
        Ok(StatusChange {
            id: node.id(),
            file,
            kind,
            status: ADDRESSED,
            addressed_by: self.by.as_deref(),
            reason: self.reason.as_deref(),
            actor: &self.actor,
            at,
        })
    }
}

/// The artifact with this id.
fn signal<'g>(graph: &'g Graph, id: &str) -> Option<Node<'g>> {
    graph.with_id(id).find(|node| node.system() == System::Reference && !node.is_missing())
}
