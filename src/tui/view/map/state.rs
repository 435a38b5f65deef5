//! What the view keeps: the layout, its centre, selection, zoom and scroll position.

use super::layout::{Arrangement, MapLayout, MapLook};
use crate::graph::NodeIx;
use crate::tui::state::State;

#[derive(Debug, Default)]
pub(super) struct MapPane {
    /// The layout shown.
    pub(super) layout: Option<Box<MapLayout>>,
    /// The centre node.
    pub(super) root: Option<NodeIx>,
    /// Selection, zoom and scroll position.
    pub(super) look: Option<MapLook>,
    pub(super) arrangement: Arrangement,
}

pub(super) fn pane(state: &State) -> &MapPane {
    state.parts.get()
}

pub(super) fn pane_mut(state: &mut State) -> &mut MapPane {
    state.parts.get_mut()
}
