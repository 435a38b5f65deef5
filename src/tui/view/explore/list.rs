//! The list of nodes, with a search line.

use crate::graph::NodeIx;
use crate::query::{Listing, NodeQuery, Sort};
use crate::tui::action::Action;
use crate::tui::draw;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::state::{Follow, ListCursor, Prompt, State};
use crate::tui::summary;
use crate::tui::theme::Role;
use crate::tui::update::moves::Motion;
use crate::tui::update::{answer, ask, go, load, moved, moves, say};
use crate::tui::view::explore::neighbourhood::NEIGHBOURHOOD;
use crate::tui::view::{Pane, PaneRef};
use ratatui::layout::Rect;
use serde_json::Value;
use std::sync::Arc;

pub const LIST: PaneRef = PaneRef::new(&List);

/// The pane.
pub struct List;

impl Pane for List {
    fn name(&self) -> &'static str {
        "list"
    }

    fn hints(&self) -> &'static [(Action, &'static str)] {
        &[
            (Action::Search, "search"),
            (Action::Activate, "go"),
            (Action::Link, "link"),
            (Action::NextPane, "pane"),
            (Action::Sort, "sort"),
            (Action::LineageOf, "lineage"),
            (Action::Direction, "direction"),
            (Action::Relations, "relations"),
            (Action::Back, "back"),
        ]
    }

    fn has_prompt(&self) -> bool {
        true
    }

    fn prompt<'s>(&self, state: &'s mut State) -> Option<&'s mut Prompt> {
        Some(&mut state.list.prompt)
    }

    fn edited(&self, state: &mut State) -> Vec<Effect> {
        state.list.query = NodeQuery::parse(state.session.graph.registry(), state.list.prompt.text());
        state.list.seeks = true;
        vec![ask::list(state)]
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        Some((&mut state.list.rows, state.list.listing.nodes.len()))
    }

    fn click_activates(&self) -> bool {
        false
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
        // The cursor may be elsewhere than the current node, if that was reached outside the list.
        moves::move_rows(state, self, motion, seen);
        let node = at_cursor(state);
        moves::select(state, node)
    }

    fn sideways(&self, state: &mut State, right: bool) -> Vec<Effect> {
        if right { go::focus(state, 1) } else { Vec::new() }
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        go::focus_on(state, NEIGHBOURHOOD)
    }

    fn scroll(&self, state: &mut State, by: isize, seen: usize) -> Vec<Effect> {
        moves::scroll_rows(state, self, by, seen);
        let node = at_cursor(state);
        moves::select(state, node)
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::list::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::list::summary(state)
    }
}

/// The node in the row of the cursor.
fn at_cursor(state: &State) -> Option<NodeIx> {
    state.list.listing.nodes.get(state.list.rows.cursor).copied()
}

/// Changes the sort order.
pub fn sort(state: &mut State) -> Vec<Effect> {
    let at = Sort::ALL.iter().position(|sort| *sort == state.list.sort).unwrap_or(0);
    state.list.sort = Sort::ALL[(at + 1) % Sort::ALL.len()];
    state.list.is_reordered = true;
    // Rank the graph as it is now.
    if state.list.sort == Sort::Rank {
        state.session.counted.ranking = Arc::default();
    }
    let name = state.list.sort.name();
    vec![
        ask::list(state),
        say(state, Role::Good, format!("Sorted by {name}")),
        Effect::Keep(Box::new(load::kept(state))),
    ]
}

/// Handles a new list. The selected node stays selected; if it is no longer listed, the first node is selected.
pub fn found(state: &mut State, listing: Listing) -> Vec<Effect> {
    let total = listing.nodes.len();
    let place = state.session.current.and_then(|node| listing.nodes.iter().position(|listed| *listed == node));
    // `typing` would be wrong here: Enter may have ended the search before the answer arrived.
    let searching = std::mem::take(&mut state.list.seeks);
    let first = listing.nodes.first().copied();
    let had_rows = !state.list.listing.nodes.is_empty();
    let before = std::mem::replace(&mut state.list.listing, listing);
    state.list.fitting = total;
    let seen = moves::seen(state, LIST);
    // A search selects the best match; a changed order or filter keeps the selection.
    let best = searching && !state.list.query.words.is_empty();
    let cursor = if best { 0 } else { place.unwrap_or(0) };
    // A kept selection stays on its screen row. The first list and a reordered list are shown from their start.
    let reordered = std::mem::take(&mut state.list.is_reordered);
    let stays = had_rows && !reordered && !best;
    let row = if stays { state.list.rows.cursor.saturating_sub(state.list.rows.offset) } else { cursor };
    state.list.rows = ListCursor { cursor, offset: cursor.saturating_sub(row) };
    state.list.rows.follow(seen, total, if reordered { Follow::Smoothly } else { Follow::ByHalves });
    let wanted = if best || (place.is_none() && (searching || state.session.current.is_none())) { first } else { None };
    let mut effects = match wanted {
        Some(node) if state.session.current != Some(node) => {
            if searching {
                state.session.wanted = None;
            }
            state.set_current(Some(node));
            if state.session.at_rest { ask::view(state) } else { vec![moved(state)] }
        }
        _ => Vec::new(),
    };
    effects.extend(answer::forget(before.nodes));
    effects
}
