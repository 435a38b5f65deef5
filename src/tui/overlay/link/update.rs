//! Input and answers of the edge editor.
//!
//! Saving and restoring drafts is in `drafts`, changes to the whole draft are in `change`, the result of a write is in
//! `added`.

mod added;
mod change;
mod drafts;

pub(super) use added::{added, select_new_edge};
pub(super) use change::{graph_replaced, write};
pub(super) use drafts::{open, propose, restore};

use super::request::{self, Fitting, Preview};
use super::state::{Field, LinkDraft, draft_mut, draft_of};
use super::{Link, is_open};
use crate::query::Usage;
use crate::query::advice::id_in_log;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::form::{Completion, Edit, Entry, FormOverlay as _, Held, Phase, refusal};
use crate::tui::state::{ListCursor, Prompt, State};
use crate::tui::task::Key;
use crate::tui::theme::Role;
use crate::tui::update::moves::Motion;
use crate::tui::update::{act, say};
use crate::tui::write::IfNoLog;
use std::sync::Arc;

/// Requests the list of the focused field and a preview of the draft.
fn ask_all(state: &mut State) -> Vec<Effect> {
    let mut effects = relist(state);
    effects.extend(advise(state));
    effects
}

/// Requests the list of the focused field. Once something is typed, its first row is the one Enter takes.
fn relist(state: &mut State) -> Vec<Effect> {
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
    draft.form.rows = ListCursor::default();
    draft.form.is_meant =
        !draft.typed().is_empty() || (draft.focus == Field::Relation && draft.relation.taken.is_empty());
    ask_list(state).into_iter().collect()
}

fn ask_list(state: &mut State) -> Option<Effect> {
    match draft_of(state)?.focus {
        Field::From | Field::To => request::completion(state),
        Field::Relation => request::fitting(state),
        Field::Reason => None,
    }
}

/// Requests a preview of the draft; an incomplete draft has none.
pub(super) fn advise(state: &mut State) -> Vec<Effect> {
    if let Some(effect) = request::advice(state) {
        return vec![effect];
    }
    state.tasks.cancel(Key::ADVISE);
    if let Some(draft) = draft_mut(&mut state.parts) {
        draft.preview = None;
    }
    Vec::new()
}

pub(super) fn completed(state: &mut State, completion: Completion) -> Vec<Effect> {
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
    draft.form.completed(completion);
    Link.listed(state)
}

pub(super) fn fitted(state: &mut State, usage: Arc<Usage>, fitting: Fitting) -> Vec<Effect> {
    state.session.counted.usage = Some(usage);
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
    if fitting.typed == draft.relations.typed {
        let before = draft.relations.fits.get(draft.form.rows.cursor).map(|fit| &fit.relation);
        draft.form.keep_row(before, fitting.fits.iter().map(|fit| &fit.relation));
    }
    draft.relations = fitting;
    Link.listed(state)
}

pub(super) fn advised(state: &mut State, preview: Box<Preview>) -> Vec<Effect> {
    if let Some(draft) = draft_mut(&mut state.parts) {
        draft.preview = Some(preview);
    }
    Link.previewed(state)
}

pub(super) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Cancel => drafts::close(state),
        Action::Help => Vec::new(),
        action => done(state, Held::Action(action)),
    }
}

/// Whether quitting waits for input that is still queued. Quitting a second time does not wait.
pub(super) fn waits_for_queue(state: &mut State) -> bool {
    // Input queued in a closed editor waits until the draft is resumed; quitting does not wait for it.
    let is_open = is_open(state, &Link);
    let quit = Held::Action(Action::Quit);
    match draft_mut(&mut state.parts) {
        Some(draft) if is_open && !draft.form.held.is_empty() && !draft.form.held.contains(&quit) => {
            draft.form.held.push(quit);
            true
        }
        _ => false,
    }
}

pub(super) fn done(state: &mut State, what: Held) -> Vec<Effect> {
    if what == Held::Action(Action::Quit) && draft_of(state).is_none_or(|draft| draft.form.held.is_empty()) {
        return act::act(state, Action::Quit);
    }
    let waiting = Link.is_waiting(state);
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
    if draft.form.phase != Phase::Open {
        let phase = draft.form.phase;
        return refusal(state, phase);
    }
    let needs_list = match &what {
        Held::Action(action) => matches!(action, Action::Accept | Action::ApplyFix) || Motion::of(*action).is_some(),
        Held::Taken => true,
        Held::Resumed => false,
        Held::Typed(text) => digit(draft, text).is_some(),
    };
    if !draft.form.held.is_empty() || (needs_list && waiting) {
        draft.form.held.push(what);
        return Vec::new();
    }
    if let Held::Typed(text) = &what
        && draft.relation.is_selected
        && digit(draft, text).is_some()
    {
        // The digit refers to a row of the unfiltered list.
        draft.relation = Entry::default();
        draft.form.held.push(what);
        return relist(state);
    }
    match what {
        Held::Typed(text) => match digit(draft, &text) {
            Some(nth) => take_nth(state, nth),
            None => edit(state, Edit::Replace, |prompt| prompt.insert(&text)),
        },
        Held::Taken => take(state).unwrap_or_default(),
        Held::Resumed => {
            draft.resume();
            ask_all(state)
        }
        Held::Action(Action::RestoreDraft) => drafts::restore(state),
        Held::Action(Action::Accept) => accept(state),
        Held::Action(Action::NextField) => turn(state, 1),
        Held::Action(Action::PreviousField) => turn(state, Field::ALL.len() - 1),
        Held::Action(Action::SwapEnds) => change::swap(state),
        Held::Action(Action::ApplyFix) => change::take_fix(state),
        Held::Action(Action::StartOver) => change::start_over(state),
        Held::Action(action) => match (Motion::of(action), act::editing(action)) {
            (Some(motion), _) => Link.walk(state, motion),
            (None, Some(change)) => edit(state, Edit::Within, change),
            (None, None) => Vec::new(),
        },
    }
}

/// The row a digit selects: while no relation is typed, digits choose one.
fn digit(draft: &LinkDraft, text: &str) -> Option<usize> {
    let mut characters = text.chars();
    let (digit, None) = (characters.next()?.to_digit(10)?, characters.next()) else { return None };
    let is_empty = draft.relation.prompt.is_empty() || draft.relation.is_selected;
    let chooses = draft.focus == Field::Relation && is_empty && digit > 0;
    chooses.then(|| digit as usize - 1)
}

/// Moves the focus `by` fields down, wrapping around.
fn turn(state: &mut State, by: usize) -> Vec<Effect> {
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
    let at = Field::ALL.iter().position(|field| *field == draft.focus).unwrap_or(0);
    let field = Field::ALL[(at + by) % Field::ALL.len()];
    focus(state, field)
}

pub(super) fn focus(state: &mut State, field: Field) -> Vec<Effect> {
    if let Some(draft) = draft_mut(&mut state.parts) {
        draft.focus_on(field);
    }
    ask_all(state)
}

fn edit(state: &mut State, how: Edit, change: impl FnOnce(&mut Prompt)) -> Vec<Effect> {
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
    draft.form.problem = None;
    let field = draft.focus;
    let Some(entry) = draft.entry_mut(field) else {
        change(&mut draft.form.reason);
        return advise(state);
    };
    if !entry.edit(how, change) {
        return Vec::new();
    }
    let mut effects = relist(state);
    // The row that Enter takes depends on the new list; until it is there, the old advice stays.
    if draft_of(state).is_some_and(|draft| !draft.form.is_meant) {
        effects.extend(advise(state));
    }
    effects
}

fn take_nth(state: &mut State, nth: usize) -> Vec<Effect> {
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
    match draft.relations.fits.get(nth) {
        Some(fit) => {
            let relation = fit.relation.clone();
            draft.relation.take(vec![relation]);
            draft.form.problem = None;
            next(state, Field::Relation)
        }
        None => vec![say(state, Role::Note, format!("No relation number {}", nth + 1))],
    }
}

/// Takes the selected row, if there is one.
fn take(state: &mut State) -> Option<Vec<Effect>> {
    let draft = draft_mut(&mut state.parts)?;
    let field = draft.focus;
    let meant = draft.meant(&state.session.graph)?;
    let swaps_ends = draft.meant_swaps_ends(&state.session.graph);
    let entry = draft.entry_mut(field)?;
    let meant = if field == Field::Relation { meant } else { id_in_log(&state.session.graph, &meant) };
    entry.take(vec![meant]);
    draft.filled(field);
    if swaps_ends {
        draft.swap_ends();
    }
    draft.form.problem = None;
    Some(next(state, field))
}

/// Takes the selected row; if there is nothing left to take, writes.
fn accept(state: &mut State) -> Vec<Effect> {
    if let Some(taken) = take(state) {
        return taken;
    }
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
    match draft.missing() {
        None => change::write(state, IfNoLog::Ask),
        Some(missing) if missing != draft.focus => focus(state, missing),
        Some(Field::Relation) => vec![say(state, Role::Note, "Choose a relation first")],
        Some(_) => vec![say(state, Role::Note, "Type part of its id or title")],
    }
}

/// Moves from a field that was just filled to the next required one, or else to the reason. After a relation comes a
/// target that the user did not choose just now.
fn next(state: &mut State, filled: Field) -> Vec<Effect> {
    let Some(draft) = draft_mut(&mut state.parts) else { return Vec::new() };
    let given = draft.given_target.as_ref().map(|(field, _)| *field).filter(|_| filled == Field::Relation);
    let field = draft.missing().or(given).unwrap_or(Field::Reason);
    draft.focus_on(field);
    ask_all(state)
}
