//! The neighbourhood of the current node: its edges, grouped by direction and relation.

mod draw;
mod state;
mod summary;
mod update;

use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::state::{ListCursor, State};
use crate::tui::update::moved;
use crate::tui::update::moves::{self, Motion};
use crate::tui::view::{Pane, PaneRef};
use ratatui::layout::Rect;
use serde_json::Value;
pub(super) use state::{NeighbourhoodPane, pane, pane_mut, selected_row};
pub(super) use update::{ask, go_to, want_edge};

pub(super) const NEIGHBOURHOOD: PaneRef = PaneRef::new(&Neighbourhood);

/// The pane.
pub(super) struct Neighbourhood;

impl Pane for Neighbourhood {
    fn name(&self) -> &'static str {
        "neighbourhood"
    }

    fn hints(&self) -> &'static [(Action, &'static str)] {
        &[
            (Action::Activate, "go"),
            (Action::Link, "link"),
            (Action::Right, "open"),
            (Action::Back, "back"),
            (Action::Direction, "direction"),
            (Action::Relations, "relations"),
            (Action::Deeper, "depth"),
            (Action::LineageOf, "lineage"),
            (Action::Implicit, "implicit"),
            (Action::Confidence, "confidence"),
            (Action::Search, "search"),
        ]
    }

    fn summary_lines(&self, inner: Rect) -> u16 {
        if inner.height >= 8 { 3 } else { 0 }
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        let pane = pane_mut(state);
        let total = pane.list.rows.len();
        Some((&mut pane.rows, total))
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
        moves::move_rows(state, self, motion, seen);
        vec![moved(state)]
    }

    fn sideways(&self, state: &mut State, right: bool) -> Vec<Effect> {
        update::unfold(state, right)
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        update::activate(state)
    }

    fn toggle(&self, state: &mut State) -> Vec<Effect> {
        update::toggle(state)
    }

    fn place(&self, state: &State) -> Option<(String, Option<u32>)> {
        update::place(state)
    }

    fn scroll(&self, state: &mut State, by: isize, seen: usize) -> Vec<Effect> {
        moves::scroll_rows(state, self, by, seen);
        vec![moved(state)]
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::summary(state)
    }
}
