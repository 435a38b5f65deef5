//! Input and answers of the form. Status and row are written together or not at all.

use super::request::{self, Closed, Outlook};
use super::state::{Draft, Field, closings_mut, draft_mut, draft_of};
use super::{Closing, show};
use crate::edge_log::{ADDRESSED, Changed, check_step};
use crate::graph::NodeIx;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::form::{Completion, Edit, FormOverlay as _, Held, Phase, new_log, refusal};
use crate::tui::state::{ListCursor, Prompt, State};
use crate::tui::theme::Role;
use crate::tui::update::moves::Motion;
use crate::tui::update::{act, say};
use crate::tui::write::IfNoLog;
use crate::workspace::Changes;
use std::sync::Arc;

/// Opens the form for a node, or reports why the node cannot be closed.
pub(super) fn open(state: &mut State, node: NodeIx) -> Vec<Effect> {
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
    let closings = closings_mut(state);
    closings.id = Some(id.clone());
    let closing = closings.drafts.entry(id.clone()).or_insert_with(|| Draft::new(id));
    if closing.form.held.is_empty() && closing.form.phase == Phase::Open {
        closing.resume();
    }
    show(state, &Closing);
    ask_all(state)
}

fn ask_all(state: &mut State) -> Vec<Effect> {
    let mut effects = relist(state);
    effects.extend(foresee(state));
    effects
}

/// Requests the matching nodes. Once something is typed, the first one is the one Enter takes.
fn relist(state: &mut State) -> Vec<Effect> {
    let Some(closing) = draft_mut(state) else { return Vec::new() };
    closing.form.rows = ListCursor::default();
    closing.form.is_meant = !closing.by.typed().is_empty();
    match closing.focus {
        Field::By => request::responsible(state).into_iter().collect(),
        Field::Reason => {
            closing.form.nodes = Completion::default();
            Vec::new()
        }
    }
}

/// Requests a preview.
pub(super) fn foresee(state: &mut State) -> Vec<Effect> {
    request::outlook(state).into_iter().collect()
}

pub(super) fn completed(state: &mut State, completion: Completion) -> Vec<Effect> {
    let Some(closing) = draft_mut(state) else { return Vec::new() };
    closing.form.completed(completion);
    Closing.listed(state)
}

pub(super) fn foreseen(state: &mut State, outlook: Box<Outlook>) -> Vec<Effect> {
    if let Some(closing) = draft_mut(state).filter(|closing| closing.id == outlook.id) {
        closing.outlook = Some(outlook);
    }
    Closing.previewed(state)
}

pub(super) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Cancel => leave(state),
        action => done(state, Held::Action(action)),
    }
}

pub(super) fn done(state: &mut State, what: Held) -> Vec<Effect> {
    let waiting = Closing.is_waiting(state);
    let Some(closing) = draft_mut(state) else { return Vec::new() };
    if closing.form.phase != Phase::Open {
        let phase = closing.form.phase;
        return refusal(state, phase);
    }
    if !closing.form.held.is_empty() || (matches!(what, Held::Action(Action::Accept) | Held::Taken) && waiting) {
        closing.form.held.push(what);
        return Vec::new();
    }
    match what {
        Held::Typed(text) => edit(state, Edit::Replace, |prompt| prompt.insert(&text)),
        Held::Taken => take(state).unwrap_or_default(),
        Held::Resumed => Vec::new(),
        Held::Action(Action::Accept) => accept(state),
        Held::Action(Action::NextField | Action::PreviousField) => match closing.focus {
            Field::By => focus(state, Field::Reason),
            Field::Reason => focus(state, Field::By),
        },
        Held::Action(Action::StartOver) => {
            *closing = Draft::new(closing.id.clone());
            ask_all(state)
        }
        Held::Action(action) => match (Motion::of(action), act::editing(action)) {
            (Some(motion), _) => Closing.walk(state, motion),
            (None, Some(change)) => edit(state, Edit::Within, change),
            (None, None) => Vec::new(),
        },
    }
}

/// Closes the form; its content is kept for this signal.
fn leave(state: &mut State) -> Vec<Effect> {
    let Some(closing) = draft_mut(state) else { return Vec::new() };
    closing.form.put_off();
    let (id, is_untouched, phase) = (closing.id.clone(), closing.is_untouched(), closing.form.phase);
    state.overlay = None;
    for key in Closing::AWAITED {
        state.tasks.cancel(*key);
    }
    if is_untouched {
        closings_mut(state).drafts.remove(&id);
        return Vec::new();
    }
    if phase == Phase::Writing {
        return vec![say(state, Role::Note, "Writing the status")];
    }
    let key = state.setup.keymap.keys_of(&state.contexts(), Action::CloseSignal).into_iter().next().unwrap_or_default();
    vec![say(state, Role::Note, format!("Draft saved; press {key} on {id} to resume"))]
}

pub(super) fn focus(state: &mut State, field: Field) -> Vec<Effect> {
    let Some(closing) = draft_mut(state) else { return Vec::new() };
    closing.focus = field;
    ask_all(state)
}

fn edit(state: &mut State, how: Edit, change: impl FnOnce(&mut Prompt)) -> Vec<Effect> {
    let Some(closing) = draft_mut(state) else { return Vec::new() };
    closing.form.problem = None;
    match closing.focus {
        Field::By => {
            if closing.by.edit(how, change) {
                ask_all(state)
            } else {
                Vec::new()
            }
        }
        Field::Reason => {
            change(&mut closing.form.reason);
            foresee(state)
        }
    }
}

/// Takes the selected node, if there is one.
fn take(state: &mut State) -> Option<Vec<Effect>> {
    let graph = Arc::clone(&state.session.graph);
    let closing = draft_mut(state)?;
    let meant = closing.meant(&graph)?;
    closing.by.take(vec![meant]);
    closing.form.problem = None;
    // The next text typed is the reason, not another node.
    closing.focus = Field::Reason;
    Some(ask_all(state))
}

/// Takes the selected node; if one is taken already, writes.
fn accept(state: &mut State) -> Vec<Effect> {
    if let Some(taken) = take(state) {
        return taken;
    }
    let Some(closing) = draft_mut(state) else { return Vec::new() };
    if !closing.by.taken.is_empty() {
        return write(state, IfNoLog::Ask);
    }
    match closing.focus {
        Field::By => vec![say(state, Role::Note, "Type part of its id or title")],
        Field::Reason => focus(state, Field::By),
    }
}

/// Writes the change exactly as previewed.
pub(super) fn write(state: &mut State, if_no_log: IfNoLog) -> Vec<Effect> {
    let Some(closing) = draft_mut(state) else { return Vec::new() };
    let Some(outlook) = &closing.outlook else { return Vec::new() };
    if let Err(problem) = &outlook.step {
        closing.form.problem = Some(problem.clone());
        return Vec::new();
    }
    let shown = outlook.shown;
    closing.form.problem = None;
    closing.form.phase = Phase::Writing;
    request::closure(state, shown, if_no_log).into_iter().collect()
}

/// Handles the result of closing a signal; `None` if the log does not exist.
pub(super) fn closed(state: &mut State, id: &str, outcome: Option<Result<Closed, String>>) -> Vec<Effect> {
    let is_open = draft_of(state).is_some_and(|open| open.id == id);
    let Some(outcome) = outcome else {
        return new_log::needed(state, is_open, |state| Some(&mut closings_mut(state).drafts.get_mut(id)?.form));
    };
    // The files may have changed even if closing failed.
    let mut effects = vec![Effect::Look(Changes::Anywhere)];
    match outcome {
        Ok(closed) => {
            state.written.last_is_status = true;
            closings_mut(state).drafts.remove(id);
            if is_open {
                state.overlay = None;
            }
            effects.push(say_closed(state, closed));
        }
        Err(problem) => {
            // Do not quit: the user must see the error.
            state.leaving = false;
            if let Some(closing) = closings_mut(state).drafts.get_mut(id) {
                closing.form.phase = Phase::Open;
                closing.form.problem = Some(problem.clone());
            }
            if !is_open {
                effects.push(say(state, Role::Error, format!("{id} not closed: {problem}")));
            }
        }
    }
    effects
}

fn say_closed(state: &mut State, Closed { file, changed }: Closed) -> Effect {
    let (arrow, Changed { previous, line, edge, warnings }) = (state.setup.symbols.out, changed);
    let place = edge.map(|edge| format!(", {}:{}", edge.file, edge.line)).unwrap_or_default();
    let words = format!("Closed: status {previous} {arrow} {ADDRESSED}, {file}:{line}{place}");
    let role = if warnings.is_empty() { Role::Good } else { Role::Warning };
    say(state, role, [vec![words], warnings].concat().join("; "))
}

/// Adapts the forms to a new graph: lists are requested again, typed and chosen values stay.
pub(super) fn graph_replaced(state: &mut State, find: impl Fn(NodeIx) -> Option<NodeIx>) -> Vec<Effect> {
    for closing in closings_mut(state).drafts.values_mut() {
        closing.form.translate(&find);
    }
    let Some(closing) = draft_of(state) else { return Vec::new() };
    let mut effects: Vec<Effect> = match closing.focus {
        Field::By => request::responsible(state).into_iter().collect(),
        Field::Reason => Vec::new(),
    };
    effects.extend(foresee(state));
    effects
}
