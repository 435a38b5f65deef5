//! [`Systems`]: the systems of a workspace, with the registry of their vocabularies and the user's own.

use super::assumptions::{Assumptions, read_assumptions};
use super::check::Disk;
use super::passage::{Passage, read_passages, search_passages};
use super::question::Question;
use super::{Facts, System, all};
use crate::graph::relation::Relation;
use crate::graph::{Graph, Node, NodeIx, Registry, SystemId};
use serde_json::{Map, Value};
use std::io;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The systems of a workspace, in look-up order.
#[derive(Debug, Clone)]
pub struct Systems {
    list: Arc<[Arc<dyn System>]>,
    ids: Arc<[SystemId]>,
    registry: Arc<Registry>,
}

static BUILT_IN: LazyLock<Systems> = LazyLock::new(|| Systems::new(all::built_in(), Vec::new()));

/// The registry of the built-in systems, without relations of a user.
pub fn registry() -> Arc<Registry> {
    Arc::clone(&BUILT_IN.registry)
}

impl Systems {
    /// Systems in any order, and the relations that a user declares.
    pub fn new(systems: impl IntoIterator<Item = Arc<dyn System>>, user: Vec<Relation>) -> Self {
        let mut list: Vec<_> = systems.into_iter().map(|system| (system.spec(), system)).collect();
        list.sort_by_key(|(spec, _)| spec.id);
        let vocabularies = list.iter().map(|(spec, system)| (spec.clone(), system.vocabulary()));
        let registry = Arc::new(Registry::new(vocabularies, user));
        let ids = list.iter().map(|(spec, _)| spec.id).collect();
        Self { list: list.into_iter().map(|(_, system)| system).collect(), ids, registry }
    }

    /// The built-in systems.
    pub fn built_in() -> Self {
        BUILT_IN.clone()
    }

    /// These systems and further ones, with the relations of a user. A further system replaces one with the same id.
    #[must_use]
    pub fn with(&self, further: Vec<Arc<dyn System>>, user: Vec<Relation>) -> Self {
        if further.is_empty() && user.is_empty() {
            return self.clone();
        }
        let is_replaced = |id: &SystemId| further.iter().any(|system| system.spec().id == *id);
        let kept: Vec<_> =
            self.iter().filter(|(id, _)| !is_replaced(id)).map(|(_, system)| Arc::clone(system)).collect();
        Self::new(kept.into_iter().chain(further), user)
    }

    /// These systems with what a workspace configures for them.
    #[must_use]
    pub fn configured(&self, root: &Path) -> Self {
        let configured: Vec<_> = self.list.iter().map(|system| system.configured(root)).collect();
        if configured.iter().all(Option::is_none) {
            return self.clone();
        }
        let list = self.list.iter().zip(configured).map(|(system, own)| own.unwrap_or_else(|| Arc::clone(system)));
        Self::new(list, Vec::new())
    }

    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// Every system with its id, in look-up order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (SystemId, &Arc<dyn System>)> {
        self.ids.iter().copied().zip(self.list.iter())
    }

    pub fn get(&self, system: SystemId) -> Option<&dyn System> {
        self.iter().find(|(id, _)| *id == system).map(|(_, system)| &**system)
    }

    /// Every question that only one system answers, with that system.
    pub fn questions(&self) -> impl Iterator<Item = (SystemId, &'static Question)> {
        self.iter().flat_map(|(id, system)| system.questions().iter().map(move |question| (id, question)))
    }

    /// Compares the files of all systems with others outside the graph.
    pub fn check_disk(&self, facts: &Facts, disk: &Disk<'_>) -> Facts {
        let mut found = Facts::default();
        self.iter().filter_map(|(_, system)| system.check_disk(facts, disk)).for_each(|fact| found.set(fact));
        found
    }

    /// Whether any system has records to compare files with.
    pub fn have_records(&self, facts: &Facts) -> bool {
        self.iter().any(|(_, system)| system.has_records(facts))
    }

    /// All nodes with drift, in the results of [`Self::check_disk`].
    pub fn drifted(&self, found: &Facts, graph: &Graph) -> Vec<NodeIx> {
        self.iter().flat_map(|(_, system)| system.drifted(found, graph)).collect()
    }

    /// Reads a node's fields from its file again, for display.
    pub fn fields(&self, root: &Path, node: Node<'_>) -> io::Result<Map<String, Value>> {
        Ok(self.fields_of(root, &[node])?.pop().unwrap_or_default())
    }

    /// Reads the fields of nodes of one system and one file, in their order. The file is read once.
    pub(super) fn fields_of(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        match nodes.first().and_then(|node| self.get(node.system()).filter(|_| node.file().is_some())) {
            Some(system) => system.fields(root, nodes),
            None => Ok(vec![Map::new(); nodes.len()]),
        }
    }

    /// Reads the prose of a node's file: the body of a markdown file, otherwise the prose fields, at the node's line.
    pub fn passages(&self, root: &Path, node: Node<'_>) -> io::Result<Vec<Passage>> {
        read_passages(self, root, node)
    }

    /// Searches the prose of nodes on all threads and returns what `search` finds, in the order of the nodes. A file
    /// with many nodes is read once; files that cannot be read are skipped.
    pub fn search_passages<T: Send>(
        &self,
        root: &Path,
        nodes: &[Node<'_>],
        search: &(dyn Fn(NodeIx, &[Passage]) -> Option<T> + Sync),
    ) -> Vec<T> {
        search_passages(self, root, nodes, search)
    }

    /// Reads the `assumptions` of nodes from their files.
    pub fn assumptions(&self, root: &Path, graph: &Graph, nodes: &[NodeIx]) -> Assumptions {
        read_assumptions(self, root, graph, nodes)
    }
}

impl Default for Systems {
    fn default() -> Self {
        Self::built_in()
    }
}
