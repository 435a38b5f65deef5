//! What a change of a node reaches, to be lit wherever it is seen.

use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::query::{EdgeFilter, RelationFilter, Trust, impact};
use std::collections::{HashMap, HashSet};

/// What a change of a node reaches.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Light {
    /// How surely each node is reached.
    pub weights: HashMap<NodeIx, f64>,
    /// The edges by which they are.
    pub edges: HashSet<EdgeIx>,
}

impl Light {
    /// Looks for it.
    pub fn of(graph: &Graph, root: NodeIx, trust: &Trust) -> Self {
        let found = impact(graph, root, &EdgeFilter { trust: *trust, ..EdgeFilter::of(RelationFilter::Any) });
        let reaches = || found.reaches();
        Self {
            weights: reaches().map(|(node, reach)| (node, reach.weight)).collect(),
            edges: reaches().map(|(_, reach)| reach.edge).collect(),
        }
    }
}
