//! What formats with named attributes write about nodes and edges, in one list for all of them.

use super::Export;
use crate::graph::{Edge, Graph, Node};
use crate::query::ProposedEdge;
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
type OfLink = for<'g> fn(Link<'g>) -> Option<Value<'g>>;

impl Attribute<OfNode> {
    pub(super) fn of<'g>(&self, export: &Export<'g>, node: Node<'g>) -> Option<Value<'g>> {
        (self.value)(export, node)
    }
}

impl Attribute<OfLink> {
    pub(super) fn of<'g>(&self, link: Link<'g>) -> Option<Value<'g>> {
        (self.value)(link)
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
pub(super) const OF_LINKS: &[Attribute<OfLink>] = &[
    Attribute { name: "ts", of_type: Type::Text, value: |link| owned(link.edge()?.ts().map(|ts| ts.to_string())) },
    Attribute { name: "actor", of_type: Type::Text, value: |link| text(link.edge()?.actor()) },
    Attribute { name: "confidence", of_type: Type::Number, value: |link| number(link.edge()?.source_confidence()) },
    Attribute { name: "note", of_type: Type::Text, value: |link| text(link.edge()?.note()) },
    Attribute { name: "implicit", of_type: Type::Flag, value: |link| flag(link.edge()?.is_implicit()) },
    Attribute { name: "symmetric", of_type: Type::Flag, value: |link| flag(link.edge()?.is_symmetric()) },
    Attribute { name: "retracted", of_type: Type::Flag, value: |link| flag(link.edge()?.is_retracted()) },
    Attribute { name: "proposed", of_type: Type::Flag, value: |link| flag(link.proposed().is_some()) },
    Attribute { name: "score", of_type: Type::Number, value: |link| number(link.proposed()?.score) },
    Attribute { name: "system", of_type: Type::Text, value: |link| text(Some(link.edge()?.system().name())) },
    Attribute { name: "path", of_type: Type::Text, value: |link| text(Some(link.edge()?.file())) },
    Attribute { name: "line", of_type: Type::Whole, value: |link| whole(Some(link.edge()?.line())) },
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

/// An edge of the graph, or a proposed one.
#[derive(Clone, Copy)]
pub(super) enum Link<'g> {
    Stored(Edge<'g>),
    Proposed { graph: &'g Graph, edge: &'g ProposedEdge, number: usize },
}

/// All edges of the subgraph, then the proposed ones.
pub(super) fn links<'g>(export: &Export<'g>) -> impl Iterator<Item = Link<'g>> + use<'g> {
    let (graph, subgraph) = (export.graph, export.subgraph);
    let proposed = subgraph.proposed.iter().enumerate();
    let proposed = proposed.map(move |(number, edge)| Link::Proposed { graph, edge, number });
    subgraph.edges(graph).map(Link::Stored).chain(proposed)
}

impl<'g> Link<'g> {
    pub(super) fn edge(self) -> Option<Edge<'g>> {
        match self {
            Self::Stored(edge) => Some(edge),
            Self::Proposed { .. } => None,
        }
    }

    pub(super) fn proposed(self) -> Option<&'g ProposedEdge> {
        match self {
            Self::Stored(_) => None,
            Self::Proposed { edge, .. } => Some(edge),
        }
    }

    pub(super) fn from(self) -> Node<'g> {
        match self {
            Self::Stored(edge) => edge.from(),
            Self::Proposed { graph, edge, .. } => graph.node(edge.from),
        }
    }

    pub(super) fn to(self) -> Node<'g> {
        match self {
            Self::Stored(edge) => edge.to(),
            Self::Proposed { graph, edge, .. } => graph.node(edge.to),
        }
    }

    pub(super) fn relation(self) -> &'g str {
        match self {
            Self::Stored(edge) => edge.relation(),
            Self::Proposed { edge, .. } => &edge.relation,
        }
    }

    pub(super) fn is_symmetric(self) -> bool {
        self.edge().is_some_and(Edge::is_symmetric)
    }
}

/// The id of an edge, which tells parallel edges apart: `e5`, or `p0` for a proposed one.
impl fmt::Display for Link<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stored(edge) => write!(formatter, "e{}", edge.ix().index()),
            Self::Proposed { number, .. } => write!(formatter, "p{number}"),
        }
    }
}
