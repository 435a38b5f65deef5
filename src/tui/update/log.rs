//! The log view, which follows the edge log like `tail -f`: navigation, filtering, and catching up with new rows.

use super::moves::Motion;
use super::{act, ask, go, say, share};
use crate::graph::{Direction, Edge, Graph};
use crate::query::LogQuery;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::Followed;
use crate::tui::overlay::LOG;
use crate::tui::pane_layout;
use crate::tui::state::{ListCursor, Prompt, State, Tail};
use crate::tui::task::Key;
use crate::tui::theme::Role;
use std::sync::Arc;

/// Opens the log at its end.
pub(in crate::tui) fn open(state: &mut State) -> Vec<Effect> {
    state.overlay = Some(LOG);
    state.log.typing = false;
    state.log.tail = Tail::Following;
    vec![ask::log(state, None)]
}

/// Closes the log; the filter is kept.
fn close(state: &mut State) -> Vec<Effect> {
    state.overlay = None;
    state.log.typing = false;
    state.log.rows = ListCursor::default();
    state.tasks.cancel(Key::FOLLOW);
    let shown = state.log.shown.take();
    shown.map(|shown| Effect::Forget(Box::new(shown))).into_iter().collect()
}

fn is_open(state: &State) -> bool {
    state.overlay == Some(LOG)
}

/// Number of visible rows.
fn seen(state: &State) -> usize {
    usize::from(LOG.list_area(state).height)
}

/// Handles appended rows; edge indexes stay valid.
pub(in crate::tui) fn grown(state: &mut State, before: &Arc<Graph>) -> Option<Effect> {
    if !is_open(state) {
        return None;
    }
    // Rows of an even older graph have other indexes; the pending request replaces them.
    if let Some(shown) = state.log.shown.as_mut().filter(|shown| Arc::ptr_eq(&shown.graph, before)) {
        shown.graph = Arc::clone(&state.session.graph);
    }
    // Do not restart a running search: with constant appends it would never finish.
    state.log.is_behind = state.tasks.is_waiting(Key::FOLLOW);
    (!state.log.is_behind).then(|| catch_up(state))
}

/// Requests the rows appended since the last answer.
fn catch_up(state: &mut State) -> Effect {
    let since = state.log.shown.as_ref().map(|shown| shown.until);
    ask::log(state, since)
}

/// Handles a new graph: all edge indexes changed.
pub(in crate::tui) fn graph_replaced(state: &mut State) -> Option<Effect> {
    is_open(state).then(|| ask::log(state, None))
}

/// Handles the rows found.
pub(in crate::tui) fn followed(state: &mut State, followed: Followed) -> Vec<Effect> {
    if !is_open(state) {
        return Vec::new();
    }
    let (graph, seen) = (Arc::clone(&state.session.graph), seen(state));
    let before = state.log.take(&graph, followed, seen);
    let mut effects: Vec<_> = before.map(|before| Effect::Forget(Box::new(before))).into_iter().collect();
    if state.log.is_behind {
        effects.push(catch_up(state));
    }
    effects
}

/// Scrolls to the selected row.
pub(in crate::tui) fn follow(state: &mut State) {
    if is_open(state) {
        let seen = seen(state);
        state.log.settle(seen);
    }
}

/// Handles an action in the log.
pub(in crate::tui) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    if let Some(motion) = Motion::of(action) {
        let (seen, total) = (seen(state), state.log.len());
        motion.apply(&mut state.log.rows, seen, total);
        state.log.moved(seen);
        return Vec::new();
    }
    if state.log.typing {
        return typing(state, action);
    }
    match action {
        Action::Cancel | Action::Follow => close(state),
        Action::Search => {
            state.log.typing = true;
            Vec::new()
        }
        Action::Activate => go_to(state, Direction::Out),
        Action::OpenOther => go_to(state, Direction::In),
        Action::Share => share::open(state),
        Action::CopyId => with_row(state, |_, row| vec![Effect::Copy(row.from().address().into_owned(), "id")]),
        Action::CopyPath => {
            with_row(state, |state, row| vec![Effect::Copy(state.root.join(row.file()).display().to_string(), "path")])
        }
        Action::Edit => with_row(state, |state, row| vec![Effect::Edit(state.root.join(row.file()), Some(row.line()))]),
        _ => Vec::new(),
    }
}

/// Handles an action while the filter has the focus.
fn typing(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Accept | Action::Activate => {
            state.log.typing = false;
            Vec::new()
        }
        Action::Cancel => {
            state.log.typing = false;
            edit(state, Prompt::clear)
        }
        other => act::editing(other).map(|change| edit(state, change)).unwrap_or_default(),
    }
}

/// Edits the filter and requests the newest matching rows.
pub(in crate::tui) fn edit(state: &mut State, change: impl FnOnce(&mut Prompt)) -> Vec<Effect> {
    change(&mut state.log.prompt);
    let query = LogQuery::parse(state.log.prompt.text());
    if query == state.log.query {
        return Vec::new();
    }
    state.log.query = query;
    state.log.tail = Tail::Following;
    vec![ask::log(state, None)]
}

/// The first click selects a row, the second goes to its edge.
pub(in crate::tui) fn clicked(state: &mut State, x: u16, y: u16) -> Vec<Effect> {
    let rows = LOG.list_area(state);
    let cell = (x, y).into();
    state.log.typing = pane_layout::log_prompt(state).contains(cell);
    let at = state.log.rows.offset + usize::from(y.saturating_sub(rows.y));
    if !rows.contains(cell) || at >= state.log.len() {
        return Vec::new();
    }
    if state.log.rows.cursor == at {
        return act(state, Action::Activate);
    }
    state.log.rows.cursor = at;
    state.log.moved(usize::from(rows.height));
    Vec::new()
}

/// Runs `work` on the selected row, or reports that none is selected.
fn with_row(state: &mut State, work: impl FnOnce(&State, Edge<'_>) -> Vec<Effect>) -> Vec<Effect> {
    match state.log.selected() {
        Some(row) => work(state, row),
        None => vec![say(state, Role::Note, "No row selected")],
    }
}

/// Goes to the source or target of the selected row and selects its edge.
fn go_to(state: &mut State, side: Direction) -> Vec<Effect> {
    let graph = Arc::clone(&state.session.graph);
    let is_current = state.log.shown.as_ref().is_some_and(|shown| Arc::ptr_eq(&shown.graph, &graph));
    let Some(row) = state.log.selected().filter(|_| is_current).map(Edge::ix) else {
        let words = if state.log.is_empty() { "No row selected" } else { "Reading the log again" };
        return vec![say(state, Role::Note, words)];
    };
    let edge = graph.edge(row);
    let node = if side == Direction::Out { edge.from().ix() } else { edge.to().ix() };
    let mut effects = close(state);
    effects.extend(go::explore_row(state, node, row));
    effects
}
