//! Mouse clicks and wheel.

use super::{act, go, moves};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::layout::{header, new_log};
use crate::tui::pane_layout::{self, PaneLayout};
use crate::tui::state::State;
use crate::tui::view::Pane;

/// Rows per wheel step.
const WHEEL_ROWS: i32 = 3;

pub(in crate::tui) fn clicked(state: &mut State, x: u16, y: u16) -> Vec<Effect> {
    if let Some(overlay) = state.overlay {
        let asks_for_log = overlay.asks_for_log(state);
        let area = if asks_for_log { new_log::area(state) } else { overlay.area(state) };
        return match area.contains((x, y).into()) {
            false => act::act(state, Action::Cancel),
            true if asks_for_log => Vec::new(),
            true => overlay.click(state, (x, y).into()),
        };
    }
    let places = PaneLayout::of(state);
    if places.header.contains((x, y).into()) {
        return match header::tab_at(state, x) {
            Some(view) => go::view(state, view),
            None => Vec::new(),
        };
    }
    let Some(pane) = places.at_cell(x, y) else { return Vec::new() };
    let had_keys = state.focused() == pane;
    let mut effects = go::focus_on(state, pane);
    let Some(area) = places.pane(pane) else { return effects };
    if pane_layout::prompt_of(pane, area).is_some_and(|line| line.contains((x, y).into())) {
        state.typing = true;
        return effects;
    }
    state.typing = false;
    let rows = pane_layout::rows_of(pane, area);
    if !rows.contains((x, y).into()) {
        return effects;
    }
    effects.extend(pane.click(state, (x, y), usize::from(y - rows.y), had_keys));
    effects
}

/// Handles a click on a row of a list: the first click selects it, the second activates it. `again` if the pane had the
/// focus already; otherwise a click only moves the focus and the cursor.
pub(in crate::tui) fn clicked_row<P: Pane + ?Sized>(
    state: &mut State,
    pane: &P,
    row: usize,
    again: bool,
) -> Vec<Effect> {
    let Some((cursor, total)) = pane.rows(state) else { return Vec::new() };
    let at = cursor.offset + row;
    if at >= total {
        return Vec::new();
    }
    if again && cursor.cursor == at && pane.click_activates() {
        return act::act(state, Action::Activate);
    }
    cursor.cursor = at;
    moves::move_cursor(state, moves::Motion::By(0))
}

pub(in crate::tui) fn scrolled(state: &mut State, x: u16, y: u16, by: i32) -> Vec<Effect> {
    let by = isize::try_from(by * WHEEL_ROWS).unwrap_or(0);
    if state.overlay.is_some() {
        let action = if by < 0 { Action::Up } else { Action::Down };
        return act::act(state, action);
    }
    let places = PaneLayout::of(state);
    let Some(pane) = places.at_cell(x, y) else { return Vec::new() };
    let seen = moves::seen(state, pane);
    // The wheel scrolls the pane under the pointer; it does not move the focus.
    pane.scroll(state, by, seen)
}
