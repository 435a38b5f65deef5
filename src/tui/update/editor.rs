//! The edge editor: a form with a completion list for each field and a preview of the row it would write.
//!
//! Lists and advice are answers of jobs. Input that arrives before them is queued (`LinkDraft::held`) and replayed once
//! they are there, so a fast typist selects the same row as a slow one. Saving and restoring drafts is in `drafts`,
//! changes to the whole draft are in `change`, the result of a write is in `added`.

mod added;
mod change;
mod drafts;

pub(in crate::tui) use added::{added, hidden_by, listed_as, select_new_edge, stored};
pub(in crate::tui) use change::{graph_replaced, offered_first, other_end, write};
pub(in crate::tui) use drafts::{open, propose, restore};

use super::moves::Motion;
use super::{act, ask, say};
use crate::query::Usage;
use crate::query::advice::id_in_log;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{Completion, Fitting, IfNoLog, Preview};
use crate::tui::layout;
use crate::tui::overlay;
use crate::tui::state::{Edit, Entry, Field, Follow, Held, LinkDraft, ListCursor, Phase, State};
use crate::tui::task::Key;
use crate::tui::theme::Role;
use std::sync::Arc;

/// Requests the list of the focused field and a preview of the draft.
pub(in crate::tui) fn ask_all(state: &mut State) -> Vec<Effect> {
    let mut effects = relist(state);
    effects.extend(advise(state));
    effects
}

/// Requests the list of the focused field. Once something is typed, its first row is the one Enter takes.
fn relist(state: &mut State) -> Vec<Effect> {
    let Some(draft) = &mut state.draft else { return Vec::new() };
    draft.rows = ListCursor::default();
    draft.is_meant = !draft.typed().is_empty() || (draft.focus == Field::Relation && draft.relation.taken.is_empty());
    match draft.focus {
        Field::From | Field::To => ask::completion(state).into_iter().collect(),
        Field::Relation => ask::fitting(state).into_iter().collect(),
        Field::Reason => Vec::new(),
    }
}

/// Requests a preview of the draft; an incomplete draft has none.
pub(in crate::tui) fn advise(state: &mut State) -> Vec<Effect> {
    if let Some(effect) = ask::advice(state) {
        return vec![effect];
    }
    state.tasks.cancel(Key::ADVISE);
    if let Some(draft) = &mut state.draft {
        draft.preview = None;
    }
    Vec::new()
}

/// Whether lists or advice are still being computed.
fn is_waiting(state: &State) -> bool {
    [Key::COMPLETE, Key::FIT, Key::ADVISE].into_iter().any(|key| state.tasks.is_waiting(key))
}

pub(in crate::tui) fn completed(state: &mut State, completion: Completion) -> Vec<Effect> {
    let Some(draft) = &mut state.draft else { return Vec::new() };
    // The same query on another graph: the cursor stays on its row.
    if completion.typed == draft.nodes.typed {
        let node = draft.nodes.hits.get(draft.rows.cursor).map(|hit| hit.node);
        let again = node.and_then(|node| completion.hits.iter().position(|hit| hit.node == node));
        draft.rows.cursor = again.unwrap_or(0);
        if again.is_none() && node.is_some() {
            // Enter was pressed for a node that is gone: it must not take another one.
            draft.held.clear();
            draft.is_meant = false;
        }
    }
    draft.nodes = completion;
    listed(state)
}

pub(in crate::tui) fn fitted(state: &mut State, usage: Arc<Usage>, fitting: Fitting) -> Vec<Effect> {
    state.session.counted.usage = Some(usage);
    let Some(draft) = &mut state.draft else { return Vec::new() };
    if fitting.typed == draft.relations.typed {
        let verb = draft.relations.fits.get(draft.rows.cursor).map(|fit| &fit.relation);
        let again = verb.and_then(|verb| fitting.fits.iter().position(|fit| fit.relation == *verb));
        draft.rows.cursor = again.unwrap_or(0);
        if again.is_none() && verb.is_some() {
            // Enter was pressed for a relation that is gone: it must not take another one.
            draft.held.clear();
            draft.is_meant = false;
        }
    }
    draft.relations = fitting;
    listed(state)
}

pub(in crate::tui) fn advised(state: &mut State, preview: Box<Preview>) -> Vec<Effect> {
    if let Some(draft) = &mut state.draft {
        draft.preview = Some(preview);
    }
    // A longer preview leaves fewer rows for the list.
    follow(state);
    replay_queue(state)
}

/// Scrolls the list to its selected row.
fn follow(state: &mut State) {
    let seen = usize::from(layout::link::areas(state).list.height);
    if let Some(draft) = &mut state.draft {
        let total = draft.choices(&state.session.graph);
        draft.rows.follow(seen, total, Follow::Smoothly);
    }
}

/// Handles a new list.
fn listed(state: &mut State) -> Vec<Effect> {
    follow(state);
    // Enter may take another row now.
    let mut effects = if state.draft.as_ref().is_some_and(|draft| draft.is_meant) { advise(state) } else { Vec::new() };
    effects.extend(replay_queue(state));
    effects
}

/// Replays queued input, as far as that is possible now.
fn replay_queue(state: &mut State) -> Vec<Effect> {
    if is_waiting(state) || state.overlay != Some(overlay::LINK) {
        return Vec::new();
    }
    let held = state.draft.as_mut().map(|draft| std::mem::take(&mut draft.held)).unwrap_or_default();
    held.into_iter().flat_map(|held| done(state, held)).collect()
}

/// Handles typed or pasted text.
pub(in crate::tui) fn typed(state: &mut State, text: &str) -> Vec<Effect> {
    done(state, Held::Typed(text.to_owned()))
}

/// Handles an action.
pub(in crate::tui) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Cancel => drafts::close(state),
        Action::Help => Vec::new(),
        action => done(state, Held::Action(action)),
    }
}

/// Whether quitting waits for input that is still queued. Quitting a second time does not wait.
pub(in crate::tui) fn waits_for_queue(state: &mut State) -> bool {
    let quit = Held::Action(Action::Quit);
    match &mut state.draft {
        // Input queued in a closed editor waits until the draft is resumed; quitting does not wait for it.
        _ if state.overlay != Some(overlay::LINK) => false,
        Some(draft) if !draft.held.is_empty() && !draft.held.contains(&quit) => {
            draft.held.push(quit);
            true
        }
        _ => false,
    }
}

fn done(state: &mut State, what: Held) -> Vec<Effect> {
    if what == Held::Action(Action::Quit) && state.draft.as_ref().is_none_or(|draft| draft.held.is_empty()) {
        return act::act(state, Action::Quit);
    }
    let waiting = is_waiting(state);
    let Some(draft) = &mut state.draft else { return Vec::new() };
    match draft.phase {
        Phase::Open => {}
        Phase::Writing => return vec![say(state, Role::Note, "Writing; try again when it is done")],
        Phase::AsksForLog => return Vec::new(),
    }
    let needs_list = match &what {
        Held::Action(action) => matches!(action, Action::Accept | Action::ApplyFix) || Motion::of(*action).is_some(),
        Held::Taken => true,
        Held::Resumed => false,
        Held::Typed(text) => digit(draft, text).is_some(),
    };
    if !draft.held.is_empty() || (needs_list && waiting) {
        draft.held.push(what);
        return Vec::new();
    }
    if let Held::Typed(text) = &what
        && draft.relation.is_selected
        && digit(draft, text).is_some()
    {
        // The digit refers to a row of the unfiltered list.
        draft.relation = Entry::default();
        draft.held.push(what);
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
            (Some(motion), _) => walk(state, motion),
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
    let Some(draft) = &mut state.draft else { return Vec::new() };
    let at = Field::ALL.iter().position(|field| *field == draft.focus).unwrap_or(0);
    let field = Field::ALL[(at + by) % Field::ALL.len()];
    focus(state, field)
}

/// Focuses a field.
pub(in crate::tui) fn focus(state: &mut State, field: Field) -> Vec<Effect> {
    if let Some(draft) = &mut state.draft {
        draft.focus_on(field);
    }
    ask_all(state)
}

fn edit(state: &mut State, how: Edit, change: impl FnOnce(&mut crate::tui::state::Prompt)) -> Vec<Effect> {
    let Some(draft) = &mut state.draft else { return Vec::new() };
    draft.problem = None;
    let field = draft.focus;
    let before = draft.entry(field).map(|entry| (entry.taken.clone(), entry.prompt.text().to_owned()));
    let Some(entry) = draft.entry_mut(field) else {
        change(&mut draft.reason);
        return advise(state);
    };
    entry.edit(how, change);
    let now = draft.entry(field).map(|entry| (entry.taken.clone(), entry.prompt.text().to_owned()));
    if now == before {
        return Vec::new();
    }
    let mut effects = relist(state);
    // The row that Enter takes depends on the new list; until it is there, the old advice stays.
    if state.draft.as_ref().is_some_and(|draft| !draft.is_meant) {
        effects.extend(advise(state));
    }
    effects
}

/// Moves the cursor in the list.
fn walk(state: &mut State, motion: Motion) -> Vec<Effect> {
    let seen = usize::from(layout::link::areas(state).list.height);
    let Some(draft) = &mut state.draft else { return Vec::new() };
    let total = draft.choices(&state.session.graph);
    if total == 0 {
        return Vec::new();
    }
    if draft.is_meant {
        motion.apply(&mut draft.rows, seen, total);
    }
    // The first move only selects the row that is highlighted.
    draft.is_meant = true;
    draft.rows.follow(seen, total, Follow::Smoothly);
    advise(state)
}

/// Selects a row of the list; takes it if it is selected already.
pub(in crate::tui) fn click(state: &mut State, row: usize) -> Vec<Effect> {
    let Some(draft) = &mut state.draft else { return Vec::new() };
    let at = draft.rows.offset + row;
    if draft.phase == Phase::Writing || !draft.held.is_empty() || draft.choice(&state.session.graph, at).is_none() {
        return Vec::new();
    }
    if draft.is_meant && draft.rows.cursor == at {
        return act(state, Action::Accept);
    }
    draft.rows.cursor = at;
    draft.is_meant = true;
    advise(state)
}

fn take_nth(state: &mut State, nth: usize) -> Vec<Effect> {
    let Some(draft) = &mut state.draft else { return Vec::new() };
    match draft.relations.fits.get(nth) {
        Some(fit) => {
            let relation = fit.relation.clone();
            draft.relation.take(vec![relation]);
            draft.problem = None;
            next(state, Field::Relation)
        }
        None => vec![say(state, Role::Note, format!("No relation number {}", nth + 1))],
    }
}

/// Takes the selected row, if there is one.
fn take(state: &mut State) -> Option<Vec<Effect>> {
    let draft = state.draft.as_mut()?;
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
    draft.problem = None;
    Some(next(state, field))
}

/// Takes the selected row; if there is nothing left to take, writes.
fn accept(state: &mut State) -> Vec<Effect> {
    if let Some(taken) = take(state) {
        return taken;
    }
    let Some(draft) = &mut state.draft else { return Vec::new() };
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
    let Some(draft) = &mut state.draft else { return Vec::new() };
    let given = draft.given_target.as_ref().map(|(field, _)| *field).filter(|_| filled == Field::Relation);
    let field = draft.missing().or(given).unwrap_or(Field::Reason);
    draft.focus_on(field);
    ask_all(state)
}
