//! What keys, the mouse and results do: navigation, filtering, and catching up with new rows.

use super::request::{FollowRequest, Followed};
use super::state::{LogPane, Tail, pane, pane_mut};
use super::{Log, prompt_area};
use crate::graph::{Direction, Edge, Graph};
use crate::query::{LogQuery, Subgraph};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::overlay::{self, Overlay as _, is_open, show};
use crate::tui::shared::{Part, SharedPart, Shown, of_edge};
use crate::tui::state::{ListCursor, Prompt, State};
use crate::tui::task::{Key, Task};
use crate::tui::theme::Role;
use crate::tui::update::moves::Motion;
use crate::tui::update::{act as screen, go, say};
use ratatui::layout::Position;
use std::sync::Arc;

/// Opens the log at its end.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    show(state, &Log);
    let pane = pane_mut(state);
    (pane.typing, pane.tail) = (false, Tail::Following);
    vec![ask(state, None)]
}

/// The log rows after edge `since`, or the last matching ones.
pub(super) fn ask(state: &mut State, since: Option<usize>) -> Effect {
    let graph = Arc::clone(&state.session.graph);
    let pane = pane_mut(state);
    // The selected row must be found again, however many rows were appended after it.
    let held = pane.shown.as_ref().filter(|_| pane.tail != Tail::Following);
    let shown = held.map_or(0, |shown| shown.edges.len() + graph.log_rows().len().saturating_sub(shown.total()));
    pane.is_behind = false;
    let request = FollowRequest { graph, query: pane.query.clone(), since, most: shown.max(LogPane::MOST_ROWS) };
    state.tasks.start(Task::new(Key::FOLLOW, move |run| request.follow(run.cancelled), followed))
}

/// Closes the log; the filter is kept.
fn close(state: &mut State) -> Vec<Effect> {
    state.overlay = None;
    state.tasks.cancel(Key::FOLLOW);
    let pane = pane_mut(state);
    (pane.typing, pane.rows) = (false, ListCursor::default());
    pane.shown.take().map(|shown| Effect::Forget(Box::new(shown))).into_iter().collect()
}

/// Number of visible rows.
fn seen(state: &State) -> usize {
    usize::from(Log.list_area(state).height)
}

/// Handles appended rows; edge indexes stay valid.
pub(super) fn grown(state: &mut State, before: &Arc<Graph>) -> Option<Effect> {
    if !is_open(state, &Log) {
        return None;
    }
    // Rows of an even older graph have other indexes; the pending request replaces them.
    let now = Arc::clone(&state.session.graph);
    if let Some(shown) = pane_mut(state).shown.as_mut().filter(|shown| Arc::ptr_eq(&shown.graph, before)) {
        shown.graph = now;
    }
    // Do not restart a running search: with constant appends it would never finish.
    let is_behind = state.tasks.is_waiting(Key::FOLLOW);
    pane_mut(state).is_behind = is_behind;
    (!is_behind).then(|| catch_up(state))
}

/// Requests the rows appended since the last answer.
fn catch_up(state: &mut State) -> Effect {
    let since = pane(state).shown.as_ref().map(|shown| shown.until);
    ask(state, since)
}

/// Handles the rows found.
fn followed(state: &mut State, followed: Followed) -> Vec<Effect> {
    if !is_open(state, &Log) {
        return Vec::new();
    }
    let (graph, seen) = (Arc::clone(&state.session.graph), seen(state));
    let before = pane_mut(state).take(&graph, followed, seen);
    let mut effects: Vec<_> = before.map(|before| Effect::Forget(Box::new(before))).into_iter().collect();
    if pane(state).is_behind {
        effects.push(catch_up(state));
    }
    effects
}

/// Scrolls to the selected row.
pub(super) fn follow(state: &mut State) {
    if is_open(state, &Log) {
        let seen = seen(state);
        pane_mut(state).settle(seen);
    }
}

/// Handles an action in the log.
pub(super) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    if let Some(motion) = Motion::of(action) {
        let seen = seen(state);
        let pane = pane_mut(state);
        let total = pane.len();
        motion.apply(&mut pane.rows, seen, total);
        pane.moved(seen);
        return Vec::new();
    }
    if pane(state).typing {
        return typing(state, action);
    }
    match action {
        Action::Cancel | Action::Follow => close(state),
        Action::Search => {
            pane_mut(state).typing = true;
            Vec::new()
        }
        Action::Activate => go_to(state, Direction::Out),
        Action::OpenOther => go_to(state, Direction::In),
        Action::Share => overlay::open(state, action).unwrap_or_default(),
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
            pane_mut(state).typing = false;
            Vec::new()
        }
        Action::Cancel => {
            pane_mut(state).typing = false;
            edit(state, Prompt::clear)
        }
        other => screen::editing(other).map(|change| edit(state, change)).unwrap_or_default(),
    }
}

/// Edits the filter and requests the newest matching rows.
pub(super) fn edit(state: &mut State, change: impl FnOnce(&mut Prompt)) -> Vec<Effect> {
    let pane = pane_mut(state);
    change(&mut pane.prompt);
    let query = LogQuery::parse(pane.prompt.text());
    if query == pane.query {
        return Vec::new();
    }
    (pane.query, pane.tail) = (query, Tail::Following);
    vec![ask(state, None)]
}

/// The first click selects a row, the second goes to its edge.
pub(super) fn clicked(state: &mut State, cell: Position) -> Vec<Effect> {
    let (rows, typing) = (Log.list_area(state), prompt_area(state).contains(cell));
    let pane = pane_mut(state);
    pane.typing = typing;
    let at = pane.rows.offset + usize::from(cell.y.saturating_sub(rows.y));
    if !rows.contains(cell) || at >= pane.len() {
        return Vec::new();
    }
    if pane.rows.cursor == at {
        return act(state, Action::Activate);
    }
    pane.rows.cursor = at;
    pane.moved(usize::from(rows.height));
    Vec::new()
}

/// Runs `work` on the selected row, or reports that none is selected.
fn with_row(state: &mut State, work: impl FnOnce(&State, Edge<'_>) -> Vec<Effect>) -> Vec<Effect> {
    match pane(state).selected() {
        Some(row) => work(state, row),
        None => vec![say(state, Role::Note, "No row selected")],
    }
}

/// Goes to the source or target of the selected row and selects its edge.
fn go_to(state: &mut State, side: Direction) -> Vec<Effect> {
    let graph = Arc::clone(&state.session.graph);
    let pane = pane(state);
    let is_current = pane.shown.as_ref().is_some_and(|shown| Arc::ptr_eq(&shown.graph, &graph));
    let Some(row) = pane.selected().filter(|_| is_current).map(Edge::ix) else {
        let words = if pane.len() == 0 { "No row selected" } else { "Reading the log again" };
        return vec![say(state, Role::Note, words)];
    };
    let edge = graph.edge(row);
    let node = if side == Direction::Out { edge.from().ix() } else { edge.to().ix() };
    let mut effects = close(state);
    effects.extend(go::explore_row(state, node, row));
    effects
}

pub(super) fn shared(state: &State) -> Option<Shown> {
    let pane = pane(state);
    let shown = pane.shown.as_ref().filter(|shown| !shown.edges.is_empty())?;
    let is_filtered = !pane.prompt.text().trim().is_empty();
    let command = if is_filtered { Err("the log is filtered") } else { Ok(vec!["log".to_owned()]) };
    let edges = shown.edges.clone();
    let part = SharedPart::of(|graph| Subgraph::new(graph, [], edges));
    let shared = Part { part, title: "Log".to_owned(), command };
    Some(Shown { graph: Arc::clone(&shown.graph), shared, sentence: pane.selected().map(of_edge) })
}
