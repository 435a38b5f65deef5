//! `list`: nodes filtered by kind, status, domain, layer and system.

use super::Outcome;
use super::args::{ListArgs, NodeFilterArgs};
use super::context::{Context, hint_unknown};
use crate::answer::{Input, ListAnswer, ListRequest};
use crate::graph::{Graph, Node, SystemId};
use crate::query::NodeFilter;
use crate::text;

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
    let hashes = context.hashes(&workspace);
    let request = ListRequest { filter: &filter, drifted: args.drifted };
    let answer = ListAnswer::new(Input::of(&workspace).with_hashes(&hashes.0), &request);
    hashes.save();
    if answer.is_empty() {
        hint_no_nodes(&workspace.graph, &filter);
    }
    context.present(&answer, usize::MAX)
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

/// An attribute of a node that can be filtered by.
type Values<'g> = fn(Node<'g>) -> [Option<&'g str>; 2];
