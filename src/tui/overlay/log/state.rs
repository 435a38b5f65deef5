//! What the log keeps: the last matching rows, and whether the cursor follows new ones.

use super::request::Followed;
use crate::graph::{Edge, EdgeIx, Graph};
use crate::query::LogQuery;
use crate::tui::state::{Follow, ListCursor, Prompt, State};
use std::sync::Arc;

/// The log view.
#[derive(Debug, Default)]
pub(super) struct LogPane {
    /// The filter line.
    pub(super) prompt: Prompt,
    /// The parsed filter.
    pub(super) query: LogQuery,
    /// Whether the filter line has the focus.
    pub(super) typing: bool,
    /// The matching rows, once they are found.
    pub(super) shown: Option<LogRows>,
    pub(super) rows: ListCursor,
    /// What happens when rows are appended.
    pub(super) tail: Tail,
    /// Whether rows were appended while a search was running.
    pub(super) is_behind: bool,
}

/// What happens when rows are appended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Tail {
    /// The newest row is selected, like `tail -f`.
    #[default]
    Following,
    /// The selection stays.
    Held {
        /// Number of rows appended since.
        came: usize,
    },
}

/// Matching rows of the log.
#[derive(Debug)]
pub(super) struct LogRows {
    /// The graph of the rows; they stay on screen until those of a new graph are found.
    pub(super) graph: Arc<Graph>,
    /// Oldest first.
    pub(super) edges: Vec<EdgeIx>,
    /// All matches with index ≥ `first` are included.
    pub(super) first: usize,
    /// Rows with index < `until` were searched.
    pub(super) until: usize,
}

impl LogRows {
    /// Number of rows in the log at the time of the search.
    pub(super) fn total(&self) -> usize {
        self.until - self.graph.log_rows().start
    }

    /// Whether older rows were not searched.
    pub(super) fn is_cut(&self) -> bool {
        self.first > self.graph.log_rows().start
    }

    /// Index of a row of another graph in these; of several equal ones, the one on the same line.
    fn find(&self, row: Edge<'_>) -> Option<usize> {
        let ends = |edge: Edge<'_>| [edge.from().address(), edge.to().address()].map(std::borrow::Cow::into_owned);
        let is_same = |edge: Edge<'_>| {
            edge.relation() == row.relation() && edge.millis() == row.millis() && ends(edge) == ends(row)
        };
        let rows = || self.edges.iter().map(|edge| self.graph.edge(*edge)).enumerate();
        let on_line = rows().find(|(_, edge)| edge.line() == row.line() && is_same(*edge));
        on_line.or_else(|| rows().find(|(_, edge)| is_same(*edge))).map(|(at, _)| at)
    }
}

impl LogPane {
    /// Maximum number of rows shown.
    pub(super) const MOST_ROWS: usize = 1_000;

    /// Number of rows shown.
    pub(super) fn len(&self) -> usize {
        self.shown.as_ref().map_or(0, |shown| shown.edges.len())
    }

    /// The selected row.
    pub(super) fn selected(&self) -> Option<Edge<'_>> {
        let shown = self.shown.as_ref()?;
        shown.edges.get(self.rows.cursor).map(|edge| shown.graph.edge(*edge))
    }

    /// Number of rows below the cursor that were appended since it left the end.
    pub(super) fn came_below(&self) -> usize {
        match self.tail {
            Tail::Following => 0,
            Tail::Held { came } => came.min(self.len().saturating_sub(self.rows.cursor + 1)),
        }
    }

    /// Stores the rows found in a graph; `seen` rows fit on screen. Returns the rows they replace.
    pub(super) fn take(&mut self, graph: &Arc<Graph>, followed: Followed, seen: usize) -> Option<LogRows> {
        let Followed { edges, since, first, until } = followed;
        let mut before = self.shown.take();
        if since.is_some()
            && let Some(mut shown) = before.take()
        {
            if let Tail::Held { came } = &mut self.tail {
                *came += edges.len();
            }
            shown.edges.extend(edges);
            shown.until = until;
            self.shown = Some(shown);
        } else {
            let shown = LogRows { graph: Arc::clone(graph), edges, first, until };
            if let Some(before) = &before {
                self.find_again(before, &shown);
            }
            self.shown = Some(shown);
        }
        self.settle(seen);
        before
    }

    /// Keeps the selection on its row, although all indexes changed.
    fn find_again(&mut self, before: &LogRows, now: &LogRows) {
        let Tail::Held { came } = &mut self.tail else { return };
        let find = |edge: Option<&EdgeIx>| edge.and_then(|edge| now.find(before.graph.edge(*edge)));
        let on_screen = self.rows.cursor.saturating_sub(self.rows.offset);
        if let Some(cursor) = find(before.edges.get(self.rows.cursor)) {
            self.rows = ListCursor { cursor, offset: cursor.saturating_sub(on_screen) };
        }
        if let Some(last) = find(before.edges.last()) {
            *came += now.edges.len() - last - 1;
        }
    }

    /// Called after a cursor movement: on the last row the cursor follows new rows, elsewhere it does not.
    pub(super) fn moved(&mut self, seen: usize) {
        let is_last = self.rows.cursor + 1 >= self.len();
        self.tail = match self.tail {
            _ if is_last => Tail::Following,
            Tail::Following => Tail::Held { came: 0 },
            held @ Tail::Held { .. } => held,
        };
        self.settle(seen);
    }

    /// When following, moves to the end and drops rows beyond the maximum; then scrolls to the selected row.
    pub(super) fn settle(&mut self, seen: usize) {
        if self.tail == Tail::Following
            && let Some(shown) = &mut self.shown
        {
            let extra = shown.edges.len().saturating_sub(Self::MOST_ROWS);
            if extra > 0 {
                shown.edges.drain(..extra);
                shown.first = shown.edges.first().map_or(shown.first, |edge| edge.index());
                self.rows.offset = self.rows.offset.saturating_sub(extra);
            }
            self.rows.cursor = shown.edges.len().saturating_sub(1);
        }
        let total = self.len();
        self.rows.follow(seen, total, Follow::Smoothly);
    }
}

pub(super) fn pane(state: &State) -> &LogPane {
    state.parts.get()
}

pub(super) fn pane_mut(state: &mut State) -> &mut LogPane {
    state.parts.get_mut()
}
