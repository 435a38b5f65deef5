//! Draws the confirmation that an edge added in this session will be retracted.

use super::pen::Pen;
use crate::tui::pane_layout;
use crate::tui::state::{Phase, State, Undo};
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

pub(super) fn draw(pen: &mut Pen<'_>, shown: &Undo, area: Rect) {
    pen.boxed(area, true, "Undo", "");
    let inner = pane_layout::inside(area);
    for (row, line) in lines(pen, shown, usize::from(inner.width)).iter().enumerate() {
        pen.line(inner, u16::try_from(row).unwrap_or(u16::MAX), line);
    }
}

/// Height of the confirmation in a box of at most `columns`.
pub fn undo_lines(state: &State, shown: &Undo, columns: u16) -> usize {
    let mut nowhere = Buffer::empty(Rect::default());
    let width = columns.min(state.size.0.saturating_sub(4)).saturating_sub(2);
    lines(&Pen::new(state, &mut nowhere), shown, usize::from(width)).len()
}

fn lines(pen: &Pen<'_>, shown: &Undo, width: usize) -> Vec<Line<'static>> {
    let row = &shown.added.row;
    let place = format!("line {} of the log", shown.added.written.line);
    let (subject, verb, object) = match &shown.retraction_preview {
        Some(retraction_preview) => (
            &*retraction_preview.sentence.subject,
            &*retraction_preview.sentence.verb,
            &*retraction_preview.sentence.object,
        ),
        None => (&*row.from, &*row.relation, &*row.to),
    };
    let each = width.saturating_sub(words::width(verb) + 2) / 2;
    let [subject, object] = [subject, object].map(|id| words::fitted_middle(id, each, pen.symbols));
    let sentence = format!("{subject} {verb} {object}");
    let mut lines = pen.wrapped(&[(Role::Retracted, sentence), (Role::Dim, format!("  {place}"))], "  ", width);
    lines.push(Line::default());
    match shown.retraction_preview.as_ref().map(|retraction_preview| &retraction_preview.retraction) {
        Some(Err(problem)) if shown.problem.is_none() => {
            lines.extend(pen.wrapped(&[(Role::Error, format!("! {problem}"))], "  ", width));
        }
        // It was confirmed anyway; the error below says why it failed.
        Some(Err(_)) => {}
        row => {
            let words =
                "This row will be appended. Nothing is deleted; programs that ignore retractions still see the edge.";
            lines.extend(pen.wrapped(&[(Role::Text, words.to_owned())], "", width));
            lines.push(Line::default());
            let json = row.and_then(|row| serde_json::to_string(row.as_ref().ok()?).ok()).unwrap_or_default();
            lines.extend(pen.wrapped(&[(Role::Code, json)], "", width));
        }
    }
    if shown.phase == Phase::Writing {
        lines.push(Line::from(pen.whole(Role::Note, &format!("Writing{}", pen.symbols.ellipsis))));
    }
    if let Some(problem) = &shown.problem {
        lines.extend(pen.wrapped(&[(Role::Error, format!("! {problem}"))], "  ", width));
    }
    lines
}
