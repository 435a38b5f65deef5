//! The share dialog: what is shown, and what becomes of it.

mod draw;
mod request;
mod state;
mod summary;
mod update;

use super::list::{self, walk};
use super::{Hint, Overlay};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::parts::Parts;
use crate::tui::state::{ListCursor, State};
use ratatui::layout::Rect;
use serde_json::Value;
use state::{Open, pane};

pub(super) struct Share;

impl Overlay for Share {
    fn name(&self) -> &'static str {
        "share"
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(Open::None);
    }

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        (action == Action::Share).then(|| update::open(state))
    }

    fn hints(&self, _: &State) -> Vec<Hint> {
        vec![(Action::Activate, "copy or save"), (Action::Cancel, "close")]
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        if walk(state, self, action) {
            return Vec::new();
        }
        match action {
            Action::Cancel => {
                update::close(state);
                Vec::new()
            }
            Action::Accept | Action::Activate => update::accept(state),
            _ => Vec::new(),
        }
    }

    fn area(&self, state: &State) -> Rect {
        list::area(state, 92, pane(state).map_or(1, |pane| pane.items.len()))
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        let pane = state.parts.get_mut::<Open>().as_mut()?;
        Some((&mut pane.rows, pane.items.len()))
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area, self.list_area(pen.state));
    }

    fn summary(&self, state: &State) -> Value {
        summary::summary(state)
    }
}
