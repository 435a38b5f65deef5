//! The form that closes a signal: the node that addresses it and the reason, with a preview of status and row.

mod draw;
mod layout;
mod request;
mod state;
mod summary;
mod update;

use super::{FORM_KEYS, Hint, Overlay, is_open, show};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::form::layout::FormAreas;
use crate::tui::form::{Form, FormOverlay, Held, Phase};
use crate::tui::keymap::OwnKeys;
use crate::tui::pane_layout;
use crate::tui::parts::Parts;
use crate::tui::state::State;
use crate::tui::task::Key;
use crate::tui::update::act;
use crate::tui::update::translate::Translation;
use crate::tui::write::IfNoLog;
use ratatui::layout::{Position, Rect};
use serde_json::Value;
use state::{Closings, Field, draft_mut, draft_of};

pub(super) struct Closing;

impl Overlay for Closing {
    fn name(&self) -> &'static str {
        "closing"
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(Closings::default());
    }

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        (action == Action::CloseSignal).then(|| act::with_node(state, update::open))
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
        update::act(state, action)
    }

    fn typed(&self, state: &mut State, text: &str) -> Vec<Effect> {
        self.handle(state, Held::Typed(text.to_owned()))
    }

    fn area(&self, state: &State) -> Rect {
        pane_layout::dialog(state.size, 100, |_| 22)
    }

    fn click(&self, state: &mut State, cell: Position) -> Vec<Effect> {
        self.point(state, cell)
    }

    fn preview(&self, state: &mut State) -> Vec<Effect> {
        update::foresee(state)
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Vec<Effect> {
        update::graph_replaced(state, |node| translation.node(node))
    }

    fn is_confirmed(&self, state: &State) -> bool {
        draft_of(state).is_some_and(|closing| closing.form.held.contains(&Held::Action(Action::Accept)))
    }

    fn asks_for_log(&self, state: &State) -> bool {
        draft_of(state).is_some_and(|closing| closing.form.phase == Phase::AsksForLog)
    }

    fn log_answered(&self, state: &mut State, creates: bool) -> Vec<Effect> {
        if let Some(closing) = draft_mut(state) {
            closing.form.phase = Phase::Open;
        }
        if creates { update::write(state, IfNoLog::Create) } else { Vec::new() }
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::summary(state)
    }
}

impl FormOverlay for Closing {
    type Field = Field;

    const AWAITED: &[Key] = &[Key::COMPLETE, Key::ADVISE];

    fn form<'s>(&self, state: &'s mut State) -> Option<(&'s mut Form, usize)> {
        let form = &mut draft_mut(state)?.form;
        let total = form.nodes.hits.len();
        Some((form, total))
    }

    fn areas(&self, state: &State) -> FormAreas<Field> {
        layout::areas(state)
    }

    fn focus(&self, state: &mut State, field: Field) -> Vec<Effect> {
        update::focus(state, field)
    }

    fn handle(&self, state: &mut State, input: Held) -> Vec<Effect> {
        update::done(state, input)
    }
}
