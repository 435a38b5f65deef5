//! Translates nodes, edges and locations of one graph to the graph that replaced it, where every index is different.
//!
//! Nodes are matched by id and system, edges by ends, relation and time. The limits below bound the work, because input
//! waits.

use crate::graph::{Direction, Edge, EdgeIx, Graph, Node, NodeIx};
use crate::query::Step;
use crate::tui::state::Spot;
use crate::tui::topic::PageSpot;

/// An edge is not translated at all if its source has more edges than this: there may be hundreds of such locations.
const FAR_TOO_MANY: usize = 20_000;

/// Translation from one graph to its replacement.
#[derive(Clone, Copy)]
pub struct Translation<'g> {
    pub(in crate::tui) before: &'g Graph,
    pub(in crate::tui) now: &'g Graph,
}

impl Translation<'_> {
    pub(in crate::tui) fn node(self, ix: NodeIx) -> Option<NodeIx> {
        let node = self.before.node(ix);
        // The id may have gained or lost its repository prefix.
        if let Some(repo) = node.repo()
            && let Some(same) = self.now.find(&format!("{repo}/{}", node.id_in_file()))
            && same.repo() == Some(repo)
        {
            return Some(same.ix());
        }
        let same = self.now.with_id(node.id()).find(|same| same.system() == node.system());
        same.or_else(|| self.now.find(node.id())).map(Node::ix)
    }

    /// The edge with the same ends and relation; of several, the one with the same time.
    pub(in crate::tui) fn edge(self, ix: EdgeIx) -> Option<EdgeIx> {
        let edge = self.before.edge(ix);
        if edge.from().edges(Direction::Out).len() > FAR_TOO_MANY {
            return None;
        }
        let (from, to) = (self.node(edge.from().ix())?, self.node(edge.to().ix())?);
        let relation = self.now.sym(edge.relation())?;
        let has_same_content = |same: &Edge<'_>| same.to().ix() == to && same.relation_sym() == relation;
        let all = self.now.edges_of(from, Direction::Out).iter().map(|ix| self.now.edge(*ix)).filter(has_same_content);
        let mut all = all.peekable();
        let first = all.peek().map(|edge| edge.ix());
        all.find(|same| same.millis() == edge.millis()).map(Edge::ix).or(first)
    }

    /// The same edge with the same time. Implicit edges have the time of their file, so their time is not compared.
    pub(in crate::tui) fn very_edge(self, ix: EdgeIx) -> Option<EdgeIx> {
        let edge = self.before.edge(ix);
        let is_same = |same: &EdgeIx| edge.is_implicit() || self.now.edge(*same).millis() == edge.millis();
        self.edge(ix).filter(is_same)
    }

    pub(in crate::tui) fn step(self, step: Step) -> Option<Step> {
        Some(match step {
            Step::Group(direction, relation) => Step::Group(direction, self.now.sym(self.before.text(relation))?),
            Step::Edge(edge) => Step::Edge(self.edge(edge)?),
            Step::More => Step::More,
        })
    }

    /// The same path, up to the first step that no longer exists.
    pub(in crate::tui) fn steps(self, steps: &[Step]) -> Vec<Step> {
        steps.iter().map_while(|step| self.step(*step)).collect()
    }

    pub(in crate::tui) fn spot(self, spot: &Spot) -> Option<Spot> {
        let root = spot.root.and_then(|root| self.node(root));
        let page = spot.page.as_ref().and_then(|page| self.page(page)).map(Box::new);
        Some(Spot { view: spot.view, node: self.node(spot.node)?, root, row: self.steps(&spot.row), page })
    }

    fn page(self, spot: &PageSpot) -> Option<PageSpot> {
        Some(PageSpot { topic: spot.topic.translated(|node| self.node(node))?, ..spot.clone() })
    }
}
