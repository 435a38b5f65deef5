//! Boxes, lines and labels in the form of yEd, which shows no others. It arranges the nodes when it is asked to; until
//! then they are in a grid.

use super::super::any_edge::AnyEdge;
use super::super::escape;
use super::super::xml::Escaped;
use crate::graph::{Edge, Node};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

pub(super) const NAMESPACE: &str = " xmlns:y=\"http://www.yworks.com/xml/graphml\"";

pub(super) const KEYS: &str = "<key id=\"n_graphics\" for=\"node\" yfiles.type=\"nodegraphics\"/>
<key id=\"e_graphics\" for=\"edge\" yfiles.type=\"edgegraphics\"/>";

/// Distances of the boxes in the grid, and their height.
const COLUMN: usize = 320;
const ROW: usize = 60;
const HEIGHT: usize = 30;

/// Places for boxes in rows and columns.
pub(super) struct Grid {
    columns: usize,
}

impl Grid {
    pub(super) fn of(nodes: usize) -> Self {
        // Boxes are about five times as wide as they are high.
        Self { columns: (nodes / 5).isqrt().max(1) }
    }

    pub(super) fn write_node(&self, number: usize, node: Node<'_>, out: &mut dyn Write) -> io::Result<()> {
        let label = escape::on_one_line(node.title());
        let width = (UnicodeWidthStr::width(&*label) * 7 + 20).min(COLUMN - 20);
        let (x, y) = (number % self.columns * COLUMN, number / self.columns * ROW);
        let (color, line) = if node.is_dimmed() { ("#808080", "dashed") } else { ("#000000", "line") };
        write!(
            out,
            "<data key=\"n_graphics\"><y:ShapeNode>\
             <y:Geometry x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\"/>\
             <y:Fill color=\"#FFFFFF\" transparent=\"false\"/>\
             <y:BorderStyle color=\"{color}\" type=\"{line}\" width=\"1.0\"/>\
             <y:NodeLabel textColor=\"{color}\">{}</y:NodeLabel>\
             <y:Shape type=\"roundrectangle\"/></y:ShapeNode></data>",
            Escaped(label)
        )
    }
}

pub(super) fn write_edge(edge: AnyEdge<'_>, out: &mut dyn Write) -> io::Result<()> {
    let is_retracted = edge.stored().is_some_and(Edge::is_retracted);
    let is_dashed = edge.stored().is_none_or(Edge::is_implicit);
    let style = match (is_retracted, is_dashed) {
        (true, _) => "dotted",
        (false, true) => "dashed",
        (false, false) => "line",
    };
    let arrow = match edge {
        _ if edge.is_symmetric() => "none",
        AnyEdge::Stored(_) => "standard",
        AnyEdge::Proposed { .. } => "white_delta",
    };
    let color = if is_retracted { "#808080" } else { "#000000" };
    write!(
        out,
        "<data key=\"e_graphics\"><y:PolyLineEdge>\
         <y:LineStyle color=\"{color}\" type=\"{style}\" width=\"1.0\"/>\
         <y:Arrows source=\"none\" target=\"{arrow}\"/>\
         <y:EdgeLabel textColor=\"{color}\">{}</y:EdgeLabel></y:PolyLineEdge></data>",
        Escaped(escape::on_one_line(edge.relation()))
    )
}
