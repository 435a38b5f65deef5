//! The picture of a neighbourhood: which nodes it shows, where they stand, and which lines join them.
//!
//! The world of a picture has its origin in the middle, x to the right and y up; one unit is as long both ways. The same
//! request on the same graph always gives the same picture.

mod extract;
mod forces;
mod frame;
mod layers;
mod look;
mod steps;

pub use look::{MapLook, Zoom};

use super::way::Way;
use crate::graph::{EdgeIx, Graph, NodeIx};
use extract::Extract;
use hashbrown::HashMap;
use steps::Steps;

/// How many nodes a picture shows unless more are asked for: with more, nobody can read it.
pub const MOST_NODES: usize = 150;

/// How the nodes of a picture are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arrangement {
    /// Joined nodes pull each other, all others push each other away.
    #[default]
    Forces,
    /// From left to right by how many steps they are from the root.
    Layers,
}

/// What to make a picture of.
#[derive(Debug, Clone)]
pub struct MapRequest {
    /// The node in the middle, which is always shown.
    pub root: NodeIx,
    /// The edges of its neighbourhood, in the order in which they were met.
    pub edges: Vec<EdgeIx>,
    /// How to arrange the nodes.
    pub arrangement: Arrangement,
    /// How many of the nodes to show at most: those that are met first.
    pub most_nodes: usize,
}

/// A place in the world of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
}

/// The smallest box around all nodes of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Bounds {
    /// The corner at the bottom left.
    pub least: Point,
    /// The corner at the top right.
    pub most: Point,
}

/// A node of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapNode {
    /// Which node.
    pub node: NodeIx,
    /// Where it stands.
    pub at: Point,
    /// How many lines end at it.
    pub degree: usize,
}

/// All edges between two nodes of a picture, whichever way they point. A loop has no line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapLine {
    /// The nodes at its ends, the one that was met first in front.
    pub ends: (NodeIx, NodeIx),
    /// Its edges, in the order in which they were met.
    pub edges: Vec<EdgeIx>,
}

/// A picture: everything about it that does not depend on who looks.
#[derive(Debug, Clone, PartialEq)]
pub struct MapLayout {
    arrangement: Arrangement,
    nodes: Vec<MapNode>,
    slots: HashMap<NodeIx, usize>,
    lines: Vec<MapLine>,
    steps: Steps,
    bounds: Bounds,
    total: usize,
}

impl MapLayout {
    /// Makes the picture; `None` if it was cancelled meanwhile.
    pub fn new(request: &MapRequest, graph: &Graph, cancelled: &dyn Fn() -> bool) -> Option<Self> {
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

    /// Its nodes, in the order in which they were met: the root first.
    pub fn nodes(&self) -> &[MapNode] {
        &self.nodes
    }

    /// Its lines, in the order in which they were met.
    pub fn lines(&self) -> &[MapLine] {
        &self.lines
    }

    /// The node everything else is seen from.
    pub fn root(&self) -> Option<NodeIx> {
        self.nodes.first().map(|root| root.node)
    }

    /// How its nodes are arranged.
    pub fn arrangement(&self) -> Arrangement {
        self.arrangement
    }

    /// Where a node stands; `None` if it is not shown.
    pub fn at(&self, node: NodeIx) -> Option<Point> {
        self.slots.get(&node).map(|slot| self.nodes[*slot].at)
    }

    /// The node to go to from this one when a key points there. Every node can be reached from every other.
    pub fn nearest(&self, from: NodeIx, direction: Way) -> Option<NodeIx> {
        let to = self.steps.from(*self.slots.get(&from)?, direction)?;
        Some(self.nodes[to].node)
    }

    /// The smallest box around all nodes.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// How many nodes are shown.
    pub fn shown(&self) -> usize {
        self.nodes.len()
    }

    /// How many nodes the neighbourhood has.
    pub fn total(&self) -> usize {
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

    /// How wide it is.
    pub fn width(self) -> f64 {
        self.most.x - self.least.x
    }

    /// How high it is.
    pub fn height(self) -> f64 {
        self.most.y - self.least.y
    }

    /// Its middle.
    pub fn middle(self) -> Point {
        Point { x: f64::midpoint(self.least.x, self.most.x), y: f64::midpoint(self.least.y, self.most.y) }
    }
}

/// A count as a number to reckon with.
fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

#[cfg(test)]
pub(crate) mod tests;
