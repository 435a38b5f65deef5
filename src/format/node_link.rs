//! Node-link JSON, for networkx and D3. refscope reads it back as the same graph.
//!
//! networkx numbers parallel edges itself if they have no `key`. `"directed": false` marks a symmetric edge.

#[cfg(test)]
mod tests;

use super::any_edge::{self, AnyEdge};
use super::wire::{AnyEdgeFacts, EdgeEnds, NodeWire};
use super::{Export, Format, Notices, json};
use serde::Serialize;
use std::io::{self, Write};

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
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<&'a str>,
}

impl<'a> About<'a> {
    pub(super) fn new(title: Option<&'a str>, export: &Export<'a>) -> Self {
        Self { generator: "refscope", title, command: export.command, left_out: export.left_out }
    }
}

/// An edge with all its data.
#[derive(Serialize)]
struct EdgeEntry<'g> {
    #[serde(flatten)]
    ends: EdgeEnds<'g>,
    #[serde(flatten)]
    facts: AnyEdgeFacts<'g>,
}

impl<'g> EdgeEntry<'g> {
    fn new(edge: AnyEdge<'g>) -> Self {
        Self { ends: EdgeEnds::new(edge), facts: AnyEdgeFacts::new(edge) }
    }
}

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    write!(out, "{{\"directed\":true,\"multigraph\":true,\"graph\":")?;
    json::write(out, &About::new(Some(export.title), export), false)?;
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
