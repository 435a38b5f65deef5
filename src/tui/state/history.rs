//! Where one has been, and the way back and forward.

use super::View;
use crate::graph::NodeIx;
use crate::query::Step;

/// A place one can come back to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The view.
    pub view: View,
    /// The node that was selected.
    pub node: NodeIx,
    /// The steps to the selected row of its neighbourhood.
    pub row: Vec<Step>,
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
        if self.back.last() != Some(&from) {
            self.back.push(from);
        }
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

    /// How many places lie before and behind.
    pub fn lengths(&self) -> (usize, usize) {
        (self.back.len(), self.forward.len())
    }

    /// Finds every node again in another graph; places whose node is gone are forgotten, and so are rows, whose numbers mean
    /// other edges there.
    pub fn translate(&mut self, find: impl Fn(NodeIx) -> Option<NodeIx>) {
        for spots in [&mut self.back, &mut self.forward] {
            *spots = spots
                .iter()
                .filter_map(|spot| Some(Spot { view: spot.view, node: find(spot.node)?, row: Vec::new() }))
                .collect();
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
        let spot = |id: &str| Spot { view: View::Explore, node: graph.find(id).unwrap().ix(), row: Vec::new() };
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
