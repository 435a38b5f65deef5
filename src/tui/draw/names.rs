//! Names in a row, with the matched characters marked.

pub(in crate::tui) use crate::tui::names::{names, role};

use super::pen::Pen;
use crate::query::Matcher;
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::text::Span;
use unicode_segmentation::UnicodeSegmentation as _;

/// A text with its matched characters marked, truncated to `columns`.
pub(in crate::tui) fn marked(
    pen: &Pen<'_>,
    text: &str,
    role: Role,
    columns: usize,
    matcher: Option<&Matcher>,
) -> Vec<Span<'static>> {
    let positions = matcher.map(|matcher| matcher.positions(text)).unwrap_or_default();
    let fitted = words::fitted(text, columns, pen.symbols);
    // Positions refer to the original text; if sanitising changed it, they would mark the wrong characters.
    if positions.is_empty() || words::shown(text, pen.symbols) != text {
        return vec![Span::styled(fitted, pen.style(role))];
    }
    let mut spans: Vec<Span<'static>> = Vec::new();
    let mut run = String::new();
    let mut is_match = false;
    let mut at = 0;
    for grapheme in fitted.graphemes(true) {
        // A character stays together with its combining marks, which are not drawn alone.
        let end = at + grapheme.chars().count();
        let hit = positions.iter().any(|position| (at..end).contains(position));
        at = end;
        if hit != is_match && !run.is_empty() {
            let style = if is_match { pen.style(role).patch(pen.style(Role::Match)) } else { pen.style(role) };
            spans.push(Span::styled(std::mem::take(&mut run), style));
        }
        is_match = hit;
        run.push_str(grapheme);
    }
    let style = if is_match { pen.style(role).patch(pen.style(Role::Match)) } else { pen.style(role) };
    spans.push(Span::styled(run, style));
    spans
}
