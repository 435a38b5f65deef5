//! [`Node`]: a view of one node in the columns of the graph.

use super::adjacency::Direction;
use super::batch::CodePlace;
use super::edge::{Edge, EdgeIx};
use super::intern::{Interner, Sym};
use super::namespaces::{EXTERNAL, Namespaces, own_id};
use super::store::Graph;
use super::system::{SystemId, SystemIx, SystemSpec};
use crate::time::Millis;
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;
use std::borrow::Cow;
use std::sync::Arc;

/// Index of a node in one graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIx(pub(super) u32);

impl NodeIx {
    /// Position in a column with one entry per node.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An optional node in four bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MaybeNode(u32);

impl MaybeNode {
    pub(super) const NONE: Self = Self(u32::MAX);

    pub(super) fn get(self) -> Option<NodeIx> {
        (self != Self::NONE).then_some(NodeIx(self.0))
    }

    /// The node's index, or `u32::MAX` for none.
    pub(super) fn number(self) -> u32 {
        self.0
    }

    pub(super) fn from_number(number: u32) -> Self {
        Self(number)
    }
}

impl From<Option<NodeIx>> for MaybeNode {
    fn from(node: Option<NodeIx>) -> Self {
        node.map_or(Self::NONE, |node| Self(node.0))
    }
}

/// Struct of arrays: entry `i` of each column belongs to node `i`. Sparse attributes are in maps by node index.
#[derive(Debug, Clone, Default)]
pub(super) struct NodeColumns {
    pub(super) id: Vec<Sym>,
    pub(super) title: Vec<Sym>,
    pub(super) kind: Vec<Option<Sym>>,
    pub(super) status: Vec<Option<Sym>>,
    pub(super) domain: Vec<Option<Sym>>,
    pub(super) layer: Vec<Option<Sym>>,
    /// Attributes of nodes in code maps.
    pub(super) code: HashMap<u32, CodePlace>,
    /// Repository of nodes defined in a code map, and of missing nodes with qualified names.
    pub(super) repo: HashMap<u32, Sym>,
    /// Original id of nodes with a qualified name.
    pub(super) id_in_repo: HashMap<u32, Sym>,
    /// Shorter ids that users may type.
    pub(super) alias: HashMap<u32, Sym>,
    /// Shared, because it changes only when a graph is built from scratch.
    pub(super) namespaces: Arc<Namespaces>,
    /// Creation time, where a file states one.
    pub(super) created: HashMap<u32, Millis>,
    /// `None` for a missing node.
    pub(super) file: Vec<Option<Sym>>,
    pub(super) line: Vec<u32>,
    pub(super) system: Vec<SystemIx>,
    /// Missing nodes that an edge names as `system:id`.
    pub(super) addressed: FixedBitSet,
}

impl NodeColumns {
    pub(super) fn len(&self) -> usize {
        self.id.len()
    }

    /// Resolves `repository/id` to a defined node. Both parts may contain slashes, so every slash is tried. `with_id`
    /// returns the nodes with an id.
    pub(super) fn in_repo<I: Iterator<Item = NodeIx>>(
        &self,
        words: &Interner,
        address: &str,
        with_id: impl Fn(Sym) -> I,
    ) -> Option<NodeIx> {
        /// Maximum length of an address in bytes; bounds the work.
        const LONGEST: usize = 8192;
        if self.repo.is_empty() || address.len() > LONGEST {
            return None;
        }
        let mut found = address.match_indices('/').filter_map(|(slash, _)| {
            let (repo, id) = (words.lookup(&address[..slash])?, words.lookup(&address[slash + 1..])?);
            let is_it = |node: &NodeIx| self.file[node.index()].is_some() && self.repo.get(&node.0) == Some(&repo);
            with_id(id).find(is_it)
        });
        let first = found.next()?;
        // Ambiguous: `a/b` + `c` and `a` + `b/c` have the same address.
        found.next().is_none().then_some(first)
    }

    pub(super) fn reserve(&mut self, count: usize) {
        self.id.reserve(count);
        self.title.reserve(count);
        self.kind.reserve(count);
        self.status.reserve(count);
        self.domain.reserve(count);
        self.layer.reserve(count);
        self.file.reserve(count);
        self.line.reserve(count);
        self.system.reserve(count);
    }
}

#[derive(Clone, Copy)]
pub struct Node<'g> {
    pub(super) graph: &'g Graph,
    pub(super) ix: NodeIx,
}

impl<'g> Node<'g> {
    pub fn ix(self) -> NodeIx {
        self.ix
    }

    /// Id within its system, or `repository/id` if several repositories use it.
    pub fn id(self) -> &'g str {
        self.graph.text(self.graph.nodes.id[self.ix.index()])
    }

    /// The shortest text that [`Graph::find`] resolves to this node: the bare id, or `system:id` if the bare id refers
    /// to another node; in a namespace, `name/system:id`. A missing node that an edge names as `system:id` keeps that
    /// form.
    pub fn address(self) -> Cow<'g, str> {
        let with_system = || {
            let system = self.system().name();
            Cow::Owned(match self.namespace() {
                Some(name) => format!("{name}/{system}:{}", own_id(name, self.id())),
                None => format!("{system}:{}", self.id()),
            })
        };
        if self.is_missing() && self.graph.nodes.addressed.contains(self.ix.index()) {
            return with_system();
        }
        // Only an id with a colon can be confused with the address of another node, and only a missing one with a node of
        // a namespace.
        let is_hidden = self.is_missing() && !self.graph.nodes.namespaces.is_empty();
        if !is_hidden && !self.id().contains(':') && self.graph.is_first_with_its_id(self.ix) {
            return Cow::Borrowed(self.id());
        }
        match self.graph.find(self.id()) {
            Some(found) if found.ix == self.ix => Cow::Borrowed(self.id()),
            _ => with_system(),
        }
    }

    /// The repository of the code map that defines it.
    pub fn repo(self) -> Option<&'g str> {
        self.graph.nodes.repo.get(&self.ix.0).map(|repo| self.graph.text(*repo))
    }

    /// The id in its own file. [`Node::id`] is prefixed with the repository if several repositories use the same id.
    pub fn id_in_file(self) -> &'g str {
        self.graph.nodes.id_in_repo.get(&self.ix.0).map_or_else(|| self.id(), |id| self.graph.text(*id))
    }

    /// The file that it was read from and that contains its fields. [`Node::file`] is where it says it is.
    pub fn fields_file(self) -> Option<&'g str> {
        if self.spec().repositories_are_files { self.repo() } else { self.file() }
    }

    /// The name of the source that it comes from, if the settings give it one.
    pub fn namespace(self) -> Option<&'g str> {
        self.graph.nodes.namespaces.of(self.ix).map(|name| self.graph.text(name))
    }

    /// Whether it stands for something in another repository or on the web.
    pub fn is_external(self) -> bool {
        self.kind() == Some(EXTERNAL) && !self.spec().is_specified
    }

    /// Whether it is shown dimmed, because nothing here is behind it: missing, external or deleted.
    pub fn is_dimmed(self) -> bool {
        self.is_missing() || self.is_external() || self.is_deleted()
    }

    /// The other names that users may type, one on each line, if it has any.
    pub fn alias(self) -> Option<&'g str> {
        self.graph.nodes.alias.get(&self.ix.0).map(|alias| self.graph.text(*alias))
    }

    /// The title; the id if it has none.
    pub fn title(self) -> &'g str {
        self.graph.text(self.graph.nodes.title[self.ix.index()])
    }

    /// `None` for a missing node.
    pub fn kind(self) -> Option<&'g str> {
        self.optional(&self.graph.nodes.kind)
    }

    pub fn status(self) -> Option<&'g str> {
        self.optional(&self.graph.nodes.status)
    }

    pub fn domain(self) -> Option<&'g str> {
        self.optional(&self.graph.nodes.domain)
    }

    pub fn layer(self) -> Option<&'g str> {
        self.optional(&self.graph.nodes.layer)
    }

    /// Finer-grained layer, if the tool that wrote the code map has one.
    pub fn sub_layer(self) -> Option<&'g str> {
        self.code_text(|code| code.sub_layer)
    }

    /// Path in its code base.
    pub fn code_path(self) -> Option<&'g str> {
        self.code_text(|code| code.path)
    }

    /// Programming language.
    pub fn language(self) -> Option<&'g str> {
        self.code_text(|code| code.language)
    }

    /// Defining file, relative to the workspace; `None` for a missing node.
    pub fn file(self) -> Option<&'g str> {
        self.optional(&self.graph.nodes.file)
    }

    /// Line on which the definition starts; `None` for a missing node.
    pub fn line(self) -> Option<u32> {
        self.file().map(|_| self.graph.nodes.line[self.ix.index()])
    }

    /// Its system; for a missing node, the system of the edge that refers to it.
    pub fn system(self) -> SystemId {
        self.graph.registry.id(self.graph.nodes.system[self.ix.index()])
    }

    /// The properties of its system.
    pub fn spec(self) -> &'g SystemSpec {
        self.graph.registry.spec_of(self.graph.nodes.system[self.ix.index()])
    }

    /// Creation time, if its file states one.
    pub fn created(self) -> Option<Millis> {
        self.graph.nodes.created.get(&self.ix.0).copied()
    }

    /// Whether edges refer to it but no file defines it.
    pub fn is_missing(self) -> bool {
        self.graph.nodes.file[self.ix.index()].is_none()
    }

    /// Whether its system keeps it only as a deleted one.
    pub fn is_deleted(self) -> bool {
        self.spec().deleted_status.is_some_and(|deleted| self.status() == Some(deleted))
    }

    /// Its edges in one direction, in stored order, with repeated edges.
    pub fn edges(self, direction: Direction) -> &'g [EdgeIx] {
        self.graph.edges_of(self.ix, direction)
    }

    /// Like [`Node::edges`], as edges.
    pub fn each_edge(self, direction: Direction) -> impl Iterator<Item = Edge<'g>> {
        self.edges(direction).iter().map(move |ix| self.graph.edge(*ix))
    }

    /// The distinct edges to list for one direction. A symmetric edge can be traversed both ways but is listed only as
    /// outgoing.
    pub fn listed(self, direction: Direction) -> impl Iterator<Item = EdgeIx> {
        self.edges(direction).iter().copied().filter(move |ix| self.lists(*ix, direction))
    }

    /// Like [`Node::listed`], for retracted edges.
    pub fn listed_retracted(self, direction: Direction) -> impl Iterator<Item = EdgeIx> {
        let retracted = self.graph.retracted_of(self.ix, direction);
        retracted.iter().copied().filter(move |ix| self.lists(*ix, direction))
    }

    fn lists(self, ix: EdgeIx, direction: Direction) -> bool {
        let edge = self.graph.edge(ix);
        !edge.is_repeated() && (direction == Direction::Out || !edge.is_symmetric())
    }

    /// Number of edges that [`Node::listed`] returns.
    pub fn degree(self, direction: Direction) -> usize {
        self.listed(direction).count()
    }

    fn code_text(self, field: fn(&CodePlace) -> Option<Sym>) -> Option<&'g str> {
        let sym = self.graph.nodes.code.get(&self.ix.0).and_then(field)?;
        Some(self.graph.text(sym))
    }

    fn optional(self, column: &[Option<Sym>]) -> Option<&'g str> {
        column[self.ix.index()].map(|sym| self.graph.text(sym))
    }
}
