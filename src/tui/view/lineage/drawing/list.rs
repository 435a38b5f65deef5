//! Widget for a lineage as a list grouped by distance, for narrow screens.

use super::LineageList;
use super::node::{BEFORE_TITLE, NodeBrush, Standing, signed};
use crate::graph::NodeIx;
use crate::text;
use crate::tui::theme::Role;
use crate::tui::view::lineage::layout::{Column, ListRow, Step};
use crate::tui::words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

/// Minimum width to show the next node towards the root beside each node.
const WIDE_ENOUGH: u16 = 24;

impl LineageList<'_> {
    fn draw_header(&self, column: &Column, (x, y, width): (u16, u16, u16), buf: &mut Buffer) {
        let distance = signed(column.distance, self.symbols);
        let name = match column.distance {
            0 => "root",
            1.. => "effects",
            _ => "causes",
        };
        let dot = self.symbols.dot;
        let header = format!("{distance} {dot} {name} {dot} {}", text::grouped(column.count()));
        buf.set_stringn(x, y, header, usize::from(width), self.theme.style(Role::Heading));
    }

    fn draw_node(&self, node: NodeIx, standing: Standing, (x, y, width): (u16, u16, u16), buf: &mut Buffer) {
        let brush = NodeBrush {
            graph: self.graph,
            theme: self.theme,
            symbols: self.symbols,
            marked: self.marked,
            came: self.came,
            glow: self.glow,
        };
        let is_selected = node == self.look.selected;
        let selection = is_selected.then(|| self.theme.style(self.selection));
        let step = self.layout.step(node).filter(|_| width >= WIDE_ENOUGH);
        let own = if step.is_some() { width / 2 } else { width };
        if let Some(style) = selection {
            buf.set_style(Rect::new(x, y, width, 1), style);
        }
        brush.draw(node, standing, selection, (x, y, own.saturating_sub(1)), buf);
        let Some(step) = step else { return };
        let words = self.step_words(node, step, usize::from(width - own));
        let role = match standing {
            Standing::Path => Role::Path,
            _ if (self.glow.edge)(step.edge) => Role::Lit,
            _ if self.graph.edge(step.edge).is_implicit() || (self.dimmed)(step.edge) => Role::Dim,
            _ => Role::Relation,
        };
        let style = self.theme.style(role).patch(selection.unwrap_or_default());
        buf.set_stringn(x + own, y, words, usize::from(width - own), style);
    }

    /// The direction, relation and target of a step.
    fn step_words(&self, node: NodeIx, step: Step, columns: usize) -> String {
        let edge = self.graph.edge(step.edge);
        let arrow = match edge.from().ix() == node {
            _ if edge.is_symmetric() => self.symbols.both,
            true => self.symbols.out,
            false => self.symbols.into,
        };
        let next = self.graph.node(step.next);
        let missing = if next.is_missing() { "? " } else { "" };
        words::fitted(&format!("{arrow} {} {missing}{}", edge.relation(), next.title()), columns, self.symbols)
    }

    /// The visible rows on the path from the selected node to the root.
    fn lit_rows(&self, rows: &std::ops::Range<usize>) -> Vec<usize> {
        let is_cause = self.layout.distance(self.look.selected).is_some_and(|distance| distance < 0);
        // Rows along the path increase for causes and decrease for effects: once off the screen, none comes back.
        let stays = |row: &usize| if is_cause { *row < rows.end } else { *row >= rows.start };
        let path = self.layout.path(self.look.selected);
        let on_path = path.filter_map(|node| self.layout.list_row_of(node));
        on_path.take_while(stays).filter(|row| rows.contains(row)).collect()
    }
}

impl Widget for LineageList<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        if area.is_empty() {
            return;
        }
        let rows = self.look.offset..self.look.offset.saturating_add(usize::from(area.height));
        let lit = self.lit_rows(&rows);
        for (y, row) in (area.y..area.bottom()).zip(rows) {
            let Some(entry) = self.layout.list_row(row) else { break };
            match entry {
                ListRow::Header(column) => {
                    let indent = (BEFORE_TITLE - 2).min(area.width);
                    self.draw_header(column, (area.x + indent, y, area.width - indent), buf);
                }
                ListRow::Node(node) => {
                    let standing = match node {
                        _ if node == self.layout.root() => Standing::Root,
                        _ if lit.contains(&row) => Standing::Path,
                        _ => Standing::Plain,
                    };
                    self.draw_node(node, standing, (area.x, y, area.width), buf);
                }
            }
        }
    }
}
