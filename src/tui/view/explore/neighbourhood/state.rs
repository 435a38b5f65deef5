//! What the neighbourhood keeps: its rows, which of them the user opened, the cursor.

use crate::graph::{Direction, NodeIx};
use crate::query::{NeighbourhoodItem, NeighbourhoodList, NeighbourhoodRow, Step};
use crate::tui::state::{ListCursor, State};
use crate::tui::update::translate::Translation;
use std::collections::HashMap;

/// Maximum number of rows, and of edges per node, that are translated to another graph.
const MOST_ROWS: usize = 400;
const MOST_EDGES: usize = 2_000;

#[derive(Debug, Default)]
pub(in crate::tui::view::explore) struct NeighbourhoodPane {
    /// The node whose neighbourhood is shown.
    pub(in crate::tui::view::explore) root: Option<NodeIx>,
    /// The node of the last request.
    pub(in crate::tui::view::explore) asked: Option<NodeIx>,
    pub(in crate::tui::view::explore) list: NeighbourhoodList,
    pub(in crate::tui::view::explore) rows: ListCursor,
    /// Rows the user opened or closed, by path.
    pub(in crate::tui::view::explore) toggled: HashMap<Vec<Step>, bool>,
    /// Raised limits of groups, by path.
    pub(in crate::tui::view::explore) limits: HashMap<Vec<Step>, usize>,
    /// The row to select when the answer for this node arrives.
    pub(in crate::tui::view::explore) wanted: Option<(NodeIx, Vec<Step>)>,
    /// The row described in the status line: the selected one, once the selection rests.
    pub(in crate::tui::view::explore) described: usize,
}

impl NeighbourhoodPane {
    /// The same neighbourhood in another graph until its new rows arrive: which rows are open, and the row to go to.
    pub(in crate::tui::view::explore) fn translated(&self, translation: Translation<'_>) -> Self {
        let Some(root) = self.root.and_then(|root| translation.node(root)) else { return Self::default() };
        let waited_for = self.wanted.as_ref().filter(|(of, _)| Some(*of) == self.root).map(|(_, steps)| steps.clone());
        let (toggled, limits) = (by_steps(translation, &self.toggled), by_steps(translation, &self.limits));
        let kept = Self { root: Some(root), toggled, limits, ..Self::default() };
        match (waited_for, rows(translation, &self.list)) {
            // The cursor can move on the old rows until the new ones arrive.
            (None, Some(list)) => Self { list, rows: self.rows, described: self.described, ..kept },
            (waited_for, _) => {
                let row = waited_for.unwrap_or_else(|| self.list.steps_to(self.rows.cursor));
                Self { wanted: Some((root, translation.steps(&row))), ..kept }
            }
        }
    }
}

/// The same map, without paths that no longer exist.
fn by_steps<T: Copy>(translation: Translation<'_>, known: &HashMap<Vec<Step>, T>) -> HashMap<Vec<Step>, T> {
    let same = |(steps, value): (&Vec<Step>, &T)| {
        let found = translation.steps(steps);
        (found.len() == steps.len()).then_some((found, *value))
    };
    known.iter().filter_map(same).collect()
}

/// The same rows, if all of them still exist and there are few enough to translate.
fn rows(translation: Translation<'_>, list: &NeighbourhoodList) -> Option<NeighbourhoodList> {
    let Translation { before, now } = translation;
    let is_small = |row: &NeighbourhoodRow| match row.item {
        NeighbourhoodItem::Edge { edge, .. } => before.edge(edge).from().edges(Direction::Out).len() <= MOST_EDGES,
        _ => true,
    };
    if list.rows.is_empty() || list.rows.len() > MOST_ROWS || !list.rows.iter().all(is_small) {
        return None;
    }
    let row = |row: &NeighbourhoodRow| {
        let mut row = NeighbourhoodRow { step: translation.step(row.step)?, ..row.clone() };
        match &mut row.item {
            NeighbourhoodItem::Group { relation, .. } => *relation = now.sym(before.text(*relation))?,
            NeighbourhoodItem::Edge { edge, node, .. } => {
                (*edge, *node) = (translation.edge(*edge)?, translation.node(*node)?);
            }
            NeighbourhoodItem::More { .. } => {}
        }
        Some(row)
    };
    Some(NeighbourhoodList { rows: list.rows.iter().map(row).collect::<Option<_>>()? })
}

pub(in crate::tui::view::explore) fn pane(state: &State) -> &NeighbourhoodPane {
    state.parts.get()
}

pub(in crate::tui::view::explore) fn pane_mut(state: &mut State) -> &mut NeighbourhoodPane {
    state.parts.get_mut()
}

/// The selected row; `None` while the rows still belong to another node.
pub(in crate::tui::view::explore) fn selected_row(state: &State) -> Option<&NeighbourhoodRow> {
    let pane = pane(state);
    pane.root.filter(|root| Some(*root) == state.session.current)?;
    pane.list.rows.get(pane.rows.cursor)
}
