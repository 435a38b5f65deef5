//! What keys, the mouse and results do: opening, navigation, actions on the selected row, and refreshing.

use super::Pages;
use super::content::{Page, PageRow};
use super::layout::Side;
use super::request::PageRequest;
use super::state::{Open, PagePane, pane, pane_mut};
use crate::graph::{Graph, NodeIx};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::overlay::{self, Overlay as _};
use crate::tui::state::{ListCursor, State};
use crate::tui::task::{Key, Task};
use crate::tui::theme::Role;
use crate::tui::topic::Topic;
use crate::tui::update::moves::Motion;
use crate::tui::update::translate::Translation;
use crate::tui::update::{act as screen, go, light, past, say};
use ratatui::layout::Position;
use std::sync::Arc;

/// Opens the page of a topic.
pub(super) fn open(state: &mut State, topic: Topic) -> Vec<Effect> {
    show(state, PagePane::about(topic))
}

pub(super) fn show(state: &mut State, pane: PagePane) -> Vec<Effect> {
    let topic = pane.topic.clone();
    overlay::show(state, &Pages);
    let before = state.parts.get_mut::<Open>().replace(Box::new(pane));
    let mut effects = vec![ask(state, topic)];
    effects.extend(before.map(|before| Effect::Forget(before)));
    effects
}

fn ask(state: &mut State, topic: Topic) -> Effect {
    let request = PageRequest::of(state, topic);
    state.tasks.start(Task::new(Key::PAGE, move |run| request.page(run.cancelled), paged))
}

/// Closes the page.
pub(super) fn close(state: &mut State) -> Vec<Effect> {
    if overlay::is_open(state, &Pages) {
        state.overlay = None;
    }
    state.tasks.cancel(Key::PAGE);
    state.parts.get_mut::<Open>().take().map(|page| Effect::Forget(page)).into_iter().collect()
}

/// Handles a finished page.
fn paged(state: &mut State, page: Page) -> Vec<Effect> {
    let graph = Arc::clone(&state.session.graph);
    let before = pane_mut(state).and_then(|pane| pane.take(page, &graph));
    follow(state);
    before.map(|before| Effect::Forget(Box::new(before))).into_iter().collect()
}

/// Lays the page out for the size of the screen.
pub(super) fn follow(state: &mut State) {
    let (area, symbols) = (Pages.list_area(state), state.setup.symbols);
    if let Some(pane) = pane_mut(state) {
        pane.fit(usize::from(area.width), usize::from(area.height), symbols);
    }
}

/// Handles appended rows; indexes stay valid.
pub(super) fn grown(state: &mut State, before: &Arc<Graph>) {
    let now = Arc::clone(&state.session.graph);
    if let Some((_, graph)) = pane_mut(state).and_then(|pane| pane.shown.as_mut())
        && Arc::ptr_eq(graph, before)
    {
        *graph = now;
    }
}

/// Requests the page again.
pub(super) fn again(state: &mut State) -> Option<Effect> {
    let topic = pane(state)?.topic.clone();
    Some(ask(state, topic))
}

/// Requests the page again if it shows drift.
pub(super) fn drift_changed(state: &mut State) -> Option<Effect> {
    let is_shown = pane(state).is_some_and(|page| page.topic == Topic::Drift);
    if is_shown { again(state) } else { None }
}

/// Handles a new graph: all indexes changed.
pub(super) fn graph_replaced(state: &mut State, translation: Translation<'_>) -> Vec<Effect> {
    let Some(pane) = pane_mut(state) else { return Vec::new() };
    if let Some(topic) = pane.topic.translated(|node| translation.node(node)) {
        pane.topic = topic;
        return again(state).into_iter().collect();
    }
    let mut effects = close(state);
    effects.push(say(state, Role::Note, "Page closed: its subject no longer exists"));
    effects
}

/// Handles an action on a page.
pub(super) fn act(state: &mut State, action: Action) -> Vec<Effect> {
    if let Some(motion) = Motion::of(action) {
        walk(state, motion);
        return Vec::new();
    }
    match action {
        Action::Cancel => close(state),
        Action::Left => beside(state, Side::Left),
        Action::Right => beside(state, Side::Right),
        Action::Back => go::back(state, false),
        Action::Forward => go::back(state, true),
        Action::Activate => go_to(state, |_, row| row.node),
        Action::OpenOther => go_to(state, |graph, row| {
            let node = row.node?;
            row.edge.map_or(Some(node), |edge| Some(graph.edge(edge).other(node)))
        }),
        Action::LineageOf => with_node(state, |state, node| leave_by(state, |state| go::lineage_of(state, node))),
        Action::History => with_node(state, |state, node| open_next(state, Topic::History(node))),
        Action::Argument => with_node(state, |state, node| open_next(state, Topic::Argument(node))),
        // Return to the lineage or map, where the impact is highlighted.
        Action::Impact if matches!(pane(state).map(|page| &page.topic), Some(Topic::Impact(_))) => close(state),
        Action::Impact => with_node(state, |state, node| {
            go::leave(state);
            let mut effects = light::highlight(state, node);
            effects.extend(open(state, Topic::Impact(node)));
            effects
        }),
        Action::Path => with_node(state, path_to),
        Action::Suggest => with_node(state, |state, node| open_next(state, Topic::Suggestions(node))),
        Action::Link => link(state),
        Action::Mark => with_node(state, screen::mark),
        Action::Share => overlay::open(state, action).unwrap_or_default(),
        Action::CopyId => with_node(state, |state, node| {
            vec![Effect::Copy(state.session.graph.node(node).address().into_owned(), "id")]
        }),
        Action::CopyPath => {
            with_place(state, |state, file, _| vec![Effect::Copy(state.root.join(file).display().to_string(), "path")])
        }
        Action::Edit => with_place(state, |state, file, line| vec![Effect::Edit(state.root.join(file), line)]),
        _ => Vec::new(),
    }
}

/// Opens a page from which going back returns to this one, if one is open.
pub(super) fn open_next(state: &mut State, topic: Topic) -> Vec<Effect> {
    if pane(state).is_some() {
        go::leave(state);
    }
    open(state, topic)
}

/// Shows the shortest paths between the last marked node and this one.
pub(super) fn path_to(state: &mut State, to: NodeIx) -> Vec<Effect> {
    let marked = |node: &NodeIx| state.session.marks.nodes.contains(node);
    let mut marks = state.session.marks.order.iter().rev().copied().filter(marked);
    let Some(last) = marks.next() else {
        let key = state.setup.keymap.keys_of(&state.contexts(), Action::Mark);
        let key = key.first().cloned().unwrap_or_default();
        let words = format!("No node marked; press {key} to mark one, then select another");
        return vec![say(state, Role::Note, words)];
    };
    // If this node is itself the last mark, use the mark before it.
    let from = if last == to { marks.next().unwrap_or(last) } else { last };
    open_next(state, Topic::Path { from, to })
}

/// Drafts the edge that the selected row suggests.
fn link(state: &mut State) -> Vec<Effect> {
    let proposed = match selected(state).map(|row| row.proposed) {
        Ok(Some(proposed)) => proposed,
        Ok(None) => return vec![say(state, Role::Note, "This row suggests no edge")],
        Err(words) => return vec![say(state, Role::Note, words)],
    };
    if let Some(refused) = past::refusal(state) {
        return refused;
    }
    go::leave(state);
    let mut effects = close(state);
    effects.extend(overlay::propose(state, &proposed));
    effects
}

fn walk(state: &mut State, motion: Motion) {
    let seen = usize::from(Pages.list_area(state).height);
    let Some(pane) = pane_mut(state) else { return };
    let (layout, from) = (&pane.layout, (pane.rows.cursor, pane.rows.offset));
    let (cursor, offset, is_read_on) = match motion {
        Motion::By(by) => layout.step(from, 1, seen, by > 0),
        Motion::Pages(pages) => layout.step(from, seen.saturating_sub(1).max(1), seen, pages > 0),
        Motion::Top => (0, 0, true),
        Motion::Bottom => (layout.len().saturating_sub(1), layout.lines.len(), true),
    };
    (pane.rows, pane.is_read_on) = (ListCursor { cursor, offset }, is_read_on);
    follow(state);
}

fn beside(state: &mut State, side: Side) -> Vec<Effect> {
    if let Some(pane) = pane_mut(state) {
        select(pane, pane.layout.beside(pane.rows.cursor, side).unwrap_or(pane.rows.cursor));
    }
    follow(state);
    Vec::new()
}

/// Selects a row and scrolls to it.
fn select(pane: &mut PagePane, row: usize) {
    (pane.rows.cursor, pane.is_read_on) = (row, false);
}

/// The first click selects a row, the second goes to its node.
pub(super) fn clicked(state: &mut State, cell: Position) -> Vec<Effect> {
    let area = Pages.list_area(state);
    let Some(pane) = pane_mut(state).filter(|_| area.contains(cell)) else { return Vec::new() };
    let (line, column) = (pane.rows.offset + usize::from(cell.y - area.y), usize::from(cell.x - area.x));
    match pane.layout.row_at(line, column) {
        Some(row) if row == pane.rows.cursor => act(state, Action::Activate),
        Some(row) => {
            select(pane, row);
            follow(state);
            Vec::new()
        }
        None => Vec::new(),
    }
}

/// The selected row, if the page belongs to the current graph.
fn selected(state: &State) -> Result<PageRow, &'static str> {
    match pane(state).and_then(|pane| pane.selected()) {
        Some((row, graph)) if Arc::ptr_eq(graph, &state.session.graph) => Ok(row.clone()),
        Some(_) => Err("The page is being updated"),
        None => Err("No row selected"),
    }
}

/// Runs `work` on the node of the selected row, or reports that there is none.
fn with_node(state: &mut State, work: impl FnOnce(&mut State, NodeIx) -> Vec<Effect>) -> Vec<Effect> {
    match selected(state).and_then(|row| row.node.ok_or("This row names no node")) {
        Ok(node) => work(state, node),
        Err(words) => vec![say(state, Role::Note, words)],
    }
}

/// Runs `work` on the file and line of the selected row, or reports that there is none.
fn with_place(state: &mut State, work: impl FnOnce(&State, String, Option<u32>) -> Vec<Effect>) -> Vec<Effect> {
    let place = selected(state).and_then(|row| row.place(&state.session.graph).ok_or("The selection has no file"));
    match place {
        Ok((file, line)) => work(state, file, line),
        Err(words) => vec![say(state, Role::Note, words)],
    }
}

/// Goes to a node of the selected row in Explore and selects the row's edge if the node is one of its ends.
fn go_to(state: &mut State, node: impl FnOnce(&Graph, &PageRow) -> Option<NodeIx>) -> Vec<Effect> {
    let found = selected(state).and_then(|row| {
        let node = node(&state.session.graph, &row).ok_or("This row names no node")?;
        let ends = |edge| [state.session.graph.edge(edge).from().ix(), state.session.graph.edge(edge).to().ix()];
        Ok((node, row.edge.filter(|edge| ends(*edge).contains(&node))))
    });
    match found {
        Ok((node, Some(edge))) => leave_by(state, |state| go::explore_row(state, node, edge)),
        Ok((node, None)) => leave_by(state, |state| go::explore(state, node)),
        Err(words) => vec![say(state, Role::Note, words)],
    }
}

/// Leaves the page; "back" returns to it.
fn leave_by(state: &mut State, go: impl FnOnce(&mut State) -> Vec<Effect>) -> Vec<Effect> {
    let mut effects = go(state);
    effects.extend(close(state));
    effects
}
