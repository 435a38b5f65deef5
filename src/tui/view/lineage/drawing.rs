//! Widgets for a lineage: columns by signed distance with connectors between them, or a list for narrow screens. Both
//! draw only the visible part of a [`LineageLayout`].

mod connectors;
mod grid;
mod list;
mod node;
#[cfg(test)]
mod tests;

use crate::graph::{EdgeIx, Graph, NodeIx};
use crate::text;
use crate::tui::symbols::Symbols;
use crate::tui::theme::{Role, Theme};
use crate::tui::view::lineage::layout::{Geometry, LineageLayout, LineageListLook, LineageLook, Visible};
use crate::tui::widget::Glow;
use crate::tui::words;
use connectors::Connectors;
use node::{BEFORE_TITLE, NodeBrush, Standing, signed};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

/// Draws a lineage in columns.
pub(in crate::tui::view::lineage) type LineageColumns<'a> = LineageDrawing<'a, &'a LineageLook>;

/// Draws a lineage as a list grouped by distance.
pub(in crate::tui::view::lineage) type LineageList<'a> = LineageDrawing<'a, &'a LineageListLook>;

/// Draws a lineage; the type of `look` selects columns or list.
#[derive(Clone, Copy)]
pub(in crate::tui::view::lineage) struct LineageDrawing<'a, Look> {
    pub graph: &'a Graph,
    pub layout: &'a LineageLayout,
    /// Selection and scroll position.
    pub look: Look,
    pub theme: &'a Theme,
    pub symbols: &'a Symbols,
    /// Role of the selected node, depending on the focus.
    pub selection: Role,
    pub marked: &'a dyn Fn(NodeIx) -> bool,
    /// The symbol of a recently added or changed node.
    pub came: &'a dyn Fn(NodeIx) -> Option<&'static str>,
    /// Whether an edge has low confidence. Implicit edges are dimmed anyway.
    pub dimmed: &'a dyn Fn(EdgeIx) -> bool,
    pub glow: Glow<'a>,
}

impl LineageColumns<'_> {
    /// For each visible column, the node on the path from the selected node to the root.
    fn lit(&self, geometry: &Geometry) -> Vec<Option<NodeIx>> {
        let mut lit = vec![None; geometry.columns.len()];
        let Some(selected) = self.layout.position(self.look.selected) else { return lit };
        let is_cause = selected.column < self.layout.root_column();
        for node in self.layout.path(self.look.selected) {
            // A missing node on the path has no position.
            let Some(position) = self.layout.position(node) else { continue };
            let has_left = if is_cause {
                position.column >= geometry.columns.end
            } else {
                position.column < geometry.columns.start
            };
            if has_left {
                break;
            }
            let at = position.column.checked_sub(geometry.columns.start);
            if let Some(slot) = at.and_then(|at| lit.get_mut(at)) {
                *slot = Some(node);
            }
        }
        lit
    }

    /// The places of the highlighted link between two adjacent columns, inner end first.
    fn lit_link(&self, left: Option<NodeIx>, right: Option<NodeIx>) -> Option<(u32, u32)> {
        let (left, right) = (left?, right?);
        let steps = |from: NodeIx, to: NodeIx| self.layout.step(from).is_some_and(|step| step.next == to);
        let (inner, outer) = if steps(left, right) { (right, left) } else { (left, right) };
        steps(outer, inner).then(|| Some((self.layout.place(inner)?, self.layout.place(outer)?))).flatten()
    }

    fn draw_header(&self, geometry: &Geometry, column: usize, visible: Visible<'_>, buf: &mut Buffer) {
        let Some(of) = self.layout.columns().get(column) else { return };
        let (x, y) = (geometry.x_of(column), geometry.area.y);
        let dim = self.theme.style(Role::Dim);
        if column == geometry.columns.start && column > 0 {
            buf.set_string(x, y, self.symbols.into, dim);
        }
        let width = geometry.measure.column;
        let has_more = column + 1 == geometry.columns.end && column + 1 < self.layout.columns().len();
        if has_more && width > 1 {
            buf.set_string(x + width - 1, y, self.symbols.out, dim);
        }
        let before = BEFORE_TITLE.min(width);
        // No connector is drawn beside a header, so a long count may extend over the gap.
        let wide = if column + 1 < geometry.columns.end {
            width.saturating_add(geometry.measure.gap)
        } else if has_more {
            width
        } else {
            geometry.area.right().saturating_sub(x).max(width)
        };
        let room = usize::from((wide - before).saturating_sub(2));
        let distance = words::fitted(&signed(of.distance, self.symbols), room, self.symbols);
        let (end, _) = buf.set_stringn(x + before, y, &distance, room, self.theme.style(Role::Heading));
        let mut count = text::grouped(of.count());
        if visible.count() < of.count() {
            count = format!("{} of {count}", text::grouped(visible.count()));
        }
        let arrows = [(visible.above, self.symbols.up), (visible.below, self.symbols.down)];
        let arrows: String = arrows.into_iter().filter(|(hidden, _)| *hidden > 0).map(|(_, symbol)| symbol).collect();
        let count = format!(" {} {count} {arrows}", self.symbols.dot);
        let room = room.saturating_sub(words::width(&distance));
        buf.set_stringn(end, y, words::fitted(count.trim_end(), room, self.symbols), room, dim);
    }

    /// Draws the nodes of a column; returns for each line the offset at which a connector to its right begins.
    fn draw_nodes(
        &self,
        geometry: &Geometry,
        column: usize,
        visible: Visible<'_>,
        lit: Option<NodeIx>,
        buf: &mut Buffer,
    ) -> Vec<u16> {
        let mut starts = vec![geometry.measure.column; usize::from(geometry.body_height())];
        let brush = NodeBrush {
            graph: self.graph,
            theme: self.theme,
            symbols: self.symbols,
            marked: self.marked,
            came: self.came,
            glow: self.glow,
        };
        // One column is left blank so that a connector never touches a title.
        let width = geometry.measure.column.saturating_sub(1);
        for (node, row) in visible.iter() {
            let Some(line) = geometry.line_of(row) else { continue };
            let standing = match node {
                _ if node == self.layout.root() => Standing::Root,
                _ if lit == Some(node) => Standing::Path,
                _ => Standing::Plain,
            };
            let selection = (node == self.look.selected).then(|| self.theme.style(self.selection));
            let place = (geometry.x_of(column), geometry.body_top() + line, width);
            let taken = brush.draw(node, standing, selection, place, buf);
            if let Some(start) = starts.get_mut(usize::from(line)) {
                *start = taken.saturating_add(1);
            }
        }
        starts
    }
}

impl Widget for LineageColumns<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        if area.is_empty() {
            return;
        }
        let geometry = Geometry::new(area, self.layout, self.look);
        let lit = self.lit(&geometry);
        for (at, column) in geometry.columns.clone().enumerate() {
            let visible = self.layout.nodes_in(column, geometry.rows.clone());
            self.draw_header(&geometry, column, visible, buf);
            let here = lit.get(at).copied().flatten();
            let starts = self.draw_nodes(&geometry, column, visible, here, buf);
            if column + 1 < geometry.columns.end {
                let link = self.lit_link(here, lit.get(at + 1).copied().flatten());
                if let Some(grid) = Connectors::grid(&self, &geometry, column, &starts, link) {
                    grid.draw((geometry.x_of(column), geometry.body_top()), self.theme, self.symbols, buf);
                }
            }
        }
    }
}
