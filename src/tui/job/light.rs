//! The impact of a node, for highlighting in lineage and map.

use crate::graph::{Cancelled, EdgeIx, Graph, NodeIx};
use crate::query::{EdgeFilter, RelationFilter, Trust, impact_by};
use std::collections::{HashMap, HashSet};

/// The nodes and edges affected by a change to a node.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Light {
    /// Weight of each affected node.
    pub weights: HashMap<NodeIx, f64>,
    /// The edges that affect them.
    pub edges: HashSet<EdgeIx>,
}

impl Light {
    /// The impact of `root`; `None` if cancelled.
    pub fn of(graph: &Graph, root: NodeIx, trust: &Trust, cancelled: Cancelled<'_>) -> Option<Self> {
        let edges = EdgeFilter { trust: *trust, ..EdgeFilter::of(RelationFilter::Any) };
        let found = impact_by(graph, root, &edges, &|_| true, cancelled)?;
        let reaches = || found.reaches();
        Some(Self {
            weights: reaches().map(|(node, reach)| (node, reach.weight)).collect(),
            edges: reaches().map(|(_, reach)| reach.edge).collect(),
        })
    }
}
