//! Links that are probably missing: what a page tells of, what the editor offers first, and how a dangling edge is mended.

use crate::graph::{Graph, NodeIx};
use crate::query::{EdgeFilter, Evidence, Lookout, Passage, SuggestRequest, Suggestions, Usage, mentioned_in, suggest};
use crate::source::{self, passages};
use std::path::PathBuf;
use std::sync::Arc;

/// An edge that somebody could add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposed {
    /// The node it would leave.
    pub from: NodeIx,
    /// The node it would reach.
    pub to: NodeIx,
    /// Its verb.
    pub relation: String,
}

/// Which links to look for.
#[derive(Debug, Clone)]
pub struct Missing {
    /// The workspace's folder: the node's text is read.
    pub root: PathBuf,
    /// The node.
    pub node: NodeIx,
    /// Over which edges neighbours are shared.
    pub edges: EdgeFilter,
    /// How verbs are used, if that was counted already.
    pub usage: Option<Arc<Usage>>,
    /// How many to list.
    pub most: usize,
}

impl Missing {
    /// Looks for them. What cannot be read is in the doctor's report.
    pub fn suggestions(&self, graph: &Graph) -> Suggestions {
        let text_of = |node: NodeIx| passages(&self.root, graph.node(node)).unwrap_or_default();
        let mentions = mentioned_in(graph, self.node, &lent(&text_of(self.node)));
        let read = |lookout: &Lookout<'_>, other: NodeIx| lookout.in_text(other, &lent(&text_of(other)));
        let request = SuggestRequest { node: self.node, edges: &self.edges, mentions, read: &read, most: self.most };
        match &self.usage {
            Some(usage) => suggest(graph, usage, request),
            None => suggest(graph, &Usage::of(graph), request),
        }
    }
}

fn lent(passages: &[source::Passage]) -> Vec<Passage<'_>> {
    passages.iter().map(|passage| Passage { line: passage.line, text: &passage.text }).collect()
}

/// A dangling edge that is to be mended.
#[derive(Debug, Clone)]
pub struct MendRequest {
    /// Its graph.
    pub graph: Arc<Graph>,
    /// Its end that nothing defines.
    pub missing: Missing,
    /// The file it is written in.
    pub file: String,
    /// The line.
    pub line: u32,
}

impl MendRequest {
    /// The edge as it was probably meant.
    pub fn mend(&self) -> Option<Proposed> {
        let graph = &*self.graph;
        let is_it = |evidence: &Evidence| match evidence {
            Evidence::Dangling { edge, .. } => {
                let edge = graph.edge(*edge);
                edge.file() == self.file && edge.line() == self.line
            }
            Evidence::Mention(_) | Evidence::Shared { .. } => false,
        };
        let found = self.missing.suggestions(graph).listed.into_iter().find(|one| one.evidence.iter().any(is_it))?;
        Some(Proposed { from: found.from, to: found.to, relation: found.relation })
    }
}
