//! The log view.

use super::state::{LogRows, Tail, pane};
use crate::graph::Edge;
use crate::tui::state::State;
use serde_json::{Value, json};

pub(super) fn summary(state: &State) -> Value {
    let log = pane(state);
    let rows = |shown: &LogRows| shown.edges.iter().map(|edge| row(shown.graph.edge(*edge))).collect::<Vec<_>>();
    let (tail, came) = match log.tail {
        Tail::Following => ("following", None),
        Tail::Held { came } => ("held", Some(came)),
    };
    json!({
        "filter": log.prompt.text(),
        "typing": log.typing,
        // Oldest first; `null` until they are found.
        "rows": log.shown.as_ref().map(rows),
        "selected": log.selected().map(row),
        // Index of the selected edge in the graph of the rows.
        "edge": log.selected().map(|edge| edge.ix().index()),
        "cursor": log.rows.cursor,
        "offset": log.rows.offset,
        "tail": tail,
        // Number of rows appended since the selection is held.
        "came": came,
    })
}

fn row(edge: Edge<'_>) -> String {
    format!("{} {} {}", edge.from().id(), edge.relation(), edge.to().id())
}
