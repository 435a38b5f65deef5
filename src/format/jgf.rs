//! JSON Graph Format 2. refscope reads it back as the same graph.

#[cfg(test)]
mod tests;

use super::any_edge::{self, AnyEdge};
use super::node_link::{About, write_items};
use super::wire::{AnyEdgeFacts, EdgeEnds, NodeFacts};
use super::{Export, Format, Notices, json};
use crate::graph::Node;
use serde::Serialize;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "jgf",
    extension: "json",
    about: "JSON Graph Format tools and refscope itself",
    dialects: &[],
    parts: &[],
    write,
};

#[derive(Serialize)]
struct NodeEntry<'g> {
    label: &'g str,
    metadata: NodeFacts<'g>,
}

#[derive(Serialize)]
struct EdgeEntry<'g> {
    #[serde(flatten)]
    ends: EdgeEnds<'g>,
    metadata: AnyEdgeFacts<'g>,
}

impl<'g> EdgeEntry<'g> {
    fn new(edge: AnyEdge<'g>) -> Self {
        Self { ends: EdgeEnds::new(edge), metadata: AnyEdgeFacts::new(edge) }
    }
}

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    write!(out, "{{\"graph\":{{\"directed\":true,\"label\":")?;
    json::write(out, export.title, false)?;
    write!(out, ",\"metadata\":")?;
    json::write(out, &About::new(None, export), false)?;
    write!(out, ",\n\"nodes\":{{")?;
    let mut separator: &[u8] = b"\n";
    for node in export.subgraph.nodes(export.graph) {
        out.write_all(separator)?;
        separator = b",\n";
        write_node(export, node, out)?;
    }
    write!(out, "}},\n\"edges\":[")?;
    write_items(any_edge::edges(export).map(EdgeEntry::new), out)?;
    writeln!(out, "]}}}}")?;
    Ok(Vec::new())
}

fn write_node<'g>(export: &Export<'g>, node: Node<'g>, out: &mut dyn Write) -> io::Result<()> {
    json::write(out, &*node.address(), false)?;
    out.write_all(b":")?;
    let entry = NodeEntry { label: node.title(), metadata: NodeFacts::new(export, node) };
    Ok(json::write(out, &entry, false)?)
}
