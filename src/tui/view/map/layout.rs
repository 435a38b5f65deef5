//! Layout of the map, a picture of a neighbourhood: the nodes it shows, their positions, and the lines between them.
//!
//! There are two layouts: force-directed (Fruchterman-Reingold, `forces`) and layered by distance (Sugiyama, `layers`).
//! Both are deterministic: the same request on the same graph gives the same [`MapLayout`]. World coordinates have
//! their origin in the centre, x to the right and y up, with the same unit on both axes.

mod extract;
mod forces;
mod frame;
mod layers;
mod look;
mod steps;

pub(in crate::tui::view::map) use look::{MapLook, Zoom};

use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::tui::layout::way::Way;
use extract::Extract;
use hashbrown::HashMap;
use steps::Steps;

/// Default maximum number of nodes; with more, a map is unreadable.
pub(in crate::tui::view::map) const MOST_NODES: usize = 150;

/// The layout algorithm of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::tui::view::map) enum Arrangement {
    /// Force-directed: linked nodes attract each other, all nodes repel each other.
    #[default]
    Forces,
    /// Layered: from left to right by distance from the root.
    Layers,
}

/// The input of a map layout.
#[derive(Debug, Clone)]
pub(in crate::tui::view::map) struct MapRequest {
    /// The central node, which is always shown.
    pub root: NodeIx,
    /// The edges of its neighbourhood, in traversal order.
    pub edges: Vec<EdgeIx>,
    pub arrangement: Arrangement,
    /// Maximum number of nodes shown; the first ones in traversal order are kept.
    pub most_nodes: usize,
}

/// A point in world coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::tui::view::map) struct Point {
    pub x: f64,
    pub y: f64,
}

/// The bounding box of all nodes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::tui::view::map) struct Bounds {
    /// Bottom left corner.
    pub least: Point,
    /// Top right corner.
    pub most: Point,
}

/// A node of a map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::tui::view::map) struct MapNode {
    pub node: NodeIx,
    pub at: Point,
    /// Number of lines that end at it.
    pub degree: usize,
}

/// All edges between two nodes of a map, in both directions. A self-loop has no line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui::view::map) struct MapLine {
    /// The nodes at its ends, in traversal order.
    pub ends: (NodeIx, NodeIx),
    /// Its edges, in traversal order.
    pub edges: Vec<EdgeIx>,
}

/// A map, independent of selection, position and zoom, which are in [`MapLook`].
#[derive(Debug, Clone, PartialEq)]
pub(in crate::tui::view::map) struct MapLayout {
    arrangement: Arrangement,
    nodes: Vec<MapNode>,
    slots: HashMap<NodeIx, usize>,
    lines: Vec<MapLine>,
    steps: Steps,
    bounds: Bounds,
    total: usize,
}

impl MapLayout {
    /// Computes the layout; `None` if cancelled.
    pub(super) fn new(request: &MapRequest, graph: &Graph, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let extract = Extract::of(request, graph, cancelled)?;
        let mut points = match request.arrangement {
            Arrangement::Forces => forces::arrange(&extract, cancelled)?,
            Arrangement::Layers => layers::arrange(&extract, cancelled)?,
        };
        frame::settle(&mut points, request.arrangement);
        let steps = Steps::of(&points, cancelled)?;
        let nodes: Vec<_> = std::iter::zip(&extract.nodes, &points)
            .zip(&extract.joined)
            .map(|((&node, &at), joined)| MapNode { node, at, degree: joined.len() })
            .collect();
        Some(Self {
            arrangement: request.arrangement,
            slots: nodes.iter().enumerate().map(|(slot, node)| (node.node, slot)).collect(),
            nodes,
            lines: extract.lines,
            steps,
            bounds: Bounds::around(&points),
            total: extract.total,
        })
    }

    /// The nodes in traversal order, the root first.
    pub(super) fn nodes(&self) -> &[MapNode] {
        &self.nodes
    }

    /// The lines in traversal order.
    pub(super) fn lines(&self) -> &[MapLine] {
        &self.lines
    }

    pub(super) fn root(&self) -> Option<NodeIx> {
        self.nodes.first().map(|root| root.node)
    }

    pub(super) fn arrangement(&self) -> Arrangement {
        self.arrangement
    }

    /// The position of a node; `None` if it is not shown.
    pub(super) fn at(&self, node: NodeIx) -> Option<Point> {
        self.slots.get(&node).map(|slot| self.nodes[*slot].at)
    }

    /// The node that an arrow key leads to. Every node can be reached from every other.
    pub(super) fn nearest(&self, from: NodeIx, direction: Way) -> Option<NodeIx> {
        let to = self.steps.from(*self.slots.get(&from)?, direction)?;
        Some(self.nodes[to].node)
    }

    /// The bounding box of all nodes.
    pub(super) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Number of nodes shown.
    pub(super) fn shown(&self) -> usize {
        self.nodes.len()
    }

    /// Number of nodes in the neighbourhood.
    pub(super) fn total(&self) -> usize {
        self.total
    }
}

impl Bounds {
    fn around(points: &[Point]) -> Self {
        let Some(&first) = points.first() else { return Self::default() };
        points.iter().fold(Self { least: first, most: first }, |bounds, point| Self {
            least: Point { x: bounds.least.x.min(point.x), y: bounds.least.y.min(point.y) },
            most: Point { x: bounds.most.x.max(point.x), y: bounds.most.y.max(point.y) },
        })
    }

    pub(super) fn width(self) -> f64 {
        self.most.x - self.least.x
    }

    pub(super) fn height(self) -> f64 {
        self.most.y - self.least.y
    }

    pub(super) fn middle(self) -> Point {
        Point { x: f64::midpoint(self.least.x, self.most.x), y: f64::midpoint(self.least.y, self.most.y) }
    }
}

/// A count as `f64`.
fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

#[cfg(test)]
pub(crate) mod tests;
