//! What the list keeps: the search, the matching nodes, the cursor.

use crate::query::{Listing, NodeQuery, Sort};
use crate::tui::state::{ListCursor, Prompt, State};

#[derive(Debug, Default)]
pub(in crate::tui::view::explore) struct ListPane {
    /// The search line.
    pub(in crate::tui::view::explore) prompt: Prompt,
    /// The parsed filter.
    pub(in crate::tui::view::explore) query: NodeQuery,
    /// The sort order.
    pub(in crate::tui::view::explore) sort: Sort,
    /// The matching nodes; while a new graph is searched, only those around the selected one.
    pub(in crate::tui::view::explore) listing: Listing,
    /// Number of matches.
    pub(in crate::tui::view::explore) fitting: usize,
    /// Whether the search changed since: the next answer selects the best match.
    pub(in crate::tui::view::explore) seeks: bool,
    /// Whether the order changed since: the next answer is shown from its start, as far as the selected node stays
    /// visible.
    pub(in crate::tui::view::explore) is_reordered: bool,
    pub(in crate::tui::view::explore) rows: ListCursor,
}

pub(in crate::tui::view::explore) fn pane(state: &State) -> &ListPane {
    state.parts.get()
}

pub(in crate::tui::view::explore) fn pane_mut(state: &mut State) -> &mut ListPane {
    state.parts.get_mut()
}
