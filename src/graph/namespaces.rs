//! Nodes of several repositories in one graph.
//!
//! A source with a name is a namespace: the ids of its nodes are `name/id`. Within it, ids mean what they mean in the
//! repository alone. An id that a namespace does not define refers to the only other namespace, or to the workspace, that
//! defines it; if several do, it is missing. `name/system:id` is always exact (decision 0042).

use super::intern::{Interner, Sym};
use super::node::{MaybeNode, NodeColumns, NodeIx};
use super::registry::Registry;
use super::system::SystemIx;
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// The kind of a node that stands for something in another repository or on the web. Nothing in this graph defines it.
pub const EXTERNAL: &str = "external";

/// The namespaces of a graph, and the nodes in them.
#[derive(Debug, Clone, Default)]
pub(super) struct Namespaces {
    of: HashMap<u32, Sym>,
    names: HashSet<Box<str>>,
    /// Defined nodes by their ids without the name.
    by_own_id: HashMap<Box<str>, Vec<NodeIx>>,
    /// Ids of external nodes that another namespace defines, with the defined node.
    also: HashMap<Sym, NodeIx>,
}

impl Namespaces {
    /// The namespaces of a packed graph.
    pub(super) fn restored(
        of: HashMap<u32, Sym>,
        also: HashMap<Sym, NodeIx>,
        words: &Interner,
        nodes: &NodeColumns,
    ) -> Option<Self> {
        let mut all = Self { also, ..Self::default() };
        let mut rows: Vec<_> = of.into_iter().collect();
        rows.sort_unstable_by_key(|(row, _)| *row);
        for (row, name) in rows {
            let at = row as usize;
            // A damaged snapshot can have any number as a symbol; its checksum is compared only after it is read.
            let id = words.get(*nodes.id.get(at)?)?;
            let kind = nodes.kind.get(at)?.map(|kind| words.get(kind));
            let is_external = kind == Some(Some(EXTERNAL));
            all.add(NodeIx(row), name, words.get(name)?, id, nodes.file.get(at)?.is_some() && !is_external);
        }
        Some(all)
    }

    /// Those of the nodes that remain; `new` gives a remaining node its new index among `nodes`.
    pub(super) fn kept(&self, words: &Interner, nodes: &NodeColumns, new: impl Fn(NodeIx) -> Option<NodeIx>) -> Self {
        let of = self.of.iter().filter_map(|(row, name)| Some((new(NodeIx(*row))?.0, *name))).collect();
        let also = self.also.iter().filter_map(|(id, node)| Some((*id, new(*node)?))).collect();
        Self::restored(of, also, words, nodes).unwrap_or_default()
    }

    /// Adds a node with the id `name/…`. Only a node that its own repository defines can be found by its own id.
    pub(super) fn add(&mut self, node: NodeIx, name: Sym, name_text: &str, id: &str, is_defined: bool) {
        self.of.insert(node.0, name);
        if !self.names.contains(name_text) {
            self.names.insert(name_text.into());
        }
        if is_defined {
            self.by_own_id.entry(own_id(name_text, id).into()).or_default().push(node);
        }
    }

    /// An external node stands for this node.
    pub(super) fn stands_for(&mut self, id: Sym, node: NodeIx) {
        self.also.insert(id, node);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.of.is_empty() && self.also.is_empty()
    }

    pub(super) fn of(&self, node: NodeIx) -> Option<Sym> {
        self.of.get(&node.0).copied()
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = (u32, Sym)> {
        self.of.iter().map(|(node, name)| (*node, *name))
    }

    pub(super) fn external_pairs(&self) -> impl Iterator<Item = (u32, Sym)> {
        self.also.iter().map(|(id, node)| (node.0, *id))
    }

    /// The name of a namespace and what follows it.
    fn split<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        text.split_once('/').filter(|(name, _)| self.names.contains(*name))
    }
}

/// The id of a node in its own repository.
pub(super) fn own_id<'t>(name: &str, id: &'t str) -> &'t str {
    id.strip_prefix(name).and_then(|rest| rest.strip_prefix('/')).unwrap_or(id)
}

/// What resolving ids across namespaces depends on, of a graph or of one that is being merged.
#[derive(Clone, Copy)]
pub(super) struct Spaces<'a> {
    pub(super) registry: &'a Registry,
    pub(super) words: &'a Interner,
    pub(super) nodes: &'a NodeColumns,
    pub(super) by_id: &'a [MaybeNode],
    pub(super) same_id: &'a [MaybeNode],
}

impl<'a> Spaces<'a> {
    /// Resolves an id that the workspace itself does not define: `name/system:id`, an external id that stands for a
    /// node, or an id that exactly one namespace defines. `system` is `None` if any system can define it.
    pub(super) fn find(self, text: &str, system: Option<SystemIx>) -> Option<NodeIx> {
        let all = &*self.nodes.namespaces;
        if all.is_empty() {
            return None;
        }
        if let Some(node) = self.words.lookup(text).and_then(|id| all.also.get(&id)) {
            return Some(*node);
        }
        let Some((name, rest)) = all.split(text) else { return self.only(text, system, None) };
        let (system, id) = self.registry.split(rest)?;
        self.in_system(&format!("{name}/{id}"), self.registry.ix(system)?)
    }

    /// The node with this id in the only namespace that defines it, apart from `besides`. If that is one, the workspace
    /// counts as well.
    pub(super) fn only(self, id: &str, system: Option<SystemIx>, besides: Option<Sym>) -> Option<NodeIx> {
        let fits = |node: &NodeIx| system.is_none_or(|system| self.nodes.system[node.index()] == system);
        let named = self.nodes.namespaces.by_own_id.get(id).into_iter().flatten().copied();
        let named = named.filter(|node| besides.is_none() || self.nodes.namespaces.of(*node) != besides);
        let is_own = |node: &NodeIx| self.nodes.namespaces.of(*node).is_none() && self.is_defined(*node);
        let own = besides.map(|_| self.with_id(id).filter(is_own)).into_iter().flatten();
        let mut found: Vec<_> = named.chain(own).filter(fits).collect();
        found.sort_unstable_by_key(|node| (self.nodes.system[node.index()], *node));
        let spaces: HashSet<_> = found.iter().map(|node| self.nodes.namespaces.of(*node)).collect();
        found.first().copied().filter(|_| spaces.len() == 1)
    }

    /// The node that an external one stands for: a node with its id elsewhere, or the one that its form names.
    pub(super) fn meant(self, id: &str, system: SystemIx, space: Option<Sym>) -> Option<NodeIx> {
        let name = space.map_or("", |space| self.words.text(space));
        let own = own_id(name, id);
        let named = || {
            let (name, id) = self.registry.spec_of(system).foreign?(own)?;
            self.in_system(&format!("{name}/{id}"), system)
        };
        let addressed = || self.nodes.namespaces.split(own).and_then(|_| self.in_system(own, system));
        named().or_else(addressed).or_else(|| self.only(own, Some(system), space))
    }

    fn in_system(self, id: &str, system: SystemIx) -> Option<NodeIx> {
        self.with_id(id).find(|node| self.nodes.system[node.index()] == system)
    }

    fn with_id(self, id: &str) -> impl Iterator<Item = NodeIx> + use<'a> {
        let first = self.words.lookup(id).and_then(|sym| self.by_id.get(sym.index())?.get());
        std::iter::successors(first, move |node| self.same_id[node.index()].get())
    }

    fn is_defined(self, node: NodeIx) -> bool {
        let is_external = self.nodes.kind[node.index()].is_some_and(|kind| self.words.text(kind) == EXTERNAL);
        self.nodes.file[node.index()].is_some() && !is_external
    }
}

impl NodeColumns {
    pub(super) fn namespaces_mut(&mut self) -> &mut Namespaces {
        Arc::make_mut(&mut self.namespaces)
    }
}
