//! The footer: key hints for the current context, or a message, the loading progress, or the continuations of a chord.

use super::pen::Pen;
use crate::text::count;
use crate::tui::action::Action;
use crate::tui::key;
use crate::tui::keymap::Context;
use crate::tui::state::{Loading, State, Toast};
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget as _};

pub(in crate::tui) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let width = usize::from(area.width);
    let line = if !state.pending.is_empty() {
        chord(pen, width)
    } else if let Some(toast) = &state.toast {
        return message(pen, area, toast);
    } else if let Loading::Reading { files, rows } = &state.session.loading {
        let words = format!("Reading: {}, {} of the log", count(*files, "file"), count(*rows, "row"));
        let mut spans = vec![Span::raw(" "), pen.span(Role::Note, &words, width.saturating_sub(2)), Span::raw("  ")];
        let taken: usize = spans.iter().map(|span| words::width(&span.content)).sum();
        spans.extend(hints(pen, width.saturating_sub(taken)).spans);
        Line::from(spans)
    } else {
        hints(pen, width)
    };
    pen.line(area, 0, &line);
}

/// Maximum number of lines of a message.
const MOST_LINES: usize = 3;

/// Draws a message. One that is longer than the line covers up to two lines above it, so that the remedy at its end is
/// seen.
fn message(pen: &mut Pen<'_>, area: Rect, toast: &Toast) {
    let prefix = if toast.role == Role::Error { "! " } else { "" };
    let text = format!("{prefix}{}", toast.text);
    let columns = usize::from(area.width).saturating_sub(2);
    let most = MOST_LINES.min(usize::from(pen.state.size.1 / 4)).max(1);
    let mut lines = if most > 1 { pen.wrapped(&[(toast.role, text.clone())], "", columns) } else { Vec::new() };
    if lines.is_empty() || lines.len() > most {
        let start: String = lines.iter().take(most - 1).map(line_text).collect();
        let rest = text.get(start.len()..).unwrap_or(&text).trim_start().to_owned();
        lines.truncate(most - 1);
        lines.push(Line::from(pen.span(toast.role, &rest, columns)));
    }
    let height = lines.len() as u16;
    let rows = Rect { y: area.bottom().saturating_sub(height), height, ..area }.intersection(pen.buf.area);
    Clear.render(rows, pen.buf);
    for (row, line) in lines.into_iter().enumerate() {
        let spans: Vec<_> = std::iter::once(Span::raw(" ")).chain(line.spans).collect();
        pen.line(rows, row as u16, &Line::from(spans));
    }
}

fn line_text(line: &Line<'_>) -> String {
    line.spans.iter().map(|span| span.content.as_ref()).collect::<String>() + " "
}

/// The keys that can follow the start of a chord.
fn chord(pen: &Pen<'_>, width: usize) -> Line<'static> {
    let state = pen.state;
    let mut spans = vec![Span::raw(" "), pen.whole(Role::Key, &key::written(&state.pending)), Span::raw(" then  ")];
    for next in state.setup.keymap.continuations(&state.contexts(), &state.pending) {
        spans.push(pen.whole(Role::Key, &next.keys));
        spans.push(pen.whole(Role::Dim, &format!(" {}  ", next.does)));
    }
    let mut line = Line::from(spans);
    while line.width() > width && line.spans.pop().is_some() {}
    line
}

/// Hints for the current context, the most useful first, as many as fit.
fn hints(pen: &Pen<'_>, width: usize) -> Line<'static> {
    let state = pen.state;
    let contexts = state.contexts();
    let mut spans = Vec::new();
    let mut left = width;
    // Help is shown even if nothing else fits; on a wide screen, the palette and quit are too.
    let ways_out = [(Action::Palette, "commands"), (Action::Quit, "quit")].into_iter().filter(|_| is_roomy(state));
    let last: Vec<_> = ways_out
        .filter(|_| state.overlay.is_none() && !state.typing)
        .chain([(Action::Help, "help")])
        .filter(|_| !contexts.contains(&Context::Prompt))
        .filter_map(|(action, words)| hint(pen, &contexts, action, words))
        .collect();
    let last_width: usize = last.iter().flatten().map(|span| words::width(&span.content)).sum();
    for (action, words) in offered(pen) {
        let Some(hint) = hint(pen, &contexts, action, words) else { continue };
        let taken: usize = hint.iter().map(|span| words::width(&span.content)).sum();
        if taken + last_width > left {
            break;
        }
        left -= taken;
        spans.extend(hint);
    }
    if last_width <= left {
        spans.extend(last.into_iter().flatten());
    }
    Line::from(spans)
}

fn hint(pen: &Pen<'_>, contexts: &[Context], action: Action, words: &str) -> Option<Vec<Span<'static>>> {
    let keys = pen.state.setup.keymap.keys_of(contexts, action);
    let key = keys.first()?;
    Some(vec![Span::raw(" "), pen.whole(Role::Key, key), pen.whole(Role::Dim, &format!(" {words} "))])
}

/// Minimum width for the "why" hint in every pane.
const WIDE: u16 = 100;
/// Minimum width for the hints of the other questions.
const ROOMY: u16 = 120;
/// Number of pane hints in front of the "why" hint.
const BEFORE_WHY: usize = 6;

/// Whether there is room for the questions, and for palette and quit at a fixed place.
fn is_roomy(state: &State) -> bool {
    state.size.0 >= ROOMY
}

/// Hints for the other questions about a node.
fn questions(state: &State) -> impl Iterator<Item = (Action, &'static str)> {
    // A path starts at a mark.
    let path = (!state.session.marks.nodes.is_empty()).then_some((Action::Path, "path"));
    let rest = [
        (Action::Impact, "impact"),
        (Action::Suggest, "suggest"),
        (Action::History, "history"),
        (Action::Past, "past"),
        (Action::Diff, "since"),
    ];
    path.into_iter().chain(rest)
}

/// The actions to hint at in the current context, with their labels.
fn offered(pen: &Pen<'_>) -> Vec<(Action, &'static str)> {
    use Action::{
        Accept, Activate, Argument, Cancel, CopyId, Diff, Earlier, Edit, GoToTime, Later, Link, Mark, NextRow, Palette,
        Past, Quit, RestoreDraft, Stride,
    };
    match pen.state.overlay {
        _ if pen.state.asks_for_log() => return vec![(Activate, "create"), (Cancel, "cancel")],
        Some(overlay) => return overlay.hints(pen.state),
        None if pen.state.typing => return vec![(Accept, "done"), (Cancel, "clear"), (NextRow, "next")],
        None => {}
    }
    let common =
        [(Link, "link"), (Edit, "edit"), (CopyId, "copy"), (Mark, "mark"), (Palette, "commands"), (Quit, "quit")];
    let pane = pen.state.focused();
    let mut own = pane.hints().to_vec();
    if pen.state.size.0 >= WIDE && !pane.has_why() {
        own.insert(own.len().min(BEFORE_WHY), (Argument, "why"));
    }
    if pen.state.session.past.is_none() && !pen.state.saved_drafts.is_empty() {
        let at = own.iter().position(|(action, _)| *action == Link).map_or(1, |link| link + 1);
        own.insert(at, (RestoreDraft, "saved draft"));
    }
    if pen.state.session.past.is_some() {
        // The keys that step through time come first; nothing can be added to the past.
        let time = [
            (Earlier, "earlier"),
            (Later, "later"),
            (Stride, "step"),
            (GoToTime, "time"),
            (Past, "now"),
            (Diff, "since"),
        ];
        own.retain(|(action, _)| *action != Link);
        own.splice(0..0, time);
    }
    let fresh: Vec<_> = common
        .into_iter()
        .filter(|(action, _)| !is_roomy(pen.state) || !matches!(action, Palette | Quit))
        .chain(questions(pen.state).filter(|_| is_roomy(pen.state)))
        .filter(|(action, _)| pen.state.session.past.is_none() || *action != Link)
        .filter(|(action, _)| !own.iter().any(|(known, _)| known == action))
        .collect();
    own.extend(fresh);
    own
}
