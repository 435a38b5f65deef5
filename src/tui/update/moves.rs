//! Cursor movement and scrolling inside a pane.

use super::moved;
use crate::graph::NodeIx;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::overlay;
use crate::tui::pane_layout::{self, PaneLayout};
use crate::tui::state::{Follow, ListCursor, State};
use crate::tui::view::{Pane, PaneRef};
use ratatui::layout::Rect;

/// A cursor movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    /// By a number of rows.
    By(isize),
    /// By a number of screens.
    Pages(isize),
    Top,
    Bottom,
}

impl Motion {
    /// The motion of an action, if it is one.
    pub(in crate::tui) fn of(action: Action) -> Option<Self> {
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
    pub(in crate::tui) fn apply(self, rows: &mut ListCursor, seen: usize, total: usize) {
        match self {
            Self::By(by) => rows.step(by, total),
            Self::Pages(pages) => rows.step(pages * page(seen), total),
            Self::Top => rows.go(0, total),
            Self::Bottom => rows.go(total, total),
        }
    }

    /// The motion as a number of rows.
    pub(in crate::tui) fn rows(self, seen: usize) -> i64 {
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
pub(in crate::tui) fn seen(state: &State, pane: PaneRef) -> usize {
    PaneLayout::of(state).rows(pane).map_or(1, |area| usize::from(area.height))
}

/// Moves the cursor of the focused pane.
pub(in crate::tui) fn move_cursor(state: &mut State, motion: Motion) -> Vec<Effect> {
    let pane = state.focused();
    let seen = seen(state, pane);
    pane.move_cursor(state, motion, seen)
}

/// Moves the cursor of a pane with a list.
pub(in crate::tui) fn move_rows(state: &mut State, pane: &dyn Pane, motion: Motion, seen: usize) {
    let follow = if state.session.at_rest { Follow::Smoothly } else { Follow::ByHalves };
    if let Some((rows, total)) = pane.rows(state) {
        motion.apply(rows, seen, total);
        rows.follow(seen, total, follow);
    }
}

/// Scrolls a pane with a list.
pub(in crate::tui) fn scroll_rows(state: &mut State, pane: &dyn Pane, by: isize, seen: usize) {
    if let Some((rows, total)) = pane.rows(state) {
        rows.scroll(by, seen, total);
    }
}

/// Makes a node the current one; the other panes follow when the selection rests.
pub(in crate::tui) fn select(state: &mut State, node: Option<NodeIx>) -> Vec<Effect> {
    if node.is_none() || node == state.session.current {
        return Vec::new();
    }
    state.set_current(node);
    // A manual selection overrides the remembered node of the last session.
    state.session.wanted = None;
    vec![moved(state)]
}

/// Scrolls every pane to its selected row, after the screen or a list changed.
pub(in crate::tui) fn follow_all(state: &mut State) {
    for (pane, area) in PaneLayout::of(state).panes {
        pane.follow(state, pane_layout::rows_of(pane, area));
    }
    for overlay in overlay::ALL {
        overlay.follow(state);
    }
}

/// Scrolls a pane to its selected row, if it is visible.
pub(in crate::tui) fn follow_pane(state: &mut State, pane: PaneRef) {
    if let Some(area) = PaneLayout::of(state).rows(pane) {
        pane.follow(state, area);
    }
}

/// Scrolls a pane with a list to its selected row.
pub(in crate::tui) fn follow<P: Pane + ?Sized>(state: &mut State, pane: &P, area: Rect) {
    if let Some((rows, total)) = pane.rows(state) {
        rows.follow(usize::from(area.height), total, Follow::Smoothly);
    }
}
