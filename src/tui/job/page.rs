//! Pages: answers that are read from top to bottom, each row of which leads to what proves it.
//!
//! A page is made off the input thread from a graph and a topic. What it looks like, how it is walked and what its rows can
//! be used for is the same for all of them: a new one is a [`Topic`] and a function that returns a [`Page`].

mod argument;
mod drift;
mod history;
mod impact;
mod path;
mod proof;
mod related;
mod suggest;

use crate::doctor::Report;
use crate::finding::Finding;
use crate::graph::{Edge, EdgeIx, Graph, Node, NodeIx};
use crate::query::{EdgeFilter, Trust, Usage};
use crate::tui::job::{Missing, Proposed};
use crate::tui::names::{names, role};
use crate::tui::theme::Role;
use crate::workspace::Workspace;
use std::path::PathBuf;
use std::sync::Arc;

/// What a page is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Topic {
    /// What was said about a node, and when.
    History(NodeIx),
    /// What speaks for a claim and against it.
    Argument(NodeIx),
    /// What a change of a node reaches.
    Impact(NodeIx),
    /// What proves a finding.
    Proof(Box<Finding>),
    /// How two nodes are connected.
    Path {
        /// Where the chains start.
        from: NodeIx,
        /// Where they end.
        to: NodeIx,
    },
    /// What has most to do with a node.
    Related(NodeIx),
    /// Which links of a node are probably missing.
    Suggestions(NodeIx),
    /// Which nodes of architecture models changed since their last sync, and which files belong to no node.
    Drift,
}

impl Topic {
    /// The same in another graph, if it is there.
    pub fn translated(&self, find: impl Fn(NodeIx) -> Option<NodeIx>) -> Option<Self> {
        match self {
            Self::History(node) => find(*node).map(Self::History),
            Self::Argument(node) => find(*node).map(Self::Argument),
            Self::Impact(node) => find(*node).map(Self::Impact),
            Self::Proof(finding) => Some(Self::Proof(finding.clone())),
            Self::Path { from, to } => Some(Self::Path { from: find(*from)?, to: find(*to)? }),
            Self::Related(node) => find(*node).map(Self::Related),
            Self::Suggestions(node) => find(*node).map(Self::Suggestions),
            Self::Drift => Some(Self::Drift),
        }
    }
}

/// A page that somebody wants to see.
#[derive(Debug)]
pub struct PageRequest {
    /// Of this graph.
    pub graph: Arc<Graph>,
    /// About this.
    pub topic: Topic,
    /// How far edges are trusted.
    pub trust: Trust,
    /// The workspace the graph is of, once it was read.
    pub workspace: Option<Arc<Workspace>>,
    /// The workspace's folder.
    pub root: PathBuf,
    /// Which edges count.
    pub edges: EdgeFilter,
    /// How verbs are used, if that was counted already.
    pub usage: Option<Arc<Usage>>,
    /// The doctor's report, once it is there.
    pub report: Option<Arc<Report>>,
}

impl PageRequest {
    /// Makes the page; `None` if it was called off.
    pub fn page(&self, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Page> {
        let page = match &self.topic {
            Topic::History(node) => history::page(&self.graph, *node),
            Topic::Argument(node) => argument::page(self, *node, cancelled)?,
            Topic::Impact(node) => impact::page(self, *node, cancelled)?,
            Topic::Proof(finding) => proof::page(self, finding),
            Topic::Path { from, to } => path::page(&self.graph, *from, *to, self.edges.clone(), cancelled)?,
            Topic::Drift => drift::page(self, cancelled),
            Topic::Related(node) => related::page(&self.graph, *node, &self.edges),
            Topic::Suggestions(node) => {
                let (root, edges, usage) = (self.root.clone(), self.edges.clone(), self.usage.clone());
                let missing = Missing { root, node: *node, edges, usage, most: suggest::MOST };
                suggest::page(&self.graph, *node, &missing.suggestions(&self.graph, cancelled)?)
            }
        };
        (!cancelled()).then_some(page)
    }
}

/// What is read from top to bottom.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// What it is.
    pub title: String,
    /// Its parts, one below the other.
    pub parts: Vec<PageBlock>,
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageBlock {
    /// Sections over the whole width.
    Whole(Vec<Section>),
    /// Sections that are compared with others: side by side where there is room, else one below the other.
    Beside(Vec<Section>, Vec<Section>),
}

/// Rows with a heading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Section {
    /// What they are; nothing is drawn where it is empty.
    pub heading: String,
    /// How many there are in all, of which `rows` may be the first ones; not told where it is 0 and there are rows.
    pub total: usize,
    /// The rows.
    pub rows: Vec<PageRow>,
    /// What is said where there is none.
    pub if_none: &'static str,
}

impl Section {
    /// A section that counts its rows.
    pub fn new(heading: impl Into<String>, rows: Vec<PageRow>, if_none: &'static str) -> Self {
        Self { heading: heading.into(), total: rows.len(), rows, if_none }
    }
}

/// A row: words, and what they are about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageRow {
    /// Its words, each with what it is.
    pub words: Vec<(Role, String)>,
    /// What stands at the right where there is room for it, such as the place: below the page it is told in any case.
    pub aside: String,
    /// So many steps it stands further in.
    pub indent: u16,
    /// The node one goes to from here.
    pub node: Option<NodeIx>,
    /// The edge it tells of, or rests on.
    pub edge: Option<EdgeIx>,
    /// The file and line it is written in, if that is not where edge or node are.
    pub place: Option<(String, u32)>,
    /// What is told of it below the page, if that is not its edge or node: facts beside its place, and a sentence.
    pub told: Option<(Vec<String>, String)>,
    /// The edge that could be added because of it.
    pub proposed: Option<Proposed>,
}

impl PageRow {
    /// A row that only says something.
    pub fn saying(role: Role, words: impl Into<String>) -> Self {
        Self::default().and(role, words)
    }

    /// More words. They stand as they are: blanks between words are theirs.
    #[must_use]
    pub fn and(mut self, role: Role, words: impl Into<String>) -> Self {
        self.words.push((role, words.into()));
        self
    }

    /// The name of a node.
    #[must_use]
    pub fn naming(self, node: Node<'_>) -> Self {
        self.and(role(node), names(node).0)
    }

    /// Something at the right.
    #[must_use]
    pub fn aside(mut self, words: impl Into<String>) -> Self {
        self.aside = words.into();
        self
    }

    /// So many steps further in.
    #[must_use]
    pub fn indented(mut self, indent: u16) -> Self {
        self.indent = indent;
        self
    }

    /// The row leads to this node.
    #[must_use]
    pub fn to(mut self, node: NodeIx) -> Self {
        self.node = Some(node);
        self
    }

    /// This edge proves it.
    #[must_use]
    pub fn by(mut self, edge: EdgeIx) -> Self {
        self.edge = Some(edge);
        self
    }

    /// It is written there.
    #[must_use]
    pub fn at(mut self, file: impl Into<String>, line: u32) -> Self {
        self.place = Some((file.into(), line));
        self
    }

    /// Such facts and words are told of it below the page.
    #[must_use]
    pub fn telling(mut self, facts: Vec<String>, words: impl Into<String>) -> Self {
        self.told = Some((facts, words.into()));
        self
    }

    /// This edge could be added because of it.
    #[must_use]
    pub fn proposing(mut self, proposed: Proposed) -> Self {
        self.proposed = Some(proposed);
        self
    }

    /// Everything it says: rows are found again by it.
    pub fn text(&self) -> String {
        let blank = if self.aside.is_empty() { "" } else { " " };
        self.words.iter().map(|(_, words)| words.as_str()).chain([blank, &self.aside]).collect()
    }

    /// Where it is written.
    pub fn place(&self, graph: &Graph) -> Option<(String, Option<u32>)> {
        let explicit = self.place.clone().map(|(file, line)| (file, Some(line)));
        let of_edge =
            || self.edge.map(|edge| graph.edge(edge)).map(|edge: Edge<'_>| (edge.file().to_owned(), Some(edge.line())));
        let of_node = || {
            let node = graph.node(self.node?);
            node.file().map(|file| (file.to_owned(), node.line()))
        };
        explicit.or_else(of_edge).or_else(of_node)
    }
}

impl Page {
    /// All rows, in reading order.
    pub fn rows(&self) -> impl Iterator<Item = &PageRow> {
        let sections = self.parts.iter().flat_map(|part| match part {
            PageBlock::Whole(sections) => sections.iter().chain([].iter()),
            PageBlock::Beside(left, right) => left.iter().chain(right),
        });
        sections.flat_map(|section| &section.rows)
    }
}
