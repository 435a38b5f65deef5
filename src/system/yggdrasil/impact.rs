//! The parts of a model that a change of a node concerns beside its dependents: descendants, flows, aspects, and the
//! nodes that an aspect or a flow applies to.

use super::SYSTEM;
use super::aspects::{Reason, Why, by_id, descendants, effective_aspects, flows, is_part, model_edges};
use crate::graph::{Cancelled, Direction, EdgeIx, Graph, Node, NodeIx, UntilCancelled as _};
use std::collections::HashMap;

/// The parts of a model that a change of one node concerns. Empty for a node of another system.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelImpact {
    /// Descendants in the model's tree, each with the edge to its parent.
    pub descendants: Vec<(NodeIx, EdgeIx)>,
    /// The flows it participates in, each with the edge by which it or an ancestor does.
    pub flows: Vec<(NodeIx, EdgeIx)>,
    /// The aspects that apply to it, and why.
    pub aspects: Vec<(NodeIx, Vec<Reason>)>,
    /// For an aspect or a flow: the nodes it applies to, and why.
    pub carriers: Vec<(NodeIx, Vec<Reason>)>,
}

/// Finds them; incomplete if cancelled.
pub fn model_impact(graph: &Graph, root: NodeIx, cancelled: Cancelled<'_>) -> ModelImpact {
    let node = graph.node(root);
    if node.system() != SYSTEM {
        return ModelImpact::default();
    }
    ModelImpact {
        descendants: descendants(graph, root),
        flows: flows(graph, root),
        aspects: effective_aspects(graph, node).into_iter().map(|aspect| (aspect.aspect, aspect.reasons)).collect(),
        carriers: carriers(graph, root, cancelled),
    }
}

/// The nodes that an aspect or a flow applies to, sorted by id.
fn carriers(graph: &Graph, root: NodeIx, cancelled: Cancelled<'_>) -> Vec<(NodeIx, Vec<Reason>)> {
    let node = graph.node(root);
    match node {
        _ if is_part(node, "aspect") => {
            let reach = |other: Node<'_>| {
                let aspects = effective_aspects(graph, other);
                let reasons = aspects.into_iter().find(|aspect| aspect.aspect == root)?.reasons;
                Some((other.ix(), reasons))
            };
            let others = graph.nodes().filter(|other| other.system() == SYSTEM && other.ix() != root).until(cancelled);
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
                for (below, _) in descendants(graph, participant).into_iter().until(cancelled) {
                    reached.entry(below).or_default().push(because(Why::Ancestor(participant)));
                }
            }
            by_id(graph, reached)
        }
        _ => Vec::new(),
    }
}
