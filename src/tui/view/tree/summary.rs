//! The view as data, for tests.

use super::rows::{TreeItem, TreeRow};
use super::state::{pane, row_is_selected};
use crate::query::Tree;
use crate::tui::state::State;
use crate::tui::summary::address;
use serde_json::{Value, json};

pub(super) fn summary(state: &State) -> Value {
    let pane = pane(state);
    let row = |tree: &Tree, row: &TreeRow| match row.item {
        TreeItem::Entry(at) => json!({
            "label": tree.entries[at].label,
            "node": tree.entries[at].node.map(|node| address(&state.session.graph, node)),
            "depth": row.depth,
        }),
        TreeItem::More(shown, total) => {
            json!({ "label": format!("{shown} of {total}"), "node": Value::Null, "depth": row.depth })
        }
    };
    let rows = |tree: &Tree| pane.shown.rows.iter().map(|it| row(tree, it)).collect::<Vec<_>>();
    json!({
        "search": pane.prompt.text(),
        "rows": pane.tree.as_deref().map(rows),
        "found": pane.shown.found,
        "cursor": pane.rows.cursor,
        "offset": pane.rows.offset,
        "is_selected": row_is_selected(state),
    })
}
