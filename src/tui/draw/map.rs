//! Draws the map: the neighbourhood of a node as a picture.

use super::names::names;
use super::neighbourhood::filters;
use super::pen::Pen;
use crate::tui::layout::map::Arrangement;
use crate::tui::layout::{highlight, picture};
use crate::tui::pane_layout;
use crate::tui::view::map::MAP;
use ratatui::layout::Rect;

pub(in crate::tui) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let name =
        state.map.root.map_or("Map".to_owned(), |root| format!("Map of {}", names(state.session.graph.node(root)).0));
    let arrangement = match state.map.arrangement {
        Arrangement::Forces => "forces",
        Arrangement::Layers => "layers",
    };
    let dot = format!(" {} ", pen.symbols.dot);
    let more: Vec<_> = highlight::summary(state).into_iter().chain([arrangement.to_owned(), filters(pen)]).collect();
    let more = more.join(&dot);
    pen.frame(area, MAP, &name, &more);
    let rows = pane_layout::rows_of(MAP, area);
    if picture::map(state, |canvas| canvas.draw(pen.theme, rows, pen.buf)).is_none() {
        pen.empty(rows, if state.map.root.is_some() { "Loading" } else { "No node selected" });
    }
}
