//! What keys, the mouse and results do.

use super::cells;
use super::layout::{Arrangement, MOST_NODES, MapLayout, MapLook, MapRequest, Zoom};
use super::state::{pane, pane_mut};
use crate::graph::{NEVER, NodeIx};
use crate::query::{Subgraph, neighbourhood_among};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::layout::way::Way;
use crate::tui::pane_layout::PaneLayout;
use crate::tui::shared::{Part, SharedPart};
use crate::tui::state::State;
use crate::tui::task::{Key, Run, Task};
use crate::tui::update::translate::Translation;
use crate::tui::update::{act as screen, ask as requests, go, moved, moves};
use crate::tui::view::{Garbage, picture};
use ratatui::layout::Rect;
use std::sync::Arc;

/// The map around a node.
pub(super) fn ask(state: &mut State, root: NodeIx) -> Effect {
    pane_mut(state).root = Some(root);
    let graph = Arc::clone(&state.session.graph);
    let request = requests::neighbourhood_request(state, root);
    let arrangement = pane(state).arrangement;
    let map = move |run: &Run<'_>| {
        let edges = neighbourhood_among(&graph, root, &request, run.cancelled)?;
        let request = MapRequest { root, edges, arrangement, most_nodes: MOST_NODES };
        MapLayout::new(&request, &graph, run.cancelled).map(Box::new)
    };
    state.tasks.start(Task::new(Key::DRAW, map, move |state, layout| drawn(state, root, layout)))
}

pub(super) fn own_action(state: &mut State, action: Action) -> Option<Vec<Effect>> {
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

pub(super) fn graph_replaced(state: &mut State, translation: Translation<'_>) -> Option<Garbage> {
    let pane = pane_mut(state);
    pane.layout = None;
    pane.look = None;
    pane.root = pane.root.and_then(|root| translation.node(root));
    None
}

pub(super) fn shared(state: &State) -> Option<Part> {
    let root = pane(state).root?;
    let request = requests::neighbourhood_request(state, root);
    let title = format!("Map of {}", state.session.graph.node(root).address());
    let command = Err("a map has all edges between its nodes");
    let part = SharedPart::of(move |graph| {
        let edges = neighbourhood_among(graph, root, &request, NEVER).expect("never cancelled");
        Subgraph::new(graph, [root], edges).with_roots([root])
    });
    Some(Part { part, title, command })
}

pub(super) fn click(state: &mut State, (x, y): (u16, u16), again: bool) -> Vec<Effect> {
    let Some(node) = cells::node_at(state, x, y) else { return Vec::new() };
    if again && state.session.current == Some(node) {
        return screen::act(state, Action::Activate);
    }
    go::select(state, node);
    vec![moved(state)]
}

pub(super) fn follow(state: &mut State, area: Rect) {
    let pane = pane_mut(state);
    if let (Some(layout), Some(look)) = (&pane.layout, &mut pane.look) {
        *look = look.follow(layout, area);
    }
}

pub(super) fn node_selected(state: &mut State, node: NodeIx) {
    let pane = pane_mut(state);
    if let (Some(layout), Some(look)) = (&pane.layout, &mut pane.look)
        && layout.at(node).is_some()
    {
        look.selected = node;
    }
}

/// Centres the map on a node.
pub(super) fn centre(state: &mut State, node: NodeIx) -> Vec<Effect> {
    go::leave(state);
    state.set_current(Some(node));
    std::iter::once(ask(state, node)).chain(requests::detail(state)).collect()
}

/// Selects the nearest node in a direction.
pub(super) fn go_way(state: &mut State, way: Way) -> Vec<Effect> {
    let Some(area) = PaneLayout::of(state).rows(super::MAP) else { return Vec::new() };
    let pane = pane_mut(state);
    let (Some(layout), Some(look)) = (&pane.layout, &mut pane.look) else { return Vec::new() };
    let Some(next) = layout.nearest(look.selected, way) else { return Vec::new() };
    look.selected = next;
    *look = look.follow(layout, area);
    moves::select(state, Some(next))
}

/// Switches between the force-directed and the layered arrangement.
pub(super) fn arrange(state: &mut State) -> Vec<Effect> {
    let pane = pane_mut(state);
    pane.arrangement = match pane.arrangement {
        Arrangement::Forces => Arrangement::Layers,
        Arrangement::Layers => Arrangement::Forces,
    };
    let root = pane.root;
    let root = root.or(state.session.current);
    root.map(|root| ask(state, root)).into_iter().collect()
}

fn change_look(state: &mut State, change: impl FnOnce(MapLook, &MapLayout, Rect) -> MapLook) {
    let Some(area) = PaneLayout::of(state).rows(super::MAP) else { return };
    let pane = pane_mut(state);
    if let (Some(layout), Some(look)) = (&pane.layout, &mut pane.look) {
        *look = change(*look, layout, area);
    }
}

fn pan(state: &mut State, way: Way) {
    change_look(state, |look, layout, area| look.panned(way, layout, area));
}

/// Handles the layout of a map.
fn drawn(state: &mut State, root: NodeIx, layout: Box<MapLayout>) -> Vec<Effect> {
    let area = PaneLayout::of(state).rows(super::MAP).unwrap_or(picture::NOWHERE);
    let kept = state.session.current.filter(|node| layout.at(*node).is_some()).unwrap_or(root);
    let pane = pane_mut(state);
    pane.look = Some(MapLook::new(kept, &layout, area));
    pane.layout = Some(layout);
    if state.view == super::VIEW { picture::make_current(state, kept) } else { Vec::new() }
}
