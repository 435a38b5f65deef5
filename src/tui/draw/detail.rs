//! Draws the details of a node.

use super::pen::Pen;
use crate::tui::layout::detail;
use crate::tui::pane_layout;
use crate::tui::view::detail::DETAIL;
use ratatui::layout::Rect;

pub(in crate::tui) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let rows = pane_layout::rows_of(DETAIL, area);
    if state.detail.detail.is_none() {
        pen.frame(area, DETAIL, "Detail", "");
        if state.selected().is_none() {
            pen.empty(rows, "No node selected");
        }
        return;
    }
    let end = state.detail.offset + usize::from(rows.height);
    let (lines, is_all) = detail::lines(state, usize::from(rows.width), end + 1);
    let more = if !is_all || lines.len() > end { pen.symbols.down } else { "" };
    let above = if state.detail.offset > 0 { pen.symbols.up } else { "" };
    // Only the log has a history; file contents are always current.
    let when = if state.session.past.is_some() { "current file content" } else { "" };
    pen.frame(area, DETAIL, "Detail", format!("{when} {above}{more}").trim());
    pen.text(rows, lines.into_iter().skip(state.detail.offset));
}
