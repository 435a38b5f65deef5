//! [`Excerpt`]: the part of a subgraph that a picture shows. Large stars are folded, and if the subgraph is still too
//! large, only the part nearest to the roots is shown.

mod more;

pub use more::More;

use super::fold::{Folded, fold};
use super::{Card, Layering, Link, Sketch, layers, numbered};
use crate::graph::{Edge, EdgeIx, Graph, Node, NodeIx};
use crate::query::Subgraph;
use crate::text;
use hashbrown::HashMap;

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
            Self::Proposed => Some("suggested"),
            Self::Retracted => Some("retracted"),
        }
    }
}

/// An edge of the graph, or the position of a proposed one in the subgraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExcerptEdge {
    Stored(EdgeIx),
    Proposed(usize),
}

/// All edges of one relation and style from one node to another, or between a node and a "more" card. Ends are positions
/// in [`Excerpt::cards`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExcerptLink<'g> {
    pub from: usize,
    pub to: usize,
    pub relation: &'g str,
    pub style: LineStyle,
    pub symmetric: bool,
    pub edges: Vec<ExcerptEdge>,
}

/// What a card stands for.
pub enum ExcerptCard<'g> {
    Node(Node<'g>),
    More(More<'g>),
}

impl<'g> ExcerptCard<'g> {
    pub fn node(&self) -> Option<Node<'g>> {
        match self {
            Self::Node(node) => Some(*node),
            Self::More(_) => None,
        }
    }

    pub fn more(&self) -> Option<&More<'g>> {
        match self {
            Self::Node(_) => None,
            Self::More(more) => Some(more),
        }
    }
}

/// The cards and links of a picture.
pub struct Excerpt<'g> {
    /// Nodes, then "more" cards.
    pub cards: Vec<ExcerptCard<'g>>,
    /// Links between nodes, then one for each "more" card.
    pub links: Vec<ExcerptLink<'g>>,
    /// Positions of the roots that are drawn.
    pub roots: Vec<usize>,
    pub layering: Layering,
    /// The numbers of nodes and edges of the subgraph.
    all: (usize, usize),
}

impl<'g> Excerpt<'g> {
    /// Folds large stars. Of the rest, draws at most this number of nodes: those nearest to the roots (by signed
    /// distance in a lineage, else by steps in either direction); without roots, those with the most edges. Also draws at
    /// most this number of edges between them.
    pub fn new(graph: &'g Graph, subgraph: &'g Subgraph, most_nodes: usize, most_edges: usize) -> Self {
        let whole = Whole::new(graph, subgraph);
        let newest: Vec<_> = whole.links.iter().map(|link| newest(graph, link)).collect();
        let folded = fold(whole.nodes.len(), &whole.ties, &whole.roots, &newest);
        let chosen = whole.nearest(&folded, most_nodes);
        let mut position = vec![None; whole.nodes.len()];
        for (at, node) in chosen.iter().enumerate() {
            position[*node] = Some(at);
        }
        let mut links = Vec::new();
        for (link, _) in whole.links.iter().zip(&folded.counted).filter(|(_, counted)| counted.is_none()) {
            if let (Some(from), Some(to)) = (position[link.from], position[link.to]) {
                links.push(ExcerptLink { from, to, ..link.clone() });
            }
        }
        cut(&mut links, most_edges);
        let mut cards: Vec<_> = chosen.iter().map(|node| ExcerptCard::Node(whole.nodes[*node])).collect();
        let mut distances: Vec<_> = chosen.iter().map(|node| whole.distance(*node)).collect();
        for (more, counts) in folded.more.iter().zip(More::all(&whole, &folded)) {
            if let Some(centre) = position[more.centre] {
                links.push(more::link(&whole, more, centre, cards.len()));
                cards.push(ExcerptCard::More(counts));
                distances.push(more::distance(&whole, more));
            }
        }
        let roots: Vec<_> = whole.roots.iter().filter_map(|root| position[*root]).collect();
        let layering = if !subgraph.distances.is_empty() {
            Layering::Distances(distances)
        } else if roots.is_empty() {
            Layering::LongestPath
        } else {
            Layering::Roots(roots.clone())
        };
        let all = (whole.nodes.len(), whole.links.iter().map(|link| link.edges.len()).sum());
        Self { cards, links, roots, layering, all }
    }

    /// The excerpt as a sketch, given the sizes of cards and labels. Lines are shared by links of one relation and style.
    pub fn sketch(
        &self,
        card: impl FnMut(&ExcerptCard<'g>) -> Card,
        label: impl FnMut(&ExcerptLink<'g>) -> i32,
    ) -> Sketch {
        Sketch {
            cards: self.cards.iter().map(card).collect(),
            links: ties(&self.links, label),
            layering: self.layering.clone(),
        }
    }

    /// The "more" card at one end of a link, if there is one.
    pub fn more(&self, link: &ExcerptLink<'_>) -> Option<&More<'g>> {
        self.cards[link.from].more().or_else(|| self.cards[link.to].more())
    }

    /// The number of edges that are drawn one by one.
    pub fn edge_count(&self) -> usize {
        self.links.iter().filter(|link| self.more(link).is_none()).map(|link| link.edges.len()).sum()
    }

    /// What is not drawn, in words, given the links that the layout left out.
    pub fn notices(&self, left_out: &[usize]) -> Vec<String> {
        let mut notices = Vec::new();
        let (nodes, edges) = self.all;
        let more: Vec<_> = self.cards.iter().filter_map(ExcerptCard::more).collect();
        let drawn_nodes = self.cards.len() - more.len();
        let counted_nodes: usize = more.iter().map(|more| more.nodes()).sum();
        let counted_edges: usize = more.iter().map(|more| more.edges).sum();
        if drawn_nodes + counted_nodes < nodes {
            let chosen = if self.roots.is_empty() { "those with the most edges" } else { "the nearest to the roots" };
            notices.push(format!("{} of {} drawn, {chosen}", text::grouped(drawn_nodes), text::count(nodes, "node")));
        }
        let not_drawn = left_out.iter().map(|link| &self.links[*link]).filter(|link| self.more(link).is_none());
        let drawn_edges = self.edge_count() - not_drawn.map(|link| link.edges.len()).sum::<usize>();
        if drawn_edges + counted_edges < edges {
            notices.push(format!("{} of {} drawn", text::grouped(drawn_edges), text::count(edges, "edge")));
        }
        if !more.is_empty() {
            let (nodes, edges) = (text::count(counted_nodes, "node"), text::count(counted_edges, "edge"));
            notices.push(format!("Large stars are folded: {nodes} and {edges} are counted on \"more\" cards"));
        }
        notices
    }
}

/// A subgraph as numbered nodes and links between them.
struct Whole<'g> {
    subgraph: &'g Subgraph,
    nodes: Vec<Node<'g>>,
    links: Vec<ExcerptLink<'g>>,
    /// The links again, without what the layout does not need.
    ties: Vec<Link>,
    roots: Vec<usize>,
}

impl<'g> Whole<'g> {
    fn new(graph: &'g Graph, subgraph: &'g Subgraph) -> Self {
        let nodes: Vec<_> = subgraph.nodes(graph).collect();
        let position: HashMap<_, _> = nodes.iter().zip(0..).map(|(node, at)| (node.ix(), at)).collect();
        let links = linked(graph, subgraph, &position);
        let ties = ties(&links, |_| 0);
        let roots = subgraph.roots.iter().filter_map(|root| position.get(root).copied()).collect();
        Self { subgraph, nodes, links, ties, roots }
    }

    fn distance(&self, node: usize) -> Option<i32> {
        self.subgraph.distances.get(&self.nodes[node].ix()).copied()
    }

    /// The nodes to draw, of those that are not hidden. In stored order if all of them are.
    fn nearest(&self, folded: &Folded, most: usize) -> Vec<usize> {
        let shown = (0..self.nodes.len()).filter(|node| folded.hidden[*node].is_none());
        let mut shown: Vec<_> = shown.collect();
        if shown.len() > most {
            let remoteness = self.remoteness();
            shown.sort_by_key(|node| remoteness[*node]);
            shown.truncate(most);
        }
        shown
    }

    /// How far each node is from the roots; without roots, how few edges it has.
    fn remoteness(&self) -> Vec<u64> {
        let nodes = 0..self.nodes.len();
        if !self.subgraph.distances.is_empty() {
            return nodes
                .map(|node| self.distance(node).map_or(u64::MAX, |steps| u64::from(steps.unsigned_abs())))
                .collect();
        }
        if self.roots.is_empty() {
            let mut few = vec![u64::MAX; self.nodes.len()];
            for link in &self.links {
                for end in [link.from, link.to] {
                    few[end] -= link.edges.len() as u64;
                }
            }
            return few;
        }
        let steps = layers::steps(self.nodes.len(), &self.ties, &self.roots);
        steps.into_iter().map(|steps| steps.and_then(|steps| steps.try_into().ok()).unwrap_or(u64::MAX)).collect()
    }
}

/// Links of a sketch. Those of one relation and style are a group.
fn ties<'g>(links: &[ExcerptLink<'g>], mut label: impl FnMut(&ExcerptLink<'g>) -> i32) -> Vec<Link> {
    let groups = numbered(links.iter().map(|link| (link.relation, link.style)));
    let tie = |(link, group): (&ExcerptLink<'g>, usize)| {
        let (from, to, symmetric) = (link.from, link.to, link.symmetric);
        Link { from, to, group, symmetric, label: label(link) }
    };
    links.iter().zip(groups).map(tie).collect()
}

/// One link for all edges with equal ends, relation and style, in the order of their first edges.
fn linked<'g>(graph: &'g Graph, subgraph: &'g Subgraph, position: &HashMap<NodeIx, usize>) -> Vec<ExcerptLink<'g>> {
    let stored = subgraph.edges(graph).map(|edge| {
        let (from, to) = (edge.from().ix(), edge.to().ix());
        (from, to, edge.relation(), LineStyle::of(edge), edge.is_symmetric(), ExcerptEdge::Stored(edge.ix()))
    });
    let proposed =
        subgraph.proposed.iter().enumerate().map(|(at, edge)| {
            (edge.from, edge.to, &*edge.relation, LineStyle::Proposed, false, ExcerptEdge::Proposed(at))
        });
    let mut links: Vec<ExcerptLink<'_>> = Vec::new();
    let mut known = HashMap::new();
    for (from, to, relation, style, symmetric, edge) in stored.chain(proposed) {
        let (Some(&from), Some(&to)) = (position.get(&from), position.get(&to)) else { continue };
        let at = *known.entry((from, to, relation, style)).or_insert_with(|| {
            links.push(ExcerptLink { from, to, relation, style, symmetric, edges: Vec::new() });
            links.len() - 1
        });
        links[at].edges.push(edge);
    }
    links
}

/// The newest time of a link's edges.
fn newest(graph: &Graph, link: &ExcerptLink<'_>) -> i64 {
    let times = link.edges.iter().filter_map(|edge| match edge {
        ExcerptEdge::Stored(edge) => graph.edge(*edge).millis(),
        ExcerptEdge::Proposed(_) => None,
    });
    times.max().unwrap_or(i64::MIN)
}

/// Keeps the links between the first nodes, which are the nearest ones, up to this number of edges.
fn cut(links: &mut Vec<ExcerptLink<'_>>, most_edges: usize) {
    if links.iter().map(|link| link.edges.len()).sum::<usize>() <= most_edges {
        return;
    }
    links.sort_by_key(|link| link.from.max(link.to));
    let mut edges = 0;
    let fits = |link: &&ExcerptLink<'_>| {
        edges += link.edges.len();
        edges <= most_edges
    };
    let kept = links.iter().take_while(fits).count();
    links.truncate(kept);
}
