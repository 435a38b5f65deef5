//! Links that are probably missing: what a page tells of, what the editor offers first, and how a dangling edge is mended.

use crate::graph::{Graph, NodeIx};
use crate::query::{EdgeFilter, Evidence, Lookout, Passage, SuggestRequest, Suggestions, Usage, mentioned_in, suggest};
use crate::source::{self, file, passages};
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
    /// Looks for them; `None` if it was called off. What cannot be read is in the doctor's report.
    pub fn suggestions(&self, graph: &Graph, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Suggestions> {
        let text_of = |node: NodeIx| passages(&self.root, graph.node(node)).unwrap_or_default();
        let mentions = mentioned_in(graph, self.node, &lent(&text_of(self.node)));
        let read = |lookout: &Lookout<'_>, other: NodeIx| lookout.in_text(other, &lent(&text_of(other)));
        let file = |node: NodeIx| file::read_text(&self.root.join(graph.node(node).file()?)).ok();
        let (node, edges, most) = (self.node, &self.edges, self.most);
        let request = SuggestRequest { node, edges, mentions, read: &read, file: &file, most, cancelled };
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
pub struct TargetRequest {
    /// Its graph.
    pub graph: Arc<Graph>,
    /// Its end that nothing defines.
    pub missing: Missing,
    /// The file it is written in.
    pub file: String,
    /// The line.
    pub line: u32,
}

impl TargetRequest {
    /// The edge as it was probably meant, if something is spelt alike; `None` if it was called off.
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
