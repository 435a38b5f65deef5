//! Suggestions: edges of a node that are probably missing, each with its evidence (link prediction).
//!
//! There are three kinds of evidence: a dangling edge whose undefined id is close to a defined one (edit distance), a
//! text that mentions a node without an edge to it, and shared neighbours (Adamic-Adar index); see decision 0023.
//! Pieces of evidence are combined as a noisy-OR: each one multiplies the remaining doubt. Cheap evidence is collected
//! for all candidates, expensive evidence only for those that will be listed. Files are not read here: the caller
//! passes texts in as passages and callbacks.
//!
//! The suggestion for a pair of nodes has the same direction and verb whichever of the two is queried.

mod candidate;
mod cycles;
mod dangling;
mod mention;
mod reading;
mod shared;
mod words;

use super::filter::{EdgeFilter, RelationFilter};
use super::fit::Usage;
use crate::graph::{EdgeIx, Graph, Node, NodeIx};
use candidate::{Candidate, Collection, Settling};
use cycles::Cycles;
use hashbrown::HashMap;

pub use mention::{Lookout, Mention, Named, Passage, mentioned_in};
pub use shared::Shared;

pub struct SuggestRequest<'r> {
    /// The node to suggest edges for.
    pub node: NodeIx,
    /// Edges over which neighbours are shared. Also limits the suggestions: both ends and the verb must pass the
    /// filter.
    pub edges: &'r EdgeFilter,
    /// Mentions found in the node's own text. Titles are always searched.
    pub mentions: Vec<Mention>,
    /// Searches the texts of other nodes for mentions of this one. Called once, for listed candidates only.
    pub read: &'r dyn Fn(&Lookout<'_>, &[NodeIx]) -> Vec<Mention>,
    /// Reads the whole file of a node, to find the line of a mention. Called for listed suggestions only.
    pub file: &'r dyn Fn(NodeIx) -> Option<String>,
    /// Maximum number of suggestions listed.
    pub most: usize,
    /// Whether the query has been cancelled.
    pub cancelled: &'r (dyn Fn() -> bool + Sync),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Suggestions {
    /// The best suggestions, best first.
    pub listed: Vec<Suggestion>,
    /// Total number of suggestions, including those not listed.
    pub total: usize,
}

/// An edge that is probably missing.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    pub from: NodeIx,
    pub to: NodeIx,
    /// The verb of the suggested edge.
    pub relation: String,
    /// Combined strength of the evidence, from 0 to 1.
    pub score: f64,
    pub evidence: Vec<Evidence>,
}

/// Evidence for a suggestion.
#[derive(Debug, Clone, PartialEq)]
pub enum Evidence {
    /// A dangling edge refers to an undefined id with a similar spelling.
    Dangling {
        edge: EdgeIx,
        /// The missing node.
        missing: NodeIx,
    },
    /// A text mentions the other node.
    Mention(Mention),
    /// The two nodes have neighbours in common.
    Shared {
        /// The neighbours that contribute most.
        listed: Vec<Shared>,
        /// Number of shared neighbours.
        total: usize,
    },
}

/// Suggests edges for a node; `None` if cancelled. Pairs that are linked already, or whose edge was retracted, are not
/// suggested, nor is anything the edge filter excludes.
pub fn suggest(graph: &Graph, usage: &Usage, request: SuggestRequest<'_>) -> Option<Suggestions> {
    let SuggestRequest { node, edges, mentions, read, file, most, cancelled } = request;
    let mut cycles = Cycles::new(graph, cancelled);
    let mut found = Collection::new(graph, node, edges);
    for one in dangling::dangling(graph, node, &mut cycles, cancelled) {
        found.add_dangling(one);
    }
    if cancelled() {
        return None;
    }
    let mut common = shared::Common::of(graph, node, edges);
    let lookout = Lookout::new(graph, node);
    // A missing node has no text, and its edges are all dangling.
    if is_target(graph.node(node)) {
        let title = Passage { line: graph.node(node).line().unwrap_or(1), text: graph.node(node).title() };
        let in_its_title = mentioned_in(graph, node, &[title]);
        for mention in mentions.into_iter().chain(in_its_title).chain(lookout.in_titles()) {
            found.add_mention(mention);
        }
        for (other, score) in common.others(cancelled) {
            found.add_shared(other, score);
        }
    }
    let mut candidates = found.candidates;
    sort(graph, &mut candidates);
    let mut total = candidates.len();
    // The verb is known only once a candidate is settled, so filtering by verb requires settling all candidates.
    let filters_verbs = edges.relations != RelationFilter::Any;
    if !filters_verbs {
        candidates.truncate(most);
    }
    let mut mentions = HashMap::new();
    if is_target(graph.node(node)) && !cancelled() {
        let others: Vec<_> = candidates.iter().map(|candidate| candidate.other(node)).collect();
        mentions.extend(read(&lookout, &others).into_iter().map(|mention| (mention.from, mention)));
    }
    let mut settling = Settling { graph, usage, node, common: &common, mentions: &mentions, cycles: &mut cycles };
    for candidate in &mut candidates {
        if cancelled() {
            return None;
        }
        candidate.settle(&mut settling);
    }
    if filters_verbs {
        candidates.retain(|candidate| edges.relations.keeps_verb(graph, &candidate.relation));
        total = candidates.len();
    }
    // Texts that were read in the meantime may have changed the order.
    sort(graph, &mut candidates);
    candidates.truncate(most);
    for candidate in &mut candidates {
        candidate.find_lines(graph, file);
    }
    let listed = candidates.into_iter().map(|candidate| {
        let Candidate { from, to, relation, doubt, evidence } = candidate;
        Suggestion { from, to, relation, score: 1.0 - doubt, evidence }
    });
    let found = Suggestions { listed: listed.collect(), total };
    (!cancelled()).then_some(found)
}

/// Sorts the most probable candidates first.
fn sort(graph: &Graph, candidates: &mut [Candidate]) {
    let id = |ix: NodeIx| (graph.node(ix).id(), graph.node(ix).system());
    let ends = |one: &Candidate| (id(one.from), id(one.to));
    candidates.sort_by(|one, other| {
        one.doubt.total_cmp(&other.doubt).then_with(|| (ends(one), &one.relation).cmp(&(ends(other), &other.relation)))
    });
}

/// Whether a node can be linked to: it must be defined.
fn is_target(node: Node<'_>) -> bool {
    !node.is_missing()
}
