//! Closing a signal: a form for the node that addresses it and the reason, with a preview of status and row.
//!
//! Status and row are written together or not at all. Input that arrives before the lists is queued and replayed, as in
//! the edge editor.

use super::moves::Motion;
use super::{act, ask, say};
use crate::edge_log::{ADDRESSED, check_step};
use crate::graph::NodeIx;
use crate::query::Hit;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{Closed, Completion, IfNoLog, Outlook};
use crate::tui::layout;
use crate::tui::overlay::CLOSING;
use crate::tui::state::{Closing, ClosingField, Edit, Follow, Held, LastWritten, ListCursor, Phase, Prompt, State};
use crate::tui::task::Key;
use crate::tui::theme::Role;
use crate::workspace::Changes;

/// Opens the form for a node, or reports why the node cannot be closed.
pub(in crate::tui) fn open(state: &mut State, node: NodeIx) -> Vec<Effect> {
    let Some(workspace) = &state.session.workspace else {
        return vec![say(state, Role::Note, "The workspace is still loading")];
    };
    let node = state.session.graph.node(node);
    let id = node.id().to_owned();
    let artifact = workspace.artifact(node).map_err(|error| error.to_string());
    let step = artifact.and_then(|(statuses, _)| {
        check_step(&id, statuses, node.status(), ADDRESSED).map_err(|error| error.to_string())
    });
    if let Err(why) = step {
        return vec![say(state, Role::Note, why)];
    }
    let closing = state.closings.entry(id.clone()).or_insert_with(|| Closing::new(id.clone()));
    if closing.held.is_empty() && closing.phase == Phase::Open {
        closing.resume();
    }
    (state.overlay, state.closing_id) = (Some(CLOSING), Some(id));
    ask_all(state)
}

fn ask_all(state: &mut State) -> Vec<Effect> {
    let mut effects = relist(state);
    effects.extend(foresee(state));
    effects
}

/// Requests the matching nodes. Once something is typed, the first one is the one Enter takes.
fn relist(state: &mut State) -> Vec<Effect> {
    let Some(closing) = state.closing_mut() else { return Vec::new() };
    closing.rows = ListCursor::default();
    closing.is_meant = !closing.by.typed().is_empty();
    match closing.focus {
        ClosingField::By => ask::responsible(state).into_iter().collect(),
        ClosingField::Reason => {
            closing.nodes = Completion::default();
            Vec::new()
        }
    }
}

/// Requests a preview.
pub(in crate::tui) fn foresee(state: &mut State) -> Vec<Effect> {
    ask::outlook(state).into_iter().collect()
}

fn is_waiting(state: &State) -> bool {
    [Key::COMPLETE, Key::ADVISE].into_iter().any(|key| state.tasks.is_waiting(key))
}

pub(in crate::tui) fn completed(state: &mut State, completion: Completion) -> Vec<Effect> {
    let seen = usize::from(layout::closing::areas(state).list.height);
    let Some(closing) = state.closing_mut() else { return Vec::new() };
    // The same query on another graph: the cursor stays on its row.
    if completion.typed == closing.nodes.typed {
        let node = closing.nodes.hits.get(closing.rows.cursor).map(|hit| hit.node);
        let again = node.and_then(|node| completion.hits.iter().position(|hit| hit.node == node));
        closing.rows.cursor = again.unwrap_or(0);
        if again.is_none() && node.is_some() {
            // Enter was pressed for a node that is gone: it must not take another one.
            closing.held.clear();
            closing.is_meant = false;
        }
    }
    closing.nodes = completion;
    closing.rows.follow(seen, closing.nodes.hits.len(), Follow::Smoothly);
    // Enter may take another node now.
    let mut effects = if closing.is_meant { foresee(state) } else { Vec::new() };
    effects.extend(replay_queue(state));
    effects
}

pub(in crate::tui) fn foreseen(state: &mut State, outlook: Box<Outlook>) -> Vec<Effect> {
    if let Some(closing) = state.closing_mut().filter(|closing| closing.id == outlook.id) {
        closing.outlook = Some(outlook);
    }
    // A longer preview leaves fewer rows for the list.
    let seen = usize::from(layout::closing::areas(state).list.height);
    if let Some(closing) = state.closing_mut() {
        closing.rows.follow(seen, closing.nodes.hits.len(), Follow::Smoothly);
    }
    replay_queue(state)
}

/// Replays queued input, as far as that is possible now.
fn replay_queue(state: &mut State) -> Vec<Effect> {
    if is_waiting(state) {
        return Vec::new();
    }
    let held = state.closing_mut().map(|closing| std::mem::take(&mut closing.held)).unwrap_or_default();
    held.into_iter().flat_map(|held| done(state, held)).collect()
}

/// Handles typed or pasted text.
pub(in crate::tui) fn typed(state: &mut State, text: &str) -> Vec<Effect> {
    done(state, Held::Typed(text.to_owned()))
}

/// Handles an action.
pub(in crate::tui) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Cancel => leave(state),
        action => done(state, Held::Action(action)),
    }
}

fn done(state: &mut State, what: Held) -> Vec<Effect> {
    let waiting = is_waiting(state);
    let Some(closing) = state.closing_mut() else { return Vec::new() };
    match closing.phase {
        Phase::Open => {}
        Phase::Writing => return vec![say(state, Role::Note, "Writing; try again when it is done")],
        Phase::AsksForLog => return Vec::new(),
    }
    if !closing.held.is_empty() || (matches!(what, Held::Action(Action::Accept) | Held::Taken) && waiting) {
        closing.held.push(what);
        return Vec::new();
    }
    match what {
        Held::Typed(text) => edit(state, Edit::Replace, |prompt| prompt.insert(&text)),
        Held::Taken => take(state).unwrap_or_default(),
        Held::Resumed => Vec::new(),
        Held::Action(Action::Accept) => accept(state),
        Held::Action(Action::NextField | Action::PreviousField) => {
            let other = closing.focus.other();
            focus(state, other)
        }
        Held::Action(Action::StartOver) => {
            *closing = Closing::new(closing.id.clone());
            ask_all(state)
        }
        Held::Action(action) => match (Motion::of(action), act::editing(action)) {
            (Some(motion), _) => walk(state, motion),
            (None, Some(change)) => edit(state, Edit::Within, change),
            (None, None) => Vec::new(),
        },
    }
}

/// Closes the form; its content is kept for this signal.
fn leave(state: &mut State) -> Vec<Effect> {
    let Some(closing) = state.closing_mut() else { return Vec::new() };
    closing.held = Held::put_off(std::mem::take(&mut closing.held));
    let (id, is_untouched, phase) = (closing.id.clone(), closing.is_untouched(), closing.phase);
    state.overlay = None;
    for key in [Key::COMPLETE, Key::ADVISE] {
        state.tasks.cancel(key);
    }
    if is_untouched {
        state.closings.remove(&id);
        return Vec::new();
    }
    if phase == Phase::Writing {
        return vec![say(state, Role::Note, "Writing the status")];
    }
    let key = state.setup.keymap.keys_of(&state.contexts(), Action::CloseSignal).into_iter().next().unwrap_or_default();
    vec![say(state, Role::Note, format!("Draft saved; press {key} on {id} to resume"))]
}

/// Focuses a field.
pub(in crate::tui) fn focus(state: &mut State, field: ClosingField) -> Vec<Effect> {
    let Some(closing) = state.closing_mut() else { return Vec::new() };
    closing.focus = field;
    ask_all(state)
}

fn edit(state: &mut State, how: Edit, change: impl FnOnce(&mut Prompt)) -> Vec<Effect> {
    let Some(closing) = state.closing_mut() else { return Vec::new() };
    closing.problem = None;
    match closing.focus {
        ClosingField::By => {
            let before = (closing.by.taken.clone(), closing.by.prompt.text().to_owned());
            closing.by.edit(how, change);
            let is_same = before == (closing.by.taken.clone(), closing.by.prompt.text().to_owned());
            if is_same { Vec::new() } else { ask_all(state) }
        }
        ClosingField::Reason => {
            change(&mut closing.reason);
            foresee(state)
        }
    }
}

/// Moves the cursor in the list.
fn walk(state: &mut State, motion: Motion) -> Vec<Effect> {
    let seen = usize::from(layout::closing::areas(state).list.height);
    let Some(closing) = state.closing_mut() else { return Vec::new() };
    let total = closing.nodes.hits.len();
    if total == 0 {
        return Vec::new();
    }
    // The first move only selects the row that is highlighted.
    if closing.is_meant {
        motion.apply(&mut closing.rows, seen, total);
    }
    closing.is_meant = true;
    closing.rows.follow(seen, total, Follow::Smoothly);
    foresee(state)
}

/// Selects a row of the list; takes it if it is selected already.
pub(in crate::tui) fn click(state: &mut State, row: usize) -> Vec<Effect> {
    let Some(closing) = state.closing_mut() else { return Vec::new() };
    let at = closing.rows.offset + row;
    if closing.phase == Phase::Writing || !closing.held.is_empty() || at >= closing.nodes.hits.len() {
        return Vec::new();
    }
    if closing.is_meant && closing.rows.cursor == at {
        return act(state, Action::Accept);
    }
    closing.rows.cursor = at;
    closing.is_meant = true;
    foresee(state)
}

/// Takes the selected node, if there is one.
fn take(state: &mut State) -> Option<Vec<Effect>> {
    let graph = std::sync::Arc::clone(&state.session.graph);
    let closing = state.closing_mut()?;
    let meant = closing.meant(&graph)?;
    closing.by.take(vec![meant]);
    closing.problem = None;
    // The next text typed is the reason, not another node.
    closing.focus = ClosingField::Reason;
    Some(ask_all(state))
}

/// Takes the selected node; if one is taken already, writes.
fn accept(state: &mut State) -> Vec<Effect> {
    if let Some(taken) = take(state) {
        return taken;
    }
    let Some(closing) = state.closing_mut() else { return Vec::new() };
    if !closing.by.taken.is_empty() {
        return write(state, IfNoLog::Ask);
    }
    match closing.focus {
        ClosingField::By => vec![say(state, Role::Note, "Type part of its id or title")],
        ClosingField::Reason => focus(state, ClosingField::By),
    }
}

/// Writes the change exactly as previewed.
pub(in crate::tui) fn write(state: &mut State, if_no_log: IfNoLog) -> Vec<Effect> {
    let Some(closing) = state.closing_mut() else { return Vec::new() };
    let Some(outlook) = &closing.outlook else { return Vec::new() };
    if let Err(problem) = &outlook.step {
        closing.problem = Some(problem.clone());
        return Vec::new();
    }
    let shown = outlook.shown;
    closing.problem = None;
    closing.phase = Phase::Writing;
    ask::closure(state, shown, if_no_log).into_iter().collect()
}

/// Handles the result of closing a signal.
pub(in crate::tui) fn closed(state: &mut State, id: &str, outcome: Result<Closed, String>) -> Vec<Effect> {
    // The files may have changed even if closing failed.
    let mut effects = vec![Effect::Look(Changes::Anywhere)];
    let is_open = state.closing().is_some_and(|open| open.id == id);
    match outcome {
        Ok(closed) => {
            state.written.last = LastWritten::Closing;
            state.closings.remove(id);
            if is_open {
                state.overlay = None;
            }
            effects.push(say_closed(state, closed));
        }
        Err(problem) => {
            // Do not quit: the user must see the error.
            state.leaving = false;
            if let Some(closing) = state.closings.get_mut(id) {
                closing.phase = Phase::Open;
                closing.problem = Some(problem.clone());
            }
            if !is_open {
                effects.push(say(state, Role::Error, format!("{id} not closed: {problem}")));
            }
        }
    }
    effects
}

fn say_closed(state: &mut State, closed: Closed) -> Effect {
    let (arrow, previous) = (state.setup.symbols.out, closed.previous);
    let place = closed.edge.map(|edge| format!(", {}:{}", edge.file, edge.line)).unwrap_or_default();
    let words = format!("Closed: status {previous} {arrow} {ADDRESSED}, {}{place}", closed.file);
    let role = if closed.warnings.is_empty() { Role::Good } else { Role::Warning };
    say(state, role, [vec![words], closed.warnings].concat().join("; "))
}

/// Adapts the forms to a new graph: lists are requested again, typed and chosen values stay.
pub(in crate::tui) fn graph_replaced(state: &mut State, find: impl Fn(NodeIx) -> Option<NodeIx>) -> Vec<Effect> {
    for closing in state.closings.values_mut() {
        let hits = std::mem::take(&mut closing.nodes.hits).into_iter();
        closing.nodes.hits = hits.filter_map(|hit| Some(Hit { node: find(hit.node)?, ..hit })).collect();
    }
    let Some(closing) = state.closing() else { return Vec::new() };
    let mut effects: Vec<Effect> = match closing.focus {
        ClosingField::By => ask::responsible(state).into_iter().collect(),
        ClosingField::Reason => Vec::new(),
    };
    effects.extend(foresee(state));
    effects
}
