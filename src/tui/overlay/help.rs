//! All key bindings, grouped by context.

use super::text::TextBox;
use crate::tui::action::Action;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::words::{self, TextLine};

pub(super) static HELP: TextBox = TextBox {
    name: "help",
    title: "Help",
    action: Action::Help,
    columns: 92,
    lines,
    refusal: |_| None,
    is_open_at_start: |_| false,
};

fn lines(state: &State, width: usize) -> Vec<TextLine> {
    let symbols = state.setup.symbols;
    let mut lines = Vec::new();
    // The bindings of the focused pane come first.
    let own = state.pane_context();
    let bound = state.setup.keymap.entries().filter(|entry| !entry.keys.is_empty());
    let mut entries: Vec<_> = bound.collect();
    entries.sort_by_key(|entry| entry.context != own);
    for entries in entries.chunk_by(|one, other| one.context == other.context) {
        if !lines.is_empty() {
            lines.push(TextLine::new());
        }
        lines.push(vec![(Some(Role::Heading), entries[0].context.name().to_owned())]);
        for entry in entries {
            let keys = words::padded(&entry.keys.join("  "), 22, symbols);
            let does = words::part(Role::Text, entry.does, width.saturating_sub(24), symbols);
            lines.push(vec![(None, "  ".to_owned()), (Some(Role::Key), keys), does]);
        }
    }
    lines
}
