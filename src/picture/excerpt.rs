//! What is drawn of a subgraph: all of it, or the part nearest to the roots.

use super::{Card, Layering, Link, Sketch, numbered};
use crate::graph::{Edge, EdgeIx, Graph, Node, NodeIx};
use crate::query::Subgraph;
use crate::text;
use hashbrown::HashMap;
use std::collections::VecDeque;

/// What distinguishes a link from one that a file states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LineStyle {
    Stored,
    Implicit,
    Proposed,
    Retracted,
}

impl LineStyle {
    pub fn of(edge: Edge<'_>) -> Self {
        if edge.is_retracted() {
            Self::Retracted
        } else if edge.is_implicit() {
            Self::Implicit
        } else {
            Self::Stored
        }
    }

    /// The word for it, unless a file states the link.
    pub fn mark(self) -> Option<&'static str> {
        match self {
            Self::Stored => None,
            Self::Implicit => Some("implicit"),
            Self::Proposed => Some("proposed"),
            Self::Retracted => Some("retracted"),
        }
    }
}

/// An edge of the graph, or the position of a proposed one in the subgraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExcerptEdge {
    Stored(EdgeIx),
    Proposed(usize),
}

/// All edges of one relation and style from one node to another. Ends are positions in [`Excerpt::nodes`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExcerptLink<'g> {
    pub from: usize,
    pub to: usize,
    pub relation: &'g str,
    pub style: LineStyle,
    pub symmetric: bool,
    pub edges: Vec<ExcerptEdge>,
}

/// The nodes and links of a picture.
pub struct Excerpt<'g> {
    pub nodes: Vec<Node<'g>>,
    pub links: Vec<ExcerptLink<'g>>,
    /// Positions of the roots that are drawn.
    pub roots: Vec<usize>,
    pub layering: Layering,
    /// The numbers of nodes and edges of the subgraph.
    all: (usize, usize),
}

impl<'g> Excerpt<'g> {
    /// At most this number of nodes: those nearest to the roots (by signed distance in a lineage, else by steps in
    /// either direction); without roots, those with the most edges. Also at most this number of edges between them.
    pub fn new(graph: &'g Graph, subgraph: &'g Subgraph, most_nodes: usize, most_edges: usize) -> Self {
        let nodes = nearest(graph, subgraph, most_nodes);
        let position: HashMap<_, _> =
            nodes.iter().zip(0..).map(|(node, at): (&Node<'_>, usize)| (node.ix(), at)).collect();
        let mut all_edges = 0;
        let mut found = Vec::new();
        let stored = subgraph.edges(graph).map(|edge| {
            let ends = (edge.from().ix(), edge.to().ix());
            let link = (edge.relation(), LineStyle::of(edge), edge.is_symmetric());
            (ends, link, ExcerptEdge::Stored(edge.ix()))
        });
        let proposed = subgraph.proposed.iter().enumerate().map(|(at, edge)| {
            let link = (edge.relation.as_str(), LineStyle::Proposed, false);
            ((edge.from, edge.to), link, ExcerptEdge::Proposed(at))
        });
        for ((from, to), link, edge) in stored.chain(proposed) {
            all_edges += 1;
            if let (Some(from), Some(to)) = (position.get(&from), position.get(&to)) {
                found.push((*from, *to, link, edge));
            }
        }
        if found.len() > most_edges {
            // Nodes are in the order of their distance.
            found.sort_by_key(|(from, to, ..)| from.max(to).to_owned());
            found.truncate(most_edges);
        }
        let roots: Vec<_> = subgraph.roots.iter().filter_map(|root| position.get(root).copied()).collect();
        let layering = if !subgraph.distances.is_empty() {
            Layering::Distances(nodes.iter().map(|node| subgraph.distances.get(&node.ix()).copied()).collect())
        } else if roots.is_empty() {
            Layering::LongestPath
        } else {
            Layering::Roots(roots.clone())
        };
        Self { links: linked(found), nodes, roots, layering, all: (subgraph.node_count(graph), all_edges) }
    }

    /// The excerpt as a sketch, given the sizes of cards and labels. Lines are shared by links of one relation and style.
    pub fn sketch(
        &self,
        card: impl FnMut(&Node<'g>) -> Card,
        mut label: impl FnMut(&ExcerptLink<'g>) -> i32,
    ) -> Sketch {
        let groups = numbered(self.links.iter().map(|link| (link.relation, link.style)));
        let link = |(link, group): (&ExcerptLink<'g>, usize)| {
            let (from, to, symmetric) = (link.from, link.to, link.symmetric);
            Link { from, to, group, symmetric, label: label(link) }
        };
        Sketch {
            cards: self.nodes.iter().map(card).collect(),
            links: self.links.iter().zip(groups).map(link).collect(),
            layering: self.layering.clone(),
        }
    }

    /// The number of edges in the excerpt.
    pub fn edge_count(&self) -> usize {
        self.links.iter().map(|link| link.edges.len()).sum()
    }

    /// What is not drawn, in words, given the links that the layout left out.
    pub fn notices(&self, left_out: &[usize]) -> Vec<String> {
        let mut notices = Vec::new();
        let (nodes, edges) = self.all;
        if self.nodes.len() < nodes {
            let chosen = if self.roots.is_empty() { "those with the most edges" } else { "the nearest to the roots" };
            notices.push(format!(
                "{} of {} drawn, {chosen}",
                text::grouped(self.nodes.len()),
                text::count(nodes, "node")
            ));
        }
        let not_drawn: usize = left_out.iter().map(|link| self.links[*link].edges.len()).sum();
        let drawn = self.edge_count() - not_drawn;
        if drawn < edges {
            notices.push(format!("{} of {} drawn", text::grouped(drawn), text::count(edges, "edge")));
        }
        notices
    }
}

type Found<'g> = (usize, usize, (&'g str, LineStyle, bool), ExcerptEdge);

/// One link for all edges with equal ends, relation and style, in the order of their first edges.
fn linked(edges: Vec<Found<'_>>) -> Vec<ExcerptLink<'_>> {
    let mut links: Vec<ExcerptLink<'_>> = Vec::new();
    let mut known = HashMap::new();
    for (from, to, (relation, style, symmetric), edge) in edges {
        let at = *known.entry((from, to, relation, style)).or_insert_with(|| {
            links.push(ExcerptLink { from, to, relation, style, symmetric, edges: Vec::new() });
            links.len() - 1
        });
        links[at].edges.push(edge);
    }
    links
}

/// The nodes to draw. In stored order if all of them are.
fn nearest<'g>(graph: &'g Graph, subgraph: &Subgraph, most: usize) -> Vec<Node<'g>> {
    if subgraph.node_count(graph) <= most {
        return subgraph.nodes(graph).collect();
    }
    let nodes: Vec<_> = subgraph.nodes(graph).map(|node| node.ix()).collect();
    let keys: Vec<u64> = if !subgraph.distances.is_empty() {
        let distance = |node| subgraph.distances.get(node).map_or(u64::MAX, |steps| u64::from(steps.unsigned_abs()));
        nodes.iter().map(distance).collect()
    } else if subgraph.roots.is_empty() {
        let mut degrees: HashMap<NodeIx, u64> = HashMap::new();
        for edge in subgraph.edges(graph) {
            *degrees.entry(edge.from().ix()).or_default() += 1;
            *degrees.entry(edge.to().ix()).or_default() += 1;
        }
        nodes.iter().map(|node| u64::MAX - degrees.get(node).copied().unwrap_or(0)).collect()
    } else {
        let steps = steps_from_roots(graph, subgraph);
        nodes.iter().map(|node| steps.get(node).copied().unwrap_or(u64::MAX)).collect()
    };
    let mut chosen: Vec<_> = keys.into_iter().zip(0..).collect();
    chosen.sort_unstable();
    chosen.truncate(most);
    chosen.into_iter().map(|(_, at): (u64, usize)| graph.node(nodes[at])).collect()
}

/// Breadth-first search over the edges of the subgraph, in both directions.
fn steps_from_roots(graph: &Graph, subgraph: &Subgraph) -> HashMap<NodeIx, u64> {
    let mut neighbours: HashMap<NodeIx, Vec<NodeIx>> = HashMap::new();
    let stored = subgraph.edges(graph).map(|edge| (edge.from().ix(), edge.to().ix()));
    for (from, to) in stored.chain(subgraph.proposed.iter().map(|edge| (edge.from, edge.to))) {
        neighbours.entry(from).or_default().push(to);
        neighbours.entry(to).or_default().push(from);
    }
    let mut steps: HashMap<_, _> = subgraph.roots.iter().map(|root| (*root, 0)).collect();
    let mut queue: VecDeque<_> = subgraph.roots.iter().copied().collect();
    while let Some(node) = queue.pop_front() {
        let next = steps[&node] + 1;
        for other in neighbours.get(&node).into_iter().flatten() {
            if !steps.contains_key(other) {
                steps.insert(*other, next);
                queue.push_back(*other);
            }
        }
    }
    steps
}
