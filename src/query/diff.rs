//! What came since some time, and what was taken back, by who did it and by relation.
//!
//! The same as comparing a graph with itself as of that time, without making that: a timeline knows since when everything is
//! there. Edges that say the same are one, as everywhere. What came between two times is asked of a graph as of the later one.

use super::filter::EdgeFilter;
use crate::graph::{Edge, EdgeIx, Graph, NodeIx, Retracted, Sym, Timeline, Ts};
use crate::time::Millis;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// What came since some time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diff {
    /// The nodes that came, oldest first.
    pub nodes: Vec<NodeIx>,
    /// The edges that came or were taken back, by who did it and by relation: those with most changes first.
    pub groups: Vec<DiffGroup>,
}

/// What one actor did with one relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffGroup {
    /// Who.
    pub actor: Option<Sym>,
    /// The verb.
    pub relation: Sym,
    /// The edges that came, oldest first.
    pub came: Vec<EdgeIx>,
    /// The edges that were taken back, in the order in which they were. One that came since, too, is only here.
    pub taken_back: Vec<EdgeIx>,
}

impl Diff {
    /// How many edges came.
    pub fn came(&self) -> usize {
        self.groups.iter().map(|group| group.came.len()).sum()
    }

    /// How many edges were taken back.
    pub fn taken_back(&self) -> usize {
        self.groups.iter().map(|group| group.taken_back.len()).sum()
    }
}

impl Diff {
    /// What is about these edges, and nodes that they can have as an end.
    #[must_use]
    pub fn among(mut self, graph: &Graph, edges: &EdgeFilter) -> Self {
        self.nodes.retain(|node| edges.keeps_end(graph.node(*node)));
        for group in &mut self.groups {
            group.came.retain(|edge| edges.keeps(graph.edge(*edge)));
            group.taken_back.retain(|edge| edges.keeps(graph.edge(*edge)));
        }
        self.groups.retain(|group| !group.came.is_empty() || !group.taken_back.is_empty());
        self
    }
}

/// What came since some time, by the graph's own timeline.
pub fn diff(graph: &Graph, timeline: &Timeline, from: Millis) -> Diff {
    let mut nodes: Vec<_> =
        graph.nodes().map(|node| node.ix()).filter(|node| !timeline.has_node(*node, from)).collect();
    nodes.sort_by_key(|node| timeline.node(*node));
    let (came, taken_back) = changes(graph, &Since { timeline, from });
    let mut groups: HashMap<_, DiffGroup> = HashMap::new();
    let empty = |(actor, relation)| DiffGroup { actor, relation, came: Vec::new(), taken_back: Vec::new() };
    for edge in came {
        let key = (graph.edge(edge).actor_sym(), graph.edge(edge).relation_sym());
        groups.entry(key).or_insert_with(|| empty(key)).came.push(edge);
    }
    for edge in taken_back {
        let actor = timeline.taken_back(edge).and_then(|taken| taken.actor);
        let key = (actor, graph.edge(edge).relation_sym());
        groups.entry(key).or_insert_with(|| empty(key)).taken_back.push(edge);
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    for group in &mut groups {
        group.came.sort_by_key(|edge| (timeline.edge(*edge), *edge));
        group.taken_back.sort_by_key(|edge| (timeline.taken_back(*edge).map(Retracted::time), *edge));
    }
    let words = |group: &DiffGroup| (group.actor.map(|actor| graph.text(actor)), graph.text(group.relation));
    groups.sort_by_cached_key(|group| (Reverse(group.came.len() + group.taken_back.len()), words(group)));
    Diff { nodes, groups }
}

/// Some time, and who knows what was there.
struct Since<'t> {
    timeline: &'t Timeline,
    from: Millis,
}

impl Since<'_> {
    /// Of edges that say the same, the first that came and is there, if none was there before.
    fn came(&self, same: &[Edge<'_>]) -> Option<EdgeIx> {
        let mut all = same.iter();
        if all.any(|edge| self.timeline.has_edge(edge.ix(), self.from)) {
            return None;
        }
        let there = same.iter().filter(|edge| !edge.is_retracted()).map(|edge| edge.ix());
        there.min_by_key(|edge| self.timeline.edge(*edge))
    }

    /// Of edges that say the same, the first that was taken back, if none was before.
    fn taken_back(&self, same: &[Edge<'_>]) -> Option<EdgeIx> {
        if same.iter().any(|edge| self.timeline.is_retracted(edge.ix(), self.from)) {
            return None;
        }
        let gone = same.iter().filter(|edge| edge.is_retracted()).map(|edge| edge.ix());
        gone.min_by_key(|edge| self.timeline.taken_back(*edge).map(Retracted::time))
    }
}

/// The edges that came and those that were taken back.
fn changes(graph: &Graph, since: &Since<'_>) -> (Vec<EdgeIx>, Vec<EdgeIx>) {
    // Few edges say what another one says, or ever did: only those are looked at together.
    let few = || graph.edges_from(0).filter(|edge| edge.is_repeated() || edge.is_retracted());
    let facts: HashSet<Fact<'_>> = few().map(Fact::of).collect();
    let nodes: HashSet<NodeIx> = few().flat_map(|edge| [edge.from().ix(), edge.to().ix()]).collect();
    let (mut came, mut taken_back) = (Vec::new(), Vec::new());
    let mut together: HashMap<Fact<'_>, Vec<Edge<'_>>> = HashMap::new();
    for edge in graph.edges_from(0) {
        let may_be = !nodes.is_empty() && nodes.contains(&edge.from().ix());
        match may_be.then(|| Fact::of(edge)).filter(|fact| facts.contains(fact)) {
            Some(fact) => together.entry(fact).or_default().push(edge),
            None => came.extend(since.came(&[edge])),
        }
    }
    for same in together.values() {
        came.extend(since.came(same));
        taken_back.extend(since.taken_back(same));
    }
    (came, taken_back)
}

/// What an edge says: edges that say the same are one.
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
