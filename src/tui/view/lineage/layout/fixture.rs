//! Lineages of hand-made and random graphs, for tests.

use super::LineageLayout;
use crate::graph::fixture::{EdgeSpec, batch_of, graph_from};
use crate::graph::fixture::{REFERENCE, SIDECAR};
use crate::graph::{Graph, NodeIx, SystemId};
use crate::query::{EdgeFilter, Lineage, LineageDirection, LineageRequest, Orient, RelationFilter, lineage};
use proptest::prelude::*;

/// A graph, the lineage of one of its nodes, and its layout.
#[derive(Debug)]
pub(crate) struct LaidOut {
    pub(crate) graph: Graph,
    pub(crate) lineage: Lineage,
    pub(crate) layout: LineageLayout,
}

impl LaidOut {
    /// The full lineage of a node of the reference graph.
    pub(crate) fn new(nodes: &[&str], edges: &[EdgeSpec<'_>], root: &str) -> Self {
        Self::of(REFERENCE, nodes, edges, root)
    }

    /// The full lineage of a node of any system; only sidecars have a symmetric relation.
    pub(crate) fn of(system: SystemId, nodes: &[&str], edges: &[EdgeSpec<'_>], root: &str) -> Self {
        let nodes: Vec<_> = nodes.iter().map(|id| (*id, *id)).collect();
        let graph = graph_from([batch_of(system, 0, &nodes, edges)]);
        let root = graph.find(root).unwrap().ix();
        let request = LineageRequest {
            direction: LineageDirection::Both,
            edges: EdgeFilter::of(RelationFilter::Any),
            max_depth: None,
            orient: Orient::Meaning,
        };
        let lineage = lineage(&graph, root, &request);
        let layout = LineageLayout::new(&graph, &lineage, &|| false).unwrap();
        Self { graph, lineage, layout }
    }

    /// A chain of `count` nodes, `n0` to the last, with one of them as the root.
    pub(crate) fn chain(count: usize, root: usize) -> Self {
        let ids: Vec<String> = (0..count).map(|at| format!("n{at}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let edges: Vec<EdgeSpec<'_>> = ids.windows(2).map(|pair| (pair[0], pair[1], "led-to", "")).collect();
        Self::new(&ids, &edges, ids[root])
    }

    /// A root with `count` effects, `n1` to the last.
    pub(crate) fn fan(count: usize) -> Self {
        let ids: Vec<String> = (0..=count).map(|at| format!("n{at}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let edges: Vec<EdgeSpec<'_>> = ids[1..].iter().map(|id| (ids[0], *id, "led-to", "")).collect();
        Self::new(&ids, &edges, ids[0])
    }

    pub(crate) fn node(&self, id: &str) -> NodeIx {
        self.graph.find(id).unwrap().ix()
    }
}

/// Small lineages with cycles, parallel edges, symmetric relations, missing nodes and missing roots.
pub(crate) fn lineages() -> impl Strategy<Value = LaidOut> {
    let verb = prop::sample::select(vec!["led-to", "cites", "upgrades_to", "derived_from", "related_to"]);
    let edges = prop::collection::vec((0_usize..14, 0_usize..14, verb), 1..40);
    let system = prop::sample::select(vec![REFERENCE, SIDECAR]);
    (system, 1_usize..12, edges).prop_map(|(system, defined, edges)| {
        let ids: Vec<String> = (0..14).map(|at| format!("n{at:02}")).collect();
        let nodes: Vec<&str> = ids.iter().skip(1).take(defined).map(String::as_str).collect();
        let specs: Vec<EdgeSpec<'_>> =
            edges.iter().map(|(from, to, verb)| (ids[*from].as_str(), ids[*to].as_str(), *verb, "")).collect();
        let root = specs[0].0;
        LaidOut::of(system, &nodes, &specs, root)
    })
}
