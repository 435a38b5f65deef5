//! Links of a node that are probably missing, each with what speaks for it.
//!
//! Three things do: an edge whose other end nothing defines, with what its writer may have meant; a text that names a node
//! without a link to it; neighbours that two nodes share (decision 0023). Texts are read by others and come as passages.
//!
//! Whichever of two nodes is asked about, a link between them is suggested the same way round and with the same verb.

mod dangling;
mod mention;
mod reading;
mod shared;
mod words;

use super::filter::EdgeFilter;
use super::fit::Usage;
use crate::graph::{Direction, EdgeIx, Graph, Node, NodeIx};
use hashbrown::{HashMap, HashSet};
use reading::{Pair, Reading};

pub use mention::{Lookout, Mention, Named, Passage, mentioned_in};
pub use shared::Shared;

/// Which links to look for.
pub struct SuggestRequest<'r> {
    /// The node whose links they are.
    pub node: NodeIx,
    /// Over which edges neighbours are shared.
    pub edges: &'r EdgeFilter,
    /// What texts that were read say; titles are looked at in any case.
    pub mentions: Vec<Mention>,
    /// Reads whether the text of another node names this one. Asked about those that are listed.
    pub read: &'r dyn Fn(&Lookout<'_>, NodeIx) -> Option<Mention>,
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
    /// The verb. Until it is settled, that of its first evidence; none if that has none.
    relation: String,
    doubt: f64,
    evidence: Vec<Evidence>,
}

/// Finds the links of a node that are probably missing. What is linked already, or was once and taken back, is not among them.
pub fn suggest(graph: &Graph, usage: &Usage, request: SuggestRequest<'_>) -> Suggestions {
    let SuggestRequest { node, edges, mentions, read, most } = request;
    let mut found = Collection { linked: linked(graph, node), ..Collection::default() };
    for one in dangling::dangling(graph, node) {
        found.add_dangling(one);
    }
    let mut common = shared::Common::of(graph, node, edges);
    let lookout = Lookout::new(graph, node);
    // What nothing defines has no text, and no links but those that are meant for something else.
    if is_target(graph.node(node)) {
        let title = Passage { line: graph.node(node).line().unwrap_or(1), text: graph.node(node).title() };
        let in_its_title = mentioned_in(graph, node, &[title]);
        for mention in mentions.into_iter().chain(in_its_title).chain(lookout.in_titles()) {
            found.add_mention(node, mention);
        }
        for (other, score) in common.others() {
            found.add_shared(node, other, score);
        }
    }
    let Collection { mut candidates, .. } = found;
    sort(graph, &mut candidates);
    let total = candidates.len();
    candidates.truncate(most);
    for candidate in &mut candidates {
        let read = |other: NodeIx| read(&lookout, other);
        candidate.settle(graph, usage, node, &common, read);
    }
    // What was read speaks for some more than was known.
    sort(graph, &mut candidates);
    let listed = candidates.into_iter().map(|candidate| {
        let Candidate { from, to, relation, doubt, evidence } = candidate;
        Suggestion { from, to, relation, score: 1.0 - doubt, evidence }
    });
    Suggestions { listed: listed.collect(), total }
}

/// The most probable ones first.
fn sort(graph: &Graph, candidates: &mut [Candidate]) {
    let id = |ix: NodeIx| (graph.node(ix).id(), graph.node(ix).system());
    let ends = |one: &Candidate| (id(one.from), id(one.to));
    candidates.sort_by(|one, other| {
        one.doubt.total_cmp(&other.doubt).then_with(|| (ends(one), &one.relation).cmp(&(ends(other), &other.relation)))
    });
}

impl Candidate {
    /// Adds all that is only wanted of those that are listed: what the other node's text says, the neighbours that are
    /// shared, and from these how the link reads.
    fn settle(
        &mut self,
        graph: &Graph,
        usage: &Usage,
        node: NodeIx,
        common: &shared::Common<'_>,
        read: impl Fn(NodeIx) -> Option<Mention>,
    ) {
        let other = if self.from == node { self.to } else { self.from };
        let mut between = Vec::new();
        for one in &mut self.evidence {
            if let Evidence::Shared { listed, total } = one {
                (*listed, *total) = common.with(other);
                between.clone_from(listed);
            }
        }
        // An edge that somebody wrote says itself how it is meant.
        if self.evidence.iter().any(|one| matches!(one, Evidence::Dangling { .. })) {
            return;
        }
        let names =
            |from: NodeIx| move |one: &Evidence| matches!(one, Evidence::Mention(mention) if mention.from == from);
        if !self.evidence.iter().any(names(other))
            && let Some(mention) = read(other)
        {
            self.doubt *= 1.0 - mention.named.score();
            self.evidence.push(Evidence::Mention(mention));
        }
        let pair = Pair::of(graph, node, other, &between);
        let sides = [node, other].map(|from| self.evidence.iter().any(names(from)));
        let reading = match sides {
            [true, false] => Reading::mention(node, other),
            [false, true] => Reading::mention(other, node),
            // Each names the other.
            [true, true] => pair.neutral(),
            [false, false] => pair.reading(usage),
        };
        (self.from, self.to, self.relation) = (reading.from, reading.to, reading.relation);
    }
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
        let relation = reading::MENTIONS.to_owned();
        self.add(Candidate { from, to, relation, doubt: 1.0 - score, evidence: vec![Evidence::Mention(mention)] });
    }

    fn add_shared(&mut self, node: NodeIx, other: NodeIx, score: f64) {
        if self.linked.contains(&other) {
            return;
        }
        // Who they are is looked up for those that are listed.
        let evidence = vec![Evidence::Shared { listed: Vec::new(), total: 0 }];
        self.add(Candidate { from: node, to: other, relation: String::new(), doubt: 1.0 / (1.0 + score), evidence });
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
