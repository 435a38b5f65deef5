//! A page that shows a graph in a browser without network: search, filters, neighbours, lineage in columns.
//!
//! The page itself is in `assets/export`; its script is divided into files by reason to change. This module puts the
//! parts together and adds the data as JSON, which the script puts into the document as text. A graph that is too large
//! to draw is grouped by kind.

mod groups;

use super::any_edge::{self, AnyEdge};
use super::json::{Each, TsWire};
use super::wire::{EdgeFacts, NodeWire};
use super::xml::Escaped;
use super::{Export, Format, Notices, escape};
use crate::text::{grouped, is_unsafe};
use groups::Groups;
use hashbrown::HashSet;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};
use std::ops::Not;

pub(super) const FORMAT: Format = Format {
    name: "html",
    extension: "html",
    about: "page for browsers that needs no network",
    dialects: &[],
    parts: &[],
    write,
};

const PAGE: &str = include_str!("../../assets/export/page.html");
const STYLE: &str = include_str!("../../assets/export/page.css");

/// The script, which the page contains as one function. Declarations are run in this order.
const SCRIPT: &[&str] = &[
    include_str!("../../assets/export/page/data.js"),
    include_str!("../../assets/export/page/columns.js"),
    include_str!("../../assets/export/page/forces.js"),
    include_str!("../../assets/export/page/layout.js"),
    include_str!("../../assets/export/page/curves.js"),
    include_str!("../../assets/export/page/text.js"),
    include_str!("../../assets/export/page/view.js"),
    include_str!("../../assets/export/page/labels.js"),
    include_str!("../../assets/export/page/elements.js"),
    include_str!("../../assets/export/page/svg.js"),
    include_str!("../../assets/export/page/canvas.js"),
    include_str!("../../assets/export/page/drawing.js"),
    include_str!("../../assets/export/page/detail.js"),
    include_str!("../../assets/export/page/filters.js"),
    include_str!("../../assets/export/page/search.js"),
    include_str!("../../assets/export/page/pointer.js"),
    include_str!("../../assets/export/page/keys.js"),
    include_str!("../../assets/export/page/start.js"),
];

/// Maximum number of nodes that the page draws one by one.
const MOST_NODES: usize = 5_000;

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    let nodes = export.subgraph.node_count(export.graph);
    let grouping = (nodes > MOST_NODES).then(|| {
        let (nodes, most) = (grouped(nodes), grouped(MOST_NODES));
        format!("{nodes} nodes are grouped by kind: the page draws at most {most} nodes one by one")
    });
    let mut parts = PAGE.split("{{");
    out.write_all(parts.next().unwrap_or_default().as_bytes())?;
    for (place, after) in parts.filter_map(|part| part.split_once("}}")) {
        match place {
            "title" => write!(out, "{}", Escaped(escape::on_one_line(export.title)))?,
            "style" => out.write_all(STYLE.as_bytes())?,
            "script" => SCRIPT.iter().try_for_each(|file| out.write_all(file.as_bytes()))?,
            _ => write_data(export, grouping.as_deref(), out)?,
        }
        out.write_all(after.as_bytes())?;
    }
    Ok(grouping.into_iter().collect())
}

fn write_data(export: &Export<'_>, grouping: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    let graph = export.graph;
    let relations = relations(export);
    let roots: Vec<_> = export.subgraph.roots.iter().map(|root| export.number(*root)).collect();
    let (title, command, is_grouped) = (export.title, export.command, grouping.is_some());
    let left_out: Vec<_> = export.left_out.into_iter().chain(grouping).collect();
    let mut serializer = Serializer::with_formatter(out, ForScript);
    if is_grouped {
        let Groups { nodes, edges } = Groups::new(export);
        let data = Data { title, command, is_grouped, left_out, relations, roots: Vec::new(), nodes, edges };
        return Ok(data.serialize(&mut serializer)?);
    }
    let nodes = Each(|| export.subgraph.nodes(graph).map(|node| NodeWire::new(export, node)));
    let edges = Each(|| any_edge::edges(export).map(|edge| PageEdge::new(export, edge)));
    Ok(Data { title, command, is_grouped, left_out, relations, roots, nodes, edges }.serialize(&mut serializer)?)
}

/// What the page reads. Edges refer to nodes by position.
#[derive(Serialize)]
struct Data<'a, N, E> {
    title: &'a str,
    command: Option<&'a str>,
    /// Whether nodes of a kind are one node.
    is_grouped: bool,
    left_out: Vec<&'a str>,
    relations: Vec<PageRelation<'a>>,
    roots: Vec<usize>,
    nodes: N,
    edges: E,
}

#[derive(Serialize)]
struct PageRelation<'a> {
    name: &'a str,
    family: &'static str,
}

#[derive(Serialize)]
struct PageEdge<'a> {
    from: usize,
    to: usize,
    relation: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ts: Option<TsWire<'a>>,
    #[serde(flatten)]
    facts: Option<EdgeFacts<'a>>,
    #[serde(rename = "suggested", skip_serializing_if = "Not::not")]
    proposed: bool,
    /// Strength of the evidence for a proposed edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
}

impl<'a> PageEdge<'a> {
    fn new(export: &Export<'_>, edge: AnyEdge<'a>) -> Self {
        let [from, to] = [edge.from(), edge.to()].map(|node| export.number(node.ix()));
        Self {
            from,
            to,
            relation: edge.relation(),
            ts: edge.stored().and_then(|edge| edge.ts()).map(TsWire),
            facts: edge.stored().map(EdgeFacts::new),
            proposed: edge.proposed().is_some(),
            score: edge.proposed().and_then(|edge| edge.score),
        }
    }
}

/// The relations in the order of their first edges.
fn relations<'a>(export: &'a Export<'_>) -> Vec<PageRelation<'a>> {
    let mut seen = HashSet::new();
    let first = any_edge::edges(export).filter(|edge| seen.insert(edge.relation()));
    first.map(|edge| PageRelation { name: edge.relation(), family: edge.family().name() }).collect()
}

/// JSON that can be inside a `script` element, with an item of a list on each line. Characters that could end the
/// element, control characters and invisible ones are `\u` escapes.
struct ForScript;

impl Formatter for ForScript {
    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"\n" } else { b",\n" })
    }

    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let must_escape = |c: char| matches!(c, '<' | '>' | '&') || is_unsafe(c);
        let mut rest = fragment;
        while let Some(at) = rest.find(must_escape) {
            let (before, after) = rest.split_at(at);
            out.write_all(before.as_bytes())?;
            let c = after.chars().next().unwrap_or_default();
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &after[c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests;
