//! The confirmation that an edge added in this session will be retracted.

use super::link::notes;
use crate::tui::state::{Phase, State, Undo};
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine, wrapped};

pub fn lines(state: &State, shown: &Undo, width: usize) -> Vec<TextLine> {
    let symbols = state.setup.symbols;
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
    let [subject, object] = [subject, object].map(|id| words::fitted_middle(id, each, symbols));
    let sentence = format!("{subject} {verb} {object}");
    let mut lines = wrapped(&[(Role::Retracted, sentence), (Role::Dim, format!("  {place}"))], "  ", width, symbols);
    lines.push(TextLine::new());
    match shown.retraction_preview.as_ref().map(|retraction_preview| &retraction_preview.retraction) {
        Some(Err(problem)) if shown.problem.is_none() => {
            lines.extend(notes::in_full(problem, width, symbols));
        }
        // It was confirmed anyway; the error below says why it failed.
        Some(Err(_)) => {}
        row => {
            let words =
                "This row will be appended. Nothing is deleted; programs that ignore retractions still see the edge.";
            lines.extend(wrapped(&[(Role::Text, words.to_owned())], "", width, symbols));
            lines.push(TextLine::new());
            let json = row.and_then(|row| serde_json::to_string(row.as_ref().ok()?).ok()).unwrap_or_default();
            lines.extend(wrapped(&[(Role::Code, json)], "", width, symbols));
        }
    }
    if shown.phase == Phase::Writing {
        lines.push(notes::writing(symbols));
    }
    if let Some(problem) = &shown.problem {
        lines.extend(notes::in_full(problem, width, symbols));
    }
    lines
}
