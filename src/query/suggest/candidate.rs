//! Candidates for suggestions: cheap evidence is collected for all of them, expensive evidence is added later to those
//! that are listed.

use super::Evidence;
use super::cycles::Cycles;
use super::dangling::Dangling;
use super::mention::{Mention, line_in};
use super::reading::{Pair, Reading, mention_verb};
use super::shared::Common;
use crate::graph::{Direction, Graph, NodeIx, Sym};
use crate::query::filter::EdgeFilter;
use crate::query::fit::Usage;
use hashbrown::{HashMap, HashSet};

/// A suggestion in progress.
pub(super) struct Candidate {
    pub(super) from: NodeIx,
    pub(super) to: NodeIx,
    /// The verb. Provisional until the candidate is settled.
    pub(super) relation: String,
    pub(super) doubt: f64,
    pub(super) evidence: Vec<Evidence>,
}

/// Context needed to settle candidates.
pub(super) struct Settling<'s, 'g> {
    pub(super) graph: &'g Graph,
    pub(super) usage: &'s Usage,
    pub(super) node: NodeIx,
    pub(super) common: &'s Common<'g>,
    /// The mentions of the node in the texts of others.
    pub(super) mentions: &'s HashMap<NodeIx, Mention>,
    pub(super) cycles: &'s mut Cycles<'g>,
}

impl Candidate {
    /// The end that is not the queried node.
    pub(super) fn other(&self, node: NodeIx) -> NodeIx {
        if self.from == node { self.to } else { self.from }
    }

    /// Adds the expensive evidence, needed for listed candidates only: mentions in the other node's text and the shared
    /// neighbours. Then derives direction and verb.
    pub(super) fn settle(&mut self, with: &mut Settling<'_, '_>) {
        let (graph, node) = (with.graph, with.node);
        let other = self.other(node);
        let mut between = Vec::new();
        for one in &mut self.evidence {
            if let Evidence::Shared { listed, total } = one {
                (*listed, *total) = with.common.with(other);
                between.clone_from(listed);
            }
        }
        if let Some(mention) = with.mentions.get(&other) {
            self.add_mention(mention.clone());
        }
        // A dangling edge already has a direction and a verb.
        if self.evidence.iter().any(|one| matches!(one, Evidence::Dangling { .. })) {
            return;
        }
        let pair = Pair::of(graph, node, other, &between);
        let names = |from: NodeIx| {
            self.evidence.iter().any(|one| matches!(one, Evidence::Mention(mention) if mention.from == from))
        };
        let reading = match [node, other].map(names) {
            [true, false] => Reading::mention(graph, node, other),
            [false, true] => Reading::mention(graph, other, node),
            // Each mentions the other.
            [true, true] => pair.neutral(),
            [false, false] => pair.reading(with.usage, with.cycles),
        };
        (self.from, self.to, self.relation) = (reading.from, reading.to, reading.relation);
    }

    /// Adds a mention. Several mentions in the same text count once: by id rather than by title, and at the first line.
    fn add_mention(&mut self, mention: Mention) {
        let left = |mention: &Mention| 1.0 - mention.named.score();
        let before = self.evidence.iter_mut().find_map(|one| match one {
            Evidence::Mention(known) if known.from == mention.from => Some(known),
            _ => None,
        });
        let Some(known) = before else {
            self.doubt *= left(&mention);
            self.evidence.push(Evidence::Mention(mention));
            return;
        };
        if (left(&mention), mention.line) < (left(known), known.line) {
            self.doubt *= left(&mention) / left(known);
            *known = mention;
        }
    }

    /// Finds the exact lines of mentions for which only the first line of the node is known.
    pub(super) fn find_lines(&mut self, graph: &Graph, file: &dyn Fn(NodeIx) -> Option<String>) {
        for one in &mut self.evidence {
            if let Evidence::Mention(mention) = one
                && Some(mention.line) == graph.node(mention.from).line()
                && let Some(text) = file(mention.from)
            {
                mention.line = line_in(&text, mention.line, &mention.words).unwrap_or(mention.line);
            }
        }
    }
}

/// The candidates of one node.
pub(super) struct Collection<'g> {
    graph: &'g Graph,
    node: NodeIx,
    edges: &'g EdgeFilter,
    /// The nodes linked to this one, also by retracted edges.
    linked: HashSet<NodeIx>,
    pub(super) candidates: Vec<Candidate>,
    /// Index of the first candidate between two nodes, in either direction.
    between: HashMap<[NodeIx; 2], usize>,
    /// Index of the candidate for an edge with this verb.
    meant: HashMap<(NodeIx, NodeIx, Sym), usize>,
}

impl<'g> Collection<'g> {
    pub(super) fn new(graph: &'g Graph, node: NodeIx, edges: &'g EdgeFilter) -> Self {
        let sides = [Direction::In, Direction::Out];
        let rows = sides.iter().flat_map(|side| [graph.edges_of(node, *side), graph.retracted_of(node, *side)]);
        let linked = rows.flatten().map(|edge| graph.edge(*edge).other(node)).chain([node]).collect();
        let (between, meant) = (HashMap::new(), HashMap::new());
        Self { graph, node, edges, linked, candidates: Vec::new(), between, meant }
    }

    pub(super) fn add_dangling(&mut self, one: Dangling) {
        let Dangling { from, to, relation, edge, missing, score } = one;
        let evidence = Evidence::Dangling { edge, missing };
        match self.meant.get(&(from, to, relation)) {
            Some(at) => {
                let known = &mut self.candidates[*at];
                known.doubt = known.doubt.min(1.0 - score);
                known.evidence.push(evidence);
            }
            None if self.are_in_scope(from, to) => {
                self.meant.insert((from, to, relation), self.candidates.len());
                let relation = self.graph.text(relation).to_owned();
                self.push(Candidate { from, to, relation, doubt: 1.0 - score, evidence: vec![evidence] });
            }
            None => {}
        }
    }

    pub(super) fn add_mention(&mut self, mention: Mention) {
        let (from, to) = (mention.from, mention.to);
        if let Some(candidate) = self.between(from, to) {
            candidate.add_mention(mention);
        }
    }

    pub(super) fn add_shared(&mut self, other: NodeIx, score: f64) {
        if let Some(candidate) = self.between(self.node, other) {
            candidate.doubt *= 1.0 / (1.0 + score);
            // The neighbours are looked up later, for listed candidates only.
            candidate.evidence.push(Evidence::Shared { listed: Vec::new(), total: 0 });
        }
    }

    /// The candidate between two nodes, created if necessary; `None` if they are already linked or excluded by the
    /// filter.
    fn between(&mut self, from: NodeIx, to: NodeIx) -> Option<&mut Candidate> {
        let other = if from == self.node { to } else { from };
        if self.linked.contains(&other) || !self.are_in_scope(from, to) {
            return None;
        }
        let at = if let Some(at) = self.between.get(&in_order(from, to)) {
            *at
        } else {
            self.push(Candidate {
                from,
                to,
                relation: mention_verb(self.graph).to_owned(),
                doubt: 1.0,
                evidence: Vec::new(),
            });
            self.candidates.len() - 1
        };
        self.candidates.get_mut(at)
    }

    fn push(&mut self, candidate: Candidate) {
        self.between.entry(in_order(candidate.from, candidate.to)).or_insert(self.candidates.len());
        self.candidates.push(candidate);
    }

    fn are_in_scope(&self, from: NodeIx, to: NodeIx) -> bool {
        [from, to].iter().all(|end| self.edges.keeps_end(self.graph.node(*end)))
    }
}

fn in_order(one: NodeIx, other: NodeIx) -> [NodeIx; 2] {
    if one < other { [one, other] } else { [other, one] }
}
