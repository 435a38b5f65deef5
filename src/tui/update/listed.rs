//! Whether and where an edge of the log is listed.

use crate::graph::{Direction, Edge, Graph, NodeIx};
use crate::query::{Directions, Retracted};
use crate::system::log::Row;
use crate::time;
use crate::tui::state::State;

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
