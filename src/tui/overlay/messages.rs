//! The last messages, newest first, each with the time at which it was shown.

use super::text::TextBox;
use crate::time;
use crate::tui::action::Action;
use crate::tui::state::{Message, State};
use crate::tui::theme::Role;
use crate::tui::words::{TextLine, wrapped};

pub(super) static MESSAGES: TextBox = TextBox {
    name: "messages",
    title: "Messages",
    action: Action::Messages,
    columns: 100,
    lines,
    refusal: |state| state.messages.is_empty().then_some((Role::Note, "No messages yet")),
    is_open_at_start: |_| false,
};

fn lines(state: &State, width: usize) -> Vec<TextLine> {
    let message = |message: &Message| {
        let when = time::to_minute(&time::format(message.at)).chars().skip("2026-01-01 ".len()).collect::<String>();
        let parts = [(Role::Dim, format!("{when}  ")), (message.role, message.text.clone())];
        wrapped(&parts, "       ", width, state.setup.symbols)
    };
    state.messages.newest_first().flat_map(message).collect()
}
