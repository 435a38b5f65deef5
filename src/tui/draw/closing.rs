//! Closing a signal: who addresses it, and what will be written.

use super::editor::{self, EditorPlaces, Wants, list, notes};
use super::markdown::wrapped;
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

/// Where its parts stand. What went wrong is told in full, at the cost of the list.
pub fn closing_places(state: &State) -> EditorPlaces<ClosingField> {
    let Some(closing) = state.closing() else {
        return editor::split(Rect::default(), &[], ClosingField::By, Wants::default());
    };
    let area = pane_layout::inside(pane_layout::overlay(state, &Overlay::Closing(String::new())));
    let mut nowhere = Buffer::empty(Rect::default());
    let pen = Pen::new(state, &mut nowhere);
    let width = usize::from(area.width);
    // Above a problem, the status keeps its line.
    let problem = Some(problem(&pen, closing, width).len()).filter(|lines| *lines > 0).map_or(0, |lines| lines + 1);
    let told = head(&pen, closing, width).len() + row(&pen, closing, width, usize::MAX).len();
    let wants = Wants::new(editor::few(closing.nodes.hits.len()), told, problem);
    editor::split(area, &ClosingField::ALL, closing.focus, wants)
}

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let Some(closing) = state.closing() else { return };
    let title = state.graph.find(&closing.id).map(|node| node.title()).filter(|title| *title != closing.id);
    pen.boxed(area, true, &format!("Close {}", closing.id), title.unwrap_or_default());
    let places = closing_places(state);
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
    tell(pen, closing, places.told);
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

/// What the next key does, once nothing is left to choose.
fn next_step(pen: &Pen<'_>, closing: &Closing) -> String {
    let is_possible = closing.outlook.as_ref().is_some_and(|outlook| outlook.step.is_ok());
    let is_chosen = !closing.by.taken.is_empty() && closing.meant(&pen.state.graph).is_none();
    if is_possible && is_chosen && closing.phase == Phase::Open {
        format!("{} writes both, or neither", editor::key_of(pen, Action::Accept))
    } else {
        String::new()
    }
}

/// Why it could not be closed, or cannot be.
fn problem(pen: &Pen<'_>, closing: &Closing, width: usize) -> Vec<Line<'static>> {
    let foreseen = closing.outlook.as_ref().and_then(|outlook| outlook.step.as_ref().err());
    let problem = closing.problem.as_ref().or(foreseen);
    problem.map(|problem| notes::in_full(pen, problem, width)).unwrap_or_default()
}

fn tell(pen: &mut Pen<'_>, closing: &Closing, area: Rect) {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    if height == 0 || width == 0 {
        return;
    }
    let mut lines = head(pen, closing, width);
    // The row stands at the bottom, so that it does not jump while somebody types.
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

/// The change of status, and what is being done, what went wrong, or what will be true.
fn head(pen: &Pen<'_>, closing: &Closing, width: usize) -> Vec<Line<'static>> {
    let outlook = closing.outlook.as_deref();
    let step = outlook.and_then(|outlook| outlook.step.as_ref().ok());
    let mut lines: Vec<Line<'static>> = step.map(|step| status(pen, step, width)).into_iter().collect();
    let problem = problem(pen, closing, width);
    if closing.phase == Phase::Writing {
        lines.push(Line::from(pen.whole(Role::Note, &format!("writing{}", pen.symbols.ellipsis))));
    } else if problem.is_empty() {
        lines.extend(outlook.into_iter().flat_map(|outlook| said(pen, outlook, width)));
    }
    lines.extend(problem);
    lines
}

/// The row that will be appended, in so many lines at most.
fn row(pen: &Pen<'_>, closing: &Closing, width: usize, most: usize) -> Vec<Line<'static>> {
    let step = closing.outlook.as_ref().and_then(|outlook| outlook.step.as_ref().ok());
    let row = step.and_then(|step| step.row.as_ref());
    row.map(|row| notes::exact(pen, row, width, most)).unwrap_or_default()
}

/// The change of status, and the place that will say it.
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

/// What the row says, and what speaks against it.
fn said(pen: &Pen<'_>, outlook: &Outlook, width: usize) -> Vec<Line<'static>> {
    let Some(sentence) = &outlook.sentence else {
        let words = "who addresses it? type a few letters of an id or title, then enter";
        return vec![Line::from(pen.span(Role::Dim, words, width))];
    };
    let mut lines = vec![notes::said(pen, sentence, 0, width)];
    for advice in &outlook.advice {
        lines.extend(wrapped(pen, &notes::spoken(pen, advice, None), "  ", width));
    }
    if outlook.advice.is_empty() {
        lines.push(Line::from(pen.span(Role::Good, "nothing speaks against it", width)));
    }
    lines
}
