//! The log that is followed: opened, walked, filtered, left, and kept up with.

use super::moves::Motion;
use super::{act, ask, go, say};
use crate::graph::{Direction, Edge, Graph};
use crate::query::LogQuery;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{Followed, Lane};
use crate::tui::pane_layout;
use crate::tui::state::{ListCursor, Overlay, Prompt, State, Tail};
use crate::tui::theme::Role;
use std::sync::Arc;

/// Shows the log from its end on.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.overlay = Some(Overlay::Log);
    state.log.typing = false;
    state.log.tail = Tail::Following;
    vec![ask::log(state, None)]
}

/// Leaves the log; what was typed is kept.
fn close(state: &mut State) -> Vec<Effect> {
    state.overlay = None;
    state.log.typing = false;
    state.log.rows = ListCursor::default();
    state.call_off(Lane::Follow);
    let shown = state.log.shown.take();
    shown.map(|shown| Effect::Forget(Box::new(shown))).into_iter().collect()
}

fn is_open(state: &State) -> bool {
    state.overlay == Some(Overlay::Log)
}

/// How many rows are seen.
fn seen(state: &State) -> usize {
    usize::from(pane_layout::overlay_rows(state, &Overlay::Log).height)
}

/// The log is longer than in the graph before, and has the same numbers.
pub(super) fn grown(state: &mut State, before: &Arc<Graph>) -> Option<Effect> {
    if !is_open(state) {
        return None;
    }
    // Rows of a still older graph have other numbers: they wait for those that are being looked for.
    if let Some(shown) = state.log.shown.as_mut().filter(|shown| Arc::ptr_eq(&shown.graph, before)) {
        shown.graph = Arc::clone(&state.graph);
    }
    // Whoever appends faster than rows are found would else keep them from ever being found.
    state.log.is_behind = state.is_waiting(Lane::Follow);
    (!state.log.is_behind).then(|| catch_up(state))
}

/// Looks at the rows that came since the last time.
fn catch_up(state: &mut State) -> Effect {
    let since = state.log.shown.as_ref().map(|shown| shown.until);
    ask::log(state, since)
}

/// Another graph is there: all rows have other numbers.
pub(super) fn reread(state: &mut State) -> Option<Effect> {
    is_open(state).then(|| ask::log(state, None))
}

/// Rows were found.
pub(super) fn followed(state: &mut State, followed: Followed) -> Vec<Effect> {
    if !is_open(state) {
        return Vec::new();
    }
    let (graph, seen) = (Arc::clone(&state.graph), seen(state));
    let before = state.log.take(&graph, followed, seen);
    let mut effects: Vec<_> = before.map(|before| Effect::Forget(Box::new(before))).into_iter().collect();
    if state.log.is_behind {
        effects.push(catch_up(state));
    }
    effects
}

/// Brings the selected row into what is seen.
pub(super) fn follow(state: &mut State) {
    if is_open(state) {
        let seen = seen(state);
        state.log.settle(seen);
    }
}

/// What an action does in the log.
pub(super) fn act(state: &mut State, action: Action) -> Vec<Effect> {
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
        Action::CopyId => with_row(state, |_, row| vec![Effect::Copy(row.from().address().into_owned(), "id")]),
        Action::CopyPath => {
            with_row(state, |state, row| vec![Effect::Copy(state.root.join(row.file()).display().to_string(), "path")])
        }
        Action::Edit => with_row(state, |state, row| vec![Effect::Edit(state.root.join(row.file()), Some(row.line()))]),
        _ => Vec::new(),
    }
}

/// What an action does while a filter is being typed.
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

/// Changes what is typed, and asks for the newest rows that fit it.
pub(super) fn edit(state: &mut State, change: impl FnOnce(&mut Prompt)) -> Vec<Effect> {
    change(&mut state.log.prompt);
    let query = LogQuery::parse(state.log.prompt.text());
    if query == state.log.query {
        return Vec::new();
    }
    state.log.query = query;
    state.log.tail = Tail::Following;
    vec![ask::log(state, None)]
}

/// A click selects a row, and the next one goes to it.
pub(super) fn clicked(state: &mut State, x: u16, y: u16) -> Vec<Effect> {
    let rows = pane_layout::overlay_rows(state, &Overlay::Log);
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

/// Does something with the selected row; without one, says so.
fn with_row(state: &mut State, work: impl FnOnce(&State, Edge<'_>) -> Vec<Effect>) -> Vec<Effect> {
    match state.log.selected() {
        Some(row) => work(state, row),
        None => vec![say(state, Role::Note, "no row is selected")],
    }
}

/// Goes to the node the selected row leaves or reaches, and there to its edge.
fn go_to(state: &mut State, side: Direction) -> Vec<Effect> {
    let graph = Arc::clone(&state.graph);
    let is_current = state.log.shown.as_ref().is_some_and(|shown| Arc::ptr_eq(&shown.graph, &graph));
    let Some(row) = state.log.selected().filter(|_| is_current).map(Edge::ix) else {
        let words = if state.log.is_empty() { "no row is selected" } else { "the log is being read again" };
        return vec![say(state, Role::Note, words)];
    };
    let edge = graph.edge(row);
    let node = if side == Direction::Out { edge.from().ix() } else { edge.to().ix() };
    let mut effects = close(state);
    effects.extend(go::explore_row(state, node, row));
    effects
}
