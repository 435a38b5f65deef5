//! Draws the question whether to create the log.

use super::pen::Pen;
use crate::system::log::AUDIT_FILE;
use crate::tui::pane_layout;
use crate::tui::state::State;
use crate::tui::theme::Role;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget as _};

/// Width of the question, if the screen is wide enough.
const WIDTH: u16 = 70;

pub(super) fn draw(pen: &mut Pen<'_>) {
    let area = new_log_area(pen.state);
    Clear.render(area, pen.buf);
    let style = pen.style(Role::Text);
    pen.buf.set_style(area, style);
    pen.boxed(area, true, "New log", "");
    let inner = pane_layout::inside(area);
    for (row, line) in lines(pen, usize::from(inner.width)).iter().enumerate() {
        pen.line(inner, u16::try_from(row).unwrap_or(u16::MAX), line);
    }
    // The fields behind it have no cursor now.
    pen.cursor = None;
}

/// The area of the question.
pub fn new_log_area(state: &State) -> Rect {
    let mut nowhere = Buffer::empty(Rect::default());
    pane_layout::dialog(state.size, WIDTH, |width| lines(&Pen::new(state, &mut nowhere), width).len())
}

fn lines(pen: &Pen<'_>, width: usize) -> Vec<Line<'static>> {
    let file = pen.state.log_file();
    let question = format!("Create {file} for new edges?");
    let mut lines = pen.wrapped(&[(Role::Strong, question)], "", width);
    lines.push(Line::default());
    let folder = pen.state.root.display();
    let words = format!(
        "The workspace {folder} has no log yet. Each change is also recorded in {AUDIT_FILE}. If you cancel, the draft \
         is kept and nothing is written."
    );
    lines.extend(pen.wrapped(&[(Role::Text, words)], "", width));
    lines
}
