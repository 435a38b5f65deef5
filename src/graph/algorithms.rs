//! petgraph's algorithms over the store, narrowed to the edges a question is about.
//!
//! Only algorithms that keep their own stack are used: a chain of 100,000 nodes must not overflow the thread's.

use super::edge::{Edge, EdgeIx};
use super::node::NodeIx;
use super::store::Graph;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{EdgeFiltered, EdgeRef as _};

/// The groups of nodes that reach each other over the edges that `keep` lets through: several nodes, or one with a loop.
/// Nodes in each group and the groups themselves are in ascending order.
pub fn cycles_over(graph: &Graph, keep: impl Fn(Edge<'_>) -> bool) -> Vec<Vec<NodeIx>> {
    let filtered = EdgeFiltered::from_fn(graph, |link: super::visit::Link| keep(graph.edge(link.id())));
    let loops = |node: NodeIx| {
        let is_loop = |edge: &EdgeIx| {
            let edge = graph.edge(*edge);
            edge.to().ix() == node && keep(edge)
        };
        graph.outgoing.row(node).iter().any(is_loop)
    };
    ordered(kosaraju_scc(&filtered), loops)
}

/// The same groups over links that are given one by one, whichever way the edges behind them are stored.
pub fn cycles_of(links: &[(NodeIx, NodeIx)]) -> Vec<Vec<NodeIx>> {
    let linked = DiGraph::<(), ()>::from_edges(links.iter().map(|(from, to)| (from.0, to.0)));
    let loops: std::collections::HashSet<_> =
        links.iter().filter(|(from, to)| from == to).map(|(from, _)| *from).collect();
    let ours = |group: Vec<NodeIndex>| group.into_iter().map(|node| NodeIx(node.index() as u32)).collect();
    ordered(kosaraju_scc(&linked).into_iter().map(ours), |node| loops.contains(&node))
}

/// The groups that go round, in ascending order.
fn ordered(groups: impl IntoIterator<Item = Vec<NodeIx>>, loops: impl Fn(NodeIx) -> bool) -> Vec<Vec<NodeIx>> {
    let mut groups: Vec<_> = groups.into_iter().filter(|group| group.len() > 1 || loops(group[0])).collect();
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort_unstable();
    groups
}
