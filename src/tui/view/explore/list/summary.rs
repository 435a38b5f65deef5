//! The pane as data, for tests.

use super::state::pane;
use crate::tui::state::State;
use crate::tui::summary::addresses;
use serde_json::{Value, json};

pub(super) fn summary(state: &State) -> Value {
    let list = pane(state);
    let (before, _) = list.prompt.parts();
    let rank =
        |ranking: &crate::query::Ranking| list.listing.nodes.iter().map(|node| ranking.of(*node)).collect::<Vec<_>>();
    json!({
        "search": list.prompt.text(),
        "search_before_cursor": before,
        "errors": list.query.errors,
        "sort": list.sort.name(),
        "nodes": addresses(&state.session.graph, list.listing.nodes.iter().copied()),
        "total": list.listing.total,
        // PageRank of the nodes, once it is computed.
        "ranks": state.session.counted.ranking.get().map(rank),
        "cursor": list.rows.cursor,
        "offset": list.rows.offset,
    })
}
