//! Nodes and edges added or retracted since a given time, grouped by actor and relation.
//!
//! Equivalent to comparing the graph with its own state at that time, without building that state: the [`Timeline`]
//! knows when each node and edge was added. Equal edges count as one. For a diff between two times, pass the graph as
//! of the later one.

use super::filter::EdgeFilter;
use crate::graph::{Cancelled, Edge, EdgeIx, Graph, NEVER, NodeIx, Retracted, Sym, Timeline, Ts, UntilCancelled as _};
use crate::time::Millis;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// Changes since a given time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diff {
    /// Added nodes, oldest first.
    pub nodes: Vec<NodeIx>,
    /// Added and retracted edges by actor and relation, groups with most changes first.
    pub groups: Vec<DiffGroup>,
}

/// The changes of one actor to edges of one relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffGroup {
    pub actor: Option<Sym>,
    pub relation: Sym,
    /// Added edges, oldest first.
    pub came: Vec<EdgeIx>,
    /// Retracted edges, in order of retraction. An edge that was both added and retracted since is only here.
    pub retracted: Vec<EdgeIx>,
}

impl Diff {
    /// Number of added edges.
    pub fn came(&self) -> usize {
        self.groups.iter().map(|group| group.came.len()).sum()
    }

    /// Number of retracted edges.
    pub fn retracted(&self) -> usize {
        self.groups.iter().map(|group| group.retracted.len()).sum()
    }
}

impl Diff {
    /// Keeps only edges that pass the filter, and nodes that pass it as an end.
    #[must_use]
    pub fn among(mut self, graph: &Graph, edges: &EdgeFilter) -> Self {
        self.nodes.retain(|node| edges.keeps_end(graph.node(*node)));
        for group in &mut self.groups {
            group.came.retain(|edge| edges.keeps(graph.edge(*edge)));
            group.retracted.retain(|edge| edges.keeps(graph.edge(*edge)));
        }
        self.groups.retain(|group| !group.came.is_empty() || !group.retracted.is_empty());
        self
    }
}

/// Computes the changes since a given time.
pub fn diff(graph: &Graph, timeline: &Timeline, from: Millis) -> Diff {
    diff_cancellable(graph, timeline, from, NEVER).expect("never cancelled")
}

/// Like [`diff`]; returns `None` if cancelled.
pub fn diff_cancellable(graph: &Graph, timeline: &Timeline, from: Millis, cancelled: Cancelled<'_>) -> Option<Diff> {
    let all = graph.nodes().map(|node| node.ix()).until(cancelled);
    let mut nodes: Vec<_> = all.filter(|node| !timeline.has_node(*node, from)).collect();
    nodes.sort_by_key(|node| timeline.node(*node));
    let (came, retracted) = changes(graph, &Since { timeline, from }, cancelled)?;
    let mut groups: HashMap<_, DiffGroup> = HashMap::new();
    let empty = |(actor, relation)| DiffGroup { actor, relation, came: Vec::new(), retracted: Vec::new() };
    for edge in came.into_iter().until(cancelled) {
        let key = (graph.edge(edge).actor_sym(), graph.edge(edge).relation_sym());
        groups.entry(key).or_insert_with(|| empty(key)).came.push(edge);
    }
    for edge in retracted {
        let actor = timeline.retraction(edge).and_then(|taken| taken.actor);
        let key = (actor, graph.edge(edge).relation_sym());
        groups.entry(key).or_insert_with(|| empty(key)).retracted.push(edge);
    }
    if cancelled() {
        return None;
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    for group in &mut groups {
        group.came.sort_by_key(|edge| (timeline.edge(*edge), *edge));
        group.retracted.sort_by_key(|edge| (timeline.retraction(*edge).map(Retracted::time), *edge));
    }
    let words = |group: &DiffGroup| (group.actor.map(|actor| graph.text(actor)), graph.text(group.relation));
    groups.sort_by_cached_key(|group| (Reverse(group.came.len() + group.retracted.len()), words(group)));
    Some(Diff { nodes, groups })
}

/// A point in time, with the timeline to look it up in.
struct Since<'t> {
    timeline: &'t Timeline,
    from: Millis,
}

impl Since<'_> {
    /// Of equal edges, the first added one that still holds, if none of them existed before.
    fn came(&self, same: &[Edge<'_>]) -> Option<EdgeIx> {
        let mut all = same.iter();
        if all.any(|edge| self.timeline.has_edge(edge.ix(), self.from)) {
            return None;
        }
        let there = same.iter().filter(|edge| !edge.is_retracted()).map(|edge| edge.ix());
        there.min_by_key(|edge| self.timeline.edge(*edge))
    }

    /// Of equal edges, the first retracted one, if none of them was retracted before.
    fn retracted(&self, same: &[Edge<'_>]) -> Option<EdgeIx> {
        if same.iter().any(|edge| self.timeline.is_retracted(edge.ix(), self.from)) {
            return None;
        }
        let gone = same.iter().filter(|edge| edge.is_retracted()).map(|edge| edge.ix());
        gone.min_by_key(|edge| self.timeline.retraction(*edge).map(Retracted::time))
    }
}

/// The added and the retracted edges; `None` if cancelled.
fn changes(graph: &Graph, since: &Since<'_>, cancelled: Cancelled<'_>) -> Option<(Vec<EdgeIx>, Vec<EdgeIx>)> {
    // Only few edges repeat another one or are retracted: only these have to be grouped.
    let all = || graph.edges_from(0).until(cancelled);
    let few = || all().filter(|edge| edge.is_repeated() || edge.is_retracted());
    let facts: HashSet<Fact<'_>> = few().map(Fact::of).collect();
    let nodes: HashSet<NodeIx> = few().flat_map(|edge| [edge.from().ix(), edge.to().ix()]).collect();
    let (mut came, mut retracted) = (Vec::new(), Vec::new());
    let mut together: HashMap<Fact<'_>, Vec<Edge<'_>>> = HashMap::new();
    for edge in all() {
        let may_be = !nodes.is_empty() && nodes.contains(&edge.from().ix());
        match may_be.then(|| Fact::of(edge)).filter(|fact| facts.contains(fact)) {
            Some(fact) => together.entry(fact).or_default().push(edge),
            None => came.extend(since.came(&[edge])),
        }
    }
    for same in together.values() {
        came.extend(since.came(same));
        retracted.extend(since.retracted(same));
    }
    (!cancelled()).then_some((came, retracted))
}

/// Key under which edges are equal.
#[derive(PartialEq, Eq, Hash)]
struct Fact<'g> {
    ends: (NodeIx, NodeIx),
    relation: Sym,
    ts: Option<Ts<'g>>,
}

impl<'g> Fact<'g> {
    fn of(edge: Edge<'g>) -> Self {
        let (from, to, relation) = (edge.from().ix(), edge.to().ix(), edge.relation_sym());
        if edge.is_symmetric() {
            return Self { ends: (from.min(to), from.max(to)), relation, ts: None };
        }
        Self { ends: (from, to), relation, ts: edge.ts() }
    }
}
