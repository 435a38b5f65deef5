//! The log that is followed: its last rows, and where one is in them.

use super::list_cursor::{Follow, ListCursor};
use super::prompt::Prompt;
use crate::graph::{Edge, EdgeIx, Graph};
use crate::query::LogQuery;
use crate::tui::job::Followed;
use std::sync::Arc;

/// The log that is followed.
#[derive(Debug, Default)]
pub struct LogPane {
    /// What is typed to choose rows.
    pub prompt: Prompt,
    /// What it means.
    pub query: LogQuery,
    /// Whether it is being typed.
    pub typing: bool,
    /// The rows that fit, once they are found.
    pub shown: Option<LogRows>,
    /// Where one is in them.
    pub rows: ListCursor,
    /// What happens when rows come.
    pub tail: Tail,
    /// Whether rows came while others were looked for.
    pub is_behind: bool,
}

/// What happens when rows come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tail {
    /// The newest one is selected.
    #[default]
    Following,
    /// What is selected stays so.
    Held {
        /// So many came since then.
        came: usize,
    },
}

/// Rows of the log that fit.
#[derive(Debug)]
pub struct LogRows {
    /// The graph they are of: until those of another one are found, they go on being shown.
    pub graph: Arc<Graph>,
    /// Oldest first.
    pub edges: Vec<EdgeIx>,
    /// No row from this edge on that fits is left out.
    pub first: usize,
    /// Rows before this edge were looked at.
    pub until: usize,
}

impl LogRows {
    /// How many rows the log had when they were found, fitting or not.
    pub fn total(&self) -> usize {
        self.until - self.graph.log_rows().start
    }

    /// Whether older rows were not looked at.
    pub fn is_cut(&self) -> bool {
        self.first > self.graph.log_rows().start
    }

    /// Where a row of another graph stands in these; of several that say the same, the one on the same line.
    fn find(&self, row: Edge<'_>) -> Option<usize> {
        let ends = |edge: Edge<'_>| [edge.from().address(), edge.to().address()].map(std::borrow::Cow::into_owned);
        let says_it = |edge: Edge<'_>| {
            edge.relation() == row.relation() && edge.millis() == row.millis() && ends(edge) == ends(row)
        };
        let rows = || self.edges.iter().map(|edge| self.graph.edge(*edge)).enumerate();
        let on_line = rows().find(|(_, edge)| edge.line() == row.line() && says_it(*edge));
        on_line.or_else(|| rows().find(|(_, edge)| says_it(*edge))).map(|(at, _)| at)
    }
}

impl LogPane {
    /// So many of the last rows can be walked.
    pub const MOST_ROWS: usize = 1_000;

    /// How many rows there are to walk.
    pub fn len(&self) -> usize {
        self.shown.as_ref().map_or(0, |shown| shown.edges.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The selected row.
    pub fn selected(&self) -> Option<Edge<'_>> {
        let shown = self.shown.as_ref()?;
        shown.edges.get(self.rows.cursor).map(|edge| shown.graph.edge(*edge))
    }

    /// How many of the rows that came since one left the end are below the selected one.
    pub fn came_below(&self) -> usize {
        match self.tail {
            Tail::Following => 0,
            Tail::Held { came } => came.min(self.len().saturating_sub(self.rows.cursor + 1)),
        }
    }

    /// Rows were found in a graph, `seen` of which are seen at once. Gives back those that are not needed any more.
    pub fn take(&mut self, graph: &Arc<Graph>, followed: Followed, seen: usize) -> Option<LogRows> {
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

    /// Stays on the row that is selected, although all numbers are others now.
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

    /// Whoever was moved onto the last row follows from now on; whoever was moved away from it does not.
    pub fn moved(&mut self, seen: usize) {
        let is_last = self.rows.cursor + 1 >= self.len();
        self.tail = match self.tail {
            _ if is_last => Tail::Following,
            Tail::Following => Tail::Held { came: 0 },
            held @ Tail::Held { .. } => held,
        };
        self.settle(seen);
    }

    /// Follows to the end if that is wanted, without rows nobody walks, and brings the selected row into the `seen` ones.
    pub fn settle(&mut self, seen: usize) {
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
