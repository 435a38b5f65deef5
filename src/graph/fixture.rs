//! Small hand-written graphs for tests.

use super::{Batch, EdgeRecord, Graph, GraphBuilder, NodeRecord, Stamp, SystemId};
use crate::finding::Finding;
pub(crate) use crate::system::causal::SYSTEM as CAUSAL;
pub(crate) use crate::system::reference::SYSTEM as REFERENCE;
use crate::system::registry;
pub(crate) use crate::system::sidecar::SYSTEM as SIDECAR;
pub(crate) use crate::system::unit::SYSTEM as UNIT;
pub(crate) use crate::system::yggdrasil::SYSTEM as YGGDRASIL;

/// An edge: from, to, relation, and a time or an empty string.
pub(crate) type EdgeSpec<'a> = (&'a str, &'a str, &'a str, &'a str);

/// A batch of tasks `(id, title)` and edges, each on its own line.
pub(crate) fn batch_of(system: SystemId, part: u64, nodes: &[(&str, &str)], edges: &[EdgeSpec<'_>]) -> Batch {
    let mut batch = Batch::new(system, part);
    let (kind, file) = (batch.word("task"), batch.word("file.md"));
    for (id, title) in nodes {
        let (id, title) = (batch.word(id), batch.word(title));
        batch.node(NodeRecord::new(id, kind, title, file, 1));
    }
    for (line, (from, to, relation, ts)) in (1..).zip(edges) {
        let (from, to, relation) = (batch.word(from), batch.word(to), batch.word(relation));
        let stamp = if ts.is_empty() { Stamp::NONE } else { batch.stamp(ts) };
        batch.edge(EdgeRecord { stamp, ..EdgeRecord::new(from, to, relation, file, line) });
    }
    batch
}

/// A graph of tasks whose titles are their ids.
pub(crate) fn graph_of(nodes: &[&str], edges: &[EdgeSpec<'_>]) -> Graph {
    let nodes: Vec<_> = nodes.iter().map(|id| (*id, *id)).collect();
    graph_from([batch_of(REFERENCE, 0, &nodes, edges)])
}

/// A graph of tasks `(id, title)` without edges.
pub(crate) fn titled(nodes: &[(&str, &str)]) -> Graph {
    graph_from([batch_of(REFERENCE, 0, nodes, &[])])
}

pub(crate) fn graph_from(batches: impl IntoIterator<Item = Batch>) -> Graph {
    build(batches).0
}

/// The graph of these batches, and the findings.
pub(crate) fn build(batches: impl IntoIterator<Item = Batch>) -> (Graph, Vec<Finding>) {
    let mut builder = GraphBuilder::new(registry());
    for batch in batches {
        builder.add(batch);
    }
    builder.finish()
}
