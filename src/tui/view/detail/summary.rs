//! The pane as data, for tests.

use super::request::Block;
use super::state::pane;
use crate::tui::state::State;
use crate::tui::summary::address;
use serde_json::{Value, json};

pub(super) fn summary(state: &State) -> Value {
    let detail = pane(state).detail.as_ref();
    json!({
        "node": detail.map(|detail| address(&state.session.graph, detail.node)),
        "blocks": detail.map(|detail| detail.blocks.iter().map(block).collect::<Vec<_>>()),
        "offset": pane(state).offset,
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
