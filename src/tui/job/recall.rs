//! The past of a workspace, made ready to be walked through, and what came since a time.

use crate::graph::{EdgeIx, NodeIx};
use crate::query::{Moments, diff};
use crate::time::Millis;
use crate::workspace::{Past, Workspace};
use fixedbitset::FixedBitSet;

/// Since when everything is there, and the moments to step on.
#[derive(Debug)]
pub struct Recollection {
    /// Since when everything is there.
    pub past: Past,
    /// When rows of the log were written; if none says so, when everything came that has a time.
    pub moments: Moments,
    /// Whether these are the rows of the log.
    pub has_log: bool,
}

impl Recollection {
    /// That of a workspace. Looks at the times of its files.
    pub fn of(workspace: &Workspace) -> Self {
        let past = workspace.past();
        let rows = Moments::of(&workspace.graph, &past.timeline);
        let has_log = !rows.is_empty();
        let moments = if has_log { rows } else { Moments::of_all(&workspace.graph, &past.timeline) };
        Self { past, moments, has_log }
    }
}

/// What came since a time, in one graph.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Difference {
    nodes: FixedBitSet,
    /// The nodes that an edge came to or was taken from.
    touched: FixedBitSet,
    edges: FixedBitSet,
    /// How many nodes came.
    pub node_count: usize,
    /// How many edges came.
    pub edge_count: usize,
    /// How many edges were taken back.
    pub taken_back_count: usize,
}

impl Difference {
    /// What came since a time.
    pub fn since(workspace: &Workspace, from: Millis) -> Self {
        let (graph, past) = (&*workspace.graph, workspace.past());
        let found = diff(graph, &past.timeline, from);
        let mut nodes = FixedBitSet::with_capacity(graph.node_count());
        nodes.extend(found.nodes.iter().map(|node| node.index()));
        let mut touched = FixedBitSet::with_capacity(graph.node_count());
        let mut edges = FixedBitSet::with_capacity(graph.edge_bound());
        for group in &found.groups {
            edges.extend(group.came.iter().map(|edge| edge.index()));
            for edge in group.came.iter().chain(&group.taken_back).map(|edge| graph.edge(*edge)) {
                touched.extend([edge.from().ix().index(), edge.to().ix().index()]);
            }
        }
        let (edge_count, taken_back_count) = (found.came(), found.taken_back());
        Self { nodes, touched, edges, node_count: found.nodes.len(), edge_count, taken_back_count }
    }

    /// Whether a node came.
    pub fn has_node(&self, node: NodeIx) -> bool {
        self.nodes.contains(node.index())
    }

    /// Whether a node has an edge that came or was taken back.
    pub fn touches(&self, node: NodeIx) -> bool {
        self.touched.contains(node.index())
    }

    /// Whether an edge came.
    pub fn has_edge(&self, edge: EdgeIx) -> bool {
        self.edges.contains(edge.index())
    }
}
