//! Comma-separated values (RFC 4180): a table of nodes and a table of edges, for Gephi and spreadsheets or for
//! `neo4j-admin import`.
//!
//! In one stream, an empty line separates the tables. Values are data: a spreadsheet may take one that begins with `=`
//! for a formula.

#[cfg(test)]
mod tests;

use super::any_edge::{self, AnyEdge};
use super::attributes::{Attribute, OF_EDGES, OF_NODES, Type};
use super::{Export, Format, Notices, Part, escape};
use crate::graph::Node;
use csv::{Terminator, Writer, WriterBuilder};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "csv",
    extension: "csv",
    about: "spreadsheets, Gephi and neo4j-admin import",
    dialects: &["gephi", NEO4J],
    parts: &[Part { suffix: "-nodes", write: write_nodes }, Part { suffix: "-edges", write: write_edges }],
    write,
};

const NEO4J: &str = "neo4j";

const LINE_END: &[u8] = b"\r\n";

/// Separates the items of a list in a value for Neo4j.
const LIST_SEPARATOR: char = ';';

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    write_nodes(export, out)?;
    out.write_all(LINE_END)?;
    write_edges(export, out)
}

fn write_nodes(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    let mut table = Table::new(export, out);
    let first: &[&str] = if table.is_neo4j { &["id:ID", "title", ":LABEL"] } else { &["Id", "Label"] };
    table.write_header(first, OF_NODES)?;
    for node in export.subgraph.nodes(export.graph) {
        table.write_node(export, node)?;
    }
    table.finish()
}

fn write_edges(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    let mut table = Table::new(export, out);
    let first: &[&str] = if table.is_neo4j {
        &[":START_ID", ":END_ID", ":TYPE", "relation"]
    } else {
        &["Source", "Target", "Type", "Id", "Label", "Kind"]
    };
    table.write_header(first, OF_EDGES)?;
    for edge in any_edge::edges(export) {
        table.write_edge(edge)?;
    }
    table.finish()
}

struct Table<'w> {
    writer: Writer<&'w mut dyn Write>,
    is_neo4j: bool,
}

impl<'w> Table<'w> {
    fn new(export: &Export<'_>, out: &'w mut dyn Write) -> Self {
        let writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(out);
        Self { writer, is_neo4j: export.dialect == Some(NEO4J) }
    }

    fn write_header<F>(&mut self, first: &[&str], attributes: &[Attribute<F>]) -> io::Result<()> {
        for name in first {
            self.writer.write_field(name)?;
        }
        for attribute in attributes {
            let of_type = match attribute.of_type {
                Type::Text => "",
                Type::Whole => ":int",
                Type::Number => ":double",
                Type::Flag => ":boolean",
            };
            self.writer.write_field(format!("{}{}", attribute.name, if self.is_neo4j { of_type } else { "" }))?;
        }
        self.end_row()
    }

    fn write_node<'g>(&mut self, export: &Export<'g>, node: Node<'g>) -> io::Result<()> {
        self.write_id(node)?;
        self.write_text(node.title())?;
        if self.is_neo4j {
            let label = node.kind().unwrap_or(if node.is_missing() { "missing" } else { "" });
            self.write_text(&label.replace(LIST_SEPARATOR, ","))?;
        }
        for attribute in OF_NODES {
            let value = attribute.of(export, node).map(|value| value.to_string());
            self.write_text(&value.unwrap_or_default())?;
        }
        self.end_row()
    }

    fn write_edge(&mut self, edge: AnyEdge<'_>) -> io::Result<()> {
        self.write_id(edge.from())?;
        self.write_id(edge.to())?;
        if self.is_neo4j {
            self.writer.write_field(type_name(edge.relation()))?;
        } else {
            self.writer.write_field(if edge.is_symmetric() { "Undirected" } else { "Directed" })?;
            self.writer.write_field(edge.to_string())?;
            self.write_text(edge.relation())?;
        }
        self.write_text(edge.relation())?;
        for attribute in OF_EDGES {
            let value = attribute.of(edge).map(|value| value.to_string());
            self.write_text(&value.unwrap_or_default())?;
        }
        self.end_row()
    }

    fn write_id(&mut self, node: Node<'_>) -> io::Result<()> {
        Ok(self.writer.write_field(&*escape::id(&node.address()))?)
    }

    /// Writes a value. By default, neo4j-admin refuses values with line breaks.
    fn write_text(&mut self, text: &str) -> io::Result<()> {
        let text = if self.is_neo4j { escape::on_one_line(text) } else { escape::without_control(text) };
        Ok(self.writer.write_field(&*text)?)
    }

    fn end_row(&mut self) -> io::Result<()> {
        Ok(self.writer.write_record(None::<&[u8]>)?)
    }

    fn finish(mut self) -> io::Result<Notices> {
        self.writer.flush()?;
        Ok(Vec::new())
    }
}

/// A relation as the type of a relationship in Neo4j: `led-to` is `LED_TO`.
fn type_name(relation: &str) -> String {
    let name: String = relation.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    if name.is_empty() { "_".to_owned() } else { name.to_uppercase() }
}
