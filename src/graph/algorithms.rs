//! Strongly connected components (Kosaraju's algorithm from petgraph) over selected edges.
//!
//! Only algorithms with an explicit stack are used: recursion would overflow the call stack on a chain of 100,000
//! nodes.

use super::edge::{Edge, EdgeIx};
use super::node::NodeIx;
use super::store::Graph;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{EdgeFiltered, EdgeRef as _};

/// The strongly connected components that contain a cycle (several nodes, or one with a loop), using only edges for
/// which `keep` is true. Sorted, as are the nodes in each.
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

/// Like [`cycles_over`], for explicit pairs of nodes, which may be reversed edges.
pub fn cycles_of(links: &[(NodeIx, NodeIx)]) -> Vec<Vec<NodeIx>> {
    let linked = DiGraph::<(), ()>::from_edges(links.iter().map(|(from, to)| (from.0, to.0)));
    let loops: std::collections::HashSet<_> =
        links.iter().filter(|(from, to)| from == to).map(|(from, _)| *from).collect();
    let ours = |group: Vec<NodeIndex>| group.into_iter().map(|node| NodeIx(node.index() as u32)).collect();
    ordered(kosaraju_scc(&linked).into_iter().map(ours), |node| loops.contains(&node))
}

/// Drops the components without a cycle and sorts the rest.
fn ordered(groups: impl IntoIterator<Item = Vec<NodeIx>>, loops: impl Fn(NodeIx) -> bool) -> Vec<Vec<NodeIx>> {
    let mut groups: Vec<_> = groups.into_iter().filter(|group| group.len() > 1 || loops(group[0])).collect();
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort_unstable();
    groups
}
