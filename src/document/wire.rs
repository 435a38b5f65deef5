//! JSON wire types of nodes, edges and findings, shared by all commands.

use crate::finding::{Finding, Subject};
use crate::format::json::TsWire;
use crate::graph::{Edge, EdgeIx, Graph, Node};
use crate::query::Trust;
use serde::ser::{SerializeMap as _, SerializeSeq as _, SerializeStruct as _};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

pub struct EdgesWire<'g> {
    pub graph: &'g Graph,
    pub edges: &'g [EdgeIx],
    pub trust: &'g Trust,
}

impl Serialize for EdgesWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.edges.len()))?;
        for ix in self.edges {
            list.serialize_element(&EdgeWire { edge: self.graph.edge(*ix), trust: self.trust })?;
        }
        list.end()
    }
}

pub struct EdgeWire<'g> {
    pub edge: Edge<'g>,
    pub trust: &'g Trust,
}

impl Serialize for EdgeWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let edge = self.edge;
        let mut fields = serializer.serialize_struct("edge", 13)?;
        fields.serialize_field("ts", &edge.ts().map(TsWire))?;
        fields.serialize_field("from", &edge.from().address())?;
        fields.serialize_field("to", &edge.to().address())?;
        fields.serialize_field("relation", edge.relation())?;
        fields.serialize_field("actor", &edge.actor())?;
        if edge.is_implicit() {
            fields.serialize_field("implicit", &true)?;
        }
        if edge.is_retracted() {
            fields.serialize_field("retracted", &true)?;
        }
        fields.serialize_field("system", edge.system().name())?;
        fields.serialize_field("file", edge.file())?;
        fields.serialize_field("line", &edge.line())?;
        if let Some(note) = edge.note() {
            fields.serialize_field("note", note)?;
        }
        if let Some(confidence) = self.trust.of(edge) {
            fields.serialize_field("confidence", &rounded(confidence))?;
            if self.trust.dims(edge) {
                fields.serialize_field("dimmed", &true)?;
            }
        }
        fields.end()
    }
}

/// A share rounded to its significant digits.
pub fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}

/// The attributes of a node that are known without opening its file.
#[derive(Serialize)]
pub struct NodeWire<'g> {
    id: Cow<'g, str>,
    kind: Option<&'g str>,
    title: &'g str,
    system: &'static str,
    path: Option<&'g str>,
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
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    missing: bool,
}

impl<'g> NodeWire<'g> {
    pub fn new(node: Node<'g>) -> Self {
        Self {
            id: node.address(),
            kind: node.kind(),
            title: node.title(),
            system: node.system().name(),
            path: node.file(),
            status: node.status(),
            domain: node.domain(),
            layer: node.layer(),
            sub_layer: node.sub_layer(),
            repo: node.repo(),
            missing: node.is_missing(),
        }
    }
}

#[derive(Serialize)]
pub struct FindingWire<'a> {
    code: &'static str,
    severity: &'static str,
    system: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<&'a str>,
    about: Vec<SubjectWire<'a>>,
}

/// A node, edge or other subject that a finding refers to.
struct SubjectWire<'a>(Cow<'a, Subject>);

impl Serialize for SubjectWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let subject = &*self.0;
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("kind", subject.kind())?;
        for (name, value) in subject.fields() {
            fields.serialize_entry(name, value)?;
        }
        if let Some(line) = subject.line() {
            fields.serialize_entry("line", &line)?;
        }
        fields.end()
    }
}

impl<'a> FindingWire<'a> {
    pub fn new(finding: &'a Finding) -> Self {
        Self {
            code: finding.rule.code,
            severity: finding.rule.severity.name(),
            system: finding.system,
            node: finding.node.as_deref(),
            file: finding.file.as_deref(),
            line: finding.line,
            message: &finding.message,
            suggestion: finding.suggestion.as_deref(),
            about: finding.subjects().into_iter().map(SubjectWire).collect(),
        }
    }
}
