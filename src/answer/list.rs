//! Nodes, filtered by their attributes.

use super::Input;
use crate::document::{Answer, Document, Give, Line, NodeWire, Role, Row, Section, beyond, facts, id, part, title};
use crate::format::json::{Each, Sink};
use crate::graph::{Direction, Graph, Node};
use crate::query::{NodeFilter, Subgraph};
use serde::Serialize;
use std::collections::HashSet;

#[derive(Debug, Clone)]
pub struct ListRequest<'r> {
    pub filter: &'r NodeFilter,
    /// Only nodes whose files changed since they were recorded.
    pub drifted: bool,
}

/// The nodes that pass a filter.
pub struct ListAnswer<'a> {
    graph: &'a Graph,
    nodes: Vec<Node<'a>>,
}

impl<'a> ListAnswer<'a> {
    pub fn new(input: Input<'a>, request: &ListRequest<'_>) -> Self {
        let mut nodes = request.filter.apply(input.graph);
        if request.drifted {
            let drifted = input.question().map(|asked| {
                let found = asked.systems.check_disk(asked.facts, &asked.disk);
                asked.systems.drifted(&found, asked.graph)
            });
            let drifted: HashSet<_> = drifted.into_iter().flatten().collect();
            nodes.retain(|node| drifted.contains(&node.ix()));
        }
        Self { graph: input.graph, nodes }
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

fn row(node: Node<'_>) -> Row {
    let degrees = format!("←{} →{}", node.degree(Direction::In), node.degree(Direction::Out));
    let row = Row::of(id(node)).detail(facts(node)).detail(Line::of(Role::Dim, &degrees).giving(Give::All));
    row.phrase(title(node)).to(node.ix())
}

impl Answer for ListAnswer<'_> {
    fn title(&self) -> String {
        "Nodes".to_owned()
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        Some((self.graph, Subgraph::induced(self.graph, self.nodes.iter().take(most).map(|node| node.ix()))))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(most, self.nodes.len(), "node")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let nodes = Section::entries(most, &self.nodes, |node| [row(*node)]).or("No nodes");
        Document::new(vec![nodes]).with_total(part(most, self.nodes.len(), "node"))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&Each(|| self.nodes.iter().copied().map(ListedWire::new)))
    }
}

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
