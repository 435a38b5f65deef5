//! What formats with named attributes write about nodes and edges, in one list for all of them.

use super::Export;
use super::any_edge::AnyEdge;
use crate::graph::Node;
use crate::time;
use std::borrow::Cow;
use std::fmt;

/// A value of an attribute.
pub(super) enum Value<'g> {
    Text(Cow<'g, str>),
    Whole(i64),
    Number(f64),
    /// Something that is true. What is false has no value.
    Flag,
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Whole(number) => number.fmt(formatter),
            Self::Number(number) => number.fmt(formatter),
            Self::Flag => formatter.write_str("true"),
        }
    }
}

/// The type of an attribute's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Text,
    Whole,
    Number,
    Flag,
}

/// An attribute of nodes or edges.
pub(super) struct Attribute<F> {
    pub(super) name: &'static str,
    pub(super) of_type: Type,
    value: F,
}

type OfNode = for<'g> fn(&Export<'g>, Node<'g>) -> Option<Value<'g>>;
type OfEdge = for<'g> fn(AnyEdge<'g>) -> Option<Value<'g>>;

impl Attribute<OfNode> {
    pub(super) fn of<'g>(&self, export: &Export<'g>, node: Node<'g>) -> Option<Value<'g>> {
        (self.value)(export, node)
    }
}

impl Attribute<OfEdge> {
    pub(super) fn of<'g>(&self, edge: AnyEdge<'g>) -> Option<Value<'g>> {
        (self.value)(edge)
    }
}

/// The attributes of nodes, except id and title.
pub(super) const OF_NODES: &[Attribute<OfNode>] = &[
    Attribute { name: "kind", of_type: Type::Text, value: |_, node| text(node.kind()) },
    Attribute { name: "system", of_type: Type::Text, value: |_, node| text(Some(node.system().name())) },
    Attribute { name: "status", of_type: Type::Text, value: |_, node| text(node.status()) },
    Attribute { name: "domain", of_type: Type::Text, value: |_, node| text(node.domain()) },
    Attribute { name: "layer", of_type: Type::Text, value: |_, node| text(node.layer()) },
    Attribute { name: "sub_layer", of_type: Type::Text, value: |_, node| text(node.sub_layer()) },
    Attribute { name: "repo", of_type: Type::Text, value: |_, node| text(node.repo()) },
    Attribute { name: "path", of_type: Type::Text, value: |_, node| text(node.file()) },
    Attribute { name: "line", of_type: Type::Whole, value: |_, node| whole(node.line()) },
    Attribute { name: "code_path", of_type: Type::Text, value: |_, node| text(node.code_path()) },
    Attribute { name: "language", of_type: Type::Text, value: |_, node| text(node.language()) },
    Attribute { name: "created", of_type: Type::Text, value: |_, node| owned(node.created().map(time::format)) },
    Attribute {
        name: "aliases",
        of_type: Type::Text,
        value: |_, node| owned(node.alias().map(|names| names.replace('\n', "; "))),
    },
    Attribute { name: "missing", of_type: Type::Flag, value: |_, node| flag(node.is_missing()) },
    Attribute { name: "external", of_type: Type::Flag, value: |_, node| flag(node.is_external()) },
    Attribute {
        name: "distance",
        of_type: Type::Whole,
        value: |export, node| whole(export.subgraph.distances.get(&node.ix()).copied()),
    },
];

/// The attributes of edges, except their ends and their relation.
pub(super) const OF_EDGES: &[Attribute<OfEdge>] = &[
    Attribute { name: "ts", of_type: Type::Text, value: |edge| owned(edge.stored()?.ts().map(|ts| ts.to_string())) },
    Attribute { name: "actor", of_type: Type::Text, value: |edge| text(edge.stored()?.actor()) },
    Attribute { name: "confidence", of_type: Type::Number, value: |edge| number(edge.stored()?.source_confidence()) },
    Attribute { name: "note", of_type: Type::Text, value: |edge| text(edge.stored()?.note()) },
    Attribute { name: "implicit", of_type: Type::Flag, value: |edge| flag(edge.stored()?.is_implicit()) },
    Attribute { name: "symmetric", of_type: Type::Flag, value: |edge| flag(edge.stored()?.is_symmetric()) },
    Attribute { name: "retracted", of_type: Type::Flag, value: |edge| flag(edge.stored()?.is_retracted()) },
    Attribute { name: "suggested", of_type: Type::Flag, value: |edge| flag(edge.proposed().is_some()) },
    Attribute { name: "score", of_type: Type::Number, value: |edge| number(edge.proposed()?.score) },
    Attribute { name: "system", of_type: Type::Text, value: |edge| text(Some(edge.stored()?.system().name())) },
    Attribute { name: "path", of_type: Type::Text, value: |edge| text(Some(edge.stored()?.file())) },
    Attribute { name: "line", of_type: Type::Whole, value: |edge| whole(Some(edge.stored()?.line())) },
];

fn text(text: Option<&str>) -> Option<Value<'_>> {
    text.map(|text| Value::Text(Cow::Borrowed(text)))
}

fn owned<'g>(text: Option<String>) -> Option<Value<'g>> {
    text.map(|text| Value::Text(Cow::Owned(text)))
}

fn whole<'g>(number: Option<impl Into<i64>>) -> Option<Value<'g>> {
    number.map(|number| Value::Whole(number.into()))
}

fn number<'g>(number: Option<f64>) -> Option<Value<'g>> {
    number.map(Value::Number)
}

fn flag<'g>(is_true: bool) -> Option<Value<'g>> {
    is_true.then_some(Value::Flag)
}
