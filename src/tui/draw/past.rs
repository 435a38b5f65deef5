//! The bar below the panes that shows where in the past one is.

use super::pen::Pen;
use crate::text::grouped;
use crate::tui::pane_layout;
use crate::tui::state::{When, WhenFor, minute};
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// How much came, from nothing to most.
const LEVELS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const ASCII_LEVELS: [&str; 9] = [" ", ".", ".", ":", ":", "+", "+", "#", "#"];

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    if area.height == 0 {
        return;
    }
    let line = told(pen, usize::from(area.width));
    pen.line(area, area.height - 1, &line);
    if area.height > 1 {
        let line = density(pen, usize::from(area.width).saturating_sub(2));
        pen.line(area, 0, &line);
    }
}

/// A time that is being typed.
pub(super) fn draw_when(pen: &mut Pen<'_>, typed: &When, area: Rect) {
    let name = match typed.purpose {
        WhenFor::Past => "Go to a time",
        WhenFor::Since => "Mark what came since",
    };
    pen.boxed(area, true, name, "");
    let inner = pane_layout::inside(area);
    pen.prompt(Rect { height: inner.height.min(1), ..inner }, "@", &typed.prompt, true, "");
    let (role, words) = if typed.is_wrong {
        (Role::Warning, "this is no time; try 2026-05-01, -3h, -7d or -2w")
    } else {
        (Role::Dim, "a date, a time, or so long ago: -3h, -7d, -2w")
    };
    let line = Line::from(pen.span(role, words, usize::from(inner.width)));
    pen.line(inner, 1, &line);
}

/// How much came when, from the first row of the log to the last, and where one is.
fn density(pen: &Pen<'_>, parts: usize) -> Line<'static> {
    let past = pen.state.past.as_ref();
    let Some((known, at)) = past.and_then(|past| Some((past.known.as_ref()?, past.at?))) else {
        return Line::default();
    };
    let counts = known.moments.density(parts);
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let here = known.moments.part(at, parts);
    let (levels, marker) = if pen.symbols.is_ascii { (ASCII_LEVELS, "|") } else { (LEVELS, "┃") };
    let cell = |(part, count): (usize, &usize)| match part {
        _ if part == here => Span::styled(marker, pen.style(Role::Past)),
        // The least that came is still seen.
        _ => Span::styled(
            levels[(count * 8).div_ceil(most)],
            pen.style(if part < here { Role::Text } else { Role::Dim }),
        ),
    };
    let cells = counts.iter().enumerate().map(cell);
    Line::from(std::iter::once(Span::raw(" ")).chain(cells).collect::<Vec<_>>())
}

/// Where one is, in words.
fn told(pen: &Pen<'_>, width: usize) -> Line<'static> {
    let Some(past) = &pen.state.past else { return Line::default() };
    let Some((known, at)) = past.known.as_ref().zip(past.at) else {
        return Line::from(pen.span(Role::Dim, " looking at when everything came", width));
    };
    let last = known.moments.last_until(at);
    let actor = last.and_then(|last| last.actor).map(|actor| past.present.graph.text(actor));
    let by = actor.map(|actor| format!(" by {actor}")).unwrap_or_default();
    let what = if known.has_log { "row " } else { "" };
    let rows = format!("{what}{} of {}{by}", grouped(known.moments.until(at)), grouped(known.moments.len()));
    let day = |time| minute(time)[..10].to_owned();
    let range = known.moments.range().map(|(first, last)| format!("{} to {}", day(first), day(last)));
    let step = format!("step: {}", past.stride.name());
    // The header has the time, too.
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
