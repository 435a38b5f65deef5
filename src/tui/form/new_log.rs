//! The question whether to create the log, asked when a change is about to be written and the log does not exist.
//!
//! The change stays in its form: `enter` writes it and creates the log, `esc` returns to the form. Once the log exists,
//! the question is not asked again.

use super::{Form, Phase};
use crate::system::log::AUDIT_FILE;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::pane_layout;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::update::say;
use crate::tui::words::{TextLine, wrapped};
use ratatui::layout::Rect;

/// Width of the question, if the screen is wide enough.
const WIDTH: u16 = 70;

/// Handles a change that was not written because the log does not exist; `form` is its form, if it is still there.
pub(in crate::tui) fn needed(
    state: &mut State,
    is_open: bool,
    form: impl FnOnce(&mut State) -> Option<&mut Form>,
) -> Vec<Effect> {
    // Do not quit: the change is not written.
    state.leaving = false;
    let Some(form) = form(state) else { return Vec::new() };
    if is_open {
        form.phase = Phase::AsksForLog;
        return Vec::new();
    }
    // The form was closed in the meantime: a question now would get a key that is meant for something else.
    form.phase = Phase::Open;
    let file = state.session.log_file();
    let words = format!("Nothing was written: {file} does not exist. Resume the draft to create it");
    vec![say(state, Role::Warning, words)]
}

/// Handles an action while the question is shown.
pub(in crate::tui) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    let creates = match action {
        Action::Activate | Action::Accept => true,
        Action::Cancel => false,
        _ => return Vec::new(),
    };
    state.overlay.map(|overlay| overlay.log_answered(state, creates)).unwrap_or_default()
}

pub(in crate::tui) fn area(state: &State) -> Rect {
    pane_layout::dialog(state.size, WIDTH, |width| lines(state, width).len())
}

fn lines(state: &State, width: usize) -> Vec<TextLine> {
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

pub(in crate::tui) fn draw(pen: &mut Pen<'_>) {
    let area = area(pen.state);
    pen.clear(area);
    pen.boxed(area, true, "New log", "");
    let inner = pane_layout::inside(area);
    pen.text(inner, lines(pen.state, usize::from(inner.width)));
    // The fields behind it have no cursor now.
    pen.cursor = None;
}
