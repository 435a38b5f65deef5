//! Undo: retracts an edge that was added in this session, after a preview and a confirmation.

mod layout;
mod request;
mod state;
mod update;

use super::{Hint, Overlay, is_open, show};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::pane_layout;
use crate::tui::parts::Parts;
use crate::tui::state::State;
use crate::tui::summary::{sentence, word};
use crate::tui::update::translate::Translation;
use ratatui::layout::{Position, Rect};
use request::RetractionPreview;
use serde_json::{Value, json};
use state::{Confirmation, shown};

pub(super) struct Undo;

impl Overlay for Undo {
    fn name(&self) -> &'static str {
        "undo"
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(None::<Confirmation>);
    }

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        (action == Action::Undo).then(|| update::open(state))
    }

    fn hints(&self, _: &State) -> Vec<Hint> {
        vec![(Action::Activate, "append"), (Action::Cancel, "cancel")]
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        update::act(state, action)
    }

    fn area(&self, state: &State) -> Rect {
        let lines = |width| shown(state).map_or(0, |shown| layout::lines(state, shown, width).len());
        pane_layout::dialog(state.size, 84, lines)
    }

    fn click(&self, _: &mut State, _: Position) -> Vec<Effect> {
        Vec::new()
    }

    fn preview(&self, state: &mut State) -> Vec<Effect> {
        let row = shown(state).map(|shown| shown.added.row.clone());
        row.and_then(|row| request::preview(state, row)).into_iter().collect()
    }

    fn graph_replaced(&self, state: &mut State, _: Translation<'_>) -> Vec<Effect> {
        if is_open(state, self) { self.preview(state) } else { Vec::new() }
    }

    fn is_confirmed(&self, state: &State) -> bool {
        shown(state).is_some_and(|shown| shown.is_confirmed)
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        let Some(shown) = shown(pen.state) else { return };
        pen.boxed(area, true, "Undo", "");
        let inner = pane_layout::inside(area);
        pen.text(inner, layout::lines(pen.state, shown, usize::from(inner.width)));
    }

    fn summary(&self, state: &State) -> Value {
        let Some(undo) = shown(state) else { return Value::Null };
        let preview = |preview: &RetractionPreview| {
            json!({
                "retraction": preview.retraction.as_ref().ok(),
                "problem": preview.retraction.as_ref().err(),
                "sentence": sentence(&preview.sentence),
            })
        };
        json!({
            "edge": undo.added.row,
            "preview": undo.preview.as_deref().map(preview),
            "is_confirmed": undo.is_confirmed,
            "problem": undo.problem,
            "phase": word(&undo.phase),
        })
    }
}
