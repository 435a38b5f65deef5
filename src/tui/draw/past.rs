//! Draws the time bar below the panes while a past state is shown: a histogram of log rows over time with the current
//! position, and a line of facts.

use super::pen::Pen;
use crate::text::grouped;
use crate::tui::state::minute;
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Bars of the histogram, from none to most.
const LEVELS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const ASCII_LEVELS: [&str; 9] = [" ", ".", ".", ":", ":", "+", "+", "#", "#"];

pub(in crate::tui) fn draw(pen: &mut Pen<'_>, area: Rect) {
    if area.height == 0 {
        return;
    }
    let line = facts(pen, usize::from(area.width));
    pen.line(area, area.height - 1, &line);
    if area.height > 1 {
        let line = density(pen, usize::from(area.width).saturating_sub(2));
        pen.line(area, 0, &line);
    }
}

/// The histogram of log rows from the first to the last, with the current position.
fn density(pen: &Pen<'_>, parts: usize) -> Line<'static> {
    let past = pen.state.session.past.as_ref();
    let Some((known, at)) = past.and_then(|past| Some((past.known.as_ref()?, past.at?))) else {
        return Line::default();
    };
    let counts = known.moments.density(parts);
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let here = known.moments.part(at, parts);
    let (levels, marker) = if pen.symbols.is_ascii { (ASCII_LEVELS, "|") } else { (LEVELS, "┃") };
    let cell = |(part, count): (usize, &usize)| match part {
        _ if part == here => Span::styled(marker, pen.style(Role::Past)),
        // Rounded up, so that a single row is visible.
        _ => Span::styled(
            levels[(count * 8).div_ceil(most)],
            pen.style(if part < here { Role::Text } else { Role::Dim }),
        ),
    };
    let cells = counts.iter().enumerate().map(cell);
    Line::from(std::iter::once(Span::raw(" ")).chain(cells).collect::<Vec<_>>())
}

/// The current position in words.
fn facts(pen: &Pen<'_>, width: usize) -> Line<'static> {
    let Some(past) = &pen.state.session.past else { return Line::default() };
    let Some((known, at)) = past.known.as_ref().zip(past.at) else {
        return Line::from(pen.span(Role::Dim, " Loading history", width));
    };
    let last = known.moments.last_until(at);
    let actor = last.and_then(|last| last.actor).map(|actor| past.present.graph.text(actor));
    let by = actor.map(|actor| format!(" by {actor}")).unwrap_or_default();
    let what = if known.has_log { "row " } else { "" };
    let rows = format!("{what}{} of {}{by}", grouped(known.moments.until(at)), grouped(known.moments.len()));
    let day = |time| minute(time)[..10].to_owned();
    let range = known.moments.range().map(|(first, last)| format!("{} to {}", day(first), day(last)));
    let step = format!("step: {}", past.stride.name());
    // The time comes last because the header shows it too.
    let facts = [rows, step].into_iter().chain(range).chain([minute(at)]);
    let dot = format!(" {} ", pen.symbols.dot);
    let mut shown = String::new();
    for fact in facts {
        let more = if shown.is_empty() { format!(" {fact}") } else { format!("{dot}{fact}") };
        if words::width(&shown) + words::width(&more) > width {
            break;
        }
        shown.push_str(&more);
    }
    Line::from(pen.whole(Role::Text, &shown))
}
