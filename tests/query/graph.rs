//! Random cyclic multigraphs with dangling ends, loops and repeated edges, small enough for frequent collisions.

use proptest::prelude::*;
use refscope::graph::{Batch, EdgeRecord, Graph, GraphBuilder, NodeRecord};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlainEdge {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) relation: String,
    pub(crate) ts: String,
}

impl PlainEdge {
    pub(crate) fn key(&self) -> String {
        format!("{}|{}|{}|{}", self.from, self.to, self.relation, self.ts)
    }
}

/// A graph as in the specification: the defined ids and a list of edges.
#[derive(Debug, Clone)]
pub(crate) struct PlainGraph {
    /// Defined ids with their domains.
    pub(crate) nodes: Vec<(String, Option<String>)>,
    pub(crate) edges: Vec<PlainEdge>,
}

impl PlainGraph {
    pub(crate) fn domain(&self, id: &str) -> Option<&str> {
        self.nodes.iter().find(|(node, _)| node == id)?.1.as_deref()
    }

    pub(crate) fn is_defined(&self, id: &str) -> bool {
        self.nodes.iter().any(|(node, _)| node == id)
    }

    pub(crate) fn refs_out(&self, id: &str) -> Vec<&PlainEdge> {
        self.edges.iter().filter(|edge| edge.from == id).collect()
    }

    pub(crate) fn refs_in(&self, id: &str) -> Vec<&PlainEdge> {
        self.edges.iter().filter(|edge| edge.to == id).collect()
    }

    /// Builds the same graph with refscope.
    pub(crate) fn build(&self) -> Graph {
        let mut batch = Batch::new(refscope::system::reference::SYSTEM, 0);
        let (kind, file) = (batch.word("task"), batch.word("references.jsonl"));
        for (id, domain) in &self.nodes {
            let id = batch.word(id);
            let domain = domain.as_deref().map(|domain| batch.word(domain));
            batch.node(NodeRecord { domain, ..NodeRecord::new(id, kind, id, file, 1) });
        }
        for (line, edge) in (1..).zip(&self.edges) {
            let (from, to) = (batch.word(&edge.from), batch.word(&edge.to));
            let (relation, stamp) = (batch.word(&edge.relation), batch.stamp(&edge.ts));
            batch.edge(EdgeRecord { stamp, ..EdgeRecord::new(from, to, relation, file, line) });
        }
        let mut builder = GraphBuilder::new(refscope::system::registry());
        builder.add(batch);
        builder.finish().0
    }
}

/// Ids `n0`–`n6`, of which only the first five can be defined.
fn id() -> impl Strategy<Value = String> {
    (0..7_u32).prop_map(|number| format!("n{number}"))
}

pub(crate) fn relation() -> impl Strategy<Value = String> {
    prop_oneof![Just("led-to"), Just("cites"), Just("addresses"), Just("mentions"), Just("own-verb")]
        .prop_map(str::to_owned)
}

fn ts() -> impl Strategy<Value = String> {
    prop_oneof![Just("2026-01-01T00:00:00.000Z"), Just("2026-01-01T00:00:00Z"), Just("some day")]
        .prop_map(str::to_owned)
}

fn edge() -> impl Strategy<Value = PlainEdge> {
    (id(), id(), relation(), ts()).prop_map(|(from, to, relation, ts)| PlainEdge { from, to, relation, ts })
}

pub(crate) fn graph() -> impl Strategy<Value = PlainGraph> {
    let domain = prop_oneof![Just(None), Just(Some("infra".to_owned())), Just(Some("ads".to_owned()))];
    let nodes = proptest::collection::vec(proptest::option::weighted(0.8, domain), 5).prop_map(|nodes| {
        let named = nodes.into_iter().enumerate();
        named.filter_map(|(number, node)| Some((format!("n{number}"), node?))).collect()
    });
    (nodes, proptest::collection::vec(edge(), 0..16)).prop_map(|(nodes, edges)| PlainGraph { nodes, edges })
}

/// 10,000 cases; a failing one is printed, not saved to a file.
pub(crate) fn many_cases() -> ProptestConfig {
    ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() }
}
