//! Effective aspects of a node in an architecture model, and the reasons for each.
//!
//! Aspects are inherited from ancestors and flows and closed under `implies` (transitive closure with a worklist).

use super::SYSTEM;
use crate::graph::{Direction, Edge, EdgeIx, Graph, Node, NodeIx};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Why an aspect or a flow applies to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    pub why: Why,
    /// The edge that declares or implies it.
    pub edge: EdgeIx,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// The node declares it.
    Own,
    /// An ancestor declares it.
    Ancestor(NodeIx),
    /// A flow passes it on to its participants and their descendants.
    Flow(NodeIx),
    /// Another effective aspect implies it.
    Implied(NodeIx),
}

impl Why {
    /// The reason as shown to users.
    pub fn in_words(self, graph: &Graph) -> String {
        let id = |ix| graph.node(ix).id();
        match self {
            Self::Own => "own".to_owned(),
            Self::Ancestor(above) => format!("ancestor {}", id(above)),
            Self::Flow(flow) => {
                id(flow).strip_prefix("flow:").map_or_else(|| id(flow).to_owned(), |it| format!("flow {it}"))
            }
            Self::Implied(aspect) => {
                format!("implied by {}", id(aspect).strip_prefix("aspect:").unwrap_or(id(aspect)))
            }
        }
    }
}

/// An aspect that applies to a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectiveAspect<'g> {
    pub aspect: NodeIx,
    /// All reasons, in the order of [`Why`].
    pub reasons: Vec<Reason>,
    /// Exceptions declared by the node, then by its ancestors.
    pub exceptions: Vec<&'g str>,
}

/// The aspects that apply to a node, sorted by id.
pub fn effective_aspects<'g>(graph: &'g Graph, node: Node<'g>) -> Vec<EffectiveAspect<'g>> {
    let mut found: BTreeMap<NodeIx, BTreeMap<Why, EdgeIx>> = BTreeMap::new();
    let mut exceptions: BTreeMap<NodeIx, Vec<&'g str>> = BTreeMap::new();
    let mut declared = |carrier: NodeIx, why: Why| {
        for edge in model_edges(graph, carrier, Direction::Out, "has-aspect") {
            found.entry(edge.to().ix()).or_default().insert(why, edge.ix());
            exceptions.entry(edge.to().ix()).or_default().extend(edge.note().into_iter().flat_map(str::lines));
        }
    };
    declared(node.ix(), Why::Own);
    for above in ancestors(graph, node.ix()) {
        declared(above, Why::Ancestor(above));
    }
    for (flow, _) in flows(graph, node.ix()) {
        declared(flow, Why::Flow(flow));
    }

    let mut waiting: Vec<NodeIx> = found.keys().copied().collect();
    // For an aspect itself, list the aspects it implies.
    if is_part(node, "aspect") {
        waiting.push(node.ix());
    }
    while let Some(aspect) = waiting.pop() {
        for edge in model_edges(graph, aspect, Direction::Out, "implies") {
            let implied = edge.to().ix();
            if !found.contains_key(&implied) {
                waiting.push(implied);
            }
            found.entry(implied).or_default().insert(Why::Implied(aspect), edge.ix());
        }
    }
    let entry = |(aspect, reasons): (NodeIx, BTreeMap<Why, EdgeIx>)| EffectiveAspect {
        aspect,
        reasons: reasons.into_iter().map(|(why, edge)| Reason { why, edge }).collect(),
        exceptions: exceptions.remove(&aspect).unwrap_or_default(),
    };
    let mut aspects: Vec<_> = found.into_iter().map(entry).collect();
    aspects.sort_by_key(|aspect| graph.node(aspect.aspect).id());
    aspects
}

/// The aspects a node declares itself, and the aspects these imply.
pub fn carried_aspects(graph: &Graph, node: NodeIx) -> HashSet<NodeIx> {
    let mut waiting: Vec<_> =
        model_edges(graph, node, Direction::Out, "has-aspect").map(|edge| edge.to().ix()).collect();
    let mut found: HashSet<NodeIx> = HashSet::new();
    while let Some(aspect) = waiting.pop() {
        if found.insert(aspect) {
            waiting.extend(model_edges(graph, aspect, Direction::Out, "implies").map(|edge| edge.to().ix()));
        }
    }
    found
}

/// The ancestors of a node, nearest first.
pub fn ancestors(graph: &Graph, node: NodeIx) -> Vec<NodeIx> {
    let parent = |node: &NodeIx| {
        let mut above = model_edges(graph, *node, Direction::Out, "child-of");
        above.next().map(|edge| edge.to().ix())
    };
    // Paths cannot form a cycle, but a hand-made graph could.
    std::iter::successors(parent(&node), parent).take(graph.node_count()).collect()
}

/// The descendants of a node, sorted by id, each with the edge to its parent.
pub fn descendants(graph: &Graph, node: NodeIx) -> Vec<(NodeIx, EdgeIx)> {
    let mut found = HashMap::new();
    let mut waiting = vec![node];
    while let Some(node) = waiting.pop() {
        for edge in model_edges(graph, node, Direction::In, "child-of") {
            if let Entry::Vacant(place) = found.entry(edge.from().ix()) {
                place.insert(edge.ix());
                waiting.push(edge.from().ix());
            }
        }
    }
    by_id(graph, found)
}

/// The flows that a node or an ancestor participates in, sorted by id, each with the edge of the nearest participant.
pub fn flows(graph: &Graph, node: NodeIx) -> Vec<(NodeIx, EdgeIx)> {
    let mut found = HashMap::new();
    for node in std::iter::once(node).chain(ancestors(graph, node)) {
        for edge in model_edges(graph, node, Direction::Out, "participates") {
            found.entry(edge.to().ix()).or_insert(edge.ix());
        }
    }
    by_id(graph, found)
}

/// All aspects (`aspect`) or flows (`flow`) of the models, sorted by id.
pub fn all_parts<'g>(graph: &'g Graph, part: &str) -> Vec<Node<'g>> {
    let mut parts: Vec<_> = graph.nodes().filter(|node| is_part(*node, part)).collect();
    parts.sort_by_key(|node| (node.id(), node.ix()));
    parts
}

/// Number of model nodes that each aspect applies to.
pub fn carriers_of_aspects(graph: &Graph) -> HashMap<NodeIx, usize> {
    let mut carriers = HashMap::new();
    let is_model_node =
        |node: &Node<'_>| node.system() == SYSTEM && !is_part(*node, "aspect") && !is_part(*node, "flow");
    for node in graph.nodes().filter(is_model_node) {
        for aspect in effective_aspects(graph, node) {
            *carriers.entry(aspect.aspect).or_default() += 1;
        }
    }
    carriers
}

/// The aspects that an aspect implies directly, in the order of its file.
pub fn implied(graph: &Graph, aspect: NodeIx) -> Vec<NodeIx> {
    model_edges(graph, aspect, Direction::Out, "implies").map(|edge| edge.to().ix()).collect()
}

/// The participants of a flow, in the order of its file.
pub fn participants(graph: &Graph, flow: NodeIx) -> Vec<NodeIx> {
    model_edges(graph, flow, Direction::In, "participates").map(|edge| edge.from().ix()).collect()
}

/// Whether a node is an aspect or a flow of a model, rather than a node whose type has that name.
pub(super) fn is_part(node: Node<'_>, part: &str) -> bool {
    let has_prefix = node.id().strip_prefix(part).is_some_and(|rest| rest.starts_with(':'));
    node.system() == SYSTEM && node.kind() == Some(part) && has_prefix
}

pub(super) fn by_id<T>(graph: &Graph, nodes: impl IntoIterator<Item = (NodeIx, T)>) -> Vec<(NodeIx, T)> {
    let mut nodes: Vec<_> = nodes.into_iter().collect();
    nodes.sort_by_key(|(node, _)| (graph.node(*node).id(), *node));
    nodes
}

/// The edges of one verb that the model's own files imply, each once. Rows of the log do not change the model, even if
/// they equal one of its edges.
pub(super) fn model_edges<'g>(
    graph: &'g Graph,
    node: NodeIx,
    direction: Direction,
    verb: &'static str,
) -> impl Iterator<Item = Edge<'g>> {
    let edges = graph.edges_of(node, direction).iter().map(|ix| graph.edge(*ix));
    let of_model = move |edge: &Edge<'_>| edge.system() == SYSTEM && edge.is_implicit() && edge.relation() == verb;
    let mut met = HashSet::new();
    edges.filter(of_model).filter(move |edge| met.insert(edge.other(node)))
}
