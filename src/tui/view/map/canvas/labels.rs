//! Label placement: greedy, most important nodes first; each label takes the position beside its node that hides least,
//! or is omitted.

use super::sheet::{Sheet, with_sides};
use super::{Glyph, MapCanvas, lines};
use crate::graph::NodeIx;
use crate::tui::view::map::layout::MapLine;
use crate::tui::words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Maximum widths of a label: the second is tried if the first does not fit.
const WIDTHS: [u16; 2] = [24, 12];
/// Maximum width of a relation.
const VERB_WIDTH: u16 = 16;
/// Minimum length of a line that remains visible beside its relation.
const LINE_LEFT: u16 = 5;
/// Maximum distance of the selected node's label, in rows.
const FAR: u16 = 4;
/// Weight of hidden cells against the preferred side of the node.
const HIDDEN: u32 = 3;

/// A text on the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui::view::map) struct Label {
    /// The labelled node; `None` for relations and the caption.
    pub node: Option<NodeIx>,
    pub area: Rect,
    pub text: String,
}

impl Label {
    /// Draws it with a blank column on either side, so that lines do not touch the text.
    pub(super) fn draw(&self, style: Style, picture: Rect, buf: &mut Buffer) {
        for position in with_sides(self.area, picture).positions() {
            if let Some(cell) = buf.cell_mut(position) {
                cell.reset();
            }
        }
        buf.set_stringn(self.area.x, self.area.y, &self.text, usize::from(self.area.width), style);
    }
}

/// The labels of the nodes, the most important first.
pub(super) fn of_nodes(canvas: &MapCanvas<'_>, glyphs: &[Glyph], sheet: &mut Sheet) -> Vec<Label> {
    let mut labels = Vec::new();
    for glyph in glyphs.iter().rev() {
        let node = glyph.node.node;
        let title = canvas.graph.node(node).title();
        // A mark is shown in the label if the node's symbol does not show it.
        let mark = canvas.symbols.mark;
        let is_shown = !(canvas.marked)(node) || canvas.glyph(node) == mark;
        let title = if is_shown { title.to_owned() } else { format!("{mark} {title}") };
        // The same applies to highlights and their weights.
        let title = match (canvas.glow.node)(node) {
            Some(lit) if canvas.glyph(node) != lit.symbol => format!("{}{} {title}", lit.symbol, lit.words),
            Some(lit) if !lit.words.is_empty() => format!("{} {title}", lit.words),
            _ => title,
        };
        let fits = WIDTHS.into_iter().find_map(|width| {
            let text = words::fitted(&title, usize::from(width), canvas.symbols);
            let is_selected = node == canvas.look.selected;
            let area =
                beside(glyph, &text, sheet).or_else(|| if is_selected { near(glyph, &text, sheet) } else { None })?;
            Some(Label { node: Some(node), area, text })
        });
        if let Some(label) = fits {
            sheet.take(label.area);
            labels.push(label);
        }
    }
    labels
}

/// The best position beside a node: right, left, above or below.
fn beside(glyph: &Glyph, text: &str, sheet: &Sheet) -> Option<Rect> {
    let width = u16::try_from(words::width(text)).ok()?;
    let (column, row) = glyph.cell;
    let picture = sheet.area();
    let centred = || {
        let most = picture.right().checked_sub(width)?;
        Some(column.saturating_sub(width / 2).clamp(picture.x, most.max(picture.x)))
    };
    let places = [
        Some((glyph.area.right().saturating_add(1), row)),
        glyph.area.left().checked_sub(width.saturating_add(1)).map(|x| (x, row)),
        row.checked_sub(1).and_then(|above| Some((centred()?, above))),
        row.checked_add(1).and_then(|below| Some((centred()?, below))),
    ];
    let places = (0..).zip(places).filter_map(|(order, place)| {
        let (x, y) = place?;
        let area = Rect { x, y, width, height: 1 };
        Some((sheet.cost(area)? * HIDDEN + order, area))
    });
    places.min_by_key(|(cost, _)| *cost).map(|(_, area)| area)
}

/// The nearest free position. Only for the selected node, whose label has the same style, so that they are recognised
/// as belonging together.
fn near(glyph: &Glyph, text: &str, sheet: &Sheet) -> Option<Rect> {
    let width = u16::try_from(words::width(text)).ok()?;
    let (column, row) = glyph.cell;
    let rows = row.saturating_sub(FAR)..=row.saturating_add(FAR);
    let columns = column.saturating_sub(width.saturating_mul(2))..=column.saturating_add(width);
    let places = rows.flat_map(|y| columns.clone().map(move |x| Rect { x, y, width, height: 1 }));
    let free = places.filter_map(|area| {
        let middle = area.x.saturating_add(width / 2);
        let far = u32::from(area.y.abs_diff(row)) * 4 + u32::from(middle.abs_diff(column));
        Some((sheet.cost(area)? + far * HIDDEN, area))
    });
    free.min_by_key(|(cost, _)| *cost).map(|(_, area)| area)
}

/// The relations of the selected node's lines, each in the middle of its line if it fits.
pub(super) fn of_lines(canvas: &MapCanvas<'_>, area: Rect, sheet: &mut Sheet) -> Vec<Label> {
    let mut labels = Vec::new();
    for line in canvas.layout.lines().iter().filter(|line| canvas.is_lit(line)) {
        let cells = lines::cells(canvas, area, line);
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else { continue };
        let text = verb(canvas, line);
        let Ok(width) = u16::try_from(words::width(&text)) else { continue };
        let is_long =
            first.0.abs_diff(last.0) >= width.saturating_add(LINE_LEFT) || first.1.abs_diff(last.1) >= LINE_LEFT;
        let middle = cells[cells.len() / 2];
        let place = Rect { x: middle.0.saturating_sub(width / 2), y: middle.1, width, height: 1 };
        if is_long && sheet.cost(place).is_some() {
            sheet.take(place);
            labels.push(Label { node: None, area: place, text });
        }
    }
    labels
}

/// The relation of a line's first edge, and the number of other relations.
fn verb(canvas: &MapCanvas<'_>, line: &MapLine) -> String {
    let mut verbs: Vec<_> = line.edges.iter().map(|edge| canvas.graph.edge(*edge).relation()).collect();
    let first = verbs.first().copied().unwrap_or_default();
    verbs.sort_unstable();
    verbs.dedup();
    match verbs.len() {
        0 | 1 => words::fitted(first, usize::from(VERB_WIDTH), canvas.symbols),
        count => {
            let others = format!(" +{}", count - 1);
            let room = usize::from(VERB_WIDTH).saturating_sub(others.len());
            words::fitted(first, room, canvas.symbols) + &others
        }
    }
}
