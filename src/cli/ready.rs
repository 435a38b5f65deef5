//! `ready`: tasks that can be started, most urgent first.

use super::Outcome;
use super::context::{Context, say};
use crate::document::NodeWire;
use crate::document::{Line, Role};
use crate::document::{facts, id, title};
use crate::format::json::Each;
use crate::graph::relation::Meaning;
use crate::graph::{Node, NodeIx};
use crate::query::{ReadyRequest, ready};

use serde::Serialize;

pub(super) fn run(context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let (graph, systems) = (&*workspace.graph, &workspace.settings.systems);
    let request = ReadyRequest {
        now: context.now_of(graph),
        task: &|node: Node<'_>| systems.get(node.system())?.task(&workspace.facts, node),
        blocks: &|meaning: Meaning<'_>| {
            let system = systems.get(meaning.relation.system);
            system.is_some_and(|system| system.blocking().contains(&&*meaning.relation.name))
        },
    };
    let found = ready(graph, &request);
    if context.out.is_human() {
        let row = |(ix, priority): &(NodeIx, Option<i64>)| {
            let node = graph.node(*ix);
            let priority = priority.map(|number| format!("P{number}")).unwrap_or_default();
            vec![Line::of(Role::Strong, &priority), id(node), facts(node), title(node)]
        };
        context.out.entries(found.iter().map(row), 0)?;
        context.out.flush()?;
        say("total", &context.part(found.len(), "task"));
    } else {
        let wire = |(ix, priority): &(NodeIx, Option<i64>)| ReadyWire {
            node: NodeWire::new(graph.node(*ix)),
            priority: *priority,
        };
        context.out.json(&Each(|| found.iter().map(wire)))?;
    }
    Ok(Outcome::Yes)
}

/// A task with its priority.
#[derive(Serialize)]
struct ReadyWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    priority: Option<i64>,
}
