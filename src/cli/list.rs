//! `list`: nodes filtered by kind, status, domain, layer and system.

use super::Outcome;
use super::args::{ListArgs, NodeFilterArgs};
use super::context::{Context, hint_unknown, say};
use super::drift::with_disk;
use crate::document::NodeWire;
use crate::document::{Give, Line, Role};
use crate::document::{facts, id, title};
use crate::format::json::Each;
use crate::graph::{Direction, Graph, Node, SystemId};
use crate::query::{NodeFilter, Subgraph};
use crate::system::yggdrasil;
use crate::system::yggdrasil::drift;
use crate::text;
use serde::Serialize;

/// The system with this name.
fn known_system(graph: &Graph, name: &str) -> anyhow::Result<SystemId> {
    let known: Vec<_> = graph.registry().systems().map(SystemId::name).collect();
    let unknown = || anyhow::anyhow!("unknown system {}; valid: {}", text::quoted(name), known.join(", "));
    graph.registry().system_named(name).ok_or_else(unknown)
}

/// Converts arguments to a filter.
pub(super) fn node_filter(args: &NodeFilterArgs, graph: &Graph) -> anyhow::Result<NodeFilter> {
    Ok(NodeFilter {
        kind: args.kind.clone(),
        status: args.status.clone(),
        domain: args.domain.clone(),
        layer: args.layer.clone(),
        system: args.system.as_deref().map(|name| known_system(graph, name)).transpose()?,
        missing: args.missing,
        orphans: args.orphans,
    })
}

pub(super) fn run(args: &ListArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let filter = node_filter(&args.nodes, &workspace.graph)?;
    let mut nodes = filter.apply(&workspace.graph);
    if args.drifted {
        let found = with_disk(&workspace, context, |disk| drift::check(yggdrasil::facts(&workspace.facts), disk));
        nodes.retain(|node| {
            let is_in_model = node.system() == yggdrasil::SYSTEM;
            is_in_model && found.recorded_of(node.id()).is_some_and(|entry| entry.status != drift::Status::Ok)
        });
    }
    if nodes.is_empty() {
        hint_no_nodes(&workspace.graph, &filter);
    }
    if context.out.wants_graph() {
        let subgraph = Subgraph::induced(&workspace.graph, nodes.iter().map(|node| node.ix()));
        context.write_graph(&workspace.graph, &subgraph, "Nodes")?;
    } else if context.out.is_human() {
        let row = |node: &Node<'_>| {
            vec![id(*node), facts(*node), Line::of(Role::Dim, &degrees(*node)).giving(Give::All), title(*node)]
        };
        context.out.entries(nodes.iter().map(row), 0)?;
        context.out.flush()?;
        say("total", &context.part(nodes.len(), "node"));
    } else {
        context.out.json(&Each(|| nodes.iter().copied().map(ListedWire::new)))?;
    }
    Ok(Outcome::Yes)
}

/// If no node passed a filter, prints hints with the values that exist.
pub(super) fn hint_no_nodes(graph: &Graph, filter: &NodeFilter) {
    let asked: [(&str, &Option<String>, Values<'_>); 4] = [
        ("kind", &filter.kind, |node| [node.kind(), None]),
        ("status", &filter.status, |node| [node.status(), None]),
        ("domain", &filter.domain, |node| [node.domain(), None]),
        ("layer", &filter.layer, |node| [node.layer(), node.sub_layer()]),
    ];
    for (what, wanted, values) in asked {
        if let Some(wanted) = wanted {
            hint_unknown(graph, what, wanted, values);
        }
    }
}

fn degrees(node: Node<'_>) -> String {
    format!("←{} →{}", node.degree(Direction::In), node.degree(Direction::Out))
}

/// An attribute of a node that can be filtered by.
type Values<'g> = fn(Node<'g>) -> [Option<&'g str>; 2];

/// A node with the numbers of its incoming and outgoing edges.
#[derive(Serialize)]
struct ListedWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    #[serde(rename = "in")]
    into: usize,
    out: usize,
}

impl<'g> ListedWire<'g> {
    fn new(node: Node<'g>) -> Self {
        let (into, out) = (node.degree(Direction::In), node.degree(Direction::Out));
        Self { node: NodeWire::new(node), into, out }
    }
}
