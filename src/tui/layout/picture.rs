//! The nodes under the cells of the lineage and of the map.

use crate::graph::NodeIx;
use crate::tui::pane_layout::PaneLayout;
use crate::tui::state::State;
use crate::tui::view::lineage::{LINEAGE, has_columns};

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
