//! Time travel: replaces the graph on screen with the graph as of an earlier time, and marks changes since a time.
//!
//! The present workspace keeps updating in [`PastPane::present`]. The past is read-only.

use super::load::{self, Extent};
use super::translate::Translation;
use super::{ask, moves, say};
use crate::graph::{Graph, NodeIx};
use crate::query::Stride;
use crate::text::count;
use crate::time::Millis;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{Difference, Recollection};
use crate::tui::keymap::Context;
use crate::tui::overlay;
use crate::tui::state::{Loading, PastPane, Since, State, minute};
use crate::tui::task::Key;
use crate::tui::theme::Role;
use crate::workspace::Workspace;
use std::sync::Arc;

/// Enters the past, or returns to now.
pub(in crate::tui) fn toggle(state: &mut State) -> Vec<Effect> {
    if state.session.past.is_some() {
        return leave(state);
    }
    let workspace = state.session.workspace.clone().filter(|_| state.session.loading == Loading::Done);
    let Some(workspace) = workspace else {
        return vec![say(state, Role::Note, "The past is available once loading is done")];
    };
    state.session.past = Some(Box::new(PastPane::new(workspace, state.session.history.clone())));
    moves::follow_all(state);
    ask::recollection(state).into_iter().collect()
}

/// Whether an action would change files.
pub(in crate::tui) fn writes(action: Action) -> bool {
    use Action::{CloseSignal, Link, LinkMarked, RepeatLink, RestoreDraft, Undo};
    matches!(action, Link | LinkMarked | RepeatLink | RestoreDraft | CloseSignal | Undo)
}

/// Refuses a write while in the past.
pub(in crate::tui) fn refusal(state: &mut State) -> Option<Vec<Effect>> {
    let at = state.session.past.as_ref()?.at;
    let at = at.map(|at| format!(" ({})", minute(at))).unwrap_or_default();
    let keys = state.setup.keymap.keys_of(&Context::Everywhere.chain(), Action::Past);
    let key = keys.first().cloned().unwrap_or_default();
    let words = format!("The past{at} is read-only; press {key} to return to now");
    Some(vec![say(state, Role::Warning, words)])
}

/// Goes one step back or forward in time.
pub(in crate::tui) fn step(state: &mut State, forward: bool) -> Vec<Effect> {
    if state.session.past.is_none() {
        return toggle(state);
    }
    let Some((known, at, stride)) = place(state) else { return Vec::new() };
    let next = if forward { known.moments.next(at, stride) } else { known.moments.before(at, stride) };
    match next {
        Some(time) => go_to(state, time),
        None if forward => leave(state),
        None if known.has_log => vec![say(state, Role::Note, "Start of the log")],
        None => vec![say(state, Role::Note, "No earlier time")],
    }
}

/// Goes to the first row of the log, or to the earliest known time.
pub(in crate::tui) fn first(state: &mut State) -> Vec<Effect> {
    if state.session.past.is_none() {
        return toggle(state);
    }
    let first = place(state).and_then(|(known, ..)| known.moments.range());
    first.map(|(first, _)| go_to(state, first)).unwrap_or_default()
}

/// Selects the next step size.
pub(in crate::tui) fn change_stride(state: &mut State) -> Vec<Effect> {
    let Some(past) = &mut state.session.past else { return vec![say(state, Role::Note, "Already at the present")] };
    let at = Stride::ALL.iter().position(|stride| *stride == past.stride).unwrap_or(0);
    past.stride = Stride::ALL[(at + 1) % Stride::ALL.len()];
    let has_log = past.known.as_ref().is_none_or(|known| known.has_log);
    let words = match past.stride {
        Stride::Edge if !has_log => "Step: one change",
        Stride::Edge => "Step: one row of the log",
        Stride::Day => "Step: one day with changes",
        Stride::Actor => "Step: consecutive rows of one actor",
    };
    vec![say(state, Role::Good, words)]
}

fn place(state: &State) -> Option<(Arc<Recollection>, Millis, Stride)> {
    let past = state.session.past.as_ref()?;
    Some((Arc::clone(past.known.as_ref()?), past.at?, past.stride))
}

/// Shows the graph as of a time.
pub(in crate::tui) fn go_to(state: &mut State, time: Millis) -> Vec<Effect> {
    let mut effects = if state.session.past.is_none() { toggle(state) } else { Vec::new() };
    if let Some(past) = &mut state.session.past {
        past.at = Some(time);
        effects.extend(catch_up(state));
    }
    effects
}

/// Requests the graph as of the current position, unless it is shown already. While a request is running nothing is
/// sent; the answer triggers the next one, so intermediate positions are skipped.
fn catch_up(state: &mut State) -> Vec<Effect> {
    if state.tasks.is_waiting(Key::RECALL) {
        return Vec::new();
    }
    let Some(past) = &mut state.session.past else { return Vec::new() };
    if state.session.graph.as_of_time() != past.at {
        return ask::as_of(state).into_iter().collect();
    }
    if std::mem::take(&mut past.is_behind) { ask::recollection(state).into_iter().collect() } else { Vec::new() }
}

/// Handles the timeline of the workspace.
pub(in crate::tui) fn recollected(state: &mut State, known: Arc<Recollection>) -> Vec<Effect> {
    let Some(past) = &mut state.session.past else { return vec![Effect::Forget(Box::new(known))] };
    let Some((_, last)) = known.moments.range() else {
        let mut effects = leave(state);
        effects.push(say(state, Role::Note, "No past to show: no dated rows or files"));
        return effects;
    };
    past.at.get_or_insert(last);
    let before = past.known.replace(known);
    // The graph on screen was derived from an older present.
    let mut effects: Vec<_> = ask::as_of(state).into_iter().collect();
    effects.extend(before.map(|before| Effect::Forget(Box::new(before))));
    effects
}

/// Handles the graph as of a time.
pub(in crate::tui) fn recalled(state: &mut State, then: Arc<Workspace>) -> Vec<Effect> {
    if state.session.past.is_none() {
        return vec![Effect::Forget(Box::new(then))];
    }
    let mut effects = show(state, then);
    effects.extend(catch_up(state));
    effects
}

/// Handles a new present; the past stays on screen.
pub(in crate::tui) fn renewed(state: &mut State, present: Arc<Workspace>) -> Vec<Effect> {
    let Some(past) = &mut state.session.past else { return Vec::new() };
    let before = std::mem::replace(&mut past.present, present);
    past.is_behind = true;
    let mut effects = vec![Effect::Forget(Box::new(before))];
    effects.extend(catch_up(state));
    effects
}

/// Returns to now.
pub(in crate::tui) fn leave(state: &mut State) -> Vec<Effect> {
    state.tasks.cancel(Key::RECALL);
    let Some(present) = state.session.past.as_ref().map(|past| Arc::clone(&past.present)) else {
        return vec![say(state, Role::Note, "Already at the present")];
    };
    let mut effects = if Arc::ptr_eq(&state.session.graph, &present.graph) { Vec::new() } else { show(state, present) };
    if let Some(past) = state.session.past.take() {
        let now = Arc::clone(&state.session.graph);
        let (before, mut history) = past.left.clone();
        let translation = Translation { before: &before, now: &now };
        history.translate(|spot| translation.spot(spot));
        state.session.history = history;
        effects.push(Effect::Forget(past));
    }
    moves::follow_all(state);
    effects.push(say(state, Role::Good, "Back to now"));
    effects
}

/// Shows the graph of another time. Selected and marked nodes that do not exist at that time are restored when they do.
fn show(state: &mut State, workspace: Arc<Workspace>) -> Vec<Effect> {
    let Some(past) = &mut state.session.past else { return Vec::new() };
    let name = |graph: &Graph, node: NodeIx| format!("{}:{}", graph.node(node).system().name(), graph.node(node).id());
    let selected = state.session.current.map(|node| name(&state.session.graph, node));
    let wanted = past.lost.take().or(selected);
    let mut marked = std::mem::take(&mut past.lost_marks);
    marked.extend(state.session.marks.nodes.iter().map(|node| name(&state.session.graph, *node)));
    state.session.wanted.clone_from(&wanted);
    let effects = load::arrived(state, workspace, Extent::Again);
    // Indexes changed meaning, and recent arrivals do not matter in the past.
    state.recent.forget();
    let graph = Arc::clone(&state.session.graph);
    let is_lost = |name: &String| graph.find(name).is_none();
    let (lost_marks, found): (Vec<_>, Vec<_>) = marked.into_iter().partition(is_lost);
    state.session.marks.nodes = found.iter().filter_map(|name| Some(graph.find(name)?.ix())).collect();
    if let Some(past) = &mut state.session.past {
        (past.lost, past.lost_marks) = (wanted.filter(is_lost), lost_marks);
    }
    effects
}

/// Forgets the lost selection once the user goes to another node.
pub(in crate::tui) fn selection_changed(state: &mut State, before: Option<NodeIx>) {
    if let Some(past) = state.session.past.as_mut().filter(|_| state.session.current != before) {
        past.lost = None;
    }
}

/// Marks changes since a time (in the past: since that time), or clears the marks.
pub(in crate::tui) fn toggle_marks(state: &mut State) -> Vec<Effect> {
    if state.session.since.is_some() {
        return clear_marks(state);
    }
    match state.session.past.as_ref().and_then(|past| past.at) {
        Some(at) => {
            let mut effects = leave(state);
            effects.extend(mark_since(state, at));
            effects
        }
        None => overlay::open(state, Action::Diff).unwrap_or_default(),
    }
}

/// Clears the change marks.
pub(in crate::tui) fn clear_marks(state: &mut State) -> Vec<Effect> {
    state.tasks.cancel(Key::COMPARE);
    let before = state.session.since.take().map(|since| Effect::Forget(Box::new(since)));
    let mut effects: Vec<_> = before.into_iter().collect();
    effects.push(say(state, Role::Good, "Changes no longer marked"));
    effects
}

pub(in crate::tui) fn mark_since(state: &mut State, from: Millis) -> Vec<Effect> {
    state.session.since = Some(Since { from, found: None, is_reported: false });
    ask::difference(state).into_iter().collect()
}

/// Handles the changes since a time.
pub(in crate::tui) fn compared(state: &mut State, found: Difference) -> Vec<Effect> {
    let Some(since) = &mut state.session.since else { return Vec::new() };
    let words = format!(
        "Since {}: {} and {} added, {} retracted",
        minute(since.from),
        count(found.node_count, "node"),
        count(found.edge_count, "edge"),
        count(found.retracted_count, "edge")
    );
    since.found = Some(Arc::new(found));
    // Report the counts only once; later the marks just change.
    if std::mem::replace(&mut since.is_reported, true) { Vec::new() } else { vec![say(state, Role::Good, words)] }
}
