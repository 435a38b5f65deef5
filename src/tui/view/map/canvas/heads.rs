//! Arrow heads for the edges of the selected node.

use super::{Glyph, MapCanvas, lines};
use crate::graph::NodeIx;
use crate::tui::view::map::layout::MapLine;
use ratatui::layout::{Position, Rect};

pub(super) struct Head {
    pub(super) cell: (u16, u16),
    pub(super) glyph: &'static str,
}

pub(super) fn heads(canvas: &MapCanvas<'_>, area: Rect, glyphs: &[Glyph]) -> Vec<Head> {
    let mut heads = Vec::new();
    for line in canvas.layout.lines().iter().filter(|line| canvas.is_lit(line)) {
        let mut cells = lines::cells(canvas, area, line);
        for end in [line.ends.1, line.ends.0] {
            cells.reverse();
            if points_to(canvas, line, end) {
                heads.extend(head(canvas, &cells, end, glyphs));
            }
        }
    }
    heads
}

fn points_to(canvas: &MapCanvas<'_>, line: &MapLine, end: NodeIx) -> bool {
    line.edges.iter().any(|edge| {
        let edge = canvas.graph.edge(*edge);
        edge.is_symmetric() || edge.to().ix() == end
    })
}

/// An arrow head in the first cell of a line outside its end node, unless another node is there.
fn head(canvas: &MapCanvas<'_>, cells: &[(u16, u16)], end: NodeIx, glyphs: &[Glyph]) -> Option<Head> {
    let own = glyphs.iter().find(|glyph| glyph.node.node == end)?;
    let is_in = |glyph: &Glyph, cell: (u16, u16)| glyph.area.contains(Position { x: cell.0, y: cell.1 });
    let &cell = cells.iter().find(|cell| !is_in(own, **cell))?;
    if glyphs.iter().any(|glyph| is_in(glyph, cell)) {
        return None;
    }
    let &tail = cells.last()?;
    let (across, along) = (tail.0.abs_diff(own.cell.0), tail.1.abs_diff(own.cell.1).saturating_mul(2));
    let symbols = canvas.symbols;
    let glyph = match (across >= along, tail.0 < own.cell.0, tail.1 < own.cell.1) {
        (true, true, _) => symbols.out,
        (true, false, _) => symbols.into,
        (false, _, true) => symbols.down,
        (false, _, false) => symbols.up,
    };
    Some(Head { cell, glyph })
}
