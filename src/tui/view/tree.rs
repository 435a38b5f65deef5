//! Tree: the part-of trees.

mod draw;
mod rows;
mod state;
mod summary;
mod update;

use super::detail::DETAIL;
use super::{About, Garbage, Pane, PaneRef, View};
use crate::graph::NodeIx;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::parts::Parts;
use crate::tui::shared::Part;
use crate::tui::state::{ListCursor, Prompt, State};
use crate::tui::task::Key;
use crate::tui::update::moves::{self, Motion};
use crate::tui::update::translate::Translation;
use crate::tui::update::{act, ask, go, moved};
use ratatui::layout::Rect;
use serde_json::Value;
use state::{TreePane, node, pane, pane_mut};

/// The view and its main pane.
pub(super) struct Tree;

const TREE: PaneRef = PaneRef::new(&Tree);

impl View for Tree {
    fn about(&self) -> &'static About {
        &About { name: "tree", title: "Tree", action: "view-tree", panes: &[TREE, DETAIL], tasks: &[Key::ARRANGE] }
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(TreePane::default());
    }

    fn opened(&self, state: &mut State, node: Option<NodeIx>) -> Vec<Effect> {
        std::iter::once(update::ask(state, node)).chain(ask::detail(state)).collect()
    }

    fn shows(&self, state: &mut State, current: NodeIx) -> Vec<Effect> {
        if pane(state).tree.is_some() { Vec::new() } else { vec![update::ask(state, Some(current))] }
    }

    fn missing(&self, _: &mut State, _: NodeIx) -> Vec<Effect> {
        Vec::new()
    }

    fn graph_replaced(&self, state: &mut State, _: Translation<'_>) -> Option<Garbage> {
        update::graph_replaced(state)
    }

    fn reload(&self, state: &mut State) -> Vec<Effect> {
        if state.focused() == TREE || state.view.about().panes.contains(&TREE) {
            return vec![update::ask(state, None)];
        }
        Vec::new()
    }

    fn shared(&self, state: &State) -> Option<Part> {
        update::shared(state)
    }
}

impl Pane for Tree {
    fn name(&self) -> &'static str {
        "tree"
    }

    fn hints(&self) -> &'static [(Action, &'static str)] {
        &[
            (Action::Search, "search"),
            (Action::Toggle, "open/close"),
            (Action::Activate, "go"),
            (Action::LineageOf, "lineage"),
        ]
    }

    fn has_prompt(&self) -> bool {
        true
    }

    fn prompt<'s>(&self, state: &'s mut State) -> Option<&'s mut Prompt> {
        Some(&mut pane_mut(state).prompt)
    }

    fn edited(&self, state: &mut State) -> Vec<Effect> {
        // Keep the found node visible when the search is cleared.
        let found = state.session.current.filter(|_| pane(state).prompt.is_empty());
        vec![update::ask(state, found)]
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        let pane = pane_mut(state);
        let total = pane.shown.rows.len();
        Some((&mut pane.rows, total))
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
        moves::move_rows(state, self, motion, seen);
        let node = node(state);
        moves::select(state, node.or(state.session.current))
    }

    fn sideways(&self, state: &mut State, right: bool) -> Vec<Effect> {
        update::unfold(state, right)
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        if node(state).is_none() { self.toggle(state) } else { act::with_node(state, go::explore) }
    }

    fn toggle(&self, state: &mut State) -> Vec<Effect> {
        update::toggle(state)
    }

    fn scroll(&self, state: &mut State, by: isize, seen: usize) -> Vec<Effect> {
        moves::scroll_rows(state, self, by, seen);
        state.set_current(node(state).or(state.session.current));
        vec![moved(state)]
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::summary(state)
    }
}
