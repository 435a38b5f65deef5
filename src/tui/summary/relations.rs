//! The checklist of relations.

use crate::tui::state::{Overlay, RelationEntry, State};
use serde_json::{Value, json};

pub(in crate::tui) fn summary(state: &State) -> Value {
    let Some(Overlay::Relations { entries, rows }) = &state.overlay else { return Value::Null };
    let choice = state.relation_choice();
    let entry = |entry: &RelationEntry| {
        json!({
            "name": entry.name,
            "here": entry.here,
            "total": entry.total,
            "is_kept": choice.keeps(&entry.name),
        })
    };
    json!({ "entries": entries.iter().map(entry).collect::<Vec<_>>(), "cursor": rows.cursor })
}
