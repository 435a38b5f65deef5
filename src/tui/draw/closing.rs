//! Draws the form that closes a signal: the addressing node, the reason, the status change and the row to be appended.

use super::editor::{self, EditorAreas, Wants, list, notes};
use super::pen::Pen;
use crate::edge_log::ADDRESSED;
use crate::tui::action::Action;
use crate::tui::job::{Lane, Outlook, StatusStep};
use crate::tui::pane_layout;
use crate::tui::state::{Closing, ClosingField, Overlay, Phase, State};
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// The areas of the parts of the form. An error is shown in full, at the cost of the list.
pub fn closing_areas(state: &State) -> EditorAreas<ClosingField> {
    let Some(closing) = state.closing() else {
        return editor::split(Rect::default(), &[], ClosingField::By, Wants::default());
    };
    let area = pane_layout::inside(pane_layout::overlay(state, &Overlay::Closing(String::new())));
    let mut nowhere = Buffer::empty(Rect::default());
    let pen = Pen::new(state, &mut nowhere);
    let width = usize::from(area.width);
    // The status keeps its line above an error.
    let problem = Some(problem(&pen, closing, width).len()).filter(|lines| *lines > 0).map_or(0, |lines| lines + 1);
    let notes = head(&pen, closing, width).len() + row(&pen, closing, width, usize::MAX).len();
    let wants = Wants::new(editor::few(closing.nodes.hits.len()), notes, problem);
    editor::split(area, &ClosingField::ALL, closing.focus, wants)
}

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let Some(closing) = state.closing() else { return };
    let title = state.graph.find(&closing.id).map(|node| node.title()).filter(|title| *title != closing.id);
    pen.boxed(area, true, &format!("Close {}", closing.id), title.unwrap_or_default());
    let places = closing_areas(state);
    for (name, line) in &places.fields {
        field(pen, closing, *name, *line);
    }
    if let Some(line) = places.above {
        let heading = list::counted("nodes", closing.nodes.hits.len(), closing.nodes.total);
        editor::rule(pen, line, &heading);
        editor::rule(pen, Rect { y: places.list.bottom(), ..line }, &next_step(pen, closing));
    }
    let meant = Some(closing.rows.cursor).filter(|_| closing.is_meant);
    list::nodes(pen, &closing.nodes.hits, closing.rows, meant, closing.by.typed(), places.list);
    draw_notes(pen, closing, places.notes);
}

fn field(pen: &mut Pen<'_>, closing: &Closing, name: ClosingField, line: Rect) {
    let has_keys = closing.focus == name;
    match name {
        ClosingField::By if !closing.by.taken.is_empty() => {
            editor::chosen(pen, name.name(), &closing.by.taken, has_keys, Role::Id, line);
        }
        ClosingField::By => editor::typed(pen, name.name(), &closing.by.prompt, has_keys, "", line),
        ClosingField::Reason => editor::typed(pen, name.name(), &closing.reason, has_keys, editor::WHY, line),
    }
}

/// The key that writes, once all fields are filled in.
fn next_step(pen: &Pen<'_>, closing: &Closing) -> String {
    let is_possible = closing.outlook.as_ref().is_some_and(|outlook| outlook.step.is_ok());
    let is_chosen = !closing.by.taken.is_empty() && closing.meant(&pen.state.graph).is_none();
    if is_possible && is_chosen && closing.phase == Phase::Open {
        format!("{} writes both or neither", editor::key_of(pen, Action::Accept))
    } else {
        String::new()
    }
}

/// The error of the last attempt, or the one that the next attempt would meet.
fn problem(pen: &Pen<'_>, closing: &Closing, width: usize) -> Vec<Line<'static>> {
    let foreseen = closing.outlook.as_ref().and_then(|outlook| outlook.step.as_ref().err());
    let problem = closing.problem.as_ref().or(foreseen);
    problem.map(|problem| notes::in_full(pen, problem, width)).unwrap_or_default()
}

fn draw_notes(pen: &mut Pen<'_>, closing: &Closing, area: Rect) {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    if height == 0 || width == 0 {
        return;
    }
    let mut lines = head(pen, closing, width);
    // The row is at the bottom so that it does not jump while the user types.
    let row = row(pen, closing, width, height.saturating_sub(lines.len().min(2)));
    lines.truncate(height - row.len());
    lines.resize(height - row.len(), Line::default());
    lines.extend(row);
    let is_old = [Lane::Complete, Lane::Advise].into_iter().any(|lane| pen.state.is_waiting(lane));
    for (at, line) in lines.iter().enumerate() {
        pen.line(area, at as u16, line);
        if is_old {
            pen.highlight(area, at as u16, Role::Dim);
        }
    }
}

/// The status change, then progress, an error, or the sentence that the new edge states.
fn head(pen: &Pen<'_>, closing: &Closing, width: usize) -> Vec<Line<'static>> {
    let outlook = closing.outlook.as_deref();
    let step = outlook.and_then(|outlook| outlook.step.as_ref().ok());
    let mut lines: Vec<Line<'static>> = step.map(|step| status(pen, step, width)).into_iter().collect();
    let problem = problem(pen, closing, width);
    if closing.phase == Phase::Writing {
        lines.push(Line::from(pen.whole(Role::Note, &format!("Writing{}", pen.symbols.ellipsis))));
    } else if problem.is_empty() {
        lines.extend(outlook.into_iter().flat_map(|outlook| said(pen, outlook, width)));
    }
    lines.extend(problem);
    lines
}

/// The row that will be appended, in at most `most` lines.
fn row(pen: &Pen<'_>, closing: &Closing, width: usize, most: usize) -> Vec<Line<'static>> {
    let step = closing.outlook.as_ref().and_then(|outlook| outlook.step.as_ref().ok());
    let row = step.and_then(|step| step.row.as_ref());
    row.map(|row| notes::exact(pen, row, width, most)).unwrap_or_default()
}

/// The status change with its file and line.
fn status(pen: &Pen<'_>, step: &StatusStep, width: usize) -> Line<'static> {
    let previous = words::fitted(&step.previous, width / 3, pen.symbols);
    let mut spans = vec![
        Span::styled("status ".to_owned(), pen.style(Role::Dim)),
        Span::styled(format!("{previous} {} ", pen.symbols.out), pen.style(Role::Text)),
        Span::styled(ADDRESSED.to_owned(), pen.style(Role::Strong)),
    ];
    let taken: usize = spans.iter().map(|span| words::width(&span.content)).sum();
    let place = format!("{}:{}", step.file, step.line);
    let place = words::fitted_end(&place, width.saturating_sub(taken + 2), pen.symbols);
    spans.push(Span::styled(format!("  {place}"), pen.style(Role::Dim)));
    Line::from(spans)
}

/// The sentence that the row states, and warnings.
fn said(pen: &Pen<'_>, outlook: &Outlook, width: usize) -> Vec<Line<'static>> {
    let Some(sentence) = &outlook.sentence else {
        let words = "Addressed by: type part of an id or title, then enter";
        return vec![Line::from(pen.span(Role::Dim, words, width))];
    };
    let mut lines = vec![notes::said(pen, sentence, 0, width)];
    for advice in &outlook.advice {
        lines.extend(pen.wrapped(&notes::spoken(pen, advice, None), "  ", width));
    }
    if outlook.advice.is_empty() {
        lines.push(Line::from(pen.span(Role::Good, "No warnings", width)));
    }
    lines
}
