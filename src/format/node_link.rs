//! Node-link JSON, for networkx and D3. refscope reads it back as the same graph.
//!
//! networkx numbers parallel edges itself if they have no `key`. `"directed": false` marks a symmetric edge.

#[cfg(test)]
mod tests;

use super::any_edge::{self, AnyEdge};
use super::wire::{EdgeFacts, ExactTs, NodeWire};
use super::{Export, Format, Notices, json};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Not;

pub(super) const FORMAT: Format = Format {
    name: "node-link",
    extension: "json",
    about: "networkx, D3 and refscope itself",
    dialects: &[],
    parts: &[],
    write,
};

/// What a graph says about itself. refscope reads values exactly as written from graphs that it wrote.
#[derive(Serialize)]
pub(super) struct About<'a> {
    generator: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    command: &'a str,
}

impl<'a> About<'a> {
    pub(super) fn new(title: Option<&'a str>, command: &'a str) -> Self {
        Self { generator: "refscope", title, command }
    }
}

/// An edge with all its data.
#[derive(Serialize)]
struct EdgeEntry<'g> {
    source: Cow<'g, str>,
    target: Cow<'g, str>,
    relation: &'g str,
    #[serde(skip_serializing_if = "Clone::clone")]
    directed: bool,
    #[serde(flatten)]
    facts: AnyEdgeFacts<'g>,
}

/// What is known about an edge or a proposed one, except its ends, relation and direction.
#[derive(Serialize)]
pub(super) struct AnyEdgeFacts<'g> {
    #[serde(skip_serializing_if = "Option::is_none")]
    ts: Option<ExactTs<'g>>,
    #[serde(flatten)]
    facts: Option<EdgeFacts<'g>>,
    #[serde(skip_serializing_if = "Not::not")]
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

impl<'g> EdgeEntry<'g> {
    fn new(edge: AnyEdge<'g>) -> Self {
        Self {
            source: edge.from().address(),
            target: edge.to().address(),
            relation: edge.relation(),
            directed: !edge.is_symmetric(),
            facts: AnyEdgeFacts::new(edge),
        }
    }
}

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    write!(out, "{{\"directed\":true,\"multigraph\":true,\"graph\":")?;
    json::write(out, &About::new(Some(export.title), export.command), false)?;
    write!(out, ",\n\"nodes\":[")?;
    let nodes = export.subgraph.nodes(export.graph).map(|node| NodeWire::new(export, node));
    write_items(nodes, out)?;
    write!(out, "],\n\"edges\":[")?;
    write_items(any_edge::edges(export).map(EdgeEntry::new), out)?;
    writeln!(out, "]}}")?;
    Ok(Vec::new())
}

/// Writes the items of a list, each on a line of its own.
pub(super) fn write_items<T: Serialize>(items: impl Iterator<Item = T>, out: &mut dyn Write) -> io::Result<()> {
    let mut separator: &[u8] = b"\n";
    for item in items {
        out.write_all(separator)?;
        json::write(out, &item, false)?;
        separator = b",\n";
    }
    Ok(())
}
