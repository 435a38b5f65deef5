//! Constant-time lookup of nodes and edges on cycles, for views that ask about many of them.

use super::Class;
use crate::graph::{Cancelled, Edge, Graph, NodeIx};
use hashbrown::HashMap;

/// The nodes and edges of a graph that are on cycles over relations that must be acyclic.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CycleMembers {
    /// For each class that has cycles, the component number of every node on one.
    classes: Vec<(Class, HashMap<NodeIx, usize>)>,
}

impl CycleMembers {
    /// Finds them; `None` if cancelled.
    pub fn of(graph: &Graph, cancelled: Cancelled<'_>) -> Option<Self> {
        let members = |class: Class| {
            let groups = class.groups(graph, cancelled)?;
            let numbered = groups.iter().enumerate();
            let members = numbered.flat_map(|(number, group)| group.iter().map(move |node| (*node, number)));
            Some((class, members.collect::<HashMap<_, _>>()))
        };
        let classes = Class::all(graph.registry()).into_iter().map(members);
        let mut classes = classes.collect::<Option<Vec<_>>>()?;
        classes.retain(|(_, members)| !members.is_empty());
        Some(Self { classes })
    }

    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Whether a node is on a cycle.
    pub fn has(&self, node: NodeIx) -> bool {
        self.classes.iter().any(|(_, members)| members.contains_key(&node))
    }

    /// Whether an edge is part of a cycle.
    pub fn has_edge(&self, edge: Edge<'_>) -> bool {
        self.classes.iter().any(|(class, members)| {
            let group = |node: NodeIx| members.get(&node);
            group(edge.from().ix()).is_some_and(|from| Some(from) == group(edge.to().ix())) && class.keeps(edge)
        })
    }
}
