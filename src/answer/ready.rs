//! Tasks that can be started, most urgent first.

use super::Input;
use crate::document::{Answer, Document, Line, NodeWire, Role, Row, Section, beyond, facts, id, part, title};
use crate::format::json::{Each, Sink};
use crate::graph::relation::Meaning;
use crate::graph::{Graph, Node, NodeIx};
use crate::query::{ReadyRequest, Subgraph, ready};
use crate::time::Millis;
use serde::Serialize;

/// The tasks that can be started.
pub struct ReadyAnswer<'a> {
    graph: &'a Graph,
    /// Each with its priority.
    found: Vec<(NodeIx, Option<i64>)>,
}

impl<'a> ReadyAnswer<'a> {
    /// Only the systems of a workspace know tasks.
    pub fn new(input: Input<'a>, now: Millis) -> Self {
        let systems = |workspace: &'a crate::workspace::Workspace| &workspace.settings.systems;
        let found = input.workspace.map(|workspace| {
            let request = ReadyRequest {
                now,
                task: &|node: Node<'_>| systems(workspace).get(node.system())?.task(&workspace.facts, node),
                blocks: &|meaning: Meaning<'_>| {
                    let system = systems(workspace).get(meaning.relation.system);
                    system.is_some_and(|system| system.blocking().contains(&&*meaning.relation.name))
                },
            };
            ready(input.graph, &request)
        });
        Self { graph: input.graph, found: found.unwrap_or_default() }
    }

    fn row(&self, task: NodeIx, priority: Option<i64>) -> Row {
        let node = self.graph.node(task);
        let priority = priority.map(|number| format!("P{number}")).unwrap_or_default();
        let row = Row::of(Line::of(Role::Strong, &priority)).phrase(id(node)).detail(facts(node));
        row.phrase(title(node)).to(task)
    }
}

impl Answer for ReadyAnswer<'_> {
    fn title(&self) -> String {
        "Ready tasks".to_owned()
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        Some((self.graph, Subgraph::induced(self.graph, self.found.iter().take(most).map(|(task, _)| *task))))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(most, self.found.len(), "task")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let row = |(task, priority): &(NodeIx, Option<i64>)| [self.row(*task, *priority)];
        let tasks = Section::entries(most, &self.found, row).or("No ready tasks");
        Document::new(vec![tasks]).with_total(part(most, self.found.len(), "task"))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        let wire = |(task, priority): &(NodeIx, Option<i64>)| ReadyWire {
            node: NodeWire::new(self.graph.node(*task)),
            priority: *priority,
        };
        sink.put(&Each(|| self.found.iter().map(wire)))
    }
}

/// A task with its priority.
#[derive(Serialize)]
struct ReadyWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    priority: Option<i64>,
}
