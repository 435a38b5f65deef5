//! The form that closes a signal: the addressing node, the reason, the status change and the row to be appended.

use super::link::{self, EditorAreas, Wants, notes};
use crate::edge_log::ADDRESSED;
use crate::tui::job::{Outlook, StatusStep};
use crate::tui::overlay::CLOSING;
use crate::tui::pane_layout;
use crate::tui::state::{Closing, ClosingField, Phase, State};
use crate::tui::symbols::Symbols;
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine, wrapped};
use ratatui::layout::Rect;

/// The areas of the parts of the form. An error is shown in full, at the cost of the list.
pub fn areas(state: &State) -> EditorAreas<ClosingField> {
    let Some(closing) = state.closing() else {
        return link::split(Rect::default(), &[], ClosingField::By, Wants::default());
    };
    let area = pane_layout::inside(CLOSING.area(state));
    let (width, symbols) = (usize::from(area.width), state.setup.symbols);
    // The status keeps its line above an error.
    let problem = Some(problem(closing, width, symbols).len()).filter(|lines| *lines > 0).map_or(0, |lines| lines + 1);
    let notes = head(state, closing, width).len() + row(closing, width, usize::MAX, symbols).len();
    let wants = Wants::new(link::few(closing.nodes.hits.len()), notes, problem);
    link::split(area, &ClosingField::ALL, closing.focus, wants)
}

/// The error of the last attempt, or the one that the next attempt would meet.
fn problem(closing: &Closing, width: usize, symbols: &Symbols) -> Vec<TextLine> {
    let foreseen = closing.outlook.as_ref().and_then(|outlook| outlook.step.as_ref().err());
    let problem = closing.problem.as_ref().or(foreseen);
    problem.map(|problem| notes::in_full(problem, width, symbols)).unwrap_or_default()
}

/// The notes in an area, with the row at the bottom.
pub fn lines(state: &State, closing: &Closing, area: Rect) -> Vec<TextLine> {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    if height == 0 || width == 0 {
        return Vec::new();
    }
    let mut lines = head(state, closing, width);
    // The row is at the bottom so that it does not jump while the user types.
    let row = row(closing, width, height.saturating_sub(lines.len().min(2)), state.setup.symbols);
    lines.resize(height - row.len(), TextLine::new());
    lines.extend(row);
    lines
}

/// The status change, then progress, an error, or the sentence that the new edge states.
fn head(state: &State, closing: &Closing, width: usize) -> Vec<TextLine> {
    let (outlook, symbols) = (closing.outlook.as_deref(), state.setup.symbols);
    let step = outlook.and_then(|outlook| outlook.step.as_ref().ok());
    let mut lines: Vec<TextLine> = step.map(|step| status(step, width, symbols)).into_iter().collect();
    let problem = problem(closing, width, symbols);
    if closing.phase == Phase::Writing {
        lines.push(notes::writing(symbols));
    } else if problem.is_empty() {
        lines.extend(outlook.into_iter().flat_map(|outlook| said(state, outlook, width)));
    }
    lines.extend(problem);
    lines
}

/// The row that will be appended, in at most `most` lines.
fn row(closing: &Closing, width: usize, most: usize, symbols: &Symbols) -> Vec<TextLine> {
    let step = closing.outlook.as_ref().and_then(|outlook| outlook.step.as_ref().ok());
    let row = step.and_then(|step| step.row.as_ref());
    row.map(|row| notes::exact(row, width, most, symbols)).unwrap_or_default()
}

/// The status change with its file and line.
fn status(step: &StatusStep, width: usize, symbols: &Symbols) -> TextLine {
    let previous = words::fitted(&step.previous, width / 3, symbols);
    let mut line = vec![
        (Some(Role::Dim), "status ".to_owned()),
        (Some(Role::Text), format!("{previous} {} ", symbols.out)),
        (Some(Role::Strong), ADDRESSED.to_owned()),
    ];
    let place = format!("{}:{}", step.file, step.line);
    let place = words::fitted_end(&place, width.saturating_sub(words::line_width(&line) + 2), symbols);
    line.push((Some(Role::Dim), format!("  {place}")));
    line
}

/// The sentence that the row states, and warnings.
fn said(state: &State, outlook: &Outlook, width: usize) -> Vec<TextLine> {
    let symbols = state.setup.symbols;
    let Some(sentence) = &outlook.sentence else {
        let words = "Addressed by: type part of an id or title, then enter";
        return vec![vec![words::part(Role::Dim, words, width, symbols)]];
    };
    let mut lines = vec![notes::said(sentence, 0, width, symbols)];
    for advice in &outlook.advice {
        lines.extend(wrapped(&notes::spoken(state, advice, None), "  ", width, symbols));
    }
    if outlook.advice.is_empty() {
        lines.push(vec![words::part(Role::Good, "No warnings", width, symbols)]);
    }
    lines
}
