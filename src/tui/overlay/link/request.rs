//! The tasks of the edge editor.

mod advise;
mod fit;

pub(super) use advise::Preview;
pub(super) use fit::Fitting;

use super::state::{Field, draft_of};
use super::update;
use crate::graph::Node;
use crate::system::log::Row;
use crate::time::Millis;
use crate::tui::effect::Effect;
use crate::tui::form::{CompleteRequest, offered_first};
use crate::tui::state::State;
use crate::tui::task::{Key, Run, Task};
use crate::tui::update::ask;
use crate::tui::write::{self, IfNoLog};
use std::sync::Arc;

/// Maximum number of suggested targets.
const MOST_SUGGESTED: usize = 5;

/// The nodes that match the typed text.
pub(super) fn completion(state: &mut State) -> Option<Effect> {
    let draft = draft_of(state)?;
    let other = match draft.focus {
        Field::From => &draft.to,
        Field::To => &draft.from,
        Field::Relation | Field::Reason => return None,
    };
    // An edge must not be a self-loop.
    let ends: Vec<_> = other.taken.iter().filter_map(|id| state.session.graph.find(id)).map(Node::ix).collect();
    // Suggestions are per node; several sources have none in common.
    let lacks = match (draft.focus, &ends[..]) {
        (Field::To, [from]) if draft.to.taken.is_empty() => Some(ask::missing(state, *from, MOST_SUGGESTED)),
        _ => None,
    };
    let request = CompleteRequest {
        names: Arc::clone(&state.session.names),
        typed: draft.typed().to_owned(),
        first: offered_first(state).collect(),
        without: ends,
        missing: lacks,
    };
    Some(state.tasks.start(Task::new(Key::COMPLETE, move |run| request.complete(run.cancelled), update::completed)))
}

/// The relations that match the ends of the draft and the typed text.
pub(super) fn fitting(state: &mut State) -> Option<Effect> {
    let draft = draft_of(state)?;
    let graph = Arc::clone(&state.session.graph);
    let ends = [Field::From, Field::To].map(|field| draft.node(&graph, field).map(Node::ix));
    let (usage, typed) = (state.session.counted.usage.clone(), draft.typed().to_owned());
    let fit = move |run: &Run<'_>| Fitting::of(&graph, usage, ends, typed, run.cancelled);
    Some(state.tasks.start(Task::new(Key::FIT, fit, |state, (usage, fitting)| update::fitted(state, usage, fitting))))
}

/// A preview of the draft, if its required fields are filled.
pub(super) fn advice(state: &mut State) -> Option<Effect> {
    let draft = draft_of(state)?;
    let graph = Arc::clone(&state.session.graph);
    let rows = draft.rows(&graph, &state.setup.actor)?;
    let advise = move |run: &Run<'_>| Preview::of(&graph, rows, run.now, run.cancelled).map(Box::new);
    Some(state.tasks.start(Task::new(Key::ADVISE, advise, update::advised)))
}

/// Writes the rows of the preview of this time.
pub(super) fn addition(
    state: &mut State,
    rows: Vec<Row<'static>>,
    shown: Millis,
    if_no_log: IfNoLog,
) -> Option<Effect> {
    write::start(state, if_no_log, move |log, now| write::add(log, rows, shown, now), update::added)
}
