//! What keys, the mouse and results do.

use super::layout::{LineageLayout, LineageListLook, LineageLook};
use super::state::{LineageShape, pane, pane_mut};
use crate::graph::{NodeIx, SystemId};
use crate::query::{
    EdgeFilter, Lineage, LineageDirection, LineageRequest, Orient, RelationFilter, Subgraph, lineage_cancellable,
};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::layout::way::Way;
use crate::tui::pane_layout::PaneLayout;
use crate::tui::remembered::RememberedFilters;
use crate::tui::shared::{Command, Part, SharedPart, filter_words};
use crate::tui::state::{RelationChoice, State};
use crate::tui::task::{Key, Run, Task};
use crate::tui::update::moves::{self, Motion};
use crate::tui::update::translate::Translation;
use crate::tui::update::{act as screen, ask as requests, go};
use crate::tui::view::{Garbage, picture};
use ratatui::layout::Rect;
use std::sync::Arc;

/// The lineage of a node.
pub(super) fn ask(state: &mut State, root: NodeIx) -> Effect {
    pane_mut(state).root = Some(root);
    let graph = Arc::clone(&state.session.graph);
    let relations = match &pane(state).relations {
        Some(choice) => choice.filter(&graph),
        None => RelationFilter::lineage(&graph, pane(state).orient),
    };
    let edges = EdgeFilter {
        implicit: state.session.filters.implicit,
        trust: state.session.trust(),
        ..EdgeFilter::of(relations)
    };
    let request = LineageRequest {
        direction: pane(state).direction,
        edges,
        max_depth: pane(state).max_depth,
        orient: pane(state).orient,
    };
    let trace = move |run: &Run<'_>| {
        let found = lineage_cancellable(&graph, root, &request, run.cancelled)?;
        let layout = LineageLayout::new(&graph, &found, run.cancelled)?;
        Some((Box::new(found), Box::new(layout)))
    };
    state.tasks.start(Task::new(Key::TRACE, trace, traced))
}

pub(super) fn act(state: &mut State, action: Action) -> Option<Vec<Effect>> {
    Some(match action {
        Action::Direction => screen::filter(state, |state| {
            let pane = pane_mut(state);
            pane.direction = match pane.direction {
                LineageDirection::Both => LineageDirection::Backward,
                LineageDirection::Backward => LineageDirection::Forward,
                LineageDirection::Forward => LineageDirection::Both,
            };
        }),
        Action::Deeper => deeper(state, 1),
        Action::Shallower => deeper(state, -1),
        Action::Arrange => arrange(state),
        _ => return None,
    })
}

pub(super) fn own_action(state: &mut State, action: Action) -> Option<Vec<Effect>> {
    let turn = |orient: Orient| match orient {
        Orient::Stored => Orient::Meaning,
        Orient::Meaning => Orient::Stored,
    };
    (action == Action::Orient).then(|| {
        screen::filter(state, |state| {
            let pane = pane_mut(state);
            pane.orient = turn(pane.orient);
        })
    })
}

pub(super) fn node_selected(state: &mut State, node: NodeIx) {
    let pane = pane_mut(state);
    if let (Some((_, layout)), Some(look)) = (&pane.found, &mut pane.look)
        && layout.position(node).is_some()
    {
        look.selected = node;
    }
}

/// By default the relations of lineages.
pub(super) fn relations(state: &State) -> RelationChoice {
    pane(state).relations.clone().unwrap_or_else(|| {
        let systems = state.session.graph.systems();
        let is_in_use = |system: SystemId| system == SystemId::USER || systems.contains(&system);
        let relations = state.session.graph.registry().relations().iter();
        let followed = relations.filter(|one| one.lineage && is_in_use(one.system));
        RelationChoice::Only(followed.map(|one| one.name.to_string()).collect())
    })
}

pub(super) fn graph_replaced(state: &mut State, translation: Translation<'_>) -> Option<Garbage> {
    let pane = pane_mut(state);
    pane.look = None;
    pane.list_look = None;
    pane.root = pane.root.and_then(|root| translation.node(root));
    pane.found.take().map(|found| Box::new(found) as Garbage)
}

pub(super) fn remember(state: &mut State, kept: &RememberedFilters) {
    let pane = pane_mut(state);
    pane.relations.clone_from(&kept.lineage_relations);
    pane.orient = if kept.orient.as_deref() == Some("stored") { Orient::Stored } else { Orient::Meaning };
    pane.direction = match kept.lineage_direction.as_deref() {
        Some("forward") => LineageDirection::Forward,
        Some("backward") => LineageDirection::Backward,
        _ => LineageDirection::Both,
    };
    pane.max_depth = kept.lineage_depth;
}

pub(super) fn shared(state: &State) -> Option<Part> {
    let (found, _) = pane(state).found.as_ref()?;
    let title = format!("Lineage of {}", state.session.graph.node(found.root).address());
    let command = command(state, found.root);
    let found = found.clone();
    Some(Part { part: SharedPart::of(move |graph| Subgraph::of_lineage(graph, &found)), title, command })
}

pub(super) fn lineage_of(state: &mut State, node: NodeIx) -> Vec<Effect> {
    go::leave(state);
    state.view = super::VIEW;
    state.typing = false;
    state.focus_on(super::LINEAGE);
    state.set_current(Some(node));
    std::iter::once(ask(state, node)).chain(requests::detail(state)).collect()
}

pub(super) fn move_cursor(state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
    let Some(area) = PaneLayout::of(state).rows(super::LINEAGE) else { return Vec::new() };
    let pane = pane(state);
    let columns = pane.has_columns(area);
    let (Some((_, layout)), Some(look)) = (&pane.found, &pane.look) else { return Vec::new() };
    let by = motion.rows(seen);
    let next = if columns { layout.moved(look.selected, by) } else { layout.list_moved(look.selected, by) };
    go_to(state, next)
}

pub(super) fn sideways(state: &mut State, right: bool) -> Vec<Effect> {
    let Some(area) = PaneLayout::of(state).rows(super::LINEAGE) else { return Vec::new() };
    let pane = pane(state);
    if !pane.has_columns(area) {
        return Vec::new();
    }
    let way = if right { Way::Right } else { Way::Left };
    let next = match (&pane.found, &pane.look) {
        (Some((_, layout)), Some(look)) => layout.neighbour(look.selected, way),
        _ => None,
    };
    go_to(state, next)
}

pub(super) fn click(state: &mut State, (x, y): (u16, u16), again: bool) -> Vec<Effect> {
    let node = PaneLayout::of(state).rows(super::LINEAGE).and_then(|rows| pane(state).node_at(rows, x, y));
    let is_selected = node.is_some() && node == state.session.current;
    if is_selected && again { screen::act(state, Action::Activate) } else { go_to(state, node) }
}

pub(super) fn follow(state: &mut State, area: Rect) {
    let pane = pane_mut(state);
    let (Some((_, layout)), Some(look)) = (&pane.found, &mut pane.look) else { return };
    look.follow(layout, area);
    match &mut pane.list_look {
        Some(list) => {
            list.selected = look.selected;
            list.follow(layout, area);
        }
        list => *list = Some(LineageListLook::at(look.selected, layout, area)),
    }
}

/// Selects a node.
fn go_to(state: &mut State, node: Option<NodeIx>) -> Vec<Effect> {
    let Some(node) = node else { return Vec::new() };
    if let Some(look) = &mut pane_mut(state).look {
        look.selected = node;
    }
    moves::follow_pane(state, super::LINEAGE);
    moves::select(state, Some(node))
}

fn deeper(state: &mut State, by: i32) -> Vec<Effect> {
    // Until the lineage is computed, its depth is unknown.
    let Some((found, _)) = &pane(state).found else { return Vec::new() };
    let deepest = found.nodes.iter().map(|node| node.distance.unsigned_abs()).max().unwrap_or(0);
    let depth = match (pane(state).max_depth, by) {
        (None, 1) => None,
        (None, _) => Some(deepest.saturating_sub(1).max(1)),
        // The full depth is the same as no limit.
        (Some(depth), 1) if depth > deepest => None,
        (Some(depth), by) => Some(depth.saturating_add_signed(by).max(1)),
    };
    screen::filter(state, |state| pane_mut(state).max_depth = depth)
}

/// Switches between columns and list.
fn arrange(state: &mut State) -> Vec<Effect> {
    let Some(area) = PaneLayout::of(state).rows(super::LINEAGE) else { return Vec::new() };
    let pane = pane_mut(state);
    let columns = pane.has_columns(area);
    pane.shape = if columns { LineageShape::List } else { LineageShape::Columns };
    moves::follow_pane(state, super::LINEAGE);
    Vec::new()
}

/// Handles a lineage and its layout.
fn traced(state: &mut State, (lineage, layout): (Box<Lineage>, Box<LineageLayout>)) -> Vec<Effect> {
    let area = PaneLayout::of(state).rows(super::LINEAGE).unwrap_or(picture::NOWHERE);
    let root = lineage.root;
    let kept = state.session.current.filter(|node| layout.position(*node).is_some()).unwrap_or(root);
    let same = pane(state).found.as_ref().is_some_and(|(shown, _)| shown.root == root);
    let pane = pane_mut(state);
    match &mut pane.look {
        Some(look) if same => look.selected = kept,
        look => {
            *look = Some(LineageLook::at(kept, &layout, area));
            pane.list_look = Some(LineageListLook::at(kept, &layout, area));
        }
    }
    let before = pane.found.replace((lineage, layout));
    moves::follow_pane(state, super::LINEAGE);
    let mut effects: Vec<_> = before.map(|before| Effect::Forget(Box::new(before))).into_iter().collect();
    if state.view == super::VIEW {
        effects.extend(picture::make_current(state, kept));
    }
    effects
}

/// The command that gives this lineage.
fn command(state: &State, root: NodeIx) -> Command {
    let pane = pane(state);
    let mut words = vec!["trace".to_owned(), state.session.graph.node(root).address().into_owned()];
    match pane.direction {
        LineageDirection::Both => {}
        LineageDirection::Forward => words.extend(["--direction", "forward"].map(str::to_owned)),
        LineageDirection::Backward => words.extend(["--direction", "backward"].map(str::to_owned)),
    }
    if pane.orient == Orient::Meaning {
        words.extend(["--orient", "meaning"].map(str::to_owned));
    }
    if let Some(most) = pane.max_depth {
        words.extend(["--max-depth".to_owned(), most.to_string()]);
    }
    words.extend(filter_words(state, pane.relations.as_ref())?);
    Ok(words)
}
