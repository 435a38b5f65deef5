//! The detail of a node.

use super::address;
use crate::tui::job::Block;
use crate::tui::state::State;
use serde_json::{Value, json};

pub(in crate::tui) fn summary(state: &State) -> Value {
    let detail = state.detail.detail.as_ref();
    json!({
        "node": detail.map(|detail| address(&state.session.graph, detail.node)),
        "blocks": detail.map(|detail| detail.blocks.iter().map(block).collect::<Vec<_>>()),
        "offset": state.detail.offset,
    })
}

fn block(block: &Block) -> Value {
    match block {
        Block::Title(text) => json!({ "title": text }),
        Block::Id(text) => json!({ "id": text }),
        Block::Facts(text) => json!({ "facts": text }),
        Block::Place(text) => json!({ "place": text }),
        Block::Heading(text) => json!({ "heading": text }),
        Block::Field(name, value) => json!({ "field": [name, value] }),
        Block::Bullet(text, remark) => json!({ "bullet": [text, remark] }),
        Block::Warning(text) => json!({ "warning": text }),
        Block::Blank => Value::Null,
        Block::Markdown(text) => json!({ "text": text }),
    }
}
