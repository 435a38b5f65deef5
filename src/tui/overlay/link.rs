//! The edge editor.

use super::{FORM_KEYS, Hint, Overlay, OverlayRef};
use crate::query::ProposedEdge;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::keymap::OwnKeys;
use crate::tui::layout::link as layout;
use crate::tui::pane_layout;
use crate::tui::parts::Parts;
use crate::tui::state::{Phase, State};
use crate::tui::summary::link;
use crate::tui::update::editor;
use crate::tui::update::translate::Translation;
use ratatui::layout::{Position, Rect};
use serde_json::Value;

pub(super) struct Link;

pub(in crate::tui) const LINK: OverlayRef = OverlayRef::new(&Link);

/// Minimum width for the hint to swap the ends beside that to restore a draft.
const WIDE: u16 = 100;

impl Overlay for Link {
    fn name(&self) -> &'static str {
        "link"
    }

    fn add_parts(&self, _: &mut Parts) {}

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        match action {
            Action::Link | Action::LinkMarked | Action::RepeatLink => Some(editor::open(state, action)),
            Action::RestoreDraft => Some(editor::restore(state)),
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
        let has_saved = !state.saved_drafts.is_empty();
        let saved = has_saved.then_some((Action::RestoreDraft, "draft"));
        let swap = (!has_saved || state.size.0 >= WIDE).then_some((Action::SwapEnds, "swap"));
        let first = [(Action::Accept, "choose, then add"), (Action::NextField, "field")].into_iter().chain(swap);
        first.chain([(Action::ApplyFix, "apply fix")]).chain(saved).chain([(Action::Cancel, "close")]).collect()
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        editor::act(state, action)
    }

    fn typed(&self, state: &mut State, text: &str) -> Vec<Effect> {
        editor::typed(state, text)
    }

    fn area(&self, state: &State) -> Rect {
        pane_layout::dialog(state.size, 100, |_| 26)
    }

    fn click(&self, state: &mut State, cell: Position) -> Vec<Effect> {
        let places = layout::areas(state);
        if places.list.contains(cell) {
            return editor::click(state, usize::from(cell.y - places.list.y));
        }
        let field = places.fields.into_iter().find(|(_, line)| line.contains(cell));
        field.map(|(field, _)| editor::focus(state, field)).unwrap_or_default()
    }

    fn preview(&self, state: &mut State) -> Vec<Effect> {
        editor::advise(state)
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Vec<Effect> {
        editor::graph_replaced(state, translation.before, |node| translation.node(node))
    }

    fn edges_arrived(&self, state: &mut State) -> Vec<Effect> {
        editor::select_new_edge(state)
    }

    fn keeps_usage(&self) -> bool {
        true
    }

    fn delays_quitting(&self, state: &mut State) -> bool {
        editor::waits_for_queue(state)
    }

    fn asks_for_log(&self, state: &State) -> bool {
        state.draft.as_ref().is_some_and(|draft| draft.phase == Phase::AsksForLog)
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        crate::tui::draw::editor::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        link::summary(state)
    }

    fn propose(&self, state: &mut State, proposed: &ProposedEdge) -> Option<Vec<Effect>> {
        Some(editor::propose(state, proposed))
    }
}
