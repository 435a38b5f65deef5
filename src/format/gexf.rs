//! GEXF 1.3, the format of Gephi, with the times of edges.
//!
//! `timestamp` carries a time rather than `start`, which networkx reads only as a number or a date. The relation is also
//! the `kind` of an edge, which tells parallel edges apart. Symmetric edges are directed ones with the attribute
//! `symmetric`: networkx refuses graphs that have undirected edges as well, and reads a mutual edge as two.

#[cfg(test)]
mod tests;

use super::any_edge;
use super::attributes::{Attribute, OF_EDGES, OF_NODES, Type, Value};
use super::xml::Escaped;
use super::{Export, Format, Notices, escape};
use crate::time;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "gexf",
    extension: "gexf",
    about: "Gephi, with the times of edges",
    dialects: &[],
    parts: &[],
    write,
};

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    let (graph, subgraph) = (export.graph, export.subgraph);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">")?;
    let lines: Vec<_> = std::iter::once(export.title).chain(export.comments()).collect();
    let description = lines.join("\n");
    writeln!(out, "<meta><creator>refscope</creator><description>{}</description></meta>", Escaped(description))?;
    let has_times = subgraph.edges(graph).any(|edge| edge.millis().is_some());
    let mode = if has_times {
        "mode=\"dynamic\" timerepresentation=\"timestamp\" timeformat=\"dateTime\""
    } else {
        "mode=\"static\""
    };
    writeln!(out, "<graph defaultedgetype=\"directed\" {mode}>")?;
    write_attributes("node", OF_NODES, out)?;
    write_attributes("edge", OF_EDGES, out)?;
    writeln!(out, "<nodes count=\"{}\">", subgraph.node_count(graph))?;
    for node in subgraph.nodes(graph) {
        let id = Escaped(escape::id(&node.address()).into_owned());
        write!(out, "<node id=\"{id}\" label=\"{}\"><attvalues>", Escaped(node.title()))?;
        for attribute in OF_NODES {
            write_value(attribute.name, attribute.of(export, node), out)?;
        }
        writeln!(out, "</attvalues></node>")?;
    }
    writeln!(out, "</nodes>")?;
    writeln!(out, "<edges count=\"{}\">", subgraph.edge_count(graph) + subgraph.proposed.len())?;
    for edge in any_edge::edges(export) {
        let (from, to) = (edge.from().address(), edge.to().address());
        let [from, to] = [&from, &to].map(|end| Escaped(escape::id(end)));
        let relation = Escaped(edge.relation());
        write!(out, "<edge id=\"{edge}\" source=\"{from}\" target=\"{to}\" label=\"{relation}\" kind=\"{relation}\"")?;
        if let Some(millis) = edge.stored().and_then(|edge| edge.millis()) {
            write!(out, " timestamp=\"{}\"", time::format(millis))?;
        }
        write!(out, "><attvalues>")?;
        for attribute in OF_EDGES {
            write_value(attribute.name, attribute.of(edge), out)?;
        }
        writeln!(out, "</attvalues></edge>")?;
    }
    writeln!(out, "</edges>\n</graph>\n</gexf>")?;
    Ok(Vec::new())
}

fn write_attributes<F>(class: &str, attributes: &[Attribute<F>], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<attributes class=\"{class}\" mode=\"static\">")?;
    for Attribute { name, of_type, .. } in attributes {
        let of_type = match of_type {
            Type::Text => "string",
            Type::Whole => "integer",
            Type::Number => "double",
            Type::Flag => "boolean",
        };
        writeln!(out, "<attribute id=\"{name}\" title=\"{name}\" type=\"{of_type}\"/>")?;
    }
    writeln!(out, "</attributes>")
}

fn write_value(name: &str, value: Option<Value<'_>>, out: &mut dyn Write) -> io::Result<()> {
    match value {
        Some(value) => write!(out, "<attvalue for=\"{name}\" value=\"{}\"/>", Escaped(value)),
        None => Ok(()),
    }
}
