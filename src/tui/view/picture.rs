//! Keeps the layouts of views that draw pictures up to date.
//!
//! Layouts are expensive, so a layout stays until something it shows changes. A visible one is then requested again;
//! another one is dropped and requested when its view is opened.

use super::ViewRef;
use crate::graph::NodeIx;
use crate::tui::effect::Effect;
use crate::tui::state::State;
use crate::tui::task::Key;
use crate::tui::update::{ask, load};
use ratatui::layout::Rect;
use std::sync::Arc;

/// Size assumed for a pane that is not visible; its content is fitted again when it is shown.
pub(super) const NOWHERE: Rect = Rect::new(0, 0, 80, 20);

/// How a view computes its layout.
pub(super) struct Picture {
    /// The task.
    pub(super) key: Key,
    /// The root of the last request.
    pub(super) root: fn(&State) -> Option<NodeIx>,
    /// Requests the layout of a root.
    pub(super) ask: fn(&mut State, NodeIx) -> Effect,
    /// Whether the layout contains a node.
    pub(super) shows: fn(&State, NodeIx) -> bool,
    /// Drops the layout.
    pub(super) forget: fn(&mut State),
}

/// Requests the layout again with the same root if its view is visible, and else drops it.
pub(super) fn again(state: &mut State, view: ViewRef, picture: &Picture) -> Vec<Effect> {
    if state.view == view {
        return reload(state, view, picture);
    }
    state.tasks.cancel(picture.key);
    state.tasks.behind.remove(&picture.key);
    (picture.forget)(state);
    Vec::new()
}

/// Requests the layout again with the same root if its view is visible.
pub(super) fn reload(state: &mut State, view: ViewRef, picture: &Picture) -> Vec<Effect> {
    let Some(current) = state.session.current.filter(|_| state.view == view) else { return Vec::new() };
    let root = (picture.root)(state).unwrap_or(current);
    vec![(picture.ask)(state, root)]
}

/// Handles edges with index ≥ `first` that were appended; `is_less` if edges were retracted. An unaffected layout stays.
pub(super) fn grown(state: &mut State, view: ViewRef, picture: &Picture, first: usize, is_less: bool) -> Vec<Effect> {
    let graph = Arc::clone(&state.session.graph);
    let shows = |node| (picture.shows)(state, node);
    let is_affected =
        || is_less || graph.edges_from(first).any(|edge| shows(edge.from().ix()) || shows(edge.to().ix()));
    // A running request may or may not include the new edges.
    if !state.tasks.is_waiting(picture.key) && !is_affected() {
        return Vec::new();
    }
    if state.view == view { load::catch_up(state, picture.key) } else { again(state, view, picture) }
}

/// Makes the selected node of a layout the current one, even if the previous one was filtered out.
pub(super) fn make_current(state: &mut State, node: NodeIx) -> Vec<Effect> {
    if state.session.current == Some(node) {
        return Vec::new();
    }
    state.set_current(Some(node));
    ask::detail(state).into_iter().collect()
}
