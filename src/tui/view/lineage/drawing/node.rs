//! Draws a node on one line: cursor, kind, mark, title.

use crate::graph::{Graph, NodeIx};
use crate::tui::kind_symbol::kind_symbol;
use crate::tui::symbols::Symbols;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::Glow;
use crate::tui::words;
use ratatui::buffer::Buffer;
use ratatui::style::Style;

/// Columns in front of the title.
pub(super) const BEFORE_TITLE: u16 = 3;

/// The standing of a node in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Root,
    /// On the path from the selected node to the root.
    Path,
    Plain,
}

#[derive(Clone, Copy)]
pub(super) struct NodeBrush<'a> {
    pub(super) graph: &'a Graph,
    pub(super) theme: &'a Theme,
    pub(super) symbols: &'a Symbols,
    pub(super) marked: &'a dyn Fn(NodeIx) -> bool,
    /// The symbol of a recently added or changed node.
    pub(super) came: &'a dyn Fn(NodeIx) -> Option<&'static str>,
    pub(super) glow: Glow<'a>,
}

impl NodeBrush<'_> {
    /// Draws a node into at most `width` columns and returns the number of columns used. `selection` is the style of a
    /// selected node.
    pub(super) fn draw(
        &self,
        node: NodeIx,
        standing: Standing,
        selection: Option<Style>,
        (x, y, width): (u16, u16, u16),
        buf: &mut Buffer,
    ) -> u16 {
        let one = self.graph.node(node);
        let title_role = match standing {
            _ if one.is_dimmed() => Role::Missing,
            Standing::Root => Role::Root,
            Standing::Path => Role::Path,
            Standing::Plain => Role::Text,
        };
        let (kind, kind_role) = match standing {
            Standing::Root => (self.symbols.root.to_owned(), Role::Root),
            _ => (kind_symbol(self.graph.node(node), self.symbols), Role::Kind),
        };
        let (mark, mark_role) = match (self.came)(node) {
            _ if (self.marked)(node) => (self.symbols.mark, Role::Mark),
            Some(symbol) => (symbol, Role::Good),
            None => (" ", Role::Mark),
        };
        let cursor = if selection.is_some() { self.symbols.cursor } else { " " };
        let room = usize::from(width.saturating_sub(BEFORE_TITLE));
        let lit = self.glow.before_title(node);
        let title = words::fitted(one.title(), room.saturating_sub(words::width(&lit)), self.symbols);
        let pieces = [
            (cursor, Role::Text),
            (kind.as_str(), kind_role),
            (mark, mark_role),
            (lit.as_str(), Role::Lit),
            (title.as_str(), title_role),
        ];
        let mut taken = 0;
        for (text, role) in pieces {
            let style = self.theme.style(role).patch(selection.unwrap_or_default());
            let room = usize::from(width - taken);
            let (end, _) = buf.set_stringn(x + taken, y, text, room, style);
            taken = end - x;
            if taken >= width {
                break;
            }
        }
        taken
    }
}

/// A distance with an explicit sign.
pub(super) fn signed(distance: i32, symbols: &Symbols) -> String {
    match distance {
        0 => "0".to_owned(),
        1.. => format!("+{distance}"),
        _ if symbols.is_ascii => distance.to_string(),
        _ => format!("\u{2212}{}", distance.unsigned_abs()),
    }
}
