//! An edge, as a view of its row in the store.

use super::adjacency::Direction;
use super::intern::Sym;
use super::node::{Node, NodeIx};
use super::relation::{Meaning, MeaningIx};
use super::runs;
use super::store::Graph;
use super::system::System;
use super::ts::Ts;
use crate::time::{self, Millis};
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

/// The number of an edge in one graph. The rows of the log have the highest ones, line by line: a longer log leaves all
/// numbers as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeIx(pub(super) u32);

impl EdgeIx {
    /// Position in a column that has one entry an edge.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Stands for "no time" in the column of times.
pub(super) const NO_TIME: Millis = Millis::MIN;

/// The columns of all edges: entry `i` of each describes edge `i`. What few edges have is kept apart, by edge.
#[derive(Debug, Clone, Default)]
pub(super) struct EdgeColumns {
    pub(super) from: Vec<NodeIx>,
    pub(super) to: Vec<NodeIx>,
    pub(super) relation: Vec<Sym>,
    pub(super) actor: Vec<Option<Sym>>,
    pub(super) millis: Vec<Millis>,
    /// From which edge on each file is the one they stand in.
    pub(super) file: Vec<(u32, Sym)>,
    pub(super) line: Vec<u32>,
    pub(super) system: Vec<System>,
    /// What each verb means, if a vocabulary has it.
    pub(super) meaning: Vec<Option<MeaningIx>>,
    pub(super) implicit: FixedBitSet,
    /// Edges that say the same from both ends.
    pub(super) symmetric: FixedBitSet,
    /// Edges that an earlier one equals in both ends, relation and time.
    pub(super) repeated: FixedBitSet,
    /// Edges that another row takes back.
    pub(super) retracted: FixedBitSet,
    /// Times whose text is not the canonical form of the number.
    pub(super) stamp_text: HashMap<u32, Sym>,
    pub(super) note: HashMap<u32, Sym>,
    pub(super) confidence: HashMap<u32, f64>,
}

impl EdgeColumns {
    pub(super) fn len(&self) -> usize {
        self.from.len()
    }

    /// Makes room for so many more.
    pub(super) fn reserve(&mut self, count: usize) {
        self.from.reserve_exact(count);
        self.to.reserve_exact(count);
        self.relation.reserve_exact(count);
        self.actor.reserve_exact(count);
        self.millis.reserve_exact(count);
        self.line.reserve_exact(count);
        self.system.reserve_exact(count);
        self.meaning.reserve_exact(count);
    }
}

/// One edge of a graph.
#[derive(Clone, Copy)]
pub struct Edge<'g> {
    pub(super) graph: &'g Graph,
    pub(super) ix: EdgeIx,
}

impl<'g> Edge<'g> {
    /// Its number.
    pub fn ix(self) -> EdgeIx {
        self.ix
    }

    /// The node it leaves.
    pub fn from(self) -> Node<'g> {
        self.graph.node(self.graph.edges.from[self.ix.index()])
    }

    /// The node it reaches.
    pub fn to(self) -> Node<'g> {
        self.graph.node(self.graph.edges.to[self.ix.index()])
    }

    /// The end that is not `node`; `node` itself for a loop.
    pub fn other(self, node: NodeIx) -> NodeIx {
        let from = self.graph.edges.from[self.ix.index()];
        if from == node { self.graph.edges.to[self.ix.index()] } else { from }
    }

    /// The same end, seen from a node that has this edge in its row of that direction. Then the other end is where the
    /// direction says, and only one column is looked at, which is what a walk over a million edges takes its time for.
    pub fn other_from(self, node: NodeIx, direction: Direction) -> NodeIx {
        let (from, to) = (&self.graph.edges.from, &self.graph.edges.to);
        let (far, near) = match direction {
            Direction::Out => (to, from),
            Direction::In => (from, to),
        };
        let other = far[self.ix.index()];
        // A symmetric edge is in the rows of both its ends.
        if other == node { near[self.ix.index()] } else { other }
    }

    /// The verb.
    pub fn relation(self) -> &'g str {
        self.graph.text(self.relation_sym())
    }

    /// The verb's number, for comparing many edges.
    pub fn relation_sym(self) -> Sym {
        self.graph.edges.relation[self.ix.index()]
    }

    /// What the verb means; `None` if no vocabulary has it.
    pub fn meaning(self) -> Option<Meaning> {
        self.graph.edges.meaning[self.ix.index()].map(MeaningIx::meaning)
    }

    /// The position of what the verb means in a table that has one entry a meaning, as [`super::relation::meanings`] lists them.
    pub fn meaning_index(self) -> usize {
        self.graph.edges.meaning[self.ix.index()].map_or(0, MeaningIx::index)
    }

    /// Whether it says the same from both ends.
    pub fn is_symmetric(self) -> bool {
        self.graph.edges.symmetric.contains(self.ix.index())
    }

    /// Who wrote it.
    pub fn actor(self) -> Option<&'g str> {
        self.graph.edges.actor[self.ix.index()].map(|sym| self.graph.text(sym))
    }

    /// Who wrote it, as a number for comparing many edges.
    pub fn actor_sym(self) -> Option<Sym> {
        self.graph.edges.actor[self.ix.index()]
    }

    /// When it was written, exactly as its source says it.
    pub fn ts(self) -> Option<Ts<'g>> {
        if let Some(sym) = self.graph.edges.stamp_text.get(&self.ix.0) {
            return Some(Ts::from_stored(self.graph.text(*sym)));
        }
        self.millis().map(|millis| Ts::from(time::format(millis)))
    }

    /// When it was written, if that is a time.
    pub fn millis(self) -> Option<Millis> {
        let millis = self.graph.edges.millis[self.ix.index()];
        (millis != NO_TIME).then_some(millis)
    }

    /// Whether it was inferred from content instead of being stored as an edge.
    pub fn is_implicit(self) -> bool {
        self.graph.edges.implicit.contains(self.ix.index())
    }

    /// Whether an earlier edge has the same ends, relation and time. Queries show such an edge once.
    pub fn is_repeated(self) -> bool {
        self.graph.edges.repeated.contains(self.ix.index())
    }

    /// Whether another row of the log takes it back. Only who asks for such edges meets them.
    pub fn is_retracted(self) -> bool {
        self.graph.edges.retracted.contains(self.ix.index())
    }

    /// The system whose files hold it.
    pub fn system(self) -> System {
        self.graph.edges.system[self.ix.index()]
    }

    /// The file it was read from, relative to the workspace.
    pub fn file(self) -> &'g str {
        self.graph.text(runs::of(&self.graph.edges.file, self.ix.index()))
    }

    /// The line of that file, from 1.
    pub fn line(self) -> u32 {
        self.graph.edges.line[self.ix.index()]
    }

    /// How far its source trusted it when it was written, from 0 to 1; `None` if its system knows no confidence.
    pub fn source_confidence(self) -> Option<f64> {
        self.graph.edges.confidence.get(&self.ix.0).copied()
    }

    /// Why it is there, in its writer's words.
    pub fn note(self) -> Option<&'g str> {
        self.graph.edges.note.get(&self.ix.0).map(|sym| self.graph.text(*sym))
    }
}
