//! Navigation: switching views and panes, going to a node or edge, and the back and forward history.

use super::{ask, editor, moves, page, say};
use crate::graph::{Direction, Edge, EdgeIx, Graph, NodeIx};
use crate::tui::effect::Effect;
use crate::tui::state::{Pane, Spot, State, View};
use crate::tui::theme::Role;
use std::sync::Arc;

/// The current location, for the history.
fn spot(state: &State) -> Option<Spot> {
    let node = state.session.current?;
    let root = match state.view {
        View::Lineage => state.lineage.root,
        View::Map => state.map.root,
        View::Explore | View::Tree | View::Findings => None,
    };
    let around = &state.neighbourhood;
    let row = if around.root == Some(node) { around.list.steps_to(around.rows.cursor) } else { Vec::new() };
    let page = state.page.as_ref().map(|page| Box::new(page.spot()));
    Some(Spot { view: state.view, node, root, row, page })
}

/// Pushes the current location on the history before leaving it.
pub(super) fn leave(state: &mut State) {
    state.session.wanted = None;
    if let Some(spot) = spot(state) {
        state.session.history.leave(spot);
    }
}

/// Focuses the pane `by` places to the right, without wrapping.
pub(super) fn focus(state: &mut State, by: isize) -> Vec<Effect> {
    let panes = state.view.panes();
    let at = panes.iter().position(|pane| *pane == state.focused()).unwrap_or(0);
    let next = at.saturating_add_signed(by).min(panes.len() - 1);
    focus_on(state, panes[next])
}

/// Focuses the next or previous pane, wrapping around.
pub(super) fn focus_next(state: &mut State, forward: bool) -> Vec<Effect> {
    let panes = state.view.panes();
    let at = panes.iter().position(|pane| *pane == state.focused()).unwrap_or(0);
    let next = if forward { at + 1 } else { at + panes.len() - 1 } % panes.len();
    focus_on(state, panes[next])
}

/// Focuses a pane.
pub(super) fn focus_on(state: &mut State, pane: Pane) -> Vec<Effect> {
    if state.focused() == pane {
        return Vec::new();
    }
    state.focus_on(pane);
    moves::follow_all(state);
    if pane == Pane::Detail { Vec::new() } else { ask::detail(state).into_iter().collect() }
}

/// Switches to another view of the current node.
pub(super) fn view(state: &mut State, view: View) -> Vec<Effect> {
    if view == state.view {
        return Vec::new();
    }
    leave(state);
    // A selected neighbour or finding does not become the current node.
    show(state, view, state.session.current)
}

/// Shows a view with a node, without touching the history.
fn show(state: &mut State, view: View, node: Option<NodeIx>) -> Vec<Effect> {
    state.view = view;
    state.typing = false;
    let mut effects = match node {
        Some(node) => select(state, node),
        None => Vec::new(),
    };
    if view == View::Tree {
        effects.push(ask::tree(state, node));
        effects.extend(ask::detail(state));
    } else {
        effects.extend(ask::view(state));
    }
    moves::follow_all(state);
    effects
}

/// Makes a node the current one in every pane that shows it.
pub(super) fn select(state: &mut State, node: NodeIx) -> Vec<Effect> {
    state.session.wanted = None;
    state.set_current(Some(node));
    if let Some(at) = state.list.listing.nodes.iter().position(|listed| *listed == node) {
        state.list.rows.cursor = at;
    }
    if let (Some((_, layout)), Some(look)) = (&state.lineage.found, &mut state.lineage.look)
        && layout.position(node).is_some()
    {
        look.selected = node;
    }
    if let (Some(layout), Some(look)) = (&state.map.layout, &mut state.map.look)
        && layout.at(node).is_some()
    {
        look.selected = node;
    }
    moves::follow_all(state);
    Vec::new()
}

/// Goes to a node in Explore.
pub(super) fn explore(state: &mut State, node: NodeIx) -> Vec<Effect> {
    leave(state);
    let focus = state.focus[View::Explore as usize];
    let mut effects = show(state, View::Explore, Some(node));
    state.focus_on(if focus == Pane::List { Pane::Neighbourhood } else { focus });
    moves::follow_all(state);
    effects.extend(ask::detail(state));
    effects
}

/// Goes to a node in Explore with the list focused, so that this node is the selected one.
pub(super) fn list(state: &mut State, node: NodeIx) -> Vec<Effect> {
    leave(state);
    let effects = show(state, View::Explore, Some(node));
    state.focus_on(Pane::List);
    moves::follow_all(state);
    effects
}

/// Goes to an edge of a node in Explore.
pub(super) fn explore_edge(state: &mut State, node: NodeIx, edge: EdgeIx) -> Vec<Effect> {
    leave(state);
    editor::want_edge(state, node, edge);
    let mut effects = show(state, View::Explore, Some(node));
    state.focus_on(Pane::Neighbourhood);
    moves::follow_all(state);
    // Even if the node is shown already: the edge may be in a group that is closed or truncated.
    effects.extend(ask::neighbourhood(state));
    effects.extend(ask::detail(state));
    effects
}

/// Goes to the edge of a log row in Explore; reports the filter that hides it, if any.
pub(super) fn explore_row(state: &mut State, node: NodeIx, row: EdgeIx) -> Vec<Effect> {
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
pub(super) fn lineage_of(state: &mut State, node: NodeIx) -> Vec<Effect> {
    leave(state);
    state.view = View::Lineage;
    state.typing = false;
    state.focus_on(Pane::Lineage);
    state.set_current(Some(node));
    let mut effects = vec![ask::lineage(state, node)];
    effects.extend(ask::detail(state));
    effects
}

/// Centres the map on a node.
pub(super) fn map_of(state: &mut State, node: NodeIx) -> Vec<Effect> {
    leave(state);
    state.set_current(Some(node));
    let mut effects = vec![ask::map(state, node)];
    effects.extend(ask::detail(state));
    effects
}

/// Goes one step back or forward in the history.
pub(super) fn back(state: &mut State, forward: bool) -> Vec<Effect> {
    let Some(from) = spot(state) else { return Vec::new() };
    let to = if forward { state.session.history.forward(from) } else { state.session.history.back(from) };
    let Some(to) = to else {
        let words = if forward { "Nothing to go forward to" } else { "Nothing to go back to" };
        return vec![say(state, Role::Note, words)];
    };
    let mut effects = page::close(state);
    if state.neighbourhood.root == Some(to.node) {
        moves::neighbourhood_to(state, &to.row);
        state.neighbourhood.described = state.neighbourhood.rows.cursor;
    } else {
        state.neighbourhood.wanted = Some((to.node, to.row));
    }
    effects.extend(show(state, to.view, Some(to.node)));
    // Restore the root the lineage or map had.
    match (to.view, to.root) {
        (View::Lineage, Some(root)) if state.lineage.root != Some(root) => effects.push(ask::lineage(state, root)),
        (View::Map, Some(root)) if state.map.root != Some(root) => effects.push(ask::map(state, root)),
        _ => {}
    }
    effects.extend(to.page.into_iter().flat_map(|spot| page::reopen(state, *spot)));
    effects
}
