//! The pane with the details of a node, which several views have at their side.

mod draw;
mod layout;
mod markdown;
mod request;
mod state;
mod summary;
mod update;

use super::{Pane, PaneRef};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::overlay;
use crate::tui::parts::Parts;
use crate::tui::state::{ListCursor, State};
use crate::tui::topic::Topic;
use crate::tui::update::moves::Motion;
use crate::tui::update::{act, go};
use ratatui::layout::Rect;
use serde_json::Value;
use state::{DetailPane, pane, pane_mut};
pub(in crate::tui) use update::{ask, graph_replaced, missing};

pub const DETAIL: PaneRef = PaneRef::new(&Detail);

/// The pane.
pub struct Detail;

/// Adds what it keeps.
pub(in crate::tui) fn add_parts(parts: &mut Parts) {
    parts.add(DetailPane::default());
}

impl Pane for Detail {
    fn name(&self) -> &'static str {
        "detail"
    }

    fn hints(&self) -> &'static [(Action, &'static str)] {
        &[
            (Action::Activate, "related"),
            (Action::NextPane, "pane"),
            (Action::Back, "back"),
            (Action::LineageOf, "lineage"),
            (Action::Search, "search"),
        ]
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
        let last = layout::len(state).saturating_sub(seen);
        let mut rows = ListCursor { cursor: pane(state).offset, offset: 0 };
        motion.apply(&mut rows, seen, last + 1);
        pane_mut(state).offset = rows.cursor;
        Vec::new()
    }

    fn sideways(&self, state: &mut State, right: bool) -> Vec<Effect> {
        if right { Vec::new() } else { go::focus(state, -1) }
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        act::with_node(state, |state, node| overlay::answer(state, Topic::Related(node)))
    }

    fn scroll(&self, state: &mut State, by: isize, seen: usize) -> Vec<Effect> {
        let last = layout::len(state).saturating_sub(seen);
        let pane = pane_mut(state);
        pane.offset = pane.offset.saturating_add_signed(by).min(last);
        Vec::new()
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::summary(state)
    }
}
