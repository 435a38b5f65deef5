//! The form that closes a signal.

use super::{FORM_KEYS, Hint, Overlay, OverlayRef};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::keymap::OwnKeys;
use crate::tui::layout::closing as layout;
use crate::tui::pane_layout;
use crate::tui::parts::Parts;
use crate::tui::state::{Held, Phase, State};
use crate::tui::update::translate::Translation;
use crate::tui::update::{act, closing};
use ratatui::layout::{Position, Rect};
use serde_json::Value;

pub(super) struct Closing;

pub(in crate::tui) const CLOSING: OverlayRef = OverlayRef::new(&Closing);

impl Overlay for Closing {
    fn name(&self) -> &'static str {
        "closing"
    }

    fn add_parts(&self, _: &mut Parts) {}

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        (action == Action::CloseSignal).then(|| act::with_node(state, closing::open))
    }

    fn keys(&self) -> Option<OwnKeys> {
        Some(FORM_KEYS)
    }

    fn is_typing(&self, _: &State) -> bool {
        true
    }

    fn hints(&self, _: &State) -> Vec<Hint> {
        vec![
            (Action::Accept, "choose, then write"),
            (Action::NextField, "field"),
            (Action::Cancel, "close, keep draft"),
        ]
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        closing::act(state, action)
    }

    fn typed(&self, state: &mut State, text: &str) -> Vec<Effect> {
        closing::typed(state, text)
    }

    fn area(&self, state: &State) -> Rect {
        pane_layout::dialog(state.size, 100, |_| 22)
    }

    fn click(&self, state: &mut State, cell: Position) -> Vec<Effect> {
        let places = layout::areas(state);
        if places.list.contains(cell) {
            return closing::click(state, usize::from(cell.y - places.list.y));
        }
        let field = places.fields.into_iter().find(|(_, line)| line.contains(cell));
        field.map(|(field, _)| closing::focus(state, field)).unwrap_or_default()
    }

    fn preview(&self, state: &mut State) -> Vec<Effect> {
        closing::foresee(state)
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Vec<Effect> {
        closing::graph_replaced(state, |node| translation.node(node))
    }

    fn is_confirmed(&self, state: &State) -> bool {
        state.closing().is_some_and(|closing| closing.held.contains(&Held::Action(Action::Accept)))
    }

    fn asks_for_log(&self, state: &State) -> bool {
        state.closing().is_some_and(|closing| closing.phase == Phase::AsksForLog)
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        crate::tui::draw::closing::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        crate::tui::summary::closing::summary(state)
    }
}
