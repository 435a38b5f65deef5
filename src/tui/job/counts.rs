//! Counts by system, kind and relation, the degree of each node, and the places of the systems.

use crate::graph::{Cancelled, Direction, Graph, Node, SystemId, UntilCancelled as _};
use crate::query::{Stats, stats_cancellable};
use crate::workspace::Workspace;

#[derive(Debug)]
pub struct Counts {
    /// Systems of which only a marker was found count too.
    pub stats: Box<Stats>,
    /// Degree of each node.
    pub degrees: Vec<u32>,
    /// Where each system was found, if that was asked and systems are named.
    pub places: Vec<(SystemId, Vec<String>)>,
}

impl Counts {
    /// Counts a graph; `None` if cancelled. `located` is its workspace if the places of its systems are wanted.
    pub fn of(
        graph: &Graph,
        workspace: Option<&Workspace>,
        located: Option<&Workspace>,
        cancelled: Cancelled<'_>,
    ) -> Option<Self> {
        let sides = |node: Node<'_>| node.degree(Direction::In) + node.degree(Direction::Out);
        let degrees = graph.nodes().until(cancelled).map(|node| sides(node) as u32).collect();
        let empty = workspace.iter().flat_map(|workspace| workspace.empty_systems());
        let stats = Box::new(stats_cancellable(graph, cancelled)?.with_empty(empty.map(|(system, _)| system)));
        let located = located.filter(|_| stats.named_systems(graph).next().is_some());
        let places = located.map(|workspace| workspace.places().into_iter().collect()).unwrap_or_default();
        Some(Self { stats, degrees, places })
    }
}
