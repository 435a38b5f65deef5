//! Map: the neighbourhood of a node as a picture.

mod canvas;
mod cells;
mod draw;
mod layout;
mod state;
mod summary;
mod update;

use super::detail::DETAIL;
use super::{About, Garbage, Pane, PaneRef, View, ViewRef, picture};
use crate::graph::NodeIx;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::layout::way::Way;
use crate::tui::parts::Parts;
use crate::tui::shared::Part;
use crate::tui::state::State;
use crate::tui::task::Key;
use crate::tui::update::act;
use crate::tui::update::moves::Motion;
use crate::tui::update::translate::Translation;
use ratatui::layout::Rect;
use serde_json::Value;
use state::{MapPane, pane, pane_mut};

/// The view and its main pane.
pub(super) struct Map;

const MAP: PaneRef = PaneRef::new(&Map);
const VIEW: ViewRef = ViewRef::new(&Map);

impl View for Map {
    fn about(&self) -> &'static About {
        &About { name: "map", title: "Map", action: "view-map", panes: &[MAP, DETAIL], tasks: &[Key::DRAW] }
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(MapPane::default());
    }

    fn act(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        (action == Action::Arrange).then(|| update::arrange(state))
    }

    fn own_action(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        update::own_action(state, action)
    }

    fn shows(&self, state: &mut State, current: NodeIx) -> Vec<Effect> {
        let is_shown = pane(state).layout.as_ref().is_some_and(|layout| layout.at(current).is_some());
        if is_shown { Vec::new() } else { vec![update::ask(state, current)] }
    }

    fn missing(&self, state: &mut State, current: NodeIx) -> Vec<Effect> {
        if state.tasks.is_waiting(Key::DRAW) { Vec::new() } else { self.shows(state, current) }
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
        if key == Key::DRAW { picture::again(state, VIEW, &PICTURE) } else { Vec::new() }
    }

    fn shared(&self, state: &State) -> Option<Part> {
        update::shared(state)
    }
}

const PICTURE: picture::Picture = picture::Picture {
    key: Key::DRAW,
    root: |state| pane(state).root,
    ask: update::ask,
    shows: |state, node| pane(state).layout.as_ref().is_some_and(|layout| layout.at(node).is_some()),
    forget: |state| pane_mut(state).layout = None,
};

impl Pane for Map {
    fn name(&self) -> &'static str {
        "map"
    }

    fn hints(&self) -> &'static [(Action, &'static str)] {
        &[
            (Action::Activate, "centre"),
            (Action::OpenOther, "open"),
            (Action::ZoomIn, "zoom in"),
            (Action::ZoomOut, "out"),
            (Action::Fit, "fit"),
            (Action::Arrange, "arrange"),
            (Action::Deeper, "depth"),
            (Action::Relations, "relations"),
            (Action::Back, "back"),
        ]
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, _: usize) -> Vec<Effect> {
        match motion {
            Motion::By(by) => update::go_way(state, if by < 0 { Way::Up } else { Way::Down }),
            _ => Vec::new(),
        }
    }

    fn sideways(&self, state: &mut State, right: bool) -> Vec<Effect> {
        update::go_way(state, if right { Way::Right } else { Way::Left })
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        act::with_node(state, update::centre)
    }

    fn click(&self, state: &mut State, cell: (u16, u16), _: usize, again: bool) -> Vec<Effect> {
        update::click(state, cell, again)
    }

    fn scroll(&self, state: &mut State, by: isize, _: usize) -> Vec<Effect> {
        if state.focused() != MAP {
            return Vec::new();
        }
        act::act(state, if by < 0 { Action::ZoomIn } else { Action::ZoomOut })
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
