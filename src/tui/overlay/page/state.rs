//! What the page keeps: its content, layout and cursor.

use super::content::{Page, PageRow};
use super::layout::PageLayout;
use crate::graph::Graph;
use crate::tui::state::{ListCursor, State};
use crate::tui::symbols::Symbols;
use crate::tui::topic::{PageSpot, Topic};
use std::sync::Arc;

/// The open page.
#[derive(Debug)]
pub(super) struct PagePane {
    pub(super) topic: Topic,
    /// The page, once it is computed, and its graph. It stays on screen until it is computed again.
    pub(super) shown: Option<(Page, Arc<Graph>)>,
    /// The layout of its rows.
    pub(super) layout: PageLayout,
    /// The selected row, and the first visible line.
    pub(super) rows: ListCursor,
    /// Whether the user scrolled past the selected row, which need not be visible then.
    pub(super) is_read_on: bool,
    /// The row to select once the page is computed.
    wanted: Option<PageSpot>,
}

impl PagePane {
    /// A page that is not computed yet.
    pub(super) fn about(topic: Topic) -> Self {
        Self {
            topic,
            shown: None,
            layout: PageLayout::default(),
            rows: ListCursor::default(),
            is_read_on: false,
            wanted: None,
        }
    }

    /// A page from the history.
    pub(super) fn again(spot: PageSpot) -> Self {
        Self { wanted: Some(spot.clone()), ..Self::about(spot.topic) }
    }

    /// The current location, for the history.
    pub(super) fn spot(&self) -> PageSpot {
        let text = self.selected().map(|(row, _)| row.text());
        let here = || PageSpot { topic: self.topic.clone(), text: text.unwrap_or_default(), row: self.rows.cursor };
        self.wanted.clone().filter(|_| self.shown.is_none()).unwrap_or_else(here)
    }

    /// The selected row, and the graph of its indexes.
    pub(super) fn selected(&self) -> Option<(&PageRow, &Arc<Graph>)> {
        let (page, graph) = self.shown.as_ref()?;
        Some((page.rows().nth(self.rows.cursor)?, graph))
    }

    /// Stores a computed page and returns the previous one. The selection stays on the row with the same text, if there
    /// is one.
    pub(super) fn take(&mut self, page: Page, graph: &Arc<Graph>) -> Option<(Page, Arc<Graph>)> {
        let wanted = self.wanted.take().unwrap_or_else(|| self.spot());
        let same = page.rows().enumerate().filter(|(_, row)| row.text() == wanted.text).map(|(at, _)| at);
        let row = same.min_by_key(|at| at.abs_diff(wanted.row)).unwrap_or(wanted.row);
        self.rows.cursor = row;
        self.layout.columns = usize::MAX;
        self.shown.replace((page, Arc::clone(graph)))
    }

    /// Lays the page out for a width, and scrolls to the selected row unless the user scrolled past it.
    pub(super) fn fit(&mut self, columns: usize, seen: usize, symbols: &Symbols) {
        if let Some((page, _)) = &self.shown
            && self.layout.columns != columns
        {
            self.layout = PageLayout::new(page, columns, symbols);
        }
        self.rows.cursor = self.rows.cursor.min(self.layout.len().saturating_sub(1));
        if self.is_read_on {
            self.rows.offset = self.rows.offset.min(self.layout.lines.len().saturating_sub(seen));
        }
        let followed = self.layout.follow(self.rows.cursor, self.rows.offset, seen);
        // If the selected row is visible, the user has not scrolled past it.
        self.is_read_on &= followed != self.rows.offset;
        if !self.is_read_on {
            self.rows.offset = followed;
        }
    }
}

/// The open page, if there is one.
pub(super) type Open = Option<Box<PagePane>>;

pub(super) fn pane(state: &State) -> Option<&PagePane> {
    state.parts.get::<Open>().as_deref()
}

pub(super) fn pane_mut(state: &mut State) -> Option<&mut PagePane> {
    state.parts.get_mut::<Open>().as_deref_mut()
}
