//! [`Edge`]: a view of one edge in the columns of the graph.

use super::adjacency::Direction;
use super::intern::Sym;
use super::node::{Node, NodeIx};
use super::registry::MeaningIx;
use super::relation::Meaning;
use super::runs;
use super::store::Graph;
use super::system::{SystemId, SystemIx, SystemSpec};
use super::ts::Ts;
use crate::time::{self, Millis};
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

/// Index of an edge in one graph. Rows of the log have the highest indices, in line order, so appending to the log
/// keeps all indices valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeIx(pub(super) u32);

impl EdgeIx {
    /// Position in a column with one entry per edge.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Sentinel for "no time" in columns of times.
pub(super) const NO_TIME: Millis = Millis::MIN;

/// Struct of arrays: entry `i` of each column belongs to edge `i`. Sparse attributes are in maps by edge index.
#[derive(Debug, Clone, Default)]
pub(super) struct EdgeColumns {
    pub(super) from: Vec<NodeIx>,
    pub(super) to: Vec<NodeIx>,
    pub(super) relation: Vec<Sym>,
    pub(super) actor: Vec<Option<Sym>>,
    pub(super) millis: Vec<Millis>,
    /// Run-length encoded: the first edge of each run, and its file.
    pub(super) file: Vec<(u32, Sym)>,
    pub(super) line: Vec<u32>,
    pub(super) system: Vec<SystemIx>,
    pub(super) meaning: Vec<MeaningIx>,
    pub(super) implicit: FixedBitSet,
    pub(super) symmetric: FixedBitSet,
    /// Edges that equal an earlier one in both ends, relation and time.
    pub(super) repeated: FixedBitSet,
    /// Edges retracted by another row.
    pub(super) retracted: FixedBitSet,
    /// Times whose text is not the canonical form of `millis`.
    pub(super) stamp_text: HashMap<u32, Sym>,
    pub(super) note: HashMap<u32, Sym>,
    pub(super) confidence: HashMap<u32, f64>,
}

impl EdgeColumns {
    pub(super) fn len(&self) -> usize {
        self.from.len()
    }

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

#[derive(Clone, Copy)]
pub struct Edge<'g> {
    pub(super) graph: &'g Graph,
    pub(super) ix: EdgeIx,
}

impl<'g> Edge<'g> {
    pub fn ix(self) -> EdgeIx {
        self.ix
    }

    /// The source node.
    pub fn from(self) -> Node<'g> {
        self.graph.node(self.graph.edges.from[self.ix.index()])
    }

    /// The target node.
    pub fn to(self) -> Node<'g> {
        self.graph.node(self.graph.edges.to[self.ix.index()])
    }

    /// The end that is not `node`; `node` itself for a loop.
    pub fn other(self, node: NodeIx) -> NodeIx {
        let from = self.graph.edges.from[self.ix.index()];
        if from == node { self.graph.edges.to[self.ix.index()] } else { from }
    }

    /// Like [`Edge::other`], for an edge from the adjacency list of `node` in `direction`. Usually reads one column
    /// instead of two; memory access dominates a traversal of a million edges.
    pub fn other_from(self, node: NodeIx, direction: Direction) -> NodeIx {
        let (from, to) = (&self.graph.edges.from, &self.graph.edges.to);
        let (far, near) = match direction {
            Direction::Out => (to, from),
            Direction::In => (from, to),
        };
        let other = far[self.ix.index()];
        // A symmetric edge is in the adjacency lists of both ends.
        if other == node { near[self.ix.index()] } else { other }
    }

    pub fn relation(self) -> &'g str {
        self.graph.text(self.relation_sym())
    }

    /// The interned relation, for fast comparison.
    pub fn relation_sym(self) -> Sym {
        self.graph.edges.relation[self.ix.index()]
    }

    /// The meaning of its relation; `None` if the relation is unknown.
    pub fn meaning(self) -> Option<Meaning<'g>> {
        self.graph.registry.get(self.graph.edges.meaning[self.ix.index()])
    }

    /// The properties of the system that defines its relation; `None` if the relation is unknown or a user's own.
    pub fn meaning_spec(self) -> Option<&'g SystemSpec> {
        self.graph.registry.spec(self.meaning()?.relation.system)
    }

    /// Index of its meaning in [`super::Registry::meanings`].
    pub fn meaning_index(self) -> usize {
        self.graph.edges.meaning[self.ix.index()].index()
    }

    /// Whether its relation means the same in both directions.
    pub fn is_symmetric(self) -> bool {
        self.graph.edges.symmetric.contains(self.ix.index())
    }

    pub fn actor(self) -> Option<&'g str> {
        self.graph.edges.actor[self.ix.index()].map(|sym| self.graph.text(sym))
    }

    /// The interned actor, for fast comparison.
    pub fn actor_sym(self) -> Option<Sym> {
        self.graph.edges.actor[self.ix.index()]
    }

    /// The time of the edge, exactly as written.
    pub fn ts(self) -> Option<Ts<'g>> {
        if let Some(sym) = self.graph.edges.stamp_text.get(&self.ix.0) {
            return Some(Ts::from_stored(self.graph.text(*sym)));
        }
        self.millis().map(|millis| Ts::from(time::format(millis)))
    }

    /// The time of the edge, if it is valid.
    pub fn millis(self) -> Option<Millis> {
        let millis = self.graph.edges.millis[self.ix.index()];
        (millis != NO_TIME).then_some(millis)
    }

    /// Whether it was inferred from content instead of being stored as an edge.
    pub fn is_implicit(self) -> bool {
        self.graph.edges.implicit.contains(self.ix.index())
    }

    /// Whether it is a row of a log.
    pub fn is_log_row(self) -> bool {
        self.ix.index() >= self.graph.first_row
    }

    /// Whether an earlier edge has the same ends, relation and time. Queries show equal edges once.
    pub fn is_repeated(self) -> bool {
        self.graph.edges.repeated.contains(self.ix.index())
    }

    /// Whether another row of the log retracts it. Adjacency lists do not contain such edges.
    pub fn is_retracted(self) -> bool {
        self.graph.edges.retracted.contains(self.ix.index())
    }

    /// The system whose files contain it.
    pub fn system(self) -> SystemId {
        self.graph.registry.id(self.graph.edges.system[self.ix.index()])
    }

    /// Path relative to the workspace.
    pub fn file(self) -> &'g str {
        self.graph.text(runs::of(&self.graph.edges.file, self.ix.index()))
    }

    /// Line in the file, from 1.
    pub fn line(self) -> u32 {
        self.graph.edges.line[self.ix.index()]
    }

    /// Confidence at the time it was written, from 0 to 1; `None` if its system has no confidence.
    pub fn source_confidence(self) -> Option<f64> {
        self.graph.edges.confidence.get(&self.ix.0).copied()
    }

    /// Free-text reason given by the writer.
    pub fn note(self) -> Option<&'g str> {
        self.graph.edges.note.get(&self.ix.0).map(|sym| self.graph.text(*sym))
    }
}
