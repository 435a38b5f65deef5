//! Requests what the view shows, and handles its rows.

use super::request::Overview;
use super::state::{Row, at_cursor, pane_mut, rows, selected};
use super::{HOME, OVERVIEW};
use crate::graph::{EdgeIx, NodeIx};
use crate::tui::effect::Effect;
use crate::tui::state::{Follow, Prompt, State};
use crate::tui::task::{Run, Task};
use crate::tui::update::moves::Motion;
use crate::tui::update::translate::Translation;
use crate::tui::update::{act, go, moves};
use crate::tui::view::{self, Listed};
use std::sync::Arc;

/// Requests the newest edges and the counts of findings if the view is shown.
pub(super) fn ask(state: &mut State) -> Option<Effect> {
    if !state.view.about().panes.contains(&HOME) {
        return None;
    }
    let (graph, report) = (Arc::clone(&state.session.graph), state.session.checks.report.clone());
    let look = move |run: &Run<'_>| Overview::of(&graph, report.as_deref(), run.cancelled);
    Some(state.tasks.start(Task::new(OVERVIEW, look, found)))
}

fn found(state: &mut State, overview: Overview) -> Vec<Effect> {
    let before = at_cursor(state);
    pane_mut(state).overview = Some(overview);
    // The selection stays on its row; the first time, it is on the first row that can be selected.
    let rows = rows(state);
    let again = rows.iter().position(|row| before.is_some_and(|before| before == *row && row.is_selectable()));
    let first = || rows.iter().position(|row| row.is_selectable());
    pane_mut(state).rows.cursor = again.or_else(first).unwrap_or(0);
    moves::follow_pane(state, HOME);
    Vec::new()
}

/// Drops edges that no longer exist.
pub(super) fn graph_replaced(state: &mut State, translation: Translation<'_>) {
    if let Some(overview) = &mut pane_mut(state).overview {
        overview.newest = overview.newest.iter().filter_map(|edge| translation.edge(*edge)).collect();
    }
}

/// Moves on from a row that cannot be selected, in the direction of the movement if there is another one.
pub(super) fn skip_headings(state: &mut State, motion: Motion, seen: usize) {
    let rows = rows(state);
    let cursor = &mut pane_mut(state).rows;
    let at = cursor.cursor;
    let is_selectable = |row: &usize| rows.get(*row).is_some_and(|row| row.is_selectable());
    let (up, down) = ((0..=at).rev().find(is_selectable), (at..rows.len()).find(is_selectable));
    let found = if motion.rows(seen) < 0 { up.or(down) } else { down.or(up) };
    cursor.cursor = found.unwrap_or(at);
    // The heading of the first row stays visible.
    if Some(cursor.cursor) == (0..rows.len()).find(is_selectable) {
        cursor.offset = 0;
    }
    cursor.follow(seen, rows.len(), Follow::Smoothly);
}

/// Opens the view that can list these.
fn list(state: &mut State, listed: Listed<'_>) -> Vec<Effect> {
    let found = view::ALL.into_iter().find_map(|view| Some((view, view.query_for(listed)?)));
    let Some((to, query)) = found else { return Vec::new() };
    let mut effects = go::view(state, to);
    effects.extend(go::focus_on(state, to.about().panes[0]));
    effects.extend(act::edit(state, |prompt| *prompt = Prompt::new(&query)));
    effects
}

/// The selected edge.
pub(super) fn edge(state: &State) -> Option<EdgeIx> {
    selected(state)?.edge()
}

/// The node of the row of the cursor.
pub(super) fn node(state: &State) -> Option<NodeIx> {
    Some(state.session.graph.edge(at_cursor(state)?.edge()?).from().ix())
}

/// Goes to what the selected row is about.
pub(super) fn activate(state: &mut State) -> Vec<Effect> {
    match selected(state) {
        Some(Row::System(system, ..)) => list(state, Listed::System(system.name())),
        Some(Row::Findings(_, code, _)) => list(state, Listed::Code(code)),
        Some(Row::Edge(edge)) => {
            let from = state.session.graph.edge(edge).from().ix();
            go::explore_edge(state, from, edge)
        }
        _ => Vec::new(),
    }
}
