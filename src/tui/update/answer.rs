//! Stores the result of a task in the pane it belongs to.

use super::{ask, closing, editor, moves, new_log, page, undo};
use crate::graph::NodeIx;
use crate::query::{Lineage, Listing, NeighbourhoodItem, NeighbourhoodList, Tree};
use crate::system::Facts;
use crate::tui::effect::Effect;
use crate::tui::job::{Detail, Examined, Sifted, TreeItem, TreeRows, Wrote};
use crate::tui::layout::lineage::{LineageLayout, LineageListLook, LineageLook};
use crate::tui::layout::map::{MapLayout, MapLook};
use crate::tui::pane_layout::PaneLayout;
use crate::tui::state::{Follow, ListCursor, Pane, State, View};
use ratatui::layout::Rect;
use std::sync::Arc;

/// Size assumed for a pane that is not visible; its content is fitted again when it is shown.
const NOWHERE: Rect = Rect::new(0, 0, 80, 20);

/// Handles the detail of a node.
pub(super) fn read(state: &mut State, detail: Detail) -> Vec<Effect> {
    if state.detail.detail.as_ref().map(|shown| shown.node) != Some(detail.node) {
        state.detail.offset = 0;
    }
    state.detail.detail = Some(detail);
    Vec::new()
}

/// Handles the outcome of a write.
pub(super) fn written(state: &mut State, wrote: Wrote) -> Vec<Effect> {
    match wrote {
        Wrote::Added { rows, problem } => editor::added(state, rows, problem),
        Wrote::Retracted(answer) => undo::retracted(state, answer),
        Wrote::Closed { id, outcome } => closing::closed(state, &id, outcome),
        Wrote::NoLog { unwritten } => new_log::needed(state, &unwritten),
    }
}

/// Handles a new report of the doctor.
pub(super) fn examined(state: &mut State, examined: Examined) -> Vec<Effect> {
    let Examined { report, checked, round } = examined;
    let is_same = state
        .session
        .checks
        .report
        .as_ref()
        .map_or(report.disk == Facts::default(), |before| before.disk == report.disk);
    let before = state.session.checks.report.replace(report);
    state.session.checks.checked = checked;
    if let Some(round) = round {
        state.session.checks.on_cycles = round;
    }
    let mut effects: Vec<Effect> = ask::findings(state).into_iter().collect();
    if state.list.query.depends_on_checks() {
        effects.push(ask::list(state));
    }
    if !is_same {
        effects.extend(ask::detail(state));
        effects.extend(page::drift_changed(state));
    }
    effects.extend(before.and_then(last_of));
    effects
}

/// Lists up to this length are dropped immediately.
const LONG: usize = 10_000;

/// Drops a long list on another thread.
pub(super) fn forget<T: Send + 'static>(before: Vec<T>) -> Option<Effect> {
    (before.len() > LONG).then(|| Effect::Forget(Box::new(before)))
}

/// Drops a shared value on another thread if this is its last reference.
fn last_of<T: Send + Sync + 'static>(before: Arc<T>) -> Option<Effect> {
    (Arc::strong_count(&before) == 1).then(|| Effect::Forget(Box::new(before)))
}

/// Handles a new list. The selected node stays selected; if it is no longer listed, the first node is selected.
pub(super) fn found(state: &mut State, listing: Listing) -> Vec<Effect> {
    let total = listing.nodes.len();
    let place = state.session.current.and_then(|node| listing.nodes.iter().position(|listed| *listed == node));
    // `typing` would be wrong here: Enter may have ended the search before the answer arrived.
    let searching = std::mem::take(&mut state.list.seeks);
    let first = listing.nodes.first().copied();
    let had_rows = !state.list.listing.nodes.is_empty();
    let before = std::mem::replace(&mut state.list.listing, listing);
    state.list.fitting = total;
    let seen = moves::seen(state, Pane::List);
    // A search selects the best match; a changed order or filter keeps the selection.
    let best = searching && !state.list.query.words.is_empty();
    let cursor = if best { 0 } else { place.unwrap_or(0) };
    // A kept selection stays on its screen row. The first list and a reordered list are shown from their start.
    let reordered = std::mem::take(&mut state.list.is_reordered);
    let stays = had_rows && !reordered && !best;
    let row = if stays { state.list.rows.cursor.saturating_sub(state.list.rows.offset) } else { cursor };
    state.list.rows = ListCursor { cursor, offset: cursor.saturating_sub(row) };
    state.list.rows.follow(seen, total, if reordered { Follow::Smoothly } else { Follow::ByHalves });
    let wanted = if best || (place.is_none() && (searching || state.session.current.is_none())) { first } else { None };
    let mut effects = match wanted {
        Some(node) if state.session.current != Some(node) => {
            if searching {
                state.session.wanted = None;
            }
            state.set_current(Some(node));
            if state.session.at_rest { ask::view(state) } else { vec![super::moved(state)] }
        }
        _ => Vec::new(),
    };
    effects.extend(forget(before.nodes));
    effects
}

pub(super) fn walked(state: &mut State, root: NodeIx, outline: NeighbourhoodList) -> Vec<Effect> {
    // The user went elsewhere and back: the rows of the current node are there already.
    if state.session.current != Some(root) {
        return Vec::new();
    }
    let pane = &mut state.neighbourhood;
    let same = pane.root == Some(root);
    let wanted = pane.wanted.take().filter(|(of, _)| *of == root).map(|(_, steps)| steps);
    let stays = same && wanted.is_none() && pane.rows.offset > 0;
    let wanted = wanted.or_else(|| same.then(|| pane.list.steps_to(pane.rows.cursor))).unwrap_or_default();
    if !same {
        pane.toggled.clear();
        pane.limits.clear();
        pane.rows = ListCursor::default();
    }
    pane.root = Some(root);
    // Rows added above the visible part must not move the visible ones.
    let row_on_screen = pane.rows.cursor.saturating_sub(pane.rows.offset);
    // A new neighbourhood starts at its first node, not at a group heading.
    let first = outline.rows.iter().position(|row| matches!(row.item, NeighbourhoodItem::Edge { .. })).unwrap_or(0);
    pane.list = outline;
    if !moves::neighbourhood_to(state, &wanted) {
        let pane = &mut state.neighbourhood;
        pane.rows.go(if same { pane.rows.cursor } else { first }, pane.list.rows.len());
    }
    let rows = &mut state.neighbourhood.rows;
    if stays {
        rows.offset = rows.cursor.saturating_sub(row_on_screen);
    }
    state.neighbourhood.described = state.neighbourhood.rows.cursor;
    moves::follow_all(state);
    if state.focused() == Pane::Neighbourhood { ask::detail(state).into_iter().collect() } else { Vec::new() }
}

pub(super) fn traced(state: &mut State, (lineage, layout): (Box<Lineage>, Box<LineageLayout>)) -> Vec<Effect> {
    let area = PaneLayout::of(state).rows(Pane::Lineage).unwrap_or(NOWHERE);
    let root = lineage.root;
    let kept = state.session.current.filter(|node| layout.position(*node).is_some()).unwrap_or(root);
    let same = state.lineage.found.as_ref().is_some_and(|(shown, _)| shown.root == root);
    match &mut state.lineage.look {
        Some(look) if same => look.selected = kept,
        look => {
            *look = Some(LineageLook::at(kept, &layout, area));
            state.lineage.list_look = Some(LineageListLook::at(kept, &layout, area));
        }
    }
    let before = state.lineage.found.replace((lineage, layout));
    moves::follow_lineage(state);
    let mut effects: Vec<_> = before.map(|before| Effect::Forget(Box::new(before))).into_iter().collect();
    if state.view == View::Lineage {
        effects.extend(make_current(state, kept));
    }
    effects
}

/// Makes the selected node of a layout the current one, even if the previous one was filtered out.
fn make_current(state: &mut State, node: NodeIx) -> Vec<Effect> {
    if state.session.current == Some(node) {
        return Vec::new();
    }
    state.set_current(Some(node));
    ask::detail(state).into_iter().collect()
}

pub(super) fn arranged(state: &mut State, (tree, rows): (Arc<Tree>, TreeRows)) -> Vec<Effect> {
    let replaced = state.tree.tree.replace(tree);
    let mut effects = show_rows(state, rows);
    effects.extend(replaced.and_then(last_of));
    effects
}

fn show_rows(state: &mut State, rows: TreeRows) -> Vec<Effect> {
    // A "more" row has been replaced by the first of the new rows.
    let row = state.tree.shown.rows.get(state.tree.rows.cursor);
    let is_entry = row.is_some_and(|row| matches!(row.item, TreeItem::Entry(_)));
    let before =
        state.tree.wanted.take().or_else(|| moves::tree_path(state, state.tree.rows.cursor).filter(|_| is_entry));
    let best = rows.best.filter(|_| state.typing && state.focused() == Pane::Tree);
    let revealed = best.or(rows.revealed);
    state.tree.opened.extend(rows.opened.iter().cloned());
    state.tree.shown = rows;
    let total = state.tree.shown.rows.len();
    let again = || before.and_then(|path| (0..total).find(|row| moves::tree_path(state, *row).as_ref() == Some(&path)));
    let cursor = revealed.or_else(again).unwrap_or(state.tree.rows.cursor);
    state.tree.rows.go(cursor, total);
    moves::follow_all(state);
    if best.is_some() {
        state.set_current(state.tree_node().or(state.session.current));
    }
    if state.view == View::Tree { ask::detail(state).into_iter().collect() } else { Vec::new() }
}

pub(super) fn drawn(state: &mut State, root: NodeIx, layout: Box<MapLayout>) -> Vec<Effect> {
    let area = PaneLayout::of(state).rows(Pane::Map).unwrap_or(NOWHERE);
    let kept = state.session.current.filter(|node| layout.at(*node).is_some()).unwrap_or(root);
    state.map.look = Some(MapLook::new(kept, &layout, area));
    state.map.layout = Some(layout);
    if state.view == View::Map { make_current(state, kept) } else { Vec::new() }
}

pub(super) fn sifted_findings(state: &mut State, sifted: Sifted) -> Vec<Effect> {
    let rows = state.findings.rows;
    state.findings.is_of_another_time = false;
    let before = state.chosen_finding();
    let found = |at: usize| sifted.report.as_ref().and_then(|report| report.findings.get(at));
    let same = before.and_then(|before| sifted.shown.iter().position(|at| found(*at) == Some(before)));
    // A finding that is gone from a new report was perhaps just fixed: keep the row, which has the next one now.
    let is_new = match (&state.findings.sifted.report, &sifted.report) {
        (Some(before), Some(now)) => !Arc::ptr_eq(before, now),
        _ => true,
    };
    let place = same.unwrap_or(if is_new { rows.cursor } else { 0 });
    let before = std::mem::replace(&mut state.findings.sifted, sifted);
    let total = state.findings.sifted.shown.len();
    state.findings.rows.go(place, total);
    moves::follow_all(state);
    // This may be the last reference to an older report.
    before.report.and_then(last_of).into_iter().chain(forget(before.shown)).collect()
}
