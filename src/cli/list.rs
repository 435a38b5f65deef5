//! `list`: nodes, by what they are.

use super::Answer;
use super::args::ListArgs;
use super::context::{Context, say};
use super::human::{facts, id, title};
use super::paint::{Give, Line, Role};
use super::wire::NodeWire;
use crate::graph::{Direction, Graph, Node};
use crate::query::NodeFilter;
use crate::text;
use serde::Serialize;
use std::collections::BTreeSet;

pub(super) fn run(args: &ListArgs, context: &mut Context) -> anyhow::Result<Answer> {
    let workspace = context.load()?;
    let filter = NodeFilter {
        kind: args.kind.clone(),
        status: args.status.clone(),
        domain: args.domain.clone(),
        layer: None,
        system: args.system,
        missing: args.missing,
        orphans: args.orphans,
    };
    let nodes = filter.apply(&workspace.graph);
    if nodes.is_empty() {
        hint_unknown(&workspace.graph, "kind", filter.kind.as_deref(), Node::kind);
        hint_unknown(&workspace.graph, "status", filter.status.as_deref(), Node::status);
        hint_unknown(&workspace.graph, "domain", filter.domain.as_deref(), Node::domain);
    }
    if context.out.is_human() {
        let row = |node: &Node<'_>| {
            vec![id(*node), facts(*node), Line::of(Role::Dim, &degrees(*node)).giving(Give::All), title(*node)]
        };
        context.out.table(nodes.iter().map(row), 0)?;
        context.out.flush()?;
        say("total", &text::count(nodes.len(), "node"));
    } else {
        context.out.json(&nodes.into_iter().map(ListedWire::new).collect::<Vec<_>>())?;
    }
    Ok(Answer::Yes)
}

/// If no node at all has the wanted value, says which values there are.
fn hint_unknown<'g>(graph: &'g Graph, what: &str, wanted: Option<&str>, value: fn(Node<'g>) -> Option<&'g str>) {
    let Some(wanted) = wanted else { return };
    let known: BTreeSet<&str> = graph.nodes().filter_map(value).collect();
    if !known.contains(wanted) {
        let known: Vec<_> = known.into_iter().collect();
        let known =
            if known.is_empty() { "none has one".to_owned() } else { format!("there are {}", known.join(", ")) };
        say("hint", &format!("no node has the {what} {}; {known}", text::quoted(wanted)));
    }
}

fn degrees(node: Node<'_>) -> String {
    format!("←{} →{}", node.degree(Direction::In), node.degree(Direction::Out))
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
        let (into, out) = (node.degree(Direction::In), node.degree(Direction::Out));
        Self { node: NodeWire::new(node), into, out }
    }
}
