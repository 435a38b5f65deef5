//! Documents: answers as people read them, and the trait [`Answer`] from which all presentations are made.
//!
//! A question has one module, which turns a request into an [`Answer`]: a subgraph for the graph formats, a
//! [`Document`] for people, and JSON. The command line prints the document as a table, the screen shows it as a page.
//! Its words are written once, here and in the modules of the questions; presentations add none.
//!
//! A document is built on demand and its rows are made one by one, so that a million rows are printed without holding
//! them in memory.

mod edges;
mod line;
mod names;
mod row;
mod section;
mod wire;

pub use edges::{edge_row, note, place, proved_by, sentence, step_row, written};
pub use line::{Give, Line, Role};
pub use names::{called, facts, id, name, number_of, other_name, title};
pub use row::{Cell, Flow, Part, Row};
pub use section::{Block, Section, beyond, part};
pub use wire::{EdgeWire, EdgesWire, FindingWire, NodeWire, rounded};

use crate::format::json::Sink;
use crate::graph::Graph;
use crate::query::Subgraph;

/// The answer to a question.
pub trait Answer {
    /// What it is, such as `Impact of x`.
    fn title(&self) -> String;

    /// The nodes and edges that the first `most` entries of each list are about. `None` if the answer is not about a
    /// graph.
    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        let _ = most;
        None
    }

    /// What its subgraph and JSON lack if lists have at most `most` entries: `20 of 6,000 nodes; --limit N shows more`.
    fn left_out(&self, most: usize) -> Option<String> {
        let _ = most;
        None
    }

    /// The answer for people, with at most `most` entries per list.
    fn document(&self, most: usize) -> Document<'_>;

    /// Writes the answer for programs.
    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()>;

    /// Whether it is negative, such as a path that does not exist. Commands exit with 1.
    fn is_negative(&self) -> bool {
        false
    }

    /// What is said about the answer in every format.
    fn notices(&self) -> Vec<Notice> {
        Vec::new()
    }
}

/// An answer as people read it.
#[derive(Default)]
pub struct Document<'a> {
    /// Its blocks, from top to bottom.
    pub blocks: Vec<Block<Section<'a>>>,
    /// The counts in a few words; may be empty.
    pub total: String,
    /// What is said about the document.
    pub notices: Vec<Notice>,
}

/// How a notice is introduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Hint,
    Warning,
    Error,
}

impl Level {
    pub fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A sentence about an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub level: Level,
    pub text: String,
}

impl Notice {
    pub fn hint(text: impl Into<String>) -> Self {
        Self { level: Level::Hint, text: text.into() }
    }

    pub fn warning(text: impl Into<String>) -> Self {
        Self { level: Level::Warning, text: text.into() }
    }

    pub fn error(text: impl Into<String>) -> Self {
        Self { level: Level::Error, text: text.into() }
    }
}

impl<'a> Document<'a> {
    /// A document of full-width sections.
    pub fn new(sections: Vec<Section<'a>>) -> Self {
        Self { blocks: vec![Block::Whole(sections)], ..Self::default() }
    }

    #[must_use]
    pub fn with_total(mut self, total: impl Into<String>) -> Self {
        self.total = total.into();
        self
    }

    #[must_use]
    pub fn with_notices(mut self, notices: impl IntoIterator<Item = Notice>) -> Self {
        self.notices.extend(notices);
        self
    }
}
