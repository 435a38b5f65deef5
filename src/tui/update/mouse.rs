//! Mouse clicks and wheel.

use super::{act, closing, editor, go, log, moved, moves, page};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::layout::{self, detail, header, link, new_log, overlay, picture};
use crate::tui::pane_layout::{self, PaneLayout};
use crate::tui::state::{Overlay, Pane, State, View};

/// Rows per wheel step.
const WHEEL_ROWS: i32 = 3;

pub(super) fn clicked(state: &mut State, x: u16, y: u16) -> Vec<Effect> {
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
    let click = if had_keys { Click::Inside } else { Click::FromOutside };
    effects.extend(clicked_row(state, pane, (x, y), usize::from(y - rows.y), click));
    effects
}

/// Where the focus was when a pane was clicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Click {
    /// In the clicked pane.
    Inside,
    /// In another pane: the click only moves the focus.
    FromOutside,
}

/// The first click selects a row, the second activates it.
fn clicked_row(state: &mut State, pane: Pane, (x, y): (u16, u16), row: usize, click: Click) -> Vec<Effect> {
    let uses = |again: bool| again && click == Click::Inside;
    let (cursor, total) = match pane {
        Pane::List => (&mut state.list.rows, state.list.listing.nodes.len()),
        Pane::Neighbourhood => (&mut state.neighbourhood.rows, state.neighbourhood.list.rows.len()),
        Pane::Tree => (&mut state.tree.rows, state.tree.shown.rows.len()),
        Pane::Findings => (&mut state.findings.rows, state.findings.sifted.shown.len()),
        Pane::Lineage => {
            let node = picture::lineage_node_at(state, x, y);
            let again = node.is_some() && node == state.session.current;
            return if uses(again) { act::act(state, Action::Activate) } else { moves::lineage_to(state, node) };
        }
        Pane::Map => {
            let Some(node) = picture::map_node_at(state, x, y) else { return Vec::new() };
            if uses(state.session.current == Some(node)) {
                return act::act(state, Action::Activate);
            }
            go::select(state, node);
            return vec![moved(state)];
        }
        Pane::Detail => return Vec::new(),
    };
    let at = cursor.offset + row;
    if at >= total {
        return Vec::new();
    }
    if uses(cursor.cursor == at && pane != Pane::List) {
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

pub(super) fn scrolled(state: &mut State, x: u16, y: u16, by: i32) -> Vec<Effect> {
    let by = isize::try_from(by * WHEEL_ROWS).unwrap_or(0);
    if state.overlay.is_some() {
        let action = if by < 0 { Action::Up } else { Action::Down };
        return act::act(state, action);
    }
    let places = PaneLayout::of(state);
    let Some(pane) = places.at_cell(x, y) else { return Vec::new() };
    let seen = moves::seen(state, pane);
    // The wheel scrolls the pane under the pointer; it does not move the focus.
    match pane {
        Pane::List => {
            let total = state.list.listing.nodes.len();
            state.list.rows.scroll(by, seen, total);
            let node = state.list.listing.nodes.get(state.list.rows.cursor).copied();
            if node == state.session.current || node.is_none() {
                return Vec::new();
            }
            state.session.wanted = None;
            state.set_current(node);
            vec![moved(state)]
        }
        Pane::Neighbourhood => {
            let total = state.neighbourhood.list.rows.len();
            state.neighbourhood.rows.scroll(by, seen, total);
            vec![moved(state)]
        }
        Pane::Tree => {
            let total = state.tree.shown.rows.len();
            state.tree.rows.scroll(by, seen, total);
            state.set_current(state.tree_node().or(state.session.current));
            vec![moved(state)]
        }
        Pane::Findings => {
            let total = state.findings.sifted.shown.len();
            state.findings.rows.scroll(by, seen, total);
            Vec::new()
        }
        Pane::Detail => {
            let last = detail::len(state).saturating_sub(seen);
            state.detail.offset = state.detail.offset.saturating_add_signed(by).min(last);
            Vec::new()
        }
        Pane::Lineage if state.view == View::Lineage && state.focused() == Pane::Lineage => {
            moves::move_cursor(state, moves::Motion::By(by))
        }
        Pane::Map if state.focused() == Pane::Map => {
            act::act(state, if by < 0 { Action::ZoomIn } else { Action::ZoomOut })
        }
        Pane::Lineage | Pane::Map => Vec::new(),
    }
}
