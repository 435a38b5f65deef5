//! Draws the form that closes a signal: the addressing node, the reason, the status change and the row to be appended.

use super::editor::{self, list};
use super::pen::Pen;
use crate::tui::action::Action;
use crate::tui::layout::closing::{areas, lines};
use crate::tui::layout::link::key_of;
use crate::tui::state::{Closing, ClosingField, Phase};
use crate::tui::task::Key;
use crate::tui::theme::Role;
use ratatui::layout::Rect;

pub(in crate::tui) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let Some(closing) = state.closing() else { return };
    let title = state.session.graph.find(&closing.id).map(|node| node.title()).filter(|title| *title != closing.id);
    pen.boxed(area, true, &format!("Close {}", closing.id), title.unwrap_or_default());
    let places = areas(state);
    for (name, line) in &places.fields {
        field(pen, closing, *name, *line);
    }
    if let Some(line) = places.above {
        let heading = list::counted("nodes", closing.nodes.hits.len(), closing.nodes.total);
        editor::rule(pen, line, &heading);
        editor::rule(pen, Rect { y: places.list.bottom(), ..line }, &next_step(pen, closing));
    }
    let meant = Some(closing.rows.cursor).filter(|_| closing.is_meant);
    list::nodes(pen, &closing.nodes.hits, closing.rows, meant, closing.by.typed(), places.list);
    editor::draw_notes(pen, &[Key::COMPLETE, Key::ADVISE], places.notes, lines(state, closing, places.notes));
}

fn field(pen: &mut Pen<'_>, closing: &Closing, name: ClosingField, line: Rect) {
    let has_keys = closing.focus == name;
    match name {
        ClosingField::By if !closing.by.taken.is_empty() => {
            editor::chosen(pen, name.name(), &closing.by.taken, has_keys, Role::Id, line);
        }
        ClosingField::By => editor::typed(pen, name.name(), &closing.by.prompt, has_keys, "", line),
        ClosingField::Reason => editor::typed(pen, name.name(), &closing.reason, has_keys, editor::WHY, line),
    }
}

/// The key that writes, once all fields are filled in.
fn next_step(pen: &Pen<'_>, closing: &Closing) -> String {
    let is_possible = closing.outlook.as_ref().is_some_and(|outlook| outlook.step.is_ok());
    let is_chosen = !closing.by.taken.is_empty() && closing.meant(&pen.state.session.graph).is_none();
    if is_possible && is_chosen && closing.phase == Phase::Open {
        format!("{} writes both or neither", key_of(pen.state, Action::Accept))
    } else {
        String::new()
    }
}
