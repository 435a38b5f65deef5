//! A page: opened, walked, used, left, and made anew when the graph is another one.

use super::moves::Motion;
use super::{act, ask, go, light, say, suggestions};
use crate::graph::{Graph, NodeIx};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::job::{Lane, Page, PageRow, Topic};
use crate::tui::layout::page::Side;
use crate::tui::pane_layout;
use crate::tui::state::{ListCursor, Overlay, PagePane, PageSpot, State};
use crate::tui::theme::Role;
use std::sync::Arc;

/// Shows a page about something.
pub(super) fn open(state: &mut State, topic: Topic) -> Vec<Effect> {
    show(state, PagePane::about(topic))
}

/// Shows a page one was on.
pub(super) fn reopen(state: &mut State, spot: PageSpot) -> Vec<Effect> {
    show(state, PagePane::again(spot))
}

fn show(state: &mut State, pane: PagePane) -> Vec<Effect> {
    let topic = pane.topic.clone();
    state.overlay = Some(Overlay::Page);
    let before = state.page.replace(Box::new(pane));
    let mut effects = vec![ask::page(state, topic)];
    effects.extend(before.map(|before| Effect::Forget(before)));
    effects
}

/// Leaves the page.
pub(super) fn close(state: &mut State) -> Vec<Effect> {
    if state.overlay == Some(Overlay::Page) {
        state.overlay = None;
    }
    state.call_off(Lane::Page);
    state.page.take().map(|page| Effect::Forget(page)).into_iter().collect()
}

/// The page is there.
pub(super) fn paged(state: &mut State, page: Page) -> Vec<Effect> {
    let graph = Arc::clone(&state.graph);
    let before = state.page.as_mut().and_then(|pane| pane.take(page, &graph));
    follow(state);
    before.map(|before| Effect::Forget(Box::new(before))).into_iter().collect()
}

/// Fits the page into the screen.
pub(super) fn follow(state: &mut State) {
    let area = pane_layout::overlay_rows(state, &Overlay::Page);
    let symbols = state.setup.symbols;
    if let Some(pane) = &mut state.page {
        pane.fit(usize::from(area.width), usize::from(area.height), symbols);
    }
}

/// The log is longer than in the graph before, and has the same numbers.
pub(super) fn grown(state: &mut State, before: &Arc<Graph>) {
    let now = Arc::clone(&state.graph);
    if let Some((_, graph)) = state.page.as_mut().and_then(|pane| pane.shown.as_mut())
        && Arc::ptr_eq(graph, before)
    {
        *graph = now;
    }
}

/// Asks for the page again.
pub(super) fn again(state: &mut State) -> Option<Effect> {
    let topic = state.page.as_ref()?.topic.clone();
    Some(ask::page(state, topic))
}

/// Asks for the page again if it shows drift.
pub(super) fn drift_changed(state: &mut State) -> Option<Effect> {
    let is_shown = state.page.as_ref().is_some_and(|page| page.topic == Topic::Drift);
    if is_shown { again(state) } else { None }
}

/// Another graph is there: everything has other numbers.
pub(super) fn reread(state: &mut State, find: impl Fn(NodeIx) -> Option<NodeIx>) -> Vec<Effect> {
    let Some(pane) = &mut state.page else { return Vec::new() };
    if let Some(topic) = pane.topic.translated(find) {
        pane.topic = topic;
        return again(state).into_iter().collect();
    }
    let mut effects = close(state);
    effects.push(say(state, Role::Note, "what the page was about is not there any more"));
    effects
}

/// What an action does on a page.
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
        Action::History => with_node(state, |state, node| {
            go::leave(state);
            open(state, Topic::History(node))
        }),
        Action::Argument => with_node(state, |state, node| {
            go::leave(state);
            open(state, Topic::Argument(node))
        }),
        // Back to the picture, in which it is lit.
        Action::Impact if matches!(state.page.as_ref().map(|page| &page.topic), Some(Topic::Impact(_))) => close(state),
        Action::Impact => with_node(state, |state, node| {
            go::leave(state);
            let mut effects = light::kindle(state, node);
            effects.extend(open(state, Topic::Impact(node)));
            effects
        }),
        Action::Path => with_node(state, suggestions::path_to),
        Action::Suggest => with_node(state, suggestions::suggestions_for),
        Action::Link => link(state),
        Action::Mark => with_node(state, act::mark),
        Action::CopyId => {
            with_node(state, |state, node| vec![Effect::Copy(state.graph.node(node).address().into_owned(), "id")])
        }
        Action::CopyPath => {
            with_place(state, |state, file, _| vec![Effect::Copy(state.root.join(file).display().to_string(), "path")])
        }
        Action::Edit => with_place(state, |state, file, line| vec![Effect::Edit(state.root.join(file), line)]),
        _ => Vec::new(),
    }
}

/// Drafts the edge that the selected row proposes.
fn link(state: &mut State) -> Vec<Effect> {
    match selected(state) {
        Ok(PageRow { proposed: Some(proposed), .. }) => suggestions::draft(state, &proposed),
        Ok(_) => vec![say(state, Role::Note, "this row proposes no edge")],
        Err(words) => vec![say(state, Role::Note, words)],
    }
}

fn walk(state: &mut State, motion: Motion) {
    let seen = usize::from(pane_layout::overlay_rows(state, &Overlay::Page).height);
    let Some(pane) = &mut state.page else { return };
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
    if let Some(pane) = &mut state.page {
        select(pane, pane.layout.beside(pane.rows.cursor, side).unwrap_or(pane.rows.cursor));
    }
    follow(state);
    Vec::new()
}

/// Selects a row, which is to be seen.
fn select(pane: &mut PagePane, row: usize) {
    (pane.rows.cursor, pane.is_read_on) = (row, false);
}

/// A click selects a row, and the next one goes to it.
pub(super) fn clicked(state: &mut State, x: u16, y: u16) -> Vec<Effect> {
    let area = pane_layout::overlay_rows(state, &Overlay::Page);
    let Some(pane) = state.page.as_mut().filter(|_| area.contains((x, y).into())) else { return Vec::new() };
    let (line, column) = (pane.rows.offset + usize::from(y - area.y), usize::from(x - area.x));
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

/// The selected row, if its numbers mean something now.
fn selected(state: &State) -> Result<PageRow, &'static str> {
    let selected = state.page.as_ref().and_then(|pane| pane.selected());
    match selected {
        Some((row, graph)) if Arc::ptr_eq(graph, &state.graph) => Ok(row.clone()),
        Some(_) => Err("the page is being made again"),
        None => Err("no row is selected"),
    }
}

/// Does something with the node of the selected row; without one, says so.
fn with_node(state: &mut State, work: impl FnOnce(&mut State, NodeIx) -> Vec<Effect>) -> Vec<Effect> {
    match selected(state).and_then(|row| row.node.ok_or("this row is about no node")) {
        Ok(node) => work(state, node),
        Err(words) => vec![say(state, Role::Note, words)],
    }
}

/// Does something with the place of the selected row; without one, says so.
fn with_place(state: &mut State, work: impl FnOnce(&State, String, Option<u32>) -> Vec<Effect>) -> Vec<Effect> {
    let place = selected(state).and_then(|row| row.place(&state.graph).ok_or("nothing here has a file"));
    match place {
        Ok((file, line)) => work(state, file, line),
        Err(words) => vec![say(state, Role::Note, words)],
    }
}

/// Goes to a node of the selected row in Explore, and there to the row's edge if it has that node at one end.
fn go_to(state: &mut State, node: impl FnOnce(&Graph, &PageRow) -> Option<NodeIx>) -> Vec<Effect> {
    let found = selected(state).and_then(|row| {
        let node = node(&state.graph, &row).ok_or("this row is about no node")?;
        let ends = |edge| [state.graph.edge(edge).from().ix(), state.graph.edge(edge).to().ix()];
        Ok((node, row.edge.filter(|edge| ends(*edge).contains(&node))))
    });
    match found {
        Ok((node, Some(edge))) => leave_by(state, |state| go::explore_row(state, node, edge)),
        Ok((node, None)) => leave_by(state, |state| go::explore(state, node)),
        Err(words) => vec![say(state, Role::Note, words)],
    }
}

/// Goes somewhere else from the page, so that one can come back to it.
fn leave_by(state: &mut State, go: impl FnOnce(&mut State) -> Vec<Effect>) -> Vec<Effect> {
    let mut effects = go(state);
    effects.extend(close(state));
    effects
}
