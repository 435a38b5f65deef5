//! Widget for the map: lines of braille dots or ASCII characters, nodes, and as many labels as fit without overlapping.

mod heads;
mod labels;
mod lines;
mod sheet;

pub(in crate::tui::view::map) use labels::Label;

use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::text::grouped;
use crate::tui::symbols::Symbols;
use crate::tui::theme::{Role, Theme};
use crate::tui::view::map::layout::{MapLayout, MapLine, MapLook, MapNode};
use crate::tui::widget::Glow;
use crate::tui::words;
use heads::Head;
use lines::Strokes;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use sheet::Sheet;

/// Draws a map.
#[derive(Clone, Copy)]
pub(in crate::tui::view::map) struct MapCanvas<'a> {
    pub graph: &'a Graph,
    pub layout: &'a MapLayout,
    /// Selection, centre and zoom.
    pub look: MapLook,
    pub symbols: &'a Symbols,
    pub marked: &'a dyn Fn(NodeIx) -> bool,
    /// Whether an edge is dimmed; a line is if all its edges are.
    pub dimmed: &'a dyn Fn(EdgeIx) -> bool,
    pub glow: Glow<'a>,
}

/// The positions of everything on the screen.
struct Drawing {
    strokes: Strokes,
    glyphs: Vec<Glyph>,
    heads: Vec<Head>,
    labels: Vec<Label>,
    verbs: Vec<Label>,
    caption: Option<Label>,
}

/// A visible node.
#[derive(Debug, Clone, Copy)]
struct Glyph {
    node: MapNode,
    cell: (u16, u16),
    /// Its cells: one, or three with the brackets of the selected node.
    area: Rect,
}

impl MapCanvas<'_> {
    /// The labels that fit into an area: those of nodes, then the relations on the selected node's lines.
    #[cfg(test)]
    pub(super) fn labels(&self, area: Rect) -> Vec<Label> {
        let Drawing { labels, verbs, .. } = self.drawing(area);
        labels.into_iter().chain(verbs).collect()
    }

    /// The node whose symbol or label is at a cell, or else one close to it.
    pub(super) fn node_at(&self, area: Rect, x: u16, y: u16) -> Option<NodeIx> {
        let at = ratatui::layout::Position { x, y };
        if !area.contains(at) {
            return None;
        }
        let drawing = self.drawing(area);
        let glyph = || drawing.glyphs.iter().rev().find(|glyph| glyph.area.contains(at)).map(|glyph| glyph.node.node);
        let label = || drawing.labels.iter().find(|label| label.area.contains(at)).and_then(|label| label.node);
        let beside = || {
            let far = |glyph: &Glyph| (glyph.cell.1.abs_diff(y) * 2, glyph.cell.0.abs_diff(x));
            let near = drawing.glyphs.iter().filter(|glyph| far(glyph).0 <= 2 && far(glyph).1 <= 2);
            near.min_by_key(|glyph| far(glyph).0 + far(glyph).1).map(|glyph| glyph.node.node)
        };
        glyph().or_else(label).or_else(beside)
    }

    fn drawing(&self, area: Rect) -> Drawing {
        let strokes = Strokes::of(self, area);
        let glyphs = self.glyphs(area);
        let heads = heads::heads(self, area, &glyphs);
        let mut sheet = Sheet::new(area);
        strokes.cells().for_each(|cell| sheet.line(cell));
        for head in &heads {
            sheet.head(head.cell);
        }
        let caption = self.caption(area);
        for taken in glyphs.iter().map(|glyph| glyph.area).chain(caption.iter().map(|caption| caption.area)) {
            sheet.take(taken);
        }
        let labels = labels::of_nodes(self, &glyphs, &mut sheet);
        let verbs = labels::of_lines(self, area, &mut sheet);
        Drawing { strokes, glyphs, heads, labels, verbs, caption }
    }

    /// The visible nodes; the most important come last and so are drawn over the others.
    fn glyphs(&self, area: Rect) -> Vec<Glyph> {
        let in_sight = self.layout.nodes().iter().filter_map(|node| {
            let cell = self.look.cell(area, node.at)?;
            let around = u16::from(node.node == self.look.selected);
            let taken = Rect::new(cell.0.saturating_sub(around), cell.1, 1 + 2 * around, 1);
            Some(Glyph { node: *node, cell, area: taken.intersection(area) })
        });
        let mut glyphs: Vec<_> = in_sight.collect();
        glyphs.sort_by_key(|glyph| std::cmp::Reverse(self.rank(glyph.node)));
        glyphs
    }

    /// Importance, highest first: the selected node, the root, marked nodes, then nodes with many lines.
    fn rank(&self, node: MapNode) -> (u8, std::cmp::Reverse<usize>) {
        let class = match node.node {
            ix if ix == self.look.selected => 0,
            ix if Some(ix) == self.layout.root() => 1,
            ix if (self.marked)(ix) => 2,
            _ => 3,
        };
        (class, std::cmp::Reverse(node.degree))
    }

    fn is_lit(&self, line: &MapLine) -> bool {
        line.ends.0 == self.look.selected || line.ends.1 == self.look.selected
    }

    fn glyph(&self, node: NodeIx) -> &'static str {
        if self.graph.node(node).is_missing() {
            "?"
        } else if Some(node) == self.layout.root() {
            self.symbols.root
        } else if (self.marked)(node) {
            self.symbols.mark
        } else {
            (self.glow.node)(node).map_or(self.symbols.node, |lit| lit.symbol)
        }
    }

    /// The role of a node's symbol and label.
    fn role(&self, node: NodeIx) -> Role {
        if node == self.look.selected {
            Role::Selection
        } else if self.graph.node(node).is_dimmed() {
            Role::Missing
        } else if Some(node) == self.layout.root() {
            Role::Root
        } else if (self.marked)(node) {
            Role::Mark
        } else if (self.glow.node)(node).is_some() {
            Role::Lit
        } else {
            Role::Text
        }
    }

    /// The node count in the corner.
    fn caption(&self, area: Rect) -> Option<Label> {
        let (shown, total) = (self.layout.shown(), self.layout.total());
        let text = match total {
            1 => "1 node".to_owned(),
            _ if shown < total => format!("{} of {} nodes", grouped(shown), grouped(total)),
            _ => format!("{} nodes", grouped(total)),
        };
        let width = u16::try_from(words::width(&text)).ok().filter(|width| *width <= area.width)?;
        let row = area.height.checked_sub(1).filter(|row| *row > 0)?;
        Some(Label { node: None, area: Rect::new(area.x, area.y.checked_add(row)?, width, 1), text })
    }
}

impl MapCanvas<'_> {
    pub(super) fn draw(&self, theme: &Theme, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        if area.is_empty() {
            return;
        }
        let drawing = self.drawing(area);
        drawing.strokes.draw(theme, buf);
        for head in &drawing.heads {
            buf.set_stringn(head.cell.0, head.cell.1, head.glyph, 1, theme.style(Role::Path));
        }
        let verbs = drawing.verbs.iter().map(|label| (label, Role::Relation));
        let labels = drawing.labels.iter().map(|label| (label, label.node.map_or(Role::Text, |node| self.role(node))));
        let caption = drawing.caption.iter().map(|label| (label, Role::Dim));
        for (label, role) in verbs.chain(labels).chain(caption) {
            label.draw(theme.style(role), area, buf);
        }
        for glyph in &drawing.glyphs {
            let style = theme.style(self.role(glyph.node.node));
            if glyph.area.width > 1 {
                for (x, bracket) in [(glyph.cell.0.checked_sub(1), "["), (glyph.cell.0.checked_add(1), "]")] {
                    if let Some(x) = x.filter(|x| (glyph.area.left()..glyph.area.right()).contains(x)) {
                        buf.set_stringn(x, glyph.cell.1, bracket, 1, style);
                    }
                }
            }
            buf.set_stringn(glyph.cell.0, glyph.cell.1, self.glyph(glyph.node.node), 1, style);
        }
    }
}

#[cfg(test)]
mod tests;
