//! Formats for graphs: functions that write a [`Subgraph`] for other programs.
//!
//! One file a format. A format adds no data and drops none that it has a place for; what it must leave out is in the
//! output and in the returned notices. Text from files is escaped for the target, and control characters, which could
//! control a terminal, are replaced.

mod any_edge;
mod attributes;
mod canvas;
mod csv;
mod dot;
mod drawing;
mod escape;
pub mod file;
#[cfg(test)]
pub(crate) mod fixture;
mod gexf;
mod graphml;
mod html;
mod jgf;
pub mod json;
mod jsonl;
mod markdown;
mod mermaid;
mod node_link;
mod svg;
mod wire;
mod xml;

pub use markdown::escaped as in_markdown;
pub use wire::GraphWire;

use crate::graph::{Graph, NodeIx};
use crate::query::Subgraph;
use hashbrown::HashMap;
use std::io::{self, Write};

/// A format for graphs.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// The usual extension of files.
    pub extension: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Variants for different readers; the first one is the default.
    pub dialects: &'static [&'static str],
    /// The tables of a format that needs a file for each; empty for most.
    pub parts: &'static [Part],
    write: WriteGraph,
}

type WriteGraph = fn(&Export<'_>, &mut dyn Write) -> io::Result<Notices>;

/// A table that is written to a file of its own.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// What its file name has before the extension, such as `-nodes`.
    pub suffix: &'static str,
    write: WriteGraph,
}

impl Part {
    pub fn write(self, export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
        (self.write)(export, out)
    }
}

/// What a format left out or changed, in words.
pub type Notices = Vec<String>;

/// All formats for graphs, in the order of the documentation.
pub const ALL: &[Format] = &[
    jsonl::FORMAT,
    markdown::FORMAT,
    mermaid::FORMAT,
    dot::FORMAT,
    graphml::FORMAT,
    gexf::FORMAT,
    node_link::FORMAT,
    jgf::FORMAT,
    csv::FORMAT,
    svg::FORMAT,
    html::FORMAT,
    canvas::FORMAT,
];

impl Format {
    /// The format with this name.
    pub fn named(name: &str) -> Option<Self> {
        ALL.iter().copied().find(|format| format.name == name)
    }

    pub fn write(self, export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
        (self.write)(export, out)
    }
}

/// A subgraph to write, and what is said about it.
#[derive(Debug)]
pub struct Export<'a> {
    pub graph: &'a Graph,
    pub subgraph: &'a Subgraph,
    /// What the subgraph is, such as `Lineage of x`.
    pub title: &'a str,
    /// The command that gives it, if there is one.
    pub command: Option<&'a str>,
    /// What a limit leaves out of the answer, if anything: `20 of 6,000 nodes; --limit N shows more`.
    pub left_out: Option<&'a str>,
    /// One of the format's dialects, if it has any.
    pub dialect: Option<&'a str>,
    /// The position of each node, if the subgraph is not the whole graph.
    numbers: Option<HashMap<NodeIx, usize>>,
}

impl<'a> Export<'a> {
    pub fn new(graph: &'a Graph, subgraph: &'a Subgraph, title: &'a str) -> Self {
        let positions = || subgraph.nodes(graph).map(|node| node.ix()).zip(0..).collect();
        let numbers = (!subgraph.is_whole()).then(positions);
        Self { graph, subgraph, title, command: None, left_out: None, dialect: None, numbers }
    }

    #[must_use]
    pub fn with_command(mut self, command: impl Into<Option<&'a str>>) -> Self {
        self.command = command.into();
        self
    }

    #[must_use]
    pub fn with_left_out(mut self, left_out: impl Into<Option<&'a str>>) -> Self {
        self.left_out = left_out.into();
        self
    }

    #[must_use]
    pub fn in_dialect(mut self, dialect: Option<&'a str>) -> Self {
        self.dialect = dialect;
        self
    }

    /// What formats with room for comments say besides the title.
    fn comments(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.command.into_iter().chain(self.left_out)
    }

    /// The position of a node among the nodes of the subgraph, for formats that number their nodes.
    pub fn number(&self, node: NodeIx) -> usize {
        match &self.numbers {
            None => node.index(),
            Some(numbers) => numbers.get(&node).copied().unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    fn written(format: Format, command: Option<&str>, left_out: Option<&str>) -> String {
        let (graph, subgraph) = (graph_of(&["a"], &[]), Subgraph::whole());
        let export = Export::new(&graph, &subgraph, "Title").with_command(command).with_left_out(left_out);
        let mut text = Vec::new();
        format.write(&export.in_dialect(format.dialects.first().copied()), &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn without_a_command_no_format_has_an_empty_place_for_it() {
        for format in ALL {
            let text = written(*format, None, None);
            let lines: Vec<_> = text.lines().map(str::trim_end).collect();
            assert!(!lines.contains(&"%%") && !lines.contains(&"//"), "{text}");
            assert!(!text.contains("<desc></desc>") && !text.contains("| Command") && !text.contains("` `"), "{text}");
        }
        let markdown = written(Format::named("markdown").unwrap(), None, Some("1 of 2 nodes"));
        assert!(
            markdown.contains("| Nodes | 1: 1 task |\n|---|---|\n| Edges | 0 |\n| Shown | 1 of 2 nodes |"),
            "{markdown}"
        );
    }
}
