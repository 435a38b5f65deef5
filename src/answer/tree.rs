//! All nodes as a tree, one per system.

use super::Input;
use crate::document::{Answer, Document, Give, Line, NodeWire, Role, Row, Section, beyond, facts, title};
use crate::format::json::{Each, Sink};
use crate::graph::{Graph, NodeIx};
use crate::query::{Subgraph, Tree};
use crate::text::{count, grouped};
use serde::Serialize;

/// Maximum indentation, so that the names of deep nodes stay visible.
const DEEPEST: usize = 20;

/// Where a tree starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeStart {
    /// At all systems.
    Everywhere,
    System(String),
    Node(NodeIx),
}

/// A tree, or a part of it.
pub struct TreeAnswer<'a> {
    graph: &'a Graph,
    tree: Tree,
    /// The entries at which it starts.
    from: Vec<usize>,
    /// Maximum number of levels below them.
    levels: Option<usize>,
    /// Entries in reading order, each with its level.
    lines: Vec<(usize, usize)>,
}

impl<'a> TreeAnswer<'a> {
    /// `levels` is the maximum number of levels below the start.
    pub fn new(input: Input<'a>, start: &TreeStart, levels: Option<usize>) -> Self {
        let tree = Tree::new(input.graph);
        let from = match start {
            TreeStart::Everywhere => tree.roots.clone(),
            TreeStart::System(name) => {
                tree.roots.iter().copied().filter(|at| tree.entries[*at].label == *name).collect()
            }
            TreeStart::Node(node) => tree.of(*node).into_iter().collect(),
        };
        let lines = tree.walk(&from, levels);
        Self { graph: input.graph, tree, from, levels, lines }
    }

    fn row(&self, at: usize, level: usize) -> Row {
        let entry = &self.tree.entries[at];
        let label = Line::of(if entry.node.is_some() { Role::Id } else { Role::Strong }, &entry.label);
        let hidden = self.levels == Some(level) && !entry.children.is_empty();
        let below = entry.nodes - usize::from(entry.node.is_some());
        let label = match (entry.node, hidden) {
            (None, _) => label.with(Role::Dim, &format!(" ({})", grouped(entry.nodes))),
            (Some(_), true) => label.with(Role::Dim, &format!(" (+{})", grouped(below))),
            (Some(_), false) => label,
        };
        let row = Row::of(label.giving(Give::Rest(20))).indented(level.min(DEEPEST) as u16);
        match entry.node.map(|ix| self.graph.node(ix)) {
            Some(node) => row.detail(facts(node)).phrase(title(node)).to(node.ix()),
            None => row,
        }
    }
}

impl Answer for TreeAnswer<'_> {
    fn title(&self) -> String {
        "Tree".to_owned()
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        let nodes = self.lines.iter().take(most).filter_map(|(at, _)| self.tree.entries[*at].node);
        Some((self.graph, Subgraph::induced(self.graph, nodes)))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(most, self.lines.len(), "row")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let entries = Section::entries(most, &self.lines, |(at, level)| [self.row(*at, *level)]).or("No nodes");
        let nodes = self.from.iter().map(|at| self.tree.entries[*at].nodes).sum();
        Document::new(vec![entries]).with_total(count(nodes, "node"))
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&Each(|| self.lines.iter().map(|(at, level)| EntryWire::new(self.graph, &self.tree, *at, *level))))
    }
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
