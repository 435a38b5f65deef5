//! Draws the details of a node: facts, fields and Markdown text.

use super::markdown::{Fence, wrapped};
use super::pen::Pen;
use crate::tui::job::Block;
use crate::tui::pane_layout::{self, PaneLayout};
use crate::tui::state::{Pane, State};
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let rows = pane_layout::rows_of(Pane::Detail, area);
    let Some(detail) = &state.detail.detail else {
        pen.frame(area, Pane::Detail, "Detail", "");
        if state.selected().is_none() {
            pen.empty(rows, "No node selected");
        }
        return;
    };
    let end = state.detail.offset + usize::from(rows.height);
    let (lines, is_all) = lines(pen, &detail.blocks, usize::from(rows.width), end + 1);
    let more = if !is_all || lines.len() > end { pen.symbols.down } else { "" };
    let above = if state.detail.offset > 0 { pen.symbols.up } else { "" };
    // Only the log has a history; file contents are always current.
    let when = if state.past.is_some() { "current file content" } else { "" };
    pen.frame(area, Pane::Detail, "Detail", format!("{when} {above}{more}").trim());
    for (row, line) in lines.iter().skip(state.detail.offset).take(usize::from(rows.height)).enumerate() {
        pen.line(rows, row as u16, line);
    }
}

/// Number of lines of the details at the current width.
pub fn detail_lines(state: &State) -> usize {
    let Some(rows) = PaneLayout::of(state).rows(Pane::Detail) else { return 0 };
    let mut nowhere = Buffer::empty(Rect::default());
    let pen = Pen::new(state, &mut nowhere);
    let blocks = state.detail.detail.as_ref().map_or(&[][..], |detail| &detail.blocks);
    lines(&pen, blocks, usize::from(rows.width), usize::MAX).0.len()
}

/// The first lines, at least `wanted` if there are that many, and whether these are all.
fn lines(pen: &Pen<'_>, blocks: &[Block], columns: usize, wanted: usize) -> (Vec<Line<'static>>, bool) {
    let mut lines = Vec::new();
    let mut fence = Fence::default();
    if columns == 0 {
        return (lines, true);
    }
    for block in blocks {
        if lines.len() >= wanted {
            return (lines, false);
        }
        let one = |role: Role, text: &str| wrapped(pen, &[(role, text.to_owned())], "", columns);
        lines.extend(match block {
            Block::Title(text) => one(Role::Strong, text),
            Block::Id(text) => one(Role::Id, text),
            Block::Facts(text) => {
                let text = if pen.symbols.is_ascii { text.replace('·', pen.symbols.dot) } else { text.clone() };
                one(Role::Kind, &text)
            }
            Block::Place(text) => {
                vec![Line::from(Span::styled(words::fitted_end(text, columns, pen.symbols), pen.style(Role::Dim)))]
            }
            Block::Heading(text) => one(Role::Heading, text),
            Block::Field(name, value) => {
                wrapped(pen, &[(Role::Dim, format!("{name}: ")), (Role::Text, value.clone())], "  ", columns)
            }
            Block::Bullet(text, why) => {
                let dash = if why.is_empty() { String::new() } else { format!("  {why}") };
                let parts = [(Role::Text, "- ".to_owned()), (Role::Text, text.clone()), (Role::Dim, dash)];
                wrapped(pen, &parts, "  ", columns)
            }
            Block::Warning(text) => one(Role::Warning, text),
            Block::Blank => vec![Line::default()],
            Block::Markdown(text) => fence.lines(pen, text, columns),
        });
    }
    (lines, true)
}
