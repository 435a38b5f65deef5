//! Links of a node that are probably missing, each with what speaks for it.
//!
//! Three things do: an edge whose other end nothing defines, with what its writer may have meant; a text that names a node
//! without a link to it; neighbours that two nodes share (decision 0023). Texts are read by others and come as passages.

mod dangling;
mod mention;
mod shared;
mod words;

use super::filter::EdgeFilter;
use super::fit::Usage;
use crate::graph::{Direction, EdgeIx, Graph, Node, NodeIx};
use hashbrown::{HashMap, HashSet};

pub use mention::{Lookout, Mention, Named, Passage, mentioned_in};
pub use shared::Shared;

/// Which links to look for.
#[derive(Debug)]
pub struct SuggestRequest<'r> {
    /// The node whose links they are.
    pub node: NodeIx,
    /// Over which edges neighbours are shared.
    pub edges: &'r EdgeFilter,
    /// What texts that were read say; titles are looked at in any case.
    pub mentions: Vec<Mention>,
    /// How many to list.
    pub most: usize,
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

/// A suggestion that is still being made.
struct Candidate {
    from: NodeIx,
    to: NodeIx,
    /// The verb, if the evidence has one.
    relation: Option<String>,
    doubt: f64,
    evidence: Vec<Evidence>,
}

/// Finds the links of a node that are probably missing. What is linked already, or was once and taken back, is not among them.
pub fn suggest(graph: &Graph, usage: &Usage, request: SuggestRequest<'_>) -> Suggestions {
    let SuggestRequest { node, edges, mentions, most } = request;
    let mut found = Collection { linked: linked(graph, node), ..Collection::default() };
    for one in dangling::dangling(graph, node) {
        found.add_dangling(one);
    }
    let mut common = shared::Common::of(graph, node, edges);
    // What nothing defines has no text, and no links but those that are meant for something else.
    if is_target(graph.node(node)) {
        let title = Passage { line: graph.node(node).line().unwrap_or(1), text: graph.node(node).title() };
        let in_its_title = mentioned_in(graph, node, &[title]);
        let in_titles = Lookout::new(graph, node).in_titles();
        for mention in mentions.into_iter().chain(in_its_title).chain(in_titles) {
            found.add_mention(node, mention);
        }
        for (other, score) in common.others() {
            found.add_shared(node, other, score);
        }
    }
    let Collection { mut candidates, .. } = found;
    let id = |ix: NodeIx| (graph.node(ix).id(), graph.node(ix).system());
    let ends = |one: &Candidate| (id(one.from), id(one.to));
    candidates.sort_by(|one, other| {
        one.doubt.total_cmp(&other.doubt).then_with(|| (ends(one), &one.relation).cmp(&(ends(other), &other.relation)))
    });
    let total = candidates.len();
    candidates.truncate(most);
    let whole = |candidate: Candidate| whole(graph, usage, node, &common, candidate);
    Suggestions { listed: candidates.into_iter().map(whole).collect(), total }
}

/// The candidate with all that is only wanted of those that are listed: a verb, and the neighbours that are shared.
fn whole(graph: &Graph, usage: &Usage, node: NodeIx, common: &shared::Common<'_>, candidate: Candidate) -> Suggestion {
    let Candidate { from, to, relation, doubt, mut evidence } = candidate;
    let other = if from == node { to } else { from };
    for one in &mut evidence {
        if let Evidence::Shared { listed, total } = one {
            (*listed, *total) = common.with(other);
        }
    }
    let score = 1.0 - doubt;
    if let Some(relation) = relation {
        return Suggestion { from, to, relation, score, evidence };
    }
    let fit = |from: NodeIx, to: NodeIx| usage.fitting(graph, Some(from), Some(to)).into_iter().next();
    let used = |fit: &Option<super::Fit>| fit.as_ref().map_or(0, |fit| fit.used_here);
    let [there, back] = [fit(from, to), fit(to, from)];
    let (from, to, fit) = if used(&back) > used(&there) { (to, from, back) } else { (from, to, there) };
    let relation = fit.map_or_else(|| "mentions".to_owned(), |fit| fit.relation);
    Suggestion { from, to, relation, score, evidence }
}

/// The nodes that something joins to this one, or once did.
fn linked(graph: &Graph, node: NodeIx) -> HashSet<NodeIx> {
    let sides = [Direction::In, Direction::Out];
    let rows = sides.iter().flat_map(|side| [graph.edges_of(node, *side), graph.retracted_of(node, *side)]);
    rows.flatten().map(|edge| graph.edge(*edge).other(node)).chain([node]).collect()
}

#[derive(Default)]
struct Collection {
    linked: HashSet<NodeIx>,
    candidates: Vec<Candidate>,
    /// Where the first candidate between two nodes is, whichever of them it leaves.
    between: HashMap<[NodeIx; 2], usize>,
}

impl Collection {
    fn add_dangling(&mut self, one: dangling::Dangling) {
        let dangling::Dangling { from, to, relation, edge, missing, score } = one;
        let evidence = Evidence::Dangling { edge, missing };
        let relation = Some(relation);
        let same = |one: &&mut Candidate| one.from == from && one.to == to && one.relation == relation;
        match self.candidates.iter_mut().find(same) {
            Some(known) => {
                known.doubt = known.doubt.min(1.0 - score);
                known.evidence.push(evidence);
            }
            None => self.push(Candidate { from, to, relation, doubt: 1.0 - score, evidence: vec![evidence] }),
        }
    }

    fn add_mention(&mut self, node: NodeIx, mention: Mention) {
        let (from, to, score) = (mention.from, mention.to, mention.named.score());
        let other = if from == node { to } else { from };
        if self.linked.contains(&other) {
            return;
        }
        let relation = Some("mentions".to_owned());
        self.add(Candidate { from, to, relation, doubt: 1.0 - score, evidence: vec![Evidence::Mention(mention)] });
    }

    fn add_shared(&mut self, node: NodeIx, other: NodeIx, score: f64) {
        if self.linked.contains(&other) {
            return;
        }
        // Who they are is looked up for those that are listed.
        let evidence = vec![Evidence::Shared { listed: Vec::new(), total: 0 }];
        self.add(Candidate { from: node, to: other, relation: None, doubt: 1.0 / (1.0 + score), evidence });
    }

    /// Adds to what speaks for a link between the same two nodes, or makes a new one.
    fn add(&mut self, candidate: Candidate) {
        match self.between.get(&between(candidate.from, candidate.to)) {
            Some(at) => {
                let known = &mut self.candidates[*at];
                known.doubt *= candidate.doubt;
                known.evidence.extend(candidate.evidence);
            }
            None => self.push(candidate),
        }
    }

    fn push(&mut self, candidate: Candidate) {
        self.between.entry(between(candidate.from, candidate.to)).or_insert(self.candidates.len());
        self.candidates.push(candidate);
    }
}

fn between(one: NodeIx, other: NodeIx) -> [NodeIx; 2] {
    if one < other { [one, other] } else { [other, one] }
}

/// Whether something can be linked to: only what is defined.
fn is_target(node: Node<'_>) -> bool {
    !node.is_missing()
}
