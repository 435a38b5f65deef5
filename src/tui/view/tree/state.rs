//! What the view keeps: the tree, which rows are open, the cursor.

use super::rows::{TreeItem, TreeRows};
use crate::graph::NodeIx;
use crate::query::Tree;
use crate::tui::state::{ListCursor, Prompt, State};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

#[derive(Debug, Default)]
pub(super) struct TreePane {
    /// The tree of the current graph.
    pub(super) tree: Option<Arc<Tree>>,
    /// Its visible rows.
    pub(super) shown: TreeRows,
    pub(super) rows: ListCursor,
    /// Paths of opened entries.
    pub(super) opened: HashSet<Vec<String>>,
    /// Raised limits of entries, by path.
    pub(super) limits: HashMap<Vec<String>, usize>,
    /// The row to select when the next answer arrives.
    pub(super) wanted: Option<Vec<String>>,
    /// The search line.
    pub(super) prompt: Prompt,
}

pub(super) fn pane(state: &State) -> &TreePane {
    state.parts.get()
}

pub(super) fn pane_mut(state: &mut State) -> &mut TreePane {
    state.parts.get_mut()
}

/// The node of the selected row.
pub(super) fn node(state: &State) -> Option<NodeIx> {
    let pane = pane(state);
    match pane.shown.rows.get(pane.rows.cursor)?.item {
        TreeItem::Entry(at) => pane.tree.as_ref()?.entries.get(at)?.node,
        TreeItem::More(..) => None,
    }
}

/// Whether the row is drawn as selected: not if it belongs to another node than the current one.
pub(super) fn row_is_selected(state: &State) -> bool {
    node(state).is_none_or(|node| Some(node) == state.session.current)
}
