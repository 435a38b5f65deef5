//! The pane as data, for tests.

use super::state::pane;
use crate::graph::Direction;
use crate::query::{NeighbourhoodItem, NeighbourhoodRow};
use crate::tui::state::State;
use crate::tui::summary::{address, word};
use serde_json::{Value, json};

pub(super) fn summary(state: &State) -> Value {
    let pane = pane(state);
    json!({
        "root": pane.root.map(|root| address(&state.session.graph, root)),
        "rows": pane.list.rows.iter().map(|row| self::row(state, row)).collect::<Vec<_>>(),
        "cursor": pane.rows.cursor,
        "offset": pane.rows.offset,
    })
}

/// A row: a group has a relation, an edge a node.
fn row(state: &State, row: &NeighbourhoodRow) -> Value {
    let mut said = match &row.item {
        NeighbourhoodItem::Group { direction, relation, shown, total, .. } => json!({
            "direction": if *direction == Direction::Out { "out" } else { "in" },
            "relation": state.session.graph.text(*relation),
            "shown": shown,
            "total": total,
        }),
        NeighbourhoodItem::Edge { edge, node, is_cycle } => json!({
            "edge": edge.index(),
            "node": address(&state.session.graph, *node),
            "is_cycle": is_cycle,
        }),
        NeighbourhoodItem::More { shown, total } => json!({ "shown": shown, "total": total }),
    };
    said["depth"] = json!(row.depth);
    said["parent"] = json!(row.parent);
    said["fold"] = json!(word(&row.fold));
    said
}
