//! Navigation: switching views and panes, going to a node or edge, and the back and forward history.

use super::{ask, editor, moves, say};
use crate::graph::{Direction, Edge, EdgeIx, Graph, NodeIx};
use crate::tui::effect::Effect;
use crate::tui::overlay;
use crate::tui::state::{Spot, State};
use crate::tui::theme::Role;
use crate::tui::view::detail::DETAIL;
use crate::tui::view::{self, Explorer, PaneRef, ViewRef};
use std::sync::Arc;

/// The current location, for the history.
fn spot(state: &State) -> Option<Spot> {
    let node = state.session.current?;
    let root = state.view.root(state);
    let row = view::ALL.iter().map(|view| view.row(state, node)).find(|row| !row.is_empty()).unwrap_or_default();
    let page = overlay::answers().and_then(|answers| answers.spot(state)).map(Box::new);
    Some(Spot { view: state.view, node, root, row, page })
}

/// Pushes the current location on the history before leaving it.
pub(in crate::tui) fn leave(state: &mut State) {
    state.session.wanted = None;
    if let Some(spot) = spot(state) {
        state.session.history.leave(spot);
    }
}

/// Focuses the pane `by` places to the right, without wrapping.
pub(in crate::tui) fn focus(state: &mut State, by: isize) -> Vec<Effect> {
    let panes = state.view.about().panes;
    let at = panes.iter().position(|pane| *pane == state.focused()).unwrap_or(0);
    let next = at.saturating_add_signed(by).min(panes.len() - 1);
    focus_on(state, panes[next])
}

/// Focuses the next or previous pane, wrapping around.
pub(in crate::tui) fn focus_next(state: &mut State, forward: bool) -> Vec<Effect> {
    let panes = state.view.about().panes;
    let at = panes.iter().position(|pane| *pane == state.focused()).unwrap_or(0);
    let next = if forward { at + 1 } else { at + panes.len() - 1 } % panes.len();
    focus_on(state, panes[next])
}

/// Focuses a pane.
pub(in crate::tui) fn focus_on(state: &mut State, pane: PaneRef) -> Vec<Effect> {
    if state.focused() == pane {
        return Vec::new();
    }
    state.focus_on(pane);
    moves::follow_all(state);
    if pane == DETAIL { Vec::new() } else { ask::detail(state).into_iter().collect() }
}

/// Switches to another view of the current node.
pub(in crate::tui) fn view(state: &mut State, view: ViewRef) -> Vec<Effect> {
    if view == state.view {
        return Vec::new();
    }
    leave(state);
    // A selected neighbour or finding does not become the current node.
    show(state, view, state.session.current)
}

/// Shows a view with a node, without touching the history.
pub(in crate::tui) fn show(state: &mut State, view: ViewRef, node: Option<NodeIx>) -> Vec<Effect> {
    state.view = view;
    state.typing = false;
    let mut effects = match node {
        Some(node) => select(state, node),
        None => Vec::new(),
    };
    effects.extend(view.opened(state, node));
    moves::follow_all(state);
    effects
}

/// Makes a node the current one in every pane that shows it.
pub(in crate::tui) fn select(state: &mut State, node: NodeIx) -> Vec<Effect> {
    state.session.wanted = None;
    state.set_current(Some(node));
    for view in view::ALL {
        view.node_selected(state, node);
    }
    moves::follow_all(state);
    Vec::new()
}

/// Goes to a node in the view for looking up nodes.
pub(in crate::tui) fn explore(state: &mut State, node: NodeIx) -> Vec<Effect> {
    explorer().map(|explorer| explorer.show(state, node)).unwrap_or_default()
}

/// Goes to a node in that view with the list focused, so that this node is the selected one.
pub(in crate::tui) fn list(state: &mut State, node: NodeIx) -> Vec<Effect> {
    explorer().map(|explorer| explorer.list(state, node)).unwrap_or_default()
}

/// Goes to an edge of a node in that view.
pub(in crate::tui) fn explore_edge(state: &mut State, node: NodeIx, edge: EdgeIx) -> Vec<Effect> {
    explorer().map(|explorer| explorer.edge(state, node, edge)).unwrap_or_default()
}

/// Selects an edge of a node in that view once it is there.
pub(in crate::tui) fn want_edge(state: &mut State, node: NodeIx, edge: EdgeIx) {
    if let Some(explorer) = explorer() {
        explorer.want_edge(state, node, edge);
    }
}

/// The view for looking up nodes.
fn explorer() -> Option<&'static dyn Explorer> {
    view::ALL.iter().find_map(|view| view.explorer())
}

/// Goes to the edge of a log row in Explore; reports the filter that hides it, if any.
pub(in crate::tui) fn explore_row(state: &mut State, node: NodeIx, row: EdgeIx) -> Vec<Effect> {
    let graph = Arc::clone(&state.session.graph);
    let edge = graph.edge(listed(&graph, row));
    let row = graph.edge(row);
    let mut effects = explore_edge(state, node, edge.ix());
    if let Some(filter) = editor::hidden_by(state, node, edge) {
        let (file, line) = (row.file(), row.line());
        effects.push(say(state, Role::Note, format!("{file}:{line} is hidden by the {filter}")));
    }
    effects
}

/// The edge that is listed for a row: of repeated edges, only the first is listed.
fn listed(graph: &Graph, row: EdgeIx) -> EdgeIx {
    let edge = graph.edge(row);
    if !edge.is_repeated() {
        return row;
    }
    let (from, to) = (edge.from().ix(), edge.to().ix());
    let is_same = |same: &Edge<'_>| {
        let is_then = edge.is_symmetric() || same.ts() == edge.ts();
        same.other(from) == to && same.relation_sym() == edge.relation_sym() && is_then
    };
    let mut all = graph.node(from).listed(Direction::Out).map(|ix| graph.edge(ix));
    all.find(is_same).map_or(row, Edge::ix)
}

/// Shows the lineage rooted at a node.
pub(in crate::tui) fn lineage_of(state: &mut State, node: NodeIx) -> Vec<Effect> {
    view::ALL.iter().find_map(|view| view.lineage_of(state, node)).unwrap_or_default()
}

/// Goes one step back or forward in the history.
pub(in crate::tui) fn back(state: &mut State, forward: bool) -> Vec<Effect> {
    let Some(from) = spot(state) else { return Vec::new() };
    let to = if forward { state.session.history.forward(from) } else { state.session.history.back(from) };
    let Some(to) = to else {
        let words = if forward { "Nothing to go forward to" } else { "Nothing to go back to" };
        return vec![say(state, Role::Note, words)];
    };
    let mut effects = overlay::answers().map(|answers| answers.close(state)).unwrap_or_default();
    for view in view::ALL {
        view.restore_row(state, to.node, &to.row);
    }
    effects.extend(show(state, to.view, Some(to.node)));
    // Restore the root the view had.
    effects.extend(to.root.and_then(|root| to.view.restore_root(state, root)));
    if let (Some(spot), Some(answers)) = (to.page, overlay::answers()) {
        effects.extend(answers.show_again(state, *spot));
    }
    effects
}
