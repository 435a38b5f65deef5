//! The timeline of a workspace for time travel, and the changes since a time.

use crate::graph::{Cancelled, EdgeIx, NodeIx};
use crate::query::{Moments, diff_cancellable};
use crate::time::Millis;
use crate::workspace::{Past, Workspace};
use fixedbitset::FixedBitSet;

/// The timeline of a workspace, and the moments to step to.
#[derive(Debug)]
pub struct Recollection {
    /// When each node and edge was added and retracted.
    pub past: Past,
    /// Times of the log rows; if none has a time, those of all nodes and edges that have one.
    pub moments: Moments,
    /// Whether the moments are those of log rows.
    pub has_log: bool,
}

impl Recollection {
    /// Computes the timeline; reads the modification times of files. `None` if cancelled.
    pub fn of(workspace: &Workspace, cancelled: Cancelled<'_>) -> Option<Self> {
        let past = workspace.past_cancellable(cancelled)?;
        let rows = Moments::of(&workspace.graph, &past.timeline, cancelled)?;
        let has_log = !rows.is_empty();
        let moments = if has_log { rows } else { Moments::of_all(&workspace.graph, &past.timeline, cancelled)? };
        Some(Self { past, moments, has_log })
    }
}

/// Changes since a time, in one graph.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Difference {
    nodes: FixedBitSet,
    /// Nodes with an added or retracted edge.
    touched: FixedBitSet,
    edges: FixedBitSet,
    /// Number of added nodes.
    pub node_count: usize,
    /// Number of added edges.
    pub edge_count: usize,
    /// Number of retracted edges.
    pub retracted_count: usize,
}

impl Difference {
    /// Computes the changes since `from`; `None` if cancelled.
    pub fn since(workspace: &Workspace, from: Millis, cancelled: Cancelled<'_>) -> Option<Self> {
        let (graph, past) = (&*workspace.graph, workspace.past_cancellable(cancelled)?);
        let found = diff_cancellable(graph, &past.timeline, from, cancelled)?;
        let mut nodes = FixedBitSet::with_capacity(graph.node_count());
        nodes.extend(found.nodes.iter().map(|node| node.index()));
        let mut touched = FixedBitSet::with_capacity(graph.node_count());
        let mut edges = FixedBitSet::with_capacity(graph.edge_bound());
        for group in &found.groups {
            edges.extend(group.came.iter().map(|edge| edge.index()));
            for edge in group.came.iter().chain(&group.retracted).map(|edge| graph.edge(*edge)) {
                touched.extend([edge.from().ix().index(), edge.to().ix().index()]);
            }
        }
        let (edge_count, retracted_count) = (found.came(), found.retracted());
        let difference = Self { nodes, touched, edges, node_count: found.nodes.len(), edge_count, retracted_count };
        (!cancelled()).then_some(difference)
    }

    /// Whether a node was added.
    pub fn has_node(&self, node: NodeIx) -> bool {
        self.nodes.contains(node.index())
    }

    /// Whether an edge of the node was added or retracted.
    pub fn touches(&self, node: NodeIx) -> bool {
        self.touched.contains(node.index())
    }

    /// Whether an edge was added.
    pub fn has_edge(&self, edge: EdgeIx) -> bool {
        self.edges.contains(edge.index())
    }
}
