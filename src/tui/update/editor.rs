//! The editor of edges: opened, typed into, taken from, written.
//!
//! Lists and advice are answers of jobs. What is typed faster than they come is held until they are there, so that a key
//! always takes what it would have taken had one waited.

mod added;
mod change;
mod drafts;

pub(super) use added::{added, hidden_by, stand_on_new, stored, want_edge};
pub(super) use change::{offered_first, other_end, reread};
pub(super) use drafts::{open, propose, restore};

use super::moves::Motion;
use super::{act, ask, say};
use crate::query::Usage;
use crate::query::advice::id_in_log;
use crate::tui::action::Action;
use crate::tui::draw;
use crate::tui::effect::Effect;
use crate::tui::job::{Completion, Fitting, Lane, Preview};
use crate::tui::state::{Edit, Entry, Field, Follow, Held, LinkDraft, ListCursor, Overlay, Phase, State};
use crate::tui::theme::Role;
use std::sync::Arc;

/// Asks for the list of the field that has the keys, and for what the draft would mean.
pub(super) fn ask_all(state: &mut State) -> Vec<Effect> {
    let mut effects = relist(state);
    effects.extend(advise(state));
    effects
}

/// Asks for the list of the field that has the keys; its first row is meant once something is typed.
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

/// Asks what the draft would mean; without all its parts, it means nothing yet.
pub(super) fn advise(state: &mut State) -> Vec<Effect> {
    if let Some(effect) = ask::advice(state) {
        return vec![effect];
    }
    state.call_off(Lane::Advise);
    if let Some(draft) = &mut state.draft {
        draft.preview = None;
    }
    Vec::new()
}

/// Whether lists or advice are still to come.
fn is_waiting(state: &State) -> bool {
    [Lane::Complete, Lane::Fit, Lane::Advise].into_iter().any(|lane| state.is_waiting(lane))
}

pub(super) fn completed(state: &mut State, completion: Completion) -> Vec<Effect> {
    let Some(draft) = &mut state.draft else { return Vec::new() };
    // The same question again, of another graph: whoever is on a row stays on it.
    if completion.typed == draft.nodes.typed {
        let node = draft.nodes.hits.get(draft.rows.cursor).map(|hit| hit.node);
        let again = node.and_then(|node| completion.hits.iter().position(|hit| hit.node == node));
        draft.rows.cursor = again.unwrap_or(0);
        if again.is_none() && node.is_some() {
            // Enter was pressed for a node that is gone: it must not mean another one.
            draft.held.clear();
            draft.is_meant = false;
        }
    }
    draft.nodes = completion;
    listed(state)
}

pub(super) fn fitted(state: &mut State, usage: Arc<Usage>, fitting: Fitting) -> Vec<Effect> {
    state.usage = Some(usage);
    let Some(draft) = &mut state.draft else { return Vec::new() };
    if fitting.typed == draft.relations.typed {
        let verb = draft.relations.fits.get(draft.rows.cursor).map(|fit| &fit.relation);
        let again = verb.and_then(|verb| fitting.fits.iter().position(|fit| fit.relation == *verb));
        draft.rows.cursor = again.unwrap_or(0);
        if again.is_none() && verb.is_some() {
            // Enter was pressed for a relation that is gone: it must not mean another one.
            draft.held.clear();
            draft.is_meant = false;
        }
    }
    draft.relations = fitting;
    listed(state)
}

pub(super) fn advised(state: &mut State, preview: Box<Preview>) -> Vec<Effect> {
    if let Some(draft) = &mut state.draft {
        draft.preview = Some(preview);
    }
    // The more is told, the less of the list is seen.
    follow(state);
    go_on(state)
}

/// Keeps the selected row of the list in sight.
fn follow(state: &mut State) {
    let seen = usize::from(draw::editor_places(state).list.height);
    if let Some(draft) = &mut state.draft {
        let total = draft.choices(&state.graph);
        draft.rows.follow(seen, total, Follow::Smoothly);
    }
}

/// The list is there.
fn listed(state: &mut State) -> Vec<Effect> {
    follow(state);
    // What would be taken may be another row now.
    let mut effects = if state.draft.as_ref().is_some_and(|draft| draft.is_meant) { advise(state) } else { Vec::new() };
    effects.extend(go_on(state));
    effects
}

/// Does what was done too early, as far as it can be done now.
fn go_on(state: &mut State) -> Vec<Effect> {
    if is_waiting(state) || state.overlay != Some(Overlay::Editor) {
        return Vec::new();
    }
    let held = state.draft.as_mut().map(|draft| std::mem::take(&mut draft.held)).unwrap_or_default();
    held.into_iter().flat_map(|held| done(state, held)).collect()
}

/// A text was typed or pasted.
pub(super) fn typed(state: &mut State, text: &str) -> Vec<Effect> {
    done(state, Held::Typed(text.to_owned()))
}

/// An action was asked for.
pub(super) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    match action {
        Action::Cancel => drafts::close(state),
        Action::Help => Vec::new(),
        action => done(state, Held::Action(action)),
    }
}

/// Whether leaving waits for keys that were pressed before it and are still held; the second time it does not.
pub(super) fn holds_back(state: &mut State) -> bool {
    let quit = Held::Action(Action::Quit);
    match &mut state.draft {
        // What was put off when the editor was closed waits for whoever comes back, and nobody waits for it.
        _ if state.overlay != Some(Overlay::Editor) => false,
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
    if draft.phase == Phase::Writing {
        return vec![say(state, Role::Note, "it is being written; nothing can be changed now")];
    }
    let needs_list = match &what {
        Held::Action(action) => matches!(action, Action::Accept | Action::TakeFix) || Motion::of(*action).is_some(),
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
        // The number is that of a row of the whole list.
        draft.relation = Entry::default();
        draft.held.push(what);
        return relist(state);
    }
    match what {
        Held::Typed(text) => match digit(draft, &text) {
            Some(nth) => take_nth(state, nth),
            None => edit(state, Edit::Anew, |prompt| prompt.insert(&text)),
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
        Held::Action(Action::TakeFix) => change::take_fix(state),
        Held::Action(Action::StartOver) => change::start_over(state),
        Held::Action(action) => match (Motion::of(action), act::editing(action)) {
            (Some(motion), _) => walk(state, motion),
            (None, Some(change)) => edit(state, Edit::Within, change),
            (None, None) => Vec::new(),
        },
    }
}

/// The row a digit stands for: while no relation is typed, digits choose one.
fn digit(draft: &LinkDraft, text: &str) -> Option<usize> {
    let mut letters = text.chars();
    let (digit, None) = (letters.next()?.to_digit(10)?, letters.next()) else { return None };
    let is_empty = draft.relation.prompt.is_empty() || draft.relation.is_selected;
    let chooses = draft.focus == Field::Relation && is_empty && digit > 0;
    chooses.then(|| digit as usize - 1)
}

/// Gives the keys to the field so many further down, and behind the last one to the first.
fn turn(state: &mut State, by: usize) -> Vec<Effect> {
    let Some(draft) = &mut state.draft else { return Vec::new() };
    let at = Field::ALL.iter().position(|field| *field == draft.focus).unwrap_or(0);
    let field = Field::ALL[(at + by) % Field::ALL.len()];
    focus(state, field)
}

/// Gives the keys to a field.
pub(super) fn focus(state: &mut State, field: Field) -> Vec<Effect> {
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
    // What is meant follows from the list, which is still to come; until then the old advice stays.
    if state.draft.as_ref().is_some_and(|draft| !draft.is_meant) {
        effects.extend(advise(state));
    }
    effects
}

/// Moves the cursor of the list.
fn walk(state: &mut State, motion: Motion) -> Vec<Effect> {
    let seen = usize::from(draw::editor_places(state).list.height);
    let Some(draft) = &mut state.draft else { return Vec::new() };
    let total = draft.choices(&state.graph);
    if total == 0 {
        return Vec::new();
    }
    if draft.is_meant {
        motion.apply(&mut draft.rows, seen, total);
    }
    // The first move only says that the selected row is meant.
    draft.is_meant = true;
    draft.rows.follow(seen, total, Follow::Smoothly);
    advise(state)
}

/// Selects a row of the list; a row that is selected already is taken.
pub(super) fn click(state: &mut State, row: usize) -> Vec<Effect> {
    let Some(draft) = &mut state.draft else { return Vec::new() };
    let at = draft.rows.offset + row;
    if draft.phase == Phase::Writing || !draft.held.is_empty() || draft.choice(&state.graph, at).is_none() {
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
        None => vec![say(state, Role::Note, format!("there is no relation {}", nth + 1))],
    }
}

/// Takes what is meant, if anything is.
fn take(state: &mut State) -> Option<Vec<Effect>> {
    let draft = state.draft.as_mut()?;
    let field = draft.focus;
    let meant = draft.meant(&state.graph)?;
    let swaps_ends = draft.meant_swaps_ends(&state.graph);
    let entry = draft.entry_mut(field)?;
    let meant = if field == Field::Relation { meant } else { id_in_log(&state.graph, &meant) };
    entry.take(vec![meant]);
    draft.filled(field);
    if swaps_ends {
        draft.swap_ends();
    }
    draft.problem = None;
    Some(next(state, field))
}

/// Takes what is meant; if nothing is left to take, writes.
fn accept(state: &mut State) -> Vec<Effect> {
    if let Some(taken) = take(state) {
        return taken;
    }
    let Some(draft) = &mut state.draft else { return Vec::new() };
    match draft.missing() {
        None => change::write(state),
        Some(missing) if missing != draft.focus => focus(state, missing),
        Some(Field::Relation) => vec![say(state, Role::Note, "choose a relation first")],
        Some(_) => vec![say(state, Role::Note, "type a few letters of its id or title")],
    }
}

/// Goes from a field that was just filled to the next one that must be. If there is none, to the reason; but behind a relation
/// comes a target that the user did not choose just now.
fn next(state: &mut State, filled: Field) -> Vec<Effect> {
    let Some(draft) = &mut state.draft else { return Vec::new() };
    let given = draft.given_target.as_ref().map(|(field, _)| *field).filter(|_| filled == Field::Relation);
    let field = draft.missing().or(given).unwrap_or(Field::Reason);
    draft.focus_on(field);
    ask_all(state)
}
