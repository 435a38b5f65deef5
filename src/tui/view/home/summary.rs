//! The pane as data, for tests.

use super::state::{Row, pane, rows, selected};
use crate::tui::state::State;
use crate::tui::summary::address;
use serde_json::{Value, json};

pub(super) fn summary(state: &State) -> Value {
    let graph = &state.session.graph;
    let row = |row: &Row| match *row {
        Row::Heading(text) => json!({ "heading": text }),
        Row::Empty(text) => json!({ "empty": text }),
        Row::System(system, nodes, edges) => json!({ "system": system.name(), "nodes": nodes, "edges": edges }),
        Row::Findings(severity, code, count) => json!({ "severity": severity.name(), "code": code, "count": count }),
        Row::Edge(edge) => {
            let edge = graph.edge(edge);
            let [from, to] = [edge.from(), edge.to()].map(|node| address(graph, node.ix()));
            json!({ "edge": [from, edge.relation(), to] })
        }
        Row::Blank => Value::Null,
    };
    let cursor = pane(state).rows;
    json!({
        "rows": rows(state).iter().map(row).collect::<Vec<_>>(),
        "cursor": cursor.cursor,
        "offset": cursor.offset,
        "is_selected": selected(state).is_some(),
    })
}
