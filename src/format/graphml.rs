//! `GraphML`, for Gephi, networkx and igraph, and in the dialect of yEd with drawn boxes and lines.
//!
//! Attributes are typed, and an absent value has no element: readers accept neither null nor lists. Symmetric edges are
//! directed ones with the attribute `symmetric`, because networkx refuses graphs with edges of both kinds.

#[cfg(test)]
mod tests;
mod yed;

use super::any_edge::{self, AnyEdge};
use super::attributes::{Attribute, OF_EDGES, OF_NODES, Type, Value};
use super::xml::Escaped;
use super::{Export, Format, Notices, escape};
use crate::graph::Node;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "graphml",
    extension: "graphml",
    about: "Gephi, networkx, igraph and yEd",
    dialects: &["gephi", YED],
    parts: &[],
    write,
};

const YED: &str = "yed";

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    let is_yed = export.dialect == Some(YED);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    let further = if is_yed { yed::NAMESPACE } else { "" };
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"{further}>")?;
    write_keys("node", 'n', OF_NODES, out)?;
    write_keys("edge", 'e', OF_EDGES, out)?;
    if is_yed {
        writeln!(out, "{}", yed::KEYS)?;
    }
    writeln!(out, "<graph edgedefault=\"directed\">")?;
    write!(out, "<desc>{}", Escaped(export.title))?;
    for comment in export.comments() {
        write!(out, "&#10;{}", Escaped(comment))?;
    }
    writeln!(out, "</desc>")?;
    let boxes = yed::Grid::of(export.subgraph.node_count(export.graph));
    for (number, node) in export.subgraph.nodes(export.graph).enumerate() {
        write!(out, "<node id=\"{}\">", Escaped(escape::id(&node.address())))?;
        write_label('n', node.title(), out)?;
        write_node_data(export, node, out)?;
        if is_yed {
            boxes.write_node(number, node, out)?;
        }
        writeln!(out, "</node>")?;
    }
    for edge in any_edge::edges(export) {
        write_edge(edge, is_yed, out)?;
    }
    writeln!(out, "</graph>\n</graphml>")?;
    Ok(Vec::new())
}

fn write_keys<F>(of: &str, prefix: char, attributes: &[Attribute<F>], out: &mut dyn Write) -> io::Result<()> {
    // Gephi shows no labels without this key.
    writeln!(out, "<key id=\"{prefix}_label\" for=\"{of}\" attr.name=\"label\" attr.type=\"string\"/>")?;
    for Attribute { name, of_type, .. } in attributes {
        let of_type = match of_type {
            Type::Text => "string",
            Type::Whole => "int",
            Type::Number => "double",
            Type::Flag => "boolean",
        };
        writeln!(out, "<key id=\"{prefix}_{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{of_type}\"/>")?;
    }
    Ok(())
}

fn write_node_data<'g>(export: &Export<'g>, node: Node<'g>, out: &mut dyn Write) -> io::Result<()> {
    for attribute in OF_NODES {
        write_data('n', attribute.name, attribute.of(export, node), out)?;
    }
    Ok(())
}

fn write_edge(edge: AnyEdge<'_>, is_yed: bool, out: &mut dyn Write) -> io::Result<()> {
    let (from, to) = (edge.from().address(), edge.to().address());
    let [from, to] = [&from, &to].map(|end| Escaped(escape::id(end)));
    write!(out, "<edge id=\"{edge}\" source=\"{from}\" target=\"{to}\">")?;
    write_label('e', edge.relation(), out)?;
    for attribute in OF_EDGES {
        write_data('e', attribute.name, attribute.of(edge), out)?;
    }
    if is_yed {
        yed::write_edge(edge, out)?;
    }
    writeln!(out, "</edge>")
}

fn write_label(prefix: char, label: &str, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "<data key=\"{prefix}_label\">{}</data>", Escaped(label))
}

fn write_data(prefix: char, name: &str, value: Option<Value<'_>>, out: &mut dyn Write) -> io::Result<()> {
    match value {
        Some(value) => write!(out, "<data key=\"{prefix}_{name}\">{}</data>", Escaped(value)),
        None => Ok(()),
    }
}
