//! Cursor movement and folding inside a pane.

use super::{ask, go, moved};
use crate::graph::NodeIx;
use crate::query::{Fold, Step};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::TreeItem;
use crate::tui::layout::detail;
use crate::tui::layout::lineage::LineageListLook;
use crate::tui::layout::way::Way;
use crate::tui::pane_layout::{self, PaneLayout};
use crate::tui::state::{Follow, ListCursor, Pane, State};

/// A cursor movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Motion {
    /// By a number of rows.
    By(isize),
    /// By a number of screens.
    Pages(isize),
    Top,
    Bottom,
}

impl Motion {
    /// The motion of an action, if it is one.
    pub(super) fn of(action: Action) -> Option<Self> {
        Some(match action {
            Action::Up | Action::PreviousRow => Self::By(-1),
            Action::Down | Action::NextRow => Self::By(1),
            Action::PageUp => Self::Pages(-1),
            Action::PageDown => Self::Pages(1),
            Action::Top => Self::Top,
            Action::Bottom => Self::Bottom,
            _ => return None,
        })
    }

    /// Moves a cursor in a list of `total` rows, `seen` of which are visible.
    pub(super) fn apply(self, rows: &mut ListCursor, seen: usize, total: usize) {
        match self {
            Self::By(by) => rows.step(by, total),
            Self::Pages(pages) => rows.step(pages * page(seen), total),
            Self::Top => rows.go(0, total),
            Self::Bottom => rows.go(total, total),
        }
    }

    /// The motion as a number of rows.
    fn rows(self, seen: usize) -> i64 {
        match self {
            Self::By(by) => by as i64,
            Self::Pages(pages) => (pages * page(seen)) as i64,
            Self::Top => i64::MIN,
            Self::Bottom => i64::MAX,
        }
    }
}

/// Rows per screenful: one row of the previous screen stays visible for orientation.
fn page(seen: usize) -> isize {
    isize::try_from(seen.saturating_sub(1).max(1)).unwrap_or(1)
}

/// Number of visible rows of a pane.
pub(super) fn seen(state: &State, pane: Pane) -> usize {
    PaneLayout::of(state).rows(pane).map_or(1, |area| usize::from(area.height))
}

/// Moves the cursor of the focused pane.
pub(super) fn move_cursor(state: &mut State, motion: Motion) -> Vec<Effect> {
    let pane = state.focused();
    let seen = seen(state, pane);
    let follow = if state.session.at_rest { Follow::Smoothly } else { Follow::ByHalves };
    match pane {
        Pane::List => {
            let total = state.list.listing.nodes.len();
            // The cursor may be elsewhere than the current node, if that was reached outside the list.
            motion.apply(&mut state.list.rows, seen, total);
            state.list.rows.follow(seen, total, follow);
            let node = state.list.listing.nodes.get(state.list.rows.cursor).copied();
            select(state, node)
        }
        Pane::Neighbourhood => {
            let total = state.neighbourhood.list.rows.len();
            motion.apply(&mut state.neighbourhood.rows, seen, total);
            state.neighbourhood.rows.follow(seen, total, follow);
            vec![moved(state)]
        }
        Pane::Detail => {
            let last = detail::len(state).saturating_sub(seen);
            let mut rows = ListCursor { cursor: state.detail.offset, offset: 0 };
            motion.apply(&mut rows, seen, last + 1);
            state.detail.offset = rows.cursor;
            Vec::new()
        }
        Pane::Lineage => lineage(state, motion, seen),
        Pane::Tree => {
            let total = state.tree.shown.rows.len();
            motion.apply(&mut state.tree.rows, seen, total);
            state.tree.rows.follow(seen, total, follow);
            let node = state.tree_node();
            select(state, node.or(state.session.current))
        }
        Pane::Map => match motion {
            Motion::By(by) => map(state, if by < 0 { Way::Up } else { Way::Down }),
            _ => Vec::new(),
        },
        Pane::Findings if state.findings.is_of_another_time => Vec::new(),
        Pane::Findings => {
            let total = state.findings.sifted.shown.len();
            motion.apply(&mut state.findings.rows, seen, total);
            state.findings.rows.follow(seen, total, follow);
            Vec::new()
        }
    }
}

/// Makes a node the current one; the other panes follow when the selection rests.
fn select(state: &mut State, node: Option<NodeIx>) -> Vec<Effect> {
    if node.is_none() || node == state.session.current {
        return Vec::new();
    }
    state.set_current(node);
    // A manual selection overrides the remembered node of the last session.
    state.session.wanted = None;
    vec![moved(state)]
}

/// Selects the row of the neighbourhood at this path, or its nearest ancestor that still exists.
pub(super) fn neighbourhood_to(state: &mut State, steps: &[Step]) -> bool {
    let outline = &state.neighbourhood.list;
    let row = (1..=steps.len()).rev().find_map(|length| outline.row_at(&steps[..length]));
    if let Some(row) = row {
        state.neighbourhood.rows.cursor = row;
    }
    row.is_some()
}

fn lineage(state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
    let Some(area) = PaneLayout::of(state).rows(Pane::Lineage) else { return Vec::new() };
    let columns = pane_layout::lineage_has_columns(state, area);
    let (Some((_, layout)), Some(look)) = (&state.lineage.found, &state.lineage.look) else { return Vec::new() };
    let by = motion.rows(seen);
    let next = if columns { layout.moved(look.selected, by) } else { layout.list_moved(look.selected, by) };
    lineage_to(state, next)
}

/// Selects a node of the lineage.
pub(super) fn lineage_to(state: &mut State, node: Option<NodeIx>) -> Vec<Effect> {
    let Some(node) = node else { return Vec::new() };
    if let Some(look) = &mut state.lineage.look {
        look.selected = node;
    }
    follow_lineage(state);
    select(state, Some(node))
}

/// Handles left and right.
pub(super) fn sideways(state: &mut State, right: bool) -> Vec<Effect> {
    match state.focused() {
        Pane::Neighbourhood => unfold(state, right),
        Pane::Tree => unfold_tree(state, right),
        Pane::Lineage => {
            let Some(area) = PaneLayout::of(state).rows(Pane::Lineage) else { return Vec::new() };
            if !pane_layout::lineage_has_columns(state, area) {
                return Vec::new();
            }
            let way = if right { Way::Right } else { Way::Left };
            let next = match (&state.lineage.found, &state.lineage.look) {
                (Some((_, layout)), Some(look)) => layout.neighbour(look.selected, way),
                _ => None,
            };
            lineage_to(state, next)
        }
        Pane::Map => map(state, if right { Way::Right } else { Way::Left }),
        Pane::List if right => go::focus(state, 1),
        Pane::Detail if !right => go::focus(state, -1),
        Pane::List | Pane::Detail | Pane::Findings => Vec::new(),
    }
}

fn map(state: &mut State, way: Way) -> Vec<Effect> {
    let Some(area) = PaneLayout::of(state).rows(Pane::Map) else { return Vec::new() };
    let (Some(layout), Some(look)) = (&state.map.layout, &mut state.map.look) else { return Vec::new() };
    let Some(next) = layout.nearest(look.selected, way) else { return Vec::new() };
    look.selected = next;
    *look = look.follow(layout, area);
    select(state, Some(next))
}

/// Opens or closes the selected row of the neighbourhood; closing a closed row goes to its parent.
pub(super) fn unfold(state: &mut State, open: bool) -> Vec<Effect> {
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
        (Fold::Open, true) => move_cursor(state, Motion::By(1)),
        (Fold::Closed | Fold::Leaf, false) => match row.parent {
            Some(parent) => {
                pane.rows.cursor = parent;
                follow_all(state);
                vec![moved(state)]
            }
            None => go::focus(state, -1),
        },
        (Fold::Leaf, true) => Vec::new(),
    }
}

/// Opens or closes the selected row of the tree; closing a closed row goes to its parent.
pub(super) fn unfold_tree(state: &mut State, open: bool) -> Vec<Effect> {
    let at = state.tree.rows.cursor;
    let Some(row) = state.tree.shown.rows.get(at).cloned() else { return Vec::new() };
    let Some(path) = tree_path(state, at) else { return Vec::new() };
    match (row.fold, open) {
        (Fold::Closed, true) => {
            state.tree.opened.insert(path);
            vec![ask::tree(state, None)]
        }
        (Fold::Open, false) => {
            state.tree.opened.remove(&path);
            vec![ask::tree(state, None)]
        }
        (Fold::Open, true) => move_cursor(state, Motion::By(1)),
        (Fold::Closed | Fold::Leaf, false) => {
            if let Some(parent) = row.parent {
                state.tree.rows.cursor = parent;
                follow_all(state);
            }
            let node = state.tree_node();
            select(state, node)
        }
        (Fold::Leaf, true) => Vec::new(),
    }
}

/// The labels from a root of the tree to a row.
pub(super) fn tree_path(state: &State, row: usize) -> Option<Vec<String>> {
    let tree = state.tree.tree.as_ref()?;
    let entry = |row: usize| match state.tree.shown.rows.get(row)?.item {
        TreeItem::Entry(at) => Some(at),
        TreeItem::More(..) => None,
    };
    let at = entry(row).or_else(|| entry(state.tree.shown.rows.get(row)?.parent?))?;
    let way = tree.way_to(at).into_iter().chain([at]);
    Some(way.map(|at| tree.entries[at].label.clone()).collect())
}

/// Scrolls every pane to its selected row, after the screen or a list changed.
pub(super) fn follow_all(state: &mut State) {
    let places = PaneLayout::of(state);
    let seen = |pane| places.rows(pane).map(|area| usize::from(area.height));
    if let Some(seen) = seen(Pane::List) {
        state.list.rows.follow(seen, state.list.listing.nodes.len(), Follow::Smoothly);
    }
    if let Some(seen) = seen(Pane::Neighbourhood) {
        state.neighbourhood.rows.follow(seen, state.neighbourhood.list.rows.len(), Follow::Smoothly);
    }
    if let Some(seen) = seen(Pane::Tree) {
        state.tree.rows.follow(seen, state.tree.shown.rows.len(), Follow::Smoothly);
    }
    if let Some(seen) = seen(Pane::Findings) {
        state.findings.rows.follow(seen, state.findings.sifted.shown.len(), Follow::Smoothly);
    }
    super::log::follow(state);
    super::page::follow(state);
    follow_lineage(state);
    if let (Some(area), Some(layout), Some(look)) = (places.rows(Pane::Map), &state.map.layout, &mut state.map.look) {
        *look = look.follow(layout, area);
    }
}

/// Scrolls the lineage to its selected node.
pub(super) fn follow_lineage(state: &mut State) {
    let Some(area) = PaneLayout::of(state).rows(Pane::Lineage) else { return };
    let (Some((_, layout)), Some(look)) = (&state.lineage.found, &mut state.lineage.look) else { return };
    look.follow(layout, area);
    match &mut state.lineage.list_look {
        Some(list) => {
            list.selected = look.selected;
            list.follow(layout, area);
        }
        list => *list = Some(LineageListLook::at(look.selected, layout, area)),
    }
}
