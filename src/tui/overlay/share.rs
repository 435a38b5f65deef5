//! The share dialog: what is shown, and what becomes of it.

use super::list::{self, walk};
use super::{Hint, Overlay, OverlayRef};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::parts::Parts;
use crate::tui::state::{ListCursor, State};
use crate::tui::update::share;
use ratatui::layout::Rect;
use serde_json::Value;

pub(super) struct Share;

pub(in crate::tui) const SHARE: OverlayRef = OverlayRef::new(&Share);

impl Overlay for Share {
    fn name(&self) -> &'static str {
        "share"
    }

    fn add_parts(&self, _: &mut Parts) {}

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        (action == Action::Share).then(|| share::open(state))
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
                share::close(state);
                Vec::new()
            }
            Action::Accept | Action::Activate => share::accept(state),
            _ => Vec::new(),
        }
    }

    fn area(&self, state: &State) -> Rect {
        list::area(state, 92, state.share.as_ref().map_or(1, |pane| pane.items.len()))
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        let pane = state.share.as_mut()?;
        Some((&mut pane.rows, pane.items.len()))
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        crate::tui::draw::share::draw(pen, area, self.list_area(pen.state));
    }

    fn summary(&self, state: &State) -> Value {
        crate::tui::summary::share::summary(state)
    }
}
