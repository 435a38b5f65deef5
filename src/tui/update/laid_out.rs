//! Keeps the layouts of lineage and map up to date.
//!
//! Layouts are expensive, so a layout stays until something it shows changes. The visible one is then requested again;
//! the other is dropped and requested when its view is opened.

use super::{ask, load};
use crate::graph::NodeIx;
use crate::tui::effect::Effect;
use crate::tui::state::{State, View};
use crate::tui::task::Key;
use std::sync::Arc;

/// Requests the visible layout again, with the same root.
pub(super) fn again(state: &mut State) -> Option<Effect> {
    let current = state.session.current?;
    match state.view {
        View::Lineage => {
            let root = state.lineage.root.unwrap_or(current);
            Some(ask::lineage(state, root))
        }
        View::Map => {
            let root = state.map.root.unwrap_or(current);
            Some(ask::map(state, root))
        }
        _ => None,
    }
}

/// Drops layouts that are not visible and cancels their requests.
pub(super) fn forget_unseen(state: &mut State) {
    for view in [View::Lineage, View::Map] {
        if state.view != view {
            forget(state, view);
        }
    }
}

/// Handles edges with index ≥ `first` that were appended; `is_less` if edges were retracted. Unaffected layouts stay.
pub(super) fn grown(state: &mut State, first: usize, is_less: bool) -> Vec<Effect> {
    let graph = Arc::clone(&state.session.graph);
    let reaches = |shows: &dyn Fn(NodeIx) -> bool| {
        is_less || graph.edges_from(first).any(|edge| shows(edge.from().ix()) || shows(edge.to().ix()))
    };
    let lineage = state.lineage.found.as_ref();
    let lineage = lineage.is_some_and(|(_, layout)| reaches(&|node| layout.position(node).is_some()));
    let map = state.map.layout.as_ref().is_some_and(|layout| reaches(&|node| layout.at(node).is_some()));
    let mut effects = Vec::new();
    for (view, key, is_met) in [(View::Lineage, Key::TRACE, lineage), (View::Map, Key::DRAW, map)] {
        // A running request may or may not include the new edges.
        if !is_met && !state.tasks.is_waiting(key) {
            continue;
        }
        if state.view == view {
            effects.extend(load::catch_up(state, key));
        } else {
            forget(state, view);
        }
    }
    effects
}

/// Requests a layout again whose answer is outdated.
pub(super) fn catch_up(state: &mut State, key: Key) -> Vec<Effect> {
    let view = if key == Key::TRACE { View::Lineage } else { View::Map };
    if state.view == view {
        return again(state).into_iter().collect();
    }
    forget(state, view);
    Vec::new()
}

fn forget(state: &mut State, view: View) {
    let key = if view == View::Lineage { Key::TRACE } else { Key::DRAW };
    state.tasks.cancel(key);
    state.tasks.behind.remove(&key);
    if view == View::Lineage {
        state.lineage.found = None;
    } else {
        state.map.layout = None;
    }
}
