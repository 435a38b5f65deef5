//! All key bindings, grouped by context.

use super::text::TextBox;
use crate::tui::action::Action;
use crate::tui::keymap::Context;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine};

pub(super) static HELP: TextBox = TextBox {
    name: "help",
    title: "Help",
    action: Action::Help,
    columns: 92,
    lines,
    if_none: (Role::Note, "No keys"),
    is_open_at_start: |_| false,
};

fn lines(state: &State, width: usize) -> Vec<TextLine> {
    let symbols = state.setup.symbols;
    let mut lines = Vec::new();
    // The bindings of the focused pane come first.
    let own = state.pane_context();
    let others = Context::all().filter(|context| *context != own);
    for context in std::iter::once(own).chain(others) {
        let entries = state.setup.keymap.entries();
        let entries: Vec<_> = entries.filter(|entry| entry.context == context && !entry.keys.is_empty()).collect();
        if entries.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(TextLine::new());
        }
        lines.push(vec![(Some(Role::Heading), context.name().to_owned())]);
        for entry in entries {
            let keys = words::padded(&entry.keys.join("  "), 22, symbols);
            let does = words::part(Role::Text, entry.does, width.saturating_sub(24), symbols);
            lines.push(vec![(None, "  ".to_owned()), (Some(Role::Key), keys), does]);
        }
    }
    lines
}
