//! Links of a node that are probably missing, each with what speaks for it.
//!
//! Three things do: an edge whose other end nothing defines, with what its writer may have meant; a text that names a node
//! without a link to it; neighbours that two nodes share (decision 0023). Texts are read by others and come as passages.
//!
//! Whichever of two nodes is asked about, a link between them is suggested the same way round and with the same verb.

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

pub use mention::{Lookout, Mention, Named, Passage, mentioned_in};
pub use shared::Shared;

/// Which links to look for.
pub struct SuggestRequest<'r> {
    /// The node whose links they are.
    pub node: NodeIx,
    /// Over which edges neighbours are shared, and which links may be suggested: a link whose ends lie elsewhere or whose verb
    /// is not among those that are meant is none of them.
    pub edges: &'r EdgeFilter,
    /// What texts that were read say; titles are looked at in any case.
    pub mentions: Vec<Mention>,
    /// Reads whether the text of another node names this one. Asked about those that are listed.
    pub read: &'r dyn Fn(&Lookout<'_>, NodeIx) -> Option<Mention>,
    /// Reads the whole file of a node, to find the line on which it says something. Asked about those that are listed.
    pub file: &'r dyn Fn(NodeIx) -> Option<String>,
    /// How many to list.
    pub most: usize,
    /// Whether nobody wants to know any more.
    pub cancelled: &'r (dyn Fn() -> bool + Sync),
}

/// The links that are probably missing.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestions {
    /// The most probable ones, best first.
    pub listed: Vec<Suggestion>,
    /// How many there are in all.
    pub total: usize,
}

/// A link that is probably missing.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// The node it would leave.
    pub from: NodeIx,
    /// The node it would reach.
    pub to: NodeIx,
    /// The verb it would have.
    pub relation: String,
    /// How much speaks for it, from 0 to 1. Each piece of evidence leaves less room for doubt.
    pub score: f64,
    /// What speaks for it.
    pub evidence: Vec<Evidence>,
}

/// Something that speaks for a link.
#[derive(Debug, Clone, PartialEq)]
pub enum Evidence {
    /// An edge leads to something that nothing defines and that is spelt alike.
    Dangling {
        /// The edge.
        edge: EdgeIx,
        /// What nothing defines.
        missing: NodeIx,
    },
    /// A text names the other node.
    Mention(Mention),
    /// Both have these neighbours.
    Shared {
        /// The most telling ones.
        listed: Vec<Shared>,
        /// How many there are.
        total: usize,
    },
}

/// Finds the links of a node that are probably missing; `None` if it was called off. What is linked already, or was once and
/// taken back, is not among them, nor what the choice of edges leaves out.
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
    // What nothing defines has no text, and no links but those that are meant for something else.
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
    // Which verb a link would have is known of those that are settled: whoever asks for some has all of them settled.
    let asks_for_verbs = edges.relations != RelationFilter::Any;
    if !asks_for_verbs {
        candidates.truncate(most);
    }
    let mut settling = Settling { graph, usage, node, common: &common, lookout: &lookout, read, cycles: &mut cycles };
    for candidate in &mut candidates {
        if cancelled() {
            return None;
        }
        candidate.settle(&mut settling);
    }
    if asks_for_verbs {
        candidates.retain(|candidate| edges.relations.keeps_verb(graph, &candidate.relation));
        total = candidates.len();
    }
    // What was read speaks for some more than was known.
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

/// The most probable ones first.
fn sort(graph: &Graph, candidates: &mut [Candidate]) {
    let id = |ix: NodeIx| (graph.node(ix).id(), graph.node(ix).system());
    let ends = |one: &Candidate| (id(one.from), id(one.to));
    candidates.sort_by(|one, other| {
        one.doubt.total_cmp(&other.doubt).then_with(|| (ends(one), &one.relation).cmp(&(ends(other), &other.relation)))
    });
}

/// Whether something can be linked to: only what is defined.
fn is_target(node: Node<'_>) -> bool {
    !node.is_missing()
}
