//! Where one has been, and the way back and forward.

use super::{PageSpot, View};
use crate::graph::NodeIx;
use crate::query::Step;

/// A place one can come back to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The view.
    pub view: View,
    /// The node that was selected.
    pub node: NodeIx,
    /// The node the lineage or map was of.
    pub root: Option<NodeIx>,
    /// The selected row of the node's neighbourhood.
    pub row: Vec<Step>,
    /// The page that lay over the view, and where one was in it.
    pub page: Option<Box<PageSpot>>,
}

impl Spot {
    /// Whether coming back to one shows the same as coming back to the other, but for the selected row.
    fn shows_the_same(&self, other: &Self) -> bool {
        let topic = |spot: &Self| spot.page.as_ref().map(|page| page.topic.clone());
        (self.view, self.node, self.root) == (other.view, other.node, other.root) && topic(self) == topic(other)
    }
}

/// Places before and behind the present one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    back: Vec<Spot>,
    forward: Vec<Spot>,
}

/// Nobody goes back further.
const LONGEST: usize = 500;

impl History {
    /// Remembers a place that is about to be left for a new one.
    pub fn leave(&mut self, from: Spot) {
        self.forward.clear();
        if self.back.last().is_some_and(|last| last.shows_the_same(&from)) {
            self.back.pop();
        }
        self.back.push(from);
        if self.back.len() > LONGEST {
            self.back.remove(0);
        }
    }

    /// The place before, when the present one is left for it.
    pub fn back(&mut self, from: Spot) -> Option<Spot> {
        let to = self.back.pop()?;
        self.forward.push(from);
        Some(to)
    }

    /// The place behind, when the present one is left for it.
    pub fn forward(&mut self, from: Spot) -> Option<Spot> {
        let to = self.forward.pop()?;
        self.back.push(from);
        Some(to)
    }

    /// The nodes of the places before, the latest first.
    pub fn recent(&self) -> impl Iterator<Item = NodeIx> {
        self.back.iter().rev().map(|spot| spot.node)
    }

    /// Finds every place again in another graph; those that are gone are forgotten.
    pub fn translate(&mut self, find: impl Fn(&Spot) -> Option<Spot>) {
        for spots in [&mut self.back, &mut self.forward] {
            *spots = spots.iter().filter_map(&find).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    #[test]
    fn the_way_back_is_the_way_there() {
        let graph = graph_of(&["a", "b", "c"], &[]);
        let node = |id: &str| graph.find(id).unwrap().ix();
        let spot = |id: &str| Spot { view: View::Explore, node: node(id), root: None, row: Vec::new(), page: None };
        let mut history = History::default();
        history.leave(spot("a"));
        history.leave(spot("b"));
        assert_eq!(history.back(spot("c")), Some(spot("b")));
        assert_eq!(history.back(spot("b")), Some(spot("a")));
        assert_eq!(history.back(spot("a")), None);
        assert_eq!(history.forward(spot("a")), Some(spot("b")));
        history.leave(spot("b"));
        assert_eq!(history.forward(spot("c")), None);
    }
}
