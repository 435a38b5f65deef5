//! Which aspects count for a node of an architecture model, and why.

use crate::graph::{Direction, Edge, Graph, Node, NodeIx, System};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Why an aspect counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The node declares it.
    Own,
    /// A node above it declares it.
    Ancestor(NodeIx),
    /// A flow gives it to its participants and what is below them.
    Flow(NodeIx),
    /// Another aspect that counts brings it along.
    Implied(NodeIx),
}

impl Reason {
    /// As people say it.
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

/// An aspect that counts for a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectiveAspect<'g> {
    /// The aspect.
    pub aspect: NodeIx,
    /// Every reason for it, in the order of [`Reason`].
    pub reasons: Vec<Reason>,
    /// Where the node, and then those above it, deviate from it.
    pub exceptions: Vec<&'g str>,
}

/// The aspects that count for a node, by id.
pub fn effective_aspects<'g>(graph: &'g Graph, node: Node<'g>) -> Vec<EffectiveAspect<'g>> {
    let mut found: BTreeMap<NodeIx, BTreeSet<Reason>> = BTreeMap::new();
    let mut exceptions: BTreeMap<NodeIx, Vec<&'g str>> = BTreeMap::new();
    let mut declared = |carrier: NodeIx, reason: Reason| {
        for edge in model_edges(graph, carrier, Direction::Out, "has-aspect") {
            found.entry(edge.to().ix()).or_default().insert(reason);
            exceptions.entry(edge.to().ix()).or_default().extend(edge.note().into_iter().flat_map(str::lines));
        }
    };
    declared(node.ix(), Reason::Own);
    for above in ancestors(graph, node.ix()) {
        declared(above, Reason::Ancestor(above));
    }
    for flow in flows(graph, node.ix()) {
        declared(flow, Reason::Flow(flow));
    }

    let mut waiting: Vec<NodeIx> = found.keys().copied().collect();
    // An aspect that is asked about itself brings along what it implies.
    if is_part(node, "aspect") {
        waiting.push(node.ix());
    }
    while let Some(aspect) = waiting.pop() {
        for edge in model_edges(graph, aspect, Direction::Out, "implies") {
            let implied = edge.to().ix();
            if !found.contains_key(&implied) {
                waiting.push(implied);
            }
            found.entry(implied).or_default().insert(Reason::Implied(aspect));
        }
    }
    let entry = |(aspect, reasons): (NodeIx, BTreeSet<Reason>)| EffectiveAspect {
        aspect,
        reasons: reasons.into_iter().collect(),
        exceptions: exceptions.remove(&aspect).unwrap_or_default(),
    };
    let mut aspects: Vec<_> = found.into_iter().map(entry).collect();
    aspects.sort_by_key(|aspect| graph.node(aspect.aspect).id());
    aspects
}

/// The aspects a node declares itself, and what those bring along.
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

/// The nodes above one, nearest first.
pub fn ancestors(graph: &Graph, node: NodeIx) -> Vec<NodeIx> {
    let parent = |node: &NodeIx| {
        let mut above = model_edges(graph, *node, Direction::Out, "child-of");
        above.next().map(|edge| edge.to().ix())
    };
    // Paths make no circle; a graph put together by hand might.
    std::iter::successors(parent(&node), parent).take(graph.node_count()).collect()
}

/// The nodes below one, by id.
pub fn descendants(graph: &Graph, node: NodeIx) -> Vec<NodeIx> {
    let mut found = HashSet::new();
    let mut waiting = vec![node];
    while let Some(node) = waiting.pop() {
        let below = model_edges(graph, node, Direction::In, "child-of").map(|edge| edge.from().ix());
        waiting.extend(below.filter(|child| found.insert(*child)));
    }
    by_id(graph, found)
}

/// The flows in which a node or one above it takes part, by id.
pub fn flows(graph: &Graph, node: NodeIx) -> Vec<NodeIx> {
    let mut found = HashSet::new();
    for node in std::iter::once(node).chain(ancestors(graph, node)) {
        found.extend(model_edges(graph, node, Direction::Out, "participates").map(|edge| edge.to().ix()));
    }
    by_id(graph, found)
}

/// Whether a node is an aspect or a flow of a model, and not a node of a type that is called so.
pub(super) fn is_part(node: Node<'_>, part: &str) -> bool {
    let has_prefix = node.id().strip_prefix(part).is_some_and(|rest| rest.starts_with(':'));
    node.system() == System::Yggdrasil && node.kind() == Some(part) && has_prefix
}

pub(super) fn by_id(graph: &Graph, nodes: impl IntoIterator<Item = NodeIx>) -> Vec<NodeIx> {
    let mut nodes: Vec<_> = nodes.into_iter().collect();
    nodes.sort_by_key(|node| (graph.node(*node).id(), *node));
    nodes
}

/// The edges of one verb that a model's own files imply, each once: what somebody adds to the log does not change the
/// model, not even a row that equals one of its edges.
pub(super) fn model_edges<'g>(
    graph: &'g Graph,
    node: NodeIx,
    direction: Direction,
    verb: &'static str,
) -> impl Iterator<Item = Edge<'g>> {
    let edges = graph.edges_of(node, direction).iter().map(|ix| graph.edge(*ix));
    let of_model =
        move |edge: &Edge<'_>| edge.system() == System::Yggdrasil && edge.is_implicit() && edge.relation() == verb;
    let mut met = HashSet::new();
    edges.filter(of_model).filter(move |edge| met.insert(edge.other(node)))
}
