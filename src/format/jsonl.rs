//! JSON Lines: one node or edge on each line, nodes first. Only edges have a key `relation`.

use super::wire::{EdgeWire, NodeWire, ProposedWire};
use super::{Export, Format, Notices, json};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "jsonl",
    extension: "jsonl",
    about: "one node or edge on each line, for streams",
    dialects: &[],
    parts: &[],
    write,
};

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    let graph = export.graph;
    for node in export.subgraph.nodes(graph) {
        json::line(out, &NodeWire::new(export, node))?;
    }
    for edge in export.subgraph.edges(graph) {
        json::line(out, &EdgeWire::new(edge))?;
    }
    for proposed in &export.subgraph.proposed {
        json::line(out, &ProposedWire::new(graph, proposed))?;
    }
    Ok(Vec::new())
}
