//! What a change of a node reaches: who rests on it, directly and through others, how surely, and why.

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

/// What a change of one node reaches.
#[derive(Debug, Clone, PartialEq)]
pub struct Impact {
    /// The node that changes.
    pub root: NodeIx,
    /// The edges by which others rest on it directly, each with the node that does.
    pub direct: Vec<Direct>,
    /// Those that rest on it through others.
    pub transitive: Vec<Transitive>,
    /// Those that events connect with it.
    pub events: Vec<Event>,
    /// What lies below it in the model's hierarchy, each with the edge to its parent.
    pub descendants: Vec<(NodeIx, EdgeIx)>,
    /// The flows it takes part in, each with the edge by which it or a node above it does.
    pub flows: Vec<(NodeIx, EdgeIx)>,
    /// The aspects that count for it, and why.
    pub aspects: Vec<(NodeIx, Vec<Reason>)>,
    /// For an aspect or a flow: whom it reaches, and why.
    pub carriers: Vec<(NodeIx, Vec<Reason>)>,
    /// How surely it reaches each of those that rest on it.
    reaches: HashMap<NodeIx, Reach>,
}

/// An edge by which a node rests on another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Direct {
    /// The node.
    pub node: NodeIx,
    /// The edge that says so.
    pub edge: EdgeIx,
    /// How surely a change reaches the node, by whatever way is surest.
    pub reach: Reach,
}

/// How surely a change reaches a node, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    /// The confidence along the surest way, multiplied, from 0 to 1; edges that know none count as certain.
    pub weight: f64,
    /// The node before it on that way.
    pub via: NodeIx,
    /// The last edge of that way.
    pub edge: EdgeIx,
}

/// A node that rests on another one through others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transitive {
    /// The node.
    pub node: NodeIx,
    /// How many steps away it is, from 2.
    pub distance: u32,
    /// The node one step nearer, on which it rests.
    pub via: NodeIx,
    /// The edge that says so.
    pub edge: EdgeIx,
    /// How surely a change reaches it, by whatever way is surest.
    pub reach: Reach,
}

impl Impact {
    /// The edges of the surest way from the node that changes to one that it reaches, in this order.
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

    /// How surely a change reaches each node that it reaches.
    pub fn reaches(&self) -> impl Iterator<Item = (NodeIx, Reach)> {
        self.reaches.iter().map(|(node, reach)| (*node, *reach))
    }
}

/// Walks from a node to those that rest on it, over the relations that mean dependence in their systems.
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

/// What a change of a part of a node reaches: those that rest on the node by one of these edges, and those that rest on them. What
/// concerns the node as a whole is left out: what is below it, its flows, aspects and carriers.
pub fn impact_by(graph: &Graph, root: NodeIx, edges: &EdgeFilter, first: &dyn Fn(Edge<'_>) -> bool) -> Impact {
    let sieve = Sieve::new(graph, edges);
    let steps = Steps { graph, sieve: &sieve, root, first };
    let mut met = FixedBitSet::with_capacity(graph.node_count());
    met.insert(root.index());
    // Each node with the distance, the node and the edge by which it is met first.
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
    let reaches = if graph.knows_confidence() {
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

/// How the walk goes on from a node.
struct Steps<'a> {
    graph: &'a Graph,
    sieve: &'a Sieve<'a>,
    root: NodeIx,
    /// The edges by which the first step may go.
    first: &'a dyn Fn(Edge<'_>) -> bool,
}

impl Steps<'_> {
    /// The nodes that rest on one directly, by the distinct edges that say so.
    fn dependents(&self, node: NodeIx) -> Vec<(NodeIx, EdgeIx)> {
        let (graph, is_first) = (self.graph, node == self.root);
        let mut found = Vec::new();
        for direction in [Direction::In, Direction::Out] {
            for &ix in graph.edges_of(node, direction) {
                let edge = graph.edge(ix);
                let is_step = !edge.is_repeated() && rests(edge, direction) && self.sieve.keeps(edge);
                if is_step && (!is_first || (self.first)(edge)) {
                    found.push((edge.other(node), ix));
                }
            }
        }
        found
    }
}

/// Whether the node at the other end of an edge rests on the node from which it is seen in this direction.
fn rests(edge: Edge<'_>, direction: Direction) -> bool {
    let Some(meaning) = edge.meaning() else { return false };
    let end = match (meaning.relation.dependent, meaning.spelling) {
        (None, _) => return false,
        (Some(end), Spelling::Own | Spelling::Synonym) => end,
        (Some(Dependent::From), Spelling::Inverse) => Dependent::To,
        (Some(Dependent::To), Spelling::Inverse) => Dependent::From,
    };
    // The node that changes is at the other end.
    (direction == Direction::In) == (end == Dependent::From)
}

/// Whom an aspect or a flow reaches, by id.
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
