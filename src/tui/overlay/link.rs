//! The edge editor: a form with a completion list for each field and a preview of the rows it would write.

mod draw;
mod layout;
mod request;
mod state;
mod summary;
mod update;

use super::{FORM_KEYS, Hint, Overlay, is_open, show};
use crate::query::ProposedEdge;
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
use crate::tui::update::translate::Translation;
use crate::tui::write::IfNoLog;
use ratatui::layout::{Position, Rect};
use serde_json::Value;
use state::{Drafts, Field, draft_mut, draft_of, drafts};

pub(super) struct Link;

/// Minimum width for the hint to swap the ends beside that to restore a draft.
const WIDE: u16 = 100;

impl Overlay for Link {
    fn name(&self) -> &'static str {
        "link"
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(Drafts::default());
    }

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        match action {
            Action::Link | Action::LinkMarked | Action::RepeatLink => Some(update::open(state, action)),
            Action::RestoreDraft => Some(update::restore(state)),
            _ => None,
        }
    }

    fn keys(&self) -> Option<OwnKeys> {
        Some(FORM_KEYS)
    }

    fn is_typing(&self, _: &State) -> bool {
        true
    }

    fn hints(&self, state: &State) -> Vec<Hint> {
        let has_saved = !drafts(state).saved.is_empty();
        let saved = has_saved.then_some((Action::RestoreDraft, "draft"));
        let swap = (!has_saved || state.size.0 >= WIDE).then_some((Action::SwapEnds, "swap"));
        let first = [(Action::Accept, "choose, then add"), (Action::NextField, "field")].into_iter().chain(swap);
        first.chain([(Action::ApplyFix, "apply fix")]).chain(saved).chain([(Action::Cancel, "close")]).collect()
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        update::act(state, action)
    }

    fn typed(&self, state: &mut State, text: &str) -> Vec<Effect> {
        self.handle(state, Held::Typed(text.to_owned()))
    }

    fn area(&self, state: &State) -> Rect {
        pane_layout::dialog(state.size, 100, |_| 26)
    }

    fn click(&self, state: &mut State, cell: Position) -> Vec<Effect> {
        self.point(state, cell)
    }

    fn preview(&self, state: &mut State) -> Vec<Effect> {
        update::advise(state)
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Vec<Effect> {
        update::graph_replaced(state, translation.before, |node| translation.node(node))
    }

    fn edges_arrived(&self, state: &mut State) -> Vec<Effect> {
        update::select_new_edge(state)
    }

    fn keeps_usage(&self) -> bool {
        true
    }

    fn delays_quitting(&self, state: &mut State) -> bool {
        update::waits_for_queue(state)
    }

    fn asks_for_log(&self, state: &State) -> bool {
        draft_of(state).is_some_and(|draft| draft.form.phase == Phase::AsksForLog)
    }

    fn log_answered(&self, state: &mut State, creates: bool) -> Vec<Effect> {
        if let Some(draft) = draft_mut(&mut state.parts) {
            draft.form.phase = Phase::Open;
        }
        if creates { update::write(state, IfNoLog::Create) } else { Vec::new() }
    }

    fn pane_hint(&self, state: &State) -> Option<Hint> {
        (!drafts(state).saved.is_empty()).then_some((Action::RestoreDraft, "saved draft"))
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::summary(state)
    }

    fn propose(&self, state: &mut State, proposed: &ProposedEdge) -> Option<Vec<Effect>> {
        Some(update::propose(state, proposed))
    }
}

impl FormOverlay for Link {
    type Field = Field;

    const AWAITED: &[Key] = &[Key::COMPLETE, Key::FIT, Key::ADVISE];

    fn form<'s>(&self, state: &'s mut State) -> Option<(&'s mut Form, usize)> {
        let draft = draft_mut(&mut state.parts)?;
        let total = draft.choices(&state.session.graph);
        Some((&mut draft.form, total))
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
