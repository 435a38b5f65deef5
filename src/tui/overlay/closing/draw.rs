//! Draws the form: the addressing node, the reason, the status change and the row to be appended.

use super::Closing;
use super::layout::{areas, lines};
use super::state::{Draft, Field, draft_of};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::form::layout::key_of;
use crate::tui::form::{FormOverlay as _, Phase, draw as form, list};
use crate::tui::theme::Role;
use ratatui::layout::Rect;

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect) {
    let state = pen.state;
    let Some(closing) = draft_of(state) else { return };
    let title = state.session.graph.find(&closing.id).map(|node| node.title()).filter(|title| *title != closing.id);
    pen.boxed(area, true, &format!("Close {}", closing.id), title.unwrap_or_default());
    let places = areas(state);
    for (name, line) in &places.fields {
        field(pen, closing, *name, *line);
    }
    let heading = list::counted("nodes", closing.form.nodes.hits.len(), closing.form.nodes.total);
    form::rules(pen, &places, &heading, &next_step(pen, closing));
    let meant = Some(closing.form.rows.cursor).filter(|_| closing.form.is_meant);
    list::nodes(pen, &closing.form.nodes.hits, closing.form.rows, meant, closing.by.typed(), places.list);
    form::notes(pen, Closing.is_waiting(state), places.notes, lines(state, closing, places.notes));
}

fn field(pen: &mut Pen<'_>, closing: &Draft, name: Field, line: Rect) {
    let has_keys = closing.focus == name;
    match name {
        Field::By if !closing.by.taken.is_empty() => {
            form::chosen(pen, name.name(), &closing.by.taken, has_keys, Role::Id, line);
        }
        Field::By => form::typed(pen, name.name(), &closing.by.prompt, has_keys, "", line),
        Field::Reason => form::typed(pen, name.name(), &closing.form.reason, has_keys, form::WHY, line),
    }
}

/// The key that writes, once all fields are filled in.
fn next_step(pen: &Pen<'_>, closing: &Draft) -> String {
    let is_possible = closing.outlook.as_ref().is_some_and(|outlook| outlook.step.is_ok());
    let is_chosen = !closing.by.taken.is_empty() && closing.meant(&pen.state.session.graph).is_none();
    if is_possible && is_chosen && closing.form.phase == Phase::Open {
        format!("{} writes both or neither", key_of(pen.state, Action::Accept))
    } else {
        String::new()
    }
}
