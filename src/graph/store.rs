//! The immutable graph: columns, rows and look-up by id.

use super::adjacency::{Csr, Direction};
use super::edge::{Edge, EdgeColumns, EdgeIx};
use super::intern::{Interner, Sym};
use super::node::{MaybeNode, Node, NodeColumns, NodeIx};
use super::retraction::Retraction;
use super::rows::{self, RetractedRows};
use super::system::System;
use crate::time::Millis;
use fixedbitset::FixedBitSet;
use std::ops::Range;

/// All systems' nodes and edges as one graph. Built once by a [`super::GraphBuilder`], never changed.
#[derive(Debug)]
pub struct Graph {
    pub(super) words: Interner,
    pub(super) nodes: NodeColumns,
    pub(super) edges: EdgeColumns,
    pub(super) outgoing: Csr,
    pub(super) incoming: Csr,
    /// The rows of edges that were taken back, which no other row has.
    pub(super) retracted: RetractedRows,
    pub(super) retractions: Vec<Retraction>,
    /// For each text the first node that has it as its id, in the order of [`System::ALL`], the missing ones last.
    pub(super) by_id: Vec<MaybeNode>,
    /// For each node the next one with the same id.
    pub(super) same_id: Vec<MaybeNode>,
    /// The systems that define at least one node or edge, in the order of [`System::ALL`].
    pub(super) systems: Vec<System>,
    /// How many nodes there are without what only the log and the prose of artifacts name.
    pub(super) known: usize,
    /// The first edge that stands in a log.
    pub(super) first_row: usize,
    /// The time as of which it shows everything, if that is not now.
    pub(super) as_of: Option<Millis>,
}

impl Graph {
    /// How many nodes there are, missing ones included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many edges there are, without those that were taken back.
    pub fn edge_count(&self) -> usize {
        self.edges.len() - self.retracted_count()
    }

    /// How many edges were taken back.
    pub fn retracted_count(&self) -> usize {
        self.edges.retracted.count_ones(..)
    }

    /// One more than the highest number an edge has.
    pub fn edge_bound(&self) -> usize {
        self.edges.len()
    }

    /// A node by its number.
    pub fn node(&self, ix: NodeIx) -> Node<'_> {
        Node { graph: self, ix }
    }

    /// An edge by its number.
    pub fn edge(&self, ix: EdgeIx) -> Edge<'_> {
        Edge { graph: self, ix }
    }

    /// All nodes.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        (0..self.node_count() as u32).map(|ix| self.node(NodeIx(ix)))
    }

    /// All edges that were not taken back, in stored order: the log first, line by line.
    pub fn edges(&self) -> impl Iterator<Item = Edge<'_>> {
        let stored = rows::stored_order(self.edges.len(), self.first_row);
        stored.map(|edge| self.edge(EdgeIx(edge as u32))).filter(|edge| !edge.is_retracted())
    }

    /// The edges that were read from here on, if this graph is a longer one than that had so many.
    pub fn edges_from(&self, first: usize) -> impl DoubleEndedIterator<Item = Edge<'_>> {
        (first..self.edges.len()).map(|edge| self.edge(EdgeIx(edge as u32)))
    }

    /// The numbers of the edges that stand in the log, line by line.
    pub fn log_rows(&self) -> Range<usize> {
        self.first_row..self.edges.len()
    }

    /// The edges that were taken back, in stored order.
    pub fn retracted(&self) -> impl Iterator<Item = Edge<'_>> {
        self.edges.retracted.ones().map(|edge| self.edge(EdgeIx(edge as u32)))
    }

    /// The edges that equal an earlier one, by number: what a walk that lists each edge once has no need to list.
    pub fn repeated(&self) -> &FixedBitSet {
        &self.edges.repeated
    }

    /// The edges of a node in one direction, in stored order. A symmetric edge is among both directions of both its ends.
    pub fn edges_of(&self, node: NodeIx, direction: Direction) -> &[EdgeIx] {
        match direction {
            Direction::In => self.incoming.row(node),
            Direction::Out => self.outgoing.row(node),
        }
    }

    /// The edges of a node in one direction that were taken back, in stored order.
    pub fn retracted_of(&self, node: NodeIx, direction: Direction) -> &[EdgeIx] {
        let rows = match direction {
            Direction::In => &self.retracted.incoming,
            Direction::Out => &self.retracted.outgoing,
        };
        rows.get(&node).map(Vec::as_slice).unwrap_or_default()
    }

    /// The node an id means. `system:id` is looked up in that system first: were a bare id with a colon in it to come
    /// before, the node it hides could not be named at all. A bare id is looked up in all systems, in their order; then
    /// `repository/id` is.
    pub fn find(&self, id: &str) -> Option<Node<'_>> {
        let named = System::split(id).and_then(|(system, id)| {
            let own = self.with_id(id).find(|node| node.system() == system);
            own.or_else(|| if system == System::Causal { self.in_repo(id) } else { None })
        });
        named.or_else(|| self.with_id(id).next()).or_else(|| self.in_repo(id))
    }

    /// All nodes that have this bare id, at most one a system.
    pub fn with_id(&self, id: &str) -> impl Iterator<Item = Node<'_>> {
        self.with_id_sym(self.words.lookup(id)).map(|ix| self.node(ix))
    }

    fn with_id_sym(&self, id: Option<Sym>) -> impl Iterator<Item = NodeIx> {
        let first = id.and_then(|sym| self.by_id.get(sym.index())?.get());
        std::iter::successors(first, |ix| self.same_id[ix.index()].get())
    }

    /// The node that `repository/id` means.
    fn in_repo(&self, address: &str) -> Option<Node<'_>> {
        let found = self.nodes.in_repo(&self.words, address, |id| self.with_id_sym(Some(id)));
        found.map(|ix| self.node(ix))
    }

    /// The defined nodes that their own files call by this id, but that have the name of their repository in front, by name:
    /// what the id may mean where several repositories use it.
    pub fn namesakes(&self, id: &str) -> Vec<Node<'_>> {
        let Some(id) = self.words.lookup(id) else { return Vec::new() };
        let named = self.nodes.id_in_repo.iter().filter(|(_, own)| **own == id);
        let mut nodes: Vec<_> = named.map(|(row, _)| self.node(NodeIx(*row))).collect();
        nodes.retain(|node| !node.is_missing());
        nodes.sort_unstable_by_key(|node| node.id());
        nodes
    }

    /// Whether two repositories use one id, so that some nodes have the name of their repository in front.
    pub fn has_namesakes(&self) -> bool {
        !self.nodes.id_in_repo.is_empty()
    }

    /// Whether a bare id means this node, as long as it does not read as an address.
    pub(super) fn is_first_with_its_id(&self, ix: NodeIx) -> bool {
        self.by_id.get(self.nodes.id[ix.index()].index()).is_some_and(|first| first.get() == Some(ix))
    }

    /// The number of a text, if any node or edge uses it.
    pub fn sym(&self, text: &str) -> Option<Sym> {
        self.words.lookup(text)
    }

    /// The systems that define at least one node or edge.
    pub fn systems(&self) -> &[System] {
        &self.systems
    }

    /// Whether any edge has a confidence. Without one, every edge is trusted.
    pub fn knows_confidence(&self) -> bool {
        !self.edges.confidence.is_empty()
    }

    /// The text behind a number of this graph.
    pub fn text(&self, sym: Sym) -> &str {
        self.words.text(sym)
    }
}
