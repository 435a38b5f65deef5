//! What a page says: blocks of sections of rows, each of which links to its evidence.

use crate::document::Block;
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::ProposedEdge;
use crate::tui::theme::Role;

/// A report that is read from top to bottom.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Page {
    pub(super) title: String,
    /// The count of its only list; empty if it has several, which have counts of their own.
    pub(super) total: String,
    /// Its blocks, from top to bottom.
    pub(super) parts: Vec<PageBlock>,
}

pub(super) type PageBlock = Block<Section>;

/// Rows with a heading.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Section {
    /// Not drawn if empty.
    pub(super) heading: String,
    /// What the heading means; may be empty.
    pub(super) about: String,
    /// Total number of entries, of which `rows` may show only the first; not shown if it is 0 although there are rows.
    pub(super) total: usize,
    pub(super) rows: Vec<PageRow>,
    /// Text shown if there are no rows.
    pub(super) if_none: &'static str,
}

#[cfg(test)]
impl Section {
    /// A section that counts its rows.
    pub(super) fn new(heading: impl Into<String>, rows: Vec<PageRow>, if_none: &'static str) -> Self {
        Self { heading: heading.into(), about: String::new(), total: rows.len(), rows, if_none }
    }
}

/// A row: styled text, and the node, edge or location it refers to.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PageRow {
    /// The text, in pieces with a style each.
    pub(super) words: Vec<(Role, String)>,
    /// Right-aligned text such as the location, if there is room; the status line below the page always shows it.
    pub(super) aside: String,
    /// Indentation level.
    pub(super) indent: u16,
    /// The node the row links to.
    pub(super) node: Option<NodeIx>,
    /// The edge the row shows or is based on.
    pub(super) edge: Option<EdgeIx>,
    /// File and line, if they differ from those of edge or node.
    pub(super) place: Option<(String, u32)>,
    /// Facts and a sentence for the status line below the page, if they are not those of edge or node.
    pub(super) details: Option<(Vec<String>, String)>,
    /// The edge that this row suggests.
    pub(super) proposed: Option<ProposedEdge>,
}

impl PageRow {
    /// A row with only text.
    pub(super) fn saying(role: Role, words: impl Into<String>) -> Self {
        Self { words: vec![(role, words.into())], ..Self::default() }
    }

    /// The whole text, by which a row is found again in an updated page.
    pub(super) fn text(&self) -> String {
        let blank = if self.aside.is_empty() { "" } else { " " };
        self.words.iter().map(|(_, words)| words.as_str()).chain([blank, &self.aside]).collect()
    }

    /// File and line of the row, its edge or its node.
    pub(super) fn place(&self, graph: &Graph) -> Option<(String, Option<u32>)> {
        let explicit = self.place.clone().map(|(file, line)| (file, Some(line)));
        let of_edge = || self.edge.map(|edge| graph.edge(edge)).map(|edge| (edge.file().to_owned(), Some(edge.line())));
        let of_node = || {
            let node = graph.node(self.node?);
            node.file().map(|file| (file.to_owned(), node.line()))
        };
        explicit.or_else(of_edge).or_else(of_node)
    }
}

impl Page {
    /// All rows, in reading order.
    pub(super) fn rows(&self) -> impl Iterator<Item = &PageRow> {
        self.parts.iter().flat_map(PageBlock::sections).flat_map(|section| &section.rows)
    }
}
