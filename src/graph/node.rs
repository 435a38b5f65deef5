//! A node, as a view of its row in the store.

use super::adjacency::Direction;
use super::batch::CodePlace;
use super::edge::EdgeIx;
use super::intern::{Interner, Sym};
use super::store::Graph;
use super::system::System;
use crate::time::Millis;
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;
use std::borrow::Cow;

/// The number of a node in one graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIx(pub(super) u32);

impl NodeIx {
    /// Position in a column that has one entry a node.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node or none, in the room of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MaybeNode(u32);

impl MaybeNode {
    pub(super) const NONE: Self = Self(u32::MAX);

    pub(super) fn get(self) -> Option<NodeIx> {
        (self != Self::NONE).then_some(NodeIx(self.0))
    }

    /// The number of the node, or one that no node has.
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

/// The columns of all nodes: entry `i` of each describes node `i`.
#[derive(Debug, Clone, Default)]
pub(super) struct NodeColumns {
    pub(super) id: Vec<Sym>,
    pub(super) title: Vec<Sym>,
    pub(super) kind: Vec<Option<Sym>>,
    pub(super) status: Vec<Option<Sym>>,
    pub(super) domain: Vec<Option<Sym>>,
    pub(super) layer: Vec<Option<Sym>>,
    /// What only nodes of code maps have.
    pub(super) code: HashMap<u32, CodePlace>,
    /// The repository of those that a code map of one defines, and of missing nodes that are named by it.
    pub(super) repo: HashMap<u32, Sym>,
    /// The ids that code maps give nodes whose name is another one.
    pub(super) id_in_repo: HashMap<u32, Sym>,
    /// When those were made that say so themselves.
    pub(super) created: HashMap<u32, Millis>,
    /// `None` for a missing node: nothing defines it.
    pub(super) file: Vec<Option<Sym>>,
    pub(super) line: Vec<u32>,
    pub(super) system: Vec<System>,
    /// Missing nodes that an edge names as `system:id`.
    pub(super) addressed: FixedBitSet,
}

impl NodeColumns {
    pub(super) fn len(&self) -> usize {
        self.id.len()
    }

    /// The defined node that `repository/id` means: the repository ends at one of the slashes. `with_id` gives the nodes
    /// with a name.
    pub(super) fn in_repo<I: Iterator<Item = NodeIx>>(
        &self,
        words: &Interner,
        address: &str,
        with_id: impl Fn(Sym) -> I,
    ) -> Option<NodeIx> {
        /// No repository or id has more bytes than this, so that the work is bounded.
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
        // `a/b` + `c` and `a` + `b/c` read the same.
        found.next().is_none().then_some(first)
    }

    /// Makes room for so many more.
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

/// One node of a graph.
#[derive(Clone, Copy)]
pub struct Node<'g> {
    pub(super) graph: &'g Graph,
    pub(super) ix: NodeIx,
}

impl<'g> Node<'g> {
    /// Its number.
    pub fn ix(self) -> NodeIx {
        self.ix
    }

    /// The id its system uses.
    pub fn id(self) -> &'g str {
        self.graph.text(self.graph.nodes.id[self.ix.index()])
    }

    /// What finds exactly this node: its bare id, or `system:id` if that would find another one. A missing node that an edge
    /// names as `system:id` keeps that form.
    pub fn address(self) -> Cow<'g, str> {
        let with_system = || Cow::Owned(format!("{}:{}", self.system().name(), self.id()));
        if self.is_missing() && self.graph.nodes.addressed.contains(self.ix.index()) {
            return with_system();
        }
        // Only an id with a colon can be mistaken for the address of another node.
        if !self.id().contains(':') && self.graph.is_first_with_its_id(self.ix) {
            return Cow::Borrowed(self.id());
        }
        match self.graph.find(self.id()) {
            Some(found) if found.ix == self.ix => Cow::Borrowed(self.id()),
            _ => with_system(),
        }
    }

    /// The repository whose code map defines it.
    pub fn repo(self) -> Option<&'g str> {
        self.graph.nodes.repo.get(&self.ix.0).map(|repo| self.graph.text(*repo))
    }

    /// The id its own file gives it: where two repositories use one id, the name of the repository is in front of [`Node::id`].
    pub fn id_in_file(self) -> &'g str {
        self.graph.nodes.id_in_repo.get(&self.ix.0).map_or_else(|| self.id(), |id| self.graph.text(*id))
    }

    /// What a person calls it; its id if nobody named it.
    pub fn title(self) -> &'g str {
        self.graph.text(self.graph.nodes.title[self.ix.index()])
    }

    /// What it is; `None` for a missing node.
    pub fn kind(self) -> Option<&'g str> {
        self.optional(&self.graph.nodes.kind)
    }

    /// Where it stands.
    pub fn status(self) -> Option<&'g str> {
        self.optional(&self.graph.nodes.status)
    }

    /// The domain it belongs to.
    pub fn domain(self) -> Option<&'g str> {
        self.optional(&self.graph.nodes.domain)
    }

    /// The layer it lies in.
    pub fn layer(self) -> Option<&'g str> {
        self.optional(&self.graph.nodes.layer)
    }

    /// The finer layer its tool knows.
    pub fn sub_layer(self) -> Option<&'g str> {
        self.code_text(|code| code.sub_layer)
    }

    /// Its path in a code base.
    pub fn code_path(self) -> Option<&'g str> {
        self.code_text(|code| code.path)
    }

    /// Its programming language.
    pub fn language(self) -> Option<&'g str> {
        self.code_text(|code| code.language)
    }

    /// The file that defines it, relative to the workspace; `None` for a missing node.
    pub fn file(self) -> Option<&'g str> {
        self.optional(&self.graph.nodes.file)
    }

    /// The line on which it begins; `None` for a missing node.
    pub fn line(self) -> Option<u32> {
        self.file().map(|_| self.graph.nodes.line[self.ix.index()])
    }

    /// The system it comes from; for a missing node, the one that refers to it.
    pub fn system(self) -> System {
        self.graph.nodes.system[self.ix.index()]
    }

    /// When it was made, if it says so itself.
    pub fn created(self) -> Option<Millis> {
        self.graph.nodes.created.get(&self.ix.0).copied()
    }

    /// Whether something refers to it but nothing defines it.
    pub fn is_missing(self) -> bool {
        self.graph.nodes.file[self.ix.index()].is_none()
    }

    /// Its edges in one direction, in stored order.
    pub fn edges(self, direction: Direction) -> &'g [EdgeIx] {
        self.graph.edges_of(self.ix, direction)
    }

    /// The distinct edges to list for one direction: a symmetric one can be walked both ways, but is listed as leaving.
    pub fn listed(self, direction: Direction) -> impl Iterator<Item = EdgeIx> {
        self.edges(direction).iter().copied().filter(move |ix| self.lists(*ix, direction))
    }

    /// Like [`Node::listed`], for those that were taken back.
    pub fn listed_retracted(self, direction: Direction) -> impl Iterator<Item = EdgeIx> {
        let retracted = self.graph.retracted_of(self.ix, direction);
        retracted.iter().copied().filter(move |ix| self.lists(*ix, direction))
    }

    fn lists(self, ix: EdgeIx, direction: Direction) -> bool {
        let edge = self.graph.edge(ix);
        !edge.is_repeated() && (direction == Direction::Out || !edge.is_symmetric())
    }

    /// How many distinct edges are listed for one direction.
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
