//! The nodes under the cells of the lineage and of the map.

use super::highlight;
use crate::graph::{EdgeIx, NodeIx};
use crate::tui::pane_layout::PaneLayout;
use crate::tui::state::State;
use crate::tui::view::lineage::{LINEAGE, has_columns};
use crate::tui::view::map::MAP;
use crate::tui::widget::Glow;
use crate::tui::widget::map::MapCanvas;

/// The node of the lineage at a cell.
pub fn lineage_node_at(state: &State, x: u16, y: u16) -> Option<NodeIx> {
    let rows = PaneLayout::of(state).rows(LINEAGE)?;
    let pane = &state.lineage;
    let (_, layout) = pane.found.as_ref()?;
    if has_columns(state, rows) {
        pane.look.as_ref()?.node_at(layout, rows, x, y)
    } else {
        pane.list_look.as_ref()?.node_at(layout, rows, x, y)
    }
}

/// The node of the map at a cell.
pub fn map_node_at(state: &State, x: u16, y: u16) -> Option<NodeIx> {
    let rows = PaneLayout::of(state).rows(MAP)?;
    map(state, |canvas| canvas.node_at(rows, x, y))?
}

/// Runs `work` on the map, if there is one.
pub fn map<T>(state: &State, work: impl FnOnce(MapCanvas<'_>) -> T) -> Option<T> {
    let (symbols, trust) = (state.setup.symbols, state.session.trust());
    let marked = |node: NodeIx| state.session.marks.nodes.contains(&node);
    let dimmed = |edge: EdgeIx| {
        let edge = state.session.graph.edge(edge);
        edge.is_implicit() || trust.dims(edge)
    };
    let (node, edge) = (|node| highlight::of_node(state, symbols, node), |edge| highlight::of_edge(state, edge));
    let glow = Glow { node: &node, edge: &edge, is_on: highlight::is_on(state) };
    let (layout, look) = (state.map.layout.as_ref()?, state.map.look?);
    Some(work(MapCanvas { graph: &state.session.graph, layout, look, symbols, marked: &marked, dimmed: &dimmed, glow }))
}
