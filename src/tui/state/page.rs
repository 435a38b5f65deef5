//! The page that lies over the panes, and where one is in it.

use super::list_cursor::ListCursor;
use crate::graph::Graph;
use crate::tui::job::{Page, PageRow, Topic};
use crate::tui::layout::page::PageLayout;
use crate::tui::symbols::Symbols;
use std::sync::Arc;

/// The page that lies over the panes.
#[derive(Debug)]
pub struct PagePane {
    /// What it is about.
    pub topic: Topic,
    /// What it says, once that is known, and the graph it was made of: until it is there anew, it goes on being shown.
    pub shown: Option<(Page, Arc<Graph>)>,
    /// Where its rows stand.
    pub layout: PageLayout,
    /// The selected row, and the first line that is seen.
    pub rows: ListCursor,
    /// Whether one has read on beyond the selected row, which need not be seen then.
    pub is_read_on: bool,
    /// The row to go to when the page is there.
    wanted: Option<PageSpot>,
}

/// A row of a page, by what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageSpot {
    /// What the page is about.
    pub topic: Topic,
    /// What the row says.
    pub text: String,
    /// Its number.
    pub row: usize,
}

impl PagePane {
    /// A page that is about to be made.
    pub fn about(topic: Topic) -> Self {
        Self {
            topic,
            shown: None,
            layout: PageLayout::default(),
            rows: ListCursor::default(),
            is_read_on: false,
            wanted: None,
        }
    }

    /// A page one comes back to.
    pub fn again(spot: PageSpot) -> Self {
        Self { wanted: Some(spot.clone()), ..Self::about(spot.topic) }
    }

    /// Where one is.
    pub fn spot(&self) -> PageSpot {
        let text = self.selected().map(|(row, _)| row.text());
        let here = || PageSpot { topic: self.topic.clone(), text: text.unwrap_or_default(), row: self.rows.cursor };
        self.wanted.clone().filter(|_| self.shown.is_none()).unwrap_or_else(here)
    }

    /// The selected row, and the graph its numbers are of.
    pub fn selected(&self) -> Option<(&PageRow, &Arc<Graph>)> {
        let (page, graph) = self.shown.as_ref()?;
        Some((page.rows().nth(self.rows.cursor)?, graph))
    }

    /// The page is there, or there anew: the selected row stays selected if something still says the same, and on its line of
    /// the screen. Gives back the page before.
    pub fn take(&mut self, page: Page, graph: &Arc<Graph>) -> Option<(Page, Arc<Graph>)> {
        let wanted = self.wanted.take().unwrap_or_else(|| self.spot());
        let same = page.rows().enumerate().filter(|(_, row)| row.text() == wanted.text).map(|(at, _)| at);
        let row = same.min_by_key(|at| at.abs_diff(wanted.row)).unwrap_or(wanted.row);
        self.rows.cursor = row;
        self.layout.columns = usize::MAX;
        self.shown.replace((page, Arc::clone(graph)))
    }

    /// Lays the page out for so many columns, and brings the selected row into the `seen` lines unless one has read on.
    pub fn fit(&mut self, columns: usize, seen: usize, symbols: &Symbols) {
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
        // Whoever went to the first or last row, and sees it, has not gone beyond it.
        self.is_read_on &= followed != self.rows.offset;
        if !self.is_read_on {
            self.rows.offset = followed;
        }
    }
}
