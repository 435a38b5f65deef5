//! Arrow heads at the ends that the selected node's edges point to.

use super::{MapCanvas, Sign, lines};
use crate::graph::NodeIx;
use crate::tui::layout::map::MapLine;
use ratatui::layout::{Position, Rect};

/// The head of an arrow.
pub(super) struct Head {
    pub(super) cell: (u16, u16),
    pub(super) sign: &'static str,
}

pub(super) fn heads(canvas: &MapCanvas<'_>, area: Rect, signs: &[Sign]) -> Vec<Head> {
    let mut heads = Vec::new();
    for line in canvas.layout.lines().iter().filter(|line| canvas.is_lit(line)) {
        let mut cells = lines::cells(canvas, area, line);
        for end in [line.ends.1, line.ends.0] {
            cells.reverse();
            if points_to(canvas, line, end) {
                heads.extend(head(canvas, &cells, end, signs));
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

/// A head in the first cell of a line that is not its end's own, unless another node is there.
fn head(canvas: &MapCanvas<'_>, cells: &[(u16, u16)], end: NodeIx, signs: &[Sign]) -> Option<Head> {
    let own = signs.iter().find(|sign| sign.node.node == end)?;
    let is_in = |sign: &Sign, cell: (u16, u16)| sign.area.contains(Position { x: cell.0, y: cell.1 });
    let &cell = cells.iter().find(|cell| !is_in(own, **cell))?;
    if signs.iter().any(|sign| is_in(sign, cell)) {
        return None;
    }
    let &tail = cells.last()?;
    let (across, along) = (tail.0.abs_diff(own.cell.0), tail.1.abs_diff(own.cell.1).saturating_mul(2));
    let symbols = canvas.symbols;
    let sign = match (across >= along, tail.0 < own.cell.0, tail.1 < own.cell.1) {
        (true, true, _) => symbols.out,
        (true, false, _) => symbols.into,
        (false, _, true) => symbols.down,
        (false, _, false) => symbols.up,
    };
    Some(Head { cell, sign })
}
