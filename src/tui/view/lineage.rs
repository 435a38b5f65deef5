//! Lineage: causes and effects of a node.

mod draw;
mod drawing;
mod layout;
mod state;
mod summary;
mod update;

use super::detail::DETAIL;
use super::{About, Garbage, Pane, PaneRef, View, ViewRef, picture};
use crate::graph::NodeIx;
use crate::query::{LineageDirection, Orient};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::parts::Parts;
use crate::tui::remembered::RememberedFilters;
use crate::tui::shared::Part;
use crate::tui::state::{RelationChoice, State};
use crate::tui::task::Key;
use crate::tui::update::moves::{self, Motion};
use crate::tui::update::translate::Translation;
use crate::tui::update::{act, go};
use ratatui::layout::Rect;
use serde_json::Value;
use state::{LineagePane, pane, pane_mut};

/// The view and its main pane.
pub(super) struct Lineage;

const LINEAGE: PaneRef = PaneRef::new(&Lineage);
const VIEW: ViewRef = ViewRef::new(&Lineage);

impl View for Lineage {
    fn about(&self) -> &'static About {
        &About {
            name: "lineage",
            title: "Lineage",
            action: "view-lineage",
            panes: &[LINEAGE, DETAIL],
            tasks: &[Key::TRACE],
        }
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(LineagePane::default());
    }

    fn act(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        update::act(state, action)
    }

    fn own_action(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        update::own_action(state, action)
    }

    fn shows(&self, state: &mut State, current: NodeIx) -> Vec<Effect> {
        if pane(state).contains(current) { Vec::new() } else { vec![update::ask(state, current)] }
    }

    fn missing(&self, state: &mut State, current: NodeIx) -> Vec<Effect> {
        if state.tasks.is_waiting(Key::TRACE) { Vec::new() } else { self.shows(state, current) }
    }

    fn is_picture(&self) -> bool {
        true
    }

    fn root(&self, state: &State) -> Option<NodeIx> {
        pane(state).root
    }

    fn restore_root(&self, state: &mut State, root: NodeIx) -> Option<Effect> {
        (pane(state).root != Some(root)).then(|| update::ask(state, root))
    }

    fn node_selected(&self, state: &mut State, node: NodeIx) {
        update::node_selected(state, node);
    }

    /// By default the relations of lineages.
    fn relations(&self, state: &State) -> Option<RelationChoice> {
        Some(update::relations(state))
    }

    fn choose_relations(&self, state: &mut State, choice: &RelationChoice) -> bool {
        pane_mut(state).relations = Some(choice.clone());
        true
    }

    fn reset_filters(&self, state: &mut State) {
        let pane = pane_mut(state);
        pane.relations = None;
        pane.max_depth = None;
        pane.direction = LineageDirection::Both;
        pane.orient = Orient::Meaning;
    }

    fn filters_changed(&self, state: &mut State) -> Vec<Effect> {
        picture::again(state, VIEW, &PICTURE)
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Option<Garbage> {
        update::graph_replaced(state, translation)
    }

    fn reload(&self, state: &mut State) -> Vec<Effect> {
        picture::reload(state, VIEW, &PICTURE)
    }

    fn grown(&self, state: &mut State, first: usize, is_less: bool) -> Vec<Effect> {
        picture::grown(state, VIEW, &PICTURE, first, is_less)
    }

    fn catch_up(&self, state: &mut State, key: Key) -> Vec<Effect> {
        if key == Key::TRACE { picture::again(state, VIEW, &PICTURE) } else { Vec::new() }
    }

    fn keep(&self, state: &State, kept: &mut RememberedFilters) {
        let pane = pane(state);
        kept.lineage_relations.clone_from(&pane.relations);
        kept.orient = Some(pane.orient.name().to_owned());
        kept.lineage_direction = Some(pane.direction.name().to_owned());
        kept.lineage_depth = pane.max_depth;
    }

    fn remember(&self, state: &mut State, kept: &RememberedFilters) {
        update::remember(state, kept);
    }

    fn shared(&self, state: &State) -> Option<Part> {
        update::shared(state)
    }

    fn lineage_of(&self, state: &mut State, node: NodeIx) -> Option<Vec<Effect>> {
        Some(update::lineage_of(state, node))
    }
}

const PICTURE: picture::Picture = picture::Picture {
    key: Key::TRACE,
    root: |state| pane(state).root,
    ask: update::ask,
    shows: |state, node| pane(state).contains(node),
    forget: |state| pane_mut(state).found = None,
};

impl Pane for Lineage {
    fn name(&self) -> &'static str {
        "lineage"
    }

    fn hints(&self) -> &'static [(Action, &'static str)] {
        &[
            (Action::Activate, "re-root"),
            (Action::OpenOther, "open"),
            (Action::Back, "back"),
            (Action::Arrange, "columns/list"),
            (Action::Direction, "direction"),
            (Action::Relations, "relations"),
            (Action::Orient, "orientation"),
            (Action::Deeper, "depth"),
        ]
    }

    fn summary_lines(&self, inner: Rect) -> u16 {
        u16::from(inner.height >= 6)
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
        update::move_cursor(state, motion, seen)
    }

    fn sideways(&self, state: &mut State, right: bool) -> Vec<Effect> {
        update::sideways(state, right)
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        act::with_node(state, go::lineage_of)
    }

    fn click(&self, state: &mut State, cell: (u16, u16), _: usize, again: bool) -> Vec<Effect> {
        update::click(state, cell, again)
    }

    fn scroll(&self, state: &mut State, by: isize, _: usize) -> Vec<Effect> {
        if state.focused() == LINEAGE { moves::move_cursor(state, Motion::By(by)) } else { Vec::new() }
    }

    fn follow(&self, state: &mut State, area: Rect) {
        update::follow(state, area);
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::summary(state)
    }
}
