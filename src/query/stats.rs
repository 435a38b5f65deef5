//! Counts of nodes and edges by system, kind, relation and layer, gathered in one pass over nodes and edges.

use crate::graph::{Cancelled, Graph, NEVER, SystemId, UntilCancelled as _};
use std::collections::BTreeMap;

/// Counts over a whole graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// Defined nodes.
    pub nodes: usize,
    /// Missing nodes: referred to by an edge but not defined.
    pub missing: usize,
    /// Distinct edges.
    pub edges: usize,
    /// Edges that repeat an earlier one.
    pub repeated: usize,
    /// Distinct edges that are inferred from content.
    pub implicit: usize,
    /// Distinct edges whose ends are in different systems.
    pub across: usize,
    /// Number of defined nodes and of distinct edges of each system that was found.
    pub systems: BTreeMap<SystemId, (usize, usize)>,
    /// Defined nodes by system and kind.
    pub kinds: BTreeMap<(SystemId, String), usize>,
    /// Distinct edges by relation.
    pub relations: BTreeMap<String, usize>,
    /// Defined nodes by layer.
    pub layers: BTreeMap<String, usize>,
}

impl Stats {
    /// These counts with systems that were found and have neither nodes nor edges.
    #[must_use]
    pub fn with_empty(mut self, systems: impl IntoIterator<Item = SystemId>) -> Self {
        for system in systems {
            self.systems.entry(system).or_default();
        }
        self
    }

    /// The systems that were found, if any of them is not defined by the specification. Otherwise none: their answers
    /// do not name them.
    pub fn named_systems<'s>(&'s self, graph: &'s Graph) -> impl Iterator<Item = SystemId> + 's {
        let is_named = self.systems.keys().any(|system| !graph.spec(*system).is_specified);
        // The system of the log alone is not one that users have.
        let log = graph.registry().log_system();
        let found = self.systems.iter().filter(move |(system, (nodes, _))| is_named && (**system != log || *nodes > 0));
        found.map(|(system, _)| *system)
    }
}

pub fn stats(graph: &Graph) -> Stats {
    stats_cancellable(graph, NEVER).expect("never cancelled")
}

/// Like [`stats`]; returns `None` if cancelled.
pub fn stats_cancellable(graph: &Graph, cancelled: Cancelled<'_>) -> Option<Stats> {
    let mut stats = Stats::default();
    for node in graph.nodes().until(cancelled) {
        if node.is_missing() {
            stats.missing += 1;
            continue;
        }
        stats.nodes += 1;
        stats.systems.entry(node.system()).or_default().0 += 1;
        *stats.kinds.entry((node.system(), node.kind().unwrap_or_default().to_owned())).or_default() += 1;
        if let Some(layer) = node.layer() {
            *stats.layers.entry(layer.to_owned()).or_default() += 1;
        }
    }
    let mut relations: BTreeMap<_, usize> = BTreeMap::new();
    for edge in graph.edges().until(cancelled) {
        if edge.is_repeated() {
            stats.repeated += 1;
            continue;
        }
        stats.edges += 1;
        stats.implicit += usize::from(edge.is_implicit());
        stats.across += usize::from(edge.from().system() != edge.to().system());
        stats.systems.entry(edge.system()).or_default().1 += 1;
        *relations.entry(edge.relation_sym()).or_default() += 1;
    }
    stats.relations = relations.into_iter().map(|(verb, edges)| (graph.text(verb).to_owned(), edges)).collect();
    (!cancelled()).then_some(stats)
}
