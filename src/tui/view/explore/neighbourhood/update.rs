//! Requests the neighbourhood, stores it, and opens and closes its rows.

use super::state::{NeighbourhoodPane, pane, pane_mut, selected_row};
use crate::graph::{Direction, EdgeIx, Graph, Node, NodeIx};
use crate::query::{Fold, NeighbourhoodItem, NeighbourhoodList, NeighbourhoodListRequest, Step};
use crate::tui::effect::Effect;
use crate::tui::state::{ListCursor, State};
use crate::tui::task::{Key, Run, Task};
use crate::tui::update::moves::{self, Motion};
use crate::tui::update::{act as screen, ask as requests, go, listed, moved};
use std::sync::Arc;

/// The neighbourhood of the current node.
pub(in crate::tui::view::explore) fn ask(state: &mut State) -> Option<Effect> {
    let root = state.session.current?;
    let edges =
        state.session.filters.edges(&state.session.graph, state.session.graph.node(root), state.session.trust());
    let pane = pane(state);
    // Rows opened around one node do not apply to another.
    let (toggled, limits) =
        if pane.root == Some(root) { (pane.toggled.clone(), pane.limits.clone()) } else { Default::default() };
    let (directions, depth) = (state.session.filters.direction, state.session.filters.depth);
    let request = NeighbourhoodListRequest { root, directions, edges, depth, toggled, limits };
    let graph = Arc::clone(&state.session.graph);
    let walk = move |run: &Run<'_>| NeighbourhoodList::new(&graph, &request, run.cancelled);
    pane_mut(state).asked = Some(root);
    Some(state.tasks.start(Task::new(Key::WALK, walk, move |state, list| walked(state, root, list))))
}

pub(super) fn activate(state: &mut State) -> Vec<Effect> {
    match selected_row(state) {
        Some(row) => match row.item {
            NeighbourhoodItem::Edge { node, .. } => go::explore(state, node),
            NeighbourhoodItem::Group { .. } | NeighbourhoodItem::More { .. } => toggle(state),
        },
        None => Vec::new(),
    }
}

/// On a "more" row, shows more of its group.
pub(super) fn toggle(state: &mut State) -> Vec<Effect> {
    let pane = pane_mut(state);
    let at = pane.rows.cursor;
    let Some(row) = pane.list.rows.get(at) else { return Vec::new() };
    if let (NeighbourhoodItem::More { shown, .. }, Some(group)) = (&row.item, row.parent) {
        let steps = pane.list.steps_to(group);
        pane.limits.insert(steps, shown * screen::MORE);
        // The cursor stays: the first of the new rows appears there.
        pane.wanted = pane.root.map(|root| (root, Vec::new()));
        return ask(state).into_iter().collect();
    }
    let open = row.fold == Fold::Closed;
    if row.fold == Fold::Leaf { Vec::new() } else { unfold(state, open) }
}

pub(super) fn place(state: &State) -> Option<(String, Option<u32>)> {
    match selected_row(state).map(|row| &row.item) {
        // A missing node has no file, but the edge that refers to it does.
        Some(NeighbourhoodItem::Edge { edge, node, .. }) => {
            let edge = state.session.graph.edge(*edge);
            screen::place_of_node(state, *node).or_else(|| Some((edge.file().to_owned(), Some(edge.line()))))
        }
        _ => screen::place_of_node(state, state.session.current?),
    }
}

/// Selects the row at this path, or its nearest ancestor that still exists.
pub(in crate::tui::view::explore) fn go_to(state: &mut State, steps: &[Step]) -> bool {
    let list = &pane(state).list;
    let row = (1..=steps.len()).rev().find_map(|length| list.row_at(&steps[..length]));
    if let Some(row) = row {
        pane_mut(state).rows.cursor = row;
    }
    row.is_some()
}

/// Opens or closes the selected row; closing a closed row goes to its parent.
pub(super) fn unfold(state: &mut State, open: bool) -> Vec<Effect> {
    let pane = pane_mut(state);
    let at = pane.rows.cursor;
    let Some(row) = pane.list.rows.get(at) else { return Vec::new() };
    match (row.fold, open) {
        (Fold::Closed, true) | (Fold::Open, false) => {
            let steps = pane.list.steps_to(at);
            pane.toggled.insert(steps.clone(), open);
            pane.wanted = pane.root.map(|root| (root, steps));
            ask(state).into_iter().collect()
        }
        (Fold::Open, true) => moves::move_cursor(state, Motion::By(1)),
        (Fold::Closed | Fold::Leaf, false) => match row.parent {
            Some(parent) => {
                pane.rows.cursor = parent;
                moves::follow_all(state);
                vec![moved(state)]
            }
            None => go::focus(state, -1),
        },
        (Fold::Leaf, true) => Vec::new(),
    }
}

/// Handles the rows of a neighbourhood.
pub(super) fn walked(state: &mut State, root: NodeIx, list: NeighbourhoodList) -> Vec<Effect> {
    // The user went elsewhere and back: the rows of the current node are there already.
    if state.session.current != Some(root) {
        return Vec::new();
    }
    let pane = pane_mut(state);
    let same = pane.root == Some(root);
    let wanted = pane.wanted.take().filter(|(of, _)| *of == root).map(|(_, steps)| steps);
    let stays = same && wanted.is_none() && pane.rows.offset > 0;
    let wanted = wanted.or_else(|| same.then(|| pane.list.steps_to(pane.rows.cursor))).unwrap_or_default();
    if !same {
        pane.toggled.clear();
        pane.limits.clear();
        pane.rows = ListCursor::default();
    }
    pane.root = Some(root);
    // Rows added above the visible part must not move the visible ones.
    let row_on_screen = pane.rows.cursor.saturating_sub(pane.rows.offset);
    // A new neighbourhood starts at its first node, not at a group heading.
    let first = list.rows.iter().position(|row| matches!(row.item, NeighbourhoodItem::Edge { .. })).unwrap_or(0);
    pane.list = list;
    if !go_to(state, &wanted) {
        let pane = pane_mut(state);
        pane.rows.go(if same { pane.rows.cursor } else { first }, pane.list.rows.len());
    }
    let rows = &mut pane_mut(state).rows;
    if stays {
        rows.offset = rows.cursor.saturating_sub(row_on_screen);
    }
    let pane = pane_mut(state);
    pane.described = pane.rows.cursor;
    moves::follow_all(state);
    if state.focused() == super::NEIGHBOURHOOD { requests::detail(state).into_iter().collect() } else { Vec::new() }
}

/// Selects an edge in the neighbourhood of `root` when the next answer arrives.
pub(in crate::tui::view::explore) fn want_edge(state: &mut State, root: NodeIx, edge: EdgeIx) {
    let graph = Arc::clone(&state.session.graph);
    let (root, edge) = (graph.node(root), graph.edge(edge));
    let direction = listed::listed_as(root.ix(), edge);
    let group = vec![Step::Group(direction, edge.relation_sym())];
    let steps = [group.clone(), vec![Step::Edge(edge.ix())]].concat();
    let pane = pane_mut(state);
    if pane.root != Some(root.ix()) {
        *pane = NeighbourhoodPane { root: Some(root.ix()), ..NeighbourhoodPane::default() };
    }
    pane.toggled.insert(group.clone(), true);
    let needed = place_in_group(&graph, root, direction, edge.ix());
    let limit = pane.limits.entry(group).or_insert(needed);
    *limit = needed.max(*limit);
    pane.wanted = Some((root.ix(), steps));
}

/// Number of edges the group must show to include this one; at least the default number.
fn place_in_group(graph: &Graph, root: Node<'_>, direction: Direction, edge: EdgeIx) -> usize {
    const SHOWN_ANYWAY: usize = 100;
    let relation = graph.edge(edge).relation_sym();
    let mut same = root.listed(direction).filter(|ix| graph.edge(*ix).relation_sym() == relation);
    same.position(|ix| ix == edge).map_or(0, |at| at + 1).max(SHOWN_ANYWAY)
}
