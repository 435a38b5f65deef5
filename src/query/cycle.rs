//! Cycles over relations that must be acyclic, each with a shortest cycle and its weakest edge.
//!
//! The groups are strongly connected components (Kosaraju's algorithm, see [`cycles_of`]) of the edges of one acyclic
//! [`Class`] at a time; finding them takes linear time. Within each component, [`shortest`] searches for a shortest
//! cycle by breadth-first search from every node. That is quadratic in the worst case, so the number of edges it visits
//! is bounded and [`Cycle::is_proven`] says whether the result is minimal. Turning cycles into findings does not belong
//! here.

mod members;
mod shortest;
#[cfg(test)]
mod tests;

pub use self::members::CycleMembers;

use super::confidence::Trust;
use super::filter::{EdgeFilter, RelationFilter, touches_opaque};
use super::lineage::Orient;
use super::sieve::{Meanings, Sieve};
use crate::graph::relation::{Meaning, Relation, Text};
use crate::graph::{
    Cancelled, Direction, Edge, EdgeIx, Graph, NodeIx, Pace, Registry, SystemId, UntilCancelled as _, cycles_of,
};
use fixedbitset::FixedBitSet;
use std::cmp::Reverse;

/// A class of relations that must not form cycles.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Class {
    /// System that defines the relations.
    pub system: SystemId,
    pub name: Text,
}

impl Class {
    /// Every class of the relation registry, in registry order.
    pub fn all(registry: &Registry) -> Vec<Self> {
        let mut classes = Vec::new();
        for class in registry.relations().iter().filter_map(Self::of) {
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes
    }

    /// The class of a relation, if it must be acyclic.
    pub fn of(relation: &Relation) -> Option<Self> {
        Some(Self { system: relation.system, name: relation.acyclic.clone()? })
    }

    /// Whether an edge belongs to this class, so that it must not be part of a cycle.
    pub fn keeps(&self, edge: Edge<'_>) -> bool {
        let is_own = |relation: &Relation| {
            relation.system == self.system
                && relation.acyclic.as_ref() == Some(&self.name)
                && relation.cycle_scope.contains(edge, self.system)
        };
        edge.meaning().is_some_and(|meaning| is_own(meaning.relation)) && !touches_opaque(edge)
    }

    /// The strongly connected components over edges of this class, each in ascending order. `None` if
    /// cancelled.
    pub fn groups(&self, graph: &Graph, cancelled: Cancelled<'_>) -> Option<Vec<Vec<NodeIx>>> {
        let links =
            graph.edges().until(cancelled).filter(|edge| self.keeps(*edge)).map(|edge| ends(edge, is_turned(edge)));
        let links: Vec<_> = links.collect();
        (!cancelled()).then(|| cycles_of(&links))
    }

    /// Whether `to` is reachable from `from` over edges of this class, each taken in the direction of the class.
    /// `is_over` ends the search early.
    pub fn leads(&self, graph: &Graph, from: NodeIx, to: NodeIx, mut is_over: impl FnMut() -> bool) -> bool {
        self.reached(graph, from, Direction::Out, |node| node == to || is_over()).contains(to.index())
    }

    /// The nodes reachable from `from` over edges of this class, `from` included, along the direction of the class or
    /// against it. A depth-first search that stops at the first node for which `ends` returns true.
    pub(super) fn reached(
        &self,
        graph: &Graph,
        from: NodeIx,
        along: Direction,
        mut ends: impl FnMut(NodeIx) -> bool,
    ) -> FixedBitSet {
        let mut met = FixedBitSet::with_capacity(graph.node_count());
        met.insert(from.index());
        let mut waiting = vec![from];
        while let Some(node) = waiting.pop().filter(|node| !ends(*node)) {
            for direction in [Direction::Out, Direction::In] {
                let edges = graph.edges_of(node, direction).iter().map(|ix| graph.edge(*ix));
                let leads = |edge: &Edge<'_>| is_turned(*edge) == (direction != along);
                let ways = edges.filter(|edge| self.keeps(*edge) && leads(edge)).map(|edge| edge.other(node));
                waiting.extend(ways.filter(|other| !met.put(other.index())));
            }
        }
        met
    }
}

#[derive(Debug, Clone)]
pub struct CycleRequest {
    /// Edges to consider. With [`RelationFilter::Any`], each acyclic class is searched by itself.
    pub edges: EdgeFilter,
    /// Whether edges are followed as stored or along time.
    pub orient: Orient,
}

/// A strongly connected component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// The acyclic class that is violated; `None` if the request named the relations.
    pub class: Option<Class>,
    /// The nodes of the component, in ascending order.
    pub nodes: Vec<NodeIx>,
    /// Number of ordered pairs of these nodes that an edge links.
    pub links: usize,
    /// A shortest cycle: each edge starts where the previous one ends, and the last one ends where the first one
    /// starts. Parallel edges are represented by the most trusted one.
    pub shortest: Vec<EdgeIx>,
    /// Whether the search was exhaustive, so that no shorter cycle exists.
    pub is_proven: bool,
    /// The least trusted edge of the shortest cycle; on a tie the newest, which closed the cycle.
    pub weakest: EdgeIx,
}

/// Default limit of edges visited by the search for shortest cycles: about half a second.
pub const MOST_LOOKS: usize = 50_000_000;

/// Returns every cycle, class by class, largest first. Visits each edge once, plus at most about `budget` edges
/// while searching for shortest cycles. `None` if cancelled.
pub fn cycles(graph: &Graph, request: &CycleRequest, budget: usize, cancelled: Cancelled<'_>) -> Option<Vec<Cycle>> {
    let sieve = Sieve::new(graph, &request.edges);
    let kept = graph.edges().until(cancelled).filter(|edge| !edge.is_repeated() && sieve.keeps(*edge));
    let turned = match request.orient {
        // Acyclicity is about the meaning of the verbs, so edges are turned into the direction of their class even here.
        Orient::Stored => Meanings::those(graph.registry(), |meaning| meaning.is_some_and(Meaning::is_turned_in_class)),
        Orient::Meaning => request.orient.turned(graph.registry()),
    };
    let mut search = Search { graph, trust: &request.edges.trust, turned, budget, cancelled };
    if request.edges.relations != RelationFilter::Any {
        return search.among(None, kept);
    }
    let suspects: Vec<_> =
        kept.filter(|edge| edge.meaning().is_some_and(|one| one.relation.acyclic.is_some())).collect();
    let mut found = Vec::new();
    for class in Class::all(graph.registry()) {
        let own = suspects.iter().copied().until(cancelled).filter(|edge| class.keeps(*edge));
        found.extend(search.among(Some(&class), own)?);
    }
    Some(found)
}

/// Counts the edges that [`cycles`] skips only because their confidence is too low.
pub fn untrusted_in_cycles(graph: &Graph, request: &CycleRequest) -> usize {
    if !graph.has_confidence() {
        return 0;
    }
    let all = request.edges.with_all_trusted();
    let (sieve, classes) = (Sieve::new(graph, &all), Class::all(graph.registry()));
    let is_of_class = |edge: Edge<'_>| classes.iter().any(|class| class.keeps(edge));
    let is_meant = |edge: Edge<'_>| all.relations != RelationFilter::Any || is_of_class(edge);
    let left_out = graph.edges().filter(|edge| !edge.is_repeated() && !request.edges.trust.keeps(*edge));
    left_out.filter(|edge| sieve.keeps(*edge) && is_meant(*edge)).count()
}

/// A directed link between two nodes, and the edge behind it.
#[derive(Clone, Copy)]
struct Link {
    from: NodeIx,
    to: NodeIx,
    edge: EdgeIx,
}

struct Search<'g> {
    graph: &'g Graph,
    trust: &'g Trust,
    /// Meanings that are followed against their stored direction.
    turned: Meanings,
    budget: usize,
    cancelled: Cancelled<'g>,
}

impl<'g> Search<'g> {
    /// The cycles of these edges; `None` if cancelled.
    fn among(&mut self, class: Option<&Class>, edges: impl Iterator<Item = Edge<'g>>) -> Option<Vec<Cycle>> {
        let links: Vec<_> = edges.filter_map(|edge| self.link(edge)).collect();
        if (self.cancelled)() {
            return None;
        }
        let groups = cycles_of(&links.iter().map(|link| (link.from, link.to)).collect::<Vec<_>>());
        if groups.is_empty() {
            return Some(Vec::new());
        }
        // The component number of each node.
        let mut group_of = vec![u32::MAX; self.graph.node_count()];
        for (number, group) in (0..).zip(&groups) {
            for node in group {
                group_of[node.index()] = number;
            }
        }
        let group = |node: NodeIx| group_of[node.index()];
        let mut inside: Vec<_> = links
            .into_iter()
            .filter(|link| group(link.from) != u32::MAX && group(link.from) == group(link.to))
            .collect();
        // Of parallel edges the most trusted one comes first; ties keep the stored order.
        let order = |link: &Link| (group(link.from), link.from, link.to);
        inside.sort_by(|one, other| {
            let trusted = |link: &Link| self.confidence(link.edge);
            order(one).cmp(&order(other)).then_with(|| trusted(other).total_cmp(&trusted(one)))
        });
        inside.dedup_by_key(|link| (link.from, link.to));
        let each = inside.chunk_by(|one, other| group(one.from) == group(other.from));
        let each = groups.into_iter().zip(each);
        let cycles = each.map(|(nodes, links)| self.cycle(class.cloned(), nodes, links));
        let mut cycles = cycles.collect::<Option<Vec<_>>>()?;
        cycles.sort_by_key(|cycle| Reverse(cycle.nodes.len()));
        Some(cycles)
    }

    fn cycle(&mut self, class: Option<Class>, nodes: Vec<NodeIx>, links: &[Link]) -> Option<Cycle> {
        let found = shortest::shortest_cycle(&nodes, links, &mut self.budget, &mut Pace::new(self.cancelled))?;
        let doubt = |ix: &EdgeIx| {
            let edge = self.graph.edge(*ix);
            (self.confidence(*ix), Reverse(edge.millis()), Reverse(*ix))
        };
        let weakest = found.way.iter().min_by(|one, other| {
            let (one, other) = (doubt(one), doubt(other));
            one.0.total_cmp(&other.0).then_with(|| (one.1, one.2).cmp(&(other.1, other.2)))
        });
        let weakest = *weakest.expect("a cycle has an edge");
        Some(Cycle { class, nodes, links: links.len(), shortest: found.way, is_proven: found.is_proven, weakest })
    }

    /// The link along which an edge is followed. `None` for a symmetric edge, which would be a trivial cycle.
    fn link(&self, edge: Edge<'_>) -> Option<Link> {
        if edge.is_symmetric() {
            return None;
        }
        let (from, to) = ends(edge, self.turned.have(edge));
        Some(Link { from, to, edge: edge.ix() })
    }

    fn confidence(&self, edge: EdgeIx) -> f64 {
        self.trust.certainty(self.graph.edge(edge))
    }
}

/// Whether an edge runs against the direction of its class.
fn is_turned(edge: Edge<'_>) -> bool {
    edge.meaning().is_some_and(Meaning::is_turned_in_class)
}

fn ends(edge: Edge<'_>, turned: bool) -> (NodeIx, NodeIx) {
    let (from, to) = (edge.from().ix(), edge.to().ix());
    if turned { (to, from) } else { (from, to) }
}
