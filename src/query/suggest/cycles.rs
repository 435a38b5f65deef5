//! Checks whether suggested edges would close cycles.
//!
//! An edge closes a cycle if its source is already reachable from its target. Many candidates share one end, so the
//! reachable set of that end is computed once per relation class and direction and memoised as a bit set.

use crate::graph::{Direction, Graph, NodeIx};
use crate::query::advice::closes_cycle;
use crate::query::cycle::Class;
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

/// Memoised reachability over relations that must be acyclic.
pub(super) struct Cycles<'g> {
    graph: &'g Graph,
    cancelled: &'g (dyn Fn() -> bool + Sync),
    walked: HashMap<CycleCheck, FixedBitSet>,
}

/// Key of a reachable set: from a node, along edges of a class or against them.
#[derive(Clone, PartialEq, Eq, Hash)]
struct CycleCheck {
    node: NodeIx,
    along: Direction,
    class: Class,
}

/// Number of nodes between two checks for cancellation.
const CANCEL_CHECK_INTERVAL: usize = 4096;

impl<'g> Cycles<'g> {
    pub(super) fn new(graph: &'g Graph, cancelled: &'g (dyn Fn() -> bool + Sync)) -> Self {
        Self { graph, cancelled, walked: HashMap::new() }
    }

    /// Whether a row of the log with this verb would close a forbidden cycle. `common` is the end shared by most
    /// candidates; an edge without it is checked without memoisation.
    pub(super) fn are_closed_by(&mut self, from: NodeIx, to: NodeIx, verb: &str, common: NodeIx) -> bool {
        if ![from, to].contains(&common) {
            return closes_cycle(self.graph, from, to, verb);
        }
        let homes = [from, to].map(|end| self.graph.node(end).system());
        let Some(meaning) = self.graph.registry().meaning_in_log(&homes, verb) else { return false };
        let Some(class) = Class::of(meaning.relation) else { return false };
        let (from, to) = if meaning.is_turned_in_class() { (to, from) } else { (from, to) };
        // The edge closes a cycle if its source is reachable from its target.
        let (along, far) = if common == from { (Direction::In, to) } else { (Direction::Out, from) };
        let node = if common == from { from } else { to };
        let walk = CycleCheck { node, along, class };
        let (graph, cancelled) = (self.graph, self.cancelled);
        from != to
            && self.walked.entry(walk.clone()).or_insert_with(|| walk.reached(graph, cancelled)).contains(far.index())
    }
}

impl CycleCheck {
    /// The reachable nodes; incomplete if cancelled.
    fn reached(&self, graph: &Graph, cancelled: &(dyn Fn() -> bool + Sync)) -> FixedBitSet {
        let mut met: usize = 0;
        self.class.reached(graph, self.node, self.along, |_| {
            met += 1;
            met.is_multiple_of(CANCEL_CHECK_INTERVAL) && cancelled()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    #[test]
    fn memoised_check_agrees_with_a_search_per_edge() {
        let nodes = ["a", "b", "c", "d", "e", "f"];
        let edges = [
            ("a", "b", "led-to", ""),
            ("b", "c", "triggered", ""),
            ("d", "c", "caused-by", ""),
            ("c", "e", "cites", ""),
            ("e", "f", "led-to", ""),
            ("f", "e", "led-to", ""),
            ("d", "gone", "led-to", ""),
        ];
        let graph = graph_of(&nodes, &edges);
        let mut cycles = Cycles::new(&graph, &|| false);
        let mut closed = 0;
        for from in graph.nodes() {
            for to in graph.nodes() {
                for verb in ["led-to", "caused-by", "triggered", "follows-up", "cites", "a-verb-of-our-own"] {
                    let expected = closes_cycle(&graph, from.ix(), to.ix(), verb);
                    closed += usize::from(expected);
                    for common in [from.ix(), to.ix()] {
                        let found = cycles.are_closed_by(from.ix(), to.ix(), verb, common);
                        assert_eq!(found, expected, "{} {verb} {}", from.id(), to.id());
                    }
                }
            }
        }
        assert!(closed > 10, "{closed}");
    }
}
