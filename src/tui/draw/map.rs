//! Draws the map: the neighbourhood of a node as a picture.

use super::highlight;
use super::names::names;
use super::neighbourhood::filters;
use super::pen::Pen;
use crate::graph::{EdgeIx, NodeIx};
use crate::tui::layout::map::{Arrangement, MapLayout, MapLook};
use crate::tui::pane_layout::{self, PaneLayout};
use crate::tui::state::{Pane, State};
use crate::tui::symbols::Symbols;
use crate::tui::theme::Theme;
use crate::tui::widget::Glow;
use crate::tui::widget::map::MapCanvas;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let name = state.map.root.map_or("Map".to_owned(), |root| format!("Map of {}", names(state.graph.node(root)).0));
    let arrangement = match state.map.arrangement {
        Arrangement::Forces => "forces",
        Arrangement::Layers => "layers",
    };
    let dot = format!(" {} ", pen.symbols.dot);
    let more: Vec<_> = highlight::summary(state).into_iter().chain([arrangement.to_owned(), filters(pen)]).collect();
    let more = more.join(&dot);
    pen.frame(area, Pane::Map, &name, &more);
    let rows = pane_layout::rows_of(Pane::Map, area);
    let (Some(layout), Some(look)) = (&state.map.layout, &state.map.look) else {
        pen.empty(rows, if state.map.root.is_some() { "Loading" } else { "No node selected" });
        return;
    };
    with_canvas(state, layout, *look, pen.theme, pen.symbols, |canvas| canvas.render(rows, pen.buf));
}

fn with_canvas<T>(
    state: &State,
    layout: &MapLayout,
    look: MapLook,
    theme: &Theme,
    symbols: &Symbols,
    work: impl FnOnce(MapCanvas<'_>) -> T,
) -> T {
    let trust = state.trust();
    let marked = |node: NodeIx| state.marks.contains(&node);
    let dimmed = |edge: EdgeIx| {
        let edge = state.graph.edge(edge);
        edge.is_implicit() || trust.dims(edge)
    };
    let (node, edge) = (|node| highlight::of_node(state, symbols, node), |edge| highlight::of_edge(state, edge));
    let glow = Glow { node: &node, edge: &edge, is_on: highlight::is_on(state) };
    work(MapCanvas { graph: &state.graph, layout, look, theme, symbols, marked: &marked, dimmed: &dimmed, glow })
}

/// The node of the map at a cell.
pub fn map_node_at(state: &State, x: u16, y: u16) -> Option<NodeIx> {
    let rows = PaneLayout::of(state).rows(Pane::Map)?;
    let (Some(layout), Some(look)) = (&state.map.layout, &state.map.look) else { return None };
    with_canvas(state, layout, *look, &state.theme, state.setup.symbols, |canvas| canvas.node_at(rows, x, y))
}
