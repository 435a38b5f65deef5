//! Mouse clicks and wheel.

use super::{act, closing, editor, go, log, moves, page};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::layout::{self, header, link, new_log, overlay};
use crate::tui::pane_layout::{self, PaneLayout};
use crate::tui::state::{Overlay, State};
use crate::tui::view::Pane;

/// Rows per wheel step.
const WHEEL_ROWS: i32 = 3;

pub(in crate::tui) fn clicked(state: &mut State, x: u16, y: u16) -> Vec<Effect> {
    if let Some(shown) = state.overlay.clone() {
        return clicked_overlay(state, &shown, x, y);
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

fn clicked_overlay(state: &mut State, shown: &Overlay, x: u16, y: u16) -> Vec<Effect> {
    if state.asks_for_log() {
        let is_outside = !new_log::area(state).contains((x, y).into());
        return if is_outside { act::act(state, Action::Cancel) } else { Vec::new() };
    }
    let rows = pane_layout::overlay_rows(state, shown);
    if !pane_layout::overlay(state, shown).contains((x, y).into()) {
        return act::act(state, Action::Cancel);
    }
    match shown {
        Overlay::Editor => return clicked_editor(state, x, y),
        Overlay::Closing(_) => return clicked_closing(state, x, y),
        Overlay::Log => return log::clicked(state, x, y),
        Overlay::Page => return page::clicked(state, x, y),
        _ => {}
    }
    if !rows.contains((x, y).into()) {
        return Vec::new();
    }
    let total = overlay::len(state, shown);
    let row = usize::from(y - rows.y);
    match &mut state.overlay {
        Some(
            Overlay::Palette { rows, .. }
            | Overlay::Relations { rows, .. }
            | Overlay::Themes { rows, .. }
            | Overlay::Marks(rows)
            | Overlay::Share(rows),
        ) if rows.offset + row < total => rows.cursor = rows.offset + row,
        _ => return Vec::new(),
    }
    let action = if matches!(shown, Overlay::Relations { .. }) { Action::Toggle } else { Action::Activate };
    act::act(state, action)
}

fn clicked_closing(state: &mut State, x: u16, y: u16) -> Vec<Effect> {
    let places = layout::closing::areas(state);
    if places.list.contains((x, y).into()) {
        return closing::click(state, usize::from(y - places.list.y));
    }
    let field = places.fields.into_iter().find(|(_, line)| line.contains((x, y).into()));
    field.map(|(field, _)| closing::focus(state, field)).unwrap_or_default()
}

fn clicked_editor(state: &mut State, x: u16, y: u16) -> Vec<Effect> {
    let places = link::areas(state);
    if places.list.contains((x, y).into()) {
        return editor::click(state, usize::from(y - places.list.y));
    }
    let field = places.fields.into_iter().find(|(_, line)| line.contains((x, y).into()));
    field.map(|(field, _)| editor::focus(state, field)).unwrap_or_default()
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
