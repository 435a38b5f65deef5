//! Requests the list, and stores it.

use super::state::{pane, pane_mut};
use crate::graph::NodeIx;
use crate::query::{ListRequest, Listing, RankRequest, Sort, listing, rank_cancellable};
use crate::tui::effect::Effect;
use crate::tui::state::{Follow, ListCursor, State};
use crate::tui::task::{Key, Run, Task};
use crate::tui::theme::Role;
use crate::tui::update::{answer, ask as requests, load, moved, moves, say};
use std::sync::Arc;

/// The list of nodes.
pub(in crate::tui::view::explore) fn ask(state: &mut State) -> Effect {
    let (names, checked) = (Arc::clone(&state.session.names), Arc::clone(&state.session.checks.checked));
    let (query, sort) = (pane(state).query.clone(), pane(state).sort);
    let (ranking, trust) = (Arc::clone(&state.session.counted.ranking), state.session.trust());
    let find = move |run: &Run<'_>, early: &dyn Fn(Listing)| {
        // PageRank is computed when the list is first sorted by it.
        let ranking = match (sort, ranking.get()) {
            (Sort::Rank, None) => {
                let ranked = rank_cancellable(names.graph(), &RankRequest::all(trust), run.cancelled)?;
                Some(ranking.get_or_init(|| ranked))
            }
            (Sort::Rank, known) => known,
            _ => None,
        };
        let request = ListRequest { query: &query, sort, checked: &checked, ranking };
        listing(&names, &request, run.cancelled, early)
    };
    state.tasks.start(Task::in_parts(Key::FIND, find, found))
}

/// The node in the row of the cursor.
pub(super) fn at_cursor(state: &State) -> Option<NodeIx> {
    pane(state).listing.nodes.get(pane(state).rows.cursor).copied()
}

/// Changes the sort order.
pub(in crate::tui::view::explore) fn sort(state: &mut State) -> Vec<Effect> {
    let pane = pane_mut(state);
    let at = Sort::ALL.iter().position(|sort| *sort == pane.sort).unwrap_or(0);
    let sort = Sort::ALL[(at + 1) % Sort::ALL.len()];
    (pane.sort, pane.is_reordered) = (sort, true);
    // Rank the graph as it is now.
    if sort == Sort::Rank {
        state.session.counted.ranking = Arc::default();
    }
    let words = format!("Sorted by {}", sort.name());
    vec![ask(state), say(state, Role::Good, words), Effect::Keep(Box::new(load::kept(state)))]
}

/// Handles a new list. The selected node stays selected; if it is no longer listed, the first node is selected.
pub(in crate::tui::view::explore) fn found(state: &mut State, listing: Listing) -> Vec<Effect> {
    let total = listing.nodes.len();
    let place = state.session.current.and_then(|node| listing.nodes.iter().position(|listed| *listed == node));
    let seen = moves::seen(state, super::LIST);
    let pane = pane_mut(state);
    // `typing` would be wrong here: Enter may have ended the search before the answer arrived.
    let searching = std::mem::take(&mut pane.seeks);
    let first = listing.nodes.first().copied();
    let had_rows = !pane.listing.nodes.is_empty();
    let before = std::mem::replace(&mut pane.listing, listing);
    pane.fitting = total;
    // A search selects the best match; a changed order or filter keeps the selection.
    let best = searching && !pane.query.words.is_empty();
    let cursor = if best { 0 } else { place.unwrap_or(0) };
    // A kept selection stays on its screen row. The first list and a reordered list are shown from their start.
    let reordered = std::mem::take(&mut pane.is_reordered);
    let stays = had_rows && !reordered && !best;
    let row = if stays { pane.rows.cursor.saturating_sub(pane.rows.offset) } else { cursor };
    pane.rows = ListCursor { cursor, offset: cursor.saturating_sub(row) };
    pane.rows.follow(seen, total, if reordered { Follow::Smoothly } else { Follow::ByHalves });
    let wanted = if best || (place.is_none() && (searching || state.session.current.is_none())) { first } else { None };
    let mut effects = match wanted {
        Some(node) if state.session.current != Some(node) => {
            if searching {
                state.session.wanted = None;
            }
            state.set_current(Some(node));
            if state.session.at_rest { requests::view(state) } else { vec![moved(state)] }
        }
        _ => Vec::new(),
    };
    effects.extend(answer::forget(before.nodes));
    effects
}
