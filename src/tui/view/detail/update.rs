//! Requests the detail of the selected node, and stores it.

use super::DETAIL;
use super::request::{Detail, DetailRequest};
use super::state::{pane, pane_mut};
use crate::tui::effect::Effect;
use crate::tui::state::State;
use crate::tui::task::{Key, Task};
use crate::tui::update::ask as requests;
use crate::tui::update::translate::Translation;
use std::sync::Arc;

/// The detail of the selected node, if the view has a detail pane.
pub(in crate::tui) fn ask(state: &mut State) -> Option<Effect> {
    if !state.view.about().panes.contains(&DETAIL) {
        return None;
    }
    let node = state.selected()?;
    pane_mut(state).asked = Some(node);
    let (root, graph, edges) = (state.root.clone(), Arc::clone(&state.session.graph), requests::all_edges(state));
    let report = state.session.checks.report.clone();
    let request = DetailRequest { root, systems: state.session.systems(), graph, node, edges, report };
    Some(state.tasks.start(Task::new(Key::READ, move |run| request.read(run.cancelled), read)))
}

/// Requests the detail of the selected node unless it is shown or was requested already.
pub(in crate::tui) fn missing(state: &mut State) -> Vec<Effect> {
    let selected = state.selected();
    if selected.is_none() {
        state.tasks.cancel(Key::READ);
        pane_mut(state).detail = None;
    }
    let pane = pane(state);
    let shown = pane.detail.as_ref().map(|detail| detail.node);
    if shown == selected || (state.tasks.is_waiting(Key::READ) && pane.asked == selected) {
        return Vec::new();
    }
    ask(state).into_iter().collect()
}

/// Handles a new graph, in which every index is different.
pub(in crate::tui) fn graph_replaced(state: &mut State, translation: Translation<'_>) {
    let pane = pane_mut(state);
    if let Some(detail) = &mut pane.detail {
        match translation.node(detail.node) {
            Some(node) => detail.node = node,
            None => pane.detail = None,
        }
    }
}

/// Handles the detail of a node.
fn read(state: &mut State, detail: Detail) -> Vec<Effect> {
    let pane = pane_mut(state);
    if pane.detail.as_ref().map(|shown| shown.node) != Some(detail.node) {
        pane.offset = 0;
    }
    pane.detail = Some(detail);
    Vec::new()
}
