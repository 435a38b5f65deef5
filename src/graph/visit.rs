//! Implements petgraph's visit traits for [`Graph`], so that its algorithms run on the CSR adjacency lists without a
//! copy.

use super::adjacency::Direction;
use super::edge::EdgeIx;
use super::node::NodeIx;
use super::store::Graph;
use fixedbitset::FixedBitSet;
use petgraph::visit::{
    Data, EdgeRef, GraphBase, GraphProp, IntoEdgeReferences, IntoEdges, IntoEdgesDirected, IntoNeighbors,
    IntoNeighborsDirected, IntoNodeIdentifiers, NodeCompactIndexable, NodeCount, NodeIndexable, VisitMap, Visitable,
};
use petgraph::{Directed, Direction as PetDirection};

/// An edge reference for petgraph. It has no weight: attributes are in the columns, found by the edge's index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    pub(super) source: NodeIx,
    pub(super) target: NodeIx,
    pub(super) edge: EdgeIx,
}

impl EdgeRef for Link {
    type NodeId = NodeIx;
    type EdgeId = EdgeIx;
    type Weight = ();

    fn source(&self) -> NodeIx {
        self.source
    }

    fn target(&self) -> NodeIx {
        self.target
    }

    fn weight(&self) -> &() {
        &()
    }

    fn id(&self) -> EdgeIx {
        self.edge
    }
}

/// Iterates over the edges of one node.
#[derive(Clone)]
pub struct Links<'g> {
    graph: &'g Graph,
    node: NodeIx,
    direction: Direction,
    row: std::slice::Iter<'g, EdgeIx>,
}

impl Links<'_> {
    /// The node at the far end of the next edge. A symmetric edge is seen from the current node.
    fn next_far(&mut self) -> Option<(NodeIx, EdgeIx)> {
        let edge = *self.row.next()?;
        Some((self.graph.edge(edge).other(self.node), edge))
    }
}

impl Iterator for Links<'_> {
    type Item = Link;

    fn next(&mut self) -> Option<Link> {
        let (far, edge) = self.next_far()?;
        Some(match self.direction {
            Direction::Out => Link { source: self.node, target: far, edge },
            Direction::In => Link { source: far, target: self.node, edge },
        })
    }
}

/// Iterates over the neighbours of one node.
#[derive(Clone)]
pub struct Neighbours<'g> {
    links: Links<'g>,
}

impl Iterator for Neighbours<'_> {
    type Item = NodeIx;

    fn next(&mut self) -> Option<NodeIx> {
        self.links.next_far().map(|(far, _)| far)
    }
}

/// Bit set of visited nodes.
#[derive(Debug, Clone)]
pub struct Visited(FixedBitSet);

impl VisitMap<NodeIx> for Visited {
    fn visit(&mut self, node: NodeIx) -> bool {
        !self.0.put(node.index())
    }

    fn is_visited(&self, node: &NodeIx) -> bool {
        self.0.contains(node.index())
    }

    fn unvisit(&mut self, node: NodeIx) -> bool {
        let was = self.0.contains(node.index());
        self.0.remove(node.index());
        was
    }
}

impl Graph {
    fn link(&self, edge: EdgeIx) -> Link {
        Link { source: self.edges.from[edge.index()], target: self.edges.to[edge.index()], edge }
    }

    fn links(&self, node: NodeIx, direction: Direction) -> Links<'_> {
        Links { graph: self, node, direction, row: self.edges_of(node, direction).iter() }
    }
}

fn ours(direction: PetDirection) -> Direction {
    match direction {
        PetDirection::Outgoing => Direction::Out,
        PetDirection::Incoming => Direction::In,
    }
}

impl GraphBase for Graph {
    type NodeId = NodeIx;
    type EdgeId = EdgeIx;
}

impl GraphProp for Graph {
    type EdgeType = Directed;
}

impl Data for Graph {
    type NodeWeight = ();
    type EdgeWeight = ();
}

impl NodeCount for Graph {
    fn node_count(&self) -> usize {
        self.nodes.len()
    }
}

impl NodeIndexable for Graph {
    fn node_bound(&self) -> usize {
        self.nodes.len()
    }

    fn to_index(&self, node: NodeIx) -> usize {
        node.index()
    }

    fn from_index(&self, index: usize) -> NodeIx {
        NodeIx(index as u32)
    }
}

impl NodeCompactIndexable for Graph {}

impl Visitable for Graph {
    type Map = Visited;

    fn visit_map(&self) -> Visited {
        Visited(FixedBitSet::with_capacity(self.nodes.len()))
    }

    fn reset_map(&self, map: &mut Visited) {
        map.0.clear();
        map.0.grow(self.nodes.len());
    }
}

impl IntoNodeIdentifiers for &Graph {
    type NodeIdentifiers = std::iter::Map<std::ops::Range<u32>, fn(u32) -> NodeIx>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        (0..self.nodes.len() as u32).map(NodeIx)
    }
}

impl<'g> IntoEdgeReferences for &'g Graph {
    type EdgeRef = Link;
    type EdgeReferences = AllLinks<'g>;

    fn edge_references(self) -> AllLinks<'g> {
        AllLinks { graph: self, next: 0 }
    }
}

/// Iterates over all edges by index, without retracted ones.
#[derive(Clone)]
pub struct AllLinks<'g> {
    graph: &'g Graph,
    next: u32,
}

impl Iterator for AllLinks<'_> {
    type Item = Link;

    fn next(&mut self) -> Option<Link> {
        while (self.next as usize) < self.graph.edges.len() {
            let edge = EdgeIx(self.next);
            self.next += 1;
            if !self.graph.edge(edge).is_retracted() {
                return Some(self.graph.link(edge));
            }
        }
        None
    }
}

impl<'g> IntoNeighbors for &'g Graph {
    type Neighbors = Neighbours<'g>;

    fn neighbors(self, node: NodeIx) -> Neighbours<'g> {
        Neighbours { links: self.links(node, Direction::Out) }
    }
}

impl<'g> IntoNeighborsDirected for &'g Graph {
    type NeighborsDirected = Neighbours<'g>;

    fn neighbors_directed(self, node: NodeIx, direction: PetDirection) -> Neighbours<'g> {
        Neighbours { links: self.links(node, ours(direction)) }
    }
}

impl<'g> IntoEdges for &'g Graph {
    type Edges = Links<'g>;

    fn edges(self, node: NodeIx) -> Links<'g> {
        self.links(node, Direction::Out)
    }
}

impl<'g> IntoEdgesDirected for &'g Graph {
    type EdgesDirected = Links<'g>;

    fn edges_directed(self, node: NodeIx, direction: PetDirection) -> Links<'g> {
        self.links(node, ours(direction))
    }
}
