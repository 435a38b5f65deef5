//! The picture of a neighbourhood: lines of braille dots or plain signs, nodes, and as many labels as have room.

mod heads;
mod labels;
mod lines;
mod sheet;

pub use labels::Label;

use super::Glow;
use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::text::grouped;
use crate::tui::layout::map::{MapLayout, MapLine, MapLook, MapNode};
use crate::tui::symbols::Symbols;
use crate::tui::theme::{Role, Theme};
use crate::tui::words;
use heads::Head;
use lines::Strokes;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use sheet::Sheet;

/// A picture, looked at.
#[derive(Clone, Copy)]
pub struct MapCanvas<'a> {
    /// Whose nodes and edges it shows.
    pub graph: &'a Graph,
    /// Where they stand.
    pub layout: &'a MapLayout,
    /// From where it is looked at.
    pub look: MapLook,
    /// Its looks.
    pub theme: &'a Theme,
    /// Its signs.
    pub symbols: &'a Symbols,
    /// Which nodes are marked.
    pub marked: &'a dyn Fn(NodeIx) -> bool,
    /// Which edges matter less; a line does if all its edges do.
    pub dimmed: &'a dyn Fn(EdgeIx) -> bool,
    /// What is lit.
    pub glow: Glow<'a>,
}

/// Where everything is on the screen.
struct Drawing {
    strokes: Strokes,
    signs: Vec<Sign>,
    heads: Vec<Head>,
    labels: Vec<Label>,
    verbs: Vec<Label>,
    caption: Option<Label>,
}

/// A node that is in sight.
#[derive(Debug, Clone, Copy)]
struct Sign {
    node: MapNode,
    cell: (u16, u16),
    /// The cells it takes: one, or three with the brackets of the selected node.
    area: Rect,
}

impl MapCanvas<'_> {
    /// The labels that have room in an area, each with the rectangle it takes: those of nodes, then the verbs beside the
    /// selected node's lines.
    pub fn labels(&self, area: Rect) -> Vec<Label> {
        let Drawing { labels, verbs, .. } = self.drawing(area);
        labels.into_iter().chain(verbs).collect()
    }

    /// The node at a cell of the screen: the one whose sign or label is there, else the one beside it.
    pub fn node_at(&self, area: Rect, x: u16, y: u16) -> Option<NodeIx> {
        let at = ratatui::layout::Position { x, y };
        if !area.contains(at) {
            return None;
        }
        let drawing = self.drawing(area);
        let sign = || drawing.signs.iter().rev().find(|sign| sign.area.contains(at)).map(|sign| sign.node.node);
        let label = || drawing.labels.iter().find(|label| label.area.contains(at)).and_then(|label| label.node);
        let beside = || {
            let far = |sign: &Sign| (sign.cell.1.abs_diff(y) * 2, sign.cell.0.abs_diff(x));
            let near = drawing.signs.iter().filter(|sign| far(sign).0 <= 2 && far(sign).1 <= 2);
            near.min_by_key(|sign| far(sign).0 + far(sign).1).map(|sign| sign.node.node)
        };
        sign().or_else(label).or_else(beside)
    }

    fn drawing(&self, area: Rect) -> Drawing {
        let strokes = Strokes::of(self, area);
        let signs = self.signs(area);
        let heads = heads::heads(self, area, &signs);
        let mut sheet = Sheet::new(area);
        strokes.cells().for_each(|cell| sheet.line(cell));
        for head in &heads {
            sheet.head(head.cell);
        }
        let caption = self.caption(area);
        for taken in signs.iter().map(|sign| sign.area).chain(caption.iter().map(|caption| caption.area)) {
            sheet.take(taken);
        }
        let labels = labels::of_nodes(self, &signs, &mut sheet);
        let verbs = labels::of_lines(self, area, &mut sheet);
        Drawing { strokes, signs, heads, labels, verbs, caption }
    }

    /// The nodes in sight; those that matter more come later and so are drawn over the others.
    fn signs(&self, area: Rect) -> Vec<Sign> {
        let in_sight = self.layout.nodes().iter().filter_map(|node| {
            let cell = self.look.cell(area, node.at)?;
            let around = u16::from(node.node == self.look.selected);
            let taken = Rect::new(cell.0.saturating_sub(around), cell.1, 1 + 2 * around, 1);
            Some(Sign { node: *node, cell, area: taken.intersection(area) })
        });
        let mut signs: Vec<_> = in_sight.collect();
        signs.sort_by_key(|sign| std::cmp::Reverse(self.rank(sign.node)));
        signs
    }

    /// What matters more comes first: the selected node, the root, marked nodes, those with many lines.
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

    /// What a node is drawn as.
    fn sign(&self, node: NodeIx) -> &'static str {
        if self.graph.node(node).is_missing() {
            "?"
        } else if Some(node) == self.layout.root() {
            self.symbols.root
        } else if (self.marked)(node) {
            self.symbols.mark
        } else {
            (self.glow.node)(node).map_or(self.symbols.node, |lit| lit.sign)
        }
    }

    /// How a node's sign and label look.
    fn role(&self, node: NodeIx) -> Role {
        if node == self.look.selected {
            Role::Selection
        } else if self.graph.node(node).is_missing() {
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

    /// How many nodes there are, in the corner.
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

impl Widget for MapCanvas<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        if area.is_empty() {
            return;
        }
        let drawing = self.drawing(area);
        drawing.strokes.draw(self.theme, buf);
        for head in &drawing.heads {
            buf.set_stringn(head.cell.0, head.cell.1, head.sign, 1, self.theme.style(Role::Path));
        }
        let verbs = drawing.verbs.iter().map(|label| (label, Role::Relation));
        let labels = drawing.labels.iter().map(|label| (label, label.node.map_or(Role::Text, |node| self.role(node))));
        let caption = drawing.caption.iter().map(|label| (label, Role::Dim));
        for (label, role) in verbs.chain(labels).chain(caption) {
            label.draw(self.theme.style(role), area, buf);
        }
        for sign in &drawing.signs {
            let style = self.theme.style(self.role(sign.node.node));
            if sign.area.width > 1 {
                for (x, bracket) in [(sign.cell.0.checked_sub(1), "["), (sign.cell.0.checked_add(1), "]")] {
                    if let Some(x) = x.filter(|x| (sign.area.left()..sign.area.right()).contains(x)) {
                        buf.set_stringn(x, sign.cell.1, bracket, 1, style);
                    }
                }
            }
            buf.set_stringn(sign.cell.0, sign.cell.1, self.sign(sign.node.node), 1, style);
        }
    }
}

#[cfg(test)]
mod tests;
