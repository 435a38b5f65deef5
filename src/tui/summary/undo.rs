//! The confirmation of an undo.

use super::{sentence, word};
use crate::tui::job::RetractionPreview;
use crate::tui::state::State;
use serde_json::{Value, json};

pub(in crate::tui) fn summary(state: &State) -> Value {
    let Some(undo) = &state.undo else { return Value::Null };
    let preview = |preview: &RetractionPreview| {
        json!({
            "retraction": preview.retraction.as_ref().ok(),
            "problem": preview.retraction.as_ref().err(),
            "sentence": sentence(&preview.sentence),
        })
    };
    json!({
        "edge": undo.added.row,
        "preview": undo.retraction_preview.as_deref().map(preview),
        "is_confirmed": undo.is_confirmed,
        "problem": undo.problem,
        "phase": word(&undo.phase),
    })
}
