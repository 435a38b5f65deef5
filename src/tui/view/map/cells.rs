//! The cells of the map: what is drawn, and the node below the mouse.

use super::MAP;
use super::canvas::MapCanvas;
use super::state::pane;
use crate::graph::{EdgeIx, NodeIx};
use crate::tui::layout::highlight;
use crate::tui::pane_layout::PaneLayout;
use crate::tui::state::State;
use crate::tui::widget::Glow;

/// The node of the map at a cell.
pub(super) fn node_at(state: &State, x: u16, y: u16) -> Option<NodeIx> {
    let rows = PaneLayout::of(state).rows(MAP)?;
    map(state, |canvas| canvas.node_at(rows, x, y))?
}

/// Runs `work` on the map, if there is one.
pub(super) fn map<T>(state: &State, work: impl FnOnce(MapCanvas<'_>) -> T) -> Option<T> {
    let (symbols, trust) = (state.setup.symbols, state.session.trust());
    let marked = |node: NodeIx| state.session.marks.nodes.contains(&node);
    let dimmed = |edge: EdgeIx| {
        let edge = state.session.graph.edge(edge);
        edge.is_implicit() || trust.dims(edge)
    };
    let (node, edge) = (|node| highlight::of_node(state, symbols, node), |edge| highlight::of_edge(state, edge));
    let glow = Glow { node: &node, edge: &edge, is_on: highlight::is_on(state) };
    let pane = pane(state);
    let (layout, look) = (pane.layout.as_ref()?, pane.look?);
    Some(work(MapCanvas { graph: &state.session.graph, layout, look, symbols, marked: &marked, dimmed: &dimmed, glow }))
}
