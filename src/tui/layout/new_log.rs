//! The question whether to create the log.

use crate::system::log::AUDIT_FILE;
use crate::tui::pane_layout;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::words::{TextLine, wrapped};
use ratatui::layout::Rect;

/// Width of the question, if the screen is wide enough.
const WIDTH: u16 = 70;

/// The area of the question.
pub fn area(state: &State) -> Rect {
    pane_layout::dialog(state.size, WIDTH, |width| lines(state, width).len())
}

pub fn lines(state: &State, width: usize) -> Vec<TextLine> {
    let file = state.session.log_file();
    let question = format!("Create {file} for new edges?");
    let mut lines = wrapped(&[(Role::Strong, question)], "", width, state.setup.symbols);
    lines.push(TextLine::new());
    let folder = state.root.display();
    let words = format!(
        "The workspace {folder} has no log yet. Each change is also recorded in {AUDIT_FILE}. If you cancel, the draft \
         is kept and nothing is written."
    );
    lines.extend(wrapped(&[(Role::Text, words)], "", width, state.setup.symbols));
    lines
}
