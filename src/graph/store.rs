//! [`Graph`]: the immutable merged graph.
//!
//! A struct of arrays for nodes and edges, CSR adjacency lists in both directions, and an index from ids to nodes.
//! Retracted edges are stored but are in no adjacency list; they have their own, because there are few of them.

use super::adjacency::{Csr, Direction};
use super::edge::{Edge, EdgeColumns, EdgeIx};
use super::intern::{Interner, Sym};
use super::namespaces::Spaces;
use super::node::{MaybeNode, Node, NodeColumns, NodeIx};
use super::registry::Registry;
use super::retraction::Retraction;
use super::rows::{self, RetractedRows};
use super::system::{SystemId, SystemIx, SystemSpec};
use crate::time::Millis;
use fixedbitset::FixedBitSet;
use std::ops::Range;
use std::sync::Arc;

/// The nodes and edges of all systems. Built by a [`super::GraphBuilder`], never modified.
#[derive(Debug)]
pub struct Graph {
    pub(super) registry: Arc<Registry>,
    pub(super) words: Interner,
    pub(super) nodes: NodeColumns,
    pub(super) edges: EdgeColumns,
    pub(super) outgoing: Csr,
    pub(super) incoming: Csr,
    /// Adjacency lists of retracted edges, which are not in the other lists.
    pub(super) retracted: RetractedRows,
    pub(super) retractions: Vec<Retraction>,
    /// For each text, the first node with this id: in the order of the systems, missing nodes last.
    pub(super) by_id: Vec<MaybeNode>,
    /// For each node, the next one with the same id (a linked list).
    pub(super) same_id: Vec<MaybeNode>,
    /// The systems that define at least one node or edge, in look-up order.
    pub(super) systems: Vec<SystemId>,
    /// Number of nodes before those that only the log or artifacts name.
    pub(super) known: usize,
    /// Index of the first edge that comes from a log.
    pub(super) first_row: usize,
    /// The time that this graph shows; `None` for the present.
    pub(super) as_of: Option<Millis>,
}

impl Graph {
    /// Number of nodes, including missing ones.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Number of edges, without retracted ones.
    pub fn edge_count(&self) -> usize {
        self.edges.len() - self.retracted_count()
    }

    pub fn retracted_count(&self) -> usize {
        self.edges.retracted.count_ones(..)
    }

    /// Upper bound of edge indices, retracted edges included.
    pub fn edge_bound(&self) -> usize {
        self.edges.len()
    }

    /// The systems and relations that this graph was built with.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// The properties of a system of this graph.
    pub fn spec(&self, system: SystemId) -> &SystemSpec {
        self.registry.spec(system).expect("the systems of a graph are registered")
    }

    pub fn node(&self, ix: NodeIx) -> Node<'_> {
        Node { graph: self, ix }
    }

    pub fn edge(&self, ix: EdgeIx) -> Edge<'_> {
        Edge { graph: self, ix }
    }

    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        (0..self.node_count() as u32).map(|ix| self.node(NodeIx(ix)))
    }

    /// All edges except retracted ones, in stored order: the log first, line by line.
    pub fn edges(&self) -> impl Iterator<Item = Edge<'_>> {
        let stored = rows::stored_order(self.edges.len(), self.first_row);
        stored.map(|edge| self.edge(EdgeIx(edge as u32))).filter(|edge| !edge.is_retracted())
    }

    /// Edges with index ≥ `first`: those appended since a shorter version of this graph.
    pub fn edges_from(&self, first: usize) -> impl DoubleEndedIterator<Item = Edge<'_>> {
        (first..self.edges.len()).map(|edge| self.edge(EdgeIx(edge as u32)))
    }

    /// Indices of the edges that come from logs, in line order.
    pub fn log_rows(&self) -> Range<usize> {
        self.first_row..self.edges.len()
    }

    /// All retracted edges, in stored order.
    pub fn retracted(&self) -> impl Iterator<Item = Edge<'_>> {
        self.edges.retracted.ones().map(|edge| self.edge(EdgeIx(edge as u32)))
    }

    /// Edges that equal an earlier one, by index; a traversal that lists each edge once skips them.
    pub fn repeated(&self) -> &FixedBitSet {
        &self.edges.repeated
    }

    /// The edges of a node in one direction, in stored order. A symmetric edge is in both directions of both ends.
    pub fn edges_of(&self, node: NodeIx, direction: Direction) -> &[EdgeIx] {
        match direction {
            Direction::In => self.incoming.row(node),
            Direction::Out => self.outgoing.row(node),
        }
    }

    /// The retracted edges of a node in one direction, in stored order.
    pub fn retracted_of(&self, node: NodeIx, direction: Direction) -> &[EdgeIx] {
        let rows = match direction {
            Direction::In => &self.retracted.incoming,
            Direction::Out => &self.retracted.outgoing,
        };
        rows.get(&node).map(Vec::as_slice).unwrap_or_default()
    }

    /// Resolves an id or address. `system:id` is tried first: if a bare id containing a colon took precedence, the node
    /// it hides could not be addressed at all. Then a bare id in all systems, in their order, then across
    /// namespaces, then `repository/id`.
    pub fn find(&self, id: &str) -> Option<Node<'_>> {
        let named = self.registry.split(id).and_then(|(system, id)| {
            let own = self.with_id(id).find(|node| node.system() == system);
            let own = own.or_else(|| if self.spec(system).has_repositories { self.in_repo(id) } else { None });
            own.or_else(|| self.in_namespace(id, self.registry.ix(system)))
        });
        // Defined nodes come before missing ones.
        let first = self.with_id(id).next();
        let defined = first.filter(|node| !node.is_missing());
        let bare = || defined.or_else(|| self.in_namespace(id, None)).or(first);
        named.or_else(bare).or_else(|| self.in_repo(id))
    }

    /// Resolves an id across namespaces, in one system or in all.
    fn in_namespace(&self, id: &str, system: Option<SystemIx>) -> Option<Node<'_>> {
        let spaces = Spaces {
            registry: &self.registry,
            words: &self.words,
            nodes: &self.nodes,
            by_id: &self.by_id,
            same_id: &self.same_id,
        };
        spaces.find(id, system).map(|ix| self.node(ix))
    }

    /// All nodes with this bare id, at most one per system.
    pub fn with_id(&self, id: &str) -> impl Iterator<Item = Node<'_>> {
        self.with_id_sym(self.words.lookup(id)).map(|ix| self.node(ix))
    }

    fn with_id_sym(&self, id: Option<Sym>) -> impl Iterator<Item = NodeIx> {
        let first = id.and_then(|sym| self.by_id.get(sym.index())?.get());
        std::iter::successors(first, |ix| self.same_id[ix.index()].get())
    }

    fn in_repo(&self, address: &str) -> Option<Node<'_>> {
        let found = self.nodes.in_repo(&self.words, address, |id| self.with_id_sym(Some(id)));
        found.map(|ix| self.node(ix))
    }

    /// The defined nodes that have this id in their own files but a qualified name (`repository/id`) in the graph,
    /// sorted by name: the candidates for an id that several repositories use.
    pub fn nodes_sharing_id(&self, id: &str) -> Vec<Node<'_>> {
        let Some(id) = self.words.lookup(id) else { return Vec::new() };
        let named = self.nodes.id_in_repo.iter().filter(|(_, own)| **own == id);
        let mut nodes: Vec<_> = named.map(|(row, _)| self.node(NodeIx(*row))).collect();
        nodes.retain(|node| !node.is_missing());
        nodes.sort_unstable_by_key(|node| node.id());
        nodes
    }

    /// The nodes that have this text as one of their aliases, whatever its case; `system:alias` means those of one system.
    pub fn with_alias(&self, typed: &str) -> Vec<Node<'_>> {
        let (system, alias) = self.registry.split(typed).map_or((None, typed), |(system, id)| (Some(system), id));
        let alias = alias.to_lowercase();
        let is_named = |own: &Sym| self.text(*own).lines().any(|line| line.to_lowercase() == alias);
        let named = self.nodes.alias.iter().filter(|(_, own)| is_named(own));
        let nodes = named.map(|(row, _)| self.node(NodeIx(*row)));
        let mut nodes: Vec<_> = nodes.filter(|node| system.is_none_or(|system| node.system() == system)).collect();
        nodes.sort_unstable_by_key(|node| node.ix());
        nodes
    }

    /// Whether several repositories use the same id, so that some nodes have qualified names.
    pub fn has_namesakes(&self) -> bool {
        !self.nodes.id_in_repo.is_empty()
    }

    /// Whether this node is the first with its id, so that the bare id refers to it.
    pub(super) fn is_first_with_its_id(&self, ix: NodeIx) -> bool {
        self.by_id.get(self.nodes.id[ix.index()].index()).is_some_and(|first| first.get() == Some(ix))
    }

    /// The symbol of a text, if any node or edge uses it.
    pub fn sym(&self, text: &str) -> Option<Sym> {
        self.words.lookup(text)
    }

    /// The systems that define at least one node or edge, in look-up order.
    pub fn systems(&self) -> &[SystemId] {
        &self.systems
    }

    /// Whether any edge has a confidence. An edge without one is fully trusted.
    pub fn has_confidence(&self) -> bool {
        !self.edges.confidence.is_empty()
    }

    pub fn text(&self, sym: Sym) -> &str {
        self.words.text(sym)
    }
}
