//! The list of nodes, with a search line.

mod draw;
mod state;
mod summary;
mod update;

use super::neighbourhood::NEIGHBOURHOOD;
use crate::query::NodeQuery;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::state::{ListCursor, Prompt, State};
use crate::tui::update::moves::Motion;
use crate::tui::update::{go, moves};
use crate::tui::view::{Pane, PaneRef};
use ratatui::layout::Rect;
use serde_json::Value;
pub(super) use state::{ListPane, pane, pane_mut};
use update::at_cursor;
pub(super) use update::{ask, sort};

pub(super) const LIST: PaneRef = PaneRef::new(&List);

/// The pane.
pub(super) struct List;

impl Pane for List {
    fn name(&self) -> &'static str {
        "list"
    }

    fn hints(&self) -> &'static [(Action, &'static str)] {
        &[
            (Action::Search, "search"),
            (Action::Activate, "go"),
            (Action::Link, "link"),
            (Action::NextPane, "pane"),
            (Action::Sort, "sort"),
            (Action::LineageOf, "lineage"),
            (Action::Direction, "direction"),
            (Action::Relations, "relations"),
            (Action::Back, "back"),
        ]
    }

    fn has_prompt(&self) -> bool {
        true
    }

    fn prompt<'s>(&self, state: &'s mut State) -> Option<&'s mut Prompt> {
        Some(&mut pane_mut(state).prompt)
    }

    fn edited(&self, state: &mut State) -> Vec<Effect> {
        let registry = state.session.graph.registry();
        let pane = state.parts.get_mut::<ListPane>();
        pane.query = NodeQuery::parse(registry, pane.prompt.text());
        pane.seeks = true;
        vec![ask(state)]
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        let pane = pane_mut(state);
        let total = pane.listing.nodes.len();
        Some((&mut pane.rows, total))
    }

    fn click_activates(&self) -> bool {
        false
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
        // The cursor may be elsewhere than the current node, if that was reached outside the list.
        moves::move_rows(state, self, motion, seen);
        let node = at_cursor(state);
        moves::select(state, node)
    }

    fn sideways(&self, state: &mut State, right: bool) -> Vec<Effect> {
        if right { go::focus(state, 1) } else { Vec::new() }
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        go::focus_on(state, NEIGHBOURHOOD)
    }

    fn scroll(&self, state: &mut State, by: isize, seen: usize) -> Vec<Effect> {
        moves::scroll_rows(state, self, by, seen);
        let node = at_cursor(state);
        moves::select(state, node)
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::summary(state)
    }
}
