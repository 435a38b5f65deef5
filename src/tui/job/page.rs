//! Pages: reports that are read from top to bottom, each row of which links to its evidence.
//!
//! A page is computed from a graph and a topic, off the input thread. Layout, navigation and row actions are the same
//! for all pages: a new one needs only a [`Topic`] and a function that returns a [`Page`].

mod answer;
mod markdown;

use crate::answer::{
    ArgumentAnswer, ArgumentRequest, DriftAnswer, HistoryAnswer, ImpactAnswer, ImpactRequest, Input, PathAnswer,
    ProofAnswer, RelatedAnswer, RelationsAnswer, SuggestAnswer, SuggestRequest,
};
use crate::doctor::Report;
use crate::document::Answer;
use crate::finding::Finding;
use crate::graph::{Edge, EdgeIx, Graph, NodeIx};
use crate::query::vocabulary::Extent;
use crate::query::{
    Directions, EdgeFilter, HistoryRequest, HistoryScope, LogQuery, Orient, PathRequest, ProposedEdge, RelationFilter,
    Subgraph, Trust, Usage,
};
use crate::system::{Arguments, Hashes};
use crate::tui::theme::Role;
use crate::workspace::Workspace;
use std::sync::Arc;

/// The subject of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Topic {
    /// All edges and retractions of a node, by time.
    History(NodeIx),
    /// Evidence for and against a claim.
    Argument(NodeIx),
    /// The nodes affected by a change to a node.
    Impact(NodeIx),
    /// The edges that prove a finding.
    Proof(Box<Finding>),
    /// The shortest paths between two nodes.
    Path {
        /// Start of the paths.
        from: NodeIx,
        /// End of the paths.
        to: NodeIx,
    },
    /// The nodes most closely related to a node.
    Related(NodeIx),
    /// Suggested edges of a node.
    Suggestions(NodeIx),
    /// The nodes with drift, and what else systems know about it.
    Drift,
    /// The relations in force.
    Vocabulary,
}

impl Topic {
    /// The same topic in another graph, if its nodes exist there.
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
            Self::Vocabulary => Some(Self::Vocabulary),
        }
    }
}

/// A request for a page.
#[derive(Debug, Clone)]
pub struct PageRequest {
    pub graph: Arc<Graph>,
    pub topic: Topic,
    /// Confidence threshold and decay of edges.
    pub trust: Trust,
    /// The workspace of the graph, once it is loaded.
    pub workspace: Option<Arc<Workspace>>,
    /// Edges that count.
    pub edges: EdgeFilter,
    /// Usage of verbs, if it was counted already.
    pub usage: Option<Arc<Usage>>,
    /// The doctor's report, if there is one yet.
    pub report: Option<Arc<Report>>,
    /// Cached hashes of files.
    pub hashes: Arc<Hashes>,
}

/// Maximum number of entries per list.
const MOST_ENTRIES: usize = 500;

/// Maximum number of entries per list of an argument, nearest first.
const MOST_VOICES: usize = 200;
/// Maximum number of premises whose assumptions are read.
const MOST_READ: usize = 2_000;
/// Maximum number of equally short paths shown.
const MOST_PATHS: usize = 20;
/// Maximum number of suggestions.
pub(in crate::tui) const MOST_SUGGESTIONS: usize = 50;
/// Maximum number of related nodes.
const MOST_RELATED: usize = 20;

/// Maximum number of edges or members listed in the proof of a finding.
const MOST_PROVING: usize = 500;

/// Maximum number of rows of a history.
const MOST_ROWS: usize = 1_000;

impl PageRequest {
    fn input<'a>(&'a self, cancelled: &'a (dyn Fn() -> bool + Sync)) -> Input<'a> {
        let (workspace, hashes) = (self.workspace.as_deref(), Some(&*self.hashes));
        Input { graph: &self.graph, workspace, hashes, cancelled }
    }

    /// All edges above the confidence threshold, implicit ones too.
    fn trusted_edges(&self) -> EdgeFilter {
        EdgeFilter { trust: self.trust, ..EdgeFilter::of(RelationFilter::Any) }
    }

    /// The answer that the page shows, and the maximum number of entries per list.
    fn answer<'a>(&'a self, cancelled: &'a (dyn Fn() -> bool + Sync)) -> (Box<dyn Answer + 'a>, usize) {
        let (input, edges) = (self.input(cancelled), self.edges.clone());
        match &self.topic {
            Topic::History(node) => {
                let query = LogQuery::default();
                let (node, scope) = (Some(*node), HistoryScope::Anywhere);
                let request = HistoryRequest { node, query: &query, since: None, scope, layer: None };
                (Box::new(HistoryAnswer::new(input, &request, self.trust)), MOST_ROWS)
            }
            Topic::Argument(node) => {
                let edges = self.trusted_edges();
                let request = ArgumentRequest { claim: *node, edges, most: MOST_VOICES, most_read: MOST_READ };
                (Box::new(ArgumentAnswer::new(input, &request)), MOST_VOICES)
            }
            Topic::Impact(node) => {
                let edges = self.trusted_edges();
                let request = ImpactRequest { node: *node, edges, options: Arguments::default() };
                (Box::new(ImpactAnswer::new(input, &request)), MOST_ENTRIES)
            }
            Topic::Proof(finding) => (Box::new(ProofAnswer::new(input, finding, self.trust)), MOST_PROVING),
            Topic::Path { from, to } => {
                let (directions, orient, most) = (Directions::Both, Orient::Stored, PathAnswer::MOST);
                let request = PathRequest { edges, directions, orient, max_hops: None, most };
                (Box::new(PathAnswer::new(input, *from, *to, request)), MOST_PATHS)
            }
            Topic::Related(node) => (Box::new(RelatedAnswer::new(input, *node, edges, MOST_RELATED)), MOST_RELATED),
            Topic::Suggestions(node) => {
                let (node, usage, most) = (*node, self.usage.clone(), MOST_SUGGESTIONS);
                let request = SuggestRequest { node, edges, usage, everywhere: false, most };
                (Box::new(SuggestAnswer::new(input, request)), most)
            }
            Topic::Vocabulary => (Box::new(RelationsAnswer::new(input, Extent::InUse)), usize::MAX),
            Topic::Drift => {
                let found = self.report.as_ref().map(|report| &report.disk);
                (Box::new(DriftAnswer::new(input, found)), MOST_ENTRIES)
            }
        }
    }

    /// The nodes and edges that the page is about, `None` if its answer has none. They are not limited to the entries
    /// shown. The second value says what the answer itself leaves out.
    pub fn subgraph(&self) -> Option<(Subgraph, Option<String>)> {
        let (answer, _) = self.answer(&|| false);
        answer.subgraph(usize::MAX).map(|(_, subgraph)| (subgraph, answer.left_out(usize::MAX)))
    }

    /// Computes the page; `None` if cancelled.
    pub fn page(&self, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Page> {
        let (answer, most) = self.answer(cancelled);
        if cancelled() {
            return None;
        }
        let page = answer::page(&*answer, most);
        (!cancelled()).then_some(page)
    }
}

/// A report that is read from top to bottom.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    pub title: String,
    /// The count of its only list; empty if it has several, which have counts of their own.
    pub total: String,
    /// Its blocks, from top to bottom.
    pub parts: Vec<PageBlock>,
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq)]
pub enum PageBlock {
    /// Full-width sections.
    Whole(Vec<Section>),
    /// Sections to compare: side by side where there is room, else one below the other.
    Beside(Vec<Section>, Vec<Section>),
}

impl PageBlock {
    /// Its sections, in reading order.
    pub fn sections(&self) -> impl Iterator<Item = &Section> {
        match self {
            Self::Whole(sections) => sections.iter().chain([].iter()),
            Self::Beside(left, right) => left.iter().chain(right),
        }
    }
}

/// Rows with a heading.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Section {
    /// Not drawn if empty.
    pub heading: String,
    /// What the heading means; may be empty.
    pub about: String,
    /// Total number of entries, of which `rows` may show only the first; not shown if it is 0 although there are rows.
    pub total: usize,
    pub rows: Vec<PageRow>,
    /// Text shown if there are no rows.
    pub if_none: &'static str,
}

impl Section {
    /// A section that counts its rows.
    pub fn new(heading: impl Into<String>, rows: Vec<PageRow>, if_none: &'static str) -> Self {
        Self { heading: heading.into(), about: String::new(), total: rows.len(), rows, if_none }
    }
}

/// A row: styled text, and the node, edge or location it refers to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageRow {
    /// The text, in pieces with a style each.
    pub words: Vec<(Role, String)>,
    /// Right-aligned text such as the location, if there is room; the status line below the page always shows it.
    pub aside: String,
    /// Indentation level.
    pub indent: u16,
    /// The node the row links to.
    pub node: Option<NodeIx>,
    /// The edge the row shows or is based on.
    pub edge: Option<EdgeIx>,
    /// File and line, if they differ from those of edge or node.
    pub place: Option<(String, u32)>,
    /// Facts and a sentence for the status line below the page, if they are not those of edge or node.
    pub details: Option<(Vec<String>, String)>,
    /// The edge that this row suggests.
    pub proposed: Option<ProposedEdge>,
}

impl PageRow {
    /// A row with only text.
    pub fn saying(role: Role, words: impl Into<String>) -> Self {
        Self::default().and(role, words)
    }

    /// Appends text, without adding spaces.
    #[must_use]
    pub fn and(mut self, role: Role, words: impl Into<String>) -> Self {
        self.words.push((role, words.into()));
        self
    }

    /// Sets the right-aligned text.
    #[must_use]
    pub fn aside(mut self, words: impl Into<String>) -> Self {
        self.aside = words.into();
        self
    }

    /// Sets the indentation level.
    #[must_use]
    pub fn indented(mut self, indent: u16) -> Self {
        self.indent = indent;
        self
    }

    /// The whole text, by which a row is found again in an updated page.
    pub fn text(&self) -> String {
        let blank = if self.aside.is_empty() { "" } else { " " };
        self.words.iter().map(|(_, words)| words.as_str()).chain([blank, &self.aside]).collect()
    }

    /// File and line of the row, its edge or its node.
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
        self.parts.iter().flat_map(PageBlock::sections).flat_map(|section| &section.rows)
    }
}
