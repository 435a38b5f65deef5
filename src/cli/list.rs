//! `list`: nodes, by what they are.

use super::Answer;
use super::args::ListArgs;
use super::context::{Context, say};
use super::human::{facts, id, title};
use super::paint::{Line, Role};
use super::wire::NodeWire;
use crate::graph::{Direction, Node};
use crate::query::NodeFilter;
use crate::text;
use serde::Serialize;

pub(super) fn run(args: &ListArgs, context: &mut Context) -> anyhow::Result<Answer> {
    let workspace = context.load()?;
    let filter = NodeFilter {
        kind: args.kind.clone(),
        status: args.status.clone(),
        domain: args.domain.clone(),
        system: args.system,
        missing: args.missing,
        orphans: args.orphans,
    };
    let nodes = filter.apply(&workspace.graph);
    if context.out.is_human() {
        let row = |node: &Node<'_>| vec![id(*node), facts(*node), Line::of(Role::Dim, &degrees(*node)), title(*node)];
        context.out.table(&nodes.iter().map(row).collect::<Vec<_>>(), 0)?;
        context.out.flush()?;
        say("total", &text::count(nodes.len(), "node"));
    } else {
        context.out.json(&nodes.into_iter().map(ListedWire::new).collect::<Vec<_>>())?;
    }
    Ok(Answer::Yes)
}

fn degrees(node: Node<'_>) -> String {
    format!("←{} →{}", node.edges(Direction::In).len(), node.edges(Direction::Out).len())
}

/// A node and how many edges reach and leave it.
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
        let (into, out) = (node.edges(Direction::In).len(), node.edges(Direction::Out).len());
        Self { node: NodeWire::new(node), into, out }
    }
}
