//! `export`: the whole graph, or the nodes and edges that pass filters, for other programs.

use super::Outcome;
use super::args::{ExportArgs, Words};
use super::context::Context;
use super::list::{hint_no_nodes, node_filter};
use super::refs::hint_unknown_relations;
use crate::answer::{ExportAnswer, Input};
use crate::graph::{Edge, Graph};
use crate::query::{EdgeFilter, NodeFilter, RelationFilter, Retracted, Subgraph, Trust};
use fixedbitset::FixedBitSet;

pub(super) fn run(args: &ExportArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let trust = context.trust(&workspace, super::args::TrustArgs { min_confidence: args.min_confidence.or(Some(0.0)) });
    let subgraph = subgraph(args, graph, trust)?;
    let answer = ExportAnswer::new(Input::of(&workspace), subgraph, trust, title(context));
    context.present(&answer, usize::MAX)
}

/// The name of the workspace's folder.
fn title(context: &Context) -> String {
    let root = context.locate().ok().and_then(|root| root.canonicalize().ok());
    let name = root.as_deref().and_then(|root| root.file_name()).map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_default()
}

fn subgraph(args: &ExportArgs, graph: &Graph, trust: Trust) -> anyhow::Result<Subgraph> {
    let filter = node_filter(&args.nodes, graph)?;
    let named = Words::all(&args.relations);
    hint_unknown_relations(graph, &named);
    let relations = if named.is_empty() { RelationFilter::Any } else { RelationFilter::only(graph, &named) };
    let takes_all_nodes = filter == NodeFilter::default();
    if takes_all_nodes && named.is_empty() && !args.retracted && args.min_confidence.is_none() {
        return Ok(Subgraph::whole());
    }
    let retracted = if args.retracted { Retracted::Shown } else { Retracted::Hidden };
    let edges = EdgeFilter { retracted, trust, ..EdgeFilter::of(relations) };
    // Without a filter for nodes, missing and deleted ones are included too.
    let nodes = if takes_all_nodes { graph.nodes().collect() } else { filter.apply(graph) };
    if nodes.is_empty() {
        hint_no_nodes(graph, &filter);
    }
    let mut kept = FixedBitSet::with_capacity(graph.node_count());
    for node in &nodes {
        kept.insert(node.ix().index());
    }
    let is_between = |edge: &Edge<'_>| [edge.from(), edge.to()].iter().all(|end| kept.contains(end.ix().index()));
    let gone = graph.retracted().filter(|_| args.retracted);
    let all = graph.edges().filter(|edge| !edge.is_repeated()).chain(gone);
    let found: Vec<_> = all.filter(is_between).filter(|edge| edges.keeps(*edge)).map(Edge::ix).collect();
    // With a filter for edges alone, nodes without such an edge are of no interest.
    let nodes = nodes.into_iter().filter(|_| !takes_all_nodes || named.is_empty()).map(|node| node.ix());
    Ok(Subgraph::new(graph, nodes, found))
}
