//! The log view, which follows the edge log like `tail -f`.

mod draw;
mod request;
mod state;
mod summary;
mod update;

use super::{Hint, Overlay, is_open};
use crate::graph::Graph;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::keymap::{Inside, OwnKeys};
use crate::tui::pane_layout;
use crate::tui::parts::Parts;
use crate::tui::shared::Shown;
use crate::tui::state::State;
use ratatui::layout::{Position, Rect};
use serde_json::Value;
use state::{LogPane, pane};
use std::sync::Arc;

pub(super) struct Log;

/// The filter line.
fn prompt_area(state: &State) -> Rect {
    let inner = pane_layout::inside(Log.area(state));
    Rect { height: inner.height.min(1), ..inner }
}

impl Overlay for Log {
    fn name(&self) -> &'static str {
        "log"
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(LogPane::default());
    }

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        (action == Action::Follow).then(|| update::open(state))
    }

    fn keys(&self) -> Option<OwnKeys> {
        Some(OwnKeys { name: "log", inside: Inside::Overlay })
    }

    fn is_typing(&self, state: &State) -> bool {
        pane(state).typing
    }

    fn hints(&self, state: &State) -> Vec<Hint> {
        if pane(state).typing {
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
        update::act(state, action)
    }

    fn typed(&self, state: &mut State, text: &str) -> Vec<Effect> {
        update::edit(state, |prompt| prompt.insert(text))
    }

    fn area(&self, state: &State) -> Rect {
        pane_layout::body(state.size)
    }

    fn list_area(&self, state: &State) -> Rect {
        let inner = pane_layout::inside(self.area(state));
        let (top, bottom) = (prompt_area(state).height, pane_layout::row_summary(state).height);
        Rect { y: inner.y + top, height: inner.height.saturating_sub(top + bottom), ..inner }
    }

    fn click(&self, state: &mut State, cell: Position) -> Vec<Effect> {
        update::clicked(state, cell)
    }

    fn follow(&self, state: &mut State) {
        update::follow(state);
    }

    fn reload(&self, state: &mut State) -> Vec<Effect> {
        // All edge indexes changed.
        is_open(state, self).then(|| update::ask(state, None)).into_iter().collect()
    }

    fn grown(&self, state: &mut State, before: &Arc<Graph>) -> Vec<Effect> {
        update::grown(state, before).into_iter().collect()
    }

    fn shared(&self, state: &State) -> Option<Shown> {
        update::shared(state)
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area, self.list_area(pen.state));
    }

    fn summary(&self, state: &State) -> Value {
        summary::summary(state)
    }
}
