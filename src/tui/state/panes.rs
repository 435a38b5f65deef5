//! The state of each pane: its data, its cursor and its own settings.

use super::list_cursor::ListCursor;
use super::prompt::Prompt;
use crate::graph::NodeIx;
use crate::query::{Listing, NeighbourhoodList, NodeQuery, Sort, Step};
use crate::tui::job::Detail;
use std::collections::HashMap;

#[derive(Debug, Default)]
pub struct ListPane {
    /// The search line.
    pub prompt: Prompt,
    /// The parsed filter.
    pub query: NodeQuery,
    /// The sort order.
    pub sort: Sort,
    /// The matching nodes; while a new graph is searched, only those around the selected one.
    pub listing: Listing,
    /// Number of matches.
    pub fitting: usize,
    /// Whether the search changed since: the next answer selects the best match.
    pub seeks: bool,
    /// Whether the order changed since: the next answer is shown from its start, as far as the selected node stays
    /// visible.
    pub is_reordered: bool,
    pub rows: ListCursor,
}

#[derive(Debug, Default)]
pub struct NeighbourhoodPane {
    /// The node whose neighbourhood is shown.
    pub root: Option<NodeIx>,
    /// The node of the last request.
    pub asked: Option<NodeIx>,
    pub list: NeighbourhoodList,
    pub rows: ListCursor,
    /// Rows the user opened or closed, by path.
    pub toggled: HashMap<Vec<Step>, bool>,
    /// Raised limits of groups, by path.
    pub limits: HashMap<Vec<Step>, usize>,
    /// The row to select when the answer for this node arrives.
    pub wanted: Option<(NodeIx, Vec<Step>)>,
    /// The row described in the status line: the selected one, once the selection rests.
    pub described: usize,
}

/// The detail of a node.
#[derive(Debug, Default)]
pub struct DetailPane {
    /// The detail that was read last.
    pub detail: Option<Detail>,
    /// The first visible line.
    pub offset: usize,
    /// The node of the last request.
    pub asked: Option<NodeIx>,
    /// Whether, in Explore, it shows the selected neighbour instead of the current node, because the focus came from
    /// there.
    pub of_neighbour: bool,
}
