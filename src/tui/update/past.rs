//! Walking through time: the graph as of a moment takes the place of the present one, which goes on underneath.

use super::load::{self, Extent};
use super::translate::Translation;
use super::{ask, moves, say};
use crate::graph::{Graph, NodeIx};
use crate::query::Stride;
use crate::text::count;
use crate::time::{self, Millis};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{Difference, Lane, Recollection};
use crate::tui::keymap::Context;
use crate::tui::state::{Loading, Overlay, PastPane, Prompt, Since, State, When, WhenFor, minute};
use crate::tui::theme::Role;
use crate::workspace::Workspace;
use std::sync::Arc;

/// Goes into the past, or back to now.
pub(super) fn toggle(state: &mut State) -> Vec<Effect> {
    if state.past.is_some() {
        return leave(state);
    }
    let workspace = state.workspace.clone().filter(|_| state.loading == Loading::Done);
    let Some(workspace) = workspace else {
        return vec![say(state, Role::Note, "the past can be looked at once everything is read")];
    };
    state.past = Some(Box::new(PastPane::new(workspace, state.history.clone())));
    moves::follow_all(state);
    ask::recollection(state).into_iter().collect()
}

/// Whether an action would change files.
pub(super) fn writes(action: Action) -> bool {
    use Action::{CloseSignal, Link, LinkMarked, RepeatLink, RestoreDraft, Undo};
    matches!(action, Link | LinkMarked | RepeatLink | RestoreDraft | CloseSignal | Undo)
}

/// Says that the past cannot be changed, if this is the past.
pub(super) fn refusal(state: &mut State) -> Option<Vec<Effect>> {
    let at = state.past.as_ref()?.at;
    let at = at.map(|at| format!(" of {}", minute(at))).unwrap_or_default();
    let keys = state.setup.keymap.keys_of(Context::Everywhere.chain(), Action::Past);
    let key = keys.first().cloned().unwrap_or_default();
    let words = format!("this is the past{at}, and nothing can be added to it; {key} goes back to now");
    Some(vec![say(state, Role::Warning, words)])
}

/// One step through time.
pub(super) fn step(state: &mut State, forward: bool) -> Vec<Effect> {
    if state.past.is_none() {
        return toggle(state);
    }
    let Some((known, at, stride)) = place(state) else { return Vec::new() };
    let next = if forward { known.moments.next(at, stride) } else { known.moments.before(at, stride) };
    match next {
        Some(time) => go_to(state, time),
        None if forward => leave(state),
        None if known.has_log => vec![say(state, Role::Note, "the log begins here")],
        None => vec![say(state, Role::Note, "nothing here is older")],
    }
}

/// To the first row of the log, or whatever came first.
pub(super) fn first(state: &mut State) -> Vec<Effect> {
    if state.past.is_none() {
        return toggle(state);
    }
    let first = place(state).and_then(|(known, ..)| known.moments.range());
    first.map(|(first, _)| go_to(state, first)).unwrap_or_default()
}

/// Steps go further, or less far.
pub(super) fn change_stride(state: &mut State) -> Vec<Effect> {
    let Some(past) = &mut state.past else { return vec![say(state, Role::Note, "this is now")] };
    let at = Stride::ALL.iter().position(|stride| *stride == past.stride).unwrap_or(0);
    past.stride = Stride::ALL[(at + 1) % Stride::ALL.len()];
    let has_log = past.known.as_ref().is_none_or(|known| known.has_log);
    let words = match past.stride {
        Stride::Edge if !has_log => "one step is one time at which something came",
        Stride::Edge => "one step is one row of the log",
        Stride::Day => "one step is one day on which something came",
        Stride::Actor => "one step is what one actor wrote in a row",
    };
    vec![say(state, Role::Good, words)]
}

fn place(state: &State) -> Option<(Arc<Recollection>, Millis, Stride)> {
    let past = state.past.as_ref()?;
    Some((Arc::clone(past.known.as_ref()?), past.at?, past.stride))
}

/// Shows the graph as of a time.
pub(super) fn go_to(state: &mut State, time: Millis) -> Vec<Effect> {
    let mut effects = if state.past.is_none() { toggle(state) } else { Vec::new() };
    if let Some(past) = &mut state.past {
        past.at = Some(time);
        effects.extend(catch_up(state));
    }
    effects
}

/// Asks for the graph as of the time one is at, unless it is there or something is still being done: then it is asked for
/// afterwards, and whatever lies between is passed over.
fn catch_up(state: &mut State) -> Vec<Effect> {
    if state.is_waiting(Lane::Recall) {
        return Vec::new();
    }
    let Some(past) = &mut state.past else { return Vec::new() };
    if state.graph.shown_as_of() != past.at {
        return ask::as_of(state).into_iter().collect();
    }
    if std::mem::take(&mut past.is_behind) { ask::recollection(state).into_iter().collect() } else { Vec::new() }
}

/// It is known since when everything is there.
pub(super) fn recollected(state: &mut State, known: Arc<Recollection>) -> Vec<Effect> {
    let Some(past) = &mut state.past else { return vec![Effect::Forget(Box::new(known))] };
    let Some((_, last)) = known.moments.range() else {
        let mut effects = leave(state);
        effects.push(say(state, Role::Note, "nothing here has a time, so there is no past to show"));
        return effects;
    };
    past.at.get_or_insert(last);
    let before = past.known.replace(known);
    // Whatever is shown was made of an older present.
    let mut effects: Vec<_> = ask::as_of(state).into_iter().collect();
    effects.extend(before.map(|before| Effect::Forget(Box::new(before))));
    effects
}

/// The graph as of a time is there.
pub(super) fn recalled(state: &mut State, then: Arc<Workspace>) -> Vec<Effect> {
    if state.past.is_none() {
        return vec![Effect::Forget(Box::new(then))];
    }
    let mut effects = show(state, then);
    effects.extend(catch_up(state));
    effects
}

/// The present has changed. The past stays on the screen.
pub(super) fn renewed(state: &mut State, present: Arc<Workspace>) -> Vec<Effect> {
    let Some(past) = &mut state.past else { return Vec::new() };
    let before = std::mem::replace(&mut past.present, present);
    past.is_behind = true;
    let mut effects = vec![Effect::Forget(Box::new(before))];
    effects.extend(catch_up(state));
    effects
}

/// Back to now.
pub(super) fn leave(state: &mut State) -> Vec<Effect> {
    state.call_off(Lane::Recall);
    let Some(present) = state.past.as_ref().map(|past| Arc::clone(&past.present)) else {
        return vec![say(state, Role::Note, "this is now")];
    };
    let mut effects = if Arc::ptr_eq(&state.graph, &present.graph) { Vec::new() } else { show(state, present) };
    if let Some(past) = state.past.take() {
        let now = Arc::clone(&state.graph);
        let (before, mut history) = past.left.clone();
        let translation = Translation { before: &before, now: &now };
        history.translate(|spot| translation.spot(spot));
        state.history = history;
        effects.push(Effect::Forget(past));
    }
    moves::follow_all(state);
    effects.push(say(state, Role::Good, "back to now"));
    effects
}

/// Puts the graph of another time on the screen. Who was selected or marked and is not there comes back when it is.
fn show(state: &mut State, workspace: Arc<Workspace>) -> Vec<Effect> {
    let Some(past) = &mut state.past else { return Vec::new() };
    let name = |graph: &Graph, node: NodeIx| format!("{}:{}", graph.node(node).system().name(), graph.node(node).id());
    let selected = state.current.map(|node| name(&state.graph, node));
    let wanted = past.lost.take().or(selected);
    let mut marked = std::mem::take(&mut past.lost_marks);
    marked.extend(state.marks.iter().map(|node| name(&state.graph, *node)));
    state.wanted.clone_from(&wanted);
    let effects = load::arrived(state, workspace, Extent::Again);
    // Numbers mean something else now, and what just came is not what this is about.
    state.recent.forget();
    let graph = Arc::clone(&state.graph);
    let is_lost = |name: &String| graph.find(name).is_none();
    let (lost_marks, found): (Vec<_>, Vec<_>) = marked.into_iter().partition(is_lost);
    state.marks = found.iter().filter_map(|name| Some(graph.find(name)?.ix())).collect();
    if let Some(past) = &mut state.past {
        (past.lost, past.lost_marks) = (wanted.filter(is_lost), lost_marks);
    }
    effects
}

/// Whoever went to another node does not wait for the one that was not there.
pub(super) fn noticed(state: &mut State, before: Option<NodeIx>) {
    if let Some(past) = state.past.as_mut().filter(|_| state.current != before) {
        past.lost = None;
    }
}

/// Has a time typed.
pub(super) fn type_time(state: &mut State, purpose: WhenFor) -> Vec<Effect> {
    state.overlay = Some(Overlay::When(When { purpose, prompt: Prompt::default(), is_wrong: false }));
    Vec::new()
}

/// Takes the time that was typed.
pub(super) fn accept(state: &mut State, typed: When) -> Vec<Effect> {
    let Some(time) = time::parse_when(typed.prompt.text().trim(), state.now) else {
        state.overlay = Some(Overlay::When(When { is_wrong: true, ..typed }));
        return Vec::new();
    };
    match typed.purpose {
        WhenFor::Past => go_to(state, time),
        WhenFor::Since => mark_since(state, time),
    }
}

/// Marks what came since a time, or puts the marks out: while in the past, what came since then.
pub(super) fn toggle_marks(state: &mut State) -> Vec<Effect> {
    if state.since.is_some() {
        return put_out(state);
    }
    match state.past.as_ref().and_then(|past| past.at) {
        Some(at) => {
            let mut effects = leave(state);
            effects.extend(mark_since(state, at));
            effects
        }
        None => type_time(state, WhenFor::Since),
    }
}

/// Puts the marks of what came out.
pub(super) fn put_out(state: &mut State) -> Vec<Effect> {
    state.call_off(Lane::Compare);
    let before = state.since.take().map(|since| Effect::Forget(Box::new(since)));
    let mut effects: Vec<_> = before.into_iter().collect();
    effects.push(say(state, Role::Good, "what came is not marked any more"));
    effects
}

fn mark_since(state: &mut State, from: Millis) -> Vec<Effect> {
    state.since = Some(Since { from, found: None, is_told: false });
    ask::difference(state).into_iter().collect()
}

/// It is known what came.
pub(super) fn compared(state: &mut State, found: Difference) -> Vec<Effect> {
    let Some(since) = &mut state.since else { return Vec::new() };
    let words = format!(
        "since {}: {}, {}, {} taken back",
        minute(since.from),
        count(found.node_count, "node"),
        count(found.edge_count, "edge"),
        count(found.taken_back_count, "edge")
    );
    since.found = Some(Arc::new(found));
    // Whoever was told once sees the marks change.
    if std::mem::replace(&mut since.is_told, true) { Vec::new() } else { vec![say(state, Role::Good, words)] }
}
