//! Impact of a change: the direct and transitive dependents of a node, with confidence and reasons.
//!
//! Breadth-first search against the dependence relations gives the distances; [`weight`] finds the most reliable path
//! to each dependent. For architecture models, [`Impact`] also lists descendants, flows, aspects and event partners.

mod events;
mod weight;

pub use self::events::Event;

use self::events::events;
use self::weight::weigh;
use super::aspects::{Reason, Why, by_id, descendants, effective_aspects, flows, is_part, model_edges};
use super::filter::EdgeFilter;
use super::sieve::Sieve;
use crate::graph::relation::{Dependent, Spelling};
use crate::graph::{Direction, Edge, EdgeIx, Graph, Node, NodeIx, System};
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

/// The nodes affected by a change of one node.
#[derive(Debug, Clone, PartialEq)]
pub struct Impact {
    /// The changed node.
    pub root: NodeIx,
    /// The edges by which other nodes depend on it directly.
    pub direct: Vec<Direct>,
    /// Indirect dependents.
    pub transitive: Vec<Transitive>,
    /// Nodes connected to it by events.
    pub events: Vec<Event>,
    /// Descendants in the model's tree, each with the edge to its parent.
    pub descendants: Vec<(NodeIx, EdgeIx)>,
    /// The flows it participates in, each with the edge by which it or an ancestor does.
    pub flows: Vec<(NodeIx, EdgeIx)>,
    /// The aspects that apply to it, and why.
    pub aspects: Vec<(NodeIx, Vec<Reason>)>,
    /// For an aspect or a flow: the nodes it applies to, and why.
    pub carriers: Vec<(NodeIx, Vec<Reason>)>,
    /// The most reliable path to each dependent.
    reaches: HashMap<NodeIx, Reach>,
}

/// A direct dependence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Direct {
    pub node: NodeIx,
    pub edge: EdgeIx,
    /// The most reliable path to the node.
    pub reach: Reach,
}

/// The most reliable path by which a change affects a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    /// Product of the confidences along the path, from 0 to 1; edges without confidence count as 1.
    pub weight: f64,
    /// The previous node on the path.
    pub via: NodeIx,
    /// The last edge of the path.
    pub edge: EdgeIx,
}

/// An indirect dependence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transitive {
    pub node: NodeIx,
    /// Number of steps, at least 2.
    pub distance: u32,
    /// The node one step closer, which it depends on.
    pub via: NodeIx,
    pub edge: EdgeIx,
    /// The most reliable path to the node.
    pub reach: Reach,
}

impl Impact {
    /// The edges of the most reliable path from the changed node to a dependent, in this order.
    pub fn because(&self, node: NodeIx) -> Vec<EdgeIx> {
        let mut way = Vec::new();
        let mut at = node;
        while let Some(reach) = self.reaches.get(&at) {
            way.push(reach.edge);
            at = reach.via;
        }
        way.reverse();
        way
    }

    /// Every dependent with its most reliable path.
    pub fn reaches(&self) -> impl Iterator<Item = (NodeIx, Reach)> {
        self.reaches.iter().map(|(node, reach)| (*node, *reach))
    }
}

/// Finds everything that depends on a node, over the relations that express dependence in their systems.
pub fn impact(graph: &Graph, root: NodeIx, edges: &EdgeFilter) -> Impact {
    let node = graph.node(root);
    let in_model = node.system() == System::Yggdrasil;
    let aspects = if in_model { effective_aspects(graph, node) } else { Vec::new() };
    Impact {
        descendants: if in_model { descendants(graph, root) } else { Vec::new() },
        flows: if in_model { flows(graph, root) } else { Vec::new() },
        aspects: aspects.into_iter().map(|aspect| (aspect.aspect, aspect.reasons)).collect(),
        carriers: carriers(graph, root),
        ..impact_by(graph, root, edges, &|_| true)
    }
}

/// Impact of a change to part of a node: its dependents by edges that pass `first`, and their dependents. Leaves out
/// what concerns the node as a whole: descendants, flows, aspects and carriers.
pub fn impact_by(graph: &Graph, root: NodeIx, edges: &EdgeFilter, first: &dyn Fn(Edge<'_>) -> bool) -> Impact {
    let sieve = Sieve::new(graph, edges);
    let steps = Steps { graph, sieve: &sieve, root, first };
    let mut met = FixedBitSet::with_capacity(graph.node_count());
    met.insert(root.index());
    // Each reached node with its distance, predecessor and edge.
    let mut nodes: Vec<(NodeIx, u32, NodeIx, EdgeIx)> = Vec::new();
    let mut directly = Vec::new();
    let mut frontier = vec![root];
    let mut step = 0;
    while !frontier.is_empty() {
        step += 1;
        let mut next = Vec::new();
        for node in frontier {
            for (dependent, edge) in steps.dependents(node) {
                if step == 1 && dependent != root {
                    directly.push((dependent, edge));
                }
                if !met.put(dependent.index()) {
                    next.push(dependent);
                    nodes.push((dependent, step, node, edge));
                }
            }
        }
        frontier = next;
    }
    let reaches = if graph.has_confidence() {
        weigh(&steps, &edges.trust)
    } else {
        nodes.iter().map(|(node, _, via, edge)| (*node, Reach { weight: 1.0, via: *via, edge: *edge })).collect()
    };
    let reach = |node: NodeIx| reaches[&node];
    let direct = directly.into_iter().map(|(node, edge)| Direct { node, edge, reach: reach(node) });
    let mut direct: Vec<_> = direct.collect();
    direct.sort_by_key(|one| (graph.node(one.node).id(), one.edge));
    let farther = nodes.into_iter().filter(|(_, distance, ..)| *distance > 1);
    let transitive = |(node, distance, via, edge)| Transitive { node, distance, via, edge, reach: reach(node) };
    let mut transitive: Vec<_> = farther.map(transitive).collect();
    transitive.sort_by_key(|one| (one.distance, graph.node(one.node).id(), one.node));

    Impact {
        root,
        direct,
        transitive,
        events: events(graph, root, &|edge| sieve.keeps(edge) && first(edge)),
        descendants: Vec::new(),
        flows: Vec::new(),
        aspects: Vec::new(),
        carriers: Vec::new(),
        reaches,
    }
}

/// Enumerates dependents for the searches.
struct Steps<'a> {
    graph: &'a Graph,
    sieve: &'a Sieve<'a>,
    root: NodeIx,
    /// Filter for the edges of the first step.
    first: &'a dyn Fn(Edge<'_>) -> bool,
}

impl Steps<'_> {
    /// The direct dependents of a node, by distinct edges.
    fn dependents(&self, node: NodeIx) -> Vec<(NodeIx, EdgeIx)> {
        let (graph, is_first) = (self.graph, node == self.root);
        let mut found = Vec::new();
        for direction in [Direction::In, Direction::Out] {
            for &ix in graph.edges_of(node, direction) {
                let edge = graph.edge(ix);
                let is_step = !edge.is_repeated() && depends(edge, direction) && self.sieve.keeps(edge);
                if is_step && (!is_first || (self.first)(edge)) {
                    found.push((edge.other(node), ix));
                }
            }
        }
        found
    }
}

/// Whether the other end of an edge depends on the node that has the edge in this direction.
fn depends(edge: Edge<'_>, direction: Direction) -> bool {
    let Some(meaning) = edge.meaning() else { return false };
    let end = match (meaning.relation.dependent, meaning.spelling) {
        (None, _) => return false,
        (Some(end), Spelling::Own | Spelling::Synonym) => end,
        (Some(Dependent::From), Spelling::Inverse) => Dependent::To,
        (Some(Dependent::To), Spelling::Inverse) => Dependent::From,
    };
    // The changed node is at the other end.
    (direction == Direction::In) == (end == Dependent::From)
}

/// The nodes that an aspect or a flow applies to, sorted by id.
fn carriers(graph: &Graph, root: NodeIx) -> Vec<(NodeIx, Vec<Reason>)> {
    let node = graph.node(root);
    match node {
        _ if is_part(node, "aspect") => {
            let reach = |other: Node<'_>| {
                let aspects = effective_aspects(graph, other);
                let reasons = aspects.into_iter().find(|aspect| aspect.aspect == root)?.reasons;
                Some((other.ix(), reasons))
            };
            let others = graph.nodes().filter(|other| other.system() == System::Yggdrasil && other.ix() != root);
            let mut found: Vec<_> = others.filter_map(reach).collect();
            found.sort_by_key(|(node, _)| graph.node(*node).id());
            found
        }
        _ if is_part(node, "flow") => {
            let mut reached: HashMap<NodeIx, Vec<Reason>> = HashMap::new();
            for edge in model_edges(graph, root, Direction::In, "participates") {
                let participant = edge.from().ix();
                let because = |why| Reason { why, edge: edge.ix() };
                reached.entry(participant).or_default().push(because(Why::Own));
                for (below, _) in descendants(graph, participant) {
                    reached.entry(below).or_default().push(because(Why::Ancestor(participant)));
                }
            }
            by_id(graph, reached)
        }
        _ => Vec::new(),
    }
}
