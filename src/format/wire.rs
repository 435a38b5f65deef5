//! Nodes and edges with all their data, as JSON. Keys are those of the answers of commands.

use super::Export;
use super::any_edge::AnyEdge;
use super::json::{Each, TsWire};
use crate::graph::{Edge, Graph, Node, Ts};
use crate::query::ProposedEdge;
use crate::text::is_unsafe;
use crate::time;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::ops::Not;

#[derive(Serialize)]
pub(super) struct NodeWire<'g> {
    id: Cow<'g, str>,
    title: &'g str,
    #[serde(flatten)]
    facts: NodeFacts<'g>,
}

/// Everything about a node except its id and its title.
#[derive(Serialize)]
pub(super) struct NodeFacts<'g> {
    kind: Option<&'g str>,
    system: &'static str,
    path: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    domain: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layer: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sub_layer: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repo: Option<&'g str>,
    /// The file of a program that the node stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    code_path: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<&'g str>,
    #[serde(skip_serializing_if = "Not::not")]
    missing: bool,
    #[serde(skip_serializing_if = "Not::not")]
    external: bool,
    /// The signed distance in a lineage.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<i32>,
}

impl<'g> NodeWire<'g> {
    pub(super) fn new(export: &Export<'g>, node: Node<'g>) -> Self {
        Self { id: node.address(), title: node.title(), facts: NodeFacts::new(export, node) }
    }
}

impl<'g> NodeFacts<'g> {
    pub(super) fn new(export: &Export<'g>, node: Node<'g>) -> Self {
        Self {
            kind: node.kind(),
            system: node.system().name(),
            path: node.file(),
            line: node.line(),
            status: node.status(),
            domain: node.domain(),
            layer: node.layer(),
            sub_layer: node.sub_layer(),
            repo: node.repo(),
            code_path: node.code_path(),
            language: node.language(),
            created: node.created().map(time::format),
            aliases: node.alias().map(|names| names.lines().collect()).unwrap_or_default(),
            missing: node.is_missing(),
            external: node.is_external(),
            distance: export.subgraph.distances.get(&node.ix()).copied(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct EdgeWire<'g> {
    from: Cow<'g, str>,
    to: Cow<'g, str>,
    relation: &'g str,
    ts: Option<TsWire<'g>>,
    #[serde(flatten)]
    facts: EdgeFacts<'g>,
}

/// Everything about an edge except its ends, its relation and its time.
#[derive(Serialize)]
pub(super) struct EdgeFacts<'g> {
    actor: Option<&'g str>,
    #[serde(skip_serializing_if = "Not::not")]
    implicit: bool,
    #[serde(skip_serializing_if = "Not::not")]
    symmetric: bool,
    #[serde(skip_serializing_if = "Not::not")]
    retracted: bool,
    system: &'static str,
    file: &'g str,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'g str>,
    /// The confidence that the file states, at the time of the edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
}

impl<'g> EdgeWire<'g> {
    pub(super) fn new(edge: Edge<'g>) -> Self {
        let (from, to) = (edge.from().address(), edge.to().address());
        Self { from, to, relation: edge.relation(), ts: edge.ts().map(TsWire), facts: EdgeFacts::new(edge) }
    }
}

impl<'g> EdgeFacts<'g> {
    pub(super) fn new(edge: Edge<'g>) -> Self {
        Self {
            actor: edge.actor(),
            implicit: edge.is_implicit(),
            symmetric: edge.is_symmetric(),
            retracted: edge.is_retracted(),
            system: edge.system().name(),
            file: edge.file(),
            line: edge.line(),
            note: edge.note(),
            confidence: edge.source_confidence(),
        }
    }
}

/// The time of an edge for formats that are read again: a value that is not a text stays as it is in its file, unless
/// it has characters that are unsafe on a terminal.
pub(super) struct ExactTs<'g>(pub(super) Ts<'g>);

impl Serialize for ExactTs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Ts::Json(json) if !json.contains(is_unsafe) => {
                serde_json::from_str::<&RawValue>(json).ok().serialize(serializer)
            }
            ts => TsWire(ts.clone()).serialize(serializer),
        }
    }
}

/// The ends, the relation and the direction of an edge or a proposed one, for formats that are read again.
#[derive(Serialize)]
pub(super) struct EdgeEnds<'g> {
    source: Cow<'g, str>,
    target: Cow<'g, str>,
    relation: &'g str,
    #[serde(skip_serializing_if = "Clone::clone")]
    directed: bool,
}

impl<'g> EdgeEnds<'g> {
    pub(super) fn new(edge: AnyEdge<'g>) -> Self {
        Self {
            source: edge.from().address(),
            target: edge.to().address(),
            relation: edge.relation(),
            directed: !edge.is_symmetric(),
        }
    }
}

/// Everything about an edge or a proposed one except its ends, its relation and its direction, for formats that are read
/// again.
#[derive(Serialize)]
pub(super) struct AnyEdgeFacts<'g> {
    #[serde(skip_serializing_if = "Option::is_none")]
    ts: Option<ExactTs<'g>>,
    #[serde(flatten)]
    facts: Option<EdgeFacts<'g>>,
    #[serde(rename = "suggested", skip_serializing_if = "Not::not")]
    proposed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
}

impl<'g> AnyEdgeFacts<'g> {
    pub(super) fn new(edge: AnyEdge<'g>) -> Self {
        let proposed = edge.proposed();
        Self {
            ts: edge.stored().and_then(|edge| edge.ts()).map(ExactTs),
            facts: edge.stored().map(EdgeFacts::new),
            proposed: proposed.is_some(),
            score: proposed.and_then(|edge| edge.score),
        }
    }
}

/// An edge that is not in the graph.
#[derive(Serialize)]
pub(super) struct ProposedWire<'g> {
    from: Cow<'g, str>,
    to: Cow<'g, str>,
    relation: &'g str,
    #[serde(rename = "suggested")]
    proposed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
}

impl<'g> ProposedWire<'g> {
    pub(super) fn new(graph: &'g Graph, edge: &'g ProposedEdge) -> Self {
        let [from, to] = [edge.from, edge.to].map(|node| graph.node(node).address());
        Self { from, to, relation: &edge.relation, proposed: true, score: edge.score }
    }
}

/// All nodes and edges of an export in one JSON value, serialised one by one.
#[derive(Debug)]
pub struct GraphWire<'e>(pub &'e Export<'e>);

impl Serialize for GraphWire<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Export { graph, subgraph, .. } = self.0;
        let mut fields = serializer.serialize_struct("graph", 2)?;
        fields.serialize_field("nodes", &Each(|| subgraph.nodes(graph).map(|node| NodeWire::new(self.0, node))))?;
        fields.serialize_field("edges", &Each(|| subgraph.edges(graph).map(EdgeWire::new)))?;
        fields.end()
    }
}
