//! The view Tree.

use super::address;
use crate::query::Tree;
use crate::tui::job::{TreeItem, TreeRow};
use crate::tui::state::State;
use serde_json::{Value, json};

pub(in crate::tui) fn summary(state: &State) -> Value {
    let pane = &state.tree;
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
        "is_selected": state.tree_row_is_selected(),
    })
}
