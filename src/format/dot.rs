//! DOT, the language of Graphviz.
//!
//! Every id and value is quoted: without quotes, `a:b` is a port of the node `a`. The graph is never `strict`, which
//! would merge parallel edges. Names of attributes that Graphviz does not know are data; it ignores them.

#[cfg(test)]
mod tests;

use super::any_edge::{self, AnyEdge};
use super::attributes::{OF_EDGES, OF_NODES};
use super::{Export, Format, Notices, escape};
use crate::graph::Node;
use hashbrown::HashSet;
use std::fmt;
use std::io::{self, Write};

pub(super) const FORMAT: Format =
    Format { name: "dot", extension: "dot", about: "drawings with Graphviz", dialects: &[], parts: &[], write };

/// Attributes that the tooltip contains.
const PLACE: [&str; 2] = ["path", "line"];

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    for comment in export.comments() {
        writeln!(out, "// {}", escape::on_one_line(comment))?;
    }
    writeln!(out, "digraph {} {{", Quoted(&escape::on_one_line(export.title)))?;
    writeln!(out, "  graph [rankdir=\"LR\"]")?;
    writeln!(out, "  node [shape=\"box\", style=\"rounded\", fontname=\"sans-serif\"]")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=\"10\"]")?;
    let roots: HashSet<_> = export.subgraph.roots.iter().copied().collect();
    for node in export.subgraph.nodes(export.graph) {
        write_node(export, node, roots.contains(&node.ix()), out)?;
    }
    for edge in any_edge::edges(export) {
        write_edge(edge, out)?;
    }
    writeln!(out, "}}")?;
    Ok(Vec::new())
}

fn write_node<'g>(export: &Export<'g>, node: Node<'g>, is_root: bool, out: &mut dyn Write) -> io::Result<()> {
    let address = node.address();
    write!(out, "  {} [label={}", Id(&address), Label(node.title()))?;
    match (node.file(), node.line()) {
        (Some(file), Some(line)) => {
            write!(out, ", tooltip={}", Label(&format!("{address}\n{file}:{line}")))?;
            write_url(file, line, out)?;
        }
        _ => write!(out, ", tooltip={}", Label(&address))?,
    }
    out.write_all(match (is_root, node.is_dimmed()) {
        (true, true) => {
            b", class=\"root\", penwidth=\"2\", style=\"rounded,dashed\", color=\"gray\", fontcolor=\"gray\""
        }
        (true, false) => b", class=\"root\", penwidth=\"2\"",
        (false, true) => b", style=\"rounded,dashed\", color=\"gray\", fontcolor=\"gray\"",
        (false, false) => b"",
    })?;
    for attribute in OF_NODES.iter().filter(|attribute| !PLACE.contains(&attribute.name)) {
        if let Some(value) = attribute.of(export, node) {
            // Graphviz has an attribute `layer` of its own.
            let name = if attribute.name == "layer" { "layer_name" } else { attribute.name };
            write!(out, ", {name}={}", Quoted(&value.to_string()))?;
        }
    }
    writeln!(out, "]")
}

fn write_edge(edge: AnyEdge<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (from, to) = (edge.from().address(), edge.to().address());
    write!(out, "  {} -> {} [label={}", Id(&from), Id(&to), Label(edge.relation()))?;
    if let Some(edge) = edge.stored() {
        write!(out, ", tooltip={}", Label(&format!("{}:{}", edge.file(), edge.line())))?;
        write_url(edge.file(), edge.line(), out)?;
        out.write_all(match (edge.is_retracted(), edge.is_implicit()) {
            (true, _) => b", style=\"dotted\", color=\"gray\", fontcolor=\"gray\"",
            (false, true) => b", style=\"dashed\"",
            (false, false) => b"",
        })?;
    } else {
        out.write_all(b", style=\"dashed\", arrowhead=\"onormal\"")?;
    }
    if edge.is_symmetric() {
        out.write_all(b", dir=\"none\"")?;
    }
    for attribute in OF_EDGES.iter().filter(|attribute| !PLACE.contains(&attribute.name)) {
        if let Some(value) = attribute.of(edge) {
            write!(out, ", {}={}", attribute.name, Quoted(&value.to_string()))?;
        }
    }
    writeln!(out, "]")
}

/// Links to a line of a file. Only relative paths are linked, so that no file name can be an address of another kind,
/// such as `javascript:`.
fn write_url(file: &str, line: u32, out: &mut dyn Write) -> io::Result<()> {
    if file.starts_with('/') { Ok(()) } else { write!(out, ", URL=\"{}#L{line}\"", PercentEncoded(file)) }
}

/// A path in a URL.
struct PercentEncoded<'t>(&'t str);

impl fmt::Display for PercentEncoded<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/.-_~".contains(&byte);
        let mut rest = self.0;
        while let Some(at) = rest.bytes().position(|byte| !is_plain(byte)) {
            formatter.write_str(&rest[..at])?;
            let c = rest[at..].chars().next().unwrap_or_default();
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                write!(formatter, "%{byte:02X}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        formatter.write_str(rest)
    }
}

/// A quoted id. Graphviz cannot have an id with a single backslash at its end, so all are doubled.
struct Id<'t>(&'t str);

impl fmt::Display for Id<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Quoted(&escape::id(self.0)).fmt(formatter)
    }
}

/// A text that is drawn. Graphviz also replaces HTML entities in it.
struct Label<'t>(&'t str);

impl fmt::Display for Label<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.contains('&') {
            return Quoted(self.0).fmt(formatter);
        }
        let mut parts = self.0.split('&');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let name = part.split(';').next().filter(|name| name.len() < part.len()).unwrap_or_default();
            let is_entity = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'#');
            text.push_str(if is_entity { "&amp;" } else { "&" });
            text.push_str(part);
        }
        Quoted(&text).fmt(formatter)
    }
}

/// A quoted value.
struct Quoted<'t>(&'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = escape::without_control(self.0);
        let mut rest = &*text;
        formatter.write_str("\"")?;
        while let Some(at) = rest.find(['"', '\\', '\n']) {
            formatter.write_str(&rest[..at])?;
            formatter.write_str(match rest.as_bytes()[at] {
                b'"' => "\\\"",
                b'\\' => "\\\\",
                _ => "\\n",
            })?;
            rest = &rest[at + 1..];
        }
        formatter.write_str(rest)?;
        formatter.write_str("\"")
    }
}
