//! Nodes of a model that are connected to a node by events. Events are not dependences, so they are listed separately.

use crate::graph::relation::EventEnd;
use crate::graph::{Direction, Edge, EdgeIx, Graph, NodeIx};
use std::collections::HashSet;

/// A node connected to the changed node by an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    pub node: NodeIx,
    /// The event relation.
    pub edge: EdgeIx,
    /// The node in between, which the changed node emits to and the other one listens to, if there is one.
    pub via: Option<NodeIx>,
}

/// The events of a node, sorted by the other node's id: relations of other nodes to it, its own relations that the
/// other side does not declare, and nodes that listen to a node it emits to.
pub(super) fn events(graph: &Graph, root: NodeIx, keeps: &dyn Fn(Edge<'_>) -> bool) -> Vec<Event> {
    let of = |node: NodeIx, direction: Direction| {
        let edges = graph.edges_of(node, direction).iter().map(|ix| graph.edge(*ix));
        let is_kept = |edge: &Edge<'_>| !edge.is_repeated() && end(*edge).is_some() && keeps(*edge);
        edges.filter(is_kept).filter(move |edge| edge.other(node) != root).collect::<Vec<_>>()
    };
    let (to_it, from_it) = (of(root, Direction::In), of(root, Direction::Out));
    let declared: HashSet<_> = to_it.iter().map(|edge| (edge.from().ix(), end(*edge))).collect();
    let counterpart = |edge: &Edge<'_>| match end(*edge) {
        Some(EventEnd::Emits) => EventEnd::Listens,
        _ => EventEnd::Emits,
    };
    let one_sided = from_it.iter().filter(|edge| !declared.contains(&(edge.to().ix(), Some(counterpart(edge)))));
    let direct = to_it.iter().chain(one_sided).map(|edge| (edge.other(root), edge.ix(), None));

    let heard: HashSet<_> =
        from_it.iter().filter(|edge| end(**edge) == Some(EventEnd::Emits)).map(|edge| edge.to().ix()).collect();
    let listeners = heard.iter().flat_map(|via| {
        let listens = of(*via, Direction::In).into_iter().filter(|edge| end(*edge) == Some(EventEnd::Listens));
        listens.map(|edge| (edge.from().ix(), edge.ix(), Some(*via)))
    });
    let mut events: Vec<_> = direct.chain(listeners).map(|(node, edge, via)| Event { node, edge, via }).collect();
    events.sort_by_key(|event| (graph.node(event.node).id(), event.edge));
    events
}

/// The role of an edge's source in passing on events.
fn end(edge: Edge<'_>) -> Option<EventEnd> {
    edge.meaning()?.relation.event
}
