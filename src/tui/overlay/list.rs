//! What overlays with a list share: areas, cursor movement, clicks, drawing.

use super::Overlay;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::pane_layout;
use crate::tui::state::{Follow, ListCursor, State};
use crate::tui::theme::Role;
use crate::tui::update::act;
use crate::tui::update::moves::Motion;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

/// The area of a list of `rows` rows with at most `columns` columns.
pub(super) fn area(state: &State, columns: u16, rows: usize) -> Rect {
    pane_layout::dialog(state.size, columns, |_| rows)
}

/// Moves the cursor; whether the action does that.
pub(super) fn walk<O: Overlay + ?Sized>(state: &mut State, overlay: &O, action: Action) -> bool {
    let Some(motion) = Motion::of(action) else { return false };
    let seen = usize::from(overlay.list_area(state).height);
    if let Some((rows, total)) = overlay.rows(state) {
        motion.apply(rows, seen, total);
        rows.follow(seen, total, Follow::Smoothly);
    }
    true
}

/// Selects the row at a cell and runs `action` on it.
pub(super) fn click<O: Overlay + ?Sized>(
    state: &mut State,
    overlay: &O,
    cell: Position,
    action: Action,
) -> Vec<Effect> {
    let area = overlay.list_area(state);
    if !area.contains(cell) {
        return Vec::new();
    }
    match overlay.rows(state) {
        Some((rows, total)) if rows.offset + usize::from(cell.y - area.y) < total => {
            rows.cursor = rows.offset + usize::from(cell.y - area.y);
            act::act(state, action)
        }
        _ => Vec::new(),
    }
}

/// Draws rows of which one is selected.
pub(in crate::tui) fn draw<T>(
    pen: &mut Pen<'_>,
    area: Rect,
    place: ListCursor,
    items: &[T],
    line: impl Fn(&Pen<'_>, &T, usize) -> Line<'static>,
) {
    let seen = items.iter().enumerate().skip(place.offset).take(usize::from(area.height));
    for (row, (at, item)) in seen.enumerate() {
        let is_selected = at == place.cursor;
        let mut shown = line(pen, item, usize::from(area.width).saturating_sub(2));
        let cursor = if is_selected { pen.symbols.cursor } else { " " };
        shown.spans.insert(0, Span::raw(format!("{cursor} ")));
        pen.line(area, row as u16, &shown);
        if is_selected {
            pen.highlight(area, row as u16, Role::Selection);
        }
    }
}
