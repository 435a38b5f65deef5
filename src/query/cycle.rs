//! Nodes that go round in a circle over relations that must not, each circle with its shortest way round and the edge to doubt
//! first.

mod round;
mod shortest;
#[cfg(test)]
mod tests;

pub use self::round::CycleMembers;

use super::confidence::Trust;
use super::filter::{EdgeFilter, RelationFilter};
use super::lineage::Orient;
use super::sieve::{Meanings, Sieve};
use crate::graph::relation::{Spelling, VOCABULARIES};
use crate::graph::{Direction, Edge, EdgeIx, Graph, NodeIx, System, cycles_of};
use fixedbitset::FixedBitSet;
use std::cmp::Reverse;

/// Relations that, followed round in a circle, contradict themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Class {
    /// Whose relations they are.
    pub system: System,
    /// What they are called together.
    pub name: &'static str,
}

impl Class {
    /// Every class of the registry, in its order.
    pub fn all() -> Vec<Self> {
        let relations = VOCABULARIES.iter().flat_map(|vocabulary| vocabulary.relations);
        let mut classes = Vec::new();
        for class in relations.filter_map(|one| Some(Self { system: one.system, name: one.acyclic? })) {
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes
    }

    /// Whether an edge is one that must not lead back to where it leaves.
    pub fn keeps(self, edge: Edge<'_>) -> bool {
        let is_inside = || [edge.from(), edge.to()].iter().all(|node| node.system() == System::Yggdrasil);
        let is_of_class = RelationFilter::Class(self.system, self.name).keeps(edge);
        is_of_class
            && match (self.system, self.name) {
                // A row of the log does not change what an aspect implies.
                (System::Yggdrasil, "implies") => edge.system() == System::Yggdrasil,
                // What is outside the model is not built in its order.
                (System::Yggdrasil, _) => is_inside(),
                _ => true,
            }
    }

    /// The groups of nodes that reach each other over edges of this class, each in ascending order.
    pub fn groups(self, graph: &Graph) -> Vec<Vec<NodeIx>> {
        let links = graph.edges().filter(|edge| self.keeps(*edge)).map(|edge| ends(edge, says_it_backwards(edge)));
        cycles_of(&links.collect::<Vec<_>>())
    }

    /// Whether one node leads to another over edges of this class, each read by the relation's own name.
    pub fn leads(self, graph: &Graph, from: NodeIx, to: NodeIx) -> bool {
        self.reached(graph, from, Direction::Out, |node| node == to).contains(to.index())
    }

    /// The node and those it reaches over edges of this class, along what they say or against it. Once `ends` says so of a node,
    /// nothing more is looked at.
    pub(super) fn reached(
        self,
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
                let leads = |edge: &Edge<'_>| says_it_backwards(*edge) == (direction != along);
                let ways = edges.filter(|edge| self.keeps(*edge) && leads(edge)).map(|edge| edge.other(node));
                waiting.extend(ways.filter(|other| !met.put(other.index())));
            }
        }
        met
    }
}

/// What to look for.
#[derive(Debug, Clone)]
pub struct CycleRequest {
    /// Over which edges. Where every relation is meant, over those of each class that must not go round, class by class.
    pub edges: EdgeFilter,
    /// Along edges as they are stored, or along time.
    pub orient: Orient,
}

/// Nodes that reach each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// The relations that should not go round; `None` where somebody named them.
    pub class: Option<Class>,
    /// The nodes, in ascending order.
    pub nodes: Vec<NodeIx>,
    /// How many pairs of them an edge joins.
    pub links: usize,
    /// A shortest way round: each edge goes on where the one before it ended, the last one ends where the first one starts.
    /// Of several edges between two nodes the most trusted one stands for all.
    pub shortest: Vec<EdgeIx>,
    /// Whether a shorter one was looked for everywhere.
    pub is_proven: bool,
    /// The edge of the shortest way that is trusted least; among equals the newest, which closed the circle.
    pub weakest: EdgeIx,
}

/// How many edges the search for shortest ways looks at: half a second's work.
pub const MOST_LOOKS: usize = 50_000_000;

/// Every circle, class by class, the largest first. Costs what looking at each edge once costs, and for the shortest ways at
/// most so many looks.
pub fn cycles(graph: &Graph, request: &CycleRequest, most_looks: usize) -> Vec<Cycle> {
    let sieve = Sieve::new(graph, &request.edges);
    let kept = graph.edges().filter(|edge| !edge.is_repeated() && sieve.keeps(*edge));
    let turned = match request.orient {
        // What goes round goes by what the verbs mean, so one that says it the other way round is turned in any case.
        Orient::Stored => Meanings::those(|meaning| meaning.is_some_and(|one| one.spelling == Spelling::Inverse)),
        Orient::Meaning => request.orient.turned(),
    };
    let mut search = Search { graph, trust: &request.edges.trust, turned, looks: most_looks };
    if request.edges.relations != RelationFilter::Any {
        return search.among(None, kept);
    }
    let suspects: Vec<_> =
        kept.filter(|edge| edge.meaning().is_some_and(|one| one.relation.acyclic.is_some())).collect();
    let classes = Class::all().into_iter();
    classes
        .flat_map(|class| search.among(Some(class), suspects.iter().copied().filter(|edge| class.keeps(*edge))))
        .collect()
}

/// The number of edges that [`cycles`] leaves out only because they are not trusted enough.
pub fn untrusted_in_cycles(graph: &Graph, request: &CycleRequest) -> usize {
    if !graph.knows_confidence() {
        return 0;
    }
    let all = request.edges.with_all_trusted();
    let (sieve, classes) = (Sieve::new(graph, &all), Class::all());
    let is_of_class = |edge: Edge<'_>| classes.iter().any(|class| class.keeps(edge));
    let is_meant = |edge: Edge<'_>| all.relations != RelationFilter::Any || is_of_class(edge);
    let left_out = graph.edges().filter(|edge| !edge.is_repeated() && !request.edges.trust.keeps(*edge));
    left_out.filter(|edge| sieve.keeps(*edge) && is_meant(*edge)).count()
}

/// A step from one node to another, and the edge that allows it.
#[derive(Clone, Copy)]
struct Link {
    from: NodeIx,
    to: NodeIx,
    edge: EdgeIx,
}

struct Search<'g> {
    graph: &'g Graph,
    trust: &'g Trust,
    /// What is walked against the way it is stored.
    turned: Meanings,
    looks: usize,
}

impl<'g> Search<'g> {
    fn among(&mut self, class: Option<Class>, edges: impl Iterator<Item = Edge<'g>>) -> Vec<Cycle> {
        let links: Vec<_> = edges.filter_map(|edge| self.link(edge)).collect();
        let groups = cycles_of(&links.iter().map(|link| (link.from, link.to)).collect::<Vec<_>>());
        if groups.is_empty() {
            return Vec::new();
        }
        // For each node the number of its group.
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
        // Of the edges between two nodes the most trusted one comes first, then the first one.
        let order = |link: &Link| (group(link.from), link.from, link.to);
        inside.sort_by(|one, other| {
            let trusted = |link: &Link| self.confidence(link.edge);
            order(one).cmp(&order(other)).then_with(|| trusted(other).total_cmp(&trusted(one)))
        });
        inside.dedup_by_key(|link| (link.from, link.to));
        let each = inside.chunk_by(|one, other| group(one.from) == group(other.from));
        let mut cycles: Vec<_> =
            groups.into_iter().zip(each).map(|(nodes, links)| self.cycle(class, nodes, links)).collect();
        cycles.sort_by_key(|cycle| Reverse(cycle.nodes.len()));
        cycles
    }

    fn cycle(&mut self, class: Option<Class>, nodes: Vec<NodeIx>, links: &[Link]) -> Cycle {
        let found = shortest::way_round(&nodes, links, &mut self.looks);
        let doubt = |ix: &EdgeIx| {
            let edge = self.graph.edge(*ix);
            (self.confidence(*ix), Reverse(edge.millis()), Reverse(*ix))
        };
        let weakest = found.way.iter().min_by(|one, other| {
            let (one, other) = (doubt(one), doubt(other));
            one.0.total_cmp(&other.0).then_with(|| (one.1, one.2).cmp(&(other.1, other.2)))
        });
        let weakest = *weakest.expect("a circle has an edge");
        Cycle { class, nodes, links: links.len(), shortest: found.way, is_proven: found.is_proven, weakest }
    }

    /// The way along which an edge is walked. A symmetric one leads back at once, which says nothing.
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

/// Whether an edge has a verb for the other way round.
fn says_it_backwards(edge: Edge<'_>) -> bool {
    edge.meaning().is_some_and(|meaning| meaning.spelling == Spelling::Inverse)
}

fn ends(edge: Edge<'_>, turned: bool) -> (NodeIx, NodeIx) {
    let (from, to) = (edge.from().ix(), edge.to().ix());
    if turned { (to, from) } else { (from, to) }
}
