//! Renders a [`State`] into the frame buffer. [`draw`] is a pure function of the state: it changes nothing and contains
//! no graph logic. Everything is redrawn from scratch every time; ratatui then sends only the cells that differ.

pub(in crate::tui) mod age;
pub(in crate::tui) mod apart;
pub(in crate::tui) mod closing;
pub(in crate::tui) mod edge;
pub(in crate::tui) mod editor;
pub(in crate::tui) mod footer;
pub(in crate::tui) mod names;
pub(in crate::tui) mod past;
pub(in crate::tui) mod pen;

use super::layout::{header, new_log};
use super::pane_layout::{self, PaneLayout};
use super::state::State;
use pen::Pen;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

pub fn draw(state: &State, frame: &mut Frame<'_>) {
    let buf = frame.buffer_mut();
    let mut pen = Pen::new(state, buf);
    let places = PaneLayout::of(state);
    pen.text(places.header, [header::line(state).0]);
    for (pane, area) in &places.panes {
        pane.draw(&mut pen, *area);
    }
    past::draw(&mut pen, places.past);
    if let Some(overlay) = state.overlay {
        let area = overlay.area(state);
        pen.clear(area);
        overlay.draw(&mut pen, area);
    }
    if state.asks_for_log() {
        draw_new_log(&mut pen);
    }
    footer::draw(&mut pen, places.footer);
    let cursor = pen.cursor;
    apart::split_clusters(frame.buffer_mut());
    reset_blanks(frame.buffer_mut());
    if let Some(cell) = cursor {
        frame.set_cursor_position(cell);
    }
}

/// Draws the question whether to create the log.
fn draw_new_log(pen: &mut Pen<'_>) {
    let area = new_log::area(pen.state);
    pen.clear(area);
    pen.boxed(area, true, "New log", "");
    let inner = pane_layout::inside(area);
    pen.text(inner, new_log::lines(pen.state, usize::from(inner.width)));
    // The fields behind it have no cursor now.
    pen.cursor = None;
}

/// Resets the foreground colour and weight of blanks, which do not show. Blanks that differ only in these would be sent
/// to the terminal without a visible change.
fn reset_blanks(buf: &mut Buffer) {
    let visible = Modifier::UNDERLINED | Modifier::REVERSED | Modifier::CROSSED_OUT;
    for cell in buf.content.iter_mut().filter(|cell| cell.symbol() == " " && !cell.modifier.intersects(visible)) {
        cell.fg = Color::Reset;
        cell.modifier = Modifier::empty();
    }
}
