//! Suggested edges, for the suggestions page, for the edge editor's completion, and for correcting a dangling edge.

use crate::graph::{Graph, NodeIx};
use crate::query::{EdgeFilter, Evidence, Lookout, Passage, SuggestRequest, Suggestions, Usage, mentioned_in, suggest};
use crate::system::{self, Systems, file};
use std::path::PathBuf;
use std::sync::Arc;

/// A suggested edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposed {
    pub from: NodeIx,
    pub to: NodeIx,
    pub relation: String,
}

/// A request for suggestions.
#[derive(Debug, Clone)]
pub struct Missing {
    /// The workspace's folder, from which texts are read.
    pub root: PathBuf,
    pub systems: Systems,
    pub node: NodeIx,
    /// Edges that count for common neighbours.
    pub edges: EdgeFilter,
    /// Usage of verbs, if it was counted already.
    pub usage: Option<Arc<Usage>>,
    /// Maximum number listed.
    pub most: usize,
}

impl Missing {
    /// Computes the suggestions; `None` if cancelled. Unreadable files are skipped: the doctor reports them.
    pub fn suggestions(&self, graph: &Graph, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Suggestions> {
        let text_of = |node: NodeIx| self.systems.passages(&self.root, graph.node(node)).unwrap_or_default();
        let mentions = mentioned_in(graph, self.node, &lent(&text_of(self.node)));
        let read = |lookout: &Lookout<'_>, others: &[NodeIx]| {
            let others: Vec<_> = others.iter().map(|other| graph.node(*other)).collect();
            let search = |other, text: &[system::Passage]| {
                if cancelled() { None } else { lookout.in_text(other, &lent(text)) }
            };
            self.systems.search_passages(&self.root, &others, &search)
        };
        let file = |node: NodeIx| file::read_text(&self.root.join(graph.node(node).file()?)).ok();
        let (node, edges, most) = (self.node, &self.edges, self.most);
        let request = SuggestRequest { node, edges, mentions, read: &read, file: &file, most, cancelled };
        match &self.usage {
            Some(usage) => suggest(graph, usage, request),
            None => suggest(graph, &Usage::of(graph), request),
        }
    }
}

fn lent(passages: &[system::Passage]) -> Vec<Passage<'_>> {
    passages.iter().map(|passage| Passage { line: passage.line, text: &passage.text }).collect()
}

/// A dangling edge to correct.
#[derive(Debug, Clone)]
pub struct TargetRequest {
    pub graph: Arc<Graph>,
    /// The request for its missing end.
    pub missing: Missing,
    pub file: String,
    pub line: u32,
}

impl TargetRequest {
    /// The corrected edge, if a similarly spelt id exists; `None` if cancelled.
    pub fn suggest_target(&self, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Option<Proposed>> {
        let graph = &*self.graph;
        let is_it = |evidence: &Evidence| match evidence {
            Evidence::Dangling { edge, .. } => {
                let edge = graph.edge(*edge);
                edge.file() == self.file && edge.line() == self.line
            }
            Evidence::Mention(_) | Evidence::Shared { .. } => false,
        };
        let listed = self.missing.suggestions(graph, cancelled)?.listed;
        let found = listed.into_iter().find(|one| one.evidence.iter().any(is_it));
        Some(found.map(|found| Proposed { from: found.from, to: found.to, relation: found.relation }))
    }
}
