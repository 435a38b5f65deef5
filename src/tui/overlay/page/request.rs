//! Computes a page from a graph and a topic, off the input thread.

use super::answer;
use super::content::Page;
use crate::answer::{
    ArgumentAnswer, ArgumentRequest, DriftAnswer, HistoryAnswer, ImpactAnswer, ImpactRequest, Input, PathAnswer,
    ProofAnswer, RelatedAnswer, RelationsAnswer, SuggestAnswer, SuggestRequest,
};
use crate::doctor::Report;
use crate::document::Answer;
use crate::graph::Graph;
use crate::query::vocabulary::Extent;
use crate::query::{
    Directions, EdgeFilter, HistoryRequest, HistoryScope, LogQuery, Orient, PathRequest, RelationFilter, Subgraph,
    Trust, Usage,
};
use crate::system::{Arguments, Hashes};
use crate::tui::state::State;
use crate::tui::topic::Topic;
use crate::tui::update::ask::all_edges;
use crate::workspace::Workspace;
use std::sync::Arc;

/// A request for a page.
#[derive(Debug)]
pub(super) struct PageRequest {
    graph: Arc<Graph>,
    topic: Topic,
    /// Confidence threshold and decay of edges.
    trust: Trust,
    /// The workspace of the graph, once it is loaded.
    workspace: Option<Arc<Workspace>>,
    /// Edges that count.
    edges: EdgeFilter,
    /// Usage of verbs, if it was counted already.
    usage: Option<Arc<Usage>>,
    /// The doctor's report, if there is one yet.
    report: Option<Arc<Report>>,
    /// Cached hashes of files.
    hashes: Arc<Hashes>,
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
pub(super) const MOST_SUGGESTIONS: usize = 50;
/// Maximum number of related nodes.
const MOST_RELATED: usize = 20;

/// Maximum number of edges or members listed in the proof of a finding.
const MOST_PROVING: usize = 500;

/// Maximum number of rows of a history.
const MOST_ROWS: usize = 1_000;

impl PageRequest {
    /// The request for the page of a topic. Paths follow the relations chosen in Explore and Map.
    pub(super) fn of(state: &State, topic: Topic) -> Self {
        let session = &state.session;
        let mut edges = all_edges(state);
        if matches!(topic, Topic::Path { .. }) {
            edges.relations = session.filters.relations.filter(&session.graph);
        }
        Self {
            graph: Arc::clone(&session.graph),
            topic,
            trust: session.trust(),
            workspace: session.workspace.clone(),
            edges,
            usage: session.counted.usage.clone(),
            report: session.checks.report.clone(),
            hashes: Arc::clone(&session.checks.hashes),
        }
    }

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
    pub(super) fn subgraph(&self) -> Option<(Subgraph, Option<String>)> {
        let (answer, _) = self.answer(&|| false);
        answer.subgraph(usize::MAX).map(|(_, subgraph)| (subgraph, answer.left_out(usize::MAX)))
    }

    /// Computes the page; `None` if cancelled.
    pub(super) fn page(&self, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Page> {
        let (answer, most) = self.answer(cancelled);
        if cancelled() {
            return None;
        }
        let page = answer::page(&*answer, most);
        (!cancelled()).then_some(page)
    }
}
