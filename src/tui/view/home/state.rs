//! What the view keeps, and its rows.

use super::request::Overview;
use crate::finding::Severity;
use crate::graph::{EdgeIx, SystemId};
use crate::tui::state::{ListCursor, State};

#[derive(Debug, Default)]
pub(super) struct HomePane {
    pub(super) overview: Option<Overview>,
    pub(super) rows: ListCursor,
}

/// A row of the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    Heading(&'static str),
    /// A message instead of rows.
    Empty(&'static str),
    /// A system with the number of its nodes and edges.
    System(SystemId, usize, usize),
    /// Findings with the same code.
    Findings(Severity, &'static str, usize),
    Edge(EdgeIx),
    Blank,
}

impl Row {
    pub(super) fn is_selectable(self) -> bool {
        matches!(self, Self::System(..) | Self::Findings(..) | Self::Edge(_))
    }

    pub(super) fn edge(self) -> Option<EdgeIx> {
        if let Self::Edge(edge) = self { Some(edge) } else { None }
    }
}

pub(super) fn pane(state: &State) -> &HomePane {
    state.parts.get()
}

pub(super) fn pane_mut(state: &mut State) -> &mut HomePane {
    state.parts.get_mut()
}

/// The rows, from top to bottom.
pub(super) fn rows(state: &State) -> Vec<Row> {
    let counted = state.session.counted.stats.as_deref();
    let systems = counted.into_iter().flat_map(|stats| &stats.systems);
    let systems = systems.map(|(system, (nodes, edges))| Row::System(*system, *nodes, *edges));
    let mut rows = vec![Row::Heading("Systems")];
    rows.extend(systems);
    if rows.len() == 1 {
        rows.push(Row::Empty(if counted.is_some() { "None found" } else { "Counting" }));
    }
    let overview = pane(state).overview.as_ref();
    rows.extend([Row::Blank, Row::Heading("Findings")]);
    match overview.and_then(|overview| overview.findings.as_ref()) {
        None => rows.push(Row::Empty("Checking")),
        Some(codes) if codes.is_empty() => rows.push(Row::Empty("No findings")),
        Some(codes) => rows.extend(codes.iter().map(|(severity, code, count)| Row::Findings(*severity, code, *count))),
    }
    rows.extend([Row::Blank, Row::Heading("Newest edges")]);
    match overview.map(|overview| &overview.newest) {
        None => rows.push(Row::Empty("Loading")),
        Some(newest) if newest.is_empty() => rows.push(Row::Empty("No edge has a time")),
        Some(newest) => rows.extend(newest.iter().copied().map(Row::Edge)),
    }
    rows
}

/// The row of the cursor.
pub(super) fn at_cursor(state: &State) -> Option<Row> {
    rows(state).get(pane(state).rows.cursor).copied()
}

/// The selected row: that of the cursor, unless another node than its own has become the current one.
pub(super) fn selected(state: &State) -> Option<Row> {
    let is_current = |edge| state.session.current == Some(state.session.graph.edge(edge).from().ix());
    at_cursor(state).filter(|row| row.is_selectable() && row.edge().is_none_or(is_current))
}
