//! Tree: the part-of trees.

use super::detail::DETAIL;
use super::{Garbage, Pane, PaneRef, View};
use crate::graph::NodeIx;
use crate::query::{Fold, Tree as Outline};
use crate::tui::action::Action;
use crate::tui::draw;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::job::{TreeItem, TreeRows};
use crate::tui::state::{ListCursor, Prompt, State};
use crate::tui::summary;
use crate::tui::task::Key;
use crate::tui::update::moves::{self, Motion};
use crate::tui::update::share::{self, Part};
use crate::tui::update::translate::Translation;
use crate::tui::update::{act, answer, ask, go, moved};
use ratatui::layout::Rect;
use serde_json::Value;
use std::sync::Arc;

/// The view and its main pane.
pub struct Tree;

pub const TREE: PaneRef = PaneRef::new(&Tree);

impl View for Tree {
    fn name(&self) -> &'static str {
        "tree"
    }

    fn title(&self) -> &'static str {
        "Tree"
    }

    fn action(&self) -> Action {
        Action::ViewTree
    }

    fn panes(&self) -> &'static [PaneRef] {
        const PANES: [PaneRef; 2] = [TREE, DETAIL];
        &PANES
    }

    fn tasks(&self) -> &'static [Key] {
        &[Key::ARRANGE]
    }

    fn opened(&self, state: &mut State, node: Option<NodeIx>) -> Vec<Effect> {
        std::iter::once(ask::tree(state, node)).chain(ask::detail(state)).collect()
    }

    fn shows(&self, state: &mut State, current: NodeIx) -> Vec<Effect> {
        if state.tree.tree.is_some() { Vec::new() } else { vec![ask::tree(state, Some(current))] }
    }

    fn missing(&self, _: &mut State, _: NodeIx) -> Vec<Effect> {
        Vec::new()
    }

    fn graph_replaced(&self, state: &mut State, _: Translation<'_>) -> Option<Garbage> {
        // A row is found again by its labels, which only the old tree knows.
        let row = path(state, state.tree.rows.cursor);
        let pane = &mut state.tree;
        pane.wanted = row.or(pane.wanted.take());
        pane.shown = TreeRows::default();
        pane.rows = ListCursor::default();
        pane.tree.take().map(|tree| Box::new(tree) as Garbage)
    }

    fn reload(&self, state: &mut State) -> Vec<Effect> {
        if state.focused() == TREE || state.view.panes().contains(&TREE) {
            return vec![ask::tree(state, None)];
        }
        Vec::new()
    }

    fn shared(&self, state: &State) -> Option<Part> {
        let tree = state.tree.tree.as_ref()?;
        let node = |item: TreeItem| match item {
            TreeItem::Entry(at) => tree.entries.get(at)?.node,
            TreeItem::More(..) => None,
        };
        let nodes = state.tree.shown.rows.iter().filter_map(|row| node(row.item)).collect();
        let part = share::some(nodes)?;
        Some(Part { part, title: "Tree".to_owned(), command: Err("only the opened rows are shown") })
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
        Some(&mut state.tree.prompt)
    }

    fn edited(&self, state: &mut State) -> Vec<Effect> {
        // Keep the found node visible when the search is cleared.
        let found = state.session.current.filter(|_| state.tree.prompt.is_empty());
        vec![ask::tree(state, found)]
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        Some((&mut state.tree.rows, state.tree.shown.rows.len()))
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
        moves::move_rows(state, self, motion, seen);
        let node = state.tree_node();
        moves::select(state, node.or(state.session.current))
    }

    fn sideways(&self, state: &mut State, right: bool) -> Vec<Effect> {
        unfold(state, right)
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        if state.tree_node().is_none() { self.toggle(state) } else { act::with_node(state, go::explore) }
    }

    /// On a "more" row, shows more entries.
    fn toggle(&self, state: &mut State) -> Vec<Effect> {
        let at = state.tree.rows.cursor;
        let Some(row) = state.tree.shown.rows.get(at).cloned() else { return Vec::new() };
        if let TreeItem::More(shown, _) = row.item {
            if let Some(path) = path(state, at) {
                state.tree.limits.insert(path, shown * act::MORE);
            }
            return vec![ask::tree(state, None)];
        }
        if row.fold == Fold::Leaf { Vec::new() } else { unfold(state, row.fold == Fold::Closed) }
    }

    fn scroll(&self, state: &mut State, by: isize, seen: usize) -> Vec<Effect> {
        moves::scroll_rows(state, self, by, seen);
        state.set_current(state.tree_node().or(state.session.current));
        vec![moved(state)]
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::tree::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::tree::summary(state)
    }
}

/// Opens or closes the selected row; closing a closed row goes to its parent.
fn unfold(state: &mut State, open: bool) -> Vec<Effect> {
    let at = state.tree.rows.cursor;
    let Some(row) = state.tree.shown.rows.get(at).cloned() else { return Vec::new() };
    let Some(path) = path(state, at) else { return Vec::new() };
    match (row.fold, open) {
        (Fold::Closed, true) => {
            state.tree.opened.insert(path);
            vec![ask::tree(state, None)]
        }
        (Fold::Open, false) => {
            state.tree.opened.remove(&path);
            vec![ask::tree(state, None)]
        }
        (Fold::Open, true) => moves::move_cursor(state, Motion::By(1)),
        (Fold::Closed | Fold::Leaf, false) => {
            if let Some(parent) = row.parent {
                state.tree.rows.cursor = parent;
                moves::follow_all(state);
            }
            let node = state.tree_node();
            moves::select(state, node)
        }
        (Fold::Leaf, true) => Vec::new(),
    }
}

/// The labels from a root of the tree to a row.
fn path(state: &State, row: usize) -> Option<Vec<String>> {
    let tree = state.tree.tree.as_ref()?;
    let entry = |row: usize| match state.tree.shown.rows.get(row)?.item {
        TreeItem::Entry(at) => Some(at),
        TreeItem::More(..) => None,
    };
    let at = entry(row).or_else(|| entry(state.tree.shown.rows.get(row)?.parent?))?;
    let way = tree.way_to(at).into_iter().chain([at]);
    Some(way.map(|at| tree.entries[at].label.clone()).collect())
}

/// Handles the rows of the tree.
pub fn arranged(state: &mut State, (tree, rows): (Arc<Outline>, TreeRows)) -> Vec<Effect> {
    let replaced = state.tree.tree.replace(tree);
    let mut effects = show_rows(state, rows);
    effects.extend(replaced.and_then(answer::last_of));
    effects
}

fn show_rows(state: &mut State, rows: TreeRows) -> Vec<Effect> {
    // A "more" row has been replaced by the first of the new rows.
    let row = state.tree.shown.rows.get(state.tree.rows.cursor);
    let is_entry = row.is_some_and(|row| matches!(row.item, TreeItem::Entry(_)));
    let before = state.tree.wanted.take().or_else(|| path(state, state.tree.rows.cursor).filter(|_| is_entry));
    let best = rows.best.filter(|_| state.typing && state.focused() == TREE);
    let revealed = best.or(rows.revealed);
    state.tree.opened.extend(rows.opened.iter().cloned());
    state.tree.shown = rows;
    let total = state.tree.shown.rows.len();
    let again = || before.and_then(|before| (0..total).find(|row| path(state, *row).as_ref() == Some(&before)));
    let cursor = revealed.or_else(again).unwrap_or(state.tree.rows.cursor);
    state.tree.rows.go(cursor, total);
    moves::follow_all(state);
    if best.is_some() {
        state.set_current(state.tree_node().or(state.session.current));
    }
    if state.view.panes().contains(&TREE) { ask::detail(state).into_iter().collect() } else { Vec::new() }
}
