//! The result of adding edges: selects the new edge, or keeps the unwritten rest in the editor.

use super::super::{go, refresh_log, say};
use crate::graph::{Direction, Edge, Graph, NodeIx};
use crate::query::{Directions, Retracted};
use crate::system::log::Row;
use crate::text::count;
use crate::time;
use crate::tui::effect::Effect;
use crate::tui::job::Added;
use crate::tui::overlay;
use crate::tui::state::{LastWritten, Phase, State};
use crate::tui::theme::Role;

/// Handles the result of adding rows.
pub(in crate::tui) fn added(state: &mut State, rows: Vec<Added>, problem: Option<String>) -> Vec<Effect> {
    let place = |one: &Added| format!("{}:{}", one.written.file, one.written.line);
    let places: Vec<_> = rows.iter().map(place).collect();
    let warnings: Vec<_> = rows.iter().flat_map(|one| one.written.warnings.clone()).collect();
    // Also after an error: a row that failed may still have reached the file.
    let mut effects = vec![refresh_log(state)];
    if let Some(first) = rows.first() {
        state.written.last = LastWritten::Edges;
        state.written.relation = Some(first.row.relation.clone().into_owned());
        state.written.newest = Some(first.row.clone());
    }
    state.written.added.extend(rows);
    effects.extend(match problem {
        None => all_added(state, &places, warnings),
        Some(problem) => not_all_added(state, &places, warnings, problem),
    });
    effects
}

fn all_added(state: &mut State, places: &[String], warnings: Vec<String>) -> Vec<Effect> {
    state.draft = None;
    if state.overlay == Some(overlay::LINK) {
        state.overlay = None;
    }
    let words = match places {
        [place] => format!("Added {place}"),
        places => {
            let last = places.last().map(|last| format!(", the last at {last}")).unwrap_or_default();
            format!("Added {}{last}", count(places.len(), "edge"))
        }
    };
    let role = if warnings.is_empty() { Role::Good } else { Role::Warning };
    vec![say(state, role, [vec![words], warnings].concat().join("; "))]
}

fn not_all_added(state: &mut State, places: &[String], warnings: Vec<String>, problem: String) -> Vec<Effect> {
    // Do not quit: the user must see the error.
    state.leaving = false;
    let problem = match places {
        [] => problem,
        places => {
            let edges = count(places.len(), "edge");
            format!("{edges} added ({}); the rest failed: {problem}", places.join(", "))
        }
    };
    let problem = [vec![problem], warnings].concat().join("; ");
    if let Some(draft) = &mut state.draft {
        draft.phase = Phase::Open;
        draft.problem = Some(problem.clone());
        // One end is a single node. At the other, nodes whose edge is stored already are not written again.
        let many = if draft.from.taken.len() > 1 { &mut draft.from } else { &mut draft.to };
        if many.taken.len() > 1 {
            many.taken.drain(..places.len().min(many.taken.len() - 1));
        }
    }
    if state.overlay == Some(overlay::LINK) {
        return super::advise(state);
    }
    state.saved_drafts.extend(state.draft.take());
    vec![say(state, Role::Error, problem)]
}

/// Selects the newest edge in the neighbourhood of one of its ends, once it is in the graph.
pub(in crate::tui) fn select_new_edge(state: &mut State) -> Vec<Effect> {
    let graph = std::sync::Arc::clone(&state.session.graph);
    let Some(edge) = state.written.newest.as_ref().and_then(|row| stored(&graph, row)) else { return Vec::new() };
    state.written.newest = None;
    // An open draft is for the current selection, which must not change.
    if state.overlay == Some(overlay::LINK) {
        return Vec::new();
    }
    let (from, to) = (edge.from().ix(), edge.to().ix());
    if state.session.current != Some(from) && state.session.current != Some(to) {
        go::leave(state);
        go::select(state, from);
    }
    let root = if state.session.current == Some(from) { from } else { to };
    go::want_edge(state, root, edge.ix());
    match hidden_by(state, root, edge) {
        Some(filter) => {
            let line = edge.line();
            vec![say(state, Role::Note, format!("Added {}:{line}; hidden by the {filter}", edge.file()))]
        }
        None => Vec::new(),
    }
}

/// The direction under which an edge is listed at `root`.
pub(in crate::tui) fn listed_as(root: NodeIx, edge: Edge<'_>) -> Direction {
    // A symmetric edge is listed as outgoing.
    if edge.from().ix() == root || edge.is_symmetric() { Direction::Out } else { Direction::In }
}

/// The edge of a row, unless it was retracted.
pub(in crate::tui) fn stored<'g>(graph: &'g Graph, row: &Row<'_>) -> Option<Edge<'g>> {
    let (from, to) = (graph.find(&row.from)?, graph.find(&row.to)?);
    let millis = row.ts.as_deref().and_then(time::parse);
    let is_same =
        |edge: &Edge<'_>| edge.to().ix() == to.ix() && edge.relation() == row.relation && edge.millis() == millis;
    // The newest are last. A repeated edge is represented by the one it repeats.
    let all = || graph.edges_of(from.ix(), Direction::Out).iter().rev().map(|ix| graph.edge(*ix)).filter(is_same);
    all().find(|edge| !edge.is_repeated()).or_else(|| all().next())
}

/// The filter that hides an edge of `root`, if any.
pub(in crate::tui) fn hidden_by(state: &State, root: NodeIx, edge: Edge<'_>) -> Option<&'static str> {
    let filters = &state.session.filters;
    let direction = listed_as(root, edge);
    let is_looked_at = match filters.direction {
        Directions::Both => true,
        Directions::In => direction == Direction::In,
        Directions::Out => direction == Direction::Out,
    };
    if !is_looked_at {
        return Some("direction filter");
    }
    if !filters.relations.keeps(edge.relation()) {
        return Some("relation filter");
    }
    let kept = filters.edges(&state.session.graph, state.session.graph.node(root), state.session.trust()).keeps(edge);
    if kept {
        None
    } else if edge.is_retracted() && filters.retracted == Retracted::Hidden {
        Some("retracted-edges filter")
    } else if filters.lens {
        Some("layer lens")
    } else {
        Some("confidence filter")
    }
}
