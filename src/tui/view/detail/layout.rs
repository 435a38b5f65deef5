//! The lines of a node's details: facts, fields and Markdown text.

use super::DETAIL;
use super::markdown::Fence;
use super::request::Block;
use super::state::pane;
use crate::tui::pane_layout::PaneLayout;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine, wrapped};

/// Number of lines at the current width.
pub(super) fn len(state: &State) -> usize {
    let Some(rows) = PaneLayout::of(state).rows(DETAIL) else { return 0 };
    lines(state, usize::from(rows.width), usize::MAX).0.len()
}

/// The first lines, at least `wanted` if there are that many, and whether these are all.
pub(super) fn lines(state: &State, columns: usize, wanted: usize) -> (Vec<TextLine>, bool) {
    let symbols = state.setup.symbols;
    let mut lines = Vec::new();
    let mut fence = Fence::default();
    if columns == 0 {
        return (lines, true);
    }
    for block in pane(state).detail.iter().flat_map(|detail| &detail.blocks) {
        if lines.len() >= wanted {
            return (lines, false);
        }
        let one = |role: Role, text: &str| wrapped(&[(role, text.to_owned())], "", columns, symbols);
        lines.extend(match block {
            Block::Title(text) => one(Role::Strong, text),
            Block::Id(text) => one(Role::Id, text),
            Block::Facts(text) => {
                let text = if symbols.is_ascii { text.replace('·', symbols.dot) } else { text.clone() };
                one(Role::Kind, &text)
            }
            Block::Place(text) => vec![vec![(Some(Role::Dim), words::fitted_end(text, columns, symbols))]],
            Block::Heading(text) => one(Role::Heading, text),
            Block::Field(name, value) => {
                wrapped(&[(Role::Dim, format!("{name}: ")), (Role::Text, value.clone())], "  ", columns, symbols)
            }
            Block::Bullet(text, why) => {
                let dash = if why.is_empty() { String::new() } else { format!("  {why}") };
                let parts = [(Role::Text, "- ".to_owned()), (Role::Text, text.clone()), (Role::Dim, dash)];
                wrapped(&parts, "  ", columns, symbols)
            }
            Block::Warning(text) => one(Role::Warning, text),
            Block::Blank => vec![TextLine::new()],
            Block::Markdown(text) => fence.lines(text, columns, symbols),
        });
    }
    (lines, true)
}
