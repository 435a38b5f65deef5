//! Back and forward history, as in a browser: two stacks of locations.

use crate::graph::NodeIx;
use crate::query::Step;
use crate::tui::topic::PageSpot;
use crate::tui::view::ViewRef;

/// A location in the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    pub view: ViewRef,
    /// The current node.
    pub node: NodeIx,
    /// Root of the lineage or map.
    pub root: Option<NodeIx>,
    /// The selected row of the neighbourhood.
    pub row: Vec<Step>,
    /// The open page and its selected row.
    pub page: Option<Box<PageSpot>>,
}

impl Spot {
    /// Whether both locations show the same, except for the selected row.
    fn shows_the_same(&self, other: &Self) -> bool {
        let topic = |spot: &Self| spot.page.as_ref().map(|page| page.topic.clone());
        (self.view, self.node, self.root) == (other.view, other.node, other.root) && topic(self) == topic(other)
    }
}

/// Locations before and after the current one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    back: Vec<Spot>,
    forward: Vec<Spot>,
}

/// Maximum number of locations.
const LONGEST: usize = 500;

impl History {
    /// Pushes a location that is left for a new one; clears the forward stack.
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

    /// Goes back: returns the previous location.
    pub fn back(&mut self, from: Spot) -> Option<Spot> {
        let to = self.back.pop()?;
        self.forward.push(from);
        Some(to)
    }

    /// Goes forward: returns the next location.
    pub fn forward(&mut self, from: Spot) -> Option<Spot> {
        let to = self.forward.pop()?;
        self.back.push(from);
        Some(to)
    }

    /// Recently visited nodes, latest first.
    pub fn recent(&self) -> impl Iterator<Item = NodeIx> {
        self.back.iter().rev().map(|spot| spot.node)
    }

    /// Translates every location to another graph, dropping those that no longer exist.
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
    fn back_and_forward_retrace_the_visited_locations() {
        let graph = graph_of(&["a", "b", "c"], &[]);
        let node = |id: &str| graph.find(id).unwrap().ix();
        let spot = |id: &str| Spot {
            view: crate::tui::view::first(),
            node: node(id),
            root: None,
            row: Vec::new(),
            page: None,
        };
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
