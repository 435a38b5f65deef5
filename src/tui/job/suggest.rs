//! Suggested edges, for the suggestions page, for the edge editor's completion, and for correcting a dangling edge.

use crate::answer::{Input, SuggestRequest};
use crate::graph::Graph;
use crate::query::{Evidence, ProposedEdge, Suggestions};
use crate::workspace::Workspace;
use std::sync::Arc;

/// A request for suggestions.
#[derive(Debug, Clone)]
pub struct Missing {
    pub request: SuggestRequest,
    /// The workspace whose texts are read, once it is loaded.
    pub workspace: Option<Arc<Workspace>>,
}

impl Missing {
    /// Computes the suggestions; `None` if cancelled. Unreadable files are skipped: the doctor reports them.
    pub fn suggestions(&self, graph: &Graph, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Suggestions> {
        let input = Input { graph, workspace: self.workspace.as_deref(), hashes: None, cancelled };
        let (found, _) = self.request.suggestions(input);
        found
    }
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
    pub fn suggest_target(&self, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Option<ProposedEdge>> {
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
        Some(found.as_ref().map(ProposedEdge::from))
    }
}
