//! Counts by system, kind and relation, the degree of each node, and the places of the systems.

use crate::graph::{Direction, Graph, Node, SystemId};
use crate::query::{Stats, stats};
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
    /// Counts a graph. `located` is its workspace if the places of its systems are wanted.
    pub fn of(graph: &Graph, workspace: Option<&Workspace>, located: Option<&Workspace>) -> Self {
        let sides = |node: Node<'_>| node.degree(Direction::In) + node.degree(Direction::Out);
        let degrees = graph.nodes().map(|node| sides(node) as u32).collect();
        let empty = workspace.iter().flat_map(|workspace| workspace.empty_systems());
        let stats = Box::new(stats(graph).with_empty(empty.map(|(system, _)| system)));
        let located = located.filter(|_| stats.named_systems(graph).next().is_some());
        let places = located.map(|workspace| workspace.places().into_iter().collect()).unwrap_or_default();
        Self { stats, degrees, places }
    }
}
