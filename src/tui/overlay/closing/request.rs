//! Closing a signal: the tasks of the form, and the change itself by the rules of `refscope status`.

use super::state::draft_of;
use super::update;
use crate::edge_log::{
    ADDRESSED, AppendError, Changed, EdgeLog, StatusChange, StatusError, change_status, preview_status,
};
use crate::graph::{Cancelled, Direction, Graph, Node};
use crate::query::advice::{Advice, advise_cancellable};
use crate::query::{Sentence, sentence};
use crate::system::log::Row;
use crate::text::quoted;
use crate::time::Millis;
use crate::tui::effect::Effect;
use crate::tui::form::{CompleteRequest, offered_first};
use crate::tui::state::State;
use crate::tui::task::{Key, Run, Task};
use crate::tui::write::{self, IfNoLog};
use crate::workspace::Workspace;
use std::sync::Arc;
use std::time::Instant;

/// Maximum number of neighbours per direction that are offered first.
const MOST_NEAR: usize = 20;

/// A signal to close, and the node that addresses it.
#[derive(Debug)]
struct CloseRequest {
    workspace: Arc<Workspace>,
    id: String,
    /// The id of the node that addresses it, as written in the row; `None` until one is chosen.
    by: Option<String>,
    reason: Option<String>,
    actor: String,
}

/// Preview of closing a signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outlook {
    pub(super) id: String,
    /// The change of status, or the error if it is not allowed.
    pub(super) step: Result<StatusStep, String>,
    /// The sentence the row states.
    pub(super) sentence: Option<Sentence>,
    pub(super) advice: Vec<Advice>,
    /// The time in the row.
    pub(super) shown: Millis,
}

/// A valid change of status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StatusStep {
    /// The old status.
    pub(super) previous: String,
    /// The file to change.
    pub(super) file: String,
    /// The line to change.
    pub(super) line: u32,
    /// The row to add, once a node is chosen.
    pub(super) row: Option<Row<'static>>,
}

#[derive(Debug)]
pub(super) struct Closed {
    /// The file of the status, relative to the workspace.
    pub(super) file: String,
    pub(super) changed: Changed,
}

impl CloseRequest {
    /// The preview at time `now`; `None` if cancelled.
    fn foresee(&self, now: Millis, cancelled: Cancelled<'_>) -> Option<Outlook> {
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

    /// Writes both the status and the row, or neither. `shown` is the time of the preview. `None` if the log does not
    /// exist and may not be created.
    fn close(&self, log: &EdgeLog, shown: Millis, now: Millis) -> Option<Result<Closed, String>> {
        let change = match self.change(write::time_of(shown, now)) {
            Ok(change) => change,
            Err(problem) => return Some(Err(problem)),
        };
        match change_status(&self.workspace.root, log, &change, Instant::now()) {
            Ok(changed) => Some(Ok(Closed { file: change.file.to_owned(), changed })),
            Err(StatusError::Edge(AppendError::NoLog { .. })) => None,
            Err(error) => Some(Err(error.to_string())),
        }
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

/// The nodes that match the typed text and could address the signal.
pub(super) fn responsible(state: &mut State) -> Option<Effect> {
    let closing = draft_of(state)?;
    let graph = &*state.session.graph;
    let signal = graph.with_id(&closing.id).find(|node| node.spec().has_statuses).map(Node::ix);
    let edges = |node, side| graph.edges_of(node, side).iter().take(MOST_NEAR).map(move |edge| (node, *edge));
    let near = signal.into_iter().flat_map(|node| edges(node, Direction::Out).chain(edges(node, Direction::In)));
    let near = near.map(|(node, edge)| graph.edge(edge).other(node)).filter(|node| !graph.node(*node).is_missing());
    let request = CompleteRequest {
        names: Arc::clone(&state.session.names),
        typed: closing.by.typed().to_owned(),
        first: near.chain(offered_first(state)).collect(),
        without: signal.into_iter().collect(),
        missing: None,
    };
    Some(state.tasks.start(Task::new(Key::COMPLETE, move |run| request.complete(run.cancelled), update::completed)))
}

fn close_request(state: &State) -> Option<CloseRequest> {
    let closing = draft_of(state)?;
    Some(CloseRequest {
        workspace: Arc::clone(state.session.workspace.as_ref()?),
        id: closing.id.clone(),
        by: closing.responsible(&state.session.graph),
        reason: closing.form.because(),
        actor: state.setup.actor.clone(),
    })
}

/// A preview of closing the signal.
pub(super) fn outlook(state: &mut State) -> Option<Effect> {
    let request = close_request(state)?;
    let foresee = move |run: &Run<'_>| request.foresee(run.now, run.cancelled).map(Box::new);
    Some(state.tasks.start(Task::new(Key::ADVISE, foresee, update::foreseen)))
}

/// Closes the signal as previewed at this time.
pub(super) fn closure(state: &mut State, shown: Millis, if_no_log: IfNoLog) -> Option<Effect> {
    let request = close_request(state)?;
    let id = request.id.clone();
    let close = move |log: &EdgeLog, now| request.close(log, shown, now);
    write::start(state, if_no_log, close, move |state, outcome| update::closed(state, &id, outcome))
}
