//! Draws the details of a node.

use super::DETAIL;
use super::layout;
use super::state::pane;
use crate::tui::draw::pen::Pen;
use crate::tui::pane_layout;
use ratatui::layout::Rect;

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let rows = pane_layout::rows_of(DETAIL, area);
    if pane(state).detail.is_none() {
        pen.frame(area, DETAIL, "Detail", "");
        if state.selected().is_none() {
            pen.empty(rows, "No node selected");
        }
        return;
    }
    let end = pane(state).offset + usize::from(rows.height);
    let (lines, is_all) = layout::lines(state, usize::from(rows.width), end + 1);
    let more = if !is_all || lines.len() > end { pen.symbols.down } else { "" };
    let above = if pane(state).offset > 0 { pen.symbols.up } else { "" };
    // Only the log has a history; file contents are always current.
    let when = if state.session.past.is_some() { "current file content" } else { "" };
    pen.frame(area, DETAIL, "Detail", format!("{when} {above}{more}").trim());
    pen.text(rows, lines.into_iter().skip(pane(state).offset));
}
