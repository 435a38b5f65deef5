//! Overlays such as help, palette and pickers: opening, navigating, choosing and closing them.

use super::moves::Motion;
use super::{act, ask, closing, editor, go, log, new_log, page, past, say, setup, share, undo};
use crate::graph::{Direction, NEVER, NodeIx};
use crate::query::Matcher;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{Tally, tally};
use crate::tui::layout;
use crate::tui::pane_layout;
use crate::tui::state::{Follow, ListCursor, Overlay, Prompt, RelationChoice, RelationEntry, State};
use crate::tui::theme::{Role, ThemeChoice};
use std::collections::BTreeSet;

/// Opens the overlay of an action.
pub(in crate::tui) fn open(state: &mut State, action: Action) -> Vec<Effect> {
    let rows = ListCursor::default();
    state.overlay = match action {
        Action::Help => Some(Overlay::Help(rows)),
        Action::Palette => Some(Overlay::Palette { prompt: Prompt::default(), found: Vec::new(), rows }),
        Action::Theme => {
            let names: Vec<String> = state.setup.themes.names().into_iter().map(str::to_owned).collect();
            let before = state.setup.choice.clone();
            let cursor = names.iter().position(|name| name == state.theme.name()).unwrap_or(0);
            Some(Overlay::Themes { names, rows: ListCursor { cursor, offset: 0 }, before })
        }
        Action::ConfigErrors if state.setup.config_errors.is_empty() => {
            return vec![say(state, Role::Good, "No configuration errors")];
        }
        Action::ConfigErrors => Some(Overlay::ConfigErrors(rows)),
        Action::Messages if state.messages.is_empty() => return vec![say(state, Role::Note, "No messages yet")],
        Action::Messages => Some(Overlay::Messages(rows)),
        Action::Marks if state.session.marks.nodes.is_empty() => return vec![say(state, Role::Note, "No node marked")],
        Action::Marks => Some(Overlay::Marks(rows)),
        Action::Relations => {
            let entries = relations(state);
            if entries.is_empty() {
                return vec![say(state, Role::Note, "No relations yet")];
            }
            state.overlay = Some(Overlay::Relations { entries, rows });
            return count_here(state);
        }
        _ => None,
    };
    refind(state);
    Vec::new()
}

/// Filters the actions of the palette by the typed words.
pub(in crate::tui) fn refind(state: &mut State) {
    let keymap = &state.setup.keymap;
    if let Some(Overlay::Palette { prompt, found, rows }) = &mut state.overlay {
        let words: Vec<String> = prompt.text().split_whitespace().map(str::to_owned).collect();
        let matcher = Matcher::new(&words);
        let offered = Action::ALL.iter().copied().filter(|action| is_offered(*action));
        let mut scored: Vec<_> = offered
            .filter_map(|action| {
                let words = format!("{} {}", action.name(), keymap.does(action));
                Some((matcher.score(&words)?, action))
            })
            .collect();
        // Cursor movement comes last: it is rarely what the palette is opened for.
        scored.sort_by_key(|(score, action)| (std::cmp::Reverse(*score), is_move(*action)));
        *found = scored.into_iter().map(|(_, action)| action).collect();
        *rows = ListCursor::default();
    }
}

/// Whether an action only moves the cursor.
fn is_move(action: Action) -> bool {
    Motion::of(action).is_some() || matches!(action, Action::Left | Action::Right | Action::Activate | Action::Toggle)
}

/// Whether an action makes sense outside prompts and checklists.
fn is_offered(action: Action) -> bool {
    act::editing(action).is_none()
        && !matches!(
            action,
            Action::Accept
                | Action::NextRow
                | Action::PreviousRow
                | Action::OnlyThis
                | Action::AllButThis
                | Action::All
                | Action::NextField
                | Action::PreviousField
                | Action::SwapEnds
                | Action::ApplyFix
                | Action::StartOver
                | Action::Palette
                | Action::Cancel
        )
}

/// Handles an action while an overlay is open.
pub(in crate::tui) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    if state.asks_for_log() {
        return new_log::act(state, action);
    }
    if state.overlay == Some(Overlay::Editor) {
        return editor::act(state, action);
    }
    if matches!(state.overlay, Some(Overlay::Undo(_))) {
        return undo::act(state, action);
    }
    if state.closing().is_some() {
        return closing::act(state, action);
    }
    if state.overlay == Some(Overlay::Log) {
        return log::act(state, action);
    }
    if state.overlay == Some(Overlay::Page) {
        return page::act(state, action);
    }
    let Some(mut shown) = state.overlay.take() else { return Vec::new() };
    if let Some(motion) = Motion::of(action) {
        walk(state, &mut shown, motion);
        state.overlay = Some(shown);
        return Vec::new();
    }
    match (action, shown) {
        (Action::Cancel, shown) => cancelled(state, shown),
        (Action::Accept | Action::Activate, shown) => accepted(state, shown),
        (
            Action::Toggle | Action::OnlyThis | Action::AllButThis | Action::All,
            Overlay::Relations { entries, rows },
        ) => {
            let name = entries.get(rows.cursor).map(|entry| entry.name.clone());
            state.overlay = Some(Overlay::Relations { entries, rows });
            name.map(|name| choose(state, action, &name)).unwrap_or_default()
        }
        (Action::Help, Overlay::Help(_)) => Vec::new(),
        (Action::Mark, Overlay::Marks(mut rows)) => {
            if let Some(node) = state.session.marks.nodes.iter().nth(rows.cursor).copied() {
                state.session.marks.nodes.remove(&node);
            }
            rows.step(0, state.session.marks.nodes.len());
            state.overlay = (!state.session.marks.nodes.is_empty()).then_some(Overlay::Marks(rows));
            Vec::new()
        }
        (action, Overlay::When(mut typed)) => {
            if let Some(change) = act::editing(action) {
                change(&mut typed.prompt);
                typed.is_wrong = false;
            }
            state.overlay = Some(Overlay::When(typed));
            Vec::new()
        }
        (action, Overlay::Palette { mut prompt, found, rows }) => {
            let before = prompt.text().to_owned();
            if let Some(change) = act::editing(action) {
                change(&mut prompt);
            }
            let is_same = prompt.text() == before;
            state.overlay = Some(Overlay::Palette { prompt, found, rows });
            if !is_same {
                refind(state);
            }
            Vec::new()
        }
        (_, shown) => {
            state.overlay = Some(shown);
            Vec::new()
        }
    }
}

fn walk(state: &mut State, shown: &mut Overlay, motion: Motion) {
    let seen = usize::from(pane_layout::overlay_rows(state, shown).height);
    let total = layout::overlay::len(state, shown);
    match shown {
        Overlay::Help(rows) | Overlay::ConfigErrors(rows) | Overlay::Messages(rows) => {
            // A text has no selected row; it only scrolls.
            motion.apply(rows, seen, total.saturating_sub(seen) + 1);
            rows.offset = rows.cursor;
        }
        Overlay::Palette { rows, .. }
        | Overlay::Relations { rows, .. }
        | Overlay::Themes { rows, .. }
        | Overlay::Marks(rows)
        | Overlay::Share(rows) => {
            motion.apply(rows, seen, total);
            rows.follow(seen, total, Follow::Smoothly);
        }
        Overlay::Editor | Overlay::Closing(_) | Overlay::Undo(_) | Overlay::Log | Overlay::When(_) | Overlay::Page => {}
    }
    if let Overlay::Themes { names, rows, .. } = shown
        && let Some(name) = names.get(rows.cursor)
    {
        setup::use_theme(state, ThemeChoice::Named(name.clone()));
    }
}

fn cancelled(state: &mut State, shown: Overlay) -> Vec<Effect> {
    match shown {
        Overlay::Themes { before, .. } => {
            setup::use_theme(state, before);
            Vec::new()
        }
        Overlay::Share(_) => {
            share::close(state);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

fn accepted(state: &mut State, shown: Overlay) -> Vec<Effect> {
    match shown {
        Overlay::Palette { found, rows, .. } => match found.get(rows.cursor) {
            Some(action) => act::act(state, *action),
            None => Vec::new(),
        },
        Overlay::Themes { names, rows, .. } => {
            let name = names.get(rows.cursor).cloned().unwrap_or_default();
            setup::use_theme(state, ThemeChoice::Named(name.clone()));
            vec![say(state, Role::Good, format!("Theme {name}; set `theme: {name}` in config.yaml to keep it"))]
        }
        Overlay::Marks(rows) => match state.session.marks.nodes.iter().nth(rows.cursor).copied() {
            Some(node) => go::explore(state, node),
            None => Vec::new(),
        },
        Overlay::Share(rows) => share::accept(state, rows),
        Overlay::When(typed) => past::accept(state, typed),
        Overlay::Help(_)
        | Overlay::ConfigErrors(_)
        | Overlay::Messages(_)
        | Overlay::Relations { .. }
        | Overlay::Editor
        | Overlay::Closing(_)
        | Overlay::Log
        | Overlay::Page
        | Overlay::Undo(_) => Vec::new(),
    }
}

fn choose(state: &mut State, action: Action, name: &str) -> Vec<Effect> {
    let before = state.relation_choice();
    let one = || BTreeSet::from([name.to_owned()]);
    let choice = match action {
        Action::OnlyThis => RelationChoice::Only(one()),
        Action::AllButThis => RelationChoice::AllBut(one()),
        Action::All => RelationChoice::All,
        _ => before.toggled(name),
    };
    act::filter(state, |state| {
        let view = state.view;
        if !view.choose_relations(state, &choice) {
            state.session.filters.relations = choice;
        }
    })
}

/// All relations, most used first; the counts for the current node follow.
fn relations(state: &State) -> Vec<RelationEntry> {
    let counted = state.session.counted.stats.iter().flat_map(|stats| &stats.relations);
    let entry = |(name, total): (&String, &usize)| RelationEntry {
        name: name.clone(),
        reading: String::new(),
        here: 0,
        total: *total,
    };
    let mut entries: Vec<_> = counted.map(entry).collect();
    sort(&mut entries);
    entries
}

/// Relations of the current node first, then the most used.
fn sort(entries: &mut [RelationEntry]) {
    entries.sort_by(|one, other| (other.here, other.total, &one.name).cmp(&(one.here, one.total, &other.name)));
}

/// Counts the edges of the current node immediately, so that rows do not move while the user selects one. Counting the
/// edges of a hub takes too long and is done by a job.
fn count_here(state: &mut State) -> Vec<Effect> {
    const AT_ONCE: usize = 2_000;
    let edges =
        |node: NodeIx| [Direction::In, Direction::Out].map(|side| state.session.graph.edges_of(node, side).len());
    match state.session.current.filter(|node| edges(*node).iter().sum::<usize>() <= AT_ONCE) {
        Some(node) => {
            let tallies = tally(&state.session.graph, node, &state.session.trust(), NEVER);
            tallied(state, tallies.unwrap_or_default())
        }
        None => ask::tally(state).into_iter().collect(),
    }
}

/// Handles the edge counts of the current node; the cursor stays on its row.
pub(in crate::tui) fn tallied(state: &mut State, tallies: Vec<Tally>) -> Vec<Effect> {
    let Some(Overlay::Relations { entries, rows, .. }) = &mut state.overlay else { return Vec::new() };
    let selected = entries.get(rows.cursor).filter(|_| rows.cursor > 0).map(|entry| entry.name.clone());
    for tally in tallies {
        if let Some(entry) = entries.iter_mut().find(|entry| entry.name == tally.relation) {
            entry.here = tally.edges;
            entry.reading = if tally.reading == tally.relation { String::new() } else { tally.reading };
        }
    }
    sort(entries);
    if let Some(name) = selected {
        rows.cursor = entries.iter().position(|entry| entry.name == name).unwrap_or(0);
    }
    let total = entries.len();
    let seen = state.overlay.as_ref().map_or(0, |shown| usize::from(pane_layout::overlay_rows(state, shown).height));
    if let Some(Overlay::Relations { rows, .. }) = &mut state.overlay {
        rows.follow(seen, total, Follow::Smoothly);
    }
    Vec::new()
}
