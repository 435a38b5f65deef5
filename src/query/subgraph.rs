//! [`Subgraph`]: the nodes and edges that an answer is about, for formats that write graphs.

use super::lineage::Lineage;
use super::suggest::Suggestion;
use crate::graph::{Edge, EdgeIx, Graph, Node, NodeIx};
use hashbrown::{HashMap, HashSet};

/// All members of a graph, or some of them. The whole graph is never copied.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Members<T> {
    All,
    Some(Vec<T>),
}

/// An edge that is not in the graph but probably should be.
#[derive(Debug, Clone, PartialEq)]
pub struct ProposedEdge {
    pub from: NodeIx,
    pub to: NodeIx,
    pub relation: String,
    /// Strength of the evidence, from 0 to 1, if it is known.
    pub score: Option<f64>,
}

impl From<&Suggestion> for ProposedEdge {
    fn from(one: &Suggestion) -> Self {
        Self { from: one.from, to: one.to, relation: one.relation.clone(), score: Some(one.score) }
    }
}

/// A part of a graph. The ends of its edges are among its nodes.
#[derive(Debug, Clone, PartialEq)]
pub struct Subgraph {
    /// The nodes that were asked about.
    pub roots: Vec<NodeIx>,
    nodes: Members<NodeIx>,
    edges: Members<EdgeIx>,
    /// Signed distances to the root of a lineage: negative for causes, positive for effects.
    pub distances: HashMap<NodeIx, i32>,
    pub proposed: Vec<ProposedEdge>,
}

impl Subgraph {
    /// The whole graph, without retracted edges.
    pub fn whole() -> Self {
        Self {
            roots: Vec::new(),
            nodes: Members::All,
            edges: Members::All,
            distances: HashMap::new(),
            proposed: Vec::new(),
        }
    }

    /// Some nodes and edges, each once. The ends of the edges are added to the nodes.
    pub fn new(
        graph: &Graph,
        nodes: impl IntoIterator<Item = NodeIx>,
        edges: impl IntoIterator<Item = EdgeIx>,
    ) -> Self {
        let (mut known, mut seen) = (HashSet::new(), HashSet::new());
        let edges: Vec<_> = edges.into_iter().filter(|edge| seen.insert(*edge)).collect();
        let ends = edges.iter().map(|edge| graph.edge(*edge)).flat_map(|edge| [edge.from().ix(), edge.to().ix()]);
        let nodes = nodes.into_iter().chain(ends).filter(|node| known.insert(*node)).collect();
        Self { nodes: Members::Some(nodes), edges: Members::Some(edges), ..Self::whole() }
    }

    /// Some nodes with all edges between them (the induced subgraph).
    pub fn induced(graph: &Graph, nodes: impl IntoIterator<Item = NodeIx>) -> Self {
        let mut known = HashSet::new();
        let nodes: Vec<_> = nodes.into_iter().filter(|node| known.insert(*node)).collect();
        let edges = graph.edges().filter(|edge| !edge.is_repeated());
        let is_between = |edge: &Edge<'_>| known.contains(&edge.from().ix()) && known.contains(&edge.to().ix());
        let edges = edges.filter(is_between).map(Edge::ix).collect();
        Self { nodes: Members::Some(nodes), edges: Members::Some(edges), ..Self::whole() }
    }

    /// A lineage with the missing nodes on the way.
    pub fn of_lineage(graph: &Graph, found: &Lineage) -> Self {
        let nodes = || found.nodes.iter().chain(&found.missing);
        let subgraph = Self::new(graph, nodes().map(|one| one.node), found.edges.iter().copied());
        subgraph.with_roots([found.root]).with_distances(nodes().map(|one| (one.node, one.distance)))
    }

    #[must_use]
    pub fn with_roots(mut self, roots: impl IntoIterator<Item = NodeIx>) -> Self {
        self.roots = roots.into_iter().collect();
        self
    }

    /// Adds edges that are not in the graph, and their ends.
    #[must_use]
    pub fn with_proposed(mut self, proposed: Vec<ProposedEdge>) -> Self {
        if let Members::Some(nodes) = &mut self.nodes {
            let mut known: HashSet<_> = nodes.iter().copied().collect();
            let ends = proposed.iter().flat_map(|edge| [edge.from, edge.to]);
            nodes.extend(ends.filter(|node| known.insert(*node)));
        }
        self.proposed = proposed;
        self
    }

    #[must_use]
    pub fn with_distances(mut self, distances: impl IntoIterator<Item = (NodeIx, i32)>) -> Self {
        self.distances = distances.into_iter().collect();
        self
    }

    /// The first `most` nodes and the first `most` edges of each sort, with the ends of the edges and the roots.
    #[must_use]
    pub fn limited(self, graph: &Graph, most: usize) -> Self {
        let is_within = self.nodes(graph).nth(most).is_none() && self.edges(graph).nth(most).is_none();
        if is_within && self.proposed.len() <= most {
            return self;
        }
        let nodes = self.nodes(graph).map(Node::ix).take(most);
        let edges = self.edges(graph).map(Edge::ix).take(most);
        let limited = Self::new(graph, self.roots.iter().copied().chain(nodes), edges);
        let limited = limited.with_proposed(self.proposed.into_iter().take(most).collect());
        let kept: HashSet<_> = limited.nodes(graph).map(Node::ix).collect();
        let distances = self.distances.into_iter().filter(|(node, _)| kept.contains(node));
        limited.with_roots(self.roots).with_distances(distances)
    }

    /// Whether it is a whole graph.
    pub fn is_whole(&self) -> bool {
        self.nodes == Members::All
    }

    pub fn nodes<'g>(&self, graph: &'g Graph) -> impl Iterator<Item = Node<'g>> {
        let (all, some) = match &self.nodes {
            Members::All => (Some(graph.nodes()), None),
            Members::Some(nodes) => (None, Some(nodes.iter().map(|ix| graph.node(*ix)))),
        };
        all.into_iter().flatten().chain(some.into_iter().flatten())
    }

    /// The edges, without those that repeat another one.
    pub fn edges<'g>(&self, graph: &'g Graph) -> impl Iterator<Item = Edge<'g>> {
        let (all, some) = match &self.edges {
            Members::All => (Some(graph.edges().filter(|edge| !edge.is_repeated())), None),
            Members::Some(edges) => (None, Some(edges.iter().map(|ix| graph.edge(*ix)))),
        };
        all.into_iter().flatten().chain(some.into_iter().flatten())
    }

    pub fn node_count(&self, graph: &Graph) -> usize {
        match &self.nodes {
            Members::All => graph.node_count(),
            Members::Some(nodes) => nodes.len(),
        }
    }

    pub fn edge_count(&self, graph: &Graph) -> usize {
        match &self.edges {
            Members::All => self.edges(graph).count(),
            Members::Some(edges) => edges.len(),
        }
    }
}

#[cfg(test)]
mod tests;
