//! The confirmation of an undo.

use super::{Hint, Overlay, OverlayRef, is_open};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::layout::undo as layout;
use crate::tui::pane_layout;
use crate::tui::parts::Parts;
use crate::tui::state::State;
use crate::tui::update::translate::Translation;
use crate::tui::update::{ask, undo};
use ratatui::layout::{Position, Rect};
use serde_json::Value;

pub(super) struct Undo;

pub(in crate::tui) const UNDO: OverlayRef = OverlayRef::new(&Undo);

impl Overlay for Undo {
    fn name(&self) -> &'static str {
        "undo"
    }

    fn add_parts(&self, _: &mut Parts) {}

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        (action == Action::Undo).then(|| undo::open(state))
    }

    fn hints(&self, _: &State) -> Vec<Hint> {
        vec![(Action::Activate, "append"), (Action::Cancel, "cancel")]
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        undo::act(state, action)
    }

    fn area(&self, state: &State) -> Rect {
        let lines = |width| state.undo.as_ref().map_or(0, |shown| layout::lines(state, shown, width).len());
        pane_layout::dialog(state.size, 84, lines)
    }

    fn click(&self, _: &mut State, _: Position) -> Vec<Effect> {
        Vec::new()
    }

    fn preview(&self, state: &mut State) -> Vec<Effect> {
        let row = state.undo.as_ref().map(|shown| shown.added.row.clone());
        row.and_then(|row| ask::retraction_preview(state, row)).into_iter().collect()
    }

    fn graph_replaced(&self, state: &mut State, _: Translation<'_>) -> Vec<Effect> {
        if is_open(state, self) { self.preview(state) } else { Vec::new() }
    }

    fn is_confirmed(&self, state: &State) -> bool {
        state.undo.as_ref().is_some_and(|shown| shown.is_confirmed)
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        let Some(shown) = &pen.state.undo else { return };
        pen.boxed(area, true, "Undo", "");
        let inner = pane_layout::inside(area);
        pen.text(inner, layout::lines(pen.state, shown, usize::from(inner.width)));
    }

    fn summary(&self, state: &State) -> Value {
        crate::tui::summary::undo::summary(state)
    }
}
