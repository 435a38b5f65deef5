//! Replaces the ids in findings with addresses that every command accepts.

use crate::finding::Finding;
use crate::graph::{Cancelled, Graph, Node, NodeIx, UntilCancelled as _};
use std::collections::HashMap;

/// The meaning of the ids in a finding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ids {
    /// Ids as written in the file that was read.
    OfFile,
    /// Ids of nodes in the graph.
    OfGraph,
}

/// Resolves ids in findings: the same bare id may belong to another system or repository.
pub(super) struct Addresses<'g> {
    graph: &'g Graph,
    repos: HashMap<&'g str, &'g str>,
    /// Nodes by repository and id in that repository.
    in_repo: HashMap<(&'g str, &'g str), NodeIx>,
}

impl<'g> Addresses<'g> {
    /// Incomplete if cancelled.
    pub(super) fn new(graph: &'g Graph, cancelled: Cancelled<'_>) -> Self {
        let mut addresses = Self { graph, repos: HashMap::new(), in_repo: HashMap::new() };
        // Unless several repositories use the same id, every id is its own address.
        let nodes = graph.has_namesakes().then(|| graph.nodes()).into_iter().flatten().until(cancelled);
        for (node, repo) in nodes.filter_map(|node| Some((node, node.repo()?))) {
            addresses.repos.extend(node.file().map(|file| (file, repo)));
            addresses.in_repo.insert((repo, node.id_in_file()), node.ix());
        }
        addresses
    }

    /// Replaces the ids in a finding.
    pub(super) fn put_into(&self, finding: &mut Finding, ids: Ids) {
        let (system, file) = (finding.system, finding.file.clone().filter(|_| ids == Ids::OfFile));
        let address =
            |id: String| self.find(system, file.as_deref(), &id).map_or(id, |node| node.address().into_owned());
        finding.node = finding.node.take().map(address);
        finding.named.iter_mut().for_each(|subject| subject.map_ids(address));
    }

    fn find(&self, system: &str, file: Option<&str>, id: &str) -> Option<Node<'g>> {
        let registry = self.graph.registry();
        let spec = registry.system_named(system).and_then(|system| registry.spec(system));
        let has_repositories = spec.is_some_and(|spec| spec.has_repositories);
        let repo = file.filter(|_| has_repositories).and_then(|file| self.repos.get(file));
        let in_repo = repo.and_then(|repo| self.in_repo.get(&(*repo, id))).map(|ix| self.graph.node(*ix));
        in_repo.or_else(|| self.graph.with_id(id).find(|node| node.system().name() == system))
    }
}
