//! `tree`: all nodes as a tree, one per system.

use super::Outcome;
use super::args::TreeArgs;
use super::context::{Context, find_defined, say};
use crate::document::NodeWire;
use crate::document::{Give, Line, Role};
use crate::document::{facts, title};
use crate::format::json::Each;
use crate::graph::Graph;
use crate::query::{Subgraph, Tree};
use crate::text;
use serde::Serialize;

pub(super) fn run(args: &TreeArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let tree = Tree::new(graph);
    let from = match &args.root {
        None => tree.roots.clone(),
        Some(name) => match root(graph, &tree, name) {
            Ok(from) => from,
            Err(answer) => return Ok(answer),
        },
    };
    let levels = args.depth.map(|depth| depth as usize - 1);
    let lines = tree.walk(&from, levels);
    if context.out.wants_graph() {
        let nodes = lines.iter().filter_map(|(at, _)| tree.entries[*at].node);
        context.write_graph(graph, &Subgraph::induced(graph, nodes), "Tree")?;
    } else if context.out.is_human() {
        context.out.entries(lines.iter().map(|(at, level)| row(graph, &tree, *at, *level, levels)), 0)?;
        context.out.flush()?;
        let total = from.iter().map(|at| tree.entries[*at].nodes).sum();
        say("total", &text::count(total, "node"));
    } else {
        let entry = |(at, level): &(usize, usize)| EntryWire::new(graph, &tree, *at, *level);
        context.out.json(&Each(|| lines.iter().map(entry)))?;
    }
    Ok(Outcome::Yes)
}

/// The tree entries to start at: those of a system or of a node.
fn root(graph: &Graph, tree: &Tree, name: &str) -> Result<Vec<usize>, Outcome> {
    if graph.registry().system_named(name).is_some() && graph.find(name).is_none() {
        return Ok(tree.roots.iter().copied().filter(|at| tree.entries[*at].label == name).collect());
    }
    let node = find_defined(graph, name)?;
    Ok(tree.of(node.ix()).into_iter().collect())
}

fn row(graph: &Graph, tree: &Tree, at: usize, level: usize, levels: Option<usize>) -> Vec<Line> {
    // Limits the indent, so that the names of deep nodes stay visible.
    const DEEPEST: usize = 20;
    let entry = &tree.entries[at];
    let indent = "  ".repeat(level.min(DEEPEST));
    let role = if entry.node.is_some() { Role::Id } else { Role::Strong };
    let label = Line::new().plain(&indent).with(role, &entry.label);
    let hidden = levels == Some(level) && !entry.children.is_empty();
    let below = entry.nodes - usize::from(entry.node.is_some());
    let label = match (entry.node, hidden) {
        (None, _) => label.with(Role::Dim, &format!(" ({})", text::grouped(entry.nodes))),
        (Some(_), true) => label.with(Role::Dim, &format!(" (+{})", text::grouped(below))),
        (Some(_), false) => label,
    };
    let mut row = vec![label.giving(Give::Rest(20))];
    if let Some(node) = entry.node.map(|ix| graph.node(ix)) {
        row.extend([facts(node), title(node)]);
    }
    row
}

/// One line of the tree. Flat, so that consumers need no recursion as deep as the tree.
#[derive(Serialize)]
struct EntryWire<'g> {
    depth: usize,
    label: &'g str,
    nodes: usize,
    #[serde(flatten)]
    node: Option<NodeWire<'g>>,
}

impl<'g> EntryWire<'g> {
    fn new(graph: &'g Graph, tree: &'g Tree, at: usize, depth: usize) -> Self {
        let entry = &tree.entries[at];
        let node = entry.node.map(|ix| NodeWire::new(graph.node(ix)));
        Self { depth, label: &entry.label, nodes: entry.nodes, node }
    }
}
