//! The neighbourhood of the current node: its edges, grouped by direction and relation.

use crate::graph::{Direction, EdgeIx, Graph, Node, NodeIx};
use crate::query::{Fold, NeighbourhoodItem, NeighbourhoodList, Step};
use crate::tui::action::Action;
use crate::tui::draw;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::state::{ListCursor, NeighbourhoodPane, State};
use crate::tui::summary;
use crate::tui::update::moves::{self, Motion};
use crate::tui::update::{act, ask, editor, go, moved};
use crate::tui::view::{Pane, PaneRef};
use ratatui::layout::Rect;
use serde_json::Value;
use std::sync::Arc;

pub const NEIGHBOURHOOD: PaneRef = PaneRef::new(&Neighbourhood);

/// The pane.
pub struct Neighbourhood;

impl Pane for Neighbourhood {
    fn name(&self) -> &'static str {
        "neighbourhood"
    }

    fn hints(&self) -> &'static [(Action, &'static str)] {
        &[
            (Action::Activate, "go"),
            (Action::Link, "link"),
            (Action::Right, "open"),
            (Action::Back, "back"),
            (Action::Direction, "direction"),
            (Action::Relations, "relations"),
            (Action::Deeper, "depth"),
            (Action::LineageOf, "lineage"),
            (Action::Implicit, "implicit"),
            (Action::Confidence, "confidence"),
            (Action::Search, "search"),
        ]
    }

    fn summary_lines(&self, inner: Rect) -> u16 {
        if inner.height >= 8 { 3 } else { 0 }
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        Some((&mut state.neighbourhood.rows, state.neighbourhood.list.rows.len()))
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
        moves::move_rows(state, self, motion, seen);
        vec![moved(state)]
    }

    fn sideways(&self, state: &mut State, right: bool) -> Vec<Effect> {
        unfold(state, right)
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        match state.neighbourhood_row() {
            Some(row) => match row.item {
                NeighbourhoodItem::Edge { node, .. } => go::explore(state, node),
                NeighbourhoodItem::Group { .. } | NeighbourhoodItem::More { .. } => self.toggle(state),
            },
            None => Vec::new(),
        }
    }

    /// On a "more" row, shows more of its group.
    fn toggle(&self, state: &mut State) -> Vec<Effect> {
        let pane = &mut state.neighbourhood;
        let at = pane.rows.cursor;
        let Some(row) = pane.list.rows.get(at) else { return Vec::new() };
        if let (NeighbourhoodItem::More { shown, .. }, Some(group)) = (&row.item, row.parent) {
            let steps = pane.list.steps_to(group);
            pane.limits.insert(steps, shown * act::MORE);
            // The cursor stays: the first of the new rows appears there.
            pane.wanted = pane.root.map(|root| (root, Vec::new()));
            return ask::neighbourhood(state).into_iter().collect();
        }
        let open = row.fold == Fold::Closed;
        if row.fold == Fold::Leaf { Vec::new() } else { unfold(state, open) }
    }

    fn place(&self, state: &State) -> Option<(String, Option<u32>)> {
        match state.neighbourhood_row().map(|row| &row.item) {
            // A missing node has no file, but the edge that refers to it does.
            Some(NeighbourhoodItem::Edge { edge, node, .. }) => {
                let edge = state.session.graph.edge(*edge);
                act::place_of_node(state, *node).or_else(|| Some((edge.file().to_owned(), Some(edge.line()))))
            }
            _ => act::place_of_node(state, state.session.current?),
        }
    }

    fn scroll(&self, state: &mut State, by: isize, seen: usize) -> Vec<Effect> {
        moves::scroll_rows(state, self, by, seen);
        vec![moved(state)]
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::neighbourhood::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::neighbourhood::summary(state)
    }
}

/// Selects the row at this path, or its nearest ancestor that still exists.
pub fn go_to(state: &mut State, steps: &[Step]) -> bool {
    let list = &state.neighbourhood.list;
    let row = (1..=steps.len()).rev().find_map(|length| list.row_at(&steps[..length]));
    if let Some(row) = row {
        state.neighbourhood.rows.cursor = row;
    }
    row.is_some()
}

/// Opens or closes the selected row; closing a closed row goes to its parent.
fn unfold(state: &mut State, open: bool) -> Vec<Effect> {
    let pane = &mut state.neighbourhood;
    let at = pane.rows.cursor;
    let Some(row) = pane.list.rows.get(at) else { return Vec::new() };
    match (row.fold, open) {
        (Fold::Closed, true) | (Fold::Open, false) => {
            let steps = pane.list.steps_to(at);
            pane.toggled.insert(steps.clone(), open);
            pane.wanted = pane.root.map(|root| (root, steps));
            ask::neighbourhood(state).into_iter().collect()
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
pub fn walked(state: &mut State, root: NodeIx, list: NeighbourhoodList) -> Vec<Effect> {
    // The user went elsewhere and back: the rows of the current node are there already.
    if state.session.current != Some(root) {
        return Vec::new();
    }
    let pane = &mut state.neighbourhood;
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
        let pane = &mut state.neighbourhood;
        pane.rows.go(if same { pane.rows.cursor } else { first }, pane.list.rows.len());
    }
    let rows = &mut state.neighbourhood.rows;
    if stays {
        rows.offset = rows.cursor.saturating_sub(row_on_screen);
    }
    state.neighbourhood.described = state.neighbourhood.rows.cursor;
    moves::follow_all(state);
    if state.focused() == NEIGHBOURHOOD { ask::detail(state).into_iter().collect() } else { Vec::new() }
}

/// Selects an edge in the neighbourhood of `root` when the next answer arrives.
pub fn want_edge(state: &mut State, root: NodeIx, edge: EdgeIx) {
    let graph = Arc::clone(&state.session.graph);
    let (root, edge) = (graph.node(root), graph.edge(edge));
    let direction = editor::listed_as(root.ix(), edge);
    let group = vec![Step::Group(direction, edge.relation_sym())];
    let steps = [group.clone(), vec![Step::Edge(edge.ix())]].concat();
    let pane = &mut state.neighbourhood;
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
