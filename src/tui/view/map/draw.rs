//! Draws the map: the neighbourhood of a node as a picture.

use super::layout::Arrangement;
use super::state::pane;
use super::{MAP, cells};
use crate::tui::draw::pen::Pen;
use crate::tui::layout::{filters, highlight};
use crate::tui::names::names;
use crate::tui::pane_layout;
use ratatui::layout::Rect;

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let name =
        pane(state).root.map_or("Map".to_owned(), |root| format!("Map of {}", names(state.session.graph.node(root)).0));
    let arrangement = match pane(state).arrangement {
        Arrangement::Forces => "forces",
        Arrangement::Layers => "layers",
    };
    let dot = format!(" {} ", pen.symbols.dot);
    let more: Vec<_> =
        highlight::summary(state).into_iter().chain([arrangement.to_owned(), filters::summary(state)]).collect();
    let more = more.join(&dot);
    pen.frame(area, MAP, &name, &more);
    let rows = pane_layout::rows_of(MAP, area);
    if cells::map(state, |canvas| canvas.draw(pen.theme, rows, pen.buf)).is_none() {
        pen.empty(rows, if pane(state).root.is_some() { "Loading" } else { "No node selected" });
    }
}
