//! `tree`: all nodes as a tree, one per system.

use super::Outcome;
use super::args::TreeArgs;
use super::context::{Context, find_defined};
use crate::answer::{Input, TreeAnswer, TreeStart};
use crate::graph::Graph;

pub(super) fn run(args: &TreeArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let start = match args.root.as_deref().map(|name| start(&workspace.graph, name)) {
        None => TreeStart::Everywhere,
        Some(Ok(start)) => start,
        Some(Err(outcome)) => return Ok(outcome),
    };
    let levels = args.depth.map(|depth| depth as usize - 1);
    context.present(&TreeAnswer::new(Input::of(&workspace), &start, levels), usize::MAX)
}

/// The system or node with this name.
fn start(graph: &Graph, name: &str) -> Result<TreeStart, Outcome> {
    if graph.registry().system_named(name).is_some() && graph.find(name).is_none() {
        return Ok(TreeStart::System(name.to_owned()));
    }
    Ok(TreeStart::Node(find_defined(graph, name)?.ix()))
}
