//! Suggestions while they are being made: what speaks for each is collected first, and what is dear to find out is added to
//! those that are listed.

use super::cycles::Cycles;
use super::dangling::Dangling;
use super::mention::{Lookout, Mention, line_in};
use super::reading::{MENTIONS, Pair, Reading};
use super::shared::Common;
use super::{Evidence, is_target};
use crate::graph::{Direction, Graph, NodeIx, Sym};
use crate::query::filter::EdgeFilter;
use crate::query::fit::Usage;
use hashbrown::{HashMap, HashSet};

/// A suggestion that is still being made.
pub(super) struct Candidate {
    pub(super) from: NodeIx,
    pub(super) to: NodeIx,
    /// The verb. Until it is settled, that of its first evidence; none if that has none.
    pub(super) relation: String,
    pub(super) doubt: f64,
    pub(super) evidence: Vec<Evidence>,
}

/// What it takes to settle candidates.
pub(super) struct Settling<'s, 'g> {
    pub(super) graph: &'g Graph,
    pub(super) usage: &'s Usage,
    pub(super) node: NodeIx,
    pub(super) common: &'s Common<'g>,
    pub(super) lookout: &'s Lookout<'g>,
    pub(super) read: &'s dyn Fn(&Lookout<'_>, NodeIx) -> Option<Mention>,
    pub(super) cycles: &'s mut Cycles<'g>,
}

impl Candidate {
    /// Adds all that is only wanted of those that are listed: what the other node's text says, the neighbours that are
    /// shared, and from these how the link reads.
    pub(super) fn settle(&mut self, with: &mut Settling<'_, '_>) {
        let (graph, node) = (with.graph, with.node);
        let other = if self.from == node { self.to } else { self.from };
        let mut between = Vec::new();
        for one in &mut self.evidence {
            if let Evidence::Shared { listed, total } = one {
                (*listed, *total) = with.common.with(other);
                between.clone_from(listed);
            }
        }
        if is_target(graph.node(node))
            && let Some(mention) = (with.read)(with.lookout, other)
        {
            self.hear(mention);
        }
        // An edge that somebody wrote says itself how it is meant.
        if self.evidence.iter().any(|one| matches!(one, Evidence::Dangling { .. })) {
            return;
        }
        let pair = Pair::of(graph, node, other, &between);
        let names = |from: NodeIx| {
            self.evidence.iter().any(|one| matches!(one, Evidence::Mention(mention) if mention.from == from))
        };
        let reading = match [node, other].map(names) {
            [true, false] => Reading::mention(node, other),
            [false, true] => Reading::mention(other, node),
            // Each names the other.
            [true, true] => pair.neutral(),
            [false, false] => pair.reading(with.usage, with.cycles),
        };
        (self.from, self.to, self.relation) = (reading.from, reading.to, reading.relation);
    }

    /// Adds what a text says. One that names a node several times speaks for a link once: by the id rather than by the title,
    /// and where it does so first.
    fn hear(&mut self, mention: Mention) {
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

    /// Finds the lines of what is only known to be said somewhere in a node.
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

/// What speaks for the links of one node.
pub(super) struct Collection<'g> {
    graph: &'g Graph,
    node: NodeIx,
    edges: &'g EdgeFilter,
    /// The nodes that something joins to this one, or once did.
    linked: HashSet<NodeIx>,
    pub(super) candidates: Vec<Candidate>,
    /// Where the first candidate between two nodes is, whichever of them it leaves.
    between: HashMap<[NodeIx; 2], usize>,
    /// Where the candidate is that an edge of this verb would be.
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
            None if self.lie_where_asked(from, to) => {
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
            candidate.hear(mention);
        }
    }

    pub(super) fn add_shared(&mut self, other: NodeIx, score: f64) {
        if let Some(candidate) = self.between(self.node, other) {
            candidate.doubt *= 1.0 / (1.0 + score);
            // Who they are is looked up for those that are listed.
            candidate.evidence.push(Evidence::Shared { listed: Vec::new(), total: 0 });
        }
    }

    /// The candidate between the node and another, a new one if there is none; none if they are linked already, or do not lie
    /// where somebody asked for.
    fn between(&mut self, from: NodeIx, to: NodeIx) -> Option<&mut Candidate> {
        let other = if from == self.node { to } else { from };
        if self.linked.contains(&other) || !self.lie_where_asked(from, to) {
            return None;
        }
        let at = if let Some(at) = self.between.get(&in_order(from, to)) {
            *at
        } else {
            self.push(Candidate { from, to, relation: MENTIONS.to_owned(), doubt: 1.0, evidence: Vec::new() });
            self.candidates.len() - 1
        };
        self.candidates.get_mut(at)
    }

    fn push(&mut self, candidate: Candidate) {
        self.between.entry(in_order(candidate.from, candidate.to)).or_insert(self.candidates.len());
        self.candidates.push(candidate);
    }

    fn lie_where_asked(&self, from: NodeIx, to: NodeIx) -> bool {
        [from, to].iter().all(|end| self.edges.keeps_end(self.graph.node(*end)))
    }
}

fn in_order(one: NodeIx, other: NodeIx) -> [NodeIx; 2] {
    if one < other { [one, other] } else { [other, one] }
}
