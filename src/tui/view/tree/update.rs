//! What keys and results do.

use super::rows::{TreeItem, TreeRequest, TreeRows};
use super::state::{node, pane, pane_mut};
use crate::graph::NodeIx;
use crate::query::{Fold, Tree};
use crate::tui::effect::Effect;
use crate::tui::shared::{Part, SharedPart};
use crate::tui::state::{ListCursor, State};
use crate::tui::task::{Key, Run, Task};
use crate::tui::update::moves::{self, Motion};
use crate::tui::update::{act as screen, answer, ask as requests};
use crate::tui::view::Garbage;
use std::sync::Arc;

/// The rows of the tree; opens the ancestors of `reveal`.
pub(super) fn ask(state: &mut State, reveal: Option<NodeIx>) -> Effect {
    let pane = pane(state);
    let request = TreeRequest {
        opened: pane.opened.clone(),
        limits: pane.limits.clone(),
        words: pane.prompt.text().split_whitespace().map(str::to_owned).collect(),
        reveal,
    };
    let (graph, tree) = (Arc::clone(&state.session.graph), pane.tree.clone());
    let arrange = move |run: &Run<'_>| {
        let tree = match tree {
            Some(tree) => tree,
            None => Arc::new(Tree::new_cancellable(&graph, run.cancelled)?),
        };
        let rows = TreeRows::new(&graph, &tree, &request, run.cancelled)?;
        Some((tree, rows))
    };
    state.tasks.start(Task::new(Key::ARRANGE, arrange, arranged))
}

pub(super) fn graph_replaced(state: &mut State) -> Option<Garbage> {
    // A row is found again by its labels, which only the old tree knows.
    let row = path(state, pane(state).rows.cursor);
    let pane = pane_mut(state);
    pane.wanted = row.or(pane.wanted.take());
    pane.shown = TreeRows::default();
    pane.rows = ListCursor::default();
    pane.tree.take().map(|tree| Box::new(tree) as Garbage)
}

pub(super) fn shared(state: &State) -> Option<Part> {
    let tree = pane(state).tree.as_ref()?;
    let node = |item: TreeItem| match item {
        TreeItem::Entry(at) => tree.entries.get(at)?.node,
        TreeItem::More(..) => None,
    };
    let nodes = pane(state).shown.rows.iter().filter_map(|row| node(row.item)).collect();
    let part = SharedPart::nodes(nodes)?;
    Some(Part { part, title: "Tree".to_owned(), command: Err("only the opened rows are shown") })
}

/// On a "more" row, shows more entries.
pub(super) fn toggle(state: &mut State) -> Vec<Effect> {
    let at = pane(state).rows.cursor;
    let Some(row) = pane(state).shown.rows.get(at).cloned() else { return Vec::new() };
    if let TreeItem::More(shown, _) = row.item {
        if let Some(path) = path(state, at) {
            pane_mut(state).limits.insert(path, shown * screen::MORE);
        }
        return vec![ask(state, None)];
    }
    if row.fold == Fold::Leaf { Vec::new() } else { unfold(state, row.fold == Fold::Closed) }
}

/// Opens or closes the selected row; closing a closed row goes to its parent.
pub(super) fn unfold(state: &mut State, open: bool) -> Vec<Effect> {
    let at = pane(state).rows.cursor;
    let Some(row) = pane(state).shown.rows.get(at).cloned() else { return Vec::new() };
    let Some(path) = path(state, at) else { return Vec::new() };
    match (row.fold, open) {
        (Fold::Closed, true) => {
            pane_mut(state).opened.insert(path);
            vec![ask(state, None)]
        }
        (Fold::Open, false) => {
            pane_mut(state).opened.remove(&path);
            vec![ask(state, None)]
        }
        (Fold::Open, true) => moves::move_cursor(state, Motion::By(1)),
        (Fold::Closed | Fold::Leaf, false) => {
            if let Some(parent) = row.parent {
                pane_mut(state).rows.cursor = parent;
                moves::follow_all(state);
            }
            let node = node(state);
            moves::select(state, node)
        }
        (Fold::Leaf, true) => Vec::new(),
    }
}

/// The labels from a root of the tree to a row.
fn path(state: &State, row: usize) -> Option<Vec<String>> {
    let tree = pane(state).tree.as_ref()?;
    let entry = |row: usize| match pane(state).shown.rows.get(row)?.item {
        TreeItem::Entry(at) => Some(at),
        TreeItem::More(..) => None,
    };
    let at = entry(row).or_else(|| entry(pane(state).shown.rows.get(row)?.parent?))?;
    let way = tree.way_to(at).into_iter().chain([at]);
    Some(way.map(|at| tree.entries[at].label.clone()).collect())
}

/// Handles the rows of the tree.
fn arranged(state: &mut State, (tree, rows): (Arc<Tree>, TreeRows)) -> Vec<Effect> {
    let replaced = pane_mut(state).tree.replace(tree);
    let mut effects = show_rows(state, rows);
    effects.extend(replaced.and_then(answer::last_of));
    effects
}

fn show_rows(state: &mut State, rows: TreeRows) -> Vec<Effect> {
    // A "more" row has been replaced by the first of the new rows.
    let row = pane(state).shown.rows.get(pane(state).rows.cursor);
    let is_entry = row.is_some_and(|row| matches!(row.item, TreeItem::Entry(_)));
    let before = pane_mut(state).wanted.take().or_else(|| path(state, pane(state).rows.cursor).filter(|_| is_entry));
    let best = rows.best.filter(|_| state.typing && state.focused() == super::TREE);
    let revealed = best.or(rows.revealed);
    pane_mut(state).opened.extend(rows.opened.iter().cloned());
    pane_mut(state).shown = rows;
    let total = pane(state).shown.rows.len();
    let again = || before.and_then(|before| (0..total).find(|row| path(state, *row).as_ref() == Some(&before)));
    let cursor = revealed.or_else(again).unwrap_or(pane(state).rows.cursor);
    pane_mut(state).rows.go(cursor, total);
    moves::follow_all(state);
    if best.is_some() {
        state.set_current(node(state).or(state.session.current));
    }
    if state.view.about().panes.contains(&super::TREE) {
        requests::detail(state).into_iter().collect()
    } else {
        Vec::new()
    }
}
