//! What the pane keeps: the detail, and the first visible line.

use super::request::Detail;
use crate::graph::NodeIx;
use crate::tui::state::State;

/// The detail of a node.
#[derive(Debug, Default)]
pub(super) struct DetailPane {
    /// The detail that was read last.
    pub(super) detail: Option<Detail>,
    /// The first visible line.
    pub(super) offset: usize,
    /// The node of the last request.
    pub(super) asked: Option<NodeIx>,
}

pub(super) fn pane(state: &State) -> &DetailPane {
    state.parts.get()
}

pub(super) fn pane_mut(state: &mut State) -> &mut DetailPane {
    state.parts.get_mut()
}
