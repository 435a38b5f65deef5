//! The log view, which follows the edge log like `tail -f`.

use super::{Hint, Overlay, OverlayRef};
use crate::graph::Graph;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::keymap::{Inside, OwnKeys};
use crate::tui::pane_layout;
use crate::tui::parts::Parts;
use crate::tui::state::State;
use crate::tui::update::log;
use ratatui::layout::{Position, Rect};
use serde_json::Value;
use std::sync::Arc;

pub(super) struct Log;

pub(in crate::tui) const LOG: OverlayRef = OverlayRef::new(&Log);

impl Overlay for Log {
    fn name(&self) -> &'static str {
        "log"
    }

    fn add_parts(&self, _: &mut Parts) {}

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        (action == Action::Follow).then(|| log::open(state))
    }

    fn keys(&self) -> Option<OwnKeys> {
        Some(OwnKeys { name: "log", inside: Inside::Overlay })
    }

    fn is_typing(&self, state: &State) -> bool {
        state.log.typing
    }

    fn hints(&self, state: &State) -> Vec<Hint> {
        if state.log.typing {
            return vec![(Action::Accept, "done"), (Action::Cancel, "clear"), (Action::NextRow, "next")];
        }
        vec![
            (Action::Activate, "go"),
            (Action::OpenOther, "other end"),
            (Action::Search, "filter"),
            (Action::Bottom, "newest"),
            (Action::CopyId, "copy"),
            (Action::Edit, "edit"),
            (Action::Cancel, "close"),
        ]
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        log::act(state, action)
    }

    fn typed(&self, state: &mut State, text: &str) -> Vec<Effect> {
        log::edit(state, |prompt| prompt.insert(text))
    }

    fn area(&self, state: &State) -> Rect {
        pane_layout::body(state.size)
    }

    fn list_area(&self, state: &State) -> Rect {
        let inner = pane_layout::inside(self.area(state));
        let top = 1.min(inner.height);
        let summary = pane_layout::row_summary(state).height;
        Rect { y: inner.y + top, height: inner.height.saturating_sub(top + summary), ..inner }
    }

    fn click(&self, state: &mut State, cell: Position) -> Vec<Effect> {
        log::clicked(state, cell.x, cell.y)
    }

    fn follow(&self, state: &mut State) {
        log::follow(state);
    }

    fn reload(&self, state: &mut State) -> Vec<Effect> {
        log::graph_replaced(state).into_iter().collect()
    }

    fn grown(&self, state: &mut State, before: &Arc<Graph>) -> Vec<Effect> {
        log::grown(state, before).into_iter().collect()
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        crate::tui::draw::log::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        crate::tui::summary::log::summary(state)
    }
}
