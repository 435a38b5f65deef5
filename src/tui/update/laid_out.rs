//! Lineage and map: walks that are laid out once and looked at until what they show has changed. The one that is seen is
//! asked for again then; the other is let go of, and asked for when somebody comes to it.

use super::{ask, load};
use crate::graph::NodeIx;
use crate::tui::effect::Effect;
use crate::tui::job::Lane;
use crate::tui::state::{State, View};
use std::sync::Arc;

/// Asks again for the one that is seen, around the node it was around.
pub(super) fn again(state: &mut State) -> Option<Effect> {
    let current = state.current?;
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

/// Lets go of what is not seen, also of what is still being walked.
pub(super) fn forget_unseen(state: &mut State) {
    for view in [View::Lineage, View::Map] {
        if state.view != view {
            forget(state, view);
        }
    }
}

/// The log has grown by the edges from `first` on, and perhaps some were taken back. What that cannot have changed stays.
pub(super) fn grown(state: &mut State, first: usize, is_less: bool) -> Vec<Effect> {
    let graph = Arc::clone(&state.graph);
    let reaches = |shows: &dyn Fn(NodeIx) -> bool| {
        is_less || graph.edges_from(first).any(|edge| shows(edge.from().ix()) || shows(edge.to().ix()))
    };
    let lineage = state.lineage.found.as_ref();
    let lineage = lineage.is_some_and(|(_, layout)| reaches(&|node| layout.position(node).is_some()));
    let map = state.map.layout.as_ref().is_some_and(|layout| reaches(&|node| layout.at(node).is_some()));
    let mut effects = Vec::new();
    for (view, lane, is_met) in [(View::Lineage, Lane::Trace, lineage), (View::Map, Lane::Draw, map)] {
        // Nobody knows what a walk that is still under way will have met.
        if !is_met && !state.is_waiting(lane) {
            continue;
        }
        if state.view == view {
            effects.extend(load::catch_up(state, lane));
        } else {
            forget(state, view);
        }
    }
    effects
}

/// Asks again on a lane that has answered with less than is there by now.
pub(super) fn catch_up(state: &mut State, lane: Lane) -> Vec<Effect> {
    let view = if lane == Lane::Trace { View::Lineage } else { View::Map };
    if state.view == view {
        return again(state).into_iter().collect();
    }
    forget(state, view);
    Vec::new()
}

fn forget(state: &mut State, view: View) {
    let lane = if view == View::Lineage { Lane::Trace } else { Lane::Draw };
    state.call_off(lane);
    state.behind.remove(&lane);
    if view == View::Lineage {
        state.lineage.found = None;
    } else {
        state.map.layout = None;
    }
}
