//! Map: the neighbourhood of a node as a picture.

use super::detail::DETAIL;
use super::{Garbage, Pane, PaneRef, View, ViewRef, picture};
use crate::graph::NodeIx;
use crate::tui::action::Action;
use crate::tui::draw;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::job::SharedPart;
use crate::tui::layout::map::{Arrangement, MapLayout, MapLook, Zoom};
use crate::tui::layout::picture as cells;
use crate::tui::layout::way::Way;
use crate::tui::pane_layout::PaneLayout;
use crate::tui::state::State;
use crate::tui::summary;
use crate::tui::task::Key;
use crate::tui::update::moves::{self, Motion};
use crate::tui::update::share::Part;
use crate::tui::update::translate::Translation;
use crate::tui::update::{act, ask, go, moved};
use ratatui::layout::Rect;
use serde_json::Value;

/// The view and its main pane.
pub struct Map;

pub const MAP: PaneRef = PaneRef::new(&Map);
const VIEW: ViewRef = ViewRef::new(&Map);

impl View for Map {
    fn name(&self) -> &'static str {
        "map"
    }

    fn title(&self) -> &'static str {
        "Map"
    }

    fn action(&self) -> Action {
        Action::ViewMap
    }

    fn panes(&self) -> &'static [PaneRef] {
        const PANES: [PaneRef; 2] = [MAP, DETAIL];
        &PANES
    }

    fn tasks(&self) -> &'static [Key] {
        &[Key::DRAW]
    }

    fn act(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        (action == Action::Arrange).then(|| arrange(state))
    }

    fn own_action(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        match action {
            Action::ZoomIn => change_look(state, |look, layout, area| look.zoomed(Zoom::In, layout, area)),
            Action::ZoomOut => change_look(state, |look, layout, area| look.zoomed(Zoom::Out, layout, area)),
            Action::Fit => change_look(state, |look, layout, area| look.fit(layout, area)),
            Action::PanLeft => pan(state, Way::Left),
            Action::PanRight => pan(state, Way::Right),
            Action::PanUp => pan(state, Way::Up),
            Action::PanDown => pan(state, Way::Down),
            _ => return None,
        }
        Some(Vec::new())
    }

    fn shows(&self, state: &mut State, current: NodeIx) -> Vec<Effect> {
        let is_shown = state.map.layout.as_ref().is_some_and(|layout| layout.at(current).is_some());
        if is_shown { Vec::new() } else { vec![ask::map(state, current)] }
    }

    fn missing(&self, state: &mut State, current: NodeIx) -> Vec<Effect> {
        if state.tasks.is_waiting(Key::DRAW) { Vec::new() } else { self.shows(state, current) }
    }

    fn is_picture(&self) -> bool {
        true
    }

    fn root(&self, state: &State) -> Option<NodeIx> {
        state.map.root
    }

    fn restore_root(&self, state: &mut State, root: NodeIx) -> Option<Effect> {
        (state.map.root != Some(root)).then(|| ask::map(state, root))
    }

    fn node_selected(&self, state: &mut State, node: NodeIx) {
        if let (Some(layout), Some(look)) = (&state.map.layout, &mut state.map.look)
            && layout.at(node).is_some()
        {
            look.selected = node;
        }
    }

    fn filters_changed(&self, state: &mut State) -> Vec<Effect> {
        picture::again(state, VIEW, &PICTURE)
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Option<Garbage> {
        state.map.layout = None;
        state.map.look = None;
        state.map.root = state.map.root.and_then(|root| translation.node(root));
        None
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
        let root = state.map.root?;
        let request = Box::new(ask::neighbourhood_request(state, root));
        let title = format!("Map of {}", state.session.graph.node(root).address());
        let command = Err("a map has all edges between its nodes");
        Some(Part { part: SharedPart::Map(root, request), title, command })
    }
}

const PICTURE: picture::Picture = picture::Picture {
    key: Key::DRAW,
    root: |state| state.map.root,
    ask: ask::map,
    shows: |state, node| state.map.layout.as_ref().is_some_and(|layout| layout.at(node).is_some()),
    forget: |state| state.map.layout = None,
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
            Motion::By(by) => go_way(state, if by < 0 { Way::Up } else { Way::Down }),
            _ => Vec::new(),
        }
    }

    fn sideways(&self, state: &mut State, right: bool) -> Vec<Effect> {
        go_way(state, if right { Way::Right } else { Way::Left })
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        act::with_node(state, centre)
    }

    fn click(&self, state: &mut State, (x, y): (u16, u16), _: usize, again: bool) -> Vec<Effect> {
        let Some(node) = cells::map_node_at(state, x, y) else { return Vec::new() };
        if again && state.session.current == Some(node) {
            return act::act(state, Action::Activate);
        }
        go::select(state, node);
        vec![moved(state)]
    }

    fn scroll(&self, state: &mut State, by: isize, _: usize) -> Vec<Effect> {
        if state.focused() != MAP {
            return Vec::new();
        }
        act::act(state, if by < 0 { Action::ZoomIn } else { Action::ZoomOut })
    }

    fn follow(&self, state: &mut State, area: Rect) {
        if let (Some(layout), Some(look)) = (&state.map.layout, &mut state.map.look) {
            *look = look.follow(layout, area);
        }
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::map::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::map::summary(state)
    }
}

/// Centres the map on a node.
fn centre(state: &mut State, node: NodeIx) -> Vec<Effect> {
    go::leave(state);
    state.set_current(Some(node));
    std::iter::once(ask::map(state, node)).chain(ask::detail(state)).collect()
}

/// Selects the nearest node in a direction.
fn go_way(state: &mut State, way: Way) -> Vec<Effect> {
    let Some(area) = PaneLayout::of(state).rows(MAP) else { return Vec::new() };
    let (Some(layout), Some(look)) = (&state.map.layout, &mut state.map.look) else { return Vec::new() };
    let Some(next) = layout.nearest(look.selected, way) else { return Vec::new() };
    look.selected = next;
    *look = look.follow(layout, area);
    moves::select(state, Some(next))
}

/// Switches between the force-directed and the layered arrangement.
fn arrange(state: &mut State) -> Vec<Effect> {
    state.map.arrangement = match state.map.arrangement {
        Arrangement::Forces => Arrangement::Layers,
        Arrangement::Layers => Arrangement::Forces,
    };
    let root = state.map.root.or(state.session.current);
    root.map(|root| ask::map(state, root)).into_iter().collect()
}

fn change_look(state: &mut State, change: impl FnOnce(MapLook, &MapLayout, Rect) -> MapLook) {
    let Some(area) = PaneLayout::of(state).rows(MAP) else { return };
    if let (Some(layout), Some(look)) = (&state.map.layout, &mut state.map.look) {
        *look = change(*look, layout, area);
    }
}

fn pan(state: &mut State, way: Way) {
    change_look(state, |look, layout, area| look.panned(way, layout, area));
}

/// Handles the layout of a map.
pub fn drawn(state: &mut State, root: NodeIx, layout: Box<MapLayout>) -> Vec<Effect> {
    let area = PaneLayout::of(state).rows(MAP).unwrap_or(picture::NOWHERE);
    let kept = state.session.current.filter(|node| layout.at(*node).is_some()).unwrap_or(root);
    state.map.look = Some(MapLook::new(kept, &layout, area));
    state.map.layout = Some(layout);
    if state.view == VIEW { picture::make_current(state, kept) } else { Vec::new() }
}
