//! Which nodes and edges lie on a circle, for pictures in which many are asked about.

use super::Class;
use crate::graph::{Edge, Graph, NodeIx};
use hashbrown::HashMap;

/// The nodes and edges of a graph that lie on circles over relations that must not go round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CycleMembers {
    /// For each class that goes round somewhere, which nodes do so together.
    classes: Vec<(Class, HashMap<NodeIx, usize>)>,
}

impl CycleMembers {
    /// Looks for them.
    pub fn of(graph: &Graph) -> Self {
        let members = |class: Class| {
            let groups = class.groups(graph);
            let numbered = groups.iter().enumerate();
            let members = numbered.flat_map(|(number, group)| group.iter().map(move |node| (*node, number)));
            (class, members.collect::<HashMap<_, _>>())
        };
        let classes = Class::all().into_iter().map(members);
        Self { classes: classes.filter(|(_, members)| !members.is_empty()).collect() }
    }

    /// Whether nothing goes round.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Whether a node lies on a circle.
    pub fn has(&self, node: NodeIx) -> bool {
        self.classes.iter().any(|(_, members)| members.contains_key(&node))
    }

    /// Whether an edge is a step of a circle.
    pub fn has_edge(&self, edge: Edge<'_>) -> bool {
        self.classes.iter().any(|(class, members)| {
            let group = |node: NodeIx| members.get(&node);
            group(edge.from().ix()).is_some_and(|from| Some(from) == group(edge.to().ix())) && class.keeps(edge)
        })
    }
}
